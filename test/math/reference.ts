/**
 * The elementary functions to more than 150 significant bits, in integer arithmetic only: what `src/math/elementary` is
 * measured against. A value is m·2^e; "fixed" values are integers that count units of 2^-P.
 *
 * Doubles enter exactly. Fixed values carry an absolute error of some 2^-(P - 12) at most; every place where the result
 * may be small (near a zero of the function) factors the exact argument out or works with the exact difference, and no
 * double is nearer than 2^-62 to a nonzero zero of sine or cosine, so at least P - 12 - 62 = 150 bits of the result are
 * right. `Math.*` serves only as a first guess that is then corrected by an exact residual.
 */
export interface Exact {
  readonly m: bigint;
  readonly e: number;
}

export const P = 224;
const LONG = 1152;
const ONE = 1n << BigInt(P);

const double = new Float64Array(1);
const pattern = new BigUint64Array(double.buffer);

export function fromBits(bits: bigint): number {
  pattern[0] = bits;
  return double[0];
}

/** A finite double as m·2^e, exactly. */
export function exactly(x: number): Exact {
  double[0] = x;
  const bits = pattern[0];
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const m = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return { m: bits >> 63n ? -m : m, e: biased === 0 ? -1074 : biased - 1075 };
}

function magnitude(m: bigint): bigint {
  return m < 0n ? -m : m;
}

function shifted(m: bigint, by: number): bigint {
  return by >= 0 ? m << BigInt(by) : m >> BigInt(-by);
}

export function bitLength(m: bigint): number {
  const hex = magnitude(m).toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex[0], 16)) + 28;
}

export function toFixed({ m, e }: Exact): bigint {
  return shifted(m, e + P);
}

function fixed(m: bigint): Exact {
  return { m, e: -P };
}

function times(a: bigint, b: bigint): bigint {
  return (a * b) >> BigInt(P);
}

/** c[0] + c[1]·z + c[2]·z² + … in fixed point. */
function horner(c: readonly bigint[], z: bigint): bigint {
  let sum = c[c.length - 1];
  for (let k = c.length - 2; k >= 0; k--) sum = c[k] + times(sum, z);
  return sum;
}

// Constants. π by Machin's formula, ln 2 = 2·atanh(1/3); both with 64 guard bits.

function inverseSeries(n: bigint, bits: number, alternating: boolean): bigint {
  let power = (1n << BigInt(bits)) / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power = alternating ? -power / (n * n) : power / (n * n);
    sum += power / k;
  }
  return sum;
}

const GUARD = 64;
const LONG_PI =
  (16n * inverseSeries(5n, LONG + P + GUARD, true) - 4n * inverseSeries(239n, LONG + P + GUARD, true)) >> BigInt(GUARD);
export const PI = LONG_PI >> BigInt(LONG);
export const LN2 = (2n * inverseSeries(3n, P + GUARD, false)) >> BigInt(GUARD);

function inverseFactorials(first: number, step: number, count: number, sign: bigint): bigint[] {
  const result: bigint[] = [];
  let factorial = 1n;
  for (let i = 2; i <= first; i++) factorial *= BigInt(i);
  let s = 1n;
  for (let k = 0, i = first; k < count; k++, s *= sign) {
    result.push((s * ONE) / factorial);
    for (let j = 0; j < step; j++) factorial *= BigInt(++i);
  }
  return result;
}

// Enough terms for arguments up to π/4 (trigonometric), 1/2 (hyperbolic) and 2^-9 (exponential).
const SINE = inverseFactorials(1, 2, 24, -1n);
const COSINE = inverseFactorials(0, 2, 24, -1n);
const HYPERBOLIC_SINE = inverseFactorials(1, 2, 22, 1n);
const HYPERBOLIC_COSINE = inverseFactorials(0, 2, 22, 1n);
const EXPONENTIAL = inverseFactorials(0, 1, 24, 1n);
const EXPONENTIAL_REST = inverseFactorials(1, 1, 24, 1n);

/** Whether |x| < 1/2. */
function isSmall(x: Exact): boolean {
  return bitLength(x.m) + x.e <= -1;
}

