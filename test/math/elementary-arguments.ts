// Arguments for the elementary functions: of all kinds, and where each function is hardest.
import * as reference from "./reference.ts";
import { fromBits, P } from "./reference.ts";

export const MAX = Number.MAX_VALUE;
export const MIN = Number.MIN_VALUE;

/** 32 random bits per call, the same in every run (a Weyl sequence through a mixing function). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let t = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    t = Math.imul(t ^ (t >>> 15), 0x735a2d97);
    return (t ^ (t >>> 15)) >>> 0;
  };
}

export type Random = () => number;

export function anyDouble(random: Random): number {
  return fromBits((BigInt(random()) << 32n) | BigInt(random()));
}

export function unit(random: Random): number {
  return (random() * 2 ** 21 + (random() >>> 11)) * 2 ** -53;
}

/** Any significand and sign, the exponent between the two given. */
export function ofExponent(random: Random, from: number, to: number): number {
  const exponent = 1023 + from + (random() % (to - from + 1));
  return fromBits((BigInt((random() & 0x800fffff) >>> 0) << 32n) | (BigInt(exponent) << 52n) | BigInt(random()));
}

/** A double some ulp, or a random small fraction, away. */
export function beside(random: Random, x: number): number {
  if (random() & 1) return x * (1 + ofExponent(random, -52, -5));
  const view = new BigInt64Array(new Float64Array([x]).buffer);
  return fromBits(BigInt.asUintN(64, view[0] + BigInt((random() % 129) - 64)));
}

export interface Region {
  readonly low: number;
  readonly high: number;
  readonly hard: readonly number[];
  readonly inside?: (x: number) => boolean;
}

/**
 * One of: any bit pattern; uniform in the region; any magnitude from 2^-60 to 2^10; beside a hard point; on a grid of
 * 1/64.
 */
export function argument(random: Random, region: Region): number {
  const kind = random() % 20;
  if (kind < 5) return anyDouble(random);
  if (kind < 11) return region.low + (region.high - region.low) * unit(random);
  if (kind < 14) return ofExponent(random, -60, 10);
  if (kind < 18) return beside(random, region.hard[random() % region.hard.length]);
  return Math.round(64 * (region.low + (region.high - region.low) * unit(random))) / 64;
}

/** The double nearest to a fixed value shifted left, for multiples of π beyond the range of exact products. */
function nearest(m: bigint, e: number): number {
  const cut = Math.max(0, reference.bitLength(m) - 60);
  return Number(m >> BigInt(cut)) * 2 ** Math.max(-1022, cut + e);
}

/**
 * Doubles beside multiples of π/2: the first hundreds, random ones up to 2^96, and the nearest of all,
 * 6381956970095103·2^797.
 */
function multiplesOfHalfPi(): number[] {
  const random = generator(7);
  const points = [6381956970095103 * 2 ** 797, MAX];
  for (let k = 1; k <= 400; k++) points.push(nearest((reference.PI * BigInt(k)) >> 1n, -P));
  for (let k = 0; k < 1200; k++) {
    const n = (BigInt(random()) << 64n) | (BigInt(random()) << 32n) | BigInt(random());
    points.push(nearest((reference.PI * (n >> BigInt(random() % 90))) >> 1n, -P));
  }
  return points.filter((x) => x !== 0);
}

function bothSigns(...points: readonly number[]): number[] {
  return points.flatMap((x) => [x, -x]);
}

const TURNS = bothSigns(...multiplesOfHalfPi());
const SMALLEST = bothSigns(
  MIN,
  3 * MIN,
  2 ** -1022,
  2 ** -1022 - MIN,
  2 ** -1000,
  2 ** -54,
  2 ** -53,
  2 ** -30,
  2 ** -27,
  2 ** -26,
);

const PROPER: Region = {
  low: -1,
  high: 1,
  hard: [...SMALLEST, ...bothSigns(1, 0.5, 0.75, 0.7071067811865476, 1 - 2 ** -53, 1 - 2 ** -30)],
  inside: (x) => Math.abs(x) <= 1 && x !== 0,
};

const HYPERBOLIC = [...SMALLEST, ...bothSigns(0.3, 22, 0.5, 1, 709.782712893384, 710.4758600739439, 711)];

const STEPS = Array.from({ length: 200 }, (_, j) => ((j - 100.5) * Math.LN2) / 64);
const SEAMS = Array.from({ length: 130 }, (_, j) => (j + 0.5) / 128);
const THIRTY_SECONDS = Array.from({ length: 65 }, (_, j) => (j + 1) / 64).flatMap((x) => bothSigns(x, 1 / x));
const ENDS_OF_EXP = [709.782712893384, 709.79, -708.3964185322641, -744.4400719213812, -745.1332191019412, -740];
const CIRCULAR: Region = { low: -10, high: 10, hard: [...SMALLEST, ...TURNS] };

