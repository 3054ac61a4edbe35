// Where a body is, as the geometry takes it.
import type { Pose } from "../geometry/pose.ts";
import { copySlot } from "./layout.ts";
import type { Body } from "./model.ts";
import { orientationRoom, rotationOf } from "./orientation.ts";

/** The pose of a body in a memory. */
export function poseIn(memory: Float64Array, body: Body, out: Pose): void {
  copySlot(memory, body.position, out.position as Float64Array);
  rotationOf(out.rotation, copySlot(memory, body.orientation, orientationRoom(body.orientation.size)));
}
