// What a run takes, counted in evaluations of laws and of rates: so a judge spends as much on a scene on every machine.
import { Laws } from "../../src/engine/laws/laws.ts";
import { StageLaws } from "../../src/engine/motion/stage-laws.ts";

/** Thrown out of a run that takes more than it may. */
class TooMuch extends Error {}

export class Effort {
  spent = 0;
  private most = Number.POSITIVE_INFINITY;

  private readonly count = (): void => {
    if (++this.spent > this.most) throw new TooMuch();
  };

  /** Does work and counts. */
  of<T>(work: () => T): T {
    const { count } = this;
    const { evaluation } = Laws.prototype;
    const { derivative } = StageLaws.prototype;
    Laws.prototype.evaluation = function (...given) {
      count();
      return evaluation.apply(this, given);
    };
    StageLaws.prototype.derivative = function (...given) {
      count();
      derivative.apply(this, given);
    };
    try {
      return work();
    } finally {
      Laws.prototype.evaluation = evaluation;
      StageLaws.prototype.derivative = derivative;
    }
  }

  /** Does work as long as it takes no more than this; false where it is given up in the middle. */
  upTo(most: number, work: () => void): boolean {
    this.most = most;
    try {
      this.of(work);
      return true;
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return false;
    } finally {
      this.most = Number.POSITIVE_INFINITY;
    }
  }
}
