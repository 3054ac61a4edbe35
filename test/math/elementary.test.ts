import { expect, test } from "vitest";
import { ARCTANGENTS } from "../../src/math/elementary/arctangent-table.ts";
import * as own from "../../src/math/elementary/elementary.ts";
import { EXPONENTIALS } from "../../src/math/elementary/exponential-table.ts";
import { LOGARITHMS } from "../../src/math/elementary/logarithm-table.ts";
import { ORIGIN, SINES_AND_COSINES } from "../../src/math/elementary/trigonometric-table.ts";
import {
  anyDouble,
  argument,
  generator,
  MAX,
  MIN,
  nonzero,
  ofExponent,
  pairs,
  type Random,
  type Region,
  regions,
} from "./elementary-arguments.ts";
import * as reference from "./reference.ts";
import { decimal, type Exact, errorInUlp, exactly, P } from "./reference.ts";

const COUNT = 100_000;

interface Worst {
  error: number;
  at: readonly number[];
  count: number;
}

/** The largest error of f over COUNT finite arguments of the region, and over the hard points themselves. */
function worst(f: (x: number) => number, exact: (x: Exact) => Exact, region: Region, seed: number): Worst {
  const random = generator(seed);
  const result: Worst = { error: 0, at: [], count: 0 };
  for (let i = 0; result.count < COUNT; i++) {
    const x = i < region.hard.length ? region.hard[i] : argument(random, region);
    if (!Number.isFinite(x) || (region.inside && !region.inside(x))) continue;
    result.count += 1;
    const error = errorInUlp(f(x), exact(exactly(x)));
    if (error > result.error) Object.assign(result, { error, at: [x] });
  }
  return result;
}

function worstOfTwo(
  f: (x: number, y: number) => number,
  exact: (x: Exact, y: Exact) => Exact,
  pair: (random: Random, i: number) => readonly [number, number],
  seed: number,
): Worst {
  const random = generator(seed);
  const result: Worst = { error: 0, at: [], count: 0 };
  for (let i = 0; result.count < COUNT; i++) {
    const [x, y] = pair(random, i);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    result.count += 1;
    const error = errorInUlp(f(x, y), exact(exactly(x), exactly(y)));
    if (error > result.error) Object.assign(result, { error, at: [x, y] });
  }
  return result;
}

function expectWithin(bound: number, found: Worst): void {
  expect(found.error, `at ${found.at.join(", ")}`).toBeLessThanOrEqual(bound);
  expect(found.count).toBeGreaterThanOrEqual(COUNT);
}

// The reference itself.

test("the reference knows sixty digits of the classical constants", () => {
  const one = exactly(1);
  const known: readonly [Exact, string][] = [
    [{ m: reference.PI, e: -P }, "3.14159265358979323846264338327950288419716939937510582097494459"],
    [{ m: reference.LN2, e: -P }, "0.69314718055994530941723212145817656807550013436025525412068000"],
    [reference.exp(one), "2.71828182845904523536028747135266249775724709369995957496696762"],
    [reference.sin(one), "0.84147098480789650665250232163029899962256306079837106567275170"],
    [reference.cos(one), "0.54030230586813971740093660744297660373231042061792222767009725"],
    [reference.tan(one), "1.55740772465490223050697480745836017308725077238152003838394660"],
    [reference.log(exactly(10)), "2.30258509299404568401799145468436420760110148862877297603332790"],
    [reference.sinh(one), "1.17520119364380145688238185059560081515571798133409587022956541"],
    [reference.cosh(one), "1.54308063481524377847790562075706168260152911236586370473740221"],
    [reference.tanh(one), "0.76159415595576488811945828260479359041276859725793655159681050"],
    [reference.atan(exactly(2)), "1.10714871779409050301706546017853704007004764540143264667653920"],
    [reference.asin(exactly(0.75)), "0.84806207898148100805294433899841808007336621326311264286071816"],
    [reference.acos(exactly(0.75)), "0.72273424781341561117837735264133336202521848642444026762675413"],
    [reference.cbrt(exactly(2)), "1.25992104989487316476721060727822835057025146470150798008197511"],
    [reference.hypot(one, exactly(2)), "2.23606797749978969640917366873127623544061835961152572427089724"],
    [reference.pow(exactly(2), exactly(0.5)), "1.41421356237309504880168872420969807856967187537694807317667973"],
    [reference.log1p(exactly(0.25)), "0.22314355131420975576629509030983450337460108554800721367128787"],
    [reference.expm1(exactly(0.25)), "0.28402541668774148407342056806243645833628086528146308921750729"],
    [reference.sin(exactly(1e22)), "-0.85220084976718880177270589375302936826176215041004365625650932"],
    [reference.cos(exactly(MAX)), "-0.99998768942655993746487006630693439514061351446892348484414929"],
  ];
  for (const [value, digits] of known) expect(decimal(value, 62)).toBe(digits);
});

