// Cycles of functions without arguments: such a function is evaluated once, so it cannot depend on itself.
import type { ContextScope } from "../declare/context-scope.ts";
import { objectNamed } from "../declare/environment.ts";
import { hasObjectAccess } from "../infer/object-access.ts";
import { heldByLinks } from "../names/held-by-links.ts";
import { attributeKey } from "../names/scope.ts";
import { isLookingBack } from "../names/step-start.ts";
import { ownShapeCall } from "../shapes/natives.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanText } from "../syntax/span.ts";
import { isContribution, isRate, primedName } from "../syntax/statement.ts";

interface Node {
  readonly definition: Definition;
  readonly registered: boolean;
}

type Holders = ReadonlyMap<string, { readonly attributes: ReadonlyMap<string, unknown> }>;

const namesOf = new WeakMap<Holders, ReadonlySet<string>>();

/**
 * The attributes that any of the objects has: in total( ) a name means the object's own attribute before the measure of
 * that name.
 */
function namesIn(holders: Holders): ReadonlySet<string> {
  let names = namesOf.get(holders);
  if (!names)
    namesOf.set(holders, (names = new Set([...holders.values()].flatMap(({ attributes }) => [...attributes.keys()]))));
  return names;
}

/** The definitions on which this one depends, with attributes meaning registered or new values. */
function needs(node: Node, scope: ContextScope): Node[] {
  const found: Node[] = [];
  const { definition } = node;
  const { objects, links } = scope.environment;
  const visitSummed = (args: readonly Expr[], summed: ReadonlySet<string>): void => {
    for (const arg of args)
      visitNames(arg, (inner, call) => (call === null && summed.has(inner) ? true : visit(inner, call)));
  };
  /** Visits a special form; returns whether its arguments are visited like those of a call. */
  const visitForm = (name: string, args: readonly Expr[]): boolean => {
    if (name === "total" || name === "totalLinks") {
      visitSummed(args, namesIn(name === "total" ? objects : links));
      return false;
    }
    // The cause of a law may depend on what the law asks for.
    if (name === heldByLinks) {
      if (args.length > 0) visitNames(args[0], visit);
      return false;
    }
    if (isLookingBack(name)) return false;
    if (ownShapeCall(name, args.length)) needSize();
    return true;
  };
  /** Calls about the own shape depend on the size. */
  const needSize = (): void => {
    const update = node.registered ? null : scope.updateOf({ owner: { kind: "object", index: 0 }, name: "size" });
    if (update && !scope.firstTime.has(update)) found.push({ definition: update, registered: false });
  };
  const visit = (name: string, call: readonly Expr[] | null): boolean => {
    if (call !== null && scope.lookup(name)?.kind !== "function" && !visitForm(name, call)) return false;
    if (call === null && definition.params.some((param) => param.name === name)) return true;
    const attribute = node.registered ? scope.attribute(name) : null;
    if (attribute) {
      // A registered value exists already, unless it is one of those computed first.
      const update = scope.updateOf(attribute);
      const item = scope.laws.context?.attributes.find((candidate) => candidate.name === attribute.name);
      if (update && scope.firstTime.has(update) && item && !item.value)
        found.push({ definition: update, registered: true });
      return true;
    }
    const binding = scope.lookup(name);
    if (binding?.kind !== "function" || binding.scope !== scope) return true;
    found.push({ definition: binding.definition, registered: node.registered });
    return true;
  };
  visitNames(definition.body, visit);
  return found;
}

export function reportCycles(scope: ContextScope, diagnostics: Diagnostics): void {
  const done = new Set<string>();
  const told = new Set<Definition>();
  const ids = new Map<Definition, number>();
  const id = ({ definition, registered }: Node) => {
    if (!ids.has(definition)) ids.set(definition, ids.size);
    return `${ids.get(definition)} ${registered}`;
  };
  // Depth-first with an explicit path; laws have at most a few hundred functions, and calls are not visited twice.
  const path: Node[] = [];
  const onPath = new Set<string>();
  const visit = (node: Node): void => {
    const key = id(node);
    if (onPath.has(key)) {
      report(path.slice(path.findIndex((other) => id(other) === key)), scope, told, diagnostics);
      return;
    }
    if (done.has(key) || path.length > 2000) return;
    path.push(node);
    onPath.add(key);
    for (const next of needs(node, scope)) visit(next);
    path.pop();
    onPath.delete(key);
    done.add(key);
  };
  for (const definition of scope.laws.functions) visit({ definition, registered: scope.firstTime.has(definition) });
}

