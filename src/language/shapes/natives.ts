// The functions of the language: their arguments and results. Those without a `shape` are written in VFLang, in
// prelude/; the others are primitives, implemented in the compiler.
import { describeShape, matrix, real, type Shape, sequence, unknown, vector } from "./shape.ts";

export type ParamKind =
  | "real"
  | "whole number"
  | "boolean"
  | "vector"
  | "vector of 3"
  | "quaternion"
  | "matrix"
  | "square matrix"
  | "3×3 matrix"
  | "rotation matrix"
  | "orientation"
  | "sequence";

/** An argument as far as it is known before the run. */
export interface Argument {
  readonly shape: Shape;
  readonly constant: number | null;
}

export interface Native {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly kind: ParamKind }[];
  /** The shape of a primitive's result, or a sentence about what is wrong. */
  readonly shape?: (args: readonly Argument[]) => Shape | string;
  /** Its effect on dimensions, in the words of dimension/scheme.ts. */
  readonly scheme: string;
  /** With this many arguments it is about the object's own shape, and only a running experiment can answer. */
  readonly ownShape?: number;
  /** The functions in VFLang for an orientation given as Euler angles, a quaternion or a matrix. */
  readonly forms?: { readonly euler: string; readonly quaternion: string; readonly matrix: string };
}

const table = new Map<string, Native>();

/** `define("atan2", "y: real, x: real", "a, a -> real 1", …)` */
function define(
  name: string,
  params: string,
  scheme: string,
  rest: Omit<Native, "name" | "params" | "scheme"> = {},
): void {
  const list = params.split(", ").map((param) => {
    const [paramName, kind] = param.split(": ");
    return { name: paramName, kind: kind as ParamKind };
  });
  table.set(name, { name, params: list, scheme, ...rest });
}

const givesReal = { shape: () => real };
const givesSame = { shape: (args: readonly Argument[]) => args[0].shape };

function whole(argument: Argument): number | null {
  return argument.constant;
}

/** Matrices wider than this are refused before they are made. */
export const largestDimension = 1000;

function dimension(argument: Argument, what: string): number | null | string {
  const n = whole(argument);
  if (n === null) return null;
  if (n !== Math.floor(n) || n < 1) return `${what} must be a whole number from 1 on, and is ${n}`;
  return n > largestDimension ? `${what} must be at most ${largestDimension}, and is ${n}` : n;
}

for (const name of [
  "exp",
  "log",
  "floor",
  "sine",
  "cosine",
  "tangent",
  "inverseSine",
  "inverseCosine",
  "inverseTangent",
])
  define(name, "x: real", "1 -> real 1", givesReal);
for (const name of ["sinh", "cosh", "tanh"]) define(name, "x: real", "1 -> real 1", givesReal);
define("sqrt", "x: real", "a -> real a^1/2", givesReal);
define("abs", "x: real", "a -> real a", givesReal);
define("sign", "x: real", "a -> real 1");
define("atan2", "y: real, x: real", "a, a -> real 1", givesReal);
define("min", "a: real, b: real", "a, a -> real a", givesReal);
define("max", "a: real, b: real", "a, a -> real a", givesReal);

define("norm", "v: vector", "a -> real a");
define("normalize", "v: vector", "a -> same 1");
define("vectorDimension", "v: vector", "* -> real 1", givesReal);
define("arbitraryBasis", "n: vector of 3", "a -> matrix 1");
define("skewSymmetricMatrix", "v: vector of 3", "a -> matrix a");
define("reflectVector", "v: vector of 3, n: vector of 3", "a, b -> vector a");
define("rotateVector", "v: vector of 3, axis: vector of 3, angle: real", "a, b, 1 -> vector a");
define("outerProduct", "a: vector, b: vector", "a, b -> matrix a b", {
  shape: ([a, b]) =>
    matrix(a.shape.kind === "vector" ? a.shape.length : null, b.shape.kind === "vector" ? b.shape.length : null),
});

