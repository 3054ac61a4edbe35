// How many arguments each elementary function takes.
import type { ElementaryName } from "./graph.ts";

export const elementaryArity: Readonly<Record<ElementaryName, 1 | 2>> = {
  acos: 1, asin: 1, atan: 1, atan2: 2, cbrt: 1, cos: 1, cosh: 1, exp: 1, expm1: 1, hypot: 2, log: 1, log1p: 1, pow: 2,
  sin: 1, sinh: 1, tan: 1, tanh: 1,
}; // biome-ignore format: a table
