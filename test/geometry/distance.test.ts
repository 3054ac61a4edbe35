import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createProximity, type Proximity } from "../../src/geometry/contact/proximity.ts";
import { measureDistance } from "../../src/geometry/pairs/pairs.ts";
import type { BodyShape } from "../../src/geometry/shapes/shape.ts";
import {
  add,
  anyCuboid,
  anySphere,
  type Body,
  coordinate,
  cuboid,
  directions,
  dot,
  gapAlong,
  grown,
  halfSpace,
  magnitude,
  norm,
  orientation,
  outside,
  plane,
  poseOf,
  rotationOf,
  sampledDepth,
  scale,
  sphere,
  sub,
  turn,
  type V,
} from "./reference.ts";

const runs = { seed: 3, numRuns: 2000, endOnFailure: true };

function measure(a: Body, b: Body): Proximity {
  const out = createProximity();
  measureDistance(out, a.shape, a.pose, b.shape, b.pose);
  return out;
}

const shapes: Record<string, fc.Arbitrary<BodyShape>> = { sphere: anySphere, cuboid: anyCuboid };
const pairs = [
  ["sphere", "sphere"],
  ["sphere", "cuboid"],
  ["cuboid", "sphere"],
  ["cuboid", "cuboid"],
] as const;

/** Two bodies near each other, everything times a magnitude; `size` is its lengths. */
function twoBodies(first: fc.Arbitrary<BodyShape>, second: fc.Arbitrary<BodyShape>, reach: number) {
  return fc
    .tuple(first, second, fc.tuple(coordinate, coordinate, coordinate), orientation, orientation, magnitude)
    .map(([a, b, offset, qa, qb, size]) => ({
      size: size * 6,
      a: { shape: grown(a, size), pose: poseOf([0, 0, 0], qa) } as Body,
      b: { shape: grown(b, size), pose: poseOf(scale(offset, reach * size), qb) } as Body,
    }));
}

function expectConsistent(a: Body, b: Body, found: Proximity, tolerance: number): void {
  const { distance, normal, pointA, pointB } = found;
  expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-14);
  expect(norm(sub(sub(pointA, pointB), scale(normal, distance)))).toBeLessThan(tolerance);
  expect(Math.abs(outside(a, pointA))).toBeLessThan(tolerance);
  expect(Math.abs(outside(b, pointB))).toBeLessThan(tolerance);
}

describe.each(pairs)("%s and %s", (first, second) => {
  test("apart, points and shadows prove the distance from both sides", () => {
    let apart = 0;
    fc.assert(
      fc.property(twoBodies(shapes[first], shapes[second], 4), ({ size, a, b }) => {
        const found = measure(a, b);
        if (found.distance <= 0) return;
        apart++;
        expectConsistent(a, b, found, 1e-14 * size);
        const gap = gapAlong(a, b, [...found.normal] as V);
        expect(Math.abs(gap - found.distance)).toBeLessThan(1e-14 * size);
        const widest = Math.max(...directions.map((n) => gapAlong(a, b, n)));
        expect(widest).toBeLessThan(found.distance + 1e-14 * size);
      }),
      runs,
    );
    expect(apart).toBeGreaterThan(300);
  });

  test("overlapping, the depth is the least overlap of shadows over all directions", () => {
    let overlapping = 0;
    fc.assert(
      fc.property(twoBodies(shapes[first], shapes[second], 1), ({ size, a, b }) => {
        const found = measure(a, b);
        if (found.distance > 0) return;
        overlapping++;
        expectConsistent(a, b, found, 1e-14 * size);
        expect(Math.abs(gapAlong(a, b, [...found.normal] as V) - found.distance)).toBeLessThan(1e-14 * size);
        const depth = sampledDepth(a, b);
        expect(depth).toBeGreaterThan(-found.distance - 1e-14 * size);
        expect(depth).toBeLessThan(-found.distance + 0.02 * size);
      }),
      { ...runs, numRuns: 250 },
    );
    expect(overlapping).toBeGreaterThan(60);
  });

  test("exchanging the bodies turns the normal round and exchanges the points", () => {
    fc.assert(
      fc.property(twoBodies(shapes[first], shapes[second], 3), ({ size, a, b }) => {
        const one = measure(a, b);
        const other = measure(b, a);
        expect(Math.abs(one.distance - other.distance)).toBeLessThan(1e-14 * size);
        // Of several equally near places each order may choose another one.
        const turned = norm(add(one.normal, other.normal));
        if (turned > 1e-6)
          expect(Math.abs(gapAlong(b, a, scale(one.normal, -1)) - one.distance)).toBeLessThan(1e-13 * size);
      }),
      runs,
    );
  });

  test("moving and turning both together changes only the frame", () => {
    fc.assert(
      fc.property(
        twoBodies(shapes[first], shapes[second], 3),
        orientation,
        fc.tuple(coordinate, coordinate, coordinate),
        ({ size, a, b }, q, shift) => {
          const turned = rotationOf(q);
          const moved = ({ shape, pose }: Body): Body => ({
            shape,
            pose: {
              position: Float64Array.from(add(turn(turned, pose.position), scale(shift, size))),
              rotation: Float64Array.from(
                [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) =>
                  dot(
                    [
                      turned[3 * Math.floor(k / 3)],
                      turned[3 * Math.floor(k / 3) + 1],
                      turned[3 * Math.floor(k / 3) + 2],
                    ],
                    [pose.rotation[k % 3], pose.rotation[3 + (k % 3)], pose.rotation[6 + (k % 3)]],
                  ),
                ),
              ),
            },
          });
          const before = measure(a, b);
          const after = measure(moved(a), moved(b));
          expect(Math.abs(before.distance - after.distance)).toBeLessThan(1e-14 * size);
          expectConsistent(moved(a), moved(b), after, 1e-14 * size);
        },
      ),
      runs,
    );
  });
});