/** Whether two exact values agree to a relative 2^-bits. */
function agree(a: Exact, b: Exact, bits: number): boolean {
  const e = Math.min(a.e, b.e);
  const x = a.m << BigInt(a.e - e);
  const difference = x - (b.m << BigInt(b.e - e));
  return difference === 0n || reference.bitLength(difference) <= reference.bitLength(x) - bits;
}

function product(a: Exact, b: Exact): Exact {
  return { m: a.m * b.m, e: a.e + b.e };
}

function sum(a: Exact, b: Exact): Exact {
  const e = Math.min(a.e, b.e);
  return { m: (a.m << BigInt(a.e - e)) + (b.m << BigInt(b.e - e)), e };
}

test("the reference satisfies the identities of its functions to 150 bits", () => {
  const random = generator(1);
  const one = exactly(1);
  for (let i = 0; i < 1000; i++) {
    const x = exactly(ofExponent(random, -60, 1023));
    const [s, c] = [reference.sin(x), reference.cos(x)];
    expect(agree(sum(product(s, s), product(c, c)), one, 200)).toBe(true);
    expect(agree(product(reference.tan(x), c), s, 140)).toBe(true);
    const twice = reference.sin({ m: x.m, e: x.e + 1 });
    expect(agree(twice, { m: s.m * c.m, e: s.e + c.e + 1 }, 130)).toBe(true);

    const positive = exactly(Math.abs(anyDouble(random)) % MAX || 1);
    const l = reference.log(positive);
    expect(agree(reference.exp(l), positive, 190)).toBe(true);
    const half = reference.pow(positive, exactly(0.5));
    expect(agree(product(half, half), positive, 190)).toBe(true);
    const root = reference.cbrt(positive);
    expect(agree(product(product(root, root), root), positive, 190)).toBe(true);
    const small = exactly(ofExponent(random, -70, 6));
    expect(agree(sum(reference.expm1(small), one), reference.exp(small), 190)).toBe(true);
    const modest = exactly(ofExponent(random, -70, 2));
    expect(agree(reference.log1p(reference.expm1(modest)), modest, 130)).toBe(true);
    const [hs, hc] = [reference.sinh(small), reference.cosh(small)];
    expect(agree(sum(hs, hc), reference.exp(small), 30)).toBe(true);
    expect(agree(product(reference.tanh(small), hc), hs, 180)).toBe(true);
    const y = exactly(ofExponent(random, -70, 70));
    const z = exactly(ofExponent(random, -70, 70));
    const [angle, length] = [reference.atan2(y, z), reference.hypot(y, z)];
    expect(agree(product(length, reference.cos(angle)), z, 60)).toBe(true);
    expect(agree(product(length, reference.sin(angle)), y, 60)).toBe(true);
    expect(agree(product(length, length), sum(product(y, y), product(z, z)), 190)).toBe(true);
    const proper = exactly(ofExponent(random, -70, -1));
    expect(agree(reference.sin(reference.asin(proper)), proper, 130)).toBe(true);
    expect(agree(sum(reference.asin(proper), reference.acos(proper)), { m: reference.PI, e: -P - 1 }, 190)).toBe(true);
  }
});

