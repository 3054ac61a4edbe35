import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addCandidate,
  createCandidates,
  createManifold,
  finishManifold,
  type Manifold,
} from "../../src/geometry/contact/manifold.ts";
import { createProximity } from "../../src/geometry/contact/proximity.ts";
import { collide, measureDistance } from "../../src/geometry/pairs/pairs.ts";
import type { BodyShape } from "../../src/geometry/shapes/shape.ts";
import {
  add,
  anyCuboid,
  anySphere,
  type Body,
  coordinate,
  corners,
  cuboid,
  gapAlong,
  halfSpace,
  norm,
  orientation,
  outside,
  plane,
  poseOf,
  scale,
  sphere,
  sub,
  type V,
} from "./reference.ts";

const runs = { seed: 7, numRuns: 2000, endOnFailure: true };

const body = (shape: BodyShape, position: V = [0, 0, 0], q: number[] = [1, 0, 0, 0]): Body => ({
  shape,
  pose: poseOf(position, q),
});
const distanceOf = (a: Body, b: Body) => measureDistance(createProximity(), a.shape, a.pose, b.shape, b.pose).distance;
const at = (array: Float64Array, i: number) => [...array.subarray(3 * i, 3 * i + 3)] as V;

function contactsOf(a: Body, b: Body, margin: number): Manifold {
  const out = createManifold();
  expect(collide(out, a.shape, a.pose, b.shape, b.pose, margin)).toBe(out.count);
  return out;
}

function expectAt(actual: ArrayLike<number>, expected: V, tolerance = 1e-14): void {
  expect(norm(sub(actual, expected))).toBeLessThanOrEqual(tolerance);
}

/** The area of the convex figure through up to four points at one height z: of all orders the one of largest area. */
function areaOf(points: V[]): number {
  const orders =
    points.length < 4
      ? [[0, 1, 2]]
      : [
          [0, 1, 2, 3],
          [0, 1, 3, 2],
          [0, 2, 1, 3],
        ];
  return Math.max(...orders.map((order) => Math.abs(shoelace(order.map((i) => points[i])))));
}

function shoelace(points: V[]): number {
  const next = (i: number) => points[(i + 1) % points.length];
  return points.reduce((sum, p, i) => sum + p[0] * next(i)[1] - p[1] * next(i)[0], 0) / 2;
}

const pointsOf = (found: Manifold) => Array.from({ length: found.count }, (_, i) => at(found.positions, i));

const shapes: Record<string, fc.Arbitrary<BodyShape>> = {
  sphere: anySphere,
  cuboid: anyCuboid,
  plane: fc.constant(plane),
  "half space": fc.constant(halfSpace),
};

describe.each([
  ["sphere", "sphere"],
  ["sphere", "cuboid"],
  ["cuboid", "cuboid"],
  ["sphere", "plane"],
  ["cuboid", "plane"],
  ["cuboid", "half space"],
  ["half space", "sphere"],
] as const)("%s and %s", (first, second) => {
  const scene = fc
    .tuple(shapes[first], shapes[second], fc.tuple(coordinate, coordinate, coordinate), orientation, orientation)
    .map(([a, b, offset, p, q]) => ({ a: body(a, [0, 0, 0], p), b: body(b, scale(offset, 2), q) }));
  const margins = fc.constantFrom(1e-9, 1e-3, 0.1);

  test("there are contacts exactly where the distance is within the margin", () => {
    fc.assert(
      fc.property(scene, margins, ({ a, b }, margin) => {
        const d = distanceOf(a, b);
        const { count } = contactsOf(a, b, margin);
        if (d > margin + 1e-12) expect(count).toBe(0);
        if (d < margin - 1e-12) expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(4);
      }),
      runs,
    );
  });

  test("each point lies between the surfaces, its penetration the way between them along the normal", () => {
    fc.assert(
      fc.property(scene, margins, ({ a, b }, margin) => {
        const found = contactsOf(a, b, margin);
        for (let i = 0; i < found.count; i++) {
          const n = at(found.normals, i);
          const half = found.penetrations[i] / 2;
          expect(Math.abs(norm(n) - 1)).toBeLessThan(1e-14);
          expect(found.penetrations[i]).toBeGreaterThanOrEqual(-margin);
          // Half the penetration one way it is on or in the one body, the other way on or in the other.
          const slack = 1e-12 + Math.min(margin, 1e-6);
          expect(outside(a, add(at(found.positions, i), scale(n, -half)))).toBeLessThan(slack);
          expect(outside(b, add(at(found.positions, i), scale(n, half)))).toBeLessThan(slack);
          expect(new Set(found.features.subarray(0, found.count)).size).toBe(found.count);
        }
      }),
      runs,
    );
  });

  test("the first point is the deepest: the overlap of the shadows along the normal, nearly the least", () => {
    fc.assert(
      fc.property(scene, margins, ({ a, b }, margin) => {
        const found = contactsOf(a, b, margin);
        if (found.count === 0) return;
        const deepest = Math.max(...found.penetrations.subarray(0, found.count));
        expect(found.penetrations[0]).toBe(deepest);
        const d = distanceOf(a, b);
        const overlap = -gapAlong(a, b, [...found.normal] as V);
        expect(deepest).toBeLessThan(overlap + 1e-12);
        expect(overlap).toBeLessThan(Math.max(0, -d) * 1.03 + 0.25 * margin + Math.max(0, -d) * 1e-12 + 1e-11);
        expect(deepest).toBeGreaterThan(-Math.max(0, d) - (d > 0 ? 0.3 * margin : 0) - 1e-11 + Math.max(0, -d) * 0.5);
      }),
      runs,
    );
  });

  test("seen from the other body the points are the same and the normals turned round", () => {
    fc.assert(
      fc.property(scene, margins, ({ a, b }, margin) => {
        if (first === second) return;
        const one = contactsOf(a, b, margin);
        const other = contactsOf(b, a, margin);
        expect(other.count).toBe(one.count);
        if (one.count === 0) return;
        expect([...other.positions]).toEqual([...one.positions]);
        expect([...other.features]).toEqual([...one.features]);
        expectAt(add(other.normal, one.normal), [0, 0, 0], 0);
        expectAt(other.center, at(one.center, 0), 0);
      }),
      runs,
    );
  });
});