define("matrixDimension", "m: matrix", "* -> vector 1", { shape: () => vector(2) });
define("matrixTranspose", "m: matrix", "a -> matrix a", {
  shape: ([m]) => (m.shape.kind === "matrix" ? matrix(m.shape.cols, m.shape.rows) : unknown),
});
define("identityMatrix", "n: whole number", "1 -> matrix 1", {
  shape: ([n]) => {
    const size = dimension(n, "the size of identityMatrix");
    return typeof size === "string" ? size : matrix(size, size);
  },
});
define("subMatrix", "m: matrix, rows: whole number, cols: whole number", "a, 1, 1 -> matrix a", {
  shape: ([m, rows, cols]) => {
    const r = dimension(rows, "the number of rows");
    const c = dimension(cols, "the number of columns");
    if (typeof r === "string") return r;
    if (typeof c === "string") return c;
    if (m.shape.kind === "matrix") {
      const tooLarge = (want: number | null, has: number | null) => want !== null && has !== null && want > has;
      if (tooLarge(r, m.shape.rows) || tooLarge(c, m.shape.cols))
        return `${describeShape(m.shape)} has no ${r}×${c} part`;
    }
    return matrix(r, c);
  },
});
define("squareMatrixInverse", "m: square matrix", "a -> matrix a^-1", givesSame);
define("inverse", "m: square matrix", "a -> matrix a^-1", givesSame);
define("determinant", "m: square matrix", "a -> real *", givesReal);
define("trace", "m: square matrix", "a -> real a", givesReal);
define("solve", "m: square matrix, b: vector", "a, b -> vector b a^-1", {
  shape: ([m, b]) => {
    if (m.shape.kind !== "matrix" || b.shape.kind !== "vector") return unknown;
    const { rows } = m.shape;
    if (rows !== null && b.shape.length !== null && rows !== b.shape.length)
      return `${describeShape(m.shape)} needs a right side of ${rows}, and this one has ${b.shape.length}`;
    return vector(rows ?? b.shape.length);
  },
});
define("eigenvalues", "m: square matrix", "a -> vector a", {
  shape: ([m]) => vector(m.shape.kind === "matrix" ? m.shape.rows : null),
});
define("eigenvectors", "m: square matrix", "a -> matrix 1", givesSame);
define("orthonormalize", "m: 3×3 matrix", "a -> matrix 1");
define("centerOfMass", "masses: vector, points: matrix", "a, b -> vector b", { ownShape: 0 });
define("inertiaTensor", "masses: vector, points: matrix", "a, b -> matrix a b^2", { ownShape: 1 });

/** The shape of a native's value about the object's own shape; null for other calls. */
export function ownShapeCall(name: string, count: number): Shape | null {
  if (table.get(name)?.ownShape !== count) return null;
  return name === "centerOfMass" ? vector(3) : matrix(3, 3);
}

define("multiplyQuaternions", "p: quaternion, q: quaternion", "a, b -> vector a b");
define("quaternionConjugate", "q: quaternion", "a -> vector a");
define("quaternionInverse", "q: quaternion", "a -> vector a^-1");
define("quaternionFromAxisAndAngle", "axis: vector of 3, angle: real", "a, 1 -> vector 1");
define("quaternionRate", "q: quaternion, w: vector of 3", "a, b -> vector a b");
define("quaternionToEulerXYZ", "q: quaternion", "a -> vector 1");
define("quaternionToRotationMatrix", "q: quaternion", "a -> matrix 1");
define("eulerXYZToRotationMatrix", "e: vector of 3", "1 -> matrix 1");
define("eulerXYZToQuaternion", "e: vector of 3", "1 -> vector 1");
define("rotationMatrixToQuaternion", "m: rotation matrix", "1 -> vector 1");
define("rotationMatrixToEulerXYZ", "m: rotation matrix", "1 -> vector 1");
define("quaternionDivide", "p: quaternion, q: quaternion", "a, b -> vector a b^-1");
define("quaternionPower", "q: quaternion, p: real", "a, 1 -> vector *");
define("quaternionSqrt", "q: quaternion", "a -> vector a^1/2");
for (const name of ["Exp", "Log"]) define(`quaternion${name}`, "q: quaternion", "1 -> vector 1");
for (const name of ["Sine", "Cosine", "Tangent", "Secant", "Cosecant", "Cotangent"])
  for (const inverse of ["", "Inverse"]) define(`quaternion${inverse}${name}`, "q: quaternion", "1 -> vector 1");
