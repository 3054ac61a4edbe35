// Samples of the errors of steps: a step repeated in two unequal parts differs from the original by its error. The
// number of the step and the ledger, which is part of a snapshot, decide which steps are sampled.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Laws } from "../laws/laws.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import type { Flow } from "../motion/flow.ts";
import type { IntegrationTrace } from "../motion/integration.ts";
import type { ErrorLedger } from "../state/error-ledger.ts";
import { seeValues } from "../state/uniform-motion.ts";
import { costOfLook, mostCost } from "./effort.ts";
import { errorFactor, golden, methodOf } from "./method-errors.ts";
import { type MotionSizes, type Rows, termDifference } from "./motion-sizes.ts";
import { driftOf, type StepErrors } from "./step-proposal.ts";

/** Up to these numbers of steps, every step, every eighth and every 32nd is sampled; beyond, about every 256th. */
const [closely, often, seldom] = [8, 64, 512];
const farApart = 256;
/**
 * Also sampled: steps in which something changes more than ever before by this factor; this many of them, and one more
 * every 256 steps.
 */
const newChange = 2;
const mostLooks = 64;
const stepsPerLook = 256;
/** The causes of errors below this share of the motion are not examined. */
const littleShare = 1e-4;

/** Where a piece of the motion begins. */
export type Start = Pick<IntegrationTrace, "from" | "y"> & Pick<StepErrors, "mayFade">;

export class StepSamples {
  /** The sampled step, taken at once and in two parts. */
  once = new Float64Array(0);
  parted = new Float64Array(0);
  private readonly laws: Laws;
  private readonly model: Model;
  private readonly sizes: MotionSizes;

  constructor(laws: Laws, sizes: MotionSizes) {
    this.laws = laws;
    this.model = laws.model;
    this.sizes = sizes;
  }

  /**
   * If the step to a vector is due for sampling, measures its errors and adds them to the ledger. Returns whether they
   * are known.
   */
  look(flow: Flow, rows: Rows, y: Float64Array, steps: number, ledger: ErrorLedger): boolean {
    const weight = weightOf(steps);
    const isNew = compareChanges(rows, flow.started, y, ledger) && ledger.looks < mostLooks + steps / stepsPerLook;
    if (weight === 0 && !isNew) return false;
    if (ledger.cost + costOfLook > mostCost(steps, y.length)) {
      ledger.owed += weight;
      return false;
    }
    if (isNew) ledger.looks++;
    ledger.cost += costOfLook;
    const stands = Math.max(1, weight + ledger.owed);
    ledger.owed = 0;
    return this.sample(flow, rows, y, ledger, stands);
  }

  /** Adds the errors of a step, as those of `weight` steps; false if they are unknown. */
  private sample(flow: Flow, rows: Rows, y: Float64Array, ledger: ErrorLedger, weight: number): boolean {
    if (!this.takeTwice(flow, flow.time)) {
      ledger.failed++;
      return false;
    }
    const method = methodOf(flow, this.model)!;
    const factor = errorFactor(method);
    const { terms, row, ofTerm } = rows;
    ledger.samples++;
    this.reach(flow, rows, y, ledger);
    this.seeMotion(flow, rows, y, ledger);
    this.sizes.find(rows, y, ledger);
    for (let i = 0; i < terms.length; i++) {
      if (!this.isSmooth(terms[i], y)) continue;
      const error = factor * termDifference(terms[i], this.once, this.parted);
      ledger.worst[row[i]] = Math.max(ledger.worst[row[i]], error);
      ledger.sums[row[i]] += weight * (method === "semi-implicit euler" ? driftOf(error, ofTerm[i]) : error);
    }
    if (method === "implicit midpoint") this.takeBackVibrations(flow, rows, ledger, weight);
    return true;
  }

