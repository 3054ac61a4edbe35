// How long a run takes, and what the time goes into. The engine reports when work of another kind begins; the clock is
// here.
import { type PhaseName, phaseNames } from "../../engine/state/phase.ts";
import type { Run } from "../../record/run/run.ts";
import type { WorkInfo } from "../protocol/links.ts";

/** One of this number of steps is measured in detail: measuring costs time too. */
const every = 8;

export class WorkClock {
  private steps = 0;
  private milliseconds = 0;
  private readonly spent = new Float64Array(phaseNames.length);
  /** The current phase and its start; -1 while nothing is measured. */
  private phase = -1;
  private since = 0;

  readonly listen = (phase: PhaseName): void => {
    if (this.phase < 0) return;
    const now = performance.now();
    this.spent[this.phase] += now - this.since;
    this.since = now;
    this.phase = phaseNames.indexOf(phase);
  };

  advance(run: Run): void {
    // The first steps create what later ones use, and are not typical.
    const isLookedAt = this.steps++ % every === every - 1;
    if (!isLookedAt) {
      run.advance();
      return;
    }
    this.phase = phaseNames.indexOf("motion");
    this.since = performance.now();
    run.advance();
    this.listen("motion");
    this.phase = -1;
  }

  /** Adds computing time of the run. */
  add(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  get info(): WorkInfo {
    const sum = this.spent.reduce((a, b) => a + b, 0);
    return {
      steps: this.steps,
      seconds: this.milliseconds / 1000,
      shares: phaseNames.map((phase, i) => ({ phase, share: sum > 0 ? this.spent[i] / sum : 0 })),
    };
  }
}
