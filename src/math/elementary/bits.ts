/**
 * The words of a double. One scratch cell is seen both as a float64 and as two int32; the byte order is assumed
 * little-endian (as WebAssembly prescribes), so index 1 holds sign, exponent and the top 20 bits of the significand.
 */
const cell = new Float64Array(1);
const words = new Int32Array(cell.buffer);

/** Sign (1 bit), biased exponent (11 bits), top of the significand (20 bits), as a signed 32-bit integer. */
export function highWord(x: number): number {
  cell[0] = x;
  return words[1];
}

/** The double that keeps the low word of x and takes the given high word. */
export function withHighWord(x: number, high: number): number {
  cell[0] = x;
  words[1] = high;
  return cell[0];
}

/** 2^k for -1022 <= k <= 1023. */
export function powerOfTwo(k: number): number {
  words[0] = 0;
  words[1] = (k + 1023) << 20;
  return cell[0];
}

/**
 * Adding and subtracting 1.5·2^52 leaves the nearest integer (ties to even) of any |x| < 2^51: between 2^52 and 2^53
 * consecutive doubles differ by one. It is odd-symmetric, and one instruction pair in every engine.
 */
export const ROUNDER = 6755399441055744;

/**
 * The correction c that makes q + c the quotient (n + nl) / (d + dl) to about 100 bits, q being n / d as rounded (or
 * off by a few ulp). The residual n - q·d is formed exactly: q and d are cut into a float32 head (24 bits) and a tail
 * (29 bits), so every partial product but the last fits 53 bits. `inverse` is 1 / d; its rounding affects only the
 * correction. Heads need q and d inside the float32 range.
 */
export function quotientTail(q: number, n: number, nl: number, d: number, dl: number, inverse: number): number {
  const qh = Math.fround(q);
  const qt = q - qh;
  const dh = Math.fround(d);
  const dt = d - dh;
  const residual = n - qh * dh - qh * dt - qt * dh - qt * dt;
  return (residual + (nl - q * dl)) * inverse;
}
