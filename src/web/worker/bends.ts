// Where the trajectory of a body bends: its pose just before and just after a collision or an event, which lies between
// frames.
import { poseIn } from "../../engine/model/body-pose.ts";
import type { Body } from "../../engine/model/model.ts";
import { createPose } from "../../geometry/shapes/pose.ts";
import type { RecordedEvent } from "../../record/run/record.ts";
import { bendSize } from "../protocol/messages.ts";

const pose = createPose();

/** Rows of numbers, as the protocol says. Events without a jump make no bends. */
export function bendsOf(events: readonly RecordedEvent[], bodies: ReadonlyMap<string, Body>): Float64Array {
  const rows: number[] = [];
  for (const { time, before, after, objects } of events) {
    if (!before.act) continue;
    const [from, to] = [before.memory, after.memory];
    for (const name of objects) {
      const body = bodies.get(name);
      if (!body || body.physicalType === "static") continue;
      rows.push(body.index, time);
      for (const memory of [from, to]) {
        poseIn(memory, body, pose);
        rows.push(...pose.position, ...pose.rotation);
      }
    }
  }
  if (rows.length % bendSize !== 0) throw new Error("a row of another length");
  return Float64Array.from(rows);
}
