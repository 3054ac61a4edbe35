// What laws read: the names that their functions reach, whether they use earlier values, whether time alone decides
// them, and over which bodies they sum.
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Attribute, Binding, Scope } from "../../language/names/scope.ts";
import type { CallExpr, Definition } from "../../language/syntax/ast.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import type { Application } from "../state/application.ts";
import type { Laws } from "./laws.ts";

/**
 * Visits the meaning of each name in these functions and in those of the same context that they call; null means
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

/** The attributes among these meanings. */
export function attributesOf(scope: ContextScope, definitions: readonly Definition[]): Attribute[] {
  const found: Attribute[] = [];
  visitReached(scope, definitions, (binding) => {
    if (binding?.kind === "attribute") found.push(binding.attribute);
  });
  return found;
}

const lookingBack: ReadonlySet<string> = new Set(["dt", "previous"]);

/** Whether no law uses `previous` or `dt`, and none writes attributes of the world. */
export function areMemoryless(laws: Laws, active: readonly Application[]): boolean {
  const { inputs, links } = laws.model;
  for (const name of laws.changingWorld) if (!inputs.has(name)) return false;
  const contexts = new Set([...active.map(({ context }) => context), ...links.map(({ context }) => context)]);
  let isBack = false;
  for (const { functions } of contexts)
    for (const { body } of functions)
      visitNames(body, (name) => {
        isBack ||= lookingBack.has(name);
        return true;
      });
  return !isBack;
}

/** Whether a context has attributes that change from step to step. */
export function remembers({ context }: Application): boolean {
  return context.attributes.some((item) => !context.firstTimeOnly.some((word) => word.name === item.name));
}

const known = new WeakMap<object, Map<Definition, boolean>>();

/**
 * Whether a closed form of a context depends only on t, on what was computed when the application began, and on
 * attributes that are constant while it lasts: no `previous`, no `dt`, no other objects. `changing` are the world's
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
      // What a law says about the own shape changes with the size.
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
