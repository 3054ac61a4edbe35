// What the estimate of errors may cost, counted in steps of the run. In a large system it is a tenth of any few hundred
// steps, unless a note is near; a small one may take more time at its start, as that is short.

/** Systems of more numbers than this are large. */
const large = 1000;
/**
 * In a system of this many numbers companions begin as early as in any smaller one, in one of 50 times as many as late
 * as in any larger one.
 */
const few = 500;
const mostRestraint = 50;
/** All companions together cost at most this many steps, fewer in larger systems, and a tenth of the run's. */
const freeCost = 640;
const shareOfCost = 0.1;
/** Of that, this share of the steps is left to companions that are followed for long, where there are any. */
const shareOfFar = 0.05;
/**
 * The search for the step that a note proposes costs at most as many steps as the run has taken, or as many as
 * integrate this many numbers.
 */
const freeNumbers = 200_000;

export function isLarge(numbers: number): boolean {
  return numbers > large;
}

/** How many times as large errors are in a system of this many numbers before a companion begins. */
export function restraintOf(numbers: number): number {
  return Math.min(mostRestraint, Math.max(1, numbers / few));
}

/** How many steps all companions may have cost after this many of the run. */
export function mostCost(steps: number, numbers: number): number {
  return freeCost / restraintOf(numbers) + shareOfCost * steps;
}

/** How much of that is left to companions that are followed for long. */
export function costOfFar(steps: number, numbers: number): number {
  return isLarge(numbers) ? 0 : shareOfFar * steps;
}

/** How many steps the search for a proposed step may cost. */
export function mostOfSearch(steps: number, numbers: number): number {
  return Math.max(steps, Math.floor(freeNumbers / numbers));
}
