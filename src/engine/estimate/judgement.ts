// The judgement of a run by the errors of its steps: a run whose errors come near to the size of its own motion cannot
// be trusted. One note says so, and proposes a step.
import { exp, log } from "../../math/elementary/elementary.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import type { IntegratorName, Settings } from "../model/settings.ts";
import type { Flow } from "../motion/flow.ts";
import { type ErrorLedger, lastedFor } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import type { Explosion } from "./chaos.ts";
import { leastFollowed, longValid } from "./companions.ts";
import { mostCostOfSearch } from "./effort.ts";
import { ageOf, grownBy, mostGrowth, seenFor, shownBy } from "./error-growth.ts";
import { isStepping, limitOf, methodOf, orderOf } from "./method-errors.ts";
import type { MotionSizes, Rows } from "./motion-sizes.ts";
import type { ReferenceFollower } from "./reference.ts";
import { proposeStep } from "./step-proposal.ts";
import type { StepSamples } from "./step-samples.ts";
import type { StrideFollower } from "./strides.ts";

/** An error of a single step beyond this share needs no companion. */
const grossError = 0.1;
/** Shares are reported only after this many steps, unless the run ends: at its beginning all motion is small. */
export const firstJudgement = 64;

/**
 * The proposed step reduces errors to this part of the limit for a note; they are measured over this number of steps.
 */
const wantedPart = 0.5;
const tracedSteps = 32;
/**
 * Over fewer steps if all lengths together would cost too much: each is tried in both pieces, whole and in two parts.
 */
const fewestTraced = 4;
const wantedLengths = 10;
const costOfTraced = 6;
/** A run that exceeds its first values by this factor has burst: it no longer shows the motion. */
const bursting = 1e6;

/** Errors that grow with a larger power of time than this go on to grow. */
const growing = 1.3;
const steepest = 2;

/** A share below this part of an earlier one is falling. */
const falling = 0.8;

export type ErrorInstant = "on the way" | "at the end";

/** Whose error is how large, as a share of the motion. */
interface Doubt {
  readonly term: RateTerm;
  readonly share: number;
  readonly motion: number;
}

/** What knows directly how far a run is off. */
export interface Followers {
  readonly strides: StrideFollower;
  readonly reference: ReferenceFollower;
}

interface Judged extends Doubt {
  /** How many times the share the run is off. */
  readonly factor: number;
  /** With which power of time a measured error grows; null where it is concluded from errors of steps. */
  readonly power: number | null;
}

