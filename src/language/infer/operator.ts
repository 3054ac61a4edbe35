// The shapes that operators take and give. The checker's and the interpreter's messages use the same table.
import {
  boolean,
  describeShape,
  joinShapes,
  matrix,
  never,
  real,
  type Shape,
  sequence,
  unknown,
  vector,
} from "../shapes/shape.ts";
import type { BinaryOp, UnaryOp } from "../syntax/ast.ts";

/** The result's shape, or what is wrong: what the operator takes, and a hint. */
export type OperatorShape = { readonly shape: Shape } | { readonly expected: string; readonly hint?: string };

function give(shape: Shape): OperatorShape {
  return { shape };
}

export function unaryShape(op: UnaryOp, operand: Shape): OperatorShape {
  if (operand.kind === "unknown" || operand.kind === "never") return give(op === "!" ? boolean : operand);
  if (op === "!") return operand.kind === "boolean" ? give(boolean) : { expected: "! takes a boolean" };
  if (operand.kind === "boolean" || operand.kind === "sequence")
    return { expected: `${op} takes a real, a vector or a matrix` };
  return give(operand);
}

/** `indexes` are constants if they are known: the exponent of `^`, the index of `#`. */
export function binaryShape(op: BinaryOp, left: Shape, right: Shape, constant: number | null): OperatorShape {
  // An operand that never gives a value leaves no result; `&` and `|` may not need their right side.
  if (left.kind === "never" || (right.kind === "never" && op !== "&" && op !== "|")) return give(never);
  switch (op) {
    case "+":
    case "-":
      return sumShape(op, left, right);
    case "*":
      return productShape(left, right);
    case "/":
      return quotientShape(left, right);
    case ".":
      return innerShape(left, right);
    case "^":
      return powerShape(left, right, constant);
    case "#":
      return elementShape(left, right, constant);
    case "==":
    case "!=":
      if (joinShapes(left, right)) return give(boolean);
      return { expected: `${op} compares values of one shape` };
    case "<":
    case ">":
    case "<=":
    case ">=":
      if (isReal(left) && isReal(right)) return give(boolean);
      return left.kind === "boolean"
        ? { expected: `${op} compares two reals`, hint: "to compare twice, write a < b & b < c" }
        : { expected: `${op} compares two reals` };
    case "&":
    case "|":
      return isBoolean(left) && isBoolean(right) ? give(boolean) : { expected: `${op} takes two booleans` };
    case "++":
      return joinShape(left, right);
  }
}

function isReal(shape: Shape): boolean {
  return shape.kind === "real" || shape.kind === "unknown" || shape.kind === "never";
}

function isBoolean(shape: Shape): boolean {
  return shape.kind === "boolean" || shape.kind === "unknown" || shape.kind === "never";
}

function isOpen(shape: Shape): boolean {
  return shape.kind === "unknown" || shape.kind === "never";
}

function isNumeric(shape: Shape): shape is Exclude<Shape, { kind: "boolean" | "sequence" }> {
  return shape.kind !== "boolean" && shape.kind !== "sequence";
}

function sumShape(op: BinaryOp, left: Shape, right: Shape): OperatorShape {
  const shape = joinShapes(left, right);
  if (shape && isNumeric(shape)) return give(shape);
  const hint = left.kind === "sequence" || right.kind === "sequence" ? "sequences are joined by ++" : undefined;
  return { expected: `${op} takes two values of one shape`, hint };
}

function productShape(left: Shape, right: Shape): OperatorShape {
  const expected =
    "* takes a real and anything, a matrix and a vector, two matrices, or two vectors of 3 (their cross product)";
  if (!isNumeric(left) || !isNumeric(right)) return { expected };
  if (left.kind === "real") return give(right);
  if (right.kind === "real") return give(left);
  if (left.kind === "never" || right.kind === "never") return give(never);
  if (left.kind === "unknown" || right.kind === "unknown") return give(unknown);
  if (left.kind === "matrix") return matrixProduct(left, right);
  if (right.kind === "matrix") return { expected, hint: "a vector times a matrix is matrixTranspose(m) * v" };
  if ((left.length ?? 3) === 3 && (right.length ?? 3) === 3) return give(vector(3));
  return { expected, hint: "for the inner product, write a . b" };
}

function matrixProduct(left: Shape & { kind: "matrix" }, right: Shape & { kind: "vector" | "matrix" }): OperatorShape {
  const count = right.kind === "vector" ? right.length : right.rows;
  const what = right.kind === "vector" ? `a vector of ${left.cols}` : `a matrix of ${left.cols} rows`;
  if (left.cols !== null && count !== null && left.cols !== count)
    return { expected: `${describeShape(left)} multiplies ${what}` };
  return give(right.kind === "vector" ? vector(left.rows) : matrix(left.rows, right.cols));
}

function quotientShape(left: Shape, right: Shape): OperatorShape {
  if (isNumeric(left) && isReal(right)) return give(left);
  const hint = right.kind === "matrix" ? "to divide by a matrix, multiply by its inverse" : undefined;
  return { expected: "/ divides by a real", hint };
}

function innerShape(left: Shape, right: Shape): OperatorShape {
  const fits = (shape: Shape) => shape.kind === "vector" || isOpen(shape);
  if (fits(left) && fits(right) && (isOpen(left) || isOpen(right) || joinShapes(left, right))) return give(real);
  return {
    expected: ". is the inner product of two vectors of one length",
    hint: "to multiply reals, write *; a number has one point, with digits on both sides",
  };
}

function powerShape(left: Shape, right: Shape, constant: number | null): OperatorShape {
  const braces = right.kind === "sequence" ? "an exponent has no braces: write ^2, or ^(a + b)" : undefined;
  if (!isReal(right)) return { expected: "^ takes a real exponent", hint: braces };
  if (isReal(left)) return give(left.kind === "real" ? real : left);
  if (left.kind === "matrix") {
    const square = left.rows === null || left.cols === null || left.rows === left.cols;
    if (!square) return { expected: "only a square matrix has powers" };
    if (constant !== null && constant !== Math.floor(constant))
      return { expected: "the power of a matrix is a whole number" };
    return give(matrix(left.rows ?? left.cols, left.cols ?? left.rows));
  }
  const hint = left.kind === "vector" ? "the square of a vector's length is v . v" : undefined;
  return { expected: "^ takes a real or a square matrix", hint };
}

function elementShape(left: Shape, right: Shape, constant: number | null): OperatorShape {
  if (!isReal(right)) return { expected: "# takes a whole number after it" };
  if (isOpen(left)) return give(unknown);
  if (left.kind !== "vector" && left.kind !== "matrix")
    return { expected: "# takes an element of a vector or a row of a matrix" };
  const count = left.kind === "vector" ? left.length : left.rows;
  const what = left.kind === "vector" ? "elements" : "rows";
  if (constant !== null && constant !== Math.floor(constant)) return { expected: "# takes a whole number after it" };
  if (constant !== null && (constant < 1 || (count !== null && constant > count)))
    return { expected: count === null ? "# counts from 1" : `it has the ${what} 1 to ${count}` };
  return give(left.kind === "vector" ? real : vector(left.cols));
}

function joinShape(left: Shape, right: Shape): OperatorShape {
  const fits = (shape: Shape) => shape.kind === "sequence" || isOpen(shape);
  if (!fits(left) || !fits(right)) return { expected: "++ joins two sequences", hint: "to add, write +" };
  const shape = joinShapes(left, right);
  return give(shape && shape.kind === "sequence" ? shape : sequence(unknown));
}
