// Values as expressions that replace names.
import { literalAt } from "../../compiler/values/literal.ts";
import type { Value } from "../../compiler/values/value.ts";
import { unitOfDimension } from "../../language/dimension/words.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import { createSource, type Span } from "../../language/syntax/span.ts";
import { type Dimension, formatDimension } from "../../language/syntax/unit.ts";

/** The place of expressions that no person wrote. */
export const nowhere: Span = { source: createSource("explanation", ""), from: 0, to: 0 };

export function literalOf(value: Value): Expr {
  return literalAt(nowhere, value);
}

/** A value with its unit, if it has one. Units are SI, so they change no number. */
export function quantityOf(value: Value, dimension: Dimension | null): Expr {
  const literal = literalOf(value);
  const unit = dimension && unitText(dimension);
  if (!unit || typeof value === "boolean" || (typeof value === "object" && value.kind === "sequence")) return literal;
  return { kind: "unit", value: literal, unit: { factor: 1, dimension, text: unit }, unitSpan: nowhere, span: nowhere };
}

/** `m/s`; null for a pure number, and for fractional powers, which the language cannot express. */
export function unitText(dimension: Dimension): string | null {
  if (!dimension.every(Number.isInteger)) return null;
  return formatDimension(dimension) === "1" ? null : unitOfDimension(dimension);
}

/** Whether two values are equal to the last bit; all NaN are equal. */
export function sameBits(a: Value, b: Value): boolean {
  if (typeof a !== "object" || typeof b !== "object") return Object.is(a, b);
  if (a.kind === "sequence" || b.kind === "sequence")
    return (
      a.kind === b.kind &&
      a.kind === "sequence" &&
      b.kind === "sequence" &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => sameBits(item, b.items[i]))
    );
  if (a.kind !== b.kind || a.data.length !== b.data.length) return false;
  if (a.kind === "matrix" && b.kind === "matrix" && a.rows !== b.rows) return false;
  return a.data.every((x, i) => Object.is(x, b.data[i]));
}
