// The unit in which a person wants to see a quantity: `ball.v [km/h]`. Values are in SI; only what is shown is divided
// by the unit.
import type { Value } from "../../compiler/values/value.ts";
import type { Model } from "../../engine/model/model.ts";
import { describeDimension, mid } from "../../language/dimension/words.ts";
import { type Diagnostic, Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { type Dimension, formatDimension, type Unit } from "../../language/syntax/unit.ts";

/** A unit such as `km/h`, or what is wrong with it. */
export function readUnit(text: string): Unit | Diagnostic {
  const diagnostics = new Diagnostics();
  const { queries } = parseFile(createSource("unit", `$ 1 [${text}]`), diagnostics);
  if (diagnostics.hasErrors) return diagnostics.sorted()[0];
  const value = queries[0].value;
  if (value.kind !== "unit") throw new Error(`no unit in '${text}'`);
  return value.unit;
}

/** Why a quantity cannot be shown in a unit, in words; null if it can, or if its dimension is unknown. */
export function unitMisfit(model: Model, path: string, unit: Unit): string | null {
  return misfitWith(`'${path}'`, model.dimensions?.dimensionOf(path) ?? null, unit);
}

export function misfitWith(what: string, dimension: Dimension | null, unit: Unit): string | null {
  if (!dimension || formatDimension(dimension) === formatDimension(unit.dimension)) return null;
  return (
    `${what} is ${mid(describeDimension(dimension))} and cannot be shown in ${unit.text}, ` +
    `the unit of ${describeDimension(unit.dimension)}`
  );
}

/** The shown value. */
export function inUnit(value: Value, unit: Unit | null): Value {
  if (!unit || typeof value === "boolean") return value;
  if (typeof value === "number") return value / unit.factor;
  if (value.kind === "sequence") return { ...value, items: value.items.map((item) => inUnit(item, unit)) };
  return { ...value, data: value.data.map((x) => x / unit.factor) };
}
