// What a run knows of the errors of its steps: a part of its state, so that a run that goes on from a snapshot knows it
// too.
import { copyUniform, openUniform, type UniformMotion } from "./uniform-motion.ts";

/** Rows are attributes, groups are names of attributes: see motion-sizes.ts. */
export interface ErrorLedger {
  /** Per row: the sum of the errors of all steps. */
  readonly sums: Float64Array;
  /** Per row: the largest error of a step. */
  readonly worst: Float64Array;
  /**
   * Per row: the step at which an event last ended its errors, and for how many steps they lasted at most until one
   * did.
   */
  readonly since: Float64Array;
  readonly longest: Float64Array;
  /** Per row: how far the attribute came from its first value. */
  readonly reach: Float64Array;
  /** How far attributes stray from uniform motion: see uniform-motion.ts. */
  readonly uniform: UniformMotion;
  /** Per group: the largest change in a step that was looked at for its size. */
  readonly changes: Float64Array;
  /** How many steps were looked at for the size of a change. */
  looks: number;
  /** Number of steps with an error that could be estimated. */
  samples: number;
  /** Number of steps that could not be taken in two parts, so that nothing is known of their error. */
  failed: number;
  isTold: boolean;
  /** The next companion begins when errors come to this many times as much as at first. */
  patience: number;
  /**
   * How many times the sum of all errors a run is off: less than once where it forgets them, more where they grow. 0:
   * not known.
   */
  factor: number;
  /** By how much that grows with every step, where errors go away from the run evenly, as those of a period do. */
  slope: number;
  /**
   * The errors of all steps in which the last companion was followed, as a share of the motion, and how many these are.
   */
  seen: number;
  watched: number;
  /** After how many steps that was found. */
  checked: number;
  /** What all companions have cost, in steps of the run. */
  cost: number;
  companion: Companion | null;
}

/** A motion beside that of the run, under the same laws: it shows whether an error is forgotten. */
export interface Companion {
  /** By place of the memory: how far from the run it was at first and is now, and where the run was last. */
  readonly first: Float64Array;
  readonly off: Float64Array;
  readonly last: Float64Array;
  /** By place: the errors of all steps since then as they have come to be, and the sum of their sizes. */
  readonly drift: Float64Array;
  errors: number;
  /** After how many steps it began. */
  readonly steps: number;
  /** How far it is from the run now, by the first distance; and the step at which it was far last. */
  growth: number;
  far: number;
  /** The most that errors came to, by the sum of their sizes; and the same after a half to a quarter of the time. */
  most: number;
  readonly marks: [Mark, Mark];
  /** By how much that grows with every step, where it does so evenly; else 0. */
  slope: number;
}

interface Mark {
  readonly followed: number;
  readonly most: number;
}

export function openLedger(rows: number, groups: number, places: number): ErrorLedger {
  return {
    sums: new Float64Array(rows),
    worst: new Float64Array(rows),
    since: new Float64Array(rows),
    longest: new Float64Array(rows),
    reach: new Float64Array(rows),
    uniform: openUniform(rows, places),
    changes: new Float64Array(groups),
    looks: 0,
    samples: 0,
    failed: 0,
    isTold: false,
    patience: 1,
    factor: 0,
    slope: 0,
    seen: 0,
    watched: 0,
    checked: 0,
    cost: 0,
    companion: null,
  };
}

/** For how many of the steps so far errors of a row have lasted at most. */
export function lastedFor({ since, longest }: ErrorLedger, row: number, steps: number): number {
  return since[row] === 0 ? steps : Math.min(steps, Math.max(longest[row], steps - since[row]) + 1);
}

export function copyLedger(ledger: ErrorLedger): ErrorLedger {
  const { sums, worst, since, longest, reach, uniform, changes, companion } = ledger;
  return {
    ...ledger,
    sums: sums.slice(),
    worst: worst.slice(),
    since: since.slice(),
    longest: longest.slice(),
    reach: reach.slice(),
    uniform: copyUniform(uniform),
    changes: changes.slice(),
    companion: companion && copyCompanion(companion),
  };
}

function copyCompanion(companion: Companion): Companion {
  const { first, off, last, drift, marks } = companion;
  return {
    ...companion,
    first: first.slice(),
    off: off.slice(),
    last: last.slice(),
    drift: drift.slice(),
    marks: [marks[0], marks[1]],
  };
}
