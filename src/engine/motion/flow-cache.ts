// Motions under laws that have been at work. Laws come back: after a bounce the same ones begin again, and a body that
// is held now and then falls in between.

import type { State } from "../state/state.ts";
import type { Flow } from "./flow.ts";

/** Which laws are at work on whom, so many times. */
const mostKnown = 8;

export class FlowCache {
  /** The one used last comes first. */
  private readonly all: Flow[] = [];

  get first(): Flow {
    return this.all[0];
  }

  /**
   * Makes the motion under the laws at work in a state the first, at work by its applications; false where none is
   * known.
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