function report(cycle: readonly Node[], scope: ContextScope, told: Set<Definition>, diagnostics: Diagnostics): void {
  const definitions = cycle.map((node) => node.definition);
  // Functions with parameters may call themselves; the run shows whether they end.
  if (
    definitions.every((definition) => definition.params.length > 0) ||
    definitions.some((definition) => told.has(definition))
  )
    return;
  for (const definition of definitions) told.add(definition);
  // In `z = ball.position.z` the last z is a component; that is reported separately.
  const isObject = (name: string) => objectNamed(scope.environment, name) !== null && !scope.lookup(name);
  if (definitions.some(({ body }) => hasObjectAccess(body, isObject))) return;
  const first = definitions[0];
  const names = [...definitions, first].map(primedName).join(" → ");
  const attributes = definitions.filter((definition) => scope.attribute(definition.name));
  const offer = attributes.at(-1);
  const forgotten = missingAliases(definitions, scope);
  const increment = definitions.length === 1 ? incrementOf(first) : null;
  const offered = offer
    ? [
        ...(increment === null ? [] : [`to state its rate, write ${first.name}' = ${increment}`]),
        `for the value before this evaluation, write previous(${offer.name}), or list the attribute in ` +
          "compute_first_time_only_attributes",
      ]
    : [];
  const message =
    definitions.length === 1 ? `'${first.name}' needs its own value` : `these need each other's values: ${names}`;
  diagnostics.error("cycle", first.nameSpan, message, ...(forgotten.length > 0 ? forgotten : offered));
}

/** `obj2_v` in a cycle, where `obj1_v` is an alias: its alias was forgotten. */
function missingAliases(definitions: readonly Definition[], scope: ContextScope): string[] {
  for (const { name } of definitions) {
    if (scope.attribute(name)) continue;
    const twin = scope.laws.aliases.find((alias) => alias.name.name.replace(/\d/g, "#") === name.replace(/\d/g, "#"));
    if (twin) return [`'${name}' is not an attribute here: is an alias missing, like that of '${twin.name.name}'?`];
  }
  return [];
}

/** Reports two definitions that give one attribute its value, under two names. */
export function reportDoubleUpdates(scope: ContextScope, diagnostics: Diagnostics): void {
  const byAttribute = new Map<string, Definition>();
  for (const definition of scope.laws.functions) {
    if (isContribution(definition) || definition.params.length > 0) continue;
    const attribute = scope.attribute(definition.name);
    if (!attribute) continue;
    const key = `${attributeKey(attribute)} ${isRate(definition) ? "rate" : "value"}`;
    const other = byAttribute.get(key);
    if (other && primedName(other) !== primedName(definition))
      diagnostics.error(
        "duplicate",
        definition.nameSpan,
        `'${definition.name}' and '${other.name}' give the same attribute its value`,
      );
    byAttribute.set(key, definition);
  }
}

/** `g` of `v = v + g * dt`, a step of Euler's method written by hand; null for other definitions. */
export function incrementOf({ name, body }: Definition): string | null {
  const isOwn = (expr: Expr) => expr.kind === "name" && expr.name === name;
  if (body.kind !== "binary" || body.op !== "+") return null;
  const added = isOwn(body.left) ? body.right : isOwn(body.right) ? body.left : null;
  return added && rateOfStep(added);
}

/** `g` of `g * dt`; null for anything but a product with the step. */
export function rateOfStep(expr: Expr): string | null {
  const isStep = (one: Expr) => one.kind === "name" && one.name === "dt";
  if (expr.kind !== "binary" || expr.op !== "*") return null;
  if (isStep(expr.right)) return spanText(expr.left.span);
  return isStep(expr.left) ? spanText(expr.right.span) : null;
}
