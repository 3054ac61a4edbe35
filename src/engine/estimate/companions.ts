// Companions: motions beside the run, under the same laws, that begin off by the error of a step. Errors add up, unless
// the motion forgets them. Where the sum comes to something, a companion is followed for a while: it comes back, stays
// as far, or goes away. Through events and impacts it keeps its distance. Events that set the motion anew end it, and
// all errors with it.
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { Companion, ErrorLedger } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { BesideLead, beginBeside } from "./beside.ts";
import { costOfFar, mostCost, restraintOf } from "./effort.ts";
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
import { differenceOf, distanceOf, leastDistance, type MotionSizes, type Rows } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** Not before this many steps does a companion begin; one of a method whose errors take each other back. */
const firstCompanion = 6;
const firstOfOthers = 64;
/**
 * A companion begins at this part of the errors that are reported, and the next one when they are this many times as
 * large.
 */
const suspectedPart = 0.02;
const suspectedPartOfOthers = 0.1;
const morePatience = 4;
/** What it shows holds for this many times as many steps: one that is followed longer may forget more. */
export const longValid = 2;
/**
 * It is followed for this part of the steps so far, and at least this many; one that may go away evenly this many times
 * longer.
 */
const followedPart = 1 / 4;
export const leastFollowed = 64;
const longer = 4;
/** What one of its steps costs, in steps of the run. */
const costOfCompanion = 1;
const costOfDrift = 3;
/** How far errors go away is seen up to this share of the motion: beyond, chaos grows no more either. */
const mostSeen = 0.1;

