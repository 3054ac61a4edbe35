// A body's pose and shape, as geometry takes them.
import type { Pose } from "../../geometry/shapes/pose.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
import type { Body } from "./model.ts";
import type { ReadonlyNumbers } from "./numbers.ts";
import { orientationRoom, rotationOf } from "./orientation.ts";
import { copySlot } from "./slot.ts";

/** The pose of a body in a memory. */
export function poseIn(memory: ReadonlyNumbers, body: Body, out: Pose): void {
  copySlot(memory, body.position, out.position as Float64Array);
  rotationOf(out.rotation, copySlot(memory, body.orientation, orientationRoom(body.orientation.size)));
}

/** The shape of a body in a memory; if laws change it, it is valid until the next call. */
export function shapeIn(memory: ReadonlyNumbers, { sizing, geometry }: Body): BodyShape {
  return sizing === null ? geometry : sizing.shapeIn(memory);
}
