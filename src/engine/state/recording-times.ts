// The instants a run records: the frames at their rate, the times a person asked for, and the end.
import type { Settings } from "../model/settings.ts";

/** A frame is the end of the run if it differs from it by less than this share of the time between frames. */
const sameInstant = 1e-6;

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
    this.asked = [...new Set([...asked, this.end])].filter((t) => t >= from).sort((a, b) => a - b);
    while (this.frameTime() < from) this.frameNumber++;
  }

  private frameTime(): number {
    const { frames, end } = this;
    const t = this.initialTime + this.frameNumber / frames;
    return Math.abs(t - end) < sameInstant / frames ? end : t;
  }

  /** Takes the next instant before `until`, or up to it; false if there is none. */
  take(bound: "before" | "up to"): boolean {
    const { until } = this;
    const frame = this.frameTime();
    const asked = this.askedNumber < this.asked.length ? this.asked[this.askedNumber] : Number.POSITIVE_INFINITY;
    const t = Math.min(frame, asked);
    if (t > this.end || t > until || (bound === "before" && t === until)) return false;
    if (frame <= t) this.frameNumber++;
    if (asked <= t) this.askedNumber++;
    this.t = t;
    return true;
  }
}