/** Where each function of one argument has its interest; `inside` is where its error can be told. */
export const regions = {
  sin: CIRCULAR,
  cos: CIRCULAR,
  tan: CIRCULAR,
  asin: PROPER,
  acos: { ...PROPER, inside: (x) => Math.abs(x) <= 1 },
  atan: { low: -8, high: 8, hard: [...SMALLEST, ...THIRTY_SECONDS, ...bothSigns(2 ** 53, 2 ** 54, 2 ** 66, MAX)] },
  exp: { low: -746, high: 711, hard: [...SMALLEST, ...STEPS, ...ENDS_OF_EXP] },
  expm1: { low: -4, high: 45, hard: [...SMALLEST, ...STEPS, ...bothSigns(0.125, 40, 37.5, 709.782712893384)] },
  log: {
    low: 0,
    high: 4,
    hard: [
      ...[...SMALLEST, ...SEAMS.map((x) => 1 + x)],
      ...[1, 1 + 2 ** -52, 1 - 2 ** -53, 1 + 2 ** -8, 1 - 2 ** -9, 2, 0.5, MAX],
    ],
    inside: (x) => x > 0,
  },
  log1p: {
    low: -1,
    high: 4,
    hard: [...SMALLEST, ...bothSigns(...SEAMS, 2 ** -8), 1, 2 ** 52, 2 ** 53, 1e18, MAX, -1 + 2 ** -53],
    inside: (x) => x > -1 && x !== 0,
  },
  sinh: { low: -24, high: 24, hard: HYPERBOLIC },
  cosh: { low: -24, high: 24, hard: HYPERBOLIC },
  tanh: { low: -24, high: 24, hard: HYPERBOLIC },
  cbrt: { low: -64, high: 64, hard: [...SMALLEST, ...bothSigns(1, 2, 4, 8, 27, MAX)], inside: (x) => x !== 0 },
} satisfies Record<string, Region>;

export type Pair = (random: Random, i: number) => readonly [number, number];

/** Pairs of arguments, the i-th of a series. */
export const pairs: Readonly<Record<"atan2" | "hypot" | "pow", Pair>> = {
  atan2: (random, i) => {
    const x = i % 3 === 0 ? anyDouble(random) : ofExponent(random, -20, 20);
    const kind = random() % 4;
    if (kind === 0) return [anyDouble(random), x];
    if (kind === 1) return [ofExponent(random, -20, 20), x];
    if (kind === 2) return [beside(random, x * ((random() % 65) / 64)), x];
    return [(random() % 999) - 499.5, (random() % 999) - 499.5];
  },
  hypot: (random, i) => {
    const x = i % 3 === 0 ? anyDouble(random) : ofExponent(random, -20, 20);
    const kind = random() % 5;
    if (kind === 0) return [anyDouble(random), x];
    if (kind === 1) return [beside(random, x), x];
    if (kind === 2) return [x * ofExponent(random, -60, 2), x];
    if (kind === 3) return [ofExponent(random, -1022, -1021) / 8, ofExponent(random, -1022, -1018) / 16];
    return [(random() % 999) - 499, (random() % 999) - 499];
  },
  pow: (random) => {
    const kind = random() % 6;
    if (kind === 0) return [Math.abs(anyDouble(random)), ofExponent(random, -8, 8)];
    if (kind === 1) return [Math.abs(ofExponent(random, -3, 3)), ofExponent(random, -3, 9)];
    if (kind === 2) return [(1 + (random() % 400)) / 16, ((random() % 800) - 400) / 8];
    if (kind === 3) return [Math.abs(anyDouble(random)), anyDouble(random)];
    if (kind === 4) {
      const x = 1 + ofExponent(random, -52, -3);
      return [x, ((unit(random) - 0.5) * 1500) / Math.log(x)];
    }
    // Near the thresholds of overflow and of underflow, gradual and final.
    const x = Math.abs(ofExponent(random, -30, 30));
    const limits = [709.782712893384, -708.3964185322641, -745.1332191019412, -744.4400719213812];
    return [x, beside(random, limits[random() % 4] / Math.log(x))];
  },
};

export function nonzero([x, y]: readonly [number, number]): readonly [number, number] {
  return [x === 0 ? MIN : x, y === 0 ? MIN : y];
}
