// The attributes of a program in memory: the world's one after the other, each number of the bodies in a row for all of
// them.

import type { LowerHost } from "../../../src/compiler/lower/host.ts";
import type { Lowered } from "../../../src/compiler/lower/lowered.ts";
import type { Value } from "../../../src/compiler/values/value.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { regions } from "../regions.ts";
import { curves } from "./curves.ts";
import { type Program, randomCount, randomNumber, type Stored } from "./program.ts";

/** Enough for two at a time and one left over. */
export const bodies = 3;

export class Memory {
  private readonly world: Float64Array;
  private readonly own: readonly Float64Array[];

  constructor({ attributes }: Program, random: Random) {
    const fill = (body: number) =>
      Float64Array.from(
        attributes.flatMap(({ size, isCount, shape }) =>
          Array.from({ length: size }, () => {
            if (shape.kind === "boolean") return random.below(2);
            return isCount ? randomCount(random) : randomNumber(random, body);
          }),
        ),
      );
    this.world = fill(random.pick([0, 0, 1, 2]));
    this.own = Array.from({ length: bodies }, (_, body) => fill(body));
  }

  write(reals: Float64Array, world: number, own: number): void {
    reals.set(this.world, world);
    for (const [body, numbers] of this.own.entries())
      for (const [k, x] of numbers.entries()) reals[own + k * bodies + body] = x;
  }

  read({ shape, at, size, owner }: Stored, body: number): Value {
    const numbers = (owner === "world" ? this.world : this.own[body]).slice(at, at + size);
    if (shape.kind === "real") return numbers[0];
    if (shape.kind === "boolean") return numbers[0] !== 0;
    if (shape.kind === "vector") return { kind: "vector", data: numbers };
    if (shape.kind === "matrix") return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, data: numbers };
    throw new Error("no such attribute");
  }
}

/** World attributes at base 0, those of bodies at base 1. */
export function hostOf(program: Program): LowerHost {
  return {
    attribute({ name }, _registered, graph): Lowered | null {
      const stored = program.attributes.find((candidate) => candidate.name === name);
      if (!stored) return null;
      const { shape, at, size, owner } = stored;
      const isWorld = owner === "world";
      const kind = shape.kind === "boolean" ? "boolean" : "real";
      const place = (k: number) =>
        ({
          base: isWorld ? regions.first : regions.second,
          offset: 8 * (at + k) * (isWorld ? 1 : bodies),
          index: isWorld ? null : 0,
        }) as const;
      const nodes = Array.from({ length: size }, (_, k) => graph.load(place(k), kind));
      if (shape.kind === "real" || shape.kind === "boolean") return { kind: shape.kind, node: nodes[0] };
      if (shape.kind === "matrix") return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, nodes };
      return { kind: "vector", nodes };
    },
    special: () => null,
    curve: (name) => curves.get(name) ?? null,
  };
}
