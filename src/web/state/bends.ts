// Times between frames at which bodies change direction, so that a bounce is drawn to its exact point.
import { bendSize } from "../protocol/messages.ts";

/** A position and a rotation matrix. */
const poseSize = 12;

export class Bends {
  /** Times of the bends of each body, in order. */
  private readonly times = new Map<number, number[]>();
  private readonly poses = new Map<number, Float64Array[]>();

  /** Adds rows from the worker. */
  add(rows: Float64Array): void {
    for (let at = 0; at < rows.length; at += bendSize) {
      const [body, time] = [rows[at], rows[at + 1]];
      if (!this.times.has(body)) {
        this.times.set(body, []);
        this.poses.set(body, []);
      }
      this.times.get(body)!.push(time);
      this.poses.get(body)!.push(rows.subarray(at + 2, at + bendSize));
    }
  }

  /** The bends up to a time. */
  upTo(time: number): Bends {
    const kept = new Bends();
    for (const body of this.times.keys()) {
      const count = this.count(body, time);
      kept.times.set(body, this.times.get(body)!.slice(0, count));
      kept.poses.set(body, this.poses.get(body)!.slice(0, count));
    }
    return kept;
  }

  /** The number of bends of a body at or before a time. */
  count(body: number, time: number): number {
    const times = this.times.get(body);
    if (!times) return 0;
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The time of a bend of a body; NaN if there is none of that number. */
  time(body: number, number: number): number {
    return this.times.get(body)?.[number] ?? Number.NaN;
  }

  pose(body: number, number: number, side: "before" | "after"): Float64Array {
    const both = this.poses.get(body)![number];
    return side === "before" ? both.subarray(0, poseSize) : both.subarray(poseSize);
  }
}
