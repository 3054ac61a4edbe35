// Curves: closed forms for circles and helices, what makes a spline a spline, and the nearest point against brute
// force.
import { describe, expect, test } from "vitest";
import { createCurve } from "../../src/geometry/curves/create.ts";
import { type Curve, evaluateCurve, sampleCurve } from "../../src/geometry/curves/curve.ts";
import { lengthAt } from "../../src/geometry/curves/length.ts";
import { createNearest, findNearest } from "../../src/geometry/curves/nearest.ts";
import { pathThrough } from "../../src/geometry/curves/points.ts";
import { Random } from "../language/fuzz/random.ts";
import { circle, helix, helixPath, knot, pointAbout, randomPoints, through, uniform } from "./curves.ts";

function at(curve: Curve, s: number, order = 0): number[] {
  const out = new Float64Array(3);
  evaluateCurve(out, curve, order, Float64Array.of(s));
  return [...out];
}

function nearest(curve: Curve, point: readonly number[]) {
  const found = createNearest();
  findNearest(found, curve, point);
  return found;
}

function length(curve: Curve, s: number): number {
  const out = new Float64Array(1);
  lengthAt(out, curve, Float64Array.of(s));
  return out[0];
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));

/** The least distance by looking everywhere, and then closer and closer around the best place. */
function bruteForce(curve: Curve, p: readonly number[]): number {
  const [from, to] = [curve.from, curve.to];
  const count = 1500;
  let best = Number.POSITIVE_INFINITY;
  let place = from;
  const look = (s: number) => {
    const d = distance(at(curve, Math.min(to, Math.max(from, s))), p);
    if (d < best) [best, place] = [d, s];
  };
  for (let i = 0; i <= count; i++) look(from + ((to - from) * i) / count);
  for (let width = (to - from) / count; width > 1e-12 * (to - from); width /= 4) {
    const middle = place;
    for (let k = -8; k <= 8; k++) look(middle + (width * k) / 8);
  }
  return best;
}

describe("a circle of radius r", () => {
  const r = 2.5;
  const ring = circle(r);

  test("has length 2πr, and the length to s is rs", () => {
    expect(Math.abs(ring.length - 2 * Math.PI * r)).toBeLessThan(1e-13);
    for (const s of [0, 0.3, 1, 3, 6.2, 7, -1, 40]) expect(Math.abs(length(ring, s) - r * s)).toBeLessThan(1e-12);
  });

  test("is nearest at the angle of the point, from inside and outside, above and below", () => {
    const random = new Random(1);
    for (let i = 0; i < 2000; i++) {
      const angle = uniform(random, 0, 2 * Math.PI);
      const away = uniform(random, 0.05, 6);
      const found = nearest(ring, [away * Math.cos(angle), away * Math.sin(angle), uniform(random, -3, 3)]);
      expect(found.isFree).toBe(true);
      const turned = Math.abs(found.s - angle);
      expect(Math.min(turned, 2 * Math.PI - turned)).toBeLessThan(2e-14 * Math.max(1, 1 / away));
    }
  });

  test("repeats after a round, and gives parameters of the first", () => {
    for (const s of [0.1, 2, 6]) expect(distance(at(ring, s), at(ring, s + 6 * Math.PI))).toBeLessThan(1e-14 * 10);
    expect(nearest(ring, [2, -1e-17, 0]).s).toBeGreaterThanOrEqual(0);
    expect(nearest(ring, [2, -1e-17, 0]).s).toBeLessThan(2 * Math.PI);
  });

  test("has a nearest point even for its centre", () => {
    expect(Math.abs(Math.sqrt(nearest(ring, [0, 0, 1]).square) - Math.hypot(r, 1))).toBeLessThan(1e-14);
  });
});