test("a cuboid flat on the ground has its four lower corners, and its centre below its middle", () => {
  for (const flat of [halfSpace, plane]) {
    const found = contactsOf(body(cuboid(2, 4, 2), [3, 1, 0.999]), body(flat), 1e-6);
    expect(found.count).toBe(4);
    expect([...found.penetrations.subarray(0, 4)].map((p) => Math.round(p * 1e9))).toEqual([1e6, 1e6, 1e6, 1e6]);
    expectAt(found.center, [3, 1, -0.0005], 1e-15);
    expectAt(found.normal, [0, 0, 1]);
    expect(new Set([0, 1, 2, 3].map((i) => at(found.positions, i).slice(0, 2).join())).size).toBe(4);
  }
});

test("a cuboid on an edge touches along the edge, at its middle; on a corner at the corner", () => {
  const eighth = [0.9238795325112867, 0.3826834323650898];
  const onEdge = contactsOf(
    body(cuboid(4, 1, 1), [1, 0, Math.SQRT1_2], [eighth[0], eighth[1], 0, 0]),
    body(halfSpace),
    1e-9,
  );
  expect(onEdge.count).toBe(2);
  expectAt(onEdge.center, [1, 0, 0]);
  const corner = contactsOf(body(cuboid(1, 1, 1), [0, 0, 0.85], [1, 0.4, 0.3, 0]), body(halfSpace), 1e-2);
  expect(corner.count).toBe(1);
});

test("equal cuboids stacked exactly touch over the whole face, at four points, with the centre in the middle", () => {
  for (const turned of [0, 1e-16, 1e-13, -1e-12]) {
    const upper = body(cuboid(1, 1, 1), [0, 0, 1], [1, turned, -turned, turned]);
    const found = contactsOf(upper, body(cuboid(1, 1, 1)), 1e-9);
    expect(found.count).toBe(4);
    expectAt(found.center, [0, 0, 0.5], 1e-9);
    expectAt(found.normal, [0, 0, 1], 1e-11);
    expect(areaOf(pointsOf(found))).toBeCloseTo(1, 8);
  }
});

test("a face half over an edge touches on the half, and a face on a smaller one on all of that", () => {
  const over = contactsOf(body(cuboid(2, 2, 1), [1.5, 0, 1]), body(cuboid(2, 2, 1)), 1e-9);
  expect(over.count).toBe(4);
  expectAt(over.center, [0.75, 0, 0.5]);
  const small = contactsOf(body(cuboid(4, 4, 1), [1, 1, 1]), body(cuboid(1, 1, 1)), 1e-9);
  expect(small.count).toBe(4);
  expectAt(small.center, [0, 0, 0.5]);
});

test("a face turned by 45° on an equal one: an octagon; four points span most, the centre is the middle", () => {
  const found = contactsOf(
    body(cuboid(1, 1, 1), [0, 0, 1], [0.9238795325112867, 0, 0, 0.3826834323650898]),
    body(cuboid(1, 1, 1)),
    1e-9,
  );
  expect(found.count).toBe(4);
  expectAt(found.center, [0, 0, 0.5]);
  // With the circumradius R = 0.5/cos 22.5° the largest quadrilateral in the octagon is a square, 2 R².
  expect(areaOf(pointsOf(found))).toBeCloseTo(2 / (4 * Math.cos(Math.PI / 8) ** 2), 12);
});

