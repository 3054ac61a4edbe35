// Points and normals of the collisions at the time that is shown, and of the selected event.
import { Vector3 } from "three";
import { isPlaying, selectedEvent, speed } from "../state/clock.ts";
import { events } from "../state/run.ts";
import { showContacts } from "../state/settings.ts";
import type { EventInfo } from "../worker/protocol.ts";
import { vectorColour } from "./palette.ts";
import type { BodyScene, Layer } from "./scene.ts";

/** Seconds on the clock of the person for which a collision stays in sight while playing. */
const glow = 0.25;
const at = new Vector3();
const way = new Vector3();

export class ContactLayer implements Layer {
  /** What is drawn. */
  shown: readonly EventInfo[] = [];

  reset(): void {}

  update(view: BodyScene, frame: number): void {
    this.shown = showContacts.value ? this.find(view, frame) : [];
    const colour = vectorColour("normal");
    for (const { point, normal } of this.shown) {
      at.fromArray([...point!]);
      const pixel = view.pixelAt(at);
      if (normal) view.arrows.add(at, way.fromArray([...normal]).multiplyScalar(56 * pixel), colour, 3, pixel);
      view.dots.add(at, colour, 9, pixel);
    }
  }

  private find(view: BodyScene, frame: number): EventInfo[] {
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
