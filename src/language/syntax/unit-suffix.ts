// The unit in `15 [kg m^2/s]`: names, products by `*`, `.` or a space, quotients, powers that are whole or simple
// fractions, brackets.
import type { SyntaxNode } from "@lezer/common";
import { pow } from "../../math/elementary/elementary.ts";
import { natives } from "../shapes/natives.ts";
import type { Diagnostics } from "./diagnostic.ts";
import type { Source } from "./span.ts";
import { didYouMean } from "./suggest.ts";
import {
  type Dimension,
  dimensionless,
  findUnit,
  kelvinAdvice,
  multiplyUnits,
  roundFactor,
  type Unit,
  unitMeant,
  unitNames,
} from "./unit.ts";

interface Part {
  readonly kind: string;
  readonly text: string;
  readonly node: SyntaxNode;
}

interface Product {
  factor: number;
  dimension: Dimension;
}

/** Units read before, as written: a text has few different ones. */
const known = new Map<string, Unit>();
const mostKnown = 1000;

export function buildUnit(node: SyntaxNode, source: Source, diagnostics: Diagnostics): Unit | null {
  const text = source.text.slice(node.from, node.to);
  return known.get(text) ?? readUnit(text, node, source, diagnostics);
}

function readUnit(text: string, node: SyntaxNode, source: Source, diagnostics: Diagnostics): Unit | null {
  const before = diagnostics.all.length;
  const inner = text.slice(1, -1).trim();
  // `x [1]` is a pure number; `v[1]`, without a space, was probably meant as an element.
  const touches = node.from > 0 && !/\s/.test(source.text[node.from - 1]);
  if (/^-?\s*\d+$/.test(inner) && (inner !== "1" || touches)) {
    const span = { source, from: node.from, to: node.to };
    const called = touches
      ? /([\p{L}_][\p{L}\p{N}_]*)$/u.exec(source.text.slice(Math.max(0, node.from - 40), node.from))?.[1]
      : undefined;
    const advice =
      called !== undefined && natives.has(called)
        ? `to call ${called}, write ${called}(${inner})`
        : `to take element ${inner}, write # ${inner}`;
    diagnostics.error("unit", span, `[ ] after a value holds a unit, such as [kg]`, advice);
    return null;
  }
  const product = new UnitReader(node, source, diagnostics).product();
  if (product && !(product.factor > 0 && product.factor < Infinity)) {
    const size = product.factor > 0 ? "large" : "small";
    diagnostics.error("unit", { source, from: node.from, to: node.to }, `this unit is too ${size} for a number`);
    return null;
  }
  if (!product) return null;
  const perMillisecond = /^ms\^-([12])$/.exec(inner);
  if (perMillisecond)
    diagnostics.warning(
      "unit",
      { source, from: node.from, to: node.to },
      `'ms' is a millisecond: [${inner}] is 1/ms${perMillisecond[1] === "2" ? "^2" : ""}`,
      `for metres write [m s^-${perMillisecond[1]}]`,
    );
  const unit = { ...product, factor: roundFactor(product.factor), text: inner };
  // Whether a number was meant as an element depends on its place.
  if (diagnostics.all.length === before && !diagnostics.isFull && inner !== "1" && known.size < mostKnown)
    known.set(text, unit);
  return unit;
}

class UnitReader {
  private readonly parts: Part[] = [];
  private readonly node: SyntaxNode;
  private readonly source: Source;
  private readonly diagnostics: Diagnostics;
  private at = 0;

  constructor(node: SyntaxNode, source: Source, diagnostics: Diagnostics) {
    this.node = node;
    this.source = source;
    this.diagnostics = diagnostics;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (["UnitName", "UnitGroup", "Number", "Operator"].includes(child.name))
        this.parts.push({ kind: child.name, text: source.text.slice(child.from, child.to), node: child });
    }
  }

  product(): Product | null {
    let result: Product = { factor: 1, dimension: dimensionless };
    let power = 1;
    if (this.parts.length === 0)
      return this.fail(this.node, "a unit is missing between [ and ]", "write [m/s], or [1] for a pure number");
    while (this.at < this.parts.length) {
      const part = this.parts[this.at];
      if (part.kind === "Operator") {
        if (part.text !== "*" && part.text !== "/" && part.text !== ".")
          return this.fail(part.node, `'${part.text}' does not belong in a unit here`);
        power = part.text === "/" ? -1 : 1;
        this.at++;
        continue;
      }
      const factor = this.factor();
      if (!factor) return null;
      const scaled = power === 1 ? result.factor * factor.factor : result.factor / factor.factor;
      result = { factor: scaled, dimension: multiplyUnits(result.dimension, factor.dimension, power) };
      power = 1;
    }
    return result;
  }

  private factor(): Product | null {
    const part = this.parts[this.at++];
    let base: Product | null;
    if (part.kind === "Number") {
      if (part.text !== "1")
        return this.fail(part.node, `a number other than 1 does not belong in a unit`, "multiply the value instead");
      base = { factor: 1, dimension: dimensionless };
    } else if (part.kind === "UnitGroup") base = new UnitReader(part.node, this.source, this.diagnostics).product();
    else {
      base = findUnit(part.text);
      const advice = kelvinAdvice(part.text);
      if (advice)
        return this.fail(part.node, `'${part.text}' is a scale with its own zero: no factor converts it`, advice);
      if (!base)
        return this.fail(part.node, `'${part.text}' is not a unit this lab knows`, ...this.suggestions(part.text));
    }
    if (!base) return null;
    const power = this.power();
    if (power === null) return null;
    const factor = pow(base.factor, Math.abs(power));
    return { factor: power < 0 ? 1 / factor : factor, dimension: multiplyUnits(dimensionless, base.dimension, power) };
  }

  private suggestions(name: string): string[] {
    const meant = unitMeant(name);
    if (meant !== null) return [meant];
    const units = didYouMean(name, unitNames);
    // A short name in brackets is more likely an index than a unit.
    const isIndex = units.length === 0 && this.parts.length === 1 && name.length <= 2 && !name.startsWith("°");
    return isIndex ? [`to take element ${name}, write # ${name}`] : units;
  }

  private power(): number | null {
    if (this.parts[this.at]?.text !== "^") return 1;
    const caret = this.parts[this.at++];
    let sign = 1;
    if (this.parts[this.at]?.text === "-") {
      sign = -1;
      this.at++;
    }
    const exponent = this.parts[this.at++];
    const value = exponent ? exponentOf(exponent) : null;
    if (value === null) {
      this.fail(
        (exponent ?? caret).node,
        "the power of a unit is a whole number up to 20, or a fraction such as 1.5 or (1/3)",
      );
      return null;
    }
    return sign * value;
  }

  private fail(node: SyntaxNode, message: string, ...notes: string[]): null {
    this.diagnostics.error("unit", { source: this.source, from: node.from, to: node.to }, message, ...notes);
    return null;
  }
}

/** `2`, `1.5`, `(1/3)`: a multiple of a twelfth, as in dimensions. */
function exponentOf({ kind, text }: Part): number | null {
  const ratio = kind === "UnitGroup" ? /^\(\s*(\d+)\s*\/\s*(\d+)\s*\)$/.exec(text) : null;
  const value = ratio ? Number(ratio[1]) / Number(ratio[2]) : kind === "Number" ? Number(text) : Number.NaN;
  const twelfths = Math.floor(value * 12 + 0.5);
  return value <= 20 && Math.abs(value * 12 - twelfths) < 1e-9 ? twelfths / 12 : null;
}