describe.each([
  ["sphere", "half space"],
  ["cuboid", "half space"],
  ["sphere", "plane"],
  ["cuboid", "plane"],
] as const)("%s and %s", (first, second) => {
  const flat = second === "plane" ? plane : halfSpace;

  test("the distance is that of the lowest point, measured on the centre's side of a plane", () => {
    fc.assert(
      fc.property(twoBodies(shapes[first], fc.constant(flat), 3), ({ size, a, b }) => {
        const found = measure(a, b);
        expectConsistent(a, b, found, 1e-14 * size);
        const up: V = [b.pose.rotation[2], b.pose.rotation[5], b.pose.rotation[8]];
        const height = dot(up, sub(a.pose.position, b.pose.position));
        const n = second === "plane" && height < 0 ? scale(up, -1) : up;
        if (Math.abs(height) > 1e-12 * size) expect(norm(sub(found.normal, n))).toBeLessThan(1e-14);
        const lowest = gapAlong(a, { shape: flat, pose: b.pose }, [...found.normal] as V);
        expect(Math.abs(lowest - found.distance)).toBeLessThan(1e-14 * size);
        const other = measure(b, a);
        expect(other.distance).toBe(found.distance);
        expect(norm(add(other.normal, found.normal))).toBe(0);
        expect([...other.pointA]).toEqual([...found.pointB]);
        expect([...other.pointB]).toEqual([...found.pointA]);
      }),
      runs,
    );
  });
});

const up = poseOf([0, 0, 0]);
const body = (shape: BodyShape, position: V = [0, 0, 0], q: number[] = [1, 0, 0, 0]): Body => ({
  shape,
  pose: poseOf(position, q),
});
const distanceOf = (a: Body, b: Body) => measure(a, b).distance;

test("parallel faces, parallel edges and corners that touch exactly are at distance 0, with a normal of a face", () => {
  const box = body(cuboid(2, 2, 2));
  for (const at of [
    [2, 0, 0],
    [2, 1, 0.5],
    [2, 2, 0],
    [2, 2, 2],
    [0, -2, 0],
    [-2, 2, -2],
  ] as V[]) {
    const found = measure(box, body(cuboid(2, 2, 2), at));
    expect(found.distance).toBe(0);
    expect([...found.normal].map(Math.abs).sort()).toEqual([0, 0, 1]);
    expect([...found.pointA]).toEqual([...found.pointB]);
  }
});

