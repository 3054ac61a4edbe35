// The dimensions of attributes. In an experiment an attribute has the same dimension for all objects, and for all links
// of a kind.

import type { Attribute } from "../names/scope.ts";
import type { Shape } from "../shapes/shape.ts";
import { numberSettings } from "../syntax/simulation-settings.ts";
import { type Dim, lengthDimension, pure, timeDimension, timesPower } from "./dimension.ts";
import { all, bare, type DimensionValue, type DimensionValues } from "./value.ts";

/** The attributes that geometry gives every object, and the time. */
const predefined = new Map<string, DimensionValue>([
  ["world t", all(timeDimension, 0)],
  ["world dt", all(timeDimension, 0)],
  ["object position", all(lengthDimension, 1)],
  ["object orientation", all(pure, null)],
  ["object size", all(lengthDimension, null)],
  ["given collisionPoint", all(lengthDimension, 1)],
  ["given collisionNormal", all(pure, 1)],
  ["given collisionPoints", all(lengthDimension, 2)],
  ["given collisionNormals", all(pure, 2)],
  ["given penetration", all(lengthDimension, 0)],
  ["given iteration", bare(null)],
  ["given anchor1", all(lengthDimension, 1)],
  ["given anchor2", all(lengthDimension, 1)],
  ["object index", bare(null)],
]);

/** Settings that are times, rates or lengths. */
export const settingDimensions: ReadonlyMap<string, Dim> = new Map([
  ...numberSettings.flatMap(({ key, unit }): [string, Dim][] =>
    unit ? [[key, timesPower(timesPower(pure, lengthDimension, unit.length ?? 0), timeDimension, unit.time ?? 0)]] : [],
  ),
  ["stabilisation", timesPower(pure, timeDimension, -1)],
]);

const longestList = 16;

export class DimensionTable {
  private readonly known = new Map<string, DimensionValue>(predefined);
  private readonly values: DimensionValues;

  constructor(values: DimensionValues) {
    this.values = values;
  }

  /** The value under this key; for a new key an unknown of this shape. */
  get(key: string, shape: Shape | null): DimensionValue {
    let value = this.known.get(key);
    if (!value) this.known.set(key, (value = this.unknown(shape)));
    return value;
  }

  find(key: string): DimensionValue | null {
    return this.known.get(key) ?? null;
  }

  set(key: string, value: DimensionValue): void {
    this.known.set(key, value);
  }

  /** An unknown for every number of a short vector or small matrix, because they may differ. */
  unknown(shape: Shape | null): DimensionValue {
    const { solution } = this.values;
    if (shape?.kind === "real") return all(solution.fresh(), 0);
    const each = (count: number, make: () => DimensionValue): DimensionValue => ({
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

  /** A first value with an unknown for each number without a unit. */
  opened(value: DimensionValue, shape: Shape | null): DimensionValue {
    if (value.kind === "bare") return this.unknown(shape);
    if (value.kind !== "list") return value;
    const items = value.items.map((item) =>
      item.kind === "bare" ? all(this.values.solution.fresh(), item.rank) : item,
    );
    return this.values.list(items);
  }
}

/** The key of an attribute; `kind` is the context that governs a link, `context` that of a context's own attributes. */
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

/** The key of what the lab gives to a law under this name; null if there is none. */
export function givenKey(name: string): string | null {
  const summed = /^(.+)SumDirVec\d+$/.exec(name)?.[1];
  if (summed) return `object ${summed}`;
  if (/^collisionPointsDirVec/.test(name)) return "given collisionPoints";
  if (/^collisionNormalsDirVec/.test(name)) return "given collisionNormals";
  return predefined.has(`given ${name}`) ? `given ${name}` : null;
}
