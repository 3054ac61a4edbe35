// A motion beside the run, under the same laws, that is led on as the run goes on. Through events and impacts it keeps
// its distance.
import type { Flow } from "../motion/flow.ts";
import type { Beside } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import type { Rows } from "./motion-sizes.ts";
import type { StepSamples } from "./step-samples.ts";

/** What an attribute loses in a jump, as a share of its motion, before its errors do so too. */
const leastJump = 1e-3;

/** One that is off a vector of the run by a multiple of the error of the step that was looked at last. */
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
  /** Where the motion is that was led last. */
  at = new Float64Array(0);
  private readonly samples: StepSamples;

  constructor(samples: StepSamples) {
    this.samples = samples;
  }

  /** Leads a motion through a step, from as far beside the run as it was; false where that fails. */
  lead(flow: Flow, rows: Rows, y: Float64Array, { off, last }: Beside, drift: Float64Array | null = null): boolean {
    const { started } = flow;
    const { places } = flow.stages.terms;
    const { terms, ofTerm } = rows;
    if (this.at.length !== places.length) this.at = new Float64Array(places.length);
    const { at: beside } = this;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      const least = leastJump * ofTerm[i];
      const kept = keptByJump(started, last, places, [at, at + slot.size], least);
      for (let k = at; k < at + slot.size; k++) {
        beside[k] = started[k] + kept * off[places[k]];
        if (drift) drift[places[k]] *= kept;
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
