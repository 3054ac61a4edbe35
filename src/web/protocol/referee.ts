// Messages between page and worker about the check of a run.
import type { InputRecord } from "./messages.ts";

/** What defines the shown run, besides the text. */
export interface RefereeQuestion {
  readonly inputs: readonly InputRecord[];
  /** Its last frame and its number of events, which the run that is checked must reach. */
  readonly last: { readonly time: number; readonly memory: Float64Array };
  readonly events: number;
  /** Whether an error ended it. */
  readonly isStopped: boolean;
}

export interface RefereeInfo {
  /** The verdict: `checked: 14 collisions, 2 joints, 3 laws; nothing wrong`. */
  readonly line: string;
  readonly count: number;
  /** Faults; of many that are alike only some. */
  readonly faults: readonly { readonly time: number; readonly sentence: string }[];
  /** What could not be checked, and why. */
  readonly unchecked: readonly string[];
}