test("the measure of error counts units in the last place", () => {
  expect(errorInUlp(1, exactly(1))).toBe(0);
  expect(errorInUlp(1 + 2 ** -52, exactly(1))).toBe(1);
  expect(errorInUlp(1 - 2 ** -53, exactly(1))).toBe(0.5);
  expect(errorInUlp(0, exactly(MIN))).toBe(1);
  expect(errorInUlp(0, { m: 1n, e: -1075 })).toBe(0.5);
  expect(errorInUlp(Infinity, { m: 1n, e: 3000 })).toBe(0);
  expect(errorInUlp(MAX, { m: 1n, e: 3000 })).toBe(1);
  expect(errorInUlp(-1, exactly(1))).toBe(2 ** 53);
  expect(errorInUlp(NaN, exactly(1))).toBe(Infinity);
});

test("every table entry is what its definition says", () => {
  const near = (head: number, tail: number, exact: Exact): boolean => {
    const difference = reference.toFixed(sum(exactly(head), exactly(tail))) - reference.toFixed(exact);
    return difference < 1n << BigInt(P - 95) && -difference < 1n << BigInt(P - 95);
  };
  for (let j = 0; j < 64; j++) {
    expect(near(EXPONENTIALS[2 * j], EXPONENTIALS[2 * j + 1], reference.pow(exactly(2), exactly(j / 64)))).toBe(true);
  }
  for (let j = 0; j <= 32; j++) {
    expect(near(ARCTANGENTS[2 * j], ARCTANGENTS[2 * j + 1], reference.atan(exactly(j / 32)))).toBe(true);
  }
  for (let j = -25; j <= 25; j++) {
    const [sine, sineTail, cosine, cosineTail] = SINES_AND_COSINES.subarray(4 * j + ORIGIN, 4 * j + ORIGIN + 4);
    expect(near(sine, sineTail, reference.sin(exactly(j / 32)))).toBe(true);
    expect(near(cosine, cosineTail, reference.cos(exactly(j / 32)))).toBe(true);
  }
  for (let j = 0; j <= 128; j++) {
    const c = LOGARITHMS[3 * j];
    const m = (1 + j / 128) / (j < 53 ? 1 : 2);
    expect(Math.abs(c * m - 1)).toBeLessThan(2 ** -10);
    expect(Number.isInteger(c * (c < 1 ? 1024 : 512))).toBe(true);
    expect(Number.isInteger(LOGARITHMS[3 * j + 1] * 2 ** 42)).toBe(true);
    const l = reference.log(exactly(c));
    expect(near(LOGARITHMS[3 * j + 1], LOGARITHMS[3 * j + 2], { m: -l.m, e: l.e })).toBe(true);
  }
});

// The error of every function.

test("sin is within 0.58 ulp", () => {
  expectWithin(0.58, worst(own.sin, reference.sin, regions.sin, 11));
});

test("cos is within 0.58 ulp", () => {
  expectWithin(0.58, worst(own.cos, reference.cos, regions.cos, 12));
});

test("tan is within 0.58 ulp", () => {
  expectWithin(0.58, worst(own.tan, reference.tan, regions.tan, 13));
});

test("asin is within 0.67 ulp", () => {
  expectWithin(0.67, worst(own.asin, reference.asin, regions.asin, 14));
});

test("acos is within 0.64 ulp", () => {
  expectWithin(0.64, worst(own.acos, reference.acos, regions.acos, 15));
});

test("atan is within 0.51 ulp", () => {
  expectWithin(0.51, worst(own.atan, reference.atan, regions.atan, 16));
});

test("exp is within 0.52 ulp, also where it is subnormal", () => {
  expectWithin(0.52, worst(own.exp, reference.exp, regions.exp, 17));
});

test("expm1 is within 0.58 ulp", () => {
  expectWithin(0.58, worst(own.expm1, reference.expm1, regions.expm1, 18));
});

test("log is within 0.51 ulp, also near 1 and of subnormals", () => {
  expectWithin(0.51, worst(own.log, reference.log, regions.log, 19));
});

test("log1p is within 0.51 ulp", () => {
  expectWithin(0.51, worst(own.log1p, reference.log1p, regions.log1p, 20));
});

test("sinh is within 0.54 ulp", () => {
  expectWithin(0.54, worst(own.sinh, reference.sinh, regions.sinh, 21));
});

test("cosh is within 0.53 ulp", () => {
  expectWithin(0.53, worst(own.cosh, reference.cosh, regions.cosh, 22));
});

test("tanh is within 0.54 ulp", () => {
  expectWithin(0.54, worst(own.tanh, reference.tanh, regions.tanh, 23));
});

