import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/math/random.ts";

const word64 = (n: bigint) => BigInt.asUintN(64, n);
const name = fc.string({ unit: "binary", maxLength: 8 });
const seed = fc.integer({ min: -1000, max: 1_000_000 });

// The definition again, in whole numbers of 64 bits.
function mix(z: bigint): bigint {
  z = word64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = word64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

function fnv(bytes: Iterable<number>): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = word64((hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

function nameBytes(seed: number, keys: string[]): number[] {
  const bytes = Buffer.alloc(8 + keys.reduce((sum, key) => sum + 4 + 2 * key.length, 0));
  let end = bytes.writeDoubleLE(seed, 0);
  for (const key of keys) {
    end = bytes.writeUInt32LE(key.length, end);
    for (let i = 0; i < key.length; i++) end = bytes.writeUInt16LE(key.charCodeAt(i), end);
  }
  return [...bytes];
}

const splitMix = (start: bigint, k: number) => mix(word64(start + BigInt(k + 1) * 0x9e3779b97f4a7c15n));
const fraction = (word: bigint) => Number(word >> 11n) / 9007199254740992;

function draws(count: number, ...name: [number, ...string[]]): number[] {
  const random = createRandom(...name);
  return Array.from({ length: count }, () => random.next());
}

test("the reference used here gives the published values of FNV-1a and SplitMix64", () => {
  expect(fnv([])).toBe(0xcbf29ce484222325n);
  expect(fnv(Buffer.from("a"))).toBe(0xaf63dc4c8601ec8cn);
  expect(fnv(Buffer.from("foobar"))).toBe(0x85944171f73967e8n);
  expect([0, 1, 2, 3, 4].map((k) => splitMix(1234567n, k))).toEqual([
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
    4593380528125082431n,
    16408922859458223821n,
  ]);
});

test("every draw is the one the definition gives", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x)),
      fc.array(name, { maxLength: 3 }),
      (seed, keys) => {
        const start = mix(fnv(nameBytes(seed, keys)));
        const expected = Array.from({ length: 8 }, (_, k) => fraction(splitMix(start, k)));
        expect(draws(8, seed, ...keys)).toEqual(expected);
      },
    ),
    { seed: 1, numRuns: 1000 },
  );
});

test("a draw far down the stream is the one the definition gives", () => {
  const random = createRandom(7, "sand", "mass");
  const start = mix(fnv(nameBytes(7, ["sand", "mass"])));
  for (const k of [0xffffffff - 1, 0xffffffff, 0x100000000, 2 * 0x100000000 + 12345, Number.MAX_SAFE_INTEGER - 1]) {
    expect(random.at(k)).toBe(fraction(splitMix(start, k)));
  }
});

test("the first draws have not changed", () => {
  expect(draws(3, 1, "ball", "position")).toEqual([0.653320046516249, 0.12453040735754728, 0.4340232797468009]);
});

test("asking for a numbered draw does not disturb the stream", () => {
  const random = createRandom(3, "a");
  const expected = draws(4, 3, "a");
  const seen = [];
  for (let k = 0; k < 4; k++) {
    expect(random.at(3 - k)).toBe(expected[3 - k]);
    seen.push(random.next());
  }
  expect(seen).toEqual(expected);
});

test("streams do not care in which order they are drawn from", () => {
  const a = createRandom(1, "a", "mass");
  const b = createRandom(1, "b", "mass");
  const mixed = [b.next(), a.next(), a.next(), b.next()];
  const [a0, a1] = draws(2, 1, "a", "mass");
  const [b0, b1] = draws(2, 1, "b", "mass");
  expect(mixed).toEqual([b0, a0, a1, b1]);
});

test("another seed, another word or another division into words is another stream", () => {
  const names: [number, ...string[]][] = [
    [1],
    [2],
    [-1],
    [1, ""],
    [1, "", ""],
    [1, "ab", "c"],
    [1, "a", "bc"],
    [1, "c", "ab"],
    [1, "abc"],
    [1, "abc", ""],
    [1, "", "abc"],
    [1, "\u0161"],
    [1, "a"],
  ];
  expect(new Set(names.map((name) => draws(1, ...name)[0])).size).toBe(names.length);
});

test("the seeds 0 and -0 are one", () => {
  expect(draws(3, -0, "a")).toEqual(draws(3, 0, "a"));
});

test("draws lie in [0, 1), and spread draws between their ends", () => {
  fc.assert(
    fc.property(
      seed,
      name,
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 0, max: 50 }),
      (seed, key, lo, width) => {
        for (const x of draws(20, seed, key)) expect(x >= 0 && x < 1).toBe(true);
        const random = createRandom(seed, key);
        const again = createRandom(seed, key);
        for (let k = 0; k < 20; k++) {
          const x = random.uniform(lo, lo + width);
          expect(x >= lo && x <= lo + width).toBe(true);
          expect(x).toBe(lo + width * again.next());
        }
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});

function expectUniform(sample: number[]): void {
  const n = sample.length;
  const mean = sample.reduce((sum, x) => sum + x, 0) / n;
  const variance = sample.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / n;
  // Four and a half standard deviations: of the mean 1/√(12 n), of the variance 1/√(180 n).
  expect(Math.abs(mean - 1 / 2)).toBeLessThan(4.5 / Math.sqrt(12 * n));
  expect(Math.abs(variance - 1 / 12)).toBeLessThan(4.5 / Math.sqrt(180 * n));
  expectEvenBins(sample.map((x) => Math.floor(x * 256)));
}

/**
 * χ² with 255 degrees of freedom has mean 255 and deviation √510; 170 to 360 leaves out less than one in ten thousand.
 */
function expectEvenBins(bins: number[]): void {
  const counts = new Array<number>(256).fill(0);
  for (const bin of bins) counts[bin]++;
  const expected = bins.length / 256;
  const chiSquare = counts.reduce((sum, count) => sum + ((count - expected) * (count - expected)) / expected, 0);
  expect(chiSquare).toBeGreaterThan(170);
  expect(chiSquare).toBeLessThan(360);
}

test("the draws of one stream are uniform: mean, variance and chi-square of 256 bins", () => {
  for (const key of ["mass", "position", ""]) expectUniform(draws(200_000, 42, key));
});

test("the first draws of many streams are uniform, by numbered object or by seed", () => {
  expectUniform(Array.from({ length: 100_000 }, (_, i) => createRandom(1, `ball ${i + 1}`, "mass").next()));
  expectUniform(Array.from({ length: 100_000 }, (_, i) => createRandom(i, "ball", "mass").next()));
});

test("successive draws, and the same draws of neighbouring streams, fill the square evenly", () => {
  const pair = (x: number, y: number) => 16 * Math.floor(16 * x) + Math.floor(16 * y);
  const sample = draws(200_001, 5, "pairs");
  expectEvenBins(sample.slice(1).map((x, i) => pair(sample[i], x)));
  const a = draws(100_000, 5, "ball 1", "mass");
  const b = draws(100_000, 5, "ball 2", "mass");
  expectEvenBins(a.map((x, i) => pair(x, b[i])));
});

test("the low bits of a draw are as even as the high ones", () => {
  expectEvenBins(draws(100_000, 9, "low").map((x) => (x * 9007199254740992) % 256));
});