test("of the vertices of a polygon those kept hold one as good as the deepest and more than half of the area", () => {
  const vertex = fc.tuple(fc.integer({ min: 0, max: 359 }), fc.double({ min: -1, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.array(vertex, { minLength: 5, maxLength: 8 }), fc.constantFrom(1, 0.3, 0.01), (vertices, flat) => {
      vertices.sort((p, q) => p[0] - q[0]);
      const candidates = createCandidates(8);
      const polygon = vertices.map(([degrees]) => {
        const angle = (degrees * Math.PI) / 180;
        return [Math.cos(angle), flat * Math.sin(angle), 0] as V;
      });
      for (const [i, [x, y, z]] of polygon.entries())
        addCandidate(candidates, Float64Array.of(x, y, z, vertices[i][1]), i);
      const found = createManifold();
      finishManifold(found, candidates, Float64Array.of(0, 0, 1));
      // Depths that are nearly alike count as alike.
      const deepest = Math.max(...vertices.map(([, depth]) => depth));
      expect(found.penetrations[0]).toBeGreaterThanOrEqual(deepest - 0.021 * Math.max(0, deepest));
      if (found.count > 2) expect(areaOf(pointsOf(found))).toBeGreaterThanOrEqual(0.5 * shoelace(polygon));
      expect(new Set(found.features.subarray(0, found.count)).size).toBe(found.count);
    }),
    runs,
  );
});

test("edges laid along each other touch along a segment, at its middle", () => {
  // Both turned by 45° about x, the upper one's lower edge on the lower one's upper edge, shifted by 1 along it.
  const q = [0.9238795325112867, 0.3826834323650898, 0, 0];
  const found = contactsOf(body(cuboid(3, 1, 1), [1, 0, Math.SQRT2], q), body(cuboid(3, 1, 1), [0, 0, 0], q), 1e-9);
  expect(found.count).toBe(2);
  expectAt(found.center, [0.5, 0, Math.SQRT1_2], 1e-9);
});

test("edges that cross touch at the crossing", () => {
  const eighth = [0.9238795325112867, 0.3826834323650898];
  const low = body(cuboid(4, 1, 1), [0, 0, 0], [eighth[0], eighth[1], 0, 0]);
  const high = body(cuboid(1, 4, 1), [0.3, 0.2, Math.SQRT2 - 1e-3], [eighth[0], 0, eighth[1], 0]);
  const found = contactsOf(high, low, 1e-9);
  expect(found.count).toBe(1);
  expect(found.penetrations[0]).toBeCloseTo(1e-3, 14);
  expectAt(found.center, [0.3, 0, Math.SQRT1_2 - 0.0005], 1e-14);
});

test("a plate turned by 1e-4 of a right angle touches with a corner, as in WoRB's figure 3.1-3", () => {
  const slightly = Math.PI / 2 + 1e-4;
  const first = body(cuboid(10, 0.01, 5), [-2.5, 3, 0], [Math.cos(slightly / 2), 0, Math.sin(slightly / 2), 0]);
  const second = body(cuboid(10, 0.01, 5), [5, 3, 2.5], [0, 0, 1, 0]);
  const overlap = -distanceOf(first, second);
  const found = contactsOf(first, { ...second, pose: poseOf([5 + overlap, 3, 2.5], [0, 0, 1, 0]) }, 1e-9);
  expect(found.count).toBeLessThanOrEqual(2);
  expect([0, 5].some((z) => Math.abs(found.center[2] - z) < 1e-3)).toBe(true);
});

test("as a cuboid slides on another, the contacts keep the names of their features", () => {
  const lower = body(cuboid(4, 4, 1));
  const names = (x: number) => {
    const found = contactsOf(body(cuboid(1, 1, 1), [x, 0.1 + x / 3, 0.9999], [1, 0, 0, 0.1]), lower, 1e-3);
    return [...found.features.subarray(0, found.count)].sort().join();
  };
  expect(names(0).split(",").length).toBe(4);
  for (let x = 0; x < 1; x += 0.01) expect(names(x)).toBe(names(0));
});

test("of many candidates the deepest stays, and those left out are no deeper", () => {
  fc.assert(
    fc.property(orientation, fc.double({ min: -0.3, max: 0.3, noNaN: true }), (q, height) => {
      const box = body(cuboid(1, 1, 1), [0, 0, height], q);
      const found = contactsOf(box, body(halfSpace), 1e-9);
      const depths = corners(box).map((c) => -c[2]);
      expect(Math.abs(found.penetrations[0] - Math.max(...depths))).toBeLessThan(1e-15);
    }),
    runs,
  );
});

test("shapes without end that lie on each other touch at a point, those that cross nowhere", () => {
  expect(contactsOf(body(plane), body(halfSpace), 1e-9).count).toBe(1);
  expect(contactsOf(body(plane, [0, 0, 0], [1, 0.5, 0, 0]), body(halfSpace), 1e-9).count).toBe(0);
  expect(contactsOf(body(sphere(1), [0, 0, 3]), body(halfSpace), 1e-9).count).toBe(0);
});
