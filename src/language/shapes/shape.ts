// What a value is made of, found before anything runs.

/** A length known before the run, or null if only the run shows it (the rows of a contact matrix). */
export type Length = number | null;

export type Shape =
  | { readonly kind: "real" }
  | { readonly kind: "boolean" }
  | { readonly kind: "vector"; readonly length: Length }
  | { readonly kind: "matrix"; readonly rows: Length; readonly cols: Length }
  | { readonly kind: "sequence"; readonly element: Shape }
  /** Unknown: a mistake already reported, or an attribute that only the run supplies. Fits everywhere. */
  | { readonly kind: "unknown" }
  /** No value: a recursion whose end is not yet known, or the elements of an empty sequence. */
  | { readonly kind: "never" };

export const real: Shape = { kind: "real" };
export const boolean: Shape = { kind: "boolean" };
export const unknown: Shape = { kind: "unknown" };
export const never: Shape = { kind: "never" };

export function vector(length: Length): Shape {
  return { kind: "vector", length };
}

export function matrix(rows: Length, cols: Length): Shape {
  return { kind: "matrix", rows, cols };
}

export function sequence(element: Shape): Shape {
  return { kind: "sequence", element };
}

function fits(a: Length, b: Length): boolean {
  return a === null || b === null || a === b;
}

/** The one shape that both can be; null if there is none. */
export function joinShapes(a: Shape, b: Shape): Shape | null {
  if (a.kind === "never") return b;
  if (b.kind === "never") return a;
  if (a.kind === "unknown" || b.kind === "unknown") return unknown;
  if (a.kind === "vector" && b.kind === "vector") return fits(a.length, b.length) ? vector(a.length ?? b.length) : null;
  if (a.kind === "matrix" && b.kind === "matrix")
    return fits(a.rows, b.rows) && fits(a.cols, b.cols) ? matrix(a.rows ?? b.rows, a.cols ?? b.cols) : null;
  if (a.kind === "sequence" && b.kind === "sequence") {
    const element = joinShapes(a.element, b.element);
    // A sequence may hold values of several shapes; then an element's shape is known only in the run.
    return sequence(element ?? unknown);
  }
  return a.kind === b.kind ? a : null;
}

export function sameShape(a: Shape, b: Shape): boolean {
  return shapeKey(a) === shapeKey(b);
}

/** A short text that is equal for equal shapes. */
export function shapeKey(shape: Shape): string {
  switch (shape.kind) {
    case "vector":
      return `v${shape.length ?? "?"}`;
    case "matrix":
      return `m${shape.rows ?? "?"}x${shape.cols ?? "?"}`;
    case "sequence":
      return `s(${shapeKey(shape.element)})`;
    default:
      return shape.kind;
  }
}

/** The shape in words: `a real`, `a 3-vector`, `a 3×3 matrix`. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case "real":
      return "a real";
    case "boolean":
      return "a boolean";
    case "vector":
      return shape.length === null ? "a vector" : `a vector of ${shape.length}`;
    case "matrix":
      return shape.rows === null && shape.cols === null
        ? "a matrix"
        : `a ${shape.rows ?? "?"}×${shape.cols ?? "?"} matrix`;
    case "sequence":
      return "a sequence";
    case "unknown":
      return "a value";
    case "never":
      return "nothing";
  }
}
