// The likeliest repair of a mismatch, found by trying small changes: a square, a factor that is at hand, one operator for another.
import { type Definition, type Expr, partsOf, type Word } from "./ast.ts";
import { ContextScope } from "./context-scope.ts";
import { type Dim, isGround, isPureDim, mass, time, timesPower } from "./dimension.ts";
import type { DimensionFrame, DimensionHost, Dimensions, Repair } from "./dimension-host.ts";
import { all, bare, type Mismatch, rankOf, type Value } from "./dimension-value.ts";
import { visitNames } from "./names-in.ts";
import type { Scope } from "./scope.ts";
import { placeOf } from "./span.ts";

/** More places than this are not tried, and no further through the names of other functions. */
const mostPlaces = 150;
const farthest = 2;
const mostFactors = 8;

/** A part of what went wrong, in the text or behind a name. */
interface Place {
  readonly expr: Expr;
  readonly parent: Expr | null;
  readonly scope: Scope;
  readonly within: ReadonlySet<Definition>;
}

interface Change {
  readonly words: string;
  readonly change: (value: Value, frame: DimensionFrame) => Value;
}

/** `parts` are two expressions that should agree, or one that should be what is on the left of the mismatch. */
export function findRepair(parts: readonly Expr[], frame: DimensionFrame, mismatch: Mismatch, inference: Dimensions): Repair | null {
  if (parts.length === 0) return null;
  const places = collect(suspects(parts, frame, mismatch, inference), frame, inference.host);
  const fits = (): boolean => {
    const [first, second] = parts.map((expr) => inference.infer(expr, frame));
    return "value" in inference.values.agree(second ? first : all(mismatch.left, null), second ?? first);
  };
  const apart = inference.solution.resolve(timesPower(mismatch.left, mismatch.right, -1));
  const factors = factorsAtHand(frame, apart, inference);
  const unused = factors.filter(({ isUnused }) => isUnused);
  const kinds: ((place: Place) => Change[])[] = [
    (place) => squaresUnderRoot(place, inference),
    (place) => scaled(place, unused, 1, inference),
    (place) => exponents(place, inference),
    (place) => squares(place, inference),
    (place) => swaps(place, inference),
    (place) => drops(place, inference),
    (place) => rates(place, inference),
    (place) => scaled(place, factors, 1, inference),
    (place) => scaled(place, factors, -1, inference),
  ];
  for (const changesOf of kinds)
    for (const place of places)
      for (const { words, change } of changesOf(place))
        if (inference.tryWith({ expr: place.expr, change, within: place.within }, fits)) return told(words, place);
  return null;
} // biome-ignore format: one rule a line

/** Of two parts, the one that is not like the attribute which the law gives. */
function suspects(parts: readonly Expr[], { definition, scope }: DimensionFrame, { left, right }: Mismatch, { host, values, solution }: Dimensions): readonly Expr[] {
  const attribute = parts.length === 2 && definition ? host.attributeNamed(definition.name, scope) : null;
  const dim = attribute && values.dimOf(host.attribute(attribute, scope));
  if (!dim) return parts;
  const target = solution.key(timesPower(dim, time, -definition!.order));
  if (solution.key(left) === target) return [parts[1]];
  return solution.key(right) === target ? [parts[0]] : parts;
} // biome-ignore format: one rule a line

function told(words: string, { expr, within }: Place): Repair {
  const definition = [...within].at(-1) ?? null;
  if (!definition) return { words, definition };
  const { line, column } = placeOf(expr.span.source, expr.span.from);
  return { words: `${words.slice(0, -1)}, in '${definition.name}' at ${line}:${column}?`, definition };
}

/** The parts of expressions, then those of the functions they name, and so on: nearer ones first. */
function collect(roots: readonly Expr[], frame: DimensionFrame, host: DimensionHost): Place[] {
  const places: Place[] = [];
  let named: (() => void)[] = [];
  const visit = (expr: Expr, parent: Expr | null, within: ReadonlySet<Definition>, scope: Scope, params: readonly Word[]): void => {
    if (places.length >= mostPlaces) return;
    places.push({ expr, parent, scope, within });
    if (expr.kind === "name" && within.size < farthest && !params.some(({ name }) => name === expr.name)) {
      const binding = host.attributeNamed(expr.name, scope) ? null : scope.lookup(expr.name);
      if (binding?.kind !== "function" || binding.definition.params.length > 0 || within.has(binding.definition)) return;
      const { definition } = binding;
      named.push(() => visit(definition.body, null, new Set([...within, definition]), binding.scope, []));
    } else for (const part of expr.kind === "if" ? [expr.yes, expr.no] : partsOf(expr)) visit(part, expr, within, scope, params);
  };
  for (const root of roots) visit(root, null, new Set(), frame.scope, frame.definition?.params ?? []);
  while (named.length > 0) {
    const next = named;
    named = [];
    for (const look of next) look();
  }
  return places;
} // biome-ignore format: one rule a line

function textOf({ span }: Expr): string {
  const text = span.source.text.slice(span.from, span.to).replace(/\s+/g, " ");
  return text.length > 40 ? `${text.slice(0, 38)} …` : text;
}

/** As an operand: a sum in parentheses. */
function operandOf(expr: Expr): string {
  return isSum(expr) ? `(${textOf(expr)})` : textOf(expr);
}

function isRoot(expr: Expr | null): boolean {
  if (expr?.kind === "call") return expr.name === "sqrt";
  return expr?.kind === "binary" && expr.op === "^" && expr.right.kind === "number" && expr.right.value === 0.5;
}

