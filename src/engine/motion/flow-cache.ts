// Flows of earlier sets of laws, for reuse. Sets of laws recur: after a bounce the same laws begin again, and a body
// may be held from time to time.

import type { State } from "../state/state.ts";
import type { Flow } from "./flow.ts";

/** Number of flows that are kept, one for each set of active laws. */
const mostKnown = 8;

export class FlowCache {
  /** The one used last comes first. */
  private readonly all: Flow[] = [];

  get first(): Flow {
    return this.all[0];
  }

  /**
   * Moves the flow of the laws active in a state to the front and gives it the state's applications; false if none
   * is known.
   */
  renew(state: State): boolean {
    for (let i = 0; i < this.all.length; i++) {
      const flow = this.all[i];
      if (!flow.stages.renew(state)) continue;
      for (let k = i; k > 0; k--) this.all[k] = this.all[k - 1];
      this.all[0] = flow;
      return true;
    }
    return false;
  }

  add(flow: Flow): void {
    if (this.all.length === mostKnown) this.all.pop();
    this.all.unshift(flow);
  }
}
