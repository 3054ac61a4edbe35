// The likeliest repair of a mismatch, found by trying small changes one after another.
import type { Scope } from "../names/scope.ts";
import { type Definition, type Expr, partsOf, type Word } from "../syntax/ast.ts";
import { placeOf } from "../syntax/span.ts";
import * as changes from "./changes.ts";
import { type Changes, isSum, type MisfitPart, type MisfitSite, scaled } from "./changes.ts";
import { ground, timeDimension, timesPower } from "./dimension.ts";
import { factorsAtHand, namesAtHand } from "./factors.ts";
import type { DimensionFrame, DimensionHost, Dimensions, Repair } from "./host.ts";
import { all, type DimensionValue, type Mismatch } from "./value.ts";

/** The most places that are tried, and the most steps through the names of other functions. */
const mostPlaces = 150;
const farthest = 2;

/** The likeliest first. */
const kinds: readonly Changes[] = [
  changes.squaresUnderRoot,
  scaled(["unused"], 1),
  scaled(["unused"], -1),
  changes.exponents,
  changes.squares,
  changes.missingPrime,
  changes.swaps,
  changes.addBrackets,
  changes.drops,
  changes.rates,
  scaled(["time", "said", "attribute"], 1),
  scaled(["said", "attribute"], -1),
  changes.inverses,
  changes.wholeNames,
  scaled(["function"], 1),
  scaled(["function"], -1),
  scaled(["place", "own"], 1),
  changes.needlessPrime,
  scaled(["time", "place", "own"], -1),
  changes.productsForSums,
  changes.otherNames,
];

/** `parts` are two expressions that should agree, or one that should have the left dimension of the mismatch. */
export function findRepair(
  parts: readonly Expr[],
  frame: DimensionFrame,
  mismatch: Mismatch,
  inference: Dimensions,
): Repair | null {
  if (parts.length === 0) return null;
  const apart = inference.solution.resolve(timesPower(mismatch.left, mismatch.right, -1));
  const names = namesAtHand(frame, inference);
  const site: MisfitSite = { inference, frame, parts, names, factors: factorsAtHand(names, apart) };
  const places = collect(suspects(parts, frame, mismatch, inference), frame, inference.host);
  const agrees = (): boolean => {
    const [first, second] = parts.map((expr) => inference.infer(expr, frame));
    return "value" in inference.values.agree(second ? first : all(mismatch.left, null), second ?? first);
  };
  const target = targetOf(frame, inference);
  const mends = () => agrees() && isLawRight(frame, target, inference);
  // A change that makes the whole law right is likelier than one that only moves the mistake.
  for (const holds of [mends, agrees])
    for (const changesOf of kinds) {
      for (const place of places) {
        const repair = tried(changesOf, place, holds);
        if (repair) return repair;
      }
      const sum = holds === mends && parts.length === 2 ? sumOf(parts, frame) : null;
      const repair =
        sum &&
        (target || changesOf === changes.addBrackets) &&
        tried(changesOf, sum, () => isLawRight(frame, target, inference));
      if (repair) return repair;
    }
  return null;

  function tried(changesOf: Changes, place: MisfitPart, holds: () => boolean): Repair | null {
    for (const { words, change } of changesOf(place, site))
      if (inference.tryWith({ expr: place.expr, change, within: place.within }, holds)) return told(words, place);
    return null;
  }
}

/** The required dimension of a definition: the stated one, or that of the attribute it gives. */
function targetOf({ definition, scope }: DimensionFrame, { host, values }: Dimensions): DimensionValue | null {
  if (!definition) return null;
  if (definition.unit) return all(ground(definition.unit.dimension), null);
  const attribute = host.attributeNamed(definition.name, scope);
  return attribute && values.scale(host.attribute(attribute, scope), timeDimension, -definition.order);
}

function isLawRight(frame: DimensionFrame, target: DimensionValue | null, inference: Dimensions): boolean {
  if (!frame.definition) return true;
  const value = inference.infer(frame.definition.body, frame);
  return !target || "value" in inference.values.agree(target, value);
}

/** The sum of two terms in their definition; null if they are not added. */
function sumOf([left, right]: readonly Expr[], { definition, scope }: DimensionFrame): MisfitPart | null {
  const find = (expr: Expr, parent: Expr | null): MisfitPart | null => {
    if (isSum(expr) && expr.left === left && expr.right === right) return { expr, parent, scope, within: new Set() };
    for (const part of partsOf(expr)) {
      const found = find(part, expr);
      if (found) return found;
    }
    return null;
  };
  return definition && find(definition.body, null);
}

/** Of two parts, the one that differs from the attribute that the law gives. */
function suspects(
  parts: readonly Expr[],
  { definition, scope }: DimensionFrame,
  { left, right }: Mismatch,
  { host, values, solution }: Dimensions,
): readonly Expr[] {
  const attribute = parts.length === 2 && definition ? host.attributeNamed(definition.name, scope) : null;
  const dim = attribute && values.dimOf(host.attribute(attribute, scope));
  if (!dim) return parts;
  const target = solution.key(timesPower(dim, timeDimension, -definition!.order));
  if (solution.key(left) === target) return [parts[1]];
  return solution.key(right) === target ? [parts[0]] : parts;
}

function told(words: string, { expr, within }: MisfitPart): Repair {
  const definition = [...within].at(-1) ?? null;
  if (!definition) return { words: `${words}?`, definition };
  const { line, column } = placeOf(expr.span.source, expr.span.from);
  return { words: `${words}, in '${definition.name}' at ${line}:${column}?`, definition };
}

/**
 * The parts of expressions, then those of the functions they name, and so on: nearer ones first, and branches before
 * their `if`.
 */
function collect(roots: readonly Expr[], frame: DimensionFrame, host: DimensionHost): MisfitPart[] {
  const places: MisfitPart[] = [];
  let named: (() => void)[] = [];
  const visit = (
    expr: Expr,
    parent: Expr | null,
    within: ReadonlySet<Definition>,
    scope: Scope,
    params: readonly Word[],
  ): void => {
    if (places.length >= mostPlaces) return;
    if (expr.kind === "if") {
      for (const part of [expr.yes, expr.no]) visit(part, expr, within, scope, params);
      places.push({ expr, parent, scope, within });
      return;
    }
    places.push({ expr, parent, scope, within });
    if (expr.kind === "name" && within.size < farthest && !params.some(({ name }) => name === expr.name))
      visitLater(expr.name, within, scope);
    else for (const part of partsOf(expr)) visit(part, expr, within, scope, params);
  };
  const visitLater = (name: string, within: ReadonlySet<Definition>, scope: Scope): void => {
    const binding = host.attributeNamed(name, scope) ? null : scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0 || within.has(binding.definition)) return;
    const { definition } = binding;
    named.push(() => visit(definition.body, null, new Set([...within, definition]), binding.scope, []));
  };
  for (const root of roots) visit(root, null, new Set(), frame.scope, frame.definition?.params ?? []);
  while (named.length > 0) {
    const next = named;
    named = [];
    for (const look of next) look();
  }
  return places;
}
