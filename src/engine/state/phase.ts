// What the work of a run goes into. Whoever wants to know how long each takes brings a clock of their own: the engine
// has none.

/**
 * Bodies' laws; constraints and their derivatives; the matrix of their unknowns, put together and factorised; the
 * solution; all else: integration, events, the record.
 */
export const phaseNames = ["laws", "constraints", "matrix", "solution", "motion"] as const;
export type PhaseName = (typeof phaseNames)[number];

/** Told when work of another kind begins. */
export type PhaseListener = (phase: PhaseName) => void;