function square(x: Exact): bigint {
  return shifted(x.m * x.m, 2 * x.e + P);
}

/** x·factor/divisor, the factor fixed. */
function scaled(x: Exact, factor: bigint, divisor = 0n): Exact {
  if (divisor === 0n) return { m: x.m * factor, e: x.e - P };
  return { m: (x.m * factor * ONE) / divisor, e: x.e - P };
}

// Trigonometric functions.

/** x = n·π/2 + r: n mod 4, and r as it is (below 1/2) or fixed. LONG more bits of π serve the largest doubles. */
function reduced(x: Exact): { n: number; r: Exact } {
  if (isSmall(x)) return { n: 0, r: x };
  const extra = x.e > -30 ? LONG : 0;
  const half = (extra ? LONG_PI : PI) >> 1n;
  const whole = shifted(x.m, x.e + P + extra);
  const n = (2n * whole + half) / (2n * half) - (2n * whole + half < 0n ? 1n : 0n);
  return { n: Number(BigInt.asUintN(2, n)), r: fixed((whole - n * half) >> BigInt(extra)) };
}

export function sin(x: Exact): Exact {
  const { n, r } = reduced(x);
  const z = square(r);
  const y = n & 1 ? fixed(horner(COSINE, z)) : scaled(r, horner(SINE, z));
  return n & 2 ? { m: -y.m, e: y.e } : y;
}

export function cos(x: Exact): Exact {
  const { n, r } = reduced(x);
  const z = square(r);
  const y = n & 1 ? scaled(r, horner(SINE, z)) : fixed(horner(COSINE, z));
  return (n + 1) & 2 ? { m: -y.m, e: y.e } : y;
}

export function tan(x: Exact): Exact {
  const { n, r } = reduced(x);
  const z = square(r);
  const s = horner(SINE, z);
  const c = horner(COSINE, z);
  if ((n & 1) === 0) return scaled(r, s, c);
  return { m: (-c << BigInt(2 * P)) / toFixedProduct(r, s), e: -P };
}

/** r·s with 2P fractional bits. */
function toFixedProduct(r: Exact, s: bigint): bigint {
  return shifted(r.m * s, r.e + P);
}

// Exponential and logarithm.

/** e^t = m·2^k with m fixed in [0.7, 1.42], for fixed t: r/256 by its series, then eight squarings. */
function exponential(t: bigint): { m: bigint; k: number } {
  const k = (2n * t + LN2) / (2n * LN2) - (2n * t + LN2 < 0n ? 1n : 0n);
  let m = horner(EXPONENTIAL, (t - k * LN2) >> 8n);
  for (let i = 0; i < 8; i++) m = times(m, m);
  return { m, k: Number(k) };
}

function expFixed(t: bigint): Exact {
  if (bitLength(t) > P + 14) return { m: 1n, e: t < 0n ? -20000 : 20000 };
  const { m, k } = exponential(t);
  return { m, e: k - P };
}

export function exp(x: Exact): Exact {
  if (x.e > 0) return { m: 1n, e: x.m < 0n ? -20000 : 20000 };
  return expFixed(toFixed(x));
}

export function expm1(x: Exact): Exact {
  if (x.e > 0) return x.m < 0n ? fixed(-ONE + 1n) : { m: 1n, e: 20000 };
  const t = toFixed(x);
  if (bitLength(t) < P - 9) return scaled(x, horner(EXPONENTIAL_REST, t));
  const y = expFixed(t);
  if (y.e > 0) return y;
  return y.e < -2 * P ? fixed(-ONE + 1n) : { m: y.m - shifted(1n, -y.e), e: y.e };
}

/**
 * ln of a positive m·2^e, fixed. f = x/2^k in [0.7, 1.42]; the guess g is corrected by ln(f·e^-g), an argument within
 * 2^-45 of 1.
 */
