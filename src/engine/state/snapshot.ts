// Snapshots know in which model they were made. A copy of one, and what went through a file, does not: laws, scopes and
// bodies are of the model.
import type { Model } from "../model/model.ts";
import type { State } from "./state.ts";

const origins = new WeakMap<object, Model>();

/** Makes a copy of a run's state a snapshot, which stays as it is. */
export function keepSnapshot(state: State, model: Model): State {
  origins.set(state, model);
  return Object.freeze(state);
}

/** The model of the run that a snapshot is of; null for what is no snapshot. */
export function originOf(snapshot: unknown): Model | null {
  return typeof snapshot === "object" && snapshot !== null ? (origins.get(snapshot) ?? null) : null;
}
