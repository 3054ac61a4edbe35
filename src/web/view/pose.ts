// Where bodies are in the memory of a frame. Slots are looked up once for a run, so that drawing only reads numbers.
import { Euler, Matrix4, Quaternion, type Vector3 } from "three";
import type { BodyInfo, RunLayout, SlotInfo } from "../worker/protocol.ts";

export function slotOf(body: BodyInfo, name: string): SlotInfo | undefined {
  return body.slots.find((slot) => slot.name === name);
}

/** The three numbers of a slot. */
export function readVector(memory: Float64Array, { offset, stride }: SlotInfo, out: Vector3): Vector3 {
  return out.set(memory[offset], memory[offset + stride], memory[offset + 2 * stride]);
}

const euler = new Euler();
const matrix = new Matrix4();

/** Three angles, a quaternion or a matrix: how many numbers there are decides, as in the language. */
export function readTurn(memory: Float64Array, { offset, stride, size }: SlotInfo, out: Quaternion): Quaternion {
  const at = (k: number) => memory[offset + k * stride];
  if (size === 3) return out.setFromEuler(euler.set(at(0), at(1), at(2), "XYZ"));
  if (size === 4) return out.set(at(1), at(2), at(3), at(0)).normalize();
  matrix.set(at(0), at(1), at(2), 0, at(3), at(4), at(5), 0, at(6), at(7), at(8), 0, 0, 0, 0, 1);
  return out.setFromRotationMatrix(matrix).normalize();
}

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

  /** Between two frames; the way between is drawn, never taken for data. */
  between(from: Float64Array, to: Float64Array, share: number, body: number, position: Vector3, turn: Quaternion): void {
    const { offset, stride } = this.places[body];
    const mix = (at: number) => from[at] + (to[at] - from[at]) * share;
    position.set(mix(offset), mix(offset + stride), mix(offset + 2 * stride));
    readTurn(from, this.turns[body], turn);
    if (share > 0) turn.slerp(readTurn(to, this.turns[body], toTurn), share);
  } // biome-ignore format: one signature
}
