// The pairs that touch, as they stand from one event to the next: which are held together, which have come apart.
import type { Collisions } from "./collision.ts";
import { gapIn, scaleOf } from "./gap.ts";
import type { Laws } from "./laws.ts";
import type { Body } from "./model.ts";
import { type Application, pairOf, type State } from "./state.ts";

/** Bodies nearer than this, relative to their size and place, touch. */
export const touch = 1e-9;

export class TouchingPairs {
  private readonly laws: Laws;
  private readonly collisions: Collisions;
  private readonly state: State;

  constructor(laws: Laws, collisions: Collisions, state: State) {
    this.laws = laws;
    this.collisions = collisions;
    this.state = state;
  }

  /** Whether there are any but those that are let through. */
  get some(): boolean {
    for (const status of this.state.pairs.values()) if (status !== "passing") return true;
    return false;
  }

  /** The contact law that holds a body, if one does. */
  readonly held = (body: Body): Application | null => {
    const application = this.state.applications[body.index];
    return application?.context.type === "contact" ? application : null;
  };

  /** Whether a pair is held by contacts with others and would not come apart in free fall either: it belongs to their group. */
  stay(pair: readonly [Body, Body], time: number): boolean {
    if (!pair.every((body) => body.physicalType !== "dynamic" || this.held(body))) return false;
    if (!this.laws.choose("contact", this.collisions.order(...pair))) return false;
    return this.collisions.try(this.state.memory, ...pair, time, () => null).tendency !== "parting";
  }

  isClosing(pair: readonly [Body, Body], time: number): boolean {
    return this.collisions.try(this.state.memory, ...pair, time, this.held).tendency === "closing";
  }

  /** Lets go of contacts that came apart, or would come apart in free fall; tells whose. */
  retestContacts(time: number): Set<Body> {
    const { pairs, memory } = this.state;
    const changed = new Set<Body>();
    for (const [number, status] of pairs) {
      if (status !== "contact") continue;
      const pair = pairOf(this.laws.model, number);
      const apart = gapIn(memory, ...pair) > 100 * touch * scaleOf(memory, ...pair);
      if (!apart && this.collisions.try(memory, ...pair, time, () => null).tendency !== "parting") continue;
      if (apart) pairs.delete(number);
      else pairs.set(number, "touching");
      for (const body of pair) changed.add(body);
    }
    return changed;
  }

  /** Forgets pairs that are well apart, and watches again those that have passed through each other. */
  releaseParted(): void {
    const { pairs, memory } = this.state;
    for (const [number, status] of pairs) {
      if (status === "contact") continue;
      const pair = pairOf(this.laws.model, number);
      if (gapIn(memory, ...pair) > touch * scaleOf(memory, ...pair)) pairs.delete(number);
    }
  }
}
