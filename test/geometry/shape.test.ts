import fc from "fast-check";
import { expect, test } from "vitest";
import { boundMotion, boundShape, reachOf, turningReachOf } from "../../src/geometry/shapes/bounds.ts";
import { createPose, inversePose, relativePose, transformPoint } from "../../src/geometry/shapes/pose.ts";
import { createShape } from "../../src/geometry/shapes/shape.ts";
import {
  anyCuboid,
  anySphere,
  coordinate,
  cuboid,
  halfSpace,
  norm,
  orientation,
  place,
  poseOf,
  sphere,
  sub,
  support,
  unplace,
  type V,
} from "./reference.ts";

const runs = { seed: 8, numRuns: 500 };
const point = fc.tuple(coordinate, coordinate, coordinate);
const pose = fc.tuple(point, orientation).map(([p, q]) => poseOf(p, q));

test("shapes are made from a geometrical type and a size", () => {
  expect(createShape("sphere", [2])).toEqual({ kind: "sphere", radius: 2 });
  expect(createShape("cuboid", [1, 2, 3])).toEqual({ kind: "cuboid", half: Float64Array.of(0.5, 1, 1.5) });
  expect(createShape("half space", [])).toEqual({ kind: "half space" });
  expect(createShape("plane", [])).toEqual({ kind: "plane" });
});

test.each([
  [
    "cube",
    [1],
    'There is no geometrical type "cube"; there are sphere, cuboid, capsule, cylinder, cone, half space and plane.',
  ],
  ["sphere", [1, 2], "The size of a sphere is its radius, one number, not 2."],
  ["sphere", [-1], "The radius of a sphere must be positive; it is -1."],
  ["sphere", [Number.NaN], "The radius of a sphere must be positive; it is NaN."],
  ["sphere", [Infinity], "The radius of a sphere must be between 1e-75 and 1e+75; it is Infinity."],
  ["cuboid", [1], "The size of a cuboid is the lengths of its edges along x, y and z, not one number."],
  ["cuboid", [1, 0, 1], "An edge of a cuboid must be positive; the second is 0."],
  ["plane", [1], "A plane has no end and so no size."],
])("%s of size %j is refused in a sentence", (type, size, problem) => {
  expect(createShape(type, size)).toEqual({ problem });
});

test("a relative pose leads from one frame to the other, and back", () => {
  fc.assert(
    fc.property(pose, pose, point, (a, b, p) => {
      const bInA = relativePose(createPose(), a, b);
      const x = transformPoint(new Float64Array(3), bInA, Float64Array.from(p));
      expect(norm(sub(x, unplace(a, place(b, p))))).toBeLessThan(1e-14);
      const back = transformPoint(new Float64Array(3), inversePose(createPose(), bInA), x);
      expect(norm(sub(back, p))).toBeLessThan(1e-14);
    }),
    runs,
  );
});

test("bounds end where the shape's shadow on the axis ends, and its reach is its farthest point", () => {
  fc.assert(
    fc.property(fc.oneof(anySphere, anyCuboid), pose, (shape, at) => {
      const bounds = boundShape(new Float64Array(6), shape, at);
      for (let x = 0; x < 3; x++) {
        const axis = [0, 1, 2].map((k) => (k === x ? 1 : 0)) as V;
        const most = support({ shape, pose: at }, axis);
        const least = -support({ shape, pose: at }, axis.map((k) => -k) as V);
        expect(bounds[3 + x] - most).toBeGreaterThanOrEqual(0);
        expect(bounds[3 + x] - most).toBeLessThan(2e-14);
        expect(least - bounds[x]).toBeGreaterThanOrEqual(0);
        expect(least - bounds[x]).toBeLessThan(2e-14);
      }
    }),
    runs,
  );
  expect(reachOf(cuboid(2, 4, 4))).toBe(3);
  expect(reachOf(sphere(2))).toBe(2);
  expect(reachOf(halfSpace)).toBe(Infinity);
  expect([turningReachOf(sphere(2)), turningReachOf(cuboid(2, 4, 4))]).toEqual([0, 3]);
});

test("bounds of a motion hold the body all the way, and are tight for straight motion along an axis", () => {
  const w = 3;
  const body = cuboid(2, 0.2, 0.5);
  const at = (t: number) => poseOf([t, t * t, 0], [Math.cos((w * t) / 2), 0, Math.sin((w * t) / 2), 0]);
  const boundsAt = (t: number) => boundShape(new Float64Array(6), body, at(t));
  const path = 2 * (Math.hypot(1, 4) + w * reachOf(body));
  const swept = boundMotion(new Float64Array(6), boundsAt(0), boundsAt(2), Float64Array.of(path));
  for (let t = 0; t <= 2; t += 0.01) {
    const now = boundsAt(t);
    for (let x = 0; x < 3; x++) {
      expect(now[x]).toBeGreaterThanOrEqual(swept[x]);
      expect(now[3 + x]).toBeLessThanOrEqual(swept[3 + x]);
    }
  }
  const start = boundShape(new Float64Array(6), sphere(1), poseOf([0, 0, 0]));
  const end = boundShape(new Float64Array(6), sphere(1), poseOf([10, 0, 0]));
  const straight = boundMotion(new Float64Array(6), start, end, Float64Array.of(10));
  expect(straight[0]).toBeCloseTo(-1, 13);
  expect(straight[3]).toBeCloseTo(11, 13);
});
