// A stage is evaluated either by one compiled program (compiled-stages.ts), or law by law (stages-by-law.ts): with a
// kernel if there is one, else with the interpreter. The bits are the same. If a program gives up, its work is done law
// by law.
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { StageMemory } from "../state/run-memory.ts";
import type { System } from "./integrators/method.ts";

export interface StageEvaluation {
  /**
   * Fills a stage with the values of its instant: registered values, the integrated vector if one is given, sums of
   * contributions. Afterwards the constraints have been evaluated.
   */
  place(stage: StageMemory, registered: ReadonlyNumbers, y: Float64Array | null): void;
  /** Solves the evaluated constraints, and adds the contributions of their unknowns. */
  solve(stage: StageMemory): void;
  /** Writes the derivative of the integrated vector; of one rank only, if one is given. */
  derivative(stage: Float64Array, registered: ReadonlyNumbers, out: Float64Array, rank: number | null): void;
  /** Takes the system's whole step; false, with nothing done, if its stages must be evaluated one by one. */
  step(registered: ReadonlyNumbers, system: System, y: Float64Array, out: Float64Array): boolean;
  /** Whether it can change a vector as a projection does. */
  readonly canChange: boolean;
  /**
   * Changes a vector at which links have been evaluated, as a projection does. False if it gives up: then the vector
   * is restored, the stage is not.
   */
  change(y: Float64Array, stops: boolean, closes: boolean): boolean;
}
