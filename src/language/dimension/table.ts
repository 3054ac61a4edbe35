// The dimensions of attributes. An attribute has one in an experiment, whichever object has it; of links, whichever
// link of the kind has it.

import type { Attribute } from "../names/scope.ts";
import type { Shape } from "../shapes/shape.ts";
import { numberSettings } from "../syntax/simulation-settings.ts";
import { type Dim, length, pure, time, timesPower } from "./dimension.ts";
import { all, bare, type Value, type Values } from "./value.ts";

/** What the geometry knows of an object, and the run of time. */
const predefined = new Map<string, Value>([
  ["world t", all(time, 0)],
  ["world dt", all(time, 0)],
  ["object position", all(length, 1)],
  ["object orientation", all(pure, null)],
  ["object size", all(length, null)],
  ["given collisionPoint", all(length, 1)],
  ["given collisionNormal", all(pure, 1)],
  ["given collisionPoints", all(length, 2)],
  ["given collisionNormals", all(pure, 2)],
  ["given penetration", all(length, 0)],
  ["given iteration", bare(null)],
  ["given anchor1", all(length, 1)],
  ["given anchor2", all(length, 1)],
  ["object index", bare(null)],
]);

/** Settings that are times, rates or lengths. */
export const settingDimensions: ReadonlyMap<string, Dim> = new Map([
  ...numberSettings.flatMap(({ key, unit }): [string, Dim][] =>
    unit ? [[key, timesPower(timesPower(pure, length, unit.length ?? 0), time, unit.time ?? 0)]] : [],
  ),
  ["stabilisation", timesPower(pure, time, -1)],
]);

const longestList = 16;

export class DimensionTable {
  private readonly known = new Map<string, Value>(predefined);
  private readonly values: Values;

  constructor(values: Values) {
    this.values = values;
  }

  /** The value under this key; of one not met before an unknown of this shape. */
  get(key: string, shape: Shape | null): Value {
    let value = this.known.get(key);
    if (!value) this.known.set(key, (value = this.unknown(shape)));
    return value;
  }

  find(key: string): Value | null {
    return this.known.get(key) ?? null;
  }

  set(key: string, value: Value): void {
    this.known.set(key, value);
  }

  /** An unknown for every number of a short vector or small matrix, for they may differ. */
  unknown(shape: Shape | null): Value {
    const { solution } = this.values;
    if (shape?.kind === "real") return all(solution.fresh(), 0);
    const each = (count: number, make: () => Value): Value => ({
      kind: "list",
      items: Array.from({ length: count }, make),
    });
    const number = () => all(solution.fresh(), 0);
    if (shape?.kind === "vector")
      return shape.length === null || shape.length > longestList
        ? all(solution.fresh(), 1)
        : each(shape.length, number);
    if (shape?.kind === "matrix") {
      const { rows, cols } = shape;
      const isSmall = rows !== null && cols !== null && rows * cols <= longestList;
      return isSmall ? each(rows, () => each(cols, number)) : all(solution.fresh(), 2);
    }
    return this.values.open();
  }

  /** A first value with an unknown wherever the text gave a number without a unit. */
  opened(value: Value, shape: Shape | null): Value {
    if (value.kind === "bare") return this.unknown(shape);
    if (value.kind !== "list") return value;
    const items = value.items.map((item) =>
      item.kind === "bare" ? all(this.values.solution.fresh(), item.rank) : item,
    );
    return this.values.list(items);
  }
}

/**
 * Where an attribute is kept; `kind` is the context that governs a link, `context` that of a context's own attributes.
 */
export function tableKey({ owner, name }: Attribute, kind: string): string {
  switch (owner.kind) {
    case "world":
      return `world ${name}`;
    case "object":
    case "named object":
    case "others":
      return `object ${name}`;
    case "context":
      return `context ${kind} ${name}`;
    case "link":
    case "named link":
      return `link ${kind} ${name}`;
    case "given":
      return givenKey(name) ?? `link ${kind} ${name}`;
  }
}

/** Where it is kept what the lab gives to a law under this name; null if it gives none such. */
export function givenKey(name: string): string | null {
  const summed = /^(.+)SumDirVec\d+$/.exec(name)?.[1];
  if (summed) return `object ${summed}`;
  if (/^collisionPointsDirVec/.test(name)) return "given collisionPoints";
  if (/^collisionNormalsDirVec/.test(name)) return "given collisionNormals";
  return predefined.has(`given ${name}`) ? `given ${name}` : null;
}
