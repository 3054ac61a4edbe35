// What laws state about sleep: which bodies may sleep, what their velocities are, and what could wake them.
//
// The velocities of a body are attributes with rates from which the rates of its position, orientation and size are
// computed. For a body at rest they are zero. What laws read besides their bodies matters because contact laws would
// not see it change while bodies sleep, and laws of bodies need not be evaluated while it is constant.
import type { ContextScope } from "../../../language/declare/context-scope.ts";
import type { Attribute } from "../../../language/names/scope.ts";
import { isFirstRate, isValue } from "../../../language/syntax/statement.ts";
import { areMemoryless, attributesOf, remembers } from "../../laws/law-reads.ts";
import type { Laws } from "../../laws/laws.ts";
import type { Slot } from "../../model/slot.ts";
import type { Application } from "../../state/application.ts";

const pose: ReadonlySet<string> = new Set(["position", "orientation", "size"]);

/** Whether a law moves the body by rates only. */
export function isSleepable({ context, scope }: Application): boolean {
  return !context.functions.some((one) => isValue(one) && pose.has(scope.attribute(one.name)?.name ?? ""));
}

export function motionSlots({ context, scope, body }: Application): readonly Slot[] {
  const rates = context.functions.filter(isFirstRate);
  const rated = new Set(rates.map(({ name }) => scope.attribute(name)?.name));
  const moving = rates.filter(({ name }) => pose.has(scope.attribute(name)?.name ?? ""));
  const names = attributesOf(scope, moving).flatMap(({ owner, name }) =>
    owner.kind === "object" && rated.has(name) && !pose.has(name) ? [name] : [],
  );
  return [...new Set(names)].flatMap((name) => body.slots.get(name) ?? []);
}

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
