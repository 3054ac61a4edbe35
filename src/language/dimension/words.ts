// Dimensions as a physicist says them: `a velocity, m/s`.
import { type Dimension, dimensionless, findUnit, formatDimension, isPure, multiplyUnits } from "../syntax/unit.ts";
import { type DimensionSolution, isGround, timesPower } from "./dimension.ts";
import type { Mismatch } from "./value.ts";

/** Named quantities with their usual units, the more familiar first. If two share a dimension, both are named. */
const quantities: readonly (readonly [string, string])[] = [
  ["a length", "m"],
  ["a mass", "kg"],
  ["a time", "s"],
  ["a velocity", "m/s"],
  ["an acceleration", "m/s^2"],
  ["a force", "N"],
  ["an angular velocity or rate", "1/s"],
  ["an angular acceleration", "1/s^2"],
  ["an energy or torque", "J"],
  ["a momentum or impulse", "N s"],
  ["an area", "m^2"],
  ["a volume", "m^3"],
  ["a moment of inertia", "kg m^2"],
  ["an angular momentum", "J s"],
  ["a power", "W"],
  ["a density", "kg/m^3"],
  ["a pressure", "Pa"],
  ["a stiffness", "N/m"],
  ["a damping", "N s/m"],
  ["a wave number or curvature", "1/m"],
  ["a velocity squared", "m^2/s^2"],
  ["a time squared", "s^2"],
  ["a jerk", "m/s^3"],
  ["an inverse mass", "1/kg"],
  ["an inverse moment of inertia", "1/(kg m^2)"],
  ["a mass times a length", "kg m"],
  ["a kinematic viscosity", "m^2/s"],
  ["a volume flow", "m^3/s"],
  ["a gravitational constant", "m^3/(kg s^2)"],
  ["a gravitational parameter", "m^3/s^2"],
  ["an area density", "kg/m^2"],
  ["a mass per length", "kg/m"],
  ["a mass squared", "kg^2"],
  ["a temperature", "K"],
  ["a current", "A"],
  ["a charge", "C"],
  ["a voltage", "V"],
  ["a magnetic field", "T"],
  ["a force squared", "N^2"],
];

interface Quantity {
  readonly words: string;
  readonly unit: string;
  readonly dimension: Dimension;
}

const known: readonly Quantity[] = quantities.map(([words, unit]) => ({ words, unit, dimension: dimensionOf(unit) }));
const named = new Map<string, Quantity>();
for (const quantity of known) {
  const key = formatDimension(quantity.dimension);
  if (!named.has(key)) named.set(key, quantity);
}

function dimensionOf(text: string): Dimension {
  let dimension = dimensionless;
  let sign = 1;
  for (const part of text.match(/[A-Za-z]+(?:\^\d+)?|\//g) ?? []) {
    if (part === "/") sign = -1;
    else {
      const [name, power] = part.split("^");
      dimension = multiplyUnits(dimension, findUnit(name)!.dimension, sign * Number(power ?? 1));
    }
  }
  return dimension;
}

function namedPower(dimension: Dimension, power: number): Quantity | undefined {
  return named.get(formatDimension(multiplyUnits(dimensionless, dimension, power)));
}

/** The first name of a quantity with two. */
function shortly({ words, unit }: Quantity): string {
  return unit === "1/s" ? "a rate" : words.split(" or ")[0];
}

/** An unnamed dimension in terms of named ones: `a force times a mass`; null if that would take more than two. */
function madeOf(dimension: Dimension): string | null {
  const under = namedPower(dimension, 2);
  if (under) return `the square root of ${shortly(under)}`;
  const inverse = namedPower(dimension, -1);
  if (inverse) return `one over ${shortly(inverse)}`;
  let best: { cost: number; words: string } | null = null;
  for (const [i, first] of known.entries())
    for (const [sign, j] of [...known.keys()].flatMap((k) => [
      [1, k],
      [-1, k],
    ])) {
      const cost = 2 * (i + j) + (sign < 0 ? 1 : 0);
      if (best && best.cost <= cost) continue;
      const rest = multiplyUnits(multiplyUnits(dimension, first.dimension, -1), known[j].dimension, -sign);
      if (!isPure(rest)) continue;
      const second = shortly(known[j]);
      best = {
        cost,
        words: sign > 0 ? `${shortly(first)} times ${second}` : `${shortly(first)} per ${second.replace(/^an? /, "")}`,
      };
    }
  return best?.words ?? null;
}

export function describeDimension(dimension: Dimension): string {
  const found = namedPower(dimension, 1);
  if (found) return `${found.words}, ${found.unit}`;
  if (isPure(dimension)) return "a pure number";
  const words = madeOf(dimension);
  const unit = formatDimension(dimension);
  return words === null ? unit : `${words}, ${unit}`;
}

/** The unit of a dimension as short as possible: `N`, `J s`, `kg m^2`. */
export function unitOfDimension(dimension: Dimension): string {
  return namedPower(dimension, 1)?.unit ?? formatDimension(dimension);
}

/** Words followed by a unit, inside a sentence. */
export function mid(words: string): string {
  return words.includes(", ") ? `${words},` : words;
}

/** Describes two dimensions that should be equal; unknowns that both have are left out. */
export function describeMismatch(mismatch: Mismatch, solution: DimensionSolution): { left: string; right: string } {
  const left = solution.resolve(mismatch.left);
  const right = solution.resolve(mismatch.right);
  if (isGround(left) && isGround(right))
    return { left: describeDimension(left.base), right: describeDimension(right.base) };
  const apart = timesPower(right, left, -1);
  return { left: "a quantity", right: `the same times ${describeDimension(apart.base)}` };
}
