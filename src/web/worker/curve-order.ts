// The rows of all curves: frames and both sides of events in the order of time.
import type { Frame } from "../../record/run/record.ts";
import type { Run } from "../../record/run/run.ts";

export class CurveOrder {
  readonly moments: Frame[] = [];
  /** Twice the number of the event, plus 1 on the side after it; -1 at a frame. */
  readonly sides: number[] = [];
  private readonly run: Run;
  private frame = 0;
  private event = 0;

  constructor(run: Run) {
    this.run = run;
  }

  /**
   * Adds new rows. A frame at the time of an event has the values after it, so events come first. While the run
   * continues, the last instant waits, because more may happen in it. Existing rows never change.
   */
  extend(isOver: boolean): void {
    const { frames } = this.run.recording;
    const end = isOver ? Number.POSITIVE_INFINITY : (frames.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    while (this.frame < frames.length && (isOver || frames[this.frame].time < end)) {
      this.eventsUpTo(frames[this.frame].time);
      this.add(frames[this.frame++], -1);
    }
    if (isOver) this.eventsUpTo(Number.POSITIVE_INFINITY);
  }

  private eventsUpTo(time: number): void {
    const { events } = this.run.recording;
    for (; this.event < events.length && events[this.event].time <= time; this.event++) {
      const event = events[this.event];
      this.add(event.before, 2 * this.event);
      this.add(event.after, 2 * this.event + 1);
    }
  }

  private add(moment: Frame, side: number): void {
    this.moments.push(moment);
    this.sides.push(side);
  }
}