test("cbrt is within 0.501 ulp", () => {
  expectWithin(0.501, worst(own.cbrt, reference.cbrt, regions.cbrt, 24));
});

test("atan2 is within 0.51 ulp", () => {
  expectWithin(
    0.51,
    worstOfTwo(own.atan2, reference.atan2, (r, i) => nonzero(pairs.atan2(r, i)), 25),
  );
});

test("hypot is within 0.501 ulp, also where it is subnormal", () => {
  expectWithin(
    0.501,
    worstOfTwo(own.hypot, reference.hypot, (r, i) => nonzero(pairs.hypot(r, i)), 26),
  );
});

test("pow is within 0.52 ulp, also where it is subnormal or x is near 1", () => {
  expectWithin(
    0.52,
    worstOfTwo(own.pow, reference.pow, (r, i) => nonzero(pairs.pow(r, i)), 28),
  );
});

// Special values, exact values, symmetry.

type Case = readonly [argument: number, value: number];

function expectCases(f: (x: number) => number, cases: readonly Case[]): void {
  for (const [x, value] of cases) expect(f(x), `${f.name}(${Object.is(x, -0) ? "-0" : x})`).toBe(value);
}

test("functions of one argument take the values of C99 Annex F at zeros, infinities and NaN", () => {
  const odd: readonly Case[] = [
    [0, 0],
    [-0, -0],
    [MIN, MIN],
    [-MIN, -MIN],
    [NaN, NaN],
  ];
  expectCases(own.sin, [...odd, [Infinity, NaN], [-Infinity, NaN]]);
  expectCases(own.tan, [...odd, [Infinity, NaN], [-Infinity, NaN]]);
  expectCases(own.asin, [
    ...odd,
    [1, Math.PI / 2],
    [-1, -Math.PI / 2],
    [1 + 2 ** -52, NaN],
    [-2, NaN],
    [Infinity, NaN],
  ]);
  expectCases(own.atan, [
    ...odd,
    [Infinity, Math.PI / 2],
    [-Infinity, -Math.PI / 2],
    [1, Math.PI / 4],
    [-1, -Math.PI / 4],
  ]);
  expectCases(own.sinh, [...odd, [Infinity, Infinity], [-Infinity, -Infinity], [711, Infinity], [-1e300, -Infinity]]);
  expectCases(own.tanh, [...odd, [Infinity, 1], [-Infinity, -1], [23, 1], [-1e300, -1]]);
  expectCases(own.expm1, [...odd, [Infinity, Infinity], [-Infinity, -1], [-800, -1], [800, Infinity]]);
  expectCases(own.log1p, [...odd, [Infinity, Infinity], [-1, -Infinity], [-1 - 2 ** -52, NaN], [-Infinity, NaN]]);
  expectCases(own.cbrt, [
    [0, 0],
    [-0, -0],
    [Infinity, Infinity],
    [-Infinity, -Infinity],
    [NaN, NaN],
  ]);
  const even: readonly Case[] = [
    [0, 1],
    [-0, 1],
    [MIN, 1],
    [-MIN, 1],
    [NaN, NaN],
  ];
  expectCases(own.cos, [...even, [Infinity, NaN], [-Infinity, NaN]]);
  expectCases(own.cosh, [...even, [Infinity, Infinity], [-Infinity, Infinity], [711, Infinity], [-1e300, Infinity]]);
  expectCases(own.exp, [...even, [Infinity, Infinity], [-Infinity, 0], [710, Infinity], [-746, 0]]);
  expectCases(own.acos, [
    [1, 0],
    [-1, Math.PI],
    [0, Math.PI / 2],
    [1 + 2 ** -52, NaN],
    [-Infinity, NaN],
    [NaN, NaN],
  ]);
  expectCases(own.log, [
    [1, 0],
    [0, -Infinity],
    [-0, -Infinity],
    [-1, NaN],
    [-MIN, NaN],
    [-Infinity, NaN],
    [Infinity, Infinity],
    [NaN, NaN],
  ]);
});

test("exp overflows and underflows at the thresholds and not before", () => {
  expect(own.exp(709.782712893384)).toBe(1.7976931348622732e308);
  expect(own.exp(709.7827128933841)).toBe(Infinity);
  expect(own.exp(-745.1332191019411)).toBe(MIN);
  expect(own.exp(-745.1332191019412)).toBe(0);
});

