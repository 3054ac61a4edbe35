// Companions: motions beside the run, under the same laws, that begin off by the error of a step. Errors add up, unless
// the motion forgets them. Where the sum comes to something, a companion is followed for a while: it comes back, stays
// as far, or goes away. Through events and impacts it keeps its distance. Events that set the motion anew end it, and
// all errors with it.
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { Companion, ErrorLedger } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
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
import { distanceOf, type MotionSizes, type Rows } from "./motion-sizes.ts";
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
/** All companions together cost at most this many steps and a tenth of the run's; one of their steps costs these. */
const freeCost = 640;
const shareOfCost = 0.1;
const costOfCompanion = 1;
const costOfDrift = 3;
/** How far errors go away is seen up to this share of the motion: beyond, chaos grows no more either. */
const mostSeen = 0.1;
/** What an attribute loses in a jump, as a share of its motion, before its errors do so too. */
const leastJump = 1e-3;
/** Distances that are nothing but rounding. */
const leastDistance = 1e-12;

export class Companions {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;
  /** Where the companion is, and where it would be if it had kept its first distance. */
  private beside = new Float64Array(0);
  private unchanged = new Float64Array(0);

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
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
    const { places } = flow.stages.terms;
    const off = new Float64Array(memory.length);
    for (let k = 0; k < places.length; k++) off[places[k]] = parted[k] - y[k];
    const last = memory.slice();
    for (let k = 0; k < places.length; k++) last[places[k]] = y[k];
    const marks: Companion["marks"] = [nothingSeen, nothingSeen];
    const [first, drift] = [off.slice(), new Float64Array(memory.length)];
    const begun = { first, off, last, drift, errors: 0, steps, growth: 1, far: steps };
    ledger.companion = { ...begun, most: 1, marks, slope: 0 };
  }

  private isSuspicious(flow: Flow, rows: Rows, steps: number, ledger: ErrorLedger, share: number): boolean {
    const method = methodOf(flow, this.model)!;
    const isFree = growsFreely(method);
    if (steps < (isFree ? firstCompanion : firstOfOthers) || ledger.cost >= mostCost(steps)) return false;
    const isOld = ledger.checked > 0 && steps > longValid * ledger.checked;
    const suspected = ledger.patience * (isFree ? suspectedPart : suspectedPartOfOthers);
    const suspicion = isOld ? share * Math.max(1, grownBy(ledger, ageOf(ledger, rows, steps))) : share;
    return suspicion > (isOld ? Math.min(1, suspected) : suspected) * limitOf(method);
  }

  /** The companion's step; after the last one it is known whether errors are forgotten. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State, companion: Companion): void {
    const ledger = state.errors!;
    const { steps } = state;
    this.sizes.find(rows, y, ledger);
    if (!this.lead(flow, rows, y, companion)) {
      ledger.companion = null;
      return;
    }
    const distance = distanceOf(rows, y, this.beside);
    companion.growth = distance / Math.max(leastDistance, this.firstDistance(flow, rows, y, companion));
    if (companion.growth >= forgotten) companion.far = steps;
    const followed = steps - companion.steps;
    const isFree = growsFreely(methodOf(flow, this.model)!);
    ledger.cost += isFree ? costOfCompanion + costOfDrift : costOfCompanion;
    const isSeen = isFree && this.drift(flow, rows, y, companion, followed) < mostSeen;
    const enough = Math.max(leastFollowed, followedPart * companion.steps);
    if (isFree && followed >= leastFollowed) [ledger.seen, ledger.watched] = [companion.errors, followed];
    const isUndecided = isSeen && companion.most > mostGrowth && companion.slope === 0;
    const isSpent = followed >= leastFollowed && ledger.cost >= mostCost(steps);
    if (!isSpent && followed < (isUndecided ? longer * enough : enough)) return;
    ledger.companion = null;
    ledger.patience *= morePatience;
    ledger.checked = steps;
    ledger.factor = shownBy(companion, steps, ageOf(ledger, rows, steps), isFree);
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
    companion.errors += factor * distanceOf(rows, once, parted);
    for (let k = 0; k < places.length; k++) {
      led[k] += factor * (parted[k] - once[k]);
      drift[places[k]] = led[k] - y[k];
    }
    const distance = distanceOf(rows, y, led);
    if (distance < mostSeen && companion.errors > 0) seeGrowth(companion, distance / companion.errors, followed);
    return distance;
  }

  /** How far the companion was from the run at first, by what the motion is now: at first all motion is small. */
  private firstDistance(flow: Flow, rows: Rows, y: Float64Array, { first }: Companion): number {
    const { places } = flow.stages.terms;
    for (let k = 0; k < places.length; k++) this.unchanged[k] = y[k] + first[places[k]];
    return distanceOf(rows, y, this.unchanged);
  }

  /** Leads the companion through a step, from as far beside the run as it was; false where that fails. */
  private lead(flow: Flow, { terms, ofTerm }: Rows, y: Float64Array, { off, last, drift }: Companion): boolean {
    const { started } = flow;
    const { places } = flow.stages.terms;
    if (this.beside.length !== places.length) {
      this.beside = new Float64Array(places.length);
      this.unchanged = new Float64Array(places.length);
    }
    const { beside } = this;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      const least = leastJump * ofTerm[i];
      const kept = keptByJump(started, last, places, [at, at + slot.size], least);
      for (let k = at; k < at + slot.size; k++) {
        beside[k] = started[k] + kept * off[places[k]];
        drift[places[k]] *= kept;
      }
    }
    if (!this.samples.attempt(() => flow.leadFrom(beside))) return false;
    for (let k = 0; k < places.length; k++) {
      off[places[k]] = beside[k] - y[k];
      last[places[k]] = y[k];
    }
    return true;
  }
}

/** How many steps of the run companions may have cost so far. */
function mostCost(steps: number): number {
  return freeCost + shareOfCost * steps;
}

/**
 * How much is left of the error of an attribute that something has made jump: as much as of the attribute, or all if it
 * loses little.
 */
function keptByJump(
  now: Float64Array,
  last: Float64Array,
  places: Int32Array,
  [from, to]: readonly [number, number],
  least: number,
): number {
  let [before, after] = [0, 0];
  for (let k = from; k < to; k++) {
    before = Math.max(before, Math.abs(last[places[k]]));
    after = Math.max(after, Math.abs(now[k]));
  }
  return after < before - least ? after / before : 1;
}
