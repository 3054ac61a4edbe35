// What the estimate of errors may cost, counted in steps of the run: a twentieth of them. A small system may spend more
// at its start, which is short; so may one whose errors are near the limit of a note while their growth is unknown.

/** The cost of measuring the error of a step: two partial steps, and computing the state before it again. */
export const costOfLook = 3;
/** The cost of a step of a companion, including finding the errors of all steps meanwhile. */
export const costOfLead = 1;
export const costOfDrift = 3;

/** The cost of a stride of the run and one of the disturbed copy, each whole and halved. */
export const costOfStride = 6;

const shareOfCost = 0.05;
/** The share of the cost that strides take as long as none is halved. */
const partOfStrides = 0.7;
/** Free steps: as many as integrate this many numbers in all, and at most the second number. */
const freeNumbers = 4000;
const mostFree = 640;
/** The search for chaos may cost a fiftieth of the steps. */
const shareOfChaos = 0.02;
const mostFreeOfChaos = 1024;
/**
 * The search for the step that a note proposes may cost a twentieth of the steps, and integrating this number of
 * numbers.
 */
const freeNumbersOfSearch = 200_000;

/** The most steps that the estimate may have cost after `steps` of the run, in a system of `numbers` numbers. */
export function mostCost(steps: number, numbers: number): number {
  return costOfLook + Math.min(mostFree, freeNumbers / numbers) + shareOfCost * steps;
}

/** The most steps that the search for chaos may cost besides. */
export function mostCostOfChaos(steps: number, numbers: number): number {
  return Math.min(mostFreeOfChaos, freeNumbers / numbers) + shareOfChaos * steps;
}

/** Steps of a reference that are free: as many as integrate this number of numbers, and at most the second number. */
const freeNumbersOfReference = 4800;
const mostFreeReferences = 400;
/** A system of more numbers has no reference: it would soon be spent. */
const mostNumbersOfReference = 100;
const stepsPerReference = 64;

/** The steps of a reference that are free in a system of `numbers` numbers. */
export function referencesOf(numbers: number): number {
  return numbers > mostNumbersOfReference ? 0 : Math.min(mostFreeReferences, freeNumbersOfReference / numbers);
}

/** The most steps that a reference may have taken after `steps` of the run. */
export function mostReferences(steps: number, numbers: number): number {
  return referencesOf(numbers) + steps / stepsPerReference;
}

/** Number of steps of a stride in a run of `steps` steps. */
export function stepsPerStride(steps: number, numbers: number): number {
  return Math.ceil((costOfStride * steps) / (partOfStrides * mostCost(steps, numbers)));
}

/** The most steps that the search for a proposed step may cost; a run makes one such search at most. */
export function mostCostOfSearch(steps: number, numbers: number): number {
  return freeNumbersOfSearch / numbers + shareOfCost * steps;
}
