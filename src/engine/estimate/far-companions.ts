// Companions that are followed for long, for they show one thing only: whether errors explode, as in chaos. Then a sum
// of errors that is nothing by itself becomes as large as the motion.
//
// One begins off the run by as much as the errors of all steps so far come to. If it goes away faster than with the
// square of time, the next one begins as far off as it has come. Only where one comes to a tenth of the motion is it
// reported: nothing is concluded from a rate.
import { log } from "../../math/elementary/elementary.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { ErrorLedger, FarCompanion } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { BesideLead, beginBeside } from "./beside.ts";
import { isLarge, mostCost } from "./effort.ts";
import { growsFreely, isStepping, methodOf } from "./method-errors.ts";
import { differenceOf, distanceOf, leastDistance, type MotionSizes, type Rows } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** Errors have exploded when they come to this share of the motion. */
const exploded = 0.1;
/** After this many steps, and twice as many again and again, it is marked how far it has come. */
const firstMark = 128;
/**
 * After this many, and this part of the run's, it is seen whether it may come far enough: if it goes away this many
 * times as fast as before.
 */
const firstLook = 256;
const partOfLook = 1 / 32;
const hope = 2;
/** One that is this many times as far off as at first may cost as much again as all others. */
const promising = 10;
/** How many times as far it comes as it would with the square of time. */
const faster = 2;
/** The next one begins after this many times as many steps. */
const apart = 2;

/**
 * Whose errors have exploded: how large they are, as a share of the motion, and in how many steps they become ten times
 * as large.
 */
export interface Explosion {
  readonly term: RateTerm;
  readonly share: number;
  readonly motion: number;
  readonly tenfold: number;
}

export class FarCompanions {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;
  private readonly beside: BesideLead;

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
    this.beside = new BesideLead(samples);
  }

  /** Begins one at a step that was looked at, off by this share of the motion: that of all errors so far. */
  begin(flow: Flow, rows: Rows, y: Float64Array, state: State, share: number): void {
    const ledger = state.errors!;
    const { steps } = state;
    const { size } = flow.stages.terms;
    if (steps < ledger.nextFar || isLarge(size) || isStepping(this.model)) return;
    if (!growsFreely(methodOf(flow, this.model)!) || isForgetful(ledger)) return;
    if (ledger.cost + lookOf(steps) > mostCost(steps, size)) return;
    const { parted } = this.samples;
    const error = distanceOf(rows, y, parted);
    if (error < leastDistance) return;
    ledger.nextFar = apart * steps;
    const distance = Math.max(error, share, ledger.exploding);
    if (distance >= exploded) return;
    const mark = { followed: 0, distance };
    ledger.far = { ...beginBeside(flow, y, state, parted, distance / error), steps, distance, marks: [mark, mark] };
  }

  /** The companion's step. Returns whose errors have exploded, if they have. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State, companion: FarCompanion): Explosion | null {
    const ledger = state.errors!;
    this.sizes.find(rows, y, ledger);
    ledger.cost++;
    if (!this.beside.lead(flow, rows, y, companion)) {
      ledger.far = null;
      return null;
    }
    const followed = state.steps - companion.steps;
    const distance = distanceOf(rows, y, this.beside.at);
    const most = mostCost(state.steps, y.length);
    const left = (distance > promising * companion.distance ? 2 * most : most) - ledger.cost;
    if (distance < exploded && left >= 1 && !isHopeless(companion, followed, distance, left)) return null;
    ledger.far = null;
    if (!explodes(companion, followed, distance)) return null;
    ledger.exploding = distance;
    if (distance < exploded) return null;
    const tenfold = (log(10) * followed) / log(distance / companion.distance);
    return { ...findFarthest(rows, y, this.beside.at), tenfold };
  }

  /** Events have ended all errors. */
  end(ledger: ErrorLedger): void {
    ledger.far = null;
    ledger.exploding = 0;
  }
}

function lookOf(steps: number): number {
  return Math.max(firstLook, partOfLook * steps);
}

/**
 * Marks how far it is after a power of two of steps, and sees whether it will not come far enough in those that are
 * left.
 */
function isHopeless(
  { steps, marks, distance: first }: FarCompanion,
  followed: number,
  distance: number,
  left: number,
): boolean {
  if (followed < firstMark || followed < 2 * marks[1].followed) return false;
  marks[0] = marks[1];
  marks[1] = { followed, distance };
  return followed >= lookOf(steps) && hope * (log(distance / first) / followed) * left < log(exploded / distance);
}

/** Whether errors that have come so far grow faster than those of a period or of a force that is off. */
function explodes({ marks: [older] }: FarCompanion, followed: number, distance: number): boolean {
  const times = followed / older.followed;
  return older.followed > 0 && distance > faster * times * times * older.distance;
}

/** Whether a companion has shown that errors are forgotten. */
function isForgetful({ factor }: ErrorLedger): boolean {
  return factor > 0 && factor < 1;
}

function findFarthest({ terms, ofTerm }: Rows, a: Float64Array, b: Float64Array): Omit<Explosion, "tenfold"> {
  let farthest = { term: terms[0], share: 0, motion: ofTerm[0] };
  for (let i = 0; i < terms.length; i++) {
    const share = differenceOf(terms[i], a, b) / ofTerm[i];
    if (share > farthest.share) farthest = { term: terms[i], share, motion: ofTerm[i] };
  }
  return farthest;
}
