// Laws of two moving objects that push both the same way, or only one of them: what one gains the other does not lose.
// Found by the text alone; only its author knows which direction is right.
import type { ContextScope } from "../declare/context-scope.ts";
import { type Definition, type Expr, mapParts, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { expressionText } from "../syntax/expression-text.ts";
import { visitNames } from "../syntax/names-in.ts";
import { atEnd, isContribution, isPlainValue, splitEnd, withoutEnd } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";

/** What a law says of one attribute of both its objects. */
interface Both {
  readonly name: string;
  readonly first: Definition;
  readonly second: Definition;
  /** What is said of the first object, in its words. */
  readonly change: Expr;
}

export function reportBothEnds(governing: readonly GoverningContext[], diagnostics: Diagnostics): void {
  for (const { context, scopes } of governing) {
    const scope = scopes.find(isOfTwoDynamic);
    if (!scope || context.block.span.source !== scope.environment.main) continue;
    const isLink = context.type === "link" || context.type === "constraint";
    if (isLink && reportOneEnd(scope, diagnostics)) continue;
    const same = [...contributedToBoth(scope), ...changedOfBoth(scope)].find(({ change }) => isBetween(change, scope));
    if (!same) continue;
    const { name, second, first } = same;
    const does = isContribution(second) ? "adds the same to" : "changes in the same way";
    diagnostics.warning(
      "one-sided",
      second.nameSpan,
      `'${context.name.name}' ${does} '${name}' of both its objects: what one gains the other does not lose`,
      isContribution(second)
        ? `is a sign missing: ${second.name} += ${negative(second.body)}?`
        : `is a sign wrong, here or in ${first.name}?`,
    );
  }
}

function isOfTwoDynamic({ cast }: ContextScope): boolean {
  return cast.objects.length === 2 && cast.objects.every(({ declaration }) => declaration.physicalType === "dynamic");
}

/** Warns of a link law all of whose contributions go to one of its ends. */
function reportOneEnd(scope: ContextScope, diagnostics: Diagnostics): boolean {
  const { context, functions } = scope.laws;
  const added = functions.flatMap((definition) => {
    const attribute = isContribution(definition) ? scope.attribute(definition.name) : null;
    return attribute?.owner.kind === "object" ? [{ definition, attribute, index: attribute.owner.index }] : [];
  });
  const others = functions.some((one) => isContribution(one) && scope.attribute(one.name)?.owner.kind !== "object");
  const [one] = added;
  if (!one || others || added.some(({ index }) => index !== one.index)) return false;
  const { name } = one.attribute;
  const [pushed, left] = [scope.cast.objects[one.index], scope.cast.objects[1 - one.index]];
  if (!left.attributes.has(name)) return false;
  diagnostics.warning(
    "one-sided",
    one.definition.nameSpan,
    `'${context!.name.name}' joins two dynamic objects and acts on only one: it pushes '${nameOf(pushed)}', but ` +
      `not '${nameOf(left)}'`,
    `add ${name}${2 - one.index} += … with the other sign`,
  );
  return true;
}

function nameOf({ declaration }: ContextScope["cast"]["objects"][number]): string {
  return declaration.name.name;
}

/** `force1 += pull  force2 += pull`. */
function contributedToBoth({ laws }: ContextScope): Both[] {
  return pairs(laws.functions.filter(isContribution)).flatMap(({ name, first, second }) =>
    expressionText(first.body) === expressionText(second.body) ? [{ name, first, second, change: first.body }] : [],
  );
}

/** `v1 = previous(v1) + j / mass1 * n  v2 = previous(v2) + j / mass2 * n`. */
function changedOfBoth({ laws }: ContextScope): Both[] {
  const values = laws.functions.filter(isPlainValue);
  return pairs(values).flatMap(({ name, first, second }) => {
    const [one, other] = [changeOf(first), changeOf(second)];
    if (!one || !other || one.isMinus !== other.isMinus) return [];
    const isSame = expressionText(one.change) === expressionText(seenFromFirst(other.change));
    return isSame ? [{ name, first, second, change: one.change }] : [];
  });
}

/** Definitions of one attribute of either object, where each has just one. */
function pairs(definitions: readonly Definition[]): Omit<Both, "change">[] {
  const single = (name: string) => {
    const all = definitions.filter((one) => one.name === name);
    return all.length === 1 ? all[0] : null;
  };
  return definitions.flatMap((first) => {
    const numbered = splitEnd(first.name);
    if (numbered?.end !== 0) return [];
    const second = single(first.name) && single(atEnd(numbered.base, 1));
    return second ? [{ name: numbered.base, first, second }] : [];
  });
}

/** The one product that `x = previous(x) + …` adds to its value before; null if it is of another form. */
function changeOf({ name, body }: Definition): { readonly change: Expr; readonly isMinus: boolean } | null {
  if (body.kind !== "binary" || (body.op !== "+" && body.op !== "-")) return null;
  const isBefore = (expr: Expr) =>
    expr.kind === "call" && expr.name === "previous" && expressionText(expr.args[0]) === name;
  if (isBefore(body.left) && !hasSum(body.right)) return { change: body.right, isMinus: body.op === "-" };
  return body.op === "+" && isBefore(body.right) && !hasSum(body.left) ? { change: body.left, isMinus: false } : null;
}

function hasSum(expr: Expr): boolean {
  if (expr.kind === "binary" && (expr.op === "+" || expr.op === "-")) return true;
  return expr.kind === "if" || partsOf(expr).some(hasSum);
}

/** An expression about the second object, rewritten for the first: `mass2` and `arm_2` become `mass1` and `arm_1`. */
function seenFromFirst(expr: Expr): Expr {
  if (expr.kind === "name") return { ...expr, name: splitEnd(expr.name) ? atEnd(withoutEnd(expr.name), 0) : expr.name };
  return mapParts(expr, seenFromFirst);
}

/** Whether an expression says something that lies between the two: the normal, or what is made from both. */
function isBetween(expr: Expr, scope: ContextScope): boolean {
  let isFound = false;
  visitNames(expr, (name, call) => {
    if (call === null && !splitEnd(name)) isFound ||= name === "collisionNormal" || saysBoth(name, scope);
    return true;
  });
  return isFound;
}

/** Whether a function of the law is made from both its objects. */
function saysBoth(name: string, scope: ContextScope): boolean {
  const seen = new Set<Definition>();
  const said = new Set<string>();
  const look = (one: string): void => {
    const binding = scope.attribute(one) ? null : scope.lookup(one);
    if (binding?.kind !== "function" || binding.scope !== scope || seen.has(binding.definition)) return;
    seen.add(binding.definition);
    visitNames(binding.definition.body, (inner) => {
      said.add(inner);
      look(inner);
      return true;
    });
  };
  look(name);
  return said.has("collisionNormal") || [0, 1].every((end) => [...said].some((one) => splitEnd(one)?.end === end));
}

function negative(expr: Expr): string {
  const text = expressionText(expr);
  if (expr.kind === "name" || expr.kind === "call") return `-${text}`;
  return `-(${text.length > 60 ? "…" : text})`;
}