export class Companions {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;
  private readonly beside: BesideLead;
  /** Where the companion would be if it had kept its first distance. */
  private unchanged = new Float64Array(0);

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
    this.beside = new BesideLead(samples);
  }

  /**
   * Begins a companion where the errors of all steps, as a share of the motion, are suspicious. Contact laws of time
   * stepping act on the run only: there is none.
   */
  begin(flow: Flow, rows: Rows, y: Float64Array, state: State, share: number): void {
    const ledger = state.errors!;
    const { steps, memory } = state;
    if (isStepping(this.model) || !this.isSuspicious(flow, rows, steps, ledger, share)) return;
    const { parted } = this.samples;
    if (distanceOf(rows, y, parted) < leastDistance) return;
    const { off, last } = beginBeside(flow, y, state, parted, 1);
    const marks: Companion["marks"] = [nothingSeen, nothingSeen];
    const [first, drift, errors] = [off.slice(), new Float64Array(memory.length), new Float64Array(this.sizes.rows)];
    const begun = { first, off, last, drift, errors, steps, looked: steps, growth: 1, far: steps };
    ledger.companion = { ...begun, most: 1, marks, slope: 0 };
  }

  private isSuspicious(flow: Flow, rows: Rows, steps: number, ledger: ErrorLedger, share: number): boolean {
    const method = methodOf(flow, this.model)!;
    const isFree = growsFreely(method);
    if (steps < (isFree ? firstCompanion : firstOfOthers)) return false;
    const { size } = flow.stages.terms;
    const isOld = ledger.checked > 0 && steps > longValid * ledger.checked;
    const atFirst = Math.min(1, restraintOf(size) * (isFree ? suspectedPart : suspectedPartOfOthers));
    const suspected = ledger.patience * atFirst;
    const suspicion = isOld ? share * Math.max(1, grownBy(ledger, ageOf(ledger, rows, steps))) : share;
    if (!(suspicion > (isOld ? Math.min(1, suspected) : suspected) * limitOf(method))) return false;
    // Where a note is near and nothing is known of what becomes of errors, no cost is too high.
    if (ledger.factor === 0 && suspicion > limitOf(method)) return true;
    return ledger.cost + leastFollowed * costOf(isFree) <= budgetOf(isFree, steps, size);
  }

  /** The companion's step; after the last one it is known whether errors are forgotten. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State, companion: Companion): void {
    const ledger = state.errors!;
    const { steps } = state;
    this.sizes.find(rows, y, ledger);
    if (!this.beside.lead(flow, rows, y, companion, companion.drift)) {
      ledger.companion = null;
      return;
    }
    this.makeRoom(y.length);
    companion.looked = steps;
    const distance = distanceOf(rows, y, this.beside.at);
    companion.growth = distance / Math.max(leastDistance, this.firstDistance(flow, rows, y, companion));
    if (companion.growth >= forgotten) companion.far = steps;
    const followed = steps - companion.steps;
    const isFree = growsFreely(methodOf(flow, this.model)!);
    ledger.cost += costOf(isFree);
    const isSeen = isFree && this.drift(flow, rows, y, companion, followed) < mostSeen;
    const enough = Math.max(leastFollowed, followedPart * companion.steps);
    if (isFree && followed >= leastFollowed) {
      ledger.seen.set(companion.errors);
      ledger.watched = followed;
    }
    const isUndecided = isSeen && companion.most > mostGrowth && companion.slope === 0;
    const isSpent = followed >= leastFollowed && ledger.cost >= budgetOf(isFree, steps, y.length);
    if (!isSpent && followed < (isUndecided ? longer * enough : enough)) return;
    ledger.companion = null;
    ledger.patience *= morePatience;
    ledger.checked = steps;
    ledger.factor = shownBy(companion, ageOf(ledger, rows, steps), isFree);
    ledger.slope = ledger.factor >= 1 ? companion.slope : 0;
  }

  /** Errors have ended by events. What a companion has shown up to now holds for as long as errors last. */
  end(companion: Companion, ledger: ErrorLedger, steps: number): void {
    const isSeen = steps - companion.steps >= firstSeen;
    ledger.factor = isSeen ? growthOf(companion) : Math.max(1, ledger.factor);
    if (isSeen) ledger.slope = companion.slope;
    ledger.checked = steps;
    ledger.patience *= morePatience;
    ledger.companion = null;
  }

  /** Adds the error of this step to what has become of those before it. Returns their share of the motion. */
  private drift(flow: Flow, rows: Rows, y: Float64Array, companion: Companion, followed: number): number {
    const { places } = flow.stages.terms;
    const { drift } = companion;
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
    const distance = distanceOf(rows, y, led);
    if (distance < mostSeen && errors > 0) seeGrowth(companion, distance / errors, followed);
    return distance;
  }

  /** How far the companion was from the run at first, by what the motion is now: at first all motion is small. */
  private firstDistance(flow: Flow, rows: Rows, y: Float64Array, { first }: Companion): number {
    const { places } = flow.stages.terms;
    for (let k = 0; k < places.length; k++) this.unchanged[k] = y[k] + first[places[k]];
    return distanceOf(rows, y, this.unchanged);
  }
  private makeRoom(size: number): void {
    if (this.unchanged.length !== size) this.unchanged = new Float64Array(size);
  }
}

/** What a step of a companion costs: where errors grow freely, their sum is followed too. */
function costOf(isFree: boolean): number {
  return isFree ? costOfCompanion + costOfDrift : costOfCompanion;
}

/** How many steps companions may have cost: where errors grow freely, others are followed for long besides. */
function budgetOf(isFree: boolean, steps: number, numbers: number): number {
  return mostCost(steps, numbers) - (isFree ? costOfFar(steps, numbers) : 0);
}

/**
 * Adds the errors of a step. Returns the sum of all since the companion began, as a share of the motion as it is now.
 */
function addErrors(
  { errors }: Companion,
  { terms, row, ofTerm }: Rows,
  once: Float64Array,
  parted: Float64Array,
  factor: number,
): number {
  let share = 0;
  for (let i = 0; i < terms.length; i++) {
    errors[row[i]] += factor * differenceOf(terms[i], once, parted);
    share = Math.max(share, errors[row[i]] / ofTerm[i]);
  }
  return share;
}