for (const name of ["Sinh", "Cosh", "Tanh", "Sech", "Csch", "Coth"])
  for (const inverse of ["", "Inverse"]) define(`quaternion${inverse}${name}`, "q: quaternion", "1 -> vector 1");
define("rotation", "orientation: orientation", "1 -> matrix 1", {
  forms: { euler: "rotationOfEuler", quaternion: "rotationOfQuaternion", matrix: "rotationOfMatrix" },
});
define("orientationRate", "orientation: orientation, w: vector of 3", "1, b -> same b", {
  forms: { euler: "orientationRateOfEuler", quaternion: "quaternionRate", matrix: "orientationRateOfMatrix" },
});

define("head", "s: sequence", "* -> real *", {
  shape: ([s]) => (s.shape.kind === "sequence" ? s.shape.element : unknown),
});
define("tail", "s: sequence", "* -> real *", {
  shape: ([s]) => (s.shape.kind === "sequence" ? s.shape : sequence(unknown)),
});

/** A query to a curve: this argument, or none, follows its name. */
export interface CurveCall {
  readonly param: Native["params"][number] | null;
  readonly shape: Shape;
  /** Its scheme: s is the curve's own parameter. */
  readonly scheme: string;
}

const parameter = { name: "s", kind: "real" } as const;

export const curveCalls: ReadonlyMap<string, CurveCall> = new Map<string, CurveCall>([
  ["pointAt", { param: parameter, shape: vector(3), scheme: "s -> vector m" }],
  ["tangentAt", { param: parameter, shape: vector(3), scheme: "s -> vector 1" }],
  ["normalsAt", { param: parameter, shape: matrix(2, 3), scheme: "s -> matrix 1" }],
  ["curvatureAt", { param: parameter, shape: real, scheme: "s -> real m^-1" }],
  ["lengthAt", { param: parameter, shape: real, scheme: "s -> real m" }],
  ["lengthOf", { param: null, shape: real, scheme: "* -> real m" }],
  ["nearest", { param: { name: "p", kind: "vector of 3" }, shape: real, scheme: "m -> real s" }],
]);

export const natives: ReadonlyMap<string, Native> = table;

export const constants: ReadonlyMap<string, number> = new Map([["pi", 3.141592653589793]]);

/** Whether an argument of this shape can be of this kind. Lengths not known before the run fit. */
export function fitsKind(kind: ParamKind, shape: Shape): boolean {
  if (shape.kind === "unknown" || shape.kind === "never") return true;
  const length = (n: number) => shape.kind === "vector" && (shape.length === null || shape.length === n);
  const square = shape.kind === "matrix" && (shape.rows === null || shape.cols === null || shape.rows === shape.cols);
  switch (kind) {
    case "real":
    case "whole number":
      return shape.kind === "real";
    case "boolean":
    case "vector":
    case "matrix":
    case "sequence":
      return shape.kind === kind;
    case "vector of 3":
      return length(3);
    case "quaternion":
      return length(4);
    case "square matrix":
      return square;
    case "3×3 matrix":
      return square && shape.kind === "matrix" && [3, null].includes(shape.rows ?? shape.cols);
    case "rotation matrix":
      return square && shape.kind === "matrix" && [3, 4, null].includes(shape.rows ?? shape.cols);
    case "orientation":
      return (
        length(3) || length(4) || (square && shape.kind === "matrix" && [3, null].includes(shape.rows ?? shape.cols))
      );
  }
}

export function describeKind(kind: ParamKind): string {
  switch (kind) {
    case "quaternion":
      return "a quaternion [w, x, y, z]";
    case "rotation matrix":
      return "a 3×3 or 4×4 rotation matrix";
    case "orientation":
      return "an orientation: Euler angles [x, y, z], a quaternion [w, x, y, z] or a 3×3 matrix";
    default:
      return `a ${kind}`;
  }
}

/** The form of a native for an orientation of this shape; null if the shape does not decide. */
export function formOf(forms: NonNullable<Native["forms"]>, shape: Shape): string | null {
  if (shape.kind === "matrix") return forms.matrix;
  if (shape.kind !== "vector" || shape.length === null) return null;
  return shape.length === 3 ? forms.euler : forms.quaternion;
}
