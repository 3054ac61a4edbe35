import { describe, expect, test } from "vitest";
import { createProximity, type Proximity } from "../../src/geometry/contact/proximity.ts";
import { distanceCapsuleCapsule, distanceCapsuleSphere } from "../../src/geometry/pairs/distance/capsule.ts";
import { distanceConvexConvex } from "../../src/geometry/pairs/distance/convex-convex.ts";
import { distanceCuboidCuboid } from "../../src/geometry/pairs/distance/cuboid-cuboid.ts";
import { distanceCuboidSphere } from "../../src/geometry/pairs/distance/cuboid-sphere.ts";
import { distanceSphereSphere } from "../../src/geometry/pairs/distance/sphere-sphere.ts";
import type { Pose } from "../../src/geometry/shapes/pose.ts";
import type { BodyShape, Convex } from "../../src/geometry/shapes/shape.ts";
import {
  betweenSegments,
  type Polytope,
  polyhedron,
  randomFrom,
  randomPoint,
  randomQuaternion,
  slowDistance,
  slowHull,
  slowSeparation,
} from "./polytopes.ts";
import {
  type Body,
  directions,
  dot,
  gapAlong,
  norm,
  outside,
  place,
  poseOf,
  scale,
  sub,
  unit,
  type V,
} from "./reference.ts";

function ask(a: Convex, b: Convex, bInA: Pose): Proximity {
  const out = createProximity();
  distanceConvexConvex(out, a, b, bInA);
  return out;
}

const here = poseOf([0, 0, 0]);

/** The answer proves itself: two points so far apart, one on each body, and shadows so far apart. */
function expectProved(a: Convex, b: Convex, bInA: Pose, found: Proximity, tolerance: number, place = tolerance): void {
  const [first, second]: Body[] = [
    { shape: a, pose: here },
    { shape: b, pose: bInA },
  ];
  const n = [...found.normal] as V;
  const apart = norm(sub(sub(found.pointA, found.pointB), scale(n, found.distance)));
  expect(Math.max(Math.abs(norm(n) - 1), apart)).toBeLessThan(1e-12);
  expect(Math.max(outside(first, found.pointA), outside(second, found.pointB))).toBeLessThan(place);
  expect(Math.abs(gapAlong(first, second, n) - found.distance)).toBeLessThan(tolerance);
}

function cloud(random: () => number, count: number, size: number): V[] {
  return Array.from({ length: count }, () => randomPoint(random, size));
}

function moved(p: Polytope, pose: Pose): Polytope {
  return { points: p.points.map((x) => place(pose, x)), faces: p.faces };
}

describe("polyhedra", () => {
  test("distance and depth are those of all pairs of features", () => {
    const random = randomFrom(1);
    let [apart, over] = [0, 0];
    for (let k = 0; k < 300; k++) {
      const a = slowHull(cloud(random, 4 + (k % 7), 1));
      const b = slowHull(cloud(random, 4 + (k % 5), 1));
      const pose = poseOf(randomPoint(random, 1.8), randomQuaternion(random));
      const found = ask(polyhedron(a.points), polyhedron(b.points), pose);
      const placed = moved(b, pose);
      const separation = slowSeparation(a, placed);
      if (separation > 0) apart++;
      else over++;
      expect(found.distance).toBeCloseTo(separation > 0 ? slowDistance(a, placed) : separation, 12);
      expectProved(polyhedron(a.points), polyhedron(b.points), pose, found, 1e-12);
    }
    expect(Math.min(apart, over)).toBeGreaterThan(50);
  });

  test("touching by a corner, an edge or a face is distance 0 with a normal that separates", () => {
    const random = randomFrom(2);
    for (let k = 0; k < 60; k++) {
      const a = slowHull(cloud(random, 8, 1));
      const b = slowHull(cloud(random, 8, 1));
      const q = randomQuaternion(random);
      // Moved along a direction until the shadows of the difference touch, by bisection.
      const way = unit(randomPoint(random, 1));
      if (slowSeparation(a, moved(b, poseOf([0, 0, 0], q))) > 0) continue;
      let [low, high] = [0, 8];
      for (let i = 0; i < 60; i++) {
        const middle = (low + high) / 2;
        if (slowSeparation(a, moved(b, poseOf(scale(way, middle), q))) > 0) high = middle;
        else low = middle;
      }
      for (const shift of [0, 1e-13, -1e-13, 1e-11, 1e-10, 1e-8]) {
        const pose = poseOf(scale(way, high + shift), q);
        const found = ask(polyhedron(a.points), polyhedron(b.points), pose);
        expect(Math.abs(found.distance)).toBeLessThan(1e-12 + 4 * Math.abs(shift));
        const bodies = [
          { shape: polyhedron(a.points), pose: here },
          { shape: polyhedron(b.points), pose },
        ] as const;
        expect(gapAlong(bodies[0], bodies[1], [...found.normal] as V)).toBeGreaterThan(-1e-12 - 4 * Math.abs(shift));
      }
    }
  });
});

