// Where a body is, and what shape it has, as the geometry takes it.
import type { Pose } from "../../geometry/shapes/pose.ts";
import type { Shape } from "../../geometry/shapes/shape.ts";
import type { Body } from "./model.ts";
import { orientationRoom, rotationOf } from "./orientation.ts";
import { copySlot } from "./slot.ts";

/** The pose of a body in a memory. */
export function poseIn(memory: Float64Array, body: Body, out: Pose): void {
  copySlot(memory, body.position, out.position as Float64Array);
  rotationOf(out.rotation, copySlot(memory, body.orientation, orientationRoom(body.orientation.size)));
}

/** The shape of a body in a memory; one that laws change, until it is asked for again. */
export function shapeIn(memory: Float64Array, { sizing, geometry }: Body): Shape {
  return sizing === null ? geometry : sizing.shapeIn(memory);
}
