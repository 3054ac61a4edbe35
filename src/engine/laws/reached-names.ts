// What the functions of a context say, followed through those of the same context that they call.

import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Attribute, Binding } from "../../language/names/scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { visitNames } from "../../language/syntax/names-in.ts";

/**
 * Visits what each name means that these functions say, or those of the same context that they call; null means
 * nothing.
 */
export function visitReached(
  scope: ContextScope,
  definitions: readonly Definition[],
  visit: (binding: Binding | null) => void,
): void {
  const seen = new Set<Definition>();
  const look = (one: Definition) => {
    if (seen.has(one)) return;
    seen.add(one);
    visitNames(one.body, (name, call) => {
      if (call === null && one.params.some((param) => param.name === name)) return true;
      const binding = scope.lookup(name);
      if (binding?.kind === "function" && binding.scope === scope) look(binding.definition);
      else visit(binding);
      return true;
    });
  };
  for (const definition of definitions) look(definition);
}

/** The attributes among them. */
export function attributesOf(scope: ContextScope, definitions: readonly Definition[]): Attribute[] {
  const found: Attribute[] = [];
  visitReached(scope, definitions, (binding) => {
    if (binding?.kind === "attribute") found.push(binding.attribute);
  });
  return found;
}
