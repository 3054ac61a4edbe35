// The operators on values. The order of operations is the language's: sums run left to right from their first term.
import { binaryShape, unaryShape } from "../../language/infer/operator.ts";
import type { BinaryOp, UnaryOp } from "../../language/syntax/ast.ts";
import { pow } from "../../math/elementary/elementary.ts";
import * as dense from "../../math/vectors/matrix.ts";
import { askMatrix } from "../values/matrix-question.ts";
import { equalValues, type MatrixValue, sequenceOf, shapeOf, type Value, type VectorValue } from "../values/value.ts";

/** Why an operator does not take these values: what it takes, and a hint. */
export interface Misfit {
  readonly misfit: string;
  readonly hint?: string;
}

export function isMisfit(result: Value | Misfit): result is Misfit {
  return typeof result === "object" && "misfit" in result;
}

/** How many numbers an operator processes, counted before it runs. */
export function operatorCost(op: BinaryOp, left: Value, right: Value): number {
  if (op === "*" && typeof left === "object" && left.kind === "matrix" && typeof right === "object")
    return left.rows * left.cols * (right.kind === "matrix" ? right.cols : 1);
  if (op === "^" && typeof left === "object" && left.kind === "matrix") return 64 * left.rows * left.rows * left.rows;
  return sizeOf(left) + sizeOf(right);
}

/** The largest number of numbers in an operator's result, counted before it is made. */
export function resultSize(op: BinaryOp, left: Value, right: Value): number {
  if (op === "++") return sizeOf(left) + sizeOf(right);
  const rows = typeof left === "object" && left.kind === "matrix" ? left.rows : 0;
  const cols = typeof right === "object" && right.kind === "matrix" ? right.cols : 0;
  return op === "*" && rows * cols > 0 ? rows * cols : Math.max(sizeOf(left), sizeOf(right));
}

/**
 * The size of a value; a sequence counts the numbers of its items, since comparing or printing it takes that much work.
 */
export function sizeOf(value: Value): number {
  if (typeof value !== "object") return 1;
  if (value.kind !== "sequence") return value.data.length;
  let size = 1;
  for (const item of value.items) size += sizeOf(item);
  return size;
}

export function applyUnary(op: UnaryOp, operand: Value): Value | Misfit {
  if (typeof operand === "number" && op !== "!") return op === "-" ? -operand : operand;
  if (typeof operand === "boolean" && op === "!") return !operand;
  if (op !== "!" && typeof operand === "object" && operand.kind !== "sequence")
    return op === "+" ? operand : { ...operand, data: operand.data.map((x) => -x) };
  const shape = unaryShape(op, shapeOf(operand));
  return { misfit: "expected" in shape ? shape.expected : `${op} does not take this value` };
}

/** The result of a binary operator. `&` and `|` are not here: they do not always evaluate their right side. */
export function applyBinary(op: BinaryOp, left: Value, right: Value): Value | Misfit {
  if (typeof left === "number" && typeof right === "number") {
    const result = onReals(op, left, right);
    if (result !== null) return result;
  }
  const quick = onVectors(op, left, right);
  if (quick !== null) return quick;
  const constant = typeof right === "number" ? right : null;
  const shape = binaryShape(op, shapeOf(left), shapeOf(right), constant);
  if ("expected" in shape) return { misfit: shape.expected, hint: shape.hint };
  switch (op) {
    case "+":
    case "-":
      return addVectors(left as VectorValue | MatrixValue, right as VectorValue | MatrixValue, op === "+" ? 1 : -1);
    case "*":
      return multiply(left, right);
    case "/":
      return mapNumbers(left as VectorValue | MatrixValue, (x) => x / (right as number));
    case ".":
      return inner((left as VectorValue).data, (right as VectorValue).data);
    case "^":
      return matrixPower(left as MatrixValue, right as number);
    case "#":
      return element(left as VectorValue | MatrixValue, right as number);
    case "==":
      return equalValues(left, right);
    case "!=":
      return !equalValues(left, right);
    case "++":
      if (
        typeof left === "object" &&
        left.kind === "sequence" &&
        typeof right === "object" &&
        right.kind === "sequence"
      )
        return sequenceOf([...left.items, ...right.items]);
      return { misfit: "++ joins two sequences" };
    default:
      return { misfit: `${op} does not take these values` };
  }
}

function onReals(op: BinaryOp, a: number, b: number): Value | null {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "^":
      return power(a, b);
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    default:
      return null;
  }
}

