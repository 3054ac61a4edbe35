// The instants a run records: the frames at their rate, and the times a person asked for.
import type { Settings } from "../model/settings.ts";

export class RecordingTimes {
  private readonly initialTime: number;
  private readonly frames: number;
  private readonly end: number;
  /** Upwards. */
  private readonly asked: readonly number[];
  /** The one taken last, and up to where the next may lie. */
  t = 0;
  until = 0;
  private frameNumber = 0;
  private askedNumber = 0;

  constructor({ initialTime, duration, frames }: Settings, asked: readonly number[], from: number) {
    this.initialTime = initialTime;
    this.frames = frames;
    this.end = initialTime + duration;
    this.asked = [...new Set(asked)].filter((t) => t >= from).sort((a, b) => a - b);
    while (initialTime + this.frameNumber / frames < from) this.frameNumber++;
  }

  /** Takes the next that comes before `until`, or up to it; false if there is none. */
  take(bound: "before" | "up to"): boolean {
    const { until } = this;
    const frame = this.initialTime + this.frameNumber / this.frames;
    const asked = this.askedNumber < this.asked.length ? this.asked[this.askedNumber] : Number.POSITIVE_INFINITY;
    const t = Math.min(frame, asked);
    if (t > this.end || t > until || (bound === "before" && t === until)) return false;
    if (frame <= t) this.frameNumber++;
    if (asked <= t) this.askedNumber++;
    this.t = t;
    return true;
  }
}
