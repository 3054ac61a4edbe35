// The judgement of a run by the errors of its steps: one whose errors come near to the size of its own motion is not to
// be trusted. One note says so, and which step would do.
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import type { IntegratorName, Settings } from "../model/settings.ts";
import type { Flow } from "../motion/flow.ts";
import { type ErrorLedger, lastedFor } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { leastFollowed, longValid } from "./companions.ts";
import { ageOf, grownBy, seenFor, shownBy } from "./error-growth.ts";
import { growsFreely, isStepping, limitOf, methodOf } from "./method-errors.ts";
import type { MotionSizes, Rows } from "./motion-sizes.ts";
import { proposeStep } from "./step-proposal.ts";
import type { StepSamples } from "./step-samples.ts";

/** An error of a single step beyond this share needs no companion. */
const grossError = 0.1;
/** Not before this many steps is a share reported, unless the run ends: at its beginning all motion is small. */
export const firstJudgement = 64;

/** The proposed step brings errors to this part of the limit for a note; they are found over this many steps. */
const wantedPart = 0.5;
const tracedSteps = 32;
/** A run that comes to this many times its first values has burst: it shows nothing of the motion any more. */
const bursting = 1e6;

export type When = "on the way" | "at the end";

/** Whose error is how large, as a share of the motion. */
interface Doubt {
  readonly term: RateTerm;
  readonly share: number;
  readonly motion: number;
}

export class Judgement {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
  }

  /** A note if errors are too large by now, once in a run; the flow has begun a step. */
  judge(flow: Flow, state: State, when: When): string | null {
    const ledger = state.errors;
    const method = methodOf(flow, this.model);
    if (!ledger || ledger.isTold || method === null) return null;
    if (when === "at the end" && ledger.failed > ledger.samples) return this.tellFailed(method, ledger);
    if (ledger.samples === 0) return null;
    const rows = this.sizes.rowsOf(flow.stages.terms);
    this.samples.reach(flow, rows, flow.started, ledger);
    this.sizes.find(rows, flow.started, ledger);
    const doubt = this.worstDoubt(flow, rows, ledger, state.steps);
    const factor = this.factorOf(method, rows, ledger, state.steps, when);
    const share = doubt.share * factor;
    if (!(share > limitOf(method))) return null;
    ledger.isTold = true;
    const proposed = this.proposeStep(flow, { ...doubt, share }, state, factor);
    return this.tell(method, { ...doubt, share }, state.time, proposed);
  }

  private tell(method: IntegratorName, { term, share, motion }: Doubt, time: number, proposed: number | null): string {
    const { settings } = this.model;
    const { slot, application } = term;
    const whose = `'${slot.name}' of '${application.body.name}' under the law '${application.context.name.name}'`;
    const error = share < 1 ? `about ${digits(share * motion)} in a motion of` : "as large as its motion,";
    return (
      `the step ${settings.step} is too long for ${method} here, and results may be meaningless: by t = ${time} the ` +
      `estimated error of ${whose} is ${error} ${digits(motion)}; ${remedyFor(settings, proposed)}`
    );
  }

  /** A step that has a result where its two parts have none is not to be trusted. */
  private tellFailed(method: IntegratorName, ledger: ErrorLedger): string {
    const { settings } = this.model;
    ledger.isTold = true;
    return (
      `the step ${settings.step} is too long for ${method} here, and results may be meaningless: most steps cannot ` +
      `be ` +
      `taken in two parts, so that their errors are not known; ${remedyFor(settings, null)}`
    );
  }

  /** The attribute whose error is the largest share of its motion; the sizes of the motions have been found. */
  worstDoubt(flow: Flow, { terms, row, ofTerm }: Rows, ledger: ErrorLedger, steps: number): Doubt {
    const isSymplectic = methodOf(flow, this.model) === "semi-implicit euler";
    let doubt: Doubt = { term: terms[0], share: 0, motion: ofTerm[0] };
    for (let i = 0; i < terms.length; i++) {
      const motion = ofTerm[i];
      const sum = (ledger.sums[row[i]] * lastedFor(ledger, row[i], steps)) / Math.max(1, steps);
      const worst = ledger.worst[row[i]];
      const share = isSymplectic ? Math.sqrt(worst / (2 * motion)) + sum / motion : Math.max(sum, worst) / motion;
      if (share > doubt.share) doubt = { term: terms[i], share, motion };
    }
    // Samples may miss the few steps in which errors are made; who follows a companion sees them all.
    return { ...doubt, share: Math.max(doubt.share, seenFor(ledger, ageOf(ledger, { row }, steps))) };
  }

  /** How many times the sum of errors the run is off, as far as that is known; 0 where it is too soon to say. */
  private factorOf(method: IntegratorName, rows: Rows, ledger: ErrorLedger, steps: number, when: When): number {
    const { row, ofTerm } = rows;
    const age = ageOf(ledger, rows, steps);
    const isGross = isStepping(this.model) || row.some((r, i) => ledger.worst[r] > grossError * ofTerm[i]);
    if (isGross) return Math.max(1, ledger.factor);
    if (ledger.factor > 0 && steps <= longValid * ledger.checked) return grownBy(ledger, age);
    if (when === "on the way") return 0;
    const { companion } = ledger;
    if (companion && (ledger.factor === 0 || steps - companion.steps >= leastFollowed)) {
      const factor = shownBy(companion, steps, age, growsFreely(method));
      return grownBy({ factor, slope: companion.slope }, age);
    }
    return steps < firstJudgement ? 1 : grownBy(ledger, age);
  }

  private proposeStep(flow: Flow, { term, share, motion }: Doubt, state: State, factor: number): number | null {
    const { duration, initialTime, step } = this.model.settings;
    const { slope } = state.errors!;
    const method = methodOf(flow, this.model)!;
    const first = Float64Array.from(flow.stages.terms.places, (place) => this.model.initial[place]);
    const size = sizeOf(term, first);
    const hasBurst = size > 0 && motion > bursting * size;
    const atFirst = { from: initialTime, y: first, mayFade: true };
    const here = hasBurst ? atFirst : { from: flow.from, y: flow.started.slice(), mayFade: false };
    const errorsOf = (length: number) => {
      const count = Math.min(tracedSteps, Math.ceil(duration / length));
      const own = this.samples.trace(flow, term, here, length, count);
      return own && [own, this.samples.trace(flow, term, atFirst, length, count) ?? own];
    };
    return proposeStep({
      step: Math.min(step, duration),
      duration,
      elapsed: state.time - initialTime,
      share: hasBurst ? 0 : share,
      wanted: wantedPart * limitOf(method),
      growth: Math.max(factor, slope > 0 ? 1 + (slope * duration) / step : 0),
      motion: hasBurst ? size : motion,
      isSymplectic: method === "semi-implicit euler",
      errorsOf,
    });
  }
}

/** What to write instead. */
export function remedyFor({ scheme, step }: Settings, proposed: number | null): string {
  const shorter = proposed === null ? `a much shorter 'step' than ${step}` : `step = ${proposed}`;
  return `write ${shorter}${scheme === "time stepping" ? "" : ", or integrator = dormand-prince"}`;
}

function sizeOf({ at, slot }: RateTerm, y: Float64Array): number {
  let size = 0;
  for (let k = at; k < at + slot.size; k++) size = Math.max(size, Math.abs(y[k]));
  return size;
}

function digits(x: number): number {
  return Number(x.toPrecision(2));
}
