// The instants a run records: the frames at their rate, and the times a person asked for.
import type { Settings } from "../model/settings.ts";

export class RecordingTimes {
  private readonly initialTime: number;
  private readonly frames: number;
  private readonly end: number;
  /** In ascending order. */
  private readonly asked: readonly number[];
  /** The last instant taken, and the latest possible next one. */
  t = 0;
  until = 0;
  private frameNumber = 0;
  private askedNumber = 0;

  constructor({ initialTime, duration, frames }: Settings, asked: readonly number[], from: number) {
    this.initialTime = initialTime;
    this.frames = frames;
    this.end = initialTime + duration;
    // A record without frames in between still has the end of the run.
    const all = frames * duration < 1 ? [...asked, this.end] : asked;
    this.asked = [...new Set(all)].filter((t) => t >= from).sort((a, b) => a - b);
    while (initialTime + this.frameNumber / frames < from) this.frameNumber++;
  }

  /** Takes the next instant before `until`, or up to it; false if there is none. */
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
