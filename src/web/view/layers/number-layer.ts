// Numbers along two edges of the ground, like those of a diagram.
import { Vector3 } from "three";
import type { Extent } from "../scene/extent.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";

/** The most numbers along an edge. */
const most = 9;
const direction = new Vector3();
const toBody = new Vector3();

export class NumberLayer implements Layer {
  private words: { readonly text: string; readonly at: Vector3 }[] = [];

  reset(view: BodyScene): void {
    this.words = [];
    const { extent, gridUnit: unit, ground } = view;
    if (!extent) return;
    const { right, forward, up } = extent.directions;
    const [left, last] = range(extent, right, unit);
    const [front, back] = range(extent, forward, unit);
    const add = (text: string, across: number, along: number) => {
      const at = new Vector3().addScaledVector(right, across * unit).addScaledVector(forward, along * unit);
      this.words.push({ text, at: at.addScaledVector(up, ground.height) });
    };
    const every = Math.max(1, Math.ceil((last - left) / most));
    for (let i = left; i <= last; i += every) add(tidy(i * unit), i, front - 0.35);
    const each = Math.max(1, Math.ceil((back - front) / most));
    // Along the other axis a number is its coordinate, whichever way that axis points.
    const sign = Math.sign(forward.x + forward.y + forward.z);
    for (let i = front; i <= back; i += each) add(tidy(sign * i * unit), last + 0.35, i);
    add(nameOf(right), last + 0.8, front - 0.35);
    add(nameOf(forward), last + 0.35, back + 0.7);
  }

  update(view: BodyScene): void {
    const few = view.bodies.positions.length <= 300;
    for (const { text, at } of this.words)
      if (!few || !isHidden(view, at)) view.labels.add(text, at, view.palette.number, view.camera, "number");
  }
}

function range(extent: Extent, axis: Vector3, unit: number): [number, number] {
  const ends = [extent.low.dot(axis), extent.high.dot(axis)];
  return [Math.floor(Math.min(...ends) / unit), Math.ceil(Math.max(...ends) / unit)];
}

function nameOf(axis: Vector3): string {
  return axis.x !== 0 ? "x" : axis.y !== 0 ? "y" : "z";
}

/** Whether a body lies before a point, as seen from the camera; bodies count as the balls within them. */
function isHidden({ camera, bodies }: BodyScene, at: Vector3): boolean {
  direction.copy(at).sub(camera.position);
  const distance = direction.length();
  direction.divideScalar(distance);
  return bodies.positions.some((position, i) => {
    const half = bodies.halves[i];
    if (!half) return false;
    const along = toBody.copy(position).sub(camera.position).dot(direction);
    const radius = Math.min(half.x, half.y, half.z);
    return along > 0 && along < distance && toBody.addScaledVector(direction, -along).lengthSq() < radius * radius;
  });
}

/** A number as text, without rounding errors in its last digits. */
export function tidy(value: number): string {
  return String(Number(value.toPrecision(6))).replace("-", "−");
}
