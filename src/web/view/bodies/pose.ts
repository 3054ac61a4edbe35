// Where bodies are in the memory of a frame. Slots are looked up once for a run, so that drawing only reads numbers.
import { Euler, Matrix4, Quaternion, Vector3 } from "three";
import type { RunLayout, SlotInfo } from "../../protocol/messages.ts";
import type { Frames } from "../../state/run.ts";
import { slotOf } from "./slots.ts";

/** Reads the three numbers of a slot. */
export function readVector(memory: Float64Array, { offset, stride }: SlotInfo, out: Vector3): Vector3 {
  return out.set(memory[offset], memory[offset + stride], memory[offset + 2 * stride]);
}

const euler = new Euler();
const matrix = new Matrix4();

/** Reads an orientation: three angles, a quaternion or a matrix, by the number of values, as in the language. */
export function readTurn(memory: Float64Array, { offset, stride, size }: SlotInfo, out: Quaternion): Quaternion {
  const at = (k: number) => memory[offset + k * stride];
  if (size === 3) return out.setFromEuler(euler.set(at(0), at(1), at(2), "XYZ"));
  if (size === 4) return out.set(at(1), at(2), at(3), at(0)).normalize();
  matrix.set(at(0), at(1), at(2), 0, at(3), at(4), at(5), 0, at(6), at(7), at(8), 0, 0, 0, 0, 1);
  return out.setFromRotationMatrix(matrix).normalize();
}

const toPlace = new Vector3();
const toTurn = new Quaternion();

export class Poses {
  private readonly places: readonly SlotInfo[];
  private readonly turns: readonly SlotInfo[];

  constructor({ bodies }: RunLayout) {
    this.places = bodies.map((body) => slotOf(body, "position")!);
    this.turns = bodies.map((body) => slotOf(body, "orientation")!);
  }

  position(memory: Float64Array, body: number, out: Vector3): Vector3 {
    return readVector(memory, this.places[body], out);
  }

  /**
   * The pose at a time after a frame, interpolated between the known poses around it. It is drawn, but never used as
   * data.
   */
  between(frames: Frames, frame: number, time: number, body: number, position: Vector3, turn: Quaternion): void {
    const { bends, times } = frames;
    const next = Math.min(frame + 1, frames.count - 1);
    let [from, to] = [times[frame], times[next]];
    this.read(frames.memory(frame), body, position, turn);
    this.read(frames.memory(next), body, toPlace, toTurn);
    const passed = bends.count(body, time);
    if (bends.time(body, passed) <= to) {
      to = bends.time(body, passed);
      readPose(bends.pose(body, passed, "before"), toPlace, toTurn);
    }
    if (bends.time(body, passed - 1) > from) {
      from = bends.time(body, passed - 1);
      readPose(bends.pose(body, passed - 1, "after"), position, turn);
    }
    const share = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 0;
    if (share === 0) return;
    position.lerp(toPlace, share);
    turn.slerp(toTurn, share);
  }

  read(memory: Float64Array, body: number, position: Vector3, turn: Quaternion): void {
    readVector(memory, this.places[body], position);
    readTurn(memory, this.turns[body], turn);
  }
}

const bendPlace: SlotInfo = { name: "", offset: 0, stride: 1, size: 3, kind: "vector", rows: 1, cols: 3 };
const bendTurn: SlotInfo = { name: "", offset: 3, stride: 1, size: 9, kind: "matrix", rows: 3, cols: 3 };

function readPose(pose: Float64Array, position: Vector3, turn: Quaternion): void {
  readVector(pose, bendPlace, position);
  readTurn(pose, bendTurn, turn);
}

/**
 * The share of the way between two frames at which an attribute of a body is drawn: at one of them, where a jump lies
 * between them.
 */
export function shareOf({ bends, times, count }: Frames, frame: number, time: number, body: number): number {
  const [from, to] = [times[frame], times[Math.min(frame + 1, count - 1)]];
  if (!(to > from)) return 0;
  const passed = bends.count(body, time);
  if (bends.time(body, passed - 1) > from) return 1;
  return bends.time(body, passed) <= to ? 0 : Math.min(1, Math.max(0, (time - from) / (to - from)));
}

/** The corners of a body's trajectory after one time and up to another, each as it is reached and as it is left. */
export function* cornersOf(
  { bends }: Frames,
  body: number,
  from: number,
  to: number,
  come: Vector3,
  left: Vector3,
): Generator<void> {
  const last = bends.count(body, to);
  for (let i = bends.count(body, from); i < last; i++) {
    readVector(bends.pose(body, i, "before"), bendPlace, come);
    readVector(bends.pose(body, i, "after"), bendPlace, left);
    yield;
  }
}
