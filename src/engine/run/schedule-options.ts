// What a run may be asked for besides what the text says.

import type { runOptionNames } from "../model/model.ts";
import type { Input } from "../state/observer.ts";
import type { PhaseListener } from "../state/phase.ts";
import type { EvaluationName } from "../state/run-memory.ts";
import type { State } from "../state/state.ts";

interface Options {
  /** Times to record besides the frames. */
  readonly at: readonly number[];
  /** Where to go on from, as `snapshot` gave it. */
  readonly resume: State;
  /** What evaluates the laws; compiled kernels where nothing is said. Both give the same bits. */
  readonly evaluation: EvaluationName;
  /** What a person did in an earlier run, in the order of time, to be done again at the same instants. */
  readonly inputs: readonly Input[];
  /** Told what the work goes into. */
  readonly onPhase: PhaseListener;
}

/** Exactly the options that the model knows the names of. */
export type ScheduleOptions = Partial<Pick<Options, (typeof runOptionNames)[number]>>;
