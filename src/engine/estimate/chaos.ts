// Chaos: tiny errors that grow explosively. A companion, a second motion, begins at the distance of all errors so far
// and is followed. If its distance grows faster than the square of time, the next companion begins where it ended.
// Chaos is reported only when the distance reaches a tenth of the motion: nothing is concluded from a rate.
import { log } from "../../math/elementary/elementary.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { ErrorLedger, FarCompanion } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { BesideLead, beginBeside } from "./beside.ts";
import { mostCostOfChaos } from "./effort.ts";
import { isStepping, methodOf } from "./method-errors.ts";
import { type MotionSizes, type Rows, rowDistance, termDifference } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** Errors have exploded when they reach this share of the motion; below the second share they are only rounding. */
const exploded = 0.1;
const leastDistance = 1e-12;
/** The first companion begins after this many steps, the next one after twice as many. */
const firstSteps = 4096;
const apart = 2;
/** After this many steps, and after each doubling, its distance is noted. */
const firstMark = 128;
/** From this step on the companion is checked: can it come far enough if it grows this many times as fast? */
const firstLook = 256;
const hope = 2;
/** How much farther it comes than with the square of time. */
const faster = 2;

/** Which attribute's errors have exploded, and in how many steps they become ten times as large. */
export interface Explosion {
  readonly term: RateTerm;
  readonly tenfold: number;
}

export class Chaos {
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

  /** Begins a companion at a sampled step, at this distance as a share of the motion: that of all errors so far. */
  begin(flow: Flow, rows: Rows, y: Float64Array, state: State, share: number): void {
    const ledger = state.errors!;
    const { steps } = state;
    if (steps < Math.max(firstSteps, ledger.nextFar) || isStepping(this.model)) return;
    if (methodOf(flow, this.model) !== "rk4" || isForgetful(ledger)) return;
    if (ledger.costOfChaos + firstLook > mostCostOfChaos(steps, y.length)) return;
    const { parted } = this.samples;
    const error = rowDistance(rows, y, parted);
    if (error < leastDistance) return;
    ledger.nextFar = apart * steps;
    const distance = Math.max(error, share, ledger.exploding);
    if (distance >= exploded) return;
    const mark = { followed: 0, distance };
    ledger.far = { ...beginBeside(flow, y, state, parted, distance / error), steps, distance, marks: [mark, mark] };
  }

  /** Advances the companion by a step. Returns whose errors have exploded, if any. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State, companion: FarCompanion): Explosion | null {
    const ledger = state.errors!;
    this.sizes.find(rows, y, ledger);
    ledger.costOfChaos++;
    if (!this.beside.lead(flow, rows, y, companion)) {
      ledger.far = null;
      return null;
    }
    const followed = state.steps - companion.steps;
    const distance = rowDistance(rows, y, this.beside.at);
    const left = mostCostOfChaos(state.steps, y.length) - ledger.costOfChaos;
    if (distance < exploded && left >= 1 && !isHopeless(companion, followed, distance, left)) return null;
    ledger.far = null;
    if (!explodes(companion, followed, distance)) return null;
    ledger.exploding = distance;
    if (distance < exploded) return null;
    const tenfold = (log(10) * followed) / log(distance / companion.distance);
    return { term: findFarthest(rows, y, this.beside.at), tenfold };
  }

  /** Called when events have ended all errors. */
  end(ledger: ErrorLedger): void {
    ledger.far = null;
    ledger.exploding = 0;
  }
}

/**
 * Notes the distance after 1, 2, 4, … steps; returns whether it cannot come far enough in the remaining steps.
 */
function isHopeless(
  { marks, distance: first }: FarCompanion,
  followed: number,
  distance: number,
  left: number,
): boolean {
  if (followed < firstMark || followed < 2 * marks[1].followed) return false;
  marks[0] = marks[1];
  marks[1] = { followed, distance };
  return followed >= firstLook && hope * (log(distance / first) / followed) * left < log(exploded / distance);
}

/** Whether errors at this distance grow faster than those of a wrong period or a wrong force. */
function explodes({ marks: [older] }: FarCompanion, followed: number, distance: number): boolean {
  const times = followed / older.followed;
  return older.followed > 0 && distance > faster * times * times * older.distance;
}

/** Whether a companion has shown that errors are forgotten. */
function isForgetful({ factor }: ErrorLedger): boolean {
  return factor > 0 && factor < 1;
}

function findFarthest({ terms, ofTerm }: Rows, a: Float64Array, b: Float64Array): RateTerm {
  let [farthest, most] = [terms[0], 0];
  for (let i = 0; i < terms.length; i++) {
    const share = termDifference(terms[i], a, b) / ofTerm[i];
    if (share > most) [farthest, most] = [terms[i], share];
  }
  return farthest;
}
