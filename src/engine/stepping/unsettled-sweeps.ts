// Reports a run whose sweeps, step after step, do not come to an end: bodies then move as no law says, piles never rest
// and light bodies are thrown from under heavy ones. A single step means nothing, for impacts are seldom solved to the
// end; so what is left is followed over some time.
import type { Laws } from "../laws/laws.ts";
import type { ContactNewton } from "./newton/contact-newton.ts";
import type { SweepGauge } from "./sweep/sweep-gauge.ts";

/** Every so many steps the last sweep is measured: point by point it takes longer than at once. */
export const stepsBetween = 8;
/**
 * What is left, as a part of what the step changes, is followed over this many measurements, and counts for so much at
 * most.
 */
const memoryLength = 4;
const most = 2;
/** So much is reported: of sweeps alone, and where Newton's method was to solve them to the end. */
const bearable = 1;
const bearableWithNewton = 0.05;
/**
 * Piles sway and creep by less, if it lasts. So what is left of sweeps alone is also followed over many measurements,
 * where single ones, as of an impact, count little.
 */
const longMemory = 32;
const mostOfOne = 0.1;
const bearableForLong = 0.02;
const reported = -1;

export class UnsettledSweeps {
  private readonly laws: Laws;
  private readonly gauge: SweepGauge;
  private readonly newton: ContactNewton | null;
  /**
   * In memory: what was left in the last steps on average, or that it is reported; and in many steps. A snapshot keeps
   * it.
   */
  readonly left = new Float64Array(2);
  /** Whether the simulation states that there are sweeps and nothing else. */
  private readonly isMeant: boolean;

  constructor(laws: Laws, gauge: SweepGauge, newton: ContactNewton | null) {
    this.newton = newton;
    this.laws = laws;
    this.gauge = gauge;
    this.isMeant = laws.model.settings.acceleration === "none";
  }

  /** A step that was measured has ended. */
  judge(time: number): void {
    const { left, gauge } = this;
    if (left[0] === reported) return;
    left[0] += (Math.min(most, gauge.rest[0]) - left[0]) / memoryLength;
    left[1] += (Math.min(mostOfOne, gauge.rest[0]) - left[1]) / longMemory;
    if (!gauge.form) return;
    const isNewton = this.newton?.isUsed ?? false;
    if (left[0] > (isNewton ? bearableWithNewton : bearable)) this.report(time, isNewton);
    else if (!isNewton && !this.isMeant && left[1] > bearableForLong) this.reportCreep(time);
  }

  private report(time: number, isNewton: boolean): void {
    const { left, gauge } = this;
    left[0] = reported;
    const advice = isNewton
      ? "take a smaller 'step', or objects that it changes more alike"
      : this.isRefused
        ? "take more 'iterations' or a smaller 'step'"
        : "take more 'iterations', 'acceleration = newton' or a smaller 'step'";
    this.laws.onNote?.(
      `${this.whatIsLeft(time)}: once more applied it would change one of them by ` +
        `${gauge.rest[0].toPrecision(2)} times ` +
        `what the step changes, and so bodies move as no law says; ${advice}`,
    );
  }

  private reportCreep(time: number): void {
    this.left[0] = reported;
    const advice = this.isRefused
      ? "take more 'iterations'"
      : "take more 'iterations' or 'acceleration = newton', or state 'acceleration = none' if that is meant";
    this.laws.onNote?.(
      `${this.whatIsLeft(time)}: over many steps, once more applied, contact laws would on average have changed a ` +
        `body by more than ` +
        `${100 * bearableForLong} % of what a step changes, and so bodies that lie on each other may sway or creep; ` +
        `${advice}`,
    );
  }

  /** Whether Newton's method is stated, and was not for the laws that were solved last. */
  private get isRefused(): boolean {
    return this.laws.model.settings.acceleration === "newton" && this.newton?.isUsed === false;
  }

  private whatIsLeft(time: number): string {
    const { gauge } = this;
    const { bodies } = this.laws.model;
    const [a, b] = [bodies[gauge.own].name, bodies[gauge.other].name];
    return (
      `the contact law '${gauge.form!.context.name.name}' on '${a}' and '${b}' has not come to an end in the ` +
      `steps before t = ${time}`
    );
  }
}
