// The units of attributes, functions and measures, for plots and tables: as the text states them, or as they follow
// from its laws. Values are in SI, so units are too.

import type { Model } from "../../engine/model/model.ts";
import { attributeName } from "../../language/declare/environment.ts";
import { statedUnit } from "../../language/dimension/stated-unit.ts";
import { unitOfDimension } from "../../language/dimension/words.ts";
import type { Definition, Expr } from "../../language/syntax/ast.ts";
import { isRate, withoutEnd } from "../../language/syntax/statement.ts";
import { formatDimension, type Unit } from "../../language/syntax/unit.ts";

/** The unit of `ball.v`, `g` or `energy` where one is known: `m/s^2`. */
export function unitOf(model: Model, world: readonly Definition[], path: string): string | null {
  const base = path.replace(/\s*#.*$/, "");
  const dot = base.indexOf(".");
  const expr = dot < 0 ? worldOrMeasure(model, world, base) : ofObject(model, base.slice(0, dot), base.slice(dot + 1));
  const unit = (expr && statedUnit(expr)) ?? (dot < 0 ? null : ofLink(model, base.slice(0, dot), base.slice(dot + 1)));
  if (unit) return inSi(unit);
  const dimension = model.dimensions?.dimensionOf(base);
  return dimension ? inSi({ factor: 1, dimension, text: unitOfDimension(dimension) }) : null;
}

function worldOrMeasure(model: Model, world: readonly Definition[], name: string): Expr | null {
  const definitions = [...world, ...model.measures.flatMap((measure) => measure.definitions)];
  return definitions.find((definition) => definition.name === name)?.body ?? null;
}

function ofObject(model: Model, object: string, name: string): Expr | null {
  const declared = model.byName.get(object)?.declaration.attributes;
  const item = declared?.find((candidate) => attributeName(candidate.name) === attributeName(name));
  if (item) return item.value;
  const functions = model.contexts.flatMap((context) => context.functions);
  return functions.find((definition) => definition.name === name && !isRate(definition))?.body ?? null;
}

/** The unit that the law of a link states: of what it solves for, or of what it does at an end. */
function ofLink(model: Model, link: string, name: string): Unit | null {
  const stated = model.links.find((one) => one.name === link)?.context.units;
  return stated?.find((one) => one.name === withoutEnd(name))?.unit ?? null;
}

function inSi({ factor, dimension, text }: Unit): string | null {
  const isPure = dimension.every((exponent) => exponent === 0);
  if (isPure) return /rad|deg|°|rev/.test(text) ? "rad" : null;
  return factor === 1 ? text : formatDimension(dimension);
}
