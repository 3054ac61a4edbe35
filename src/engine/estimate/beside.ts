// A second motion under the same laws that is advanced together with the run. Events and impacts do not change its
// distance from the run.
import type { Flow } from "../motion/flow.ts";
import type { Beside } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import type { Rows } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** An attribute that changes in a jump by at least this share of its motion loses errors, too. */
const leastJump = 1e-3;

/** Starts a companion whose distance from the run is a multiple of the last sampled step's error. */
export function beginBeside(
  { stages }: Flow,
  y: Float64Array,
  { memory }: State,
  error: Float64Array,
  times: number,
): Beside {
  const { places } = stages.terms;
  const [off, last] = [new Float64Array(memory.length), memory.slice()];
  for (let k = 0; k < places.length; k++) {
    off[places[k]] = times * (error[k] - y[k]);
    last[places[k]] = y[k];
  }
  return { off, last };
}

export class BesideLead {
  /** The vector of the motion that was advanced last. */
  at = new Float64Array(0);
  private readonly samples: StepSamples;

  constructor(samples: StepSamples) {
    this.samples = samples;
  }

  /** Advances a motion by a step from its distance to the run; false if that fails. */
  lead(flow: Flow, rows: Rows, y: Float64Array, { off, last }: Beside, drift: Float64Array | null = null): boolean {
    const { started } = flow;
    const { places } = flow.stages.terms;
    if (this.at.length !== places.length) this.at = new Float64Array(places.length);
    const { at: beside } = this;
    keepAfterJump(rows, started, { off, last }, places, drift);
    for (let k = 0; k < places.length; k++) beside[k] = started[k] + off[places[k]];
    if (!this.samples.attempt(() => flow.leadFrom(beside))) return false;
    for (let k = 0; k < places.length; k++) {
      off[places[k]] = beside[k] - y[k];
      last[places[k]] = y[k];
    }
    return true;
  }
}

/** Whether something other than the laws of motion has changed numbers since the last step. */
export function jumped({ terms, ofTerm }: Rows, now: Float64Array, last: Float64Array, places: Int32Array): boolean {
  for (let i = 0; i < terms.length; i++) {
    const { at, slot } = terms[i];
    const least = leastJump * ofTerm[i];
    for (let k = at; k < at + slot.size; k++) if (Math.abs(now[k] - last[places[k]]) > least) return true;
  }
  return false;
}

/** Reduces the distance in the same proportion as attributes that have jumped since the last step. */
export function keepAfterJump(
  { terms, ofTerm }: Rows,
  now: Float64Array,
  { off, last }: Beside,
  places: Int32Array,
  drift: Float64Array | null = null,
): void {
  for (let i = 0; i < terms.length; i++) {
    const { at, slot } = terms[i];
    const kept = keptByJump(now, last, places, [at, at + slot.size], leastJump * ofTerm[i]);
    if (kept === 1) continue;
    for (let k = at; k < at + slot.size; k++) {
      off[places[k]] *= kept;
      if (drift) drift[places[k]] *= kept;
    }
  }
}

/**
 * How much of an attribute's error is left after a jump: the same share as of the attribute, or all if it changes
 * little.
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
