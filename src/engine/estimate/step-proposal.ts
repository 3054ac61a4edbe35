// Which step a note proposes: the longest one whose errors, added up over the whole run, stay below a share of the
// motion.
//
// Errors of steps are measured for each length that is tried, along two short pieces of the motion: one from the
// present state, one from the first values, because the run may have come to rest or gone astray. If the note's own
// errors so far are larger than on these pieces, they count.

import { exp, log } from "../../math/elementary/elementary.ts";

/** Errors of a few steps of a length: their number, their sums in the first and in the second half, and the largest. */
export interface StepErrors {
  readonly count: number;
  readonly sums: readonly [number, number];
  readonly most: number;
  /**
   * Whether errors that fade along the piece fade because the motion comes to rest, not because an encounter is over.
   */
  readonly mayFade: boolean;
}

export interface Search {
  /** The step of the run, no longer than its duration. */
  readonly step: number;
  readonly duration: number;
  /** The time so far, and the share of the motion that errors have reached. */
  readonly elapsed: number;
  readonly share: number;
  /** The share that errors may reach. */
  readonly wanted: number;
  /** How many times the sum of errors the run is off. */
  readonly growth: number;
  /** How many times more than in proportion to time a measured error still grows. */
  readonly left: number;
  readonly motion: number;
  readonly isSymplectic: boolean;
  /** The errors of a run grow with this power of the step. */
  readonly order: number;
  /** With which power of time the share grows, if it was measured; otherwise null. */
  readonly power: number | null;
  /** The errors of each piece; null if steps of this length fail, or where the search has become too expensive. */
  errorsOf(length: number): readonly StepErrors[] | null;
}

/** Errors fade if their second half is below this part of the first: then they do not continue. */
const fading = 0.5;
/**
 * A run whose error is as large as its motion may have gone astray, so that pieces from there show too much: then a
 * step is at most this many times shorter than the order of the method suggests.
 */
const shorterThanByOrder = 8;
/** A measured error of more than this share no longer follows the order of the method. */
const mostByOrder = 0.5;
/** Errors of a symplectic method that grow with more than this power of time add up. */
const adding = 0.8;
/** The first-order error of a symplectic method often cancels; so a step is at most this many times shorter by it. */
const mostShorter = 32;
/** Pieces with so much smaller errors than the run do not show what it went through. */
const mostMissed = 1000;
/** Where pieces have errors so much larger than the run so far, it is amidst an encounter: the worst is to come. */
const [amidst, cautious] = [4, 0.6];
const mostShorterLate = 24;
const manySteps = 64;
/** A method of this order sees encounters, where the largest errors are, only in steps of the length that is tried. */
const precise = 4;
const mostHalvings = 24;
/** How many times the interval between a step that is too long and its half is bisected. */
const refinements = 3;

/** The longest step that is good enough; null if none is found. */
export function proposeStep(search: Search): number | null {
  const { step, elapsed, share, wanted, duration } = search;
  const measured = measuredStep(search);
  if (measured !== null && search.order < precise) return measured;
  const now = shareOf(search, step, elapsed);
  const missed = now > 0 && now < Math.min(1, share) ? Math.min(1, share) / now : 1;
  if (measured !== null && missed > mostMissed) return measured;
  const isAmidst = measured !== null && now > amidst * share;
  const left = isAmidst ? search.left : 1;
  const isShort = (length: number) => left * missed * shareOf(search, length, duration) <= wanted;
  let length = step / 2;
  for (let k = 1; k < mostHalvings && !isShort(length); k++) length /= 2;
  if (!isShort(length)) return null;
  let longer = 2 * length;
  for (let k = 0; k < refinements; k++) {
    const between = (length + longer) / 2;
    if (isShort(between)) length = between;
    else longer = between;
  }
  const least = share >= 1 ? byOrder(search) / shorterThanByOrder : 0;
  // A run that has gone astray late says nothing of much shorter steps.
  const isLate = search.power !== null && share >= 1 && elapsed > manySteps * step;
  const found = Math.max(length, Math.min(isLate ? Math.max(least, step / mostShorterLate) : least, step / 2));
  if (measured === null) return roundDown(found);
  return roundDown(Math.min(measured, isAmidst ? cautious * found : found));
}

/**
 * Whether the order of the method tells enough: where the error of the run is known, is small enough to follow the
 * order, and for a symplectic method is one that adds up.
 */
function isMeasured({ power, share, isSymplectic }: Search): boolean {
  return power !== null && share > 0 && share < mostByOrder && (!isSymplectic || power > adding);
}

/** The step by a measured error; null where that does not tell enough. */
function measuredStep(search: Search): number | null {
  if (!isMeasured(search)) return null;
  const { step, isSymplectic } = search;
  const length = Math.min(byOrder(search), roundDown(step / 2));
  return isSymplectic ? Math.max(length, roundDown(step / mostShorter)) : length;
}

/** The step by the order of the method alone, assuming that errors continue as before. */
function byOrder({ step, elapsed, share, wanted, duration, order, power }: Search): number {
  const longer = duration / elapsed;
  const atEnd = share * Math.max(longer, power === null ? 0 : exp(power * log(longer)));
  return roundDown(step / root(atEnd / wanted, order));
}

function root(x: number, order: number): number {
  if (order === 1) return x;
  return order === 2 ? Math.sqrt(x) : Math.sqrt(Math.sqrt(x));
}

/** The errors after a time, as a share of the motion. */
function shareOf(search: Search, length: number, time: number): number {
  const pieces = search.errorsOf(length);
  if (!pieces) return Number.POSITIVE_INFINITY;
  return Math.max(...pieces.map((piece) => shareFrom(search, piece, time / length)));
}

function shareFrom({ growth, motion, isSymplectic }: Search, piece: StepErrors, steps: number): number {
  const { count, sums, most, mayFade } = piece;
  const times = mayFade && sums[1] < fading * sums[0] ? sums[0] / (sums[0] - sums[1]) : Math.max(1, steps / count);
  const mean = (sums[0] + sums[1]) / count;
  if (isSymplectic) return Math.sqrt(most / (2 * motion)) + (times * count * driftOf(mean, motion)) / motion;
  return (growth * times * count * mean) / motion;
}

/**
 * The errors of the semi-implicit Euler method cancel: those of a vibration with the frequency w never exceed (h w) /
 * 2, where a step errs by (h w)² / 2. What adds up is a phase of (h w)³ / 24 a step.
 */
export function driftOf(error: number, motion: number): number {
  return (error * Math.sqrt(Math.min(1, (2 * error) / motion))) / 12;
}

/** The number rounded down to two digits. */
function roundDown(x: number): number {
  const [first, power] = x.toExponential(15).split("e");
  return Number(`${Math.floor(10 * Number(first)) / 10}e${power}`);
}