function logarithm({ m, e }: Exact): bigint {
  let k = bitLength(m) + e;
  let f = shifted(m, e - k + P);
  if (f * 10n < ONE * 7n) {
    k -= 1;
    f *= 2n;
  }
  const guess = exactly(Math.log(Number(f) / Number(ONE)));
  const inverse = exponential(-toFixed(guess));
  const z = shifted(f * inverse.m, inverse.k - P) - ONE;
  if (bitLength(z) > P - 45) throw new Error("The guess of a logarithm is not near");
  const z2 = times(z, z);
  const z3 = times(z2, z);
  const rest = z - z2 / 2n + z3 / 3n - times(z3, z) / 4n + times(z3, z2) / 5n;
  return BigInt(k) * LN2 + toFixed(guess) + rest;
}

export function log(x: Exact): Exact {
  return fixed(logarithm(x));
}

export function log1p(x: Exact): Exact {
  const t = toFixed(x);
  if (bitLength(x.m) + x.e < -60) return scaled(x, ONE - t / 2n + times(t, t) / 3n - times(times(t, t), t) / 4n);
  return x.e > 80 ? log(x) : fixed(logarithm({ m: ONE + t, e: -P }));
}

/** x^y for x > 0. */
export function pow(x: Exact, y: Exact): Exact {
  return expFixed(shifted(y.m * logarithm(x), y.e));
}

// Hyperbolic functions.

/** e^|x| ± e^-|x| in common units; beyond 2^300 the smaller is nothing. */
function exponentials(x: Exact): { up: bigint; down: bigint; e: number } {
  const y = exp({ m: magnitude(x.m), e: x.e });
  if (y.e > 300) return { up: y.m, down: 0n, e: y.e };
  const inverse = (ONE * ONE) / y.m;
  const k = y.e + P;
  return { up: y.m << BigInt(2 * k), down: inverse, e: -k - P };
}

export function sinh(x: Exact): Exact {
  if (isSmall(x)) return scaled(x, horner(HYPERBOLIC_SINE, square(x)));
  const { up, down, e } = exponentials(x);
  return { m: x.m < 0n ? down - up : up - down, e: e - 1 };
}

export function cosh(x: Exact): Exact {
  if (isSmall(x)) return fixed(horner(HYPERBOLIC_COSINE, square(x)));
  const { up, down, e } = exponentials(x);
  return { m: up + down, e: e - 1 };
}

export function tanh(x: Exact): Exact {
  if (isSmall(x)) {
    const z = square(x);
    return scaled(x, horner(HYPERBOLIC_SINE, z), horner(HYPERBOLIC_COSINE, z));
  }
  const { up, down } = exponentials(x);
  const m = ((up - down) << BigInt(2 * P)) / (up + down);
  return { m: x.m < 0n ? -m : m, e: -2 * P };
}

// Inverse trigonometric functions.

/**
 * The angle of (x, y), y ≠ 0 or x ≠ 0. Where the slope is below 2^-40 a short series in it; elsewhere a guess g,
 * corrected by atan((y·cos g - x·sin g) / (x·cos g + y·sin g)).
 */
export function atan2(y: Exact, x: Exact): Exact {
  const rise = bitLength(y.m) + y.e;
  const run = bitLength(x.m) + x.e;
  if (y.m === 0n || rise < run - 40) {
    const t = slopeAngle(y, x);
    if (x.m > 0n) return t;
    return fixed((y.m < 0n ? -PI : PI) + toFixed(t));
  }
  if (x.m === 0n || run < rise - 40) {
    return fixed((y.m < 0n ? -PI : PI) / 2n - toFixed(slopeAngle(x, y)));
  }
  const e = Math.min(x.e, y.e);
  const Y = shifted(y.m, y.e - e);
  const X = shifted(x.m, x.e - e);
  const down = Math.max(0, Math.max(bitLength(X), bitLength(Y)) - 200);
  const guess = exactly(Math.atan2(Number(shifted(Y, -down)), Number(shifted(X, -down))));
  const s = toFixed(sin(guess));
  const c = toFixed(cos(guess));
  const d = ((Y * c - X * s) << BigInt(P)) / (X * c + Y * s);
  if (bitLength(d) > P - 45) throw new Error("The guess of an angle is not near");
  const d3 = times(times(d, d), d);
  return fixed(toFixed(guess) + d - d3 / 3n + times(times(d3, d), d) / 5n);
}

