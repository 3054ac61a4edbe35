// A click on an arrow asks for its explanation.
import { Vector3 } from "three";
import { isPlaying, pause } from "../../state/clock.ts";
import { explain } from "../../state/explaining.ts";
import { selectedBody } from "../../state/selection.ts";
import type { BodyScene } from "../scene/scene.ts";
import type { DrawnVector, VectorLayer } from "./vector-layer.ts";

/** How many pixels beside an arrow still mean it, and how many make a drag of a click. */
const slack = 6;

const start = new Vector3();
const end = new Vector3();

export class ArrowQuestions {
  private readonly view: BodyScene;
  private readonly vectors: VectorLayer;
  private pressed: { readonly arrow: DrawnVector; readonly x: number; readonly y: number } | null = null;
  private readonly stops: (() => void)[] = [];

  /** Create it after the hand, so that it gets a click after the hand has selected a body or none. */
  constructor(view: BodyScene, vectors: VectorLayer, host: HTMLElement) {
    this.view = view;
    this.vectors = vectors;
    const canvas = view.renderer.domElement;
    const on = (type: "pointerdown" | "pointermove" | "pointerup", then: (event: PointerEvent) => void) => {
      const listen = (event: PointerEvent) => event.target === canvas && then(event);
      host.addEventListener(type, listen, { capture: true });
      this.stops.push(() => host.removeEventListener(type, listen, { capture: true }));
    };
    on("pointerdown", (event) => {
      const arrow = event.button === 0 && event.isPrimary ? this.at(event) : null;
      this.pressed = arrow && { arrow, x: event.clientX, y: event.clientY };
    });
    on("pointermove", (event) => {
      if (event.buttons !== 0) return;
      const arrow = isPlaying.peek() ? null : this.at(event);
      canvas.style.cursor = arrow ? "help" : "";
      canvas.title = arrow ? `Why is ${arrow.path} what it is?` : "";
    });
    on("pointerup", (event) => {
      const { pressed } = this;
      this.pressed = null;
      if (!pressed || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= slack) return;
      const { body, path, at } = pressed.arrow;
      pause();
      if (body >= 0) selectedBody.value = view.frames?.layout.bodies[body].name ?? null;
      explain(path, at);
    });
  }

  /** The arrow under the pointer; where it lies over its own body, the body is meant. */
  private at({ clientX, clientY }: PointerEvent): DrawnVector | null {
    const { drawn } = this.vectors;
    if (drawn.length === 0) return null;
    const box = this.view.renderer.domElement.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const place = (point: readonly number[], out: Vector3) => {
      out.fromArray([...point]).project(this.view.camera);
      return out.set(((out.x + 1) / 2) * box.width, ((1 - out.y) / 2) * box.height, out.z);
    };
    let best: { readonly arrow: DrawnVector; readonly distance: number } | null = null;
    for (const arrow of drawn) {
      place(arrow.from, start);
      place(arrow.tip, end);
      if (start.z > 1 || end.z > 1) continue;
      const distance = distanceToSegment(x, y, start, end);
      if (distance <= slack && (!best || distance < best.distance)) best = { arrow, distance };
    }
    if (!best) return null;
    const over = this.view.pick((x / box.width) * 2 - 1, 1 - (y / box.height) * 2);
    return over && over.number === best.arrow.body ? null : best.arrow;
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }
}

function distanceToSegment(x: number, y: number, from: Vector3, to: Vector3): number {
  const [wide, tall] = [to.x - from.x, to.y - from.y];
  const square = wide * wide + tall * tall;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * wide + (y - from.y) * tall) / square));
  return Math.hypot(x - from.x - share * wide, y - from.y - share * tall);
}
