// What `sumOthers` sums over: the objects that have the attributes it names.

import type { Scope } from "../../language/names/scope.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import { visitNames } from "../../language/syntax/names-in.ts";

/** The attributes of `each other object` that an expression needs, through the functions it calls. */
export function othersNamed(call: CallExpr, scope: Scope): string[] {
  const asked = new Set<string>();
  const seen = new Set<string>();
  const look = (expr: CallExpr["args"][number]) =>
    visitNames(expr, (name) => {
      const attribute = scope.attribute(name);
      if (attribute?.owner.kind === "others") asked.add(attribute.name);
      const binding = scope.lookup(name);
      if (binding?.kind === "function" && !seen.has(name)) {
        seen.add(name);
        look(binding.definition.body);
      }
      return true;
    });
  look(call.args[0]);
  return [...asked];
}
