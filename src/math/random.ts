// Random numbers that depend on their purpose, not on the order of calls.
//
// A stream is named by a seed and some words; its draw number k depends on these and on k alone. So two objects draw
// independently of each other and of the order in which they are written.
//
// The name is hashed to 64 bits by FNV-1a (Fowler, Noll, Vo; offset cbf29ce484222325, prime 100000001b3): the eight
// bytes of the seed as a double, then for each word its length in four bytes and its UTF-16 code units in two, low
// bytes first. The length tells ("ab", "c") from ("a", "bc"). The hash is mixed once into the start s of the stream,
// and draw k is mix(s + (k + 1) γ): SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
// 2014; mix and γ as in Vigna's splitmix64.c), which is a counter mode by nature. The upper 53 bits over 2^53 are the
// number.
//
// A 64-bit number is two halves of 32 bits; a function leaves its result in `high` and `low`.
let high = 0;
let low = 0;

const seedBytes = new DataView(new ArrayBuffer(8));

export interface Random {
  /** The next draw, in [0, 1). */
  next(): number;
  /** Draw number k = 0, 1, … of the stream, whatever was drawn before. */
  at(k: number): number;
  /** The next draw, uniform between `lo` and `hi`; rounding may reach `hi`. */
  uniform(lo: number, hi: number): number;
}

/** The stream named by `seed` and `keys`, at its first draw. */
export function createRandom(seed: number, ...keys: string[]): Random {
  hashName(seed, keys);
  mix();
  const startHigh = high;
  const startLow = low;
  let count = 0;

  function at(k: number): number {
    const ordinal = k + 1;
    high = Math.floor(ordinal / 0x100000000);
    low = ordinal >>> 0;
    multiply(0x9e3779b9, 0x7f4a7c15);
    const sum = low + startLow;
    high = (high + startHigh + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    low = sum >>> 0;
    mix();
    return (high * 0x200000 + (low >>> 11)) / 0x20000000000000;
  }

  const next = () => at(count++);
  return { next, at, uniform: (lo, hi) => lo + (hi - lo) * next() };
}

function hashName(seed: number, keys: readonly string[]): void {
  high = 0xcbf29ce4;
  low = 0x84222325;
  seedBytes.setFloat64(0, seed + 0, true); // + 0 makes -0 the seed 0
  for (let i = 0; i < 8; i++) hashByte(seedBytes.getUint8(i));
  for (const key of keys) {
    for (let shift = 0; shift < 32; shift += 8) hashByte((key.length >>> shift) & 0xff);
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      hashByte(unit & 0xff);
      hashByte(unit >>> 8);
    }
  }
}

// The prime is 2^40 + 435; low · 435 is below 2^41, exact in a double.
function hashByte(byte: number): void {
  const before = (low ^ byte) >>> 0;
  const product = before * 435;
  high = (Math.imul(high, 435) + Math.floor(product / 0x100000000) + (before << 8)) >>> 0;
  low = product >>> 0;
}

function mix(): void {
  shiftXor(30);
  multiply(0xbf58476d, 0x1ce4e5b9);
  shiftXor(27);
  multiply(0x94d049bb, 0x133111eb);
  shiftXor(31);
}

/** z ^= z >>> n, for 0 < n < 32. */
function shiftXor(n: number): void {
  low = (low ^ ((low >>> n) | (high << (32 - n)))) >>> 0;
  high = (high ^ (high >>> n)) >>> 0;
}

/** z *= m, modulo 2^64. */
// The carry out of low · mLow is found from products of 16-bit digits, each below 2^32, their sums below 2^53.
function multiply(mHigh: number, mLow: number): void {
  const a1 = low >>> 16;
  const a0 = low & 0xffff;
  const b1 = mLow >>> 16;
  const b0 = mLow & 0xffff;
  const middle = a1 * b0 + a0 * b1 + Math.floor((a0 * b0) / 0x10000);
  const carry = a1 * b1 + Math.floor(middle / 0x10000);
  high = (Math.imul(high, mLow) + Math.imul(low, mHigh) + carry) >>> 0;
  low = Math.imul(low, mLow) >>> 0;
}
