// Points and normals where bodies touch: those that rest on each other, and the collisions at the time that is shown.
import { Vector3 } from "three";
import { typesetUnit } from "../../../record/units/unit-text.ts";
import type { EventInfo } from "../../protocol/messages.ts";
import { isPlaying, selectedEvent, speed } from "../../state/clock.ts";
import { events } from "../../state/run.ts";
import { showContacts } from "../../state/settings.ts";
import { vectorColour } from "../draw/palette.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import type { VectorScales } from "../vectors/vector-scales.ts";
import { type DrawnContact, Forces } from "./forces.ts";
import { Touching } from "./touching.ts";

/** Seconds on the clock of the person for which a collision stays in sight while playing. */
const glow = 0.25;
const direction = new Vector3();

/** The most arrows of forces that have numbers. */
const fewForces = 12;

export class ContactLayer implements Layer {
  /** What is drawn. */
  shown: readonly DrawnContact[] = [];
  private touching: Touching | null = null;
  private readonly forces = new Forces();
  private readonly scales: VectorScales;

  constructor(scales: VectorScales) {
    this.scales = scales;
  }

  reset(): void {
    this.touching = null;
    this.forces.forget();
  }

  update(view: BodyScene, frame: number): void {
    this.shown = showContacts.value ? this.find(view, frame) : [];
    const colour = vectorColour("normal");
    for (const { force } of this.shown) if (force) this.scales.include(typesetUnit(force.unit), force.value.length());
    const few = this.shown.length <= fewForces;
    for (const { point, normal, force } of this.shown) {
      const pixel = view.pixelAt(point);
      if (force) {
        const tint = vectorColour(force.unit === "N" ? "force" : "impulse");
        const scale = this.scales.lengthOf(typesetUnit(force.unit), view.size);
        view.arrows.add(point, direction.copy(force.value).multiplyScalar(scale), tint, 4, pixel);
        if (few)
          view.labels.add(
            `${force.value.length().toPrecision(4)} ${force.unit}`,
            direction.add(point),
            tint,
            view.camera,
          );
      } else if (normal) view.arrows.add(point, direction.copy(normal).multiplyScalar(56 * pixel), colour, 3, pixel);
      view.dots.add(point, colour, 9, pixel);
    }
  }

  private find(view: BodyScene, frame: number): readonly DrawnContact[] {
    const { bodies } = view.frames!.layout;
    const struck = this.collisions(view, frame).map(({ objects, point, normal }) => ({
      objects,
      point: new Vector3().fromArray([...point!]),
      normal: normal && new Vector3().fromArray([...normal]),
      force: null,
    }));
    // While the time stands still, the points and forces of the law itself are drawn.
    const pushed = isPlaying.value || selectedEvent.value !== null ? null : this.forces.at(frame);
    if (pushed && pushed.length > 0) return pushed;
    const known = new Set(struck.map(({ objects }) => [...objects].sort().join(" ")));
    this.touching ??= new Touching(bodies);
    const resting = this.touching.find(view.bodies).map(({ bodies: [i, j], point, normal }) => ({
      objects: [bodies[i].name, bodies[j].name],
      point,
      normal,
      force: null,
    }));
    return [...struck, ...resting.filter(({ objects }) => !known.has([...objects].sort().join(" ")))];
  }

  private collisions(view: BodyScene, frame: number): EventInfo[] {
    const list = events.value;
    const selected = selectedEvent.value === null ? undefined : list[selectedEvent.value];
    if (selected) return list.filter((event) => event.point && Math.abs(event.time - selected.time) < 1e-9);
    const { times, count } = view.frames!;
    const one = count > 1 ? times[Math.min(frame + 1, count - 1)] - times[Math.max(0, Math.min(frame, count - 2))] : 0;
    const window = Math.max(one, isPlaying.value ? glow * speed.value : 0);
    const found: EventInfo[] = [];
    for (let i = lastBefore(list, view.time); i >= 0 && list[i].time > view.time - window && found.length < 500; i--)
      if (list[i].point) found.push(list[i]);
    return found;
  }
}

/** The number of the last event at or before a time. */
function lastBefore(list: readonly EventInfo[], time: number): number {
  let low = -1;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (list[middle].time <= time + 1e-12) low = middle;
    else high = middle - 1;
  }
  return low;
}
