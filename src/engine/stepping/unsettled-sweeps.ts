// Reports a run whose sweeps, step after step, do not come to an end: bodies then move as no law says, piles never rest and light bodies are thrown
// from under heavy ones. A single step means nothing, for impacts are seldom solved to the end; so what is left is followed over some time.
import type { Laws } from "../laws.ts";
import type { ContactNewton } from "./contact-newton.ts";
import type { SweepGauge } from "./sweep-gauge.ts";

/** Every so many steps the last sweep is measured: point by point it takes longer than at once. */
export const stepsBetween = 8;
/** What is left, as a part of what the step changes, is followed over this many measurements, and counts for so much at most. */
const memoryLength = 4;
const most = 2;
/** So much is reported: of sweeps alone, and where Newton's method was to solve them to the end. */
const bearable = 1;
const bearableWithNewton = 0.05;
const reported = -1;

export class UnsettledSweeps {
  private readonly laws: Laws;
  private readonly gauge: SweepGauge;
  private readonly newton: ContactNewton | null;
  /** In memory: what was left in the last steps on average, or that it is reported. A snapshot keeps it. */
  readonly left = new Float64Array(1);

  constructor(laws: Laws, gauge: SweepGauge, newton: ContactNewton | null) {
    this.newton = newton;
    this.laws = laws;
    this.gauge = gauge;
  }

  /** A step that was measured has ended. */
  judge(time: number): void {
    const { left, gauge } = this;
    if (left[0] === reported) return;
    left[0] += (Math.min(most, gauge.rest[0]) - left[0]) / memoryLength;
    const isNewton = this.newton?.isUsed ?? false;
    if (!(left[0] > (isNewton ? bearableWithNewton : bearable)) || !gauge.form) return;
    left[0] = reported;
    const { bodies } = this.laws.model;
    const [a, b] = [bodies[gauge.own].name, bodies[gauge.other].name];
    const advice = isNewton
      ? "take a smaller 'step', or objects that it changes more alike"
      : "take more 'iterations', 'acceleration = newton' or a smaller 'step'";
    this.laws.onNote?.(
      `the contact law '${gauge.form.context.name.name}' on '${a}' and '${b}' has not come to an end in the steps before t = ${time}: once more applied it would change one of them by ${gauge.rest[0].toPrecision(2)} times what the step changes, and so bodies move as no law says; ${advice}`,
    );
  }
}
