// How contact points act on the bodies during a stage of the motion.
import type { ReadonlyNumbers } from "../model/numbers.ts";

export interface ContactActions {
  /** Whether laws contribute: then the contents of a stage are valid only for the points of that step. */
  readonly contributes: boolean;
  /** Writes the values that laws of contacts give to attributes without rates. */
  place(stage: Float64Array): void;
  /** Sets the accumulators of contact laws to zero. */
  clear(stage: Float64Array): void;
  /** Adds contributions to accumulators. */
  contribute(stage: Float64Array, registered: ReadonlyNumbers): void;
}
