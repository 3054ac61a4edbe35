import fc from "fast-check";
import { expect, test } from "vitest";
import { createBroadPhase, findOverlaps, findPairs, updatePairs } from "../../src/geometry/motion/broad-phase.ts";
import { boundShape, boundsOverlap } from "../../src/geometry/shapes/bounds.ts";
import { createRandom } from "../../src/math/random.ts";
import { halfSpace, plane, poseOf } from "./reference.ts";

const runs = { seed: 11, numRuns: 300 };

/** Every pair of overlapping bounds, by comparing all. */
function allPairs(bounds: Float64Array, still: Uint8Array): string[] {
  const n = still.length;
  const found = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (still[i] === 1 && still[j] === 1) continue;
      if (boundsOverlap(bounds.subarray(6 * i, 6 * i + 6), bounds.subarray(6 * j, 6 * j + 6))) found.push(`${i} ${j}`);
    }
  }
  return found;
}

function pairsOf(bounds: Float64Array, still: Uint8Array): string[] {
  const broad = createBroadPhase();
  const count = findPairs(broad, bounds, still.length, still);
  return Array.from({ length: count }, (_, k) => `${broad.first[k]} ${broad.second[k]}`);
}

const place = fc.integer({ min: -8, max: 8 });
const extent = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0.001, 30));
const box = fc
  .tuple(place, place, place, extent, extent, extent)
  .map(([x, y, z, a, b, c]) => [x, y, z, x + a, y + b, z + c]);
const endless = fc.constantFrom<number[]>(
  [-Infinity, -Infinity, -Infinity, Infinity, Infinity, 0],
  [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity],
  [2, -Infinity, -Infinity, 2, Infinity, Infinity],
);
const scene = fc
  .array(fc.oneof({ weight: 9, arbitrary: box }, { weight: 1, arbitrary: endless }), { maxLength: 60 })
  .chain((boxes) =>
    fc.record({
      bounds: fc.constant(Float64Array.from(boxes.flat())),
      still: fc.uint8Array({ minLength: boxes.length, maxLength: boxes.length, max: 1 }),
    }),
  );

test("it finds the pairs that comparing all finds, in the same order: any sizes, infinite, touching, equal", () => {
  fc.assert(
    fc.property(scene, ({ bounds, still }) => {
      expect(pairsOf(bounds, still)).toEqual(allPairs(bounds, still));
    }),
    runs,
  );
});

test("where some have moved, it finds the pairs of all: few of them at a time, and many", () => {
  const moves = fc.array(fc.tuple(fc.nat(), fc.tuple(place, place, place)), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(scene, fc.array(moves, { maxLength: 8 }), ({ bounds, still }, rounds) => {
      const n = still.length;
      fc.pre(n > 0);
      const broad = createBroadPhase();
      findPairs(broad, bounds, n, still);
      for (const round of rounds) {
        const moved = new Set<number>();
        for (const [who, by] of round) {
          const i = who % n;
          moved.add(i);
          for (let k = 0; k < 6; k++) bounds[6 * i + k] += by[k % 3];
        }
        const count = updatePairs(broad, bounds, n, still, Int32Array.from(moved), moved.size);
        const found = Array.from({ length: count }, (_, k) => `${broad.first[k]} ${broad.second[k]}`);
        expect(found).toEqual(allPairs(bounds, still));
      }
    }),
    runs,
  );
});

test("reused memory changes nothing, whatever came before", () => {
  const broad = createBroadPhase();
  fc.assert(
    fc.property(scene, ({ bounds, still }) => {
      const count = findPairs(broad, bounds, still.length, still);
      const found = Array.from({ length: count }, (_, k) => `${broad.first[k]} ${broad.second[k]}`);
      expect(found).toEqual(allPairs(bounds, still));
    }),
    runs,
  );
});

test("a question about one box finds the bodies that overlap it, in rising order", () => {
  const broad = createBroadPhase();
  fc.assert(
    fc.property(scene, box, ({ bounds, still }, asked) => {
      findPairs(broad, bounds, still.length, still);
      const out = new Int32Array(still.length);
      const count = findOverlaps(out, broad, Float64Array.from(asked));
      const expected = [...still.keys()].filter((i) =>
        boundsOverlap(bounds.subarray(6 * i, 6 * i + 6), Float64Array.from(asked)),
      );
      expect([...out.subarray(0, count)]).toEqual(expected);
    }),
    runs,
  );
});

/** n boxes of edge 1 spread evenly with the same density whatever n, on a ground. */
function spread(n: number, sizes: (i: number) => number): Float64Array {
  const random = createRandom(1, "broad phase", String(n));
  const side = 3 * Math.cbrt(n);
  const bounds = new Float64Array(6 * (n + 1));
  for (let i = 0; i < n; i++) {
    for (let x = 0; x < 3; x++) {
      bounds[6 * i + x] = random.uniform(0, side);
      bounds[6 * i + 3 + x] = bounds[6 * i + x] + sizes(i);
    }
  }
  boundShape(bounds.subarray(6 * n), halfSpace, poseOf([0, 0, -1]));
  return bounds;
}

test.each([
  ["equal bodies", () => 1],
  ["bodies of sizes from 0.01 to 3", (i: number) => [0.01, 0.1, 1, 3][i % 4]],
])("the comparisons grow nearly linearly for n = 100 to 10,000 %s", (_name, sizes) => {
  const broad = createBroadPhase();
  const perBody = [100, 1000, 10_000].map((n) => {
    findPairs(broad, spread(n, sizes), n + 1, new Uint8Array(n + 1));
    return broad.tests / n;
  });
  // All pairs would be (n - 1)/2 per body: 50, 500, 5,000.
  expect(Math.max(...perBody)).toBeLessThan(20);
  expect(perBody[2] / perBody[1]).toBeLessThan(1.2);
});

test("two thousand bodies in one place do no worse than all pairs, and equal centres do not stall the division", () => {
  const n = 2000;
  const bounds = new Float64Array(6 * n);
  for (let i = 0; i < n; i++) bounds.set([0, 0, 0, 1, 1, 1], 6 * i);
  const broad = createBroadPhase();
  expect(findPairs(broad, bounds, n, new Uint8Array(n))).toBe((n * (n - 1)) / 2);
  expect(broad.tests).toBeLessThan(n * n);
});

test("the bounds of half spaces and planes end only across an axis they lie along", () => {
  const out = new Float64Array(6);
  expect([...boundShape(out, halfSpace, poseOf([1, 2, 3]))]).toEqual([
    -Infinity,
    -Infinity,
    -Infinity,
    Infinity,
    Infinity,
    3 + 3e-15,
  ]);
  expect(boundShape(out, plane, poseOf([1, 2, 0]))[2]).toBe(0);
  expect([...boundShape(out, plane, poseOf([1, 2, 3], [1, 0.1, 0, 0]))]).toEqual([
    -Infinity,
    -Infinity,
    -Infinity,
    Infinity,
    Infinity,
    Infinity,
  ]);
});
