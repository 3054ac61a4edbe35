// The attributes of a context: their first values, and whether others are computed first.
import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Curves } from "../model/curves.ts";

/** Whether an application that begins registers attributes other than the context's own. */
export function registersAtFirst(scope: ContextScope): boolean {
  return [...scope.firstTime].some(({ name }) => scope.attribute(name)?.owner.kind !== "context");
}

const known = new WeakMap<ContextScope, ReadonlyMap<string, Value>>();

/** The attributes that a context states with a value, as a map that the caller may change. */
export function initialAttributes(scope: ContextScope, curves: Curves): Map<string, Value> {
  return new Map(startingAttributes(scope, curves));
}

/** The attributes that a context states with a value, as a map that all applications share. */
export function startingAttributes(scope: ContextScope, curves: Curves): ReadonlyMap<string, Value> {
  return known.get(scope) ?? findStarting(scope, curves);
}

function findStarting(scope: ContextScope, curves: Curves): ReadonlyMap<string, Value> {
  const attributes = new Map<string, Value>();
  for (const item of scope.laws.context?.attributes ?? []) {
    if (!item.value) continue;
    const curve = (name: string) => curves.get(name) ?? null;
    const evaluation = new Evaluation(scope, { read: () => null, stage: () => null, special: () => null, curve });
    attributes.set(item.name, evaluation.interpreter.run(item.value, scope.laws.below));
  }
  known.set(scope, attributes);
  return attributes;
}
