// The axes of the world and of the bodies: x red, y green, z blue.
import { Vector3 } from "three";
import { showAxes } from "../../state/settings.ts";
import { axisColours } from "../draw/palette.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";

const names = ["x", "y", "z"] as const;
const direction = new Vector3();
const end = new Vector3();
const origin = new Vector3();

export class AxesLayer implements Layer {
  /** How many axes are drawn. */
  count = 0;

  reset(): void {}

  update(view: BodyScene): void {
    this.count = 0;
    if (!showAxes.value) return;
    const length = Math.max(view.gridUnit, 0.35 * view.size);
    for (const [k, name] of names.entries()) {
      direction.set(0, 0, 0).setComponent(k, length);
      view.arrows.add(origin, direction, axisColours[name], 3.5, view.pixelAt(origin));
      view.labels.add(name, end.copy(direction).multiplyScalar(1.06), axisColours[name], view.camera);
      this.count++;
    }
    const { positions, turns, halves } = view.bodies;
    for (let i = 0; i < positions.length; i++) {
      const half = halves[i];
      if (!half || view.frames!.layout.bodies[i].physicalType === "static") continue;
      const pixel = view.pixelAt(positions[i]);
      for (const [k, name] of names.entries()) {
        direction
          .set(0, 0, 0)
          .setComponent(k, 1.7 * half.getComponent(k))
          .applyQuaternion(turns[i]);
        view.arrows.add(positions[i], direction, axisColours[name], 2.2, pixel);
        this.count++;
      }
    }
  }
}