  /** Notes how far attributes have come from their first values. */
  reach({ stages }: Flow, { terms, row }: Rows, y: Float64Array, { reach }: ErrorLedger): void {
    const { places } = stages.terms;
    const { initial } = this.model;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      for (let k = at; k < at + slot.size; k++)
        reach[row[i]] = Math.max(reach[row[i]], Math.abs(y[k] - initial[places[k]]));
    }
  }

  /** Notes how far attributes deviate from uniform motion. */
  private seeMotion({ stages, time }: Flow, { terms, row }: Rows, y: Float64Array, { uniform }: ErrorLedger): void {
    const { initial, settings } = this.model;
    const seen = { places: stages.terms.places, values: y, initial };
    const since = time - settings.initialTime;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      seeValues(uniform, row[i], since, seen, at, slot.size);
    }
  }

  /** Whether contact laws left the step unchanged: their effects have no error of this kind. */
  private isSmooth({ at, slot }: RateTerm, y: Float64Array): boolean {
    for (let k = at; k < at + slot.size; k++) if (this.once[k] !== y[k]) return false;
    return true;
  }

  /**
   * Corrects for vibrations that the steps of the implicit midpoint do not resolve: they stay small, and their errors
   * do not add up. They are recognised by errors that half a step does not reduce.
   */
  private takeBackVibrations(flow: Flow, { terms, row, ofTerm }: Rows, ledger: ErrorLedger, weight: number): void {
    const factor = errorFactor("implicit midpoint");
    const errors = terms.map((term) => factor * termDifference(term, this.once, this.parted));
    const counts = errors.map((error, i) => weight * error > littleShare * ofTerm[i]);
    if (!counts.includes(true)) return;
    ledger.cost += costOfLook;
    const ends = [this.once.slice(), this.parted.slice()];
    if (this.takeTwice(flow, flow.from + (flow.time - flow.from) / 2))
      for (let i = 0; i < terms.length; i++) {
        const error = factor * termDifference(terms[i], this.once, this.parted);
        if (counts[i] && error > errors[i] / 3) ledger.sums[row[i]] -= weight * errors[i];
      }
    this.once.set(ends[0]);
    this.parted.set(ends[1]);
  }

  /** Takes a step from the start of the flow to an instant, whole and in two parts; false if it fails. */
  takeTwice(flow: Flow, until: number): boolean {
    this.makeRoom(flow);
    return this.attempt(() => flow.takeTwice({ until, share: golden, once: this.once, parted: this.parted }));
  }

  /** The errors of an attribute in `count` steps of a length from a start; null if one fails. */
  trace(flow: Flow, term: RateTerm, start: Start, length: number, count: number): StepErrors | null {
    const factor = errorFactor(methodOf(flow, this.model)!);
    const sums: [number, number] = [0, 0];
    let [done, most] = [0, 0];
    const look = () => {
      const error = factor * termDifference(term, this.once, this.parted);
      sums[2 * done++ < count ? 0 : 1] += error;
      most = Math.max(most, error);
    };
    this.makeRoom(flow);
    const ways = { share: golden, once: this.once, parted: this.parted };
    const isDone = this.attempt(() => flow.traceTwice(ways, { ...start, length, count }, look));
    const { mayFade } = start;
    return isDone && Number.isFinite(sums[0] + sums[1]) ? { count, sums, most, mayFade } : null;
  }

  /** A step of the trace, whole and in two parts; null if it fails. */
  stride(flow: Flow, trace: IntegrationTrace): { once: Float64Array; parted: Float64Array } | null {
    this.makeRoom(flow);
    const ways = { share: golden, once: this.once, parted: this.parted };
    if (!this.attempt(() => flow.traceTwice(ways, trace, () => {}))) return null;
    return { once: this.once.slice(), parted: this.parted.slice() };
  }

  private makeRoom({ stages }: Flow): void {
    const { size } = stages.terms;
    if (this.once.length === size) return;
    this.once = new Float64Array(size);
    this.parted = new Float64Array(size);
  }

  /** Runs work that is not part of the run and therefore reports nothing; false if it fails. */
  attempt(work: () => void): boolean {
    const { onNote } = this.laws;
    this.laws.onNote = null;
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof RunError || error instanceof EvaluationError)) throw error;
      return false;
    } finally {
      this.laws.onNote = onNote;
    }
  }
}

/** Whether something changes in a step more than ever before. hot: every step. */
function compareChanges(rows: Rows, from: Float64Array, to: Float64Array, { changes }: ErrorLedger): boolean {
  const { groups, groupAt } = rows;
  let isNew = false;
  for (let k = 0; k < groupAt.length; k++) {
    const group = groups[groupAt[k]];
    const change = Math.abs(to[k] - from[k]);
    if (change <= newChange * changes[group]) continue;
    isNew = true;
    changes[group] = change;
  }
  return isNew;
}

/** Number of steps that a step sampled because of its number represents; 0 for the others. */
function weightOf(steps: number): number {
  if (steps < closely) return 1;
  if (steps < often) return steps % 8 === 0 ? 8 : 0;
  if (steps < seldom) return steps % 32 === 0 ? 32 : 0;
  const place = steps * golden;
  return place - Math.floor(place) < 1 / farApart ? farApart : 0;
}
