// Dimensions as a physicist says them: `a velocity, m/s`.
import { isGround, type Solution, timesPower } from "./dimension.ts";
import type { Mismatch } from "./dimension-value.ts";
import { type Dimension, dimensionless, findUnit, formatDimension, multiplyUnits } from "./unit.ts";

/** Quantities with a name, in the unit that is usual for them. Where two share a dimension, both are said. */
const quantities: readonly (readonly [string, string])[] = [
  ["a length", "m"], ["an area", "m^2"], ["a volume", "m^3"], ["a wave number or curvature", "1/m"],
  ["a mass", "kg"], ["a time", "s"], ["a time squared", "s^2"], ["an angular velocity or rate", "1/s"],
  ["an angular acceleration", "1/s^2"], ["a velocity", "m/s"], ["an acceleration", "m/s^2"], ["a jerk", "m/s^3"],
  ["a velocity squared", "m^2/s^2"], ["a force", "N"], ["a momentum or impulse", "N s"], ["an energy or torque", "J"],
  ["an angular momentum", "J s"], ["a power", "W"], ["a moment of inertia", "kg m^2"], ["a density", "kg/m^3"],
  ["a pressure", "Pa"], ["a stiffness", "N/m"], ["a damping", "N s/m"], ["an inverse mass", "1/kg"],
  ["an inverse moment of inertia", "1/(kg m^2)"], ["a mass times a length", "kg m"], ["a kinematic viscosity", "m^2/s"],
  ["a volume flow", "m^3/s"], ["a gravitational constant", "m^3/(kg s^2)"], ["a gravitational parameter", "m^3/s^2"],
  ["an area density", "kg/m^2"], ["a mass per length", "kg/m"], ["a mass squared", "kg^2"], ["a temperature", "K"], ["a current", "A"],
  ["a charge", "C"], ["a voltage", "V"], ["a magnetic field", "T"], ["a force squared", "N^2"], ["an inverse time squared", "1/s^2"],
]; // biome-ignore format: a table

const named = new Map<string, string>();
for (const [words, unit] of quantities) {
  const key = formatDimension(dimensionOf(unit));
  if (!named.has(key)) named.set(key, `${words}, ${unit}`);
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

export function describeDimension(dimension: Dimension): string {
  const unit = formatDimension(dimension);
  return unit === "1" ? "a pure number" : (named.get(unit) ?? unit);
}

/** The unit of a dimension as short as possible: `N`, `J s`, `kg m^2`. */
export function unitOfDimension(dimension: Dimension): string {
  const said = describeDimension(dimension);
  const comma = said.lastIndexOf(", ");
  return comma < 0 ? formatDimension(dimension) : said.slice(comma + 2);
}

/** Words with a unit after them, where the sentence goes on. */
export function mid(words: string): string {
  return words.includes(", ") ? `${words},` : words;
}

/** Two dimensions that should be one; unknowns that both have are left out of the words. */
export function describeMismatch(mismatch: Mismatch, solution: Solution): { left: string; right: string } {
  const left = solution.resolve(mismatch.left);
  const right = solution.resolve(mismatch.right);
  if (isGround(left) && isGround(right))
    return { left: describeDimension(left.base), right: describeDimension(right.base) };
  const apart = timesPower(right, left, -1);
  return { left: "a quantity", right: `the same times ${describeDimension(apart.base)}` };
}
