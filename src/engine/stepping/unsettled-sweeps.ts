// Reports a run whose sweeps do not converge, step after step: then bodies do not move by the laws, piles never rest,
// and light bodies are thrown out from under heavy ones. A single step means nothing, because impacts are rarely solved
// completely; so the remainder is followed over some time.
import type { Laws } from "../laws/laws.ts";
import type { ContactNewton } from "./newton/contact-newton.ts";
import type { SweepGauge } from "./sweep/sweep-gauge.ts";

/** Number of steps between measured sweeps: measuring point by point takes longer. */
export const stepsBetween = 8;
/**
 * The remainder, as a share of the step's change, is averaged over this many measurements, and limited to the second
 * number.
 */
const memoryLength = 4;
const most = 2;
/** Larger remainders are reported: of sweeps alone, and where Newton's method should have solved them completely. */
const bearable = 1;
const bearableWithNewton = 0.05;
/**
 * A smaller remainder lets piles sway and creep if it lasts. So the remainder of sweeps alone is also averaged over
 * many measurements, where single large ones, such as of an impact, count little.
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
   * In memory: the average remainder of the last steps, or a mark that it is reported; and of many steps. A snapshot
   * keeps it.
   */
  readonly left = new Float64Array(2);
  /** Whether the simulation explicitly asks for sweeps alone. */
  private readonly isMeant: boolean;

  constructor(laws: Laws, gauge: SweepGauge, newton: ContactNewton | null) {
    this.newton = newton;
    this.laws = laws;
    this.gauge = gauge;
    this.isMeant = laws.model.settings.acceleration === "none";
  }

  /** Judges a measured step when it has ended. */
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
      ? "take a smaller 'step', or objects that respond to it more alike"
      : this.isRefused
        ? "take more 'iterations' or a smaller 'step'"
        : "take more 'iterations', 'acceleration = newton' or a smaller 'step'";
    this.laws.onNote?.(
      `${this.whatIsLeft(time)}: another iteration would change one of them by ${gauge.rest[0].toPrecision(2)} times ` +
        `what the step changes, so they do not move by the law; ${advice}`,
    );
  }

  private reportCreep(time: number): void {
    this.left[0] = reported;
    const advice = this.isRefused
      ? "take more 'iterations'"
      : "take more 'iterations' or 'acceleration = newton', or state 'acceleration = none' if that is meant";
    this.laws.onNote?.(
      `${this.whatIsLeft(time)}: over many steps, another iteration would on average change a body by more than ` +
        `${100 * bearableForLong} % of what a step changes, so bodies that lie on each other may sway or creep; ` +
        `${advice}`,
    );
  }

  /** Whether Newton's method is stated, but was not used for the laws solved last. */
  private get isRefused(): boolean {
    return this.laws.model.settings.acceleration === "newton" && this.newton?.isUsed === false;
  }

  private whatIsLeft(time: number): string {
    const { gauge } = this;
    const { bodies } = this.laws.model;
    const [a, b] = [bodies[gauge.own].name, bodies[gauge.other].name];
    return (
      `the contact law '${gauge.form!.context.name.name}' on '${a}' and '${b}' did not converge in the ` +
      `steps before t = ${time}`
    );
  }
}
