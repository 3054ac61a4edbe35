import { describe, expect, test } from "vitest";
import { type Hull, supportVertex } from "../../src/geometry/shapes/hull.ts";
import { createHull } from "../../src/geometry/shapes/quickhull.ts";
import { randomFrom, randomPoint, slowHull } from "./polytopes.ts";
import { dot, scale, unit, type V } from "./reference.ts";

function hullOf(points: readonly V[]): Hull {
  const hull = createHull(Float64Array.from(points.flat()));
  if ("problem" in hull) throw new Error(hull.problem);
  return hull;
}

function problemOf(points: readonly (readonly number[])[]): string {
  const hull = createHull(Float64Array.from(points.flat()));
  return "problem" in hull ? hull.problem : "";
}

const cloud = (seed: number, count: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => randomPoint(random, 1));
};

function expectConvex(hull: Hull, points: readonly V[], slack: number): void {
  const faces = hull.offsets.length;
  const edges = hull.corners.length / 2;
  expect(hull.vertices.length / 3 - edges + faces).toBe(2);
  let most = -Infinity;
  for (let f = 0; f < faces; f++) {
    const n = hull.normals.subarray(3 * f, 3 * f + 3);
    for (const p of points) most = Math.max(most, dot(n, p) - hull.offsets[f]);
    for (let k = hull.starts[f]; k < hull.starts[f + 1]; k++) {
      const v = hull.vertices.subarray(3 * hull.corners[k], 3 * hull.corners[k] + 3);
      most = Math.max(most, Math.abs(dot(n, v) - hull.offsets[f]) - slack);
    }
  }
  expect(most).toBeLessThan(slack);
}

test("the hull of random points has the faces that trying all triples finds", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const points = cloud(seed, 5 + (seed % 20));
    const hull = hullOf(points);
    const slow = slowHull(points);
    expect(hull.offsets.length).toBe(slow.faces.length);
    expect(hull.vertices.length / 3).toBe(new Set(slow.faces.flat()).size);
    expectConvex(hull, points, 1e-12);
  }
});

describe("points in common planes become faces of many corners", () => {
  test("a grid of points is a cuboid of six faces and eight corners", () => {
    const points: V[] = [];
    for (let x = 0; x < 5; x++) for (let y = 0; y < 6; y++) for (let z = 0; z < 4; z++) points.push([x / 3, y / 7, z]);
    const hull = hullOf(points);
    expect([hull.offsets.length, hull.vertices.length / 3, hull.corners.length]).toEqual([6, 8, 24]);
  });

  test("a prism of 40 sides has 42 faces", () => {
    const points = Array.from({ length: 80 }, (_, i): V => {
      const angle = (Math.PI * 2 * (i % 40)) / 40;
      return [Math.cos(angle), Math.sin(angle), i < 40 ? -1 : 1];
    });
    const hull = hullOf(points);
    expect([hull.offsets.length, hull.vertices.length / 3]).toEqual([42, 80]);
    expectConvex(hull, points, 1e-12);
  });
});

test("points on a sphere, doubled, with points inside and a speck of noise, still close", () => {
  for (const noise of [0, 1e-16, 1e-14, 1e-12, 1e-10, 1e-8]) {
    const random = randomFrom(9);
    const points = cloud(7, 300).map((p) => unit(p));
    const all = [...points, ...points, ...cloud(8, 100).map((p) => scale(p, 0.5))].map((p): V => {
      const [x, y, z] = randomPoint(random, noise);
      return [p[0] + x, p[1] + y, p[2] + z];
    });
    expectConvex(hullOf(all), all, 1e-8);
  }
});

test("climbing finds the vertex that comparing all finds", () => {
  const hull = hullOf(cloud(7, 400).map((p) => unit(p)));
  expect(hull.vertices.length / 3).toBe(400);
  for (const d of cloud(11, 500)) {
    const found = hull.vertices.subarray(3 * supportVertex(hull, Float64Array.from(d)));
    let most = -Infinity;
    for (let i = 0; i < 400; i++) most = Math.max(most, dot(d, hull.vertices.subarray(3 * i, 3 * i + 3)));
    expect(dot(d, found)).toBe(most);
  }
});

describe("points that make no solid are told why", () => {
  const random = randomFrom(12);
  const [u, v] = [randomPoint(random, 1), randomPoint(random, 1)];
  const flat = Array.from({ length: 30 }, () => {
    const [s, t] = [random(), random()];
    return [0, 1, 2].map((x) => s * u[x] + t * v[x]);
  });
  const cases: [string, (readonly number[])[], string][] = [
    ["none", [], "A solid has at least four corners; 0 points are given."],
    ["one", [[1, 2, 3]], "A solid has at least four corners; one point is given."],
    ["the same five times", Array(5).fill([1, 2, 3]), "All points are at one place"],
    ["on a line", [0, 1, 2, 3, 4].map((s) => scale(u, s)), "All points are on one line"],
    ["in a plane", flat, "All points are in one plane"],
    ["nearly in a plane", flat.map((p) => [p[0], p[1], p[2] + 1e-11 * random()]), "All points are in one plane"],
    [
      "not a number",
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, Number.NaN],
      ],
      "Point 4 has a coordinate that is not a usable number: NaN.",
    ],
    [
      "infinite",
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, Infinity, 0],
        [0, 0, 1],
      ],
      "Point 3 has a coordinate that is not a usable number: Infinity.",
    ],
    [
      "two coordinates",
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
        [2, 2],
      ],
      "Points of space have three coordinates each.",
    ],
  ];
  for (const [name, points, problem] of cases)
    test(name, () => {
      expect(problemOf(points)).toContain(problem);
    });

  test("a thin wedge is a solid", () => {
    expect(
      problemOf([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1e-6],
      ]),
    ).toBe("");
  });
});

test("a hull far from the origin is the hull at the origin, moved", () => {
  const points = cloud(13, 30);
  const far = points.map((p): V => [p[0] + 1e6, p[1] - 1e6, p[2]]);
  const [near, moved] = [hullOf(points), hullOf(far)];
  expect(moved.corners).toEqual(near.corners);
  for (let f = 0; f < near.normals.length; f++) expect(moved.normals[f]).toBeCloseTo(near.normals[f], 8);
});
