// What page and worker say to each other about what is wrong with a run.
import type { InputRecord } from "./messages.ts";

/** The run that is shown, as far as the text does not say it. */
export interface RefereeQuestion {
  readonly inputs: readonly InputRecord[];
  /** Its last frame, and how many events it has: the run that is checked must come to the same. */
  readonly last: { readonly time: number; readonly memory: Float64Array };
  readonly events: number;
  /** Whether something was wrong in it that ended it. */
  readonly isStopped: boolean;
}

export interface RefereeInfo {
  /** `checked: 14 collisions, 2 joints, 3 laws; nothing wrong`. */
  readonly line: string;
  readonly count: number;
  /** Of many that are alike only some. */
  readonly faults: readonly { readonly time: number; readonly sentence: string }[];
  /** What could not be checked, and why. */
  readonly unchecked: readonly string[];
}
