// What a definition states about its name: a value (`v = …`), a rate (`v' = …`) or a contribution to a sum (`force +=
// …`). Laws of pairs and links name attributes with the number of an end: `v1`, `v2`.
import type { Definition } from "./ast.ts";

type Stated = Pick<Definition, "order" | "op">;

export function isValue({ order, op }: Stated): boolean {
  return order === 0 && op === "=";
}

/** `v = …`, and not the function `f(x) = …`. */
export function isPlainValue(definition: Stated & Pick<Definition, "params">): boolean {
  return definition.params.length === 0 && isValue(definition);
}

export function isRate({ order }: Stated): boolean {
  return order > 0;
}

/** `v' = …`, and not `C'' = …`, the second rate of a constraint. */
export function isFirstRate({ order }: Stated): boolean {
  return order === 1;
}

export function isHigherRate({ order }: Stated): boolean {
  return order > 1;
}

export function isContribution({ op }: Stated): boolean {
  return op === "+=";
}

/** The name with its primes: the rate of `v` is `v'`. */
export function primedName({ name, order }: Pick<Definition, "name" | "order">): string {
  return name + "'".repeat(order);
}

/** `v1` for the first end, the end 0, and `v2` for the second. */
export function atEnd(name: string, end: number): string {
  return `${name}${end + 1}`;
}

/** `v2` is the `v` of the end 1; null for a name without the number of an end. */
export function splitEnd(name: string): { readonly base: string; readonly end: 0 | 1 } | null {
  const parts = /^(.+)([12])$/.exec(name);
  return parts && { base: parts[1], end: parts[2] === "1" ? 0 : 1 };
}

/** The name without the number of an end: `v` for `v1` and `v2`. */
export function withoutEnd(name: string): string {
  return splitEnd(name)?.base ?? name;
}

/** `curve1` or `curve2`: the curve at an end of a link. */
export function isCurveOfEnd(name: string): boolean {
  return /^curve[12]$/.test(name);
}
