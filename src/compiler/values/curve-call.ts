// The questions of laws about curves. Geometry answers a few questions; the rest follows from them in VFLang, so that
// interpreter, kernels and derivatives agree.
import { type Curve, evaluateCurve } from "../../geometry/curves/curve.ts";
import { lengthAt } from "../../geometry/curves/length.ts";
import { createNearest, findNearest } from "../../geometry/curves/nearest.ts";

/**
 * The question: the derivative of some order, the parameter of the nearest point and whether it moves with the point,
 * or the length up to a place.
 */
export interface CurveQuestion {
  readonly curve: Curve;
  readonly part: number | "nearest" | "length";
}

export function curveAnswerSize({ part }: CurveQuestion): number {
  return typeof part === "number" ? 3 : part === "nearest" ? 2 : 1;
}

const found = createNearest();

/** Writes the answer, which may overwrite the arguments; false if a formula has no value. */
export function answerCurve(out: Float64Array, { curve, part }: CurveQuestion, args: Float64Array): boolean {
  if (typeof part === "number") return evaluateCurve(out, curve, part, args);
  if (part === "length") {
    lengthAt(out, curve, args);
    return true;
  }
  findNearest(found, curve, args);
  out[0] = found.s;
  out[1] = found.isFree ? 1 : 0;
  return true;
}

/**
 * A call computed from derivatives at the place by a function of the prelude, which may also take the direction of the
 * frames.
 */
export interface DerivedCall {
  readonly orders: readonly number[];
  readonly helper: string | null;
  readonly takesReference: boolean;
}

export const derivedCalls: ReadonlyMap<string, DerivedCall> = new Map([
  ["pointAt", { orders: [0], helper: null, takesReference: false }],
  ["tangentAt", { orders: [1], helper: "normalize", takesReference: false }],
  ["normalsAt", { orders: [1], helper: "curveNormals", takesReference: true }],
  ["curvatureAt", { orders: [1, 2], helper: "curveCurvature", takesReference: false }],
]);

/** The fuel that a call takes. */
export function curveCost(name: string): number {
  return name === "nearest" ? 100 : 10;
}
