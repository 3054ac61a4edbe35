// The errors of explicit Euler, followed through the whole run in strides of many steps. A few hundred Euler steps
// cover little of a period. A stride spans many steps; it is computed from the run and from a disturbed copy, once
// whole and once halved, so that its own error cancels. The same strides give the errors of the steps within.
//
// The error of the run is then known directly, not from a sum of errors. If motions are too fast for a stride, it is
// halved; if that would cost too much, strides end, and companions are used.
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { ErrorLedger, Strides } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { jumped, keepAfterJump } from "./beside.ts";
import { costOfStride, mostCost, stepsPerStride } from "./effort.ts";
import { errorFactor, methodOf } from "./method-errors.ts";
import { type MotionSizes, type Rows, rowDistance } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** A stride is too long if its two results differ by this share of the distance. */
const mostApart = 0.5;
const mostHalvings = 5;

/** A piece of the run: its start, the true motion's distance from that, its length in time and in steps. */
interface Piece {
  readonly base: Float64Array;
  readonly off: Float64Array;
  readonly from: number;
  readonly length: number;
  readonly steps: number;
  readonly halvings: number;
}

export class StrideFollower {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
  }

  /** Whether the errors of this motion are followed in strides. */
  follows(flow: Flow, { strides }: ErrorLedger): boolean {
    return methodOf(flow, this.model) === "explicit euler" && !strides?.isLost;
  }

  /** Notes a step to `y`, which may be the last of a stride. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State): void {
    const ledger = state.errors!;
    const { places } = flow.stages.terms;
    const strides = (ledger.strides ??= openStrides(state, flow));
    // Sizes found in an earlier step belong to this run alone; a run that continues from a snapshot has none.
    this.sizes.find(rows, flow.started, ledger);
    if (jumped(rows, flow.started, strides.last, places)) {
      this.close(flow, rows, state);
      strides.steps = 0;
      keepAfterJump(rows, flow.started, strides, places);
    }
    if (strides.steps === 0) begin(strides, places, flow.started, flow.from);
    for (let k = 0; k < places.length; k++) strides.last[places[k]] = y[k];
    strides.until = flow.time;
    strides.steps++;
    const { duration, step } = this.model.settings;
    if (strides.steps >= stepsPerStride(duration / step, y.length)) this.close(flow, rows, state);
  }

  /** Events have just ended errors of some rows. What the steps of the unfinished stride add to other rows is lost. */
  end(strides: Strides, { since }: ErrorLedger, steps: number): void {
    for (const [{ offset, stride, size }, row] of this.sizes.slots)
      if (since[row] === steps) for (let k = 0; k < size; k++) strides.off[offset + k * stride] = 0;
    strides.steps = 0;
  }

  /** Ends the stride at the present state of the run. */
  close(flow: Flow, rows: Rows, state: State): void {
    const ledger = state.errors!;
    const { places } = flow.stages.terms;
    const strides = ledger.strides;
    if (!strides || strides.steps === 0) return;
    const of = (numbers: Float64Array) => Float64Array.from(places, (place) => numbers[place]);
    const [base, off, now] = [of(strides.start), of(strides.off), of(strides.last)];
    const { from, until, steps } = strides;
    this.samples.reach(flow, rows, now, ledger);
    this.sizes.find(rows, now, ledger);
    const most = mostCost(state.steps, places.length);
    if (!this.lead(flow, rows, ledger, { base, off, from, length: until - from, steps, halvings: 0 }, most)) {
      strides.isLost = true;
      return;
    }
    for (let k = 0; k < places.length; k++) strides.off[places[k]] = off[k];
    strides.steps = 0;
  }

  /** Advances the distance and the base to the end of a piece; false if that fails or costs too much. */
  private lead(flow: Flow, rows: Rows, ledger: ErrorLedger, piece: Piece, most: number): boolean {
    const { base, off, from, length, steps, halvings } = piece;
    ledger.cost += costOfStride;
    const beside = base.map((x, k) => x + off[k]);
    const own = this.take(flow, base, from, length);
    const other = own && this.take(flow, beside, from, length);
    if (!other) return false;
    const factor = errorFactor("explicit euler");
    const once = off.map((_, k) => other.once[k] - own.once[k]);
    const parted = off.map((_, k) => other.parted[k] - own.parted[k]);
    if (rowDistance(rows, once, parted) > mostApart * sizeOf(rows, off)) {
      if (halvings === mostHalvings || ledger.cost + 2 * costOfStride > most) return false;
      const half = { base, off, length: length / 2, steps: steps / 2, halvings: halvings + 1 };
      return (
        this.lead(flow, rows, ledger, { ...half, from }, most) &&
        this.lead(flow, rows, ledger, { ...half, from: from + length / 2 }, most)
      );
    }
    for (let k = 0; k < off.length; k++) {
      const error = factor * (own.parted[k] - own.once[k]);
      off[k] = once[k] + factor * (parted[k] - once[k]) + error / steps;
      base[k] = own.once[k] + error;
    }
    return true;
  }

  private take(
    flow: Flow,
    y: Float64Array,
    from: number,
    length: number,
  ): { once: Float64Array; parted: Float64Array } | null {
    return this.samples.stride(flow, { from, y, length, count: 1 });
  }
}

function openStrides({ memory }: State, flow: Flow): Strides {
  const { places } = flow.stages.terms;
  const strides = { off: new Float64Array(memory.length), last: memory.slice(), start: memory.slice() };
  const opened = { ...strides, from: flow.from, until: flow.from, steps: 0, isLost: false };
  for (let k = 0; k < places.length; k++) opened.last[places[k]] = flow.started[k];
  return opened;
}

function begin(strides: Strides, places: Int32Array, y: Float64Array, from: number): void {
  for (let k = 0; k < places.length; k++) strides.start[places[k]] = y[k];
  strides.from = from;
}

function sizeOf(rows: Rows, off: Float64Array): number {
  return rowDistance(rows, off, new Float64Array(off.length));
}