export class Judgement {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;
  private readonly strides: StrideFollower;
  private readonly reference: ReferenceFollower;

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples, followers: Followers) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
    this.strides = followers.strides;
    this.reference = followers.reference;
  }

  /** A note if errors are too large, once in a run; the flow has begun a step. */
  judge(flow: Flow, state: State, when: ErrorInstant): string | null {
    const ledger = state.errors;
    const method = methodOf(flow, this.model);
    if (!ledger || ledger.isTold || method === null) return null;
    if (when === "at the end" && ledger.failed > ledger.samples) return this.tellFailed(method, ledger);
    if (ledger.samples === 0) return null;
    const rows = this.sizes.rowsOf(flow.stages.terms);
    if (when === "at the end" && this.strides.follows(flow, ledger)) this.strides.close(flow, rows, state);
    this.samples.reach(flow, rows, flow.started, ledger);
    this.sizes.find(rows, flow.started, ledger);
    const doubt = this.doubtOf(flow, rows, state, when);
    const share = doubt.share * doubt.factor;
    const falls = when === "on the way" && isFalling(ledger, state.steps, doubt.share);
    if (falls || !(share > limitOf(method))) return null;
    ledger.isTold = true;
    const proposed = this.proposeStep(flow, this.worseOf({ ...doubt, share }, flow, rows, state), state);
    return this.tell(method, { ...doubt, share }, state.time, proposed);
  }

  /**
   * What a shorter step has to improve: by a precise method, the larger of the measured error and of the sum of errors,
   * as much is still to come.
   */
  private worseOf(doubt: Judged, flow: Flow, rows: Rows, state: State): Judged {
    const ledger = state.errors!;
    if (doubt.power === null || methodOf(flow, this.model) !== "rk4") return doubt;
    const summed = this.worstDoubt(flow, rows, ledger, state.steps);
    const factor = Math.max(1, this.factorOf(rows, ledger, state.steps, "at the end"));
    const share = summed.share * factor;
    // Once the reference has ended, nothing is known of encounters to come.
    const power = ledger.reference!.isOver ? steepest : doubt.power;
    return share > doubt.share ? { ...summed, share, factor, power } : { ...doubt, power };
  }

  /** Whose error is how large: as measured where that is known, or by the sum of errors. */
  private doubtOf(flow: Flow, rows: Rows, state: State, when: ErrorInstant): Judged {
    const ledger = state.errors!;
    if (this.strides.follows(flow, ledger)) return { ...farthest(flow, rows, ledger), factor: 1, power: null };
    const { reference } = ledger;
    const method = methodOf(flow, this.model)!;
    const summed = () => ({
      ...this.worstDoubt(flow, rows, ledger, state.steps),
      factor: this.factorOf(rows, ledger, state.steps, when),
      power: null,
    });
    if (!reference || reference.isLost) return summed();
    if (when === "at the end") this.reference.close(flow, rows, state);
    const measured = { ...this.reference.worst(flow, rows, ledger, state.time), factor: 1 };
    if (measured.share > limitOf(method) && !this.reference.isSure(flow, rows, ledger, measured.share)) return summed();
    const isAlone = reference.isOver ? !this.reference.isHarder(ledger) : !isStepping(this.model);
    if (isAlone) return measured;
    const other = summed();
    return other.share * other.factor > measured.share ? other : measured;
  }

  private tell(method: IntegratorName, { term, share, motion }: Doubt, time: number, proposed: number | null): string {
    const { settings } = this.model;
    const error = share < 1 ? `about ${digits(share * motion)} in a motion of` : "as large as its motion,";
    return (
      `the step ${settings.step} is too long for ${method} here, and results may be meaningless: by t = ${time} the ` +
      `estimated error of ${whose(term)} is ${error} ${digits(motion)}; ${remedyFor(settings, proposed)}`
    );
  }

  /** Reports chaos. A shorter step only gains the time in which errors grow by the factor by which it reduces them. */
  tellExplosion(flow: Flow, state: State, { term, tenfold }: Explosion): string {
    const { step } = this.model.settings;
    const method = methodOf(flow, this.model)!;
    state.errors!.isTold = true;
    return (
      `the step ${step} is too long for ${method} to know the state after t = ${state.time}, and ` +
      `results may be meaningless: errors explode, as in chaos; those of ${whose(term)} are a tenth of its motion by ` +
      `then, and become ten times as large in about ${digits(tenfold * step)}; a shorter step, or integrator = ` +
      `dormand-prince, is right for longer, but not for ever`
    );
  }

  /** Reports steps that have a result although their two halves have none: they cannot be trusted. */
  private tellFailed(method: IntegratorName, ledger: ErrorLedger): string {
    const { settings } = this.model;
    ledger.isTold = true;
    return (
      `the step ${settings.step} is too long for ${method} here, and results may be meaningless: most steps fail ` +
      `when they are split in two, so their errors are unknown; ${remedyFor(settings, null)}`
    );
  }

  /** The attribute whose error is the largest share of its motion; requires the sizes of the motions. */
  worstDoubt(flow: Flow, { terms, row, ofTerm }: Rows, ledger: ErrorLedger, steps: number): Doubt {
    const isSymplectic = methodOf(flow, this.model) === "semi-implicit euler";
    let doubt: Doubt = { term: terms[0], share: 0, motion: ofTerm[0] };
    for (let i = 0; i < terms.length; i++) {
      const motion = ofTerm[i];
      const lasted = lastedFor(ledger, row[i], steps);
      const sum = (ledger.sums[row[i]] * lasted) / Math.max(1, steps);
      const worst = ledger.worst[row[i]];
      // Samples may miss the few steps in which errors arise; a companion sees all of them.
      const most = Math.max(sum, worst, seenFor(ledger, row[i], lasted));
      const share = isSymplectic ? Math.sqrt(worst / (2 * motion)) + sum / motion : most / motion;
      if (share > doubt.share) doubt = { term: terms[i], share, motion };
    }
    return doubt;
  }

  /**
   * The error of the run as a multiple of the sum of its steps' errors, as far as known; 0 while it is too early to
   * say.
   */
  private factorOf(rows: Rows, ledger: ErrorLedger, steps: number, when: ErrorInstant): number {
    const { row, ofTerm } = rows;
    const age = ageOf(ledger, rows, steps);
    const isGross = isStepping(this.model) || row.some((r, i) => ledger.worst[r] > grossError * ofTerm[i]);
    if (isGross) return Math.max(1, ledger.factor);
    if (ledger.factor > 0 && steps <= longValid * ledger.checked) return grownBy(ledger, age);
    if (when === "on the way") return 0;
    const { companion } = ledger;
    if (companion && (ledger.factor === 0 || steps - companion.steps >= leastFollowed)) {
      const factor = shownBy(companion, age);
      return grownBy({ factor, slope: companion.slope }, age);
    }
    return steps < firstJudgement ? 1 : grownBy(ledger, age);
  }

  private proposeStep(flow: Flow, { term, share, motion, factor, power }: Judged, state: State): number | null {
    const { duration, initialTime, step } = this.model.settings;
    const { slope } = state.errors!;
    const method = methodOf(flow, this.model)!;
    const first = Float64Array.from(flow.stages.terms.places, (place) => this.model.initial[place]);
    const size = sizeOf(term, first);
    const hasBurst = size > 0 && motion > bursting * size;
    const atFirst = { from: initialTime, y: first, mayFade: true };
    const here = hasBurst ? atFirst : { from: flow.from, y: flow.started.slice(), mayFade: false };
    let left = mostCostOfSearch(state.steps, first.length);
    const traced = Math.max(fewestTraced, Math.min(tracedSteps, Math.floor(left / (costOfTraced * wantedLengths))));
    const errorsOf = (length: number) => {
      const count = Math.min(traced, Math.ceil(duration / length));
      left -= costOfTraced * count;
      if (left < 0) return null;
      const own = this.samples.trace(flow, term, here, length, count);
      return own && [own, this.samples.trace(flow, term, atFirst, length, count) ?? own];
    };
    return proposeStep({
      step: Math.min(step, duration),
      duration,
      elapsed: state.time - initialTime,
      share: hasBurst ? 0 : share,
      wanted: wantedPart * limitOf(method),
      left: growthLeft(power, duration / (state.time - initialTime)),
      growth: Math.max(factor, slope > 0 ? 1 + (slope * duration) / step : 0),
      motion: hasBurst ? size : motion,
      order: orderOf(method),
      power,
      isSymplectic: method === "semi-implicit euler",
      errorsOf,
    });
  }
}