/** Another exponent where one is written; a root is rather a square that is missing under it. */
function exponents({ expr }: Place, inference: Dimensions): Change[] {
  if (expr.kind !== "binary" || expr.op !== "^" || expr.right.kind !== "number" || isRoot(expr)) return [];
  const written = expr.right.value;
  return [2, 1, 3].filter((exponent) => exponent !== written).map((exponent) => ({
    words: exponent === 1 ? `should ${textOf(expr)} be ${operandOf(expr.left)}, without the ^${written}?` : `should ${textOf(expr)} be ${operandOf(expr.left)}^${exponent}?`,
    change: (_, frame) => powerOf(inference.infer(expr.left, frame), exponent, inference),
  }));
} // biome-ignore format: one rule a line

function powerOf(value: Value, exponent: number, { operators }: Dimensions): Value {
  return operators.power(value, bare(exponent), () => {});
}

/** No formula has the square of a mass, or of a vector other than v . v. */
function squared(value: Value, inference: Dimensions): Value {
  const dim = inference.values.dimOf(value);
  const isMass = dim !== null && inference.solution.key(dim) === inference.solution.key(mass);
  return isMass || rankOf(value) === 1 || rankOf(value) === 2 ? value : powerOf(value, 2, inference);
}

function isSum(expr: Expr): boolean {
  return expr.kind === "binary" && (expr.op === "+" || expr.op === "-");
}

function squaresUnderRoot({ expr, parent }: Place, inference: Dimensions): Change[] {
  if (!isSum(expr) || !isRoot(parent)) return [];
  const words = `are the squares missing under the root, of each term of ${textOf(expr)}?`;
  return [{ words, change: (value) => squared(value, inference) }];
}

function squares({ expr, parent }: Place, inference: Dimensions): Change[] {
  if (parent?.kind === "binary" && (parent.op === "#" || parent.op === "^")) return [];
  if (expr.kind !== "name" && !isSum(expr) && !(expr.kind === "binary" && expr.op === "#")) return [];
  const inner = expr.kind === "name" ? textOf(expr) : `(${textOf(expr)})`;
  return [{ words: `is a square missing: ${inner}^2?`, change: (value) => squared(value, inference) }];
}

function swaps({ expr }: Place, inference: Dimensions): Change[] {
  if (expr.kind !== "binary" || (expr.op !== "*" && expr.op !== "/")) return [];
  const op = expr.op === "*" ? "/" : "*";
  const swapped: Expr = { ...expr, op };
  return [{ words: `should ${textOf(expr)} be ${operandOf(expr.left)} ${op} ${operandOf(expr.right)}?`, change: (_, frame) => inference.infer(swapped, frame) }];
} // biome-ignore format: one rule a line

/** A factor, or what is divided by, that is too much. */
function drops({ expr }: Place, inference: Dimensions): Change[] {
  if (expr.kind !== "binary" || (expr.op !== "*" && expr.op !== "/")) return [];
  const words = (part: Expr) => `is ${textOf(part)} too much in ${textOf(expr)}?`;
  const keepLeft: Change = { words: words(expr.right), change: (_, frame) => inference.infer(expr.left, frame) };
  const keepRight: Change = { words: words(expr.left), change: (_, frame) => inference.infer(expr.right, frame) };
  const changes: Change[] = [];
  if (expr.right.kind === "name") changes.push(keepLeft);
  if (expr.left.kind === "name" && expr.op === "*") changes.push(keepRight);
  return changes;
}

/** The rate of what a law computes. */
function rates({ expr, parent, scope }: Place, inference: Dimensions): Change[] {
  if (expr.kind !== "name" || (parent?.kind === "binary" && parent.op === "#")) return [];
  if (!(scope instanceof ContextScope) || inference.host.attributeNamed(expr.name, scope)) return [];
  return [{ words: `is the rate meant: ${expr.name}'?`, change: (value) => inference.values.scale(value, time, -1) }];
}

/** Something at hand by which a term could be multiplied or divided. */
interface Factor {
  readonly words: string;
  readonly dim: Dim;
  /** A parameter that the function makes no use of. */
  readonly isUnused: boolean;
}

/** Time, or a parameter or attribute that has just the dimension that is missing. */
function factorsAtHand(frame: DimensionFrame, apart: Dim, inference: Dimensions): Factor[] {
  if (!isGround(apart) || isPureDim(apart)) return [];
  const found: Factor[] = [];
  const consider = (words: string, dim: Dim | null, isUnused = false) => {
    const known = dim && inference.solution.resolve(dim);
    if (known && isGround(known) && [1, -1].some((power) => isPureDim(timesPower(apart, known, power)))) found.push({ words, dim: known, isUnused });
  };
  consider("time, such as t or dt,", time);
  const said = new Set<string>();
  if (frame.definition) visitNames(frame.definition.body, (name) => Boolean(said.add(name)));
  for (const [i, { name }] of (frame.definition?.params ?? []).entries()) consider(name, inference.values.dimOf(frame.args[i]), !said.has(name));
  const law = frame.scope instanceof ContextScope ? frame.scope.laws.context : null;
  for (const name of new Set([...(law?.units ?? []).map((item) => item.name), ...frame.scope.names()])) {
    const attribute = name === "t" || name === "dt" ? null : inference.host.attributeNamed(name, frame.scope);
    if (attribute) consider(name, inference.values.dimOf(inference.host.attribute(attribute, frame.scope)));
  }
  return found.slice(0, mostFactors);
} // biome-ignore format: one rule a line

function scaled({ expr, parent }: Place, factors: readonly Factor[], power: 1 | -1, inference: Dimensions): Change[] {
  if (parent?.kind === "binary" && parent.op !== "+" && parent.op !== "-") return [];
  const what = power === 1 ? "a factor of" : "a division by";
  return factors.map(({ words, dim }) => ({
    words: `is ${what} ${words} missing in ${textOf(expr)}?`,
    change: (value) => inference.values.scale(value, dim, power),
  }));
}
