// The effect of native functions on dimensions, from the table of natives: `a, 1 -> real a^1/2`. A letter is any
// dimension, the same everywhere; 1 is a pure number or an angle; * is anything. The result begins with its shape: a
// real, a vector, a matrix, or `same` for the first argument's.
import { type Dim, lengthDimension, pure, timesPower } from "./dimension.ts";
import type { Rank } from "./value.ts";

interface Factor {
  /** The parameter with this dimension, or `m` for a length. */
  readonly param: number | "m";
  readonly power: number;
}

export interface Scheme {
  /** For each parameter its letter, `1` or `*`. */
  readonly params: readonly string[];
  readonly shape: "real" | "vector" | "matrix" | "same";
  /** Null if nothing is known of the result. */
  readonly factors: readonly Factor[] | null;
}

const read = new Map<string, Scheme>();

export function schemeOf(text: string): Scheme {
  let scheme = read.get(text);
  if (!scheme) read.set(text, (scheme = readScheme(text)));
  return scheme;
}

function readScheme(text: string): Scheme {
  const [left, right] = text.split(" -> ");
  const params = left.split(", ");
  const [shape, ...product] = right.split(" ");
  const factors = product.flatMap((factor): Factor[] => {
    const [name, power] = factor.split("^");
    if (name === "1") return [];
    const [above, under] = (power ?? "1").split("/").map(Number);
    return [{ param: name === "m" ? "m" : params.indexOf(name), power: above / (under ?? 1) }];
  });
  return { params, shape: shape as Scheme["shape"], factors: product[0] === "*" ? null : factors };
}

export function resultDim(scheme: Scheme, args: readonly (Dim | null)[]): Dim | null {
  let dim: Dim | null = scheme.factors && pure;
  for (const { param, power } of scheme.factors ?? []) {
    const factor = param === "m" ? lengthDimension : args[param];
    dim = dim && factor && timesPower(dim, factor, power);
  }
  return dim;
}

export function rankOfShape(shape: Scheme["shape"], first: Rank): Rank {
  return shape === "real" ? 0 : shape === "vector" ? 1 : shape === "matrix" ? 2 : first;
}
