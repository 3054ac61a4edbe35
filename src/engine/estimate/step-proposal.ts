// Which step a note proposes: the longest one whose errors, added up over the whole run, stay below a share of the
// motion.
//
// Errors of steps are measured for each length that is tried, along two short pieces of the motion: one from the
// present state, one from the first values, because the run may have come to rest or gone astray. If the note's own
// errors so far are larger than on these pieces, they count.

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
  readonly motion: number;
  readonly isSymplectic: boolean;
  /** The errors of a run grow with this power of the step. */
  readonly order: number;
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
const mostHalvings = 24;
/** How many times the interval between a step that is too long and its half is bisected. */
const refinements = 3;

/** The longest step that is good enough; null if none is found. */
export function proposeStep(search: Search): number | null {
  const { step, elapsed, share, wanted, duration } = search;
  const now = shareOf(search, step, elapsed);
  const missed = now > 0 && now < Math.min(1, share) ? Math.min(1, share) / now : 1;
  const isShort = (length: number) => missed * shareOf(search, length, duration) <= wanted;
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
  return roundDown(Math.max(length, Math.min(least, step / 2)));
}

/** The step by the order of the method alone, assuming that errors continue as before. */
function byOrder({ step, elapsed, share, wanted, duration, order }: Search): number {
  const atEnd = (share * duration) / elapsed;
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
