// The options of a run besides the text.

import type { runOptionNames } from "../model/model.ts";
import type { ContactObserver, StepObserver } from "../motion/step-observer.ts";
import type { Input } from "../state/observer.ts";
import type { PhaseListener } from "../state/phase.ts";
import type { EvaluationName } from "../state/run-memory.ts";
import type { State } from "../state/state.ts";

interface Options {
  /** Times to record besides the frames. */
  readonly at: readonly number[];
  /** Where to continue, as returned by `snapshot`. */
  readonly resume: State;
  /** How the laws are evaluated; by compiled kernels by default. Both ways give the same bits. */
  readonly evaluation: EvaluationName;
  /** What a person did in an earlier run, in the order of time, to be repeated at the same instants. */
  readonly inputs: readonly Input[];
  /** Receives the phase that the work enters. */
  readonly onPhase: PhaseListener;
}

/** Exactly the options whose names the model knows. */
export type RunOptions = Partial<Pick<Options, (typeof runOptionNames)[number]>>;

/** Further options of a schedule: observers of its steps. */
export interface ScheduleOptions extends RunOptions {
  readonly stepObserver?: StepObserver;
  /** Only for time stepping. */
  readonly contactObserver?: ContactObserver;
}
