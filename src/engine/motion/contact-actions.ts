// How contact points act on the bodies during a stage of the motion.
export interface ContactActions {
  /** Whether laws contribute: then what a stage was filled with holds for the points of that step only. */
  readonly contributes: boolean;
  /** Writes what their laws have made of attributes without rates. */
  place(stage: Float64Array): void;
  /** What contact laws contribute to begins from nothing. */
  clear(stage: Float64Array): void;
  /** Adds to accumulators. */
  contribute(stage: Float64Array, registered: Float64Array): void;
}