test("atan2 follows the table of C99 Annex F in all quadrants", () => {
  const pi = Math.PI;
  const cases: readonly (readonly [y: number, x: number, value: number])[] = [
    [0, 0, 0],
    [0, -0, pi],
    [0, 1, 0],
    [0, -1, pi],
    [0, Infinity, 0],
    [0, -Infinity, pi],
    [1, 0, pi / 2],
    [1, -0, pi / 2],
    [1, Infinity, 0],
    [1, -Infinity, pi],
    [Infinity, 0, pi / 2],
    [Infinity, 1, pi / 2],
    [Infinity, -1, pi / 2],
    [Infinity, Infinity, pi / 4],
    [Infinity, -Infinity, (3 * pi) / 4],
    [1, 1, pi / 4],
    [1, -1, (3 * pi) / 4],
    [MIN, MAX, 0],
    [MIN, -MAX, pi],
    [MAX, MIN, pi / 2],
    [MIN, MIN, pi / 4],
    [MAX, MAX, pi / 4],
    [MIN, 1, MIN],
  ];
  for (const [y, x, value] of cases) {
    expect(own.atan2(y, x), `atan2(${y}, ${x})`).toBe(value);
    expect(own.atan2(-y, x), `atan2(-${y}, ${x})`).toBe(-value);
  }
  for (const x of [0, -1, Infinity, NaN]) {
    expect(own.atan2(NaN, x)).toBe(NaN);
    expect(own.atan2(x, NaN)).toBe(NaN);
  }
});

test("pow follows C99 Annex F at zeros, ones, infinities and NaN", () => {
  const anything = [0, -0, 1, -1, 2, -2.5, 0.5, Infinity, -Infinity, NaN];
  for (const x of anything) {
    expect(own.pow(x, 0)).toBe(1);
    expect(own.pow(x, -0)).toBe(1);
    expect(own.pow(1, x)).toBe(1);
  }
  const cases: readonly (readonly [x: number, y: number, value: number])[] = [
    [NaN, 1, NaN],
    [NaN, -3, NaN],
    [2, NaN, NaN],
    [-0, NaN, NaN],
    [-1, NaN, NaN],
    [-1, Infinity, 1],
    [-1, -Infinity, 1],
    [0.5, -Infinity, Infinity],
    [-0.5, -Infinity, Infinity],
    [2, -Infinity, 0],
    [-2, -Infinity, 0],
    [0.5, Infinity, 0],
    [0, Infinity, 0],
    [-0, -Infinity, Infinity],
    [2, Infinity, Infinity],
    [-2, Infinity, Infinity],
    [0, 3, 0],
    [-0, 3, -0],
    [-0, 1, -0],
    [-0, 2, 0],
    [-0, 4, 0],
    [-0, 0.5, 0],
    [0, -3, Infinity],
    [-0, -3, -Infinity],
    [-0, -1, -Infinity],
    [-0, -2, Infinity],
    [-0, -2.5, Infinity],
    [Infinity, 2.5, Infinity],
    [Infinity, -2.5, 0],
    [Infinity, 0.5, Infinity],
    [-Infinity, 3, -Infinity],
    [-Infinity, 4, Infinity],
    [-Infinity, 0.5, Infinity],
    [-Infinity, -3, -0],
    [-Infinity, -1, -0],
    [-Infinity, -4, 0],
    [-Infinity, Infinity, Infinity],
    [-2, 0.5, NaN],
    [-2, 1.5, NaN],
    [-1, 2 ** 53, 1],
    [-1, 2 ** 53 - 1, -1],
    [-1, -1e300, 1],
    [-2, 3, -8],
    [-2, -3, -0.125],
    [-2, 1025, -Infinity],
    [-2, -1075, -0],
    [1 + 2 ** -52, 1e300, Infinity],
    [1 - 2 ** -53, 1e300, 0],
    [5, 1e-300, 1],
    [MAX, MIN, 1],
  ];
  for (const [x, y, value] of cases) expect(own.pow(x, y), `pow(${x}, ${y})`).toBe(value);
});

