// The curves that random programs and experiments may ask.
import { createCurves } from "../../../src/engine/model/curves.ts";
import type { Curve } from "../../../src/geometry/curves/curve.ts";
import { checkSource } from "../../../src/language/check/check.ts";
import { curveCalls } from "../../../src/language/shapes/natives.ts";
import { real, type Shape, shapeKey, vector } from "../../../src/language/shapes/shape.ts";
import { createSource } from "../../../src/language/syntax/span.ts";

export const curveTexts = [
  "curve { name = wire  points = {[0, 0, 1], [1, 0.5, 0], [2, 0, 0.5], [2, 2, 2], [-1, 0, 3]} }",
  "curve { name = band  points = [[1, 0, 0], [0, 1, 0.25], [-1, 0, 0], [0, -1, -0.5]]  closed = true }",
  "curve { name = zigzag  points = {[0, 0, 0], [1, 1, 0], [2, 0, 0], [3, 1, 1]}  form = polyline }",
  "curve { name = ring  point(s) = [2 * cosine(s), sine(s), 0]  to = 2 * pi  closed = true }",
  "curve { name = bent  point(s) = if s < 1 then [s, s * s, 0] else [s, 2 * s - 1, exp(s) - exp(1)]  " +
    "from = -1  to = 2 }",
];

const { experiment } = checkSource(createSource("curves", curveTexts.join("\n")), () => ({ problem: "none" }));
export const curves: ReadonlyMap<string, Curve> = createCurves(experiment.curves, new Map());

export const curveNames = [...curves.keys()];

/**
 * What a curve is asked for an answer of this shape, with the shape of what that takes; null where it takes nothing.
 */
export function curveQuestions(shape: Shape): { readonly name: string; readonly takes: Shape | null }[] {
  const fitting = [...curveCalls].filter(([, call]) => shapeKey(call.shape) === shapeKey(shape));
  return fitting.map(([name, { param }]) => ({ name, takes: param && (param.kind === "real" ? real : vector(3)) }));
}
