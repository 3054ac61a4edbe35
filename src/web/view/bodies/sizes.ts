// The sizes of bodies whose shape laws change, at the moment that is shown.
import type { Vector3 } from "three";
import type { BodyInfo, RunLayout, SlotInfo } from "../../protocol/messages.ts";
import type { Frames } from "../../state/run.ts";
import { halfOf } from "./body-geometry.ts";
import { shareOf } from "./pose.ts";
import { slotOf } from "./slots.ts";

export class Sizes {
  /** The numbers of these bodies in the layout. */
  readonly changing: readonly number[];
  private readonly bodies: readonly BodyInfo[];
  private readonly slots: readonly (SlotInfo | null)[];

  constructor({ bodies }: RunLayout) {
    this.bodies = bodies;
    this.slots = bodies.map((body) => (body.sizing ? (slotOf(body, "size") ?? null) : null));
    this.changing = bodies.flatMap((_, i) => (this.slots[i] ? [i] : []));
  }

  read(memory: Float64Array, body: number, out: Float64Array): void {
    const { offset, stride } = this.slots[body]!;
    for (let k = 0; k < out.length; k++) out[k] = memory[offset + k * stride];
  }

  /**
   * The size at a time after a frame: interpolated between the known sizes around it, unless a jump lies between them.
   */
  between(frames: Frames, frame: number, time: number, body: number, out: Float64Array): void {
    this.read(frames.memory(frame), body, out);
    const share = shareOf(frames, frame, time, body);
    if (share === 0) return;
    const { offset, stride } = this.slots[body]!;
    const next = frames.memory(Math.min(frame + 1, frames.count - 1));
    for (let k = 0; k < out.length; k++) out[k] += share * (next[offset + k * stride] - out[k]);
  }

  /** How far a body reaches in a memory. */
  reach(memory: Float64Array, body: number, half: Vector3): number {
    const size = new Float64Array(this.bodies[body].sizing!.first.length);
    this.read(memory, body, size);
    sizedHalf(half, this.bodies[body], size);
    return this.bodies[body].shape.kind === "sphere" ? half.x : half.length();
  }
}

/** Half extents for a size, about the origin of the body, or that of its coordinates where they have another. */
export function sizedHalf(out: Vector3, { shape, sizing }: BodyInfo, size: Float64Array): Vector3 {
  switch (shape.kind) {
    case "sphere":
      return out.setScalar(size[0]);
    case "cuboid":
      return out.set(size[0] / 2, size[1] / 2, size[2] / 2);
    case "capsule":
      return out.set(size[0], size[0], size[1] / 2 + size[0]);
    case "cylinder":
    case "cone":
      return out.set(size[0], size[0], size[1] / 2);
    default:
      return out.copy(halfOf(shape)!).multiplyScalar(size[0] / sizing!.first[0]);
  }
}
