/**
 * The elementary functions as WebAssembly, for modules that import them: calls then stay inside WebAssembly. Translated
 * from `elementary.ts` by `scripts/elementary.mjs`, with the same bits for every argument (a NaN is any NaN).
 */

import { ELEMENTARY_MODULE } from "./elementary.generated.ts";
import type * as elementary from "./elementary.ts";

export type ElementaryName = keyof typeof elementary;

/** Number of arguments of each function. */
export const elementaryArity: Readonly<Record<ElementaryName, 1 | 2>> = {
  acos: 1,
  asin: 1,
  atan: 1,
  atan2: 2,
  cbrt: 1,
  cos: 1,
  cosh: 1,
  exp: 1,
  expm1: 1,
  hypot: 2,
  log: 1,
  log1p: 1,
  pow: 2,
  sin: 1,
  sinh: 1,
  tan: 1,
  tanh: 1,
};

let functions: Readonly<Record<ElementaryName, CallableFunction>> | undefined;

/** The exported functions, compiled at the first call. */
export function elementaryExports(): Readonly<Record<ElementaryName, CallableFunction>> {
  if (!functions) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(ELEMENTARY_MODULE)));
    functions = exports as Readonly<Record<ElementaryName, CallableFunction>>;
  }
  return functions;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 with line breaks, decoded by hand because not every platform has a decoder. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/[\s=]/g, "");
  const bytes = new Uint8Array((digits.length * 3) >> 2);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits.length; i++) {
    bits = (bits << 6) | DIGITS.indexOf(digits[i]);
    if (i % 4 !== 0) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return bytes;
}
