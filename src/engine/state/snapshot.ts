// A snapshot knows the model in which it was made. A copy of it, or one read from a file, does not: laws, scopes and
// bodies belong to the model.
import type { Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Snapshot } from "./state.ts";

interface Origin {
  readonly model: Model;
  /** Places whose numbers were not finite: sums that the next step stops at. */
  readonly infinite: ReadonlySet<number>;
}

const origins = new WeakMap<object, Origin>();

/** Makes a copy of a run's state a snapshot, which does not change. */
export function keepSnapshot(state: Snapshot, model: Model): Snapshot {
  const infinite = new Set<number>();
  for (const [place, x] of state.memory.entries()) if (!Number.isFinite(x)) infinite.add(place);
  origins.set(state, { model, infinite });
  return Object.freeze(state);
}

/** The model of a snapshot's run; null for what is not a snapshot. */
export function originOf(snapshot: unknown): Model | null {
  return typeof snapshot === "object" && snapshot !== null ? (origins.get(snapshot)?.model ?? null) : null;
}

/** The first place of a snapshot at which a program has written a number that is not finite; -1 if there is none. */
export function spoiltPlace(snapshot: { readonly memory: ReadonlyNumbers }): number {
  const infinite = origins.get(snapshot)?.infinite;
  const { memory } = snapshot;
  for (let place = 0; place < memory.length; place++)
    if (!Number.isFinite(memory[place]) && !infinite?.has(place)) return place;
  return -1;
}
