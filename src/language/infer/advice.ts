// What may have been meant where shapes do not fit: another product, a component, other arguments, a product instead of
// a call.

import { type Argument, fitsKind, type Native } from "../shapes/natives.ts";
import { describeShape, type Shape, shapeKey } from "../shapes/shape.ts";
import type { BinaryExpr, CallExpr, Expr } from "../syntax/ast.ts";
import { spanLine, spanText } from "../syntax/span.ts";
import type { KnownValue } from "./infer.ts";
import { meantNumber } from "./meant-number.ts";
import { binaryShape } from "./operator.ts";

type ShapeOf = (expr: Expr) => Shape;

/** A number and a cross product in a sum: the inner product may be meant. */
export function innerProductMeant(expr: BinaryExpr, left: Shape, right: Shape, shapeOf: ShapeOf): string | undefined {
  if (expr.op !== "+" && expr.op !== "-") return undefined;
  const product = left.kind === "real" ? expr.right : right.kind === "real" ? expr.left : null;
  if (product?.kind !== "binary" || product.op !== "*") return undefined;
  const factors = [product.left, product.right];
  if (!factors.every((factor) => shapeOf(factor).kind === "vector")) return undefined;
  const [one, two] = factors.map(({ kind, span }) => (kind === "binary" ? `(${spanText(span)})` : spanText(span)));
  return `* of two vectors is the cross product, a vector; the inner product is a number: ${one} . ${two}`;
}

/** A hint for a vector where the operator takes a number, because the other side is one. */
export function numberInPlace(
  { op, left, right }: BinaryExpr,
  one: Shape,
  two: Shape,
  shapeOf: ShapeOf,
): string | undefined {
  const isSum = op === "+" || op === "-";
  const isOfNumbers = /^[<>]=?$/.test(op) || (isSum && (one.kind === "real" || two.kind === "real"));
  const odd = op === "/" || (isOfNumbers && two.kind === "vector") ? right : isOfNumbers ? left : null;
  // In a sum of two names it is unknown which should be like the other.
  if (!odd || (isSum && odd.kind === "name")) return undefined;
  return meantNumber(odd, shapeOf);
}

/** `k(x - rest)` as a product, as on paper; null where the two have no product. */
export function productMeant(
  { name, nameSpan, args }: CallExpr,
  shape: Shape,
  isKnown: boolean,
  shapeOf: ShapeOf,
): string | null {
  const [arg] = args;
  // `v(0)` and `x(t)` are values at a time.
  if (args.length !== 1 || arg.kind === "number" || (arg.kind === "name" && arg.name === "t")) return null;
  const other = shapeOf(arg);
  // A function by itself does not know its parameters.
  const isOpen = shape.kind === "unknown" && !isKnown;
  const isProduct = isOpen || [shape, other].some(({ kind }) => kind === "real");
  if (!isProduct || !("shape" in binaryShape("*", shape, other, null))) return null;
  const factor = ["binary", "if", "unary"].includes(arg.kind) ? `(${spanLine(arg.span)})` : spanLine(arg.span);
  const { source, from } = nameSpan;
  const isDivisor = /[/^#]\s*$/.test(source.text.slice(Math.max(0, from - 20), from));
  const product = `${name} * ${factor}`;
  const what = shape.kind === "real" ? "a number" : describeShape(shape);
  return `${isOpen ? "" : `${name} is ${what}: `}to multiply, write ${isDivisor ? `(${product})` : product}`;
}

export function adviseArgument(arg: Expr, isLength: boolean, isNumber: boolean, shapeOf: ShapeOf): string[] {
  if (isLength) return ["the length of a vector is norm(v)"];
  const meant = isNumber ? meantNumber(arg, shapeOf) : undefined;
  return meant === undefined ? [] : [meant];
}

/** The arguments with two of them, of different shapes, exchanged. */
export function argumentSwaps(args: readonly KnownValue[]): (readonly KnownValue[])[] {
  return args.flatMap((one, i) =>
    args.flatMap((other, j) =>
      j > i && shapeKey(one.shape) !== shapeKey(other.shape) ? [args.with(i, other).with(j, one)] : [],
    ),
  );
}

export function swapAdvice(name: string, params: readonly { readonly name: string }[]): string {
  return `the order is ${name}(${params.map((param) => param.name).join(", ")}): are the arguments swapped?`;
}

/** Whether a native accepts arguments, as far as their kinds show. */
export function takes({ params, shape }: Native, args: readonly KnownValue[]): boolean {
  return (
    params.every(({ kind }, i) => fitsKind(kind, args[i].shape)) &&
    (!shape || typeof shape(args.map(toArgument)) !== "string")
  );
}

export function toArgument(value: KnownValue): Argument {
  return { shape: value.shape, constant: typeof value.constant === "number" ? value.constant : null };
}
