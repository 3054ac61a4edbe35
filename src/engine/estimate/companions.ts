// Companions: motions beside the run, under the same laws, that begin at the distance of the error of a step. Errors
// add up, unless the motion forgets them. If the sum becomes large, the estimate follows a companion for a while: its
// distance shrinks, stays or grows. Events and impacts do not change the distance. Events that restart the motion end
// the companion and all errors.
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { Companion, ErrorLedger } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { BesideLead, beginBeside } from "./beside.ts";
import { costOfDrift, costOfLead, mostCost } from "./effort.ts";
import {
  ageOf,
  firstSeen,
  forgotten,
  grownBy,
  growthOf,
  mostGrowth,
  nothingSeen,
  seeGrowth,
  shownBy,
} from "./error-growth.ts";
import { errorFactor, growsFreely, isStepping, limitOf, methodOf } from "./method-errors.ts";
import { type MotionSizes, type Rows, rowDistance, termDifference } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** The first companion begins after this many steps; for a method whose errors cancel, after the second number. */
const firstCompanion = 6;
const firstOfOthers = 64;
/**
 * A companion begins when errors reach this share of the reported limit, and the next one when they are this many times
 * as large.
 */
const suspectedPart = 0.02;
const suspectedPartOfOthers = 0.1;
const morePatience = 4;
/**
 * The result of a companion is valid for this many times as many steps; a companion that is followed longer may forget
 * more.
 */
export const longValid = 2;
/**
 * A companion is followed for this part of the steps so far, and for at least the second number; one whose distance may
 * grow evenly, this many times longer.
 */
const followedPart = 1 / 4;
export const leastFollowed = 64;
const longer = 4;
/** The growth of errors is observed up to this share of the motion: beyond it even chaos stops growing. */
const mostSeen = 0.1;
/** Smaller distances are only rounding. */
const leastDistance = 1e-12;

