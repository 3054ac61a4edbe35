// The phases of the work of a run. A listener that measures their time brings its own clock: the engine has none.

/**
 * Bodies' laws; constraints and their derivatives; assembling and factoring the matrix of their unknowns; the solution;
 * all else: integration, events, the record.
 */
export const phaseNames = ["laws", "constraints", "matrix", "solution", "motion"] as const;
export type PhaseName = (typeof phaseNames)[number];

/** Called when work of another kind begins. */
export type PhaseListener = (phase: PhaseName) => void;