/** How many times more than in proportion to time a measured error still grows. */
function growthLeft(power: number | null, longer: number): number {
  return power !== null && power > growing ? mostGrowth * exp((power - 1) * log(Math.max(1, longer))) : 1;
}

/** The attribute that is farthest off, where that is known directly. */
function farthest({ stages }: Flow, { terms, ofTerm }: Rows, { strides }: ErrorLedger): Doubt {
  const { places } = stages.terms;
  let doubt: Doubt = { term: terms[0], share: 0, motion: ofTerm[0] };
  for (let i = 0; i < terms.length; i++) {
    const { at, slot } = terms[i];
    let off = 0;
    for (let k = at; k < at + slot.size; k++) off = Math.max(off, Math.abs(strides!.off[places[k]]));
    if (off / ofTerm[i] > doubt.share) doubt = { term: terms[i], share: off / ofTerm[i], motion: ofTerm[i] };
  }
  return doubt;
}

/**
 * Whether errors are a smaller share of the motion than when half as many steps had passed, or that share is unknown.
 * At its beginning motion is small, and a motion that gets faster leaves its first errors behind.
 */
function isFalling({ judged }: ErrorLedger, steps: number, share: number): boolean {
  if (steps >= 2 * judged[1].steps) {
    judged[0] = judged[1];
    judged[1] = { steps, share };
  }
  return judged[0].steps === 0 || share < falling * judged[0].share;
}

/** What to write in the text instead. */
export function remedyFor({ scheme, step }: Settings, proposed: number | null): string {
  const shorter = proposed === null ? `a much shorter 'step' than ${step}` : `step = ${proposed}`;
  return `write ${shorter}${scheme === "time stepping" ? "" : ", or integrator = dormand-prince"}`;
}

function sizeOf({ at, slot }: RateTerm, y: Float64Array): number {
  let size = 0;
  for (let k = at; k < at + slot.size; k++) size = Math.max(size, Math.abs(y[k]));
  return size;
}

function whose({ slot, application }: RateTerm): string {
  return `'${slot.name}' of '${application.body.name}' under the law '${application.context.name.name}'`;
}

function digits(x: number): number {
  return Number(x.toPrecision(2));
}
