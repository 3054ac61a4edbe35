// Units that are converted twice: by the brackets, and by a factor beside them, as in 30 [deg] * pi / 180.
import type { Experiment } from "../declare/experiment.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { spanText } from "../syntax/span.ts";

export function checkConvertedUnits(
  functions: readonly Definition[],
  { world, objects, links, contexts, events, measures }: Experiment,
  diagnostics: Diagnostics,
): void {
  const laws = [...contexts, ...events].flatMap((block) => block.functions);
  const sums = measures.flatMap(({ definitions }) => definitions);
  const values = [...objects, ...links, ...contexts].flatMap(({ attributes }) => attributes.map(({ value }) => value));
  const told = new Set<Expr>();
  for (const expr of [...[...functions, ...world, ...laws, ...sums].map(({ body }) => body), ...values])
    if (expr && !told.has(expr)) {
      told.add(expr);
      look(expr, diagnostics);
    }
}

function look(expr: Expr, diagnostics: Diagnostics): void {
  if (expr.kind === "binary" && (expr.op === "*" || expr.op === "/")) {
    const product = new Product();
    product.take(expr, 1);
    const { converted, rest } = product;
    if (converted && isNear(rest, converted.unit.factor)) {
      const said = spanText(converted.span);
      diagnostics.warning(
        "unit",
        expr.span,
        `[${converted.unit.text}] already converts; the factor beside it converts again`,
        `write ${said} alone`,
      );
      return;
    }
  }
  for (const part of partsOf(expr)) look(part, diagnostics);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-4 * Math.abs(b);
}

/** The factors of a product: the numbers, and the one value with a unit that has a factor. */
class Product {
  converted: Extract<Expr, { kind: "unit" }> | null = null;
  /** The product of all numbers besides. */
  rest = 1;
  private count = 0;

  take(expr: Expr, power: 1 | -1): void {
    if (expr.kind === "binary" && (expr.op === "*" || expr.op === "/")) {
      this.take(expr.left, power);
      this.take(expr.right, expr.op === "/" ? (power === 1 ? -1 : 1) : power);
      return;
    }
    if (expr.kind === "unit" && expr.unit.factor !== 1) {
      this.count++;
      this.converted = this.count === 1 && power === 1 ? expr : null;
      return;
    }
    const number = numberIn(expr);
    if (number !== null) this.rest *= power === 1 ? number : 1 / number;
  }
}

/** A number as it is written, with a unit or without; null for all else. */
function numberIn(expr: Expr): number | null {
  const number = expr.kind === "unit" ? expr.value : expr;
  if (number.kind === "number") return number.value;
  return number.kind === "name" && number.name === "pi" ? 3.141592653589793 : null;
}
