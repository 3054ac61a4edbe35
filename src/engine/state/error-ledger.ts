// What a run knows about the errors of its steps: a part of its state, so that a run that continues from a snapshot has
// it too.
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
  /** Per row: the largest distance of the attribute from its first value. */
  readonly reach: Float64Array;
  /** The deviation of attributes from uniform motion: see uniform-motion.ts. */
  readonly uniform: UniformMotion;
  /** Per group: the largest change in a sampled step. */
  readonly changes: Float64Array;
  /** Number of steps sampled for the size of a change. */
  looks: number;
  /** Number of steps whose error was estimated. */
  samples: number;
  /** Number of steps that could not be taken in two parts, so that their error is unknown. */
  failed: number;
  isTold: boolean;
  /** The next companion begins when errors reach this many times their first size. */
  patience: number;
  /**
   * The error of the run as a multiple of the sum of all errors: less than 1 if it forgets them, more if they grow. 0:
   * unknown.
   */
  factor: number;
  /** The growth of that factor in each step, where errors move away from the run evenly, as those of a period do. */
  slope: number;
  /** Per row: the errors of all steps during the last companion; and the number of these steps. */
  readonly seen: Float64Array;
  watched: number;
  /** Number of steps after which that was found. */
  checked: number;
  /** The cost of the estimate so far, in steps of the run. */
  cost: number;
  /** Number of steps represented by samples that were skipped because of their cost. */
  owed: number;
  /** The share of errors at a judgement, and at one before half of its steps. */
  readonly judged: [Judged, Judged];
  companion: Companion | null;
  /** The cost of the search for chaos so far; and the number of steps after which it continues. */
  costOfChaos: number;
  nextFar: number;
  /** The share of the motion that exploding errors have reached. */
  exploding: number;
  far: FarCompanion | null;
  strides: Strides | null;
  reference: Reference | null;
}

interface Judged {
  readonly steps: number;
  readonly share: number;
}

/** A motion beside that of the run, under the same laws. Its lists are indexed by place of the memory. */
export interface Beside {
  /** Its distance from the run, and the last vector of the run. */
  readonly off: Float64Array;
  readonly last: Float64Array;
}

/** A motion that shows whether an error is forgotten. */
export interface Companion extends Beside {
  /** By place: its distance from the run at first. */
  readonly first: Float64Array;
  /** By place: the present size of the errors of all steps since then; null if that would cost too much. */
  readonly drift: Float64Array | null;
  /** Per row: the sum of the sizes of these errors. */
  readonly errors: Float64Array;
  /** Number of steps of the run when it began. */
  readonly steps: number;
  /** The step at which it was last advanced. */
  looked: number;
  /** Its present distance relative to the first; and the last step at which it was far. */
  growth: number;
  far: number;
  /** The largest ratio of errors to the sum of their sizes; and the same after a quarter to a half of the time. */
  most: number;
  readonly marks: [Mark, Mark];
  /** The growth in each step, where it is even; otherwise 0. */
  slope: number;
}

/** A motion that shows whether errors explode: see chaos.ts. */
export interface FarCompanion extends Beside {
  /** Number of steps when it began, and its distance then, as a share of the motion. */
  readonly steps: number;
  readonly distance: number;
  /** Its distance after a power of two of steps, and after half as many. */
  readonly marks: [FarMark, FarMark];
}

interface FarMark {
  readonly followed: number;
  readonly distance: number;
}

/** The distance of the run from the true motion, and the stride under way: see strides.ts. */
export interface Strides extends Beside {
  /** By place of the memory: the start of the stride. */
  readonly start: Float64Array;
  /** When it began, when its last step ended, and the number of its steps. */
  from: number;
  until: number;
  steps: number;
  /** Whether strides have ended because they were too long. */
  isLost: boolean;
}

/** The true motion beside the run, and how far the run is from it: see reference.ts. */
export interface Reference {
  /** By place of the memory: the reference at its time, and the last vector of the run. */
  readonly at: Float64Array;
  readonly last: Float64Array;
  /** By place: whether events have just ended errors there. */
  readonly ended: Uint8Array;
  /** Per row: how far the run was off when both were last at the same time, or shortly before. */
  readonly off: Float64Array;
  /** Per row: the largest error of a step, and the sum of all, until the reference ended. */
  readonly seen: Float64Array;
  readonly sums: Float64Array;
  /** When something else than rates last changed numbers. */
  jumped: number;
  /** The time of the reference, and that of the last vector of the run. */
  time: number;
  until: number;
  /** The length of its next step, and the number of its steps. */
  length: number;
  count: number;
  /** Per row: the sum of its own errors, and the largest distance of the run from it. */
  readonly own: Float64Array;
  readonly far: Float64Array;
  /** These distances after a quarter to a half of the time, and after a half to all of it. */
  readonly marks: [ReferenceMark, ReferenceMark];
  /** Whether it goes no further; and whether nothing follows from it. */
  isOver: boolean;
  isLost: boolean;
}

interface ReferenceMark {
  readonly time: number;
  readonly far: Float64Array;
}

const notJudged: Judged = { steps: 0, share: 0 };

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
    seen: new Float64Array(rows),
    watched: 0,
    checked: 0,
    cost: 0,
    owed: 0,
    judged: [notJudged, notJudged],
    companion: null,
    costOfChaos: 0,
    nextFar: 0,
    exploding: 0,
    far: null,
    strides: null,
    reference: null,
  };
}

/** The most steps so far over which errors of a row have lasted. */
export function lastedFor({ since, longest }: ErrorLedger, row: number, steps: number): number {
  return since[row] === 0 ? steps : Math.min(steps, Math.max(longest[row], steps - since[row]) + 1);
}

export function copyLedger(ledger: ErrorLedger): ErrorLedger {
  const { sums, worst, since, longest, reach, uniform, changes, seen, judged, companion, far, strides, reference } =
    ledger;
  return {
    ...ledger,
    sums: sums.slice(),
    worst: worst.slice(),
    since: since.slice(),
    longest: longest.slice(),
    reach: reach.slice(),
    uniform: copyUniform(uniform),
    changes: changes.slice(),
    seen: seen.slice(),
    judged: [judged[0], judged[1]],
    companion: companion && copyCompanion(companion),
    far: far && { ...far, off: far.off.slice(), last: far.last.slice(), marks: [far.marks[0], far.marks[1]] },
    strides: strides && copyStrides(strides),
    reference: reference && copyReference(reference),
  };
}

function copyReference(reference: Reference): Reference {
  const { at, last, ended, off, own, far, seen, sums, marks } = reference;
  return {
    ...reference,
    at: at.slice(),
    last: last.slice(),
    ended: ended.slice(),
    off: off.slice(),
    own: own.slice(),
    far: far.slice(),
    seen: seen.slice(),
    sums: sums.slice(),
    marks: [marks[0], marks[1]],
  };
}

function copyStrides(strides: Strides): Strides {
  const { off, last, start } = strides;
  return { ...strides, off: off.slice(), last: last.slice(), start: start.slice() };
}

function copyCompanion(companion: Companion): Companion {
  const { first, off, last, drift, errors, marks } = companion;
  return {
    ...companion,
    first: first.slice(),
    off: off.slice(),
    last: last.slice(),
    drift: drift === null ? null : drift.slice(),
    errors: errors.slice(),
    marks: [marks[0], marks[1]],
  };
}
