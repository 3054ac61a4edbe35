// Moments of inertia with a length in place of its square: `inertia = 0.4 * mass * size * identityMatrix(3)`. Units
// show this where the number in front surely is one; the powers of mass and length in the formula show it also beside
// 0.4, which could be a quantity without its unit, and in texts without units.
import type { Experiment } from "../declare/experiment.ts";
import type { AttributeItem, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { type Source, type Span, spanText } from "../syntax/span.ts";

/** The powers of mass and of length in a formula. */
interface Degree {
  readonly mass: number;
  readonly length: number;
}

/** What a name stands for; null where that is not known. */
type Meaning = (name: string, depth: number) => Degree | null;

const inertiaNames = /^(moment_of_)?inertia(_.*)?$/i;
const lengthNames = /^(size|radius|diameter|length|width|height|depth|thickness|side|edge|r)$/i;
const number: Degree = { mass: 0, length: 0 };
const deepest = 20;

export function checkInertiaDegrees({ objects, world }: Experiment, main: Source, diagnostics: Diagnostics): void {
  const stated = new Map(world.map(({ name, body }) => [name, body]));
  for (const { name: owner, attributes } of objects)
    for (const { name, value } of attributes) {
      if (!value || !inertiaNames.test(name) || value.span.source !== main) continue;
      const meaning: Meaning = (one, depth) => degreeOfName(one, { attributes, stated, depth, meaning });
      const degree = degreeOf(value, meaning, 0);
      if (degree?.mass !== 1 || (degree.length !== 1 && degree.length !== 3) || isTold(value.span, diagnostics))
        continue;
      const length = lengthIn(value, meaning);
      const square = length && `${spanText(length.span)}^2`;
      diagnostics.warning(
        "dimensions",
        value.span,
        `'${name}' of '${owner.name}' is a mass times a length${degree.length === 3 ? " cubed" : ""}, and a moment ` +
          "of inertia is a mass times a length squared",
        degree.length === 1 && square ? `is a square missing: ${square}?` : "is a power wrong?",
      );
    }
}

/** Whether a mismatch of units is already reported in a value. */
function isTold({ source, from, to }: Span, { all }: Diagnostics): boolean {
  return all.some(
    ({ code, span }) => code === "dimensions" && span.source === source && span.from >= from && span.to <= to,
  );
}

function degreeOfName(
  name: string,
  {
    attributes,
    stated,
    depth,
    meaning,
  }: {
    attributes: readonly AttributeItem[];
    stated: ReadonlyMap<string, Expr>;
    depth: number;
    meaning: Meaning;
  },
): Degree | null {
  const value = attributes.find((one) => one.name === name)?.value ?? stated.get(name);
  if (value?.kind === "unit") return degreeOfUnit(value);
  if (/^(mass|m)$/.test(name)) return { mass: 1, length: 0 };
  if (lengthNames.test(name)) return { mass: 0, length: 1 };
  const degree = value && depth < deepest ? degreeOf(value, meaning, depth + 1) : null;
  // A plain number may be any quantity.
  return degree && degree.mass === 0 && degree.length === 0 ? null : (degree ?? null);
}

function degreeOfUnit({ unit }: Extract<Expr, { kind: "unit" }>): Degree | null {
  const [length, mass, ...others] = unit.dimension;
  return others.every((power) => power === 0) ? { mass, length } : null;
}

/** The powers in a formula; null where they are not known, or differ between its terms. */
function degreeOf(expr: Expr, meaning: Meaning, depth: number): Degree | null {
  const of = (part: Expr) => degreeOf(part, meaning, depth + 1);
  if (depth > deepest) return null;
  switch (expr.kind) {
    case "number":
      return number;
    case "unit":
      return times(of(expr.value), degreeOfUnit(expr), 1);
    case "name":
      return meaning(expr.name, depth);
    case "unary":
      return of(expr.operand);
    case "vector":
    case "sequence":
      return common(expr.elements.filter((one) => !isZero(one)).map(of));
    case "call":
      return degreeOfCall(expr.name, expr.args, of);
    case "binary":
      switch (expr.op) {
        case "*":
        case ".":
          return times(of(expr.left), of(expr.right), 1);
        case "/":
          return times(of(expr.left), of(expr.right), -1);
        case "+":
        case "-":
          return common([of(expr.left), of(expr.right)]);
        case "#":
          return of(expr.left);
        case "^":
          return expr.right.kind === "number" ? times(number, of(expr.left), expr.right.value) : null;
        default:
          return null;
      }
    default:
      return null;
  }
}

function degreeOfCall(name: string, args: readonly Expr[], of: (part: Expr) => Degree | null): Degree | null {
  if (name === "identityMatrix") return number;
  if (name === "norm" || name === "abs" || name === "max" || name === "min") return common(args.map(of));
  return name === "matrixTranspose" ? common(args.map(of)) : null;
}

function times(a: Degree | null, b: Degree | null, power: number): Degree | null {
  return a && b && { mass: a.mass + power * b.mass, length: a.length + power * b.length };
}

function common(degrees: readonly (Degree | null)[]): Degree | null {
  const [first] = degrees;
  const isCommon = degrees.every((one) => one && first && one.mass === first.mass && one.length === first.length);
  return isCommon ? (first ?? null) : null;
}

function isZero(expr: Expr): boolean {
  return expr.kind === "number" && expr.value === 0;
}

/** The first factor of a product that is a length; null where there is none. */
function lengthIn(expr: Expr, meaning: Meaning): Expr | null {
  if (expr.kind === "binary" && (expr.op === "*" || expr.op === "/"))
    return lengthIn(expr.left, meaning) ?? (expr.op === "*" ? lengthIn(expr.right, meaning) : null);
  const isEntry = expr.kind === "binary" && expr.op === "#";
  if (expr.kind !== "name" && !isEntry) return null;
  const degree = degreeOf(expr, meaning, 0);
  return degree?.mass === 0 && degree.length === 1 ? expr : null;
}
