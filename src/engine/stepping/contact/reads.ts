// What laws read besides their bodies. A sleeping pair would miss its change; while it is constant, laws of bodies need
// no evaluation.
import type { ContextScope } from "../../../language/declare/context-scope.ts";
import type { Attribute } from "../../../language/names/scope.ts";
import { areMemoryless, attributesOf, remembers } from "../../laws/law-reads.ts";
import type { Laws } from "../../laws/laws.ts";
import type { Application } from "../../state/application.ts";

const known = new WeakMap<ContextScope, readonly Attribute[]>();

/** All attributes that the functions of a context name, directly or in functions that they call. */
function readBy(scope: ContextScope): readonly Attribute[] {
  let found = known.get(scope);
  if (!found) known.set(scope, (found = attributesOf(scope, scope.laws.functions)));
  return found;
}

/** The attributes of the world among them. */
export function readsWorld(scope: ContextScope): ReadonlySet<string> {
  return new Set(readBy(scope).flatMap(({ owner, name }) => (owner.kind === "world" ? [name] : [])));
}

/** Whether the result of a contact law on two unchanged bodies stays the same, except for inputs and events. */
export function isSteady(laws: Laws, scope: ContextScope): boolean {
  return readBy(scope).every(({ owner, name }) => {
    if (owner.kind === "world") return name !== "t" && (laws.model.inputs.has(name) || !laws.changingWorld.has(name));
    return owner.kind === "object" || owner.kind === "context" || owner.kind === "given";
  });
}

/**
 * Whether the laws of bodies give the same in every step while all bodies are unchanged, except for inputs and events.
 */
export function areLasting(laws: Laws, active: readonly Application[]): boolean {
  const { bodies, links } = laws.model;
  if (links.length > 0 || bodies.some(({ physicalType }) => physicalType === "driven")) return false;
  return areMemoryless(laws, active) && active.every((one) => !remembers(one) && !readsWorld(one.scope).has("t"));
}