export class Companions {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;
  private readonly beside: BesideLead;
  /** Where the companion would be at its first distance. */
  private unchanged = new Float64Array(0);

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
    this.beside = new BesideLead(samples);
  }

  /**
   * Begins a companion when the sum of errors, as a share of the motion, is suspicious. There is none under contact
   * laws of time stepping, which act on the run only.
   */
  begin(flow: Flow, rows: Rows, y: Float64Array, state: State, share: number): void {
    const ledger = state.errors!;
    const { steps, memory } = state;
    if (isStepping(this.model) || !this.isSuspicious(flow, rows, steps, ledger, share)) return;
    const left = mostCost(steps, y.length) - ledger.cost;
    // If a note is near and the growth of errors is unknown, any cost is accepted.
    const isNear = ledger.factor === 0 && share > limitOf(methodOf(flow, this.model)!);
    if (left < leastFollowed * costOfLead && !isNear) return;
    const { parted } = this.samples;
    if (rowDistance(rows, y, parted) < leastDistance) return;
    const { off, last } = beginBeside(flow, y, state, parted, 1);
    const isFree = growsFreely(methodOf(flow, this.model)!);
    const drift = isFree && left >= leastFollowed * (costOfLead + costOfDrift) ? new Float64Array(memory.length) : null;
    const marks: Companion["marks"] = [nothingSeen, nothingSeen];
    const begun = { first: off.slice(), off, last, drift, errors: new Float64Array(this.sizes.rows), steps };
    ledger.companion = { ...begun, growth: 1, looked: steps, far: steps, most: 1, marks, slope: 0 };
  }

  private isSuspicious(flow: Flow, rows: Rows, steps: number, ledger: ErrorLedger, share: number): boolean {
    const method = methodOf(flow, this.model)!;
    const isFree = growsFreely(method);
    if (steps < (isFree ? firstCompanion : firstOfOthers)) return false;
    const isOld = ledger.checked > 0 && steps > longValid * ledger.checked;
    const suspected = ledger.patience * (isFree ? suspectedPart : suspectedPartOfOthers);
    const suspicion = isOld ? share * Math.max(1, grownBy(ledger, ageOf(ledger, rows, steps))) : share;
    return suspicion > (isOld ? Math.min(1, suspected) : suspected) * limitOf(method);
  }

  /** Advances the companion by a step; after the last one it is known whether errors are forgotten. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State, companion: Companion): void {
    const ledger = state.errors!;
    const { steps } = state;
    this.sizes.find(rows, y, ledger);
    if (!this.beside.lead(flow, rows, y, companion, companion.drift)) {
      ledger.companion = null;
      return;
    }
    if (this.unchanged.length !== y.length) this.unchanged = new Float64Array(y.length);
    const distance = rowDistance(rows, y, this.beside.at);
    companion.growth = distance / Math.max(leastDistance, this.firstDistance(flow, rows, y, companion));
    companion.looked = steps;
    if (companion.growth >= forgotten) companion.far = steps;
    const followed = steps - companion.steps;
    const { drift } = companion;
    ledger.cost += drift ? costOfLead + costOfDrift : costOfLead;
    const isSeen = drift !== null && this.drift(flow, rows, y, companion, followed) < mostSeen;
    const enough = Math.max(leastFollowed, followedPart * companion.steps);
    if (drift && followed >= leastFollowed) {
      ledger.seen.set(companion.errors);
      ledger.watched = followed;
    }
    const isUndecided = isSeen && companion.most > mostGrowth && companion.slope === 0;
    const isSpent = followed >= leastFollowed && ledger.cost >= mostCost(steps, y.length);
    if (!isSpent && followed < (isUndecided ? longer * enough : enough)) return;
    ledger.companion = null;
    ledger.patience *= morePatience;
    ledger.checked = steps;
    // A companion that ends early while it approaches does not contradict one that has come back.
    const isForgetful = ledger.factor > 0 && ledger.factor < 1;
    if (isForgetful && followed < enough && companion.growth < 1) return;
    ledger.factor = shownBy(companion, ageOf(ledger, rows, steps));
    ledger.slope = ledger.factor >= 1 ? companion.slope : 0;
  }

  /** Events have ended errors. What a companion has shown so far holds for as long as errors last. */
  end(companion: Companion, ledger: ErrorLedger, steps: number): void {
    const isSeen = steps - companion.steps >= firstSeen;
    ledger.factor = isSeen ? growthOf(companion) : Math.max(1, ledger.factor);
    if (isSeen) ledger.slope = companion.slope;
    ledger.checked = steps;
    ledger.patience *= morePatience;
    ledger.companion = null;
  }

  /** Adds the error of this step to what is left of the errors before it. Returns their share of the motion. */
  private drift(flow: Flow, rows: Rows, y: Float64Array, companion: Companion, followed: number): number {
    const { places } = flow.stages.terms;
    const drift = companion.drift!;
    const { samples, unchanged: led } = this;
    const factor = errorFactor(methodOf(flow, this.model)!);
    for (let k = 0; k < places.length; k++) led[k] = flow.started[k] + drift[places[k]];
    if (!samples.attempt(() => flow.leadFrom(led)) || !samples.takeTwice(flow, flow.time))
      return Number.POSITIVE_INFINITY;
    const { once, parted } = samples;
    const errors = addErrors(companion, rows, once, parted, factor);
    for (let k = 0; k < places.length; k++) {
      led[k] += factor * (parted[k] - once[k]);
      drift[places[k]] = led[k] - y[k];
    }
    const distance = rowDistance(rows, y, led);
    if (distance < mostSeen && errors > 0) seeGrowth(companion, distance / errors, followed);
    return distance;
  }

  /** The first distance between companion and run, relative to the motion now: at the start all motion is small. */
  private firstDistance(flow: Flow, rows: Rows, y: Float64Array, { first }: Companion): number {
    const { places } = flow.stages.terms;
    for (let k = 0; k < places.length; k++) this.unchanged[k] = y[k] + first[places[k]];
    return rowDistance(rows, y, this.unchanged);
  }
}

/** Adds the errors of a step. Returns their sum since the companion began, as a share of the motion now. */
function addErrors(
  { errors }: Companion,
  { terms, row, ofTerm }: Rows,
  once: Float64Array,
  parted: Float64Array,
  factor: number,
): number {
  let most = 0;
  for (let i = 0; i < terms.length; i++) {
    errors[row[i]] += factor * termDifference(terms[i], once, parted);
    most = Math.max(most, errors[row[i]] / ofTerm[i]);
  }
  return most;
}
