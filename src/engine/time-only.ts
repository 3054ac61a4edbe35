// Laws that depend on nothing but time: then a body's way is the same however often the rest of the world stops and goes on.
import type { Definition } from "../language/ast.ts";
import { visitNames } from "../language/names-in.ts";
import type { Application } from "./state.ts";

const known = new WeakMap<object, Map<Definition, boolean>>();

/**
 * Whether a closed form of a context depends only on t, on what was computed when the application began, and on
 * attributes that nothing changes while it lasts: no `previous`, no `dt`, no other objects. `changing` are the world's
 * attributes that some context updates.
 */
export function isTimeOnly(application: Application, definition: Definition, changing: ReadonlySet<string>): boolean {
  const { scope, context } = application;
  let byDefinition = known.get(scope);
  if (!byDefinition) known.set(scope, (byDefinition = new Map()));
  const before = byDefinition.get(definition);
  if (before !== undefined) return before;
  const firstTime = new Set(context.firstTimeOnly.map((word) => word.name));
  const written = new Set(context.functions.map((candidate) => scope.attribute(candidate.name)?.name));
  const seen = new Set<Definition>();
  let pure = true;
  const look = (one: Definition) => {
    if (seen.has(one)) return;
    seen.add(one);
    visitNames(one.body, (name, call) => {
      if (call === null && one.params.some((param) => param.name === name)) return true;
      const binding = scope.lookup(name);
      if (binding?.kind === "function") {
        if (binding.scope === scope) look(binding.definition);
        return true;
      }
      if (binding?.kind === "native" || binding?.kind === "constant") return true;
      if (binding?.kind !== "attribute") pure = false;
      else {
        const { owner, name: attribute } = binding.attribute;
        const fixed =
          (owner.kind === "world" && attribute !== "dt" && !changing.has(attribute)) ||
          (owner.kind === "context" && firstTime.has(attribute)) ||
          (owner.kind === "object" && !written.has(attribute)) ||
          owner.kind === "given";
        if (!fixed) pure = false;
      }
      return true;
    });
  };
  look(definition);
  byDefinition.set(definition, pure);
  return pure;
}
