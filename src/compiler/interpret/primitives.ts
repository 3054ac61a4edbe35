// The natives that are not written in VFLang. Their arguments have been checked against the table of natives.
import { largestDimension } from "../../language/shapes/natives.ts";
import * as elementary from "../../math/elementary/elementary.ts";
import * as dense from "../../math/vectors/matrix.ts";
import { askMatrix } from "../values/matrix-question.ts";
import {
  type MatrixValue,
  type Sequence,
  sequenceOf,
  type Value,
  type VectorValue,
  vectorOf,
} from "../values/value.ts";
import { invert, type Misfit } from "./operators.ts";

export type Primitive = (...args: readonly Value[]) => Value | Misfit;

function onReal(compute: (x: number) => number): Primitive {
  return (x) => compute(x as number);
}

function onMatrix(compute: (m: MatrixValue) => Value | Misfit): Primitive {
  return (m) => compute(m as MatrixValue);
}

function wholeSize(value: Value, what: string): number | Misfit {
  const n = value as number;
  if (n !== Math.floor(n) || n < 1) return { misfit: `${what} must be a whole number from 1 on, and is ${n}` };
  return n > largestDimension ? { misfit: `${what} must be at most ${largestDimension}, and is ${n}` } : n;
}

export const primitives: ReadonlyMap<string, Primitive> = new Map<string, Primitive>([
  ["sqrt", onReal(Math.sqrt)],
  ["exp", onReal(elementary.exp)],
  ["log", onReal(elementary.log)],
  ["abs", onReal(Math.abs)],
  ["floor", onReal(Math.floor)],
  ["sine", onReal(elementary.sin)],
  ["cosine", onReal(elementary.cos)],
  ["tangent", onReal(elementary.tan)],
  ["inverseSine", onReal(elementary.asin)],
  ["inverseCosine", onReal(elementary.acos)],
  ["inverseTangent", onReal(elementary.atan)],
  ["sinh", onReal(elementary.sinh)],
  ["cosh", onReal(elementary.cosh)],
  ["tanh", onReal(elementary.tanh)],
  ["atan2", (y, x) => elementary.atan2(y as number, x as number)],
  ["min", (a, b) => Math.min(a as number, b as number)],
  ["max", (a, b) => Math.max(a as number, b as number)],
  ["vectorDimension", (v) => (v as VectorValue).data.length],
  ["matrixDimension", onMatrix((m) => vectorOf([m.rows, m.cols]))],
  ["matrixTranspose", onMatrix(transpose)],
  ["identityMatrix", identity],
  ["subMatrix", (m, rows, cols) => subMatrix(m as MatrixValue, rows, cols)],
  ["outerProduct", (a, b) => outerProduct((a as VectorValue).data, (b as VectorValue).data)],
  ["squareMatrixInverse", onMatrix(invert)],
  ["inverse", onMatrix(invert)],
  ["determinant", onMatrix((m) => askMatrix("determinant", m.rows, m.data)![0])],
  ["trace", onMatrix(trace)],
  ["solve", (m, b) => solve(m as MatrixValue, b as VectorValue)],
  ["eigenvalues", onMatrix((m) => eigen(m, "eigenvalues"))],
  ["eigenvectors", onMatrix((m) => eigen(m, "eigenvectors"))],
  ["head", (s) => (s as Sequence).items[0] ?? { misfit: "head of an empty sequence" }],
  ["tail", (s) => tail(s as Sequence)],
]);

function identity(size: Value): Value | Misfit {
  const n = wholeSize(size, "the size of identityMatrix");
  if (typeof n !== "number") return n;
  return { kind: "matrix", rows: n, cols: n, data: dense.identity(new Float64Array(n * n), n) };
}

function transpose(m: MatrixValue): Value {
  const data = dense.transpose(new Float64Array(m.data.length), m.data, m.rows, m.cols);
  return { kind: "matrix", rows: m.cols, cols: m.rows, data };
}

function subMatrix(m: MatrixValue, rowsValue: Value, colsValue: Value): Value | Misfit {
  const rows = wholeSize(rowsValue, "the number of rows");
  if (typeof rows !== "number") return rows;
  const cols = wholeSize(colsValue, "the number of columns");
  if (typeof cols !== "number") return cols;
  if (rows > m.rows || cols > m.cols) return { misfit: `a ${m.rows}×${m.cols} matrix has no ${rows}×${cols} part` };
  const data = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) data[i * cols + j] = m.data[i * m.cols + j];
  return { kind: "matrix", rows, cols, data };
}

function outerProduct(a: Float64Array, b: Float64Array): Value {
  const data = new Float64Array(a.length * b.length);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) data[i * b.length + j] = a[i] * b[j];
  return { kind: "matrix", rows: a.length, cols: b.length, data };
}

function trace(m: MatrixValue): Value {
  let sum = m.data[0];
  for (let i = 1; i < m.rows; i++) sum += m.data[i * m.cols + i];
  return sum;
}

function solve(m: MatrixValue, b: VectorValue): Value | Misfit {
  if (m.rows !== b.data.length) return { misfit: `a ${m.rows}×${m.rows} matrix needs a right side of ${m.rows}` };
  const data = askMatrix("solve", m.rows, m.data, b.data);
  return data ? { kind: "vector", data } : { misfit: "this matrix is singular: no one solution" };
}

function eigen(m: MatrixValue, part: "eigenvalues" | "eigenvectors"): Value | Misfit {
  const data = askMatrix(part, m.rows, m.data);
  if (!data) return { misfit: "eigenvalues are for symmetric matrices" };
  return part === "eigenvalues" ? { kind: "vector", data } : { ...m, data };
}

function tail(s: Sequence): Value | Misfit {
  return s.items.length === 0 ? { misfit: "tail of an empty sequence" } : sequenceOf(s.items.slice(1));
}
