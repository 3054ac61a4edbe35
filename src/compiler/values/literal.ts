// Values as expressions.
import type { Expr } from "../../language/syntax/ast.ts";
import type { Span } from "../../language/syntax/span.ts";
import type { Value } from "./value.ts";

/** An expression that has this value; every part of it has the place `span`. */
export function literalAt(span: Span, value: Value): Expr {
  if (typeof value === "number") return { kind: "number", value, span };
  if (typeof value === "boolean") return { kind: "boolean", value, span };
  if (value.kind === "sequence")
    return { kind: "sequence", elements: value.items.map((item) => literalAt(span, item)), span };
  const row = (numbers: Float64Array): Expr => ({
    kind: "vector",
    elements: Array.from(numbers, (x) => literalAt(span, x)),
    span,
  });
  if (value.kind === "vector") return row(value.data);
  const { rows, cols, data } = value;
  const elements = Array.from({ length: rows }, (_, i) => row(data.subarray(i * cols, (i + 1) * cols)));
  return { kind: "vector", elements, span };
}
