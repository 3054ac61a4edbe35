// Where a body is in the memory of a frame, for the view.
import { Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import { rotationOf } from "../../engine/orientation.ts";
import type { BodyInfo, SlotInfo } from "../worker/protocol.ts";

const matrix = new Matrix4();
const rotation = new Float64Array(9);
const numbers = new Float64Array(16);

export function slotOf(body: BodyInfo, name: string): SlotInfo | undefined {
  return body.slots.find((slot) => slot.name === name);
}

export function readNumbers(memory: Float64Array, { offset, stride, size }: SlotInfo): Float64Array {
  for (let k = 0; k < size; k++) numbers[k] = memory[offset + k * stride];
  return numbers.subarray(0, size);
}

const fromPosition = new Vector3();
const toPosition = new Vector3();
const fromTurn = new Quaternion();
const toTurn = new Quaternion();

/** The pose in one memory. */
export function poseOf(memory: Float64Array, body: BodyInfo, position: Vector3, turn: Quaternion): void {
  const place = readNumbers(memory, slotOf(body, "position")!);
  position.set(place[0], place[1], place[2]);
  rotationOf(rotation, readNumbers(memory, slotOf(body, "orientation")!));
  const [a, b, c, d, e, f, g, h, i] = rotation;
  turn.setFromRotationMatrix(matrix.set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1));
}

/** Puts an object between two frames; the way between is drawn, never taken for data. */
export function placeBetween(object: Object3D, body: BodyInfo, from: Float64Array, to: Float64Array, share: number): void {
  poseOf(from, body, fromPosition, fromTurn);
  if (share > 0) {
    poseOf(to, body, toPosition, toTurn);
    fromPosition.lerp(toPosition, share);
    fromTurn.slerp(toTurn, share);
  }
  object.position.copy(fromPosition);
  object.quaternion.copy(fromTurn);
} // biome-ignore format: one signature