/** The common cases on vectors, without the table of shapes; null for all others. */
function onVectors(op: BinaryOp, left: Value, right: Value): Value | null {
  if (typeof right === "object" && right.kind === "vector") {
    if (typeof left === "number") return op === "*" ? multiply(left, right) : null;
    return typeof left === "object" && left.kind === "vector" ? onTwoVectors(op, left, right) : null;
  }
  if (typeof left !== "object" || left.kind !== "vector" || typeof right !== "number") return null;
  return onVectorAndReal(op, left, right);
}

function onTwoVectors(op: BinaryOp, left: VectorValue, right: VectorValue): Value | null {
  if (left.data.length !== right.data.length) return null;
  if (op === "+" || op === "-") return addVectors(left, right, op === "+" ? 1 : -1);
  return op === "." ? inner(left.data, right.data) : null;
}

function onVectorAndReal(op: BinaryOp, left: VectorValue, right: number): Value | null {
  if (op === "*") return multiply(left, right);
  if (op === "/") return mapNumbers(left, (x) => x / right);
  const isElement = op === "#" && right >= 1 && right <= left.data.length && right === Math.floor(right);
  return isElement ? left.data[right - 1] : null;
}

/** The square, the root and the reciprocal are computed the same way everywhere; all other powers by `pow`. */
export function power(x: number, exponent: number): number {
  if (exponent === 2) return x * x;
  if (exponent === 0.5) return Math.sqrt(x);
  if (exponent === -1) return 1 / x;
  return pow(x, exponent);
}

function mapNumbers(value: VectorValue | MatrixValue, change: (x: number) => number): Value {
  return { ...value, data: value.data.map(change) };
}

function addVectors(a: VectorValue | MatrixValue, b: VectorValue | MatrixValue, sign: 1 | -1): Value {
  const data = new Float64Array(a.data.length);
  if (sign === 1) for (let i = 0; i < data.length; i++) data[i] = a.data[i] + b.data[i];
  else for (let i = 0; i < data.length; i++) data[i] = a.data[i] - b.data[i];
  return { ...a, data };
}

export function inner(a: Float64Array, b: Float64Array): number {
  let sum = a[0] * b[0];
  for (let i = 1; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function multiply(left: Value, right: Value): Value {
  if (typeof left === "number") return mapNumbers(right as VectorValue | MatrixValue, (x) => left * x);
  if (typeof right === "number") return mapNumbers(left as VectorValue | MatrixValue, (x) => x * right);
  const a = left as VectorValue | MatrixValue;
  const b = right as VectorValue | MatrixValue;
  if (a.kind === "vector") return cross(a.data, b.data);
  const cols = b.kind === "matrix" ? b.cols : 1;
  const data = dense.multiply(new Float64Array(a.rows * cols), a.data, b.data, a.rows, a.cols, cols);
  return b.kind === "matrix" ? { kind: "matrix", rows: a.rows, cols, data } : { kind: "vector", data };
}

function cross(a: Float64Array, b: Float64Array): VectorValue {
  const data = new Float64Array(3);
  data[0] = a[1] * b[2] - a[2] * b[1];
  data[1] = a[2] * b[0] - a[0] * b[2];
  data[2] = a[0] * b[1] - a[1] * b[0];
  return { kind: "vector", data };
}

function element(value: VectorValue | MatrixValue, index: number): Value | Misfit {
  if (value.kind === "vector") return value.data[index - 1];
  return { kind: "vector", data: value.data.slice((index - 1) * value.cols, index * value.cols) };
}

/** A matrix to a whole power; a negative one goes through the inverse. */
function matrixPower(base: MatrixValue, exponent: number): Value | Misfit {
  const n = base.rows;
  if (Math.abs(exponent) > 2_147_483_648) return { misfit: "the power of a matrix is at most 2^31" };
  if (exponent >= 0) {
    const out = new Float64Array(n * n);
    return { ...base, data: dense.power(out, base.data, exponent, n, new Float64Array(n * n)) };
  }
  const inverse = invert(base);
  return isMisfit(inverse) || exponent === -1 ? inverse : matrixPower(inverse as MatrixValue, -exponent);
}

export function invert(matrix: MatrixValue): Value | Misfit {
  const data = askMatrix("inverse", matrix.rows, matrix.data);
  return data ? { ...matrix, data } : { misfit: "this matrix is singular: it has no inverse" };
}