test("a helix: length s √(r² + p²), within the range and straight on beyond it", () => {
  const [r, p] = [1.5, 0.25];
  const coil = helix(r, p, 3);
  for (const s of [0, 0.01, 5, 18, 25, -2])
    expect(Math.abs(length(coil, s) - s * Math.hypot(r, p))).toBeLessThan(2e-13);
  expect(distance(at(coil, -2), [r, -2 * r, -2 * p])).toBeLessThan(1e-14);
  expect([at(coil, 50, 2), at(coil, 50, 3)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test("an open curve is nearest at its ends for points beyond them, and there s does not move with the point", () => {
  const line = through([0, 0, 0, 1, 0, 0, 3, 0, 0], "spline", false);
  expect(nearest(line, [-1, 1, 0])).toMatchObject({ s: 0, isFree: false });
  expect(nearest(line, [7, 1, 0])).toMatchObject({ s: 3, isFree: false });
  expect(nearest(line, [2.5, 1, 0])).toMatchObject({ s: 2.5, isFree: true });
});

test("a polyline is nearest at a corner from outside of it, and its parameter is its length", () => {
  const corner = through([0, 0, 0, 2, 0, 0, 2, 2, 0], "polyline", false);
  expect(nearest(corner, [3, -1, 0])).toMatchObject({ s: 2, isFree: false });
  expect(nearest(corner, [1.5, 0.1, 4])).toMatchObject({ s: 1.5, isFree: true });
  for (const s of [-1, 0, 0.5, 2, 3.5, 5]) expect(Math.abs(length(corner, s) - s)).toBeLessThan(1e-15 * 5);
  const square = through([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], "polyline", true);
  expect(square.length).toBeCloseTo(4, 14);
  expect(nearest(square, [-1, -1, 0])).toMatchObject({ s: 0, isFree: false });
  expect(at(square, 3.5)).toEqual([0, 0.5, 0]);
});

describe("a spline through random points", () => {
  const random = new Random(5);
  const cases = [2, 3, 4, 9, 40].flatMap((count) => [false, true].map((isClosed) => ({ count, isClosed })));
  for (const { count, isClosed } of cases.filter((one) => !one.isClosed || one.count > 2)) {
    const points = randomPoints(random, count);
    const curve = through(points, "spline", isClosed);
    const knots = curve.path.kind === "pieces" ? curve.path.knots : [];

    test(`${count} ${isClosed ? "closed" : "open"}: passes through them, with point, slope and bend continuous`, () => {
      for (let i = 0; i < count; i++) {
        expect(distance(at(curve, knots[i]), [...points.subarray(3 * i, 3 * i + 3)])).toBeLessThan(1e-15);
        const h = 1e-9;
        for (const order of [0, 1, 2]) {
          if (!isClosed && (i === 0 || i === count - 1)) continue;
          const third = Math.hypot(...at(curve, knots[i] - h, order + 1), ...at(curve, knots[i] + h, order + 1));
          const gap = distance(at(curve, knots[i] - h, order), at(curve, knots[i] + h, order));
          expect(gap).toBeLessThan(4 * h * (1 + third));
        }
      }
    });

    test(`${count} ${isClosed ? "closed" : "open"}: its derivatives are central differences of those before`, () => {
      const h = 1e-5;
      for (let i = 0; i < 20; i++) {
        const s = uniform(random, curve.from, curve.to);
        if (knots.some((knot: number) => Math.abs(knot - s) < 2 * h)) continue;
        for (const order of [0, 1, 2]) {
          const [before, after] = [at(curve, s - h, order), at(curve, s + h, order)];
          const slope = at(curve, s, order + 1);
          for (const k of [0, 1, 2])
            expect(Math.abs((after[k] - before[k]) / (2 * h) - slope[k])).toBeLessThan(
              1e-6 * (1 + Math.hypot(...slope)),
            );
        }
        expect(at(curve, s, 4)).toEqual([0, 0, 0]);
      }
    });
  }

  test("an open one is straight at its ends and goes on so: the bend is continuous there too", () => {
    const curve = through(randomPoints(random, 7), "spline", false);
    for (const s of [curve.from, curve.to]) expect(Math.hypot(...at(curve, s, 2))).toBeLessThan(1e-13);
    const beyond = at(curve, curve.to + 2);
    const end = at(curve, curve.to);
    const slope = at(curve, curve.to, 1);
    expect(
      distance(
        beyond,
        end.map((x, k) => x + 2 * slope[k]),
      ),
    ).toBeLessThan(1e-15);
  });

  test("points of a circle give nearly the circle, closer with more of them", () => {
    const error = (count: number) => {
      const points = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).flatMap((angle) => [
        Math.cos(angle),
        Math.sin(angle),
        0,
      ]);
      const curve = through(points, "spline", true);
      return Math.max(
        ...Array.from({ length: 997 }, (_, i) => Math.abs(Math.hypot(...at(curve, (curve.to * i) / 997)) - 1)),
      );
    };
    // The fourth power of the distance of the points.
    expect(error(16) / error(32)).toBeGreaterThan(12);
    expect(error(32)).toBeLessThan(1e-5);
  });
});

describe("the nearest point is that of brute force, and the curve is at a right angle there:", () => {
  const random = new Random(9);
  const curves: [string, Curve][] = [
    ["a helix", helix(1, 0.1, 4)],
    ["a knot", knot()],
    ["an ellipse nearly flat", circleScaled()],
    ...[3, 5, 12, 30].flatMap((count): [string, Curve][] => [
      [`an open spline through ${count} points`, through(randomPoints(random, count), "spline", false)],
      [`a closed spline through ${count} points`, through(randomPoints(random, count), "spline", true)],
      [`a polyline through ${count} points`, through(randomPoints(random, count), "polyline", count % 2 === 0)],
    ]),
  ];
  for (const [name, curve] of curves)
    test(name, () => {
      for (let i = 0; i < 250; i++) {
        const p = pointAbout(random, curve, [0.01, 0.3, 3][i % 3]);
        const found = nearest(curve, p);
        const here = at(curve, found.s);
        expect(found.s).toBeGreaterThanOrEqual(curve.from);
        expect(found.s).toBeLessThanOrEqual(curve.to);
        expect(Math.abs(distance(here, p) - Math.sqrt(found.square))).toBeLessThan(1e-14 * 10);
        expect(distance(here, p)).toBeLessThanOrEqual(bruteForce(curve, p) + 1e-12);
        if (!found.isFree) continue;
        const slope = at(curve, found.s, 1);
        const along = here.reduce((sum, x, k) => sum + (x - p[k]) * slope[k], 0);
        expect(Math.abs(along)).toBeLessThan(1e-13 * (1 + Math.hypot(...slope) ** 2));
      }
    });
});

test("the nearest point is that of brute force about the centres of curvature, where two least distances meet", () => {
  const random = new Random(13);
  for (const curve of [
    knot(),
    through(randomPoints(random, 8), "spline", false),
    through(randomPoints(random, 9), "spline", true),
  ])
    for (let i = 0; i < 150; i++) {
      const s = uniform(random, curve.from, curve.to);
      const [c, d, dd] = [0, 1, 2].map((order) => at(curve, s, order));
      const speed = d.reduce((sum, x) => sum + x * x, 0);
      const along = d.reduce((sum, x, k) => sum + x * dd[k], 0) / speed;
      const bend = dd.map((x, k) => (x - along * d[k]) / speed);
      const square = bend.reduce((sum, x) => sum + x * x, 0);
      const p = c.map((x, k) => x + (bend[k] / square) * uniform(random, 0.9, 1.1));
      if (Math.hypot(...p) < 50)
        expect(Math.sqrt(nearest(curve, p).square)).toBeLessThanOrEqual(bruteForce(curve, p) + 1e-10);
    }
});

function circleScaled(): Curve {
  const { evaluate } = helixPath(1, 0, 0, 2 * Math.PI) as Extract<ReturnType<typeof helixPath>, { kind: "formula" }>;
  const flat = (out: Float64Array, order: number, at: Float64Array) => {
    evaluate(out, order, at);
    out[1] *= 0.05;
    return true;
  };
  return createCurve({ kind: "formula", from: 0, to: 2 * Math.PI, evaluate: flat }, true) as Curve;
}

test("the direction for frames is away from every tangent: z for a ring, y for a wire that stands in x and z", () => {
  expect([...circle(1).reference]).toEqual([0, 0, 1]);
  expect([...through([0, 0, 0, 1, 0, 2, 2, 0, 0], "spline", false).reference]).toEqual([0, 1, 0]);
  const cube = through([0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1], "polyline", false);
  for (const part of cube.reference) expect(Math.abs(part)).toBeGreaterThan(0.3);
});

test("a line for drawing begins and ends where the curve does and keeps close to it", () => {
  for (const curve of [helix(1, 0.1, 4), knot(), through([0, 0, 0, 1, 0, 0, 1, 1, 0], "spline", true)]) {
    const line = sampleCurve(curve);
    const last = line.length - 3;
    expect(distance([...line.subarray(0, 3)], at(curve, curve.from))).toBe(0);
    expect(distance([...line.subarray(last)], at(curve, curve.to))).toBeLessThan(1e-12);
    const chord = through(line, "polyline", false);
    for (let i = 0; i < 500; i++)
      expect(
        Math.sqrt(nearest(chord, at(curve, curve.from + ((curve.to - curve.from) * i) / 500)).square),
      ).toBeLessThan(0.001 * curve.length);
    expect(chord.length).toBeGreaterThan(0.999 * curve.length);
  }
});

test("what is no curve says why", () => {
  const problem = (points: number[], isClosed = false) => pathThrough(Float64Array.from(points), "spline", isClosed);
  expect(problem([0, 0, 0])).toEqual({ problem: "an open curve has at least 2 points" });
  expect(problem([0, 0, 0, 1, 1, 1], true)).toEqual({ problem: "a closed curve has at least 3 points" });
  expect(problem([0, 0, 0, 1, 1, 1, 1, 1, 1])).toEqual({ problem: "point 3 is the same as point 2" });
  expect(problem([0, 0, 0, 1, 1, 1, 2, 1, 1, 0, 0, 0], true)).toEqual({
    problem: "the last point of a closed curve is its first: leave it out",
  });
  expect(problem([0, 0, 0, 1, Number.NaN, 1])).toEqual({ problem: "a point is not finite" });
  expect(createCurve(helixPath(1, 1, 2, 2), false)).toEqual({
    problem: "its range must run upwards, and goes from 2 to 2",
  });
  expect(createCurve(helixPath(0, 0, 0, 1), false)).toEqual({
    problem: "it stands still at s = 0: there is no tangent",
  });
  expect(createCurve(helixPath(1, 0, 0, 3), true)).toEqual({
    problem: "it does not close: its ends, at s = 0 and s = 3, lie apart",
  });
});