test("pow is exact where its result is a double", () => {
  for (let n = -1074; n <= 1023; n++) expect(own.pow(2, n)).toBe(2 ** n);
  for (let n = 0; n <= 22; n++) expect(own.pow(10, n)).toBe(Number(10n ** BigInt(n)));
  for (let x = 2; x <= 60; x++) {
    for (let n = 3; x ** n < 2 ** 53; n++) {
      expect(own.pow(x, n)).toBe(Number(BigInt(x) ** BigInt(n)));
      expect(own.pow(-x, n)).toBe(Number(BigInt(-x) ** BigInt(n)));
    }
    expect(own.pow(x * x, 0.5)).toBe(x);
    expect(own.pow(x ** 4, 0.25)).toBe(x);
    expect(own.pow(x ** 4, 0.75)).toBe(x ** 3);
  }
  const random = generator(3);
  for (let i = 0; i < 20000; i++) {
    const x = anyDouble(random);
    expect(own.pow(x, 1)).toBe(x);
    expect(own.pow(x, 2)).toBe(x * x);
    expect(own.pow(x, -1)).toBe(1 / x);
  }
});

test("cube roots of cubes and hypotenuses of Pythagorean triples are exact", () => {
  for (let n = 1; n <= 20000; n++) {
    expect(own.cbrt(n * n * n)).toBe(n);
    expect(own.cbrt(-(n * n * n) / 512)).toBe(-n / 8);
  }
  for (let m = 2; m < 150; m++) {
    for (let n = 1; n < m; n++) {
      expect(own.hypot(m * m - n * n, 2 * m * n)).toBe(m * m + n * n);
      expect(own.hypot((m * m - n * n) * 2 ** 1000, 2 * m * n * 2 ** 1000)).toBe((m * m + n * n) * 2 ** 1000);
      expect(own.hypot((m * m - n * n) * MIN, 2 * m * n * MIN)).toBe((m * m + n * n) * MIN);
    }
  }
});

test("hypot of an infinity is infinite even beside NaN", () => {
  for (const x of [0, -3, Infinity, -Infinity, NaN]) {
    expect(own.hypot(x, Infinity)).toBe(Infinity);
    expect(own.hypot(-Infinity, x)).toBe(Infinity);
  }
  expect(own.hypot(NaN, 0)).toBe(NaN);
  expect(own.hypot(-1, NaN)).toBe(NaN);
  expect(own.hypot(-0, -0)).toBe(0);
  expect(own.hypot(-0, -7)).toBe(7);
  expect(own.hypot(MAX, MAX)).toBe(Infinity);
  expect(own.hypot(MIN, 0)).toBe(MIN);
});

test("odd functions are odd and even functions are even, to the bit", () => {
  const random = generator(4);
  const { sin, tan, asin, atan, sinh, tanh, cbrt, cos, cosh, hypot, atan2 } = own;
  for (let i = 0; i < 50000; i++) {
    const x = i & 1 ? anyDouble(random) : ofExponent(random, -20, 20);
    const y = ofExponent(random, -20, 20);
    for (const f of [sin, tan, asin, atan, sinh, tanh, cbrt]) if (!Object.is(f(-x), -f(x))) expect(f(-x)).toBe(-f(x));
    for (const f of [cos, cosh]) if (!Object.is(f(-x), f(x))) expect(f(-x)).toBe(f(x));
    if (!Object.is(hypot(x, y), hypot(-y, x))) expect(hypot(x, y)).toBe(hypot(-y, x));
    if (!Object.is(atan2(-y, x), -atan2(y, x))) expect(atan2(-y, x)).toBe(-atan2(y, x));
  }
});

test("monotone functions do not step back between neighbouring doubles", () => {
  const random = generator(5);
  const { asin, atan, exp, log, sinh, tanh, cbrt } = own;
  for (let i = 0; i < 50000; i++) {
    const x = Math.abs(ofExponent(random, -10, 3));
    const next = x * (1 + 2 ** -52);
    for (const f of [atan, exp, log, sinh, tanh, cbrt])
      if (f(next) < f(x)) expect(f(next)).toBeGreaterThanOrEqual(f(x));
    if (asin(next / 16) < asin(x / 16)) expect(asin(next / 16)).toBeGreaterThanOrEqual(asin(x / 16));
  }
});
