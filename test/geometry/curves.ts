// Curves for the tests: by formulas whose derivatives are written by hand, and through random points.
import { createCurve } from "../../src/geometry/curves/create.ts";
import { type Curve, type CurveProblem, type Path, sampleCurve } from "../../src/geometry/curves/curve.ts";
import { pathThrough } from "../../src/geometry/curves/points.ts";
import type { Random } from "../language/fuzz/random.ts";

export function uniform(random: Random, low: number, high: number): number {
  return low + (random.below(1_000_001) / 1_000_000) * (high - low);
}

export function made(curve: Curve | CurveProblem): Curve {
  if ("problem" in curve) throw new Error(curve.problem);
  return curve;
}

/** radius (cos s, sin s) and pitch s; the order shifts the phase by a right angle. */
export function helixPath(radius: number, pitch: number, from: number, to: number): Path {
  return {
    kind: "formula",
    from,
    to,
    evaluate(out, order, [s]) {
      const phase = s + (order * Math.PI) / 2;
      out[0] = radius * Math.cos(phase);
      out[1] = radius * Math.sin(phase);
      out[2] = order === 0 ? pitch * s : order === 1 ? pitch : 0;
      return true;
    },
  };
}

export function helix(radius: number, pitch: number, turns: number): Curve {
  return made(createCurve(helixPath(radius, pitch, 0, 2 * Math.PI * turns), false));
}

export function circle(radius: number): Curve {
  return made(createCurve(helixPath(radius, 0, 0, 2 * Math.PI), true));
}

/** A knot on a torus, closed: sums of sines and cosines of different frequencies. */
export function knot(): Curve {
  const parts = [
    [
      [2, 2, 0],
      [0.5, 5, 0],
      [0.5, 1, 0],
    ],
    [
      [2, 2, -1],
      [0.5, 5, -1],
      [-0.5, 1, -1],
    ],
    [[1, 3, -1]],
  ];
  const evaluate = (out: Float64Array, order: number, [s]: Float64Array) => {
    for (const [k, terms] of parts.entries()) {
      out[k] = 0;
      for (const [amplitude, frequency, phase] of terms)
        out[k] += amplitude * frequency ** order * Math.cos(frequency * s + ((phase + order) * Math.PI) / 2);
    }
    return true;
  };
  return made(createCurve({ kind: "formula", from: 0, to: 2 * Math.PI, evaluate }, true));
}

export function randomPoints(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: 3 * count }, () => uniform(random, -1, 1));
}

export function through(points: ArrayLike<number>, form: "polyline" | "spline", isClosed: boolean): Curve {
  const path = pathThrough(Float64Array.from(points), form, isClosed);
  if ("problem" in path) throw new Error(path.problem);
  return made(createCurve(path, isClosed));
}

/** A point somewhere about a curve. */
export function pointAbout(random: Random, curve: Curve, away: number): [number, number, number] {
  const points = sampleCurve(curve);
  const at = 3 * random.below(points.length / 3);
  return [0, 1, 2].map((k) => points[at + k] + uniform(random, -away, away)) as [number, number, number];
}