describe("pairs with functions of their own agree with those for any two", () => {
  const pairs: [
    string,
    (r: () => number) => [BodyShape, BodyShape],
    (out: Proximity, a: never, b: never, p: Pose) => void,
  ][] = [
    ["cuboids", (r) => [cuboid(r), cuboid(r)], distanceCuboidCuboid],
    ["cuboid and sphere", (r) => [cuboid(r), sphere(r)], distanceCuboidSphere],
    ["spheres", (r) => [sphere(r), sphere(r)], distanceSphereSphere],
    ["capsules", (r) => [capsule(r), capsule(r)], distanceCapsuleCapsule],
    ["capsule and sphere", (r) => [capsule(r), sphere(r)], distanceCapsuleSphere],
  ];
  for (const [name, make, special] of pairs)
    test(name, () => {
      const random = randomFrom(3);
      for (let k = 0; k < 500; k++) {
        const [a, b] = make(random) as [Convex, Convex];
        const pose = poseOf(randomPoint(random, 1.5), k % 5 === 0 ? [1, 0, 0, 0] : randomQuaternion(random));
        const out = createProximity();
        special(out, a as never, b as never, pose);
        const found = ask(a, b, pose);
        expect(found.distance).toBeCloseTo(out.distance, 11);
        expectProved(a, b, pose, found, 1e-11);
      }
    });
});

const cuboid = (r: () => number): Convex => ({
  kind: "cuboid",
  half: Float64Array.of(0.1 + r(), 0.1 + r(), 0.1 + r()),
});
const sphere = (r: () => number): Convex => ({ kind: "sphere", radius: 0.1 + r() });
const capsule = (r: () => number): Convex => ({ kind: "capsule", radius: 0.05 + 0.5 * r(), half: 0.1 + r() });
const cylinder = (r: () => number): Convex => ({ kind: "cylinder", radius: 0.1 + r(), half: 0.1 + r() });
const cone = (r: () => number): Convex => {
  const length = 0.2 + 2 * r();
  return { kind: "cone", radius: 0.1 + r(), base: -length / 4, apex: 0.75 * length };
};
const hull = (r: () => number): Convex => polyhedron(cloud(r, 12, 1));
const makers = { cuboid, sphere, capsule, cylinder, cone, hull };

test("the distance of capsules is that of their segments", () => {
  const random = randomFrom(4);
  for (let k = 0; k < 2000; k++) {
    const [a, b] = [capsule(random), capsule(random)] as Extract<Convex, { kind: "capsule" }>[];
    const pose = poseOf(randomPoint(random, 2), k % 3 === 0 ? [1, 0, 0, 0] : randomQuaternion(random));
    const out = createProximity();
    distanceCapsuleCapsule(out, a, b, pose);
    const ends = [place(pose, [0, 0, -b.half]), place(pose, [0, 0, b.half])];
    const expected = betweenSegments([0, 0, -a.half], [0, 0, a.half], ends[0], ends[1]) - a.radius - b.radius;
    expect(out.distance).toBeCloseTo(expected, 12);
  }
});

describe("any two convex shapes", () => {
  const names = Object.keys(makers) as (keyof typeof makers)[];
  for (const first of names)
    for (const second of names)
      test(`${first} and ${second}: the answer proves itself, and no direction parts them by less`, () => {
        const random = randomFrom(5);
        for (let k = 0; k < 60; k++) {
          const [a, b] = [makers[first](random), makers[second](random)];
          const level = k % 4 === 0 ? [1, 0, 0, 0] : randomQuaternion(random);
          const pose = poseOf(randomPoint(random, k % 2 === 0 ? 1 : 2.5), level);
          const found = ask(a, b, pose);
          // Where round sides are nearest, the points are known less well than the distance.
          expectProved(a, b, pose, found, 1e-12, 2e-7);
          if (found.distance > 0) continue;
          const bodies = [
            { shape: a, pose: here },
            { shape: b, pose },
          ] as const;
          const least = Math.max(...directions.map((n) => gapAlong(bodies[0], bodies[1], n)));
          expect(least).toBeLessThan(found.distance + 1e-9);
        }
      });
});

test("sizes from a micrometre to a thousand kilometres, and shapes far from each other, lose no digits", () => {
  const random = randomFrom(6);
  for (let k = 0; k < 300; k++) {
    const size = [1e-6, 1e-3, 1e3, 1e6][k % 4];
    const points = cloud(random, 10, 1);
    const others = cloud(random, 10, 1);
    const at = randomPoint(random, 2);
    const q = randomQuaternion(random);
    const small = ask(polyhedron(points), polyhedron(others), poseOf(at, q));
    const grown = (all: V[]) => polyhedron(all.map((p) => scale(p, size)));
    const large = ask(grown(points), grown(others), poseOf(scale(at, size), q));
    expect(large.distance / size).toBeCloseTo(small.distance, 11);
    expect(dot(large.normal, small.normal)).toBeGreaterThan(1 - 1e-9);
  }
});