/** atan(y/x) for |y/x| < 2^-39. */
function slopeAngle(y: Exact, x: Exact): Exact {
  const up = P + bitLength(x.m);
  const q: Exact = { m: (y.m << BigInt(up)) / x.m, e: y.e - x.e - up };
  const z = square(q);
  return scaled(q, ONE - z / 3n + times(z, z) / 5n - times(times(z, z), z) / 7n);
}

export function atan(x: Exact): Exact {
  return atan2(x, { m: 1n, e: 0 });
}

/** √(1 - x²) of an exact 2^-40 < |x| <= 1, in units of 2^-320. */
function complement(x: Exact): Exact {
  const wide = shifted(x.m, x.e + 320);
  return { m: squareRoot((1n << 640n) - wide * wide), e: -320 };
}

export function asin(x: Exact): Exact {
  if (bitLength(x.m) + x.e >= -40) return atan2(x, complement(x));
  const z = square(x);
  return scaled(x, ONE + z / 6n + (3n * times(z, z)) / 40n + (15n * times(times(z, z), z)) / 336n);
}

export function acos(x: Exact): Exact {
  if (bitLength(x.m) + x.e >= -40) return atan2(complement(x), x);
  return fixed(PI / 2n - toFixed(asin(x)));
}

// Roots.

/** √n to about 400 bits (Newton from a guess of 50). */
function squareRoot(n: bigint): bigint {
  if (n === 0n) return 0n;
  const half = Math.max(0, Math.floor((bitLength(n) - 110) / 2));
  let root = BigInt(Math.floor(Math.sqrt(Number(n >> BigInt(2 * half))))) << BigInt(half);
  for (let i = 0; i < 3; i++) root = (root + n / root) / 2n;
  return root;
}

export function cbrt(x: Exact): Exact {
  const adjust = 600 + (((x.e % 3) + 3) % 3);
  const n = magnitude(x.m) << BigInt(adjust);
  const third = Math.floor((bitLength(n) - 150) / 3);
  let root = BigInt(Math.floor(Math.cbrt(Number(n >> BigInt(3 * third))))) << BigInt(third);
  for (let i = 0; i < 3; i++) root = (2n * root + n / (root * root)) / 3n;
  return { m: x.m < 0n ? -root : root, e: (x.e - adjust) / 3 };
}

export function hypot(x: Exact, y: Exact): Exact {
  const gap = bitLength(x.m) + x.e - bitLength(y.m) - y.e;
  if (y.m === 0n || gap > 200) return { m: (magnitude(x.m) << 400n) + 1n, e: x.e - 400 };
  if (x.m === 0n || gap < -200) return { m: (magnitude(y.m) << 400n) + 1n, e: y.e - 400 };
  const e = Math.min(x.e, y.e) - 200;
  const a = shifted(x.m, x.e - e);
  const b = shifted(y.m, y.e - e);
  return { m: squareRoot(a * a + b * b), e };
}

/**
 * |y - exact| in units in the last place of the exact value: its spacing of doubles, never below 2^-1074. Infinity
 * counts as 2^1024, and so does any exact value beyond, so that the largest double for a value that overflows is one
 * ulp off.
 */
export function errorInUlp(y: number, exact: Exact): number {
  if (Number.isNaN(y)) return Infinity;
  const top = bitLength(exact.m) + exact.e;
  const over = exact.m !== 0n && top > 1024;
  const value = over ? { m: exact.m < 0n ? -1n : 1n, e: 1024 } : exact;
  const got = Number.isFinite(y) ? exactly(y) : { m: y < 0 ? -1n : 1n, e: 1024 };
  const unit = (exact.m === 0n ? -1074 : Math.max(over ? 971 : top - 53, -1074)) - 60;
  const difference = shifted(got.m, got.e - unit) - shifted(value.m, value.e - unit);
  return Math.abs(Number(difference)) / 2 ** 60;
}

/** The first `digits` decimals of an exact value, truncated. */
export function decimal({ m, e }: Exact, digits: number): string {
  const all = shifted(magnitude(m) * 10n ** BigInt(digits), e)
    .toString()
    .padStart(digits + 1, "0");
  return `${m < 0n ? "-" : ""}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}