test("cuboids apart by faces, edges and corners are at the plane, line and point distances", () => {
  const box = body(cuboid(2, 2, 2));
  expect(distanceOf(box, body(cuboid(2, 2, 2), [5, 1, 1]))).toBe(3);
  expect(distanceOf(box, body(cuboid(2, 2, 2), [5, 6, 1]))).toBe(5);
  expect(distanceOf(box, body(cuboid(2, 2, 2), [3, 4, 4]))).toBe(3);
});

test("edges that cross at a right angle are nearest at the crossing", () => {
  // The lower box turned 45° about x shows an edge along x, the upper one turned 45° about y an edge along y.
  const eighth = [0.9238795325112867, 0.3826834323650898];
  const low = body(cuboid(4, 1, 1), [0, 0, 0], [eighth[0], eighth[1], 0, 0]);
  const high = body(cuboid(1, 4, 1), [0.3, 0.2, 2], [eighth[0], 0, eighth[1], 0]);
  const found = measure(high, low);
  expect(found.distance).toBeCloseTo(2 - Math.SQRT2, 14);
  expect(norm(sub(found.normal, [0, 0, 1]))).toBeLessThan(1e-15);
  expect(norm(sub(found.pointB, [0.3, 0, Math.SQRT1_2]))).toBeLessThan(1e-14);
});

test("a deep sphere leaves a cuboid through the nearest face, a concentric one along an axis", () => {
  const found = measure(body(sphere(0.25), [0.8, 0.1, 0]), body(cuboid(2, 2, 2)));
  expect(found.distance).toBeCloseTo(-0.45, 15);
  expect([...found.normal]).toEqual([1, 0, 0]);
  const same = measure(body(sphere(1)), body(sphere(2)));
  expect(same.distance).toBe(-3);
  expect(norm(same.normal)).toBe(1);
});

test("shapes without end that are parallel have their gap, all others cross without end", () => {
  const down = [0, 1, 0, 0];
  const at = (z: number, q = [1, 0, 0, 0]) => poseOf([0, 0, z], q);
  expect(distanceOf({ shape: plane, pose: up }, { shape: plane, pose: at(-2) })).toBe(2);
  expect(distanceOf({ shape: plane, pose: at(2) }, { shape: halfSpace, pose: up })).toBe(2);
  expect(distanceOf({ shape: halfSpace, pose: up }, { shape: plane, pose: at(-3) })).toBe(-3);
  expect(distanceOf({ shape: halfSpace, pose: up }, { shape: halfSpace, pose: at(1, down) })).toBe(1);
  expect(distanceOf({ shape: halfSpace, pose: up }, { shape: halfSpace, pose: at(-1, down) })).toBe(-1);
  expect(distanceOf({ shape: halfSpace, pose: up }, { shape: halfSpace, pose: at(5) })).toBe(-Infinity);
  expect(distanceOf({ shape: plane, pose: up }, { shape: plane, pose: at(5, [1, 0.1, 0, 0]) })).toBe(-Infinity);
});

test("far from the origin the distance is as good as the positions", () => {
  const far: V = [1e6, -1e6, 1e6];
  expect(distanceOf(body(cuboid(2, 2, 2), far), body(sphere(1), add(far, [3, 0, 0])))).toBe(1);
});

test("cuboids of very different sizes and long thin ones keep both proofs", () => {
  const long = fc.constantFrom(1e-6, 1e-3, 1, 1e3, 1e6);
  const thin = fc.tuple(long, long, long).map(([x, y, z]) => cuboid(x, y, z));
  fc.assert(
    fc.property(
      thin,
      thin,
      fc.tuple(coordinate, coordinate, coordinate),
      orientation,
      orientation,
      long,
      (a, b, c, p, q, s) => {
        const first: Body = { shape: a, pose: poseOf([0, 0, 0], p) };
        const second: Body = { shape: b, pose: poseOf(scale(c, s), q) };
        const size = 6 * (s + Math.max(...(a as { half: Float64Array }).half, ...(b as { half: Float64Array }).half));
        const found = measure(first, second);
        expect(Math.abs(gapAlong(first, second, [...found.normal] as V) - found.distance)).toBeLessThan(1e-14 * size);
        expectConsistent(first, second, found, 2e-14 * size);
      },
    ),
    runs,
  );
});
