// What contact laws read besides the two bodies and the point: while bodies sleep, their laws do not see it change.
import type { Definition } from "../../language/ast.ts";
import type { ContextScope } from "../../language/context-scope.ts";
import { visitNames } from "../../language/names-in.ts";
import type { Attribute } from "../../language/scope.ts";
import type { Laws } from "../laws.ts";

const known = new WeakMap<ContextScope, readonly Attribute[]>();

/** All attributes that the functions of a context say, or those say that they call. */
function readBy(scope: ContextScope): readonly Attribute[] {
  let found = known.get(scope);
  if (!found) known.set(scope, (found = attributesOf(scope, scope.laws.functions)));
  return found;
}

/** All attributes that these functions say, or those of the same context that they call. */
export function attributesOf(scope: ContextScope, definitions: readonly Definition[]): Attribute[] {
  const found: Attribute[] = [];
  const seen = new Set<Definition>();
  const look = (one: Definition) => {
    if (seen.has(one)) return;
    seen.add(one);
    visitNames(one.body, (name, call) => {
      if (call === null && one.params.some((param) => param.name === name)) return true;
      const binding = scope.lookup(name);
      if (binding?.kind === "function" && binding.scope === scope) look(binding.definition);
      else if (binding?.kind === "attribute") found.push(binding.attribute);
      return true;
    });
  };
  for (const definition of definitions) look(definition);
  return found;
}

/** The attributes of the world among them. */
export function readsWorld(scope: ContextScope): ReadonlySet<string> {
  return new Set(readBy(scope).flatMap(({ owner, name }) => (owner.kind === "world" ? [name] : [])));
}

/** Whether what a contact law says of two bodies that stay as they are stays the same, inputs and events aside. */
export function isSteady(laws: Laws, scope: ContextScope): boolean {
  return readBy(scope).every(({ owner, name }) => {
    if (owner.kind === "world") return name !== "t" && (laws.model.inputs.has(name) || !laws.changingWorld.has(name));
    return owner.kind === "object" || owner.kind === "context" || owner.kind === "given";
  });
}
