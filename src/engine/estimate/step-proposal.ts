// Which step a note proposes: the longest one whose errors, added up over the whole run, stay below a share of the
// motion.
//
// Errors of steps are measured for each length that is tried, along two short pieces of the motion: from where the run
// is, and from its first values, for the run may have come to rest or gone where no motion leads. What the note says of
// the errors so far counts where these pieces show fewer.

/** Errors of a few steps of a length: their number, their sums in the first and in the second half, and the largest. */
export interface StepErrors {
  readonly count: number;
  readonly sums: readonly [number, number];
  readonly most: number;
  /**
   * Whether errors that fade along the piece do so because the motion comes to rest, and not because an encounter is
   * over.
   */
  readonly mayFade: boolean;
}

export interface Search {
  /** The step of the run, no longer than its duration. */
  readonly step: number;
  readonly duration: number;
  /** The time so far, and the share of the motion that errors have come to. */
  readonly elapsed: number;
  readonly share: number;
  /** The share that errors may come to. */
  readonly wanted: number;
  /** How many times the sum of errors a run is off. */
  readonly growth: number;
  readonly motion: number;
  readonly isSymplectic: boolean;
  /** The errors of each piece; null where steps of this length fail. */
  errorsOf(length: number): readonly StepErrors[] | null;
}

/** Errors fade whose second half is less than this part of the first: then they do not go on. */
const fading = 0.5;
const mostHalvings = 24;
/** How often the interval between a step that is too long and its half is halved. */
const refinements = 3;

/** Null where no step is found. */
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
  return roundDown(length);
}

/** What errors come to after a time, as a share of the motion. */
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
 * The errors of the semi-implicit Euler method take each other back: those of a vibration with the frequency w never
 * come to more than (h w) / 2, where a step errs by (h w)² / 2. What adds up is a phase of (h w)³ / 24 a step.
 */
export function driftOf(error: number, motion: number): number {
  return (error * Math.sqrt(Math.min(1, (2 * error) / motion))) / 12;
}

/** A number of two digits that is not above another. */
function roundDown(x: number): number {
  const [first, power] = x.toExponential(15).split("e");
  return Number(`${Math.floor(10 * Number(first)) / 10}e${power}`);
}
