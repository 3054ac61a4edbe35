// Laws that depend on nothing but time: then a body's way is the same however often the rest of the world stops and
// goes on.
import type { Definition } from "../../language/syntax/ast.ts";
import type { Application } from "../state/application.ts";
import { visitReached } from "./reached-names.ts";

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
  let pure = true;
  visitReached(scope, [definition], (binding) => {
    if (binding?.kind === "function" || binding?.kind === "constant") return;
    if (binding?.kind === "native") {
      // What it says of the own shape changes with the size.
      if (binding.native.ownShape !== undefined && written.has("size")) pure = false;
    } else if (binding === null) pure = false;
    else {
      const { owner, name } = binding.attribute;
      const fixed =
        (owner.kind === "world" && name !== "dt" && !changing.has(name)) ||
        (owner.kind === "context" && firstTime.has(name)) ||
        (owner.kind === "object" && !written.has(name)) ||
        owner.kind === "given";
      if (!fixed) pure = false;
    }
  });
  byDefinition.set(definition, pure);
  return pure;
}
