// Where bodies are at the very instant of the selected event: frames lie beside it.
import { effect } from "@preact/signals";
import { Quaternion, Vector3 } from "three";
import { selectedEvent } from "../state/clock.ts";
import { events, frames, probe } from "../state/run.ts";
import { readTurn } from "./pose.ts";
import type { BodyScene } from "./scene.ts";

/** With more bodies than these, only those of the event are asked for. */
const few = 64;

export function watchEventPoses(view: BodyScene): () => void {
  return effect(() => {
    const number = selectedEvent.value;
    const all = frames.value;
    const event = number === null ? undefined : events.value[number];
    view.instant = null;
    view.bodies.setAside(event ? new Set(event.objects) : null);
    view.invalidate();
    if (!event || !all) return;
    const { bodies } = all.layout;
    const asked = bodies.flatMap(({ name, physicalType }, i) =>
      physicalType !== "static" && (bodies.length <= few || event.objects.includes(name)) ? [{ name, i }] : [],
    );
    const paths = asked.flatMap(({ name }) => [`${name}.position`, `${name}.orientation`]);
    probe(paths, [{ event: event.number, side: "after" }]).then(
      ([row]) => {
        if (selectedEvent.peek() !== number || frames.peek() !== all || !row) return;
        const poses = new Map<number, { position: Vector3; turn: Quaternion }>();
        for (const [k, { i }] of asked.entries()) {
          const [place, turn] = [row[2 * k], row[2 * k + 1]];
          if (typeof place !== "object" || typeof turn !== "object" || !("data" in place) || !("data" in turn)) continue;
          const slot = { name: "", offset: 0, stride: 1, size: turn.data.length, kind: "vector", rows: 1, cols: 1 } as const;
          poses.set(i, { position: new Vector3().fromArray([...place.data]), turn: readTurn(Float64Array.from(turn.data), slot, new Quaternion()) });
        }
        view.instant = poses;
        view.invalidate();
      },
      // A run that is over has other events.
      () => {},
    );
  });
} // biome-ignore format: one record a line
