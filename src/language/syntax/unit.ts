// Units of measure: a factor to SI and a dimension. `5 [km]` is 5000 m.

/** Exponents of length, mass, time, current, temperature, amount, luminous intensity. */
export type Dimension = readonly [number, number, number, number, number, number, number];

export interface Unit {
  readonly factor: number;
  readonly dimension: Dimension;
  readonly text: string;
}

export const dimensionless: Dimension = [0, 0, 0, 0, 0, 0, 0];

export function isPure(dimension: Dimension): boolean {
  return dimension.every((exponent) => exponent === 0);
}

/** A dimension from its first exponents; the others are 0. */
function dimension(...exponents: readonly number[]): Dimension {
  const [m = 0, kg = 0, s = 0, a = 0, k = 0, mol = 0, cd = 0] = exponents;
  return [m, kg, s, a, k, mol, cd];
}

const pi = 3.141592653589793;

/** Units that take SI prefixes. For mass it is the gram, not the kilogram. */
const prefixable = new Map<string, [number, Dimension]>([
  ["m", [1, dimension(1)]],
  ["g", [1e-3, dimension(0, 1)]],
  ["s", [1, dimension(0, 0, 1)]],
  ["A", [1, dimension(0, 0, 0, 1)]],
  ["K", [1, dimension(0, 0, 0, 0, 1)]],
  ["mol", [1, dimension(0, 0, 0, 0, 0, 1)]],
  ["cd", [1, dimension(0, 0, 0, 0, 0, 0, 1)]],
  ["rad", [1, dimensionless]],
  ["sr", [1, dimensionless]],
  ["Hz", [1, dimension(0, 0, -1)]],
  ["N", [1, dimension(1, 1, -2)]],
  ["Pa", [1, dimension(-1, 1, -2)]],
  ["J", [1, dimension(2, 1, -2)]],
  ["W", [1, dimension(2, 1, -3)]],
  ["C", [1, dimension(0, 0, 1, 1)]],
  ["V", [1, dimension(2, 1, -3, -1)]],
  ["F", [1, dimension(-2, -1, 4, 2)]],
  ["ohm", [1, dimension(2, 1, -3, -2)]],
  ["Ω", [1, dimension(2, 1, -3, -2)]],
  ["S", [1, dimension(-2, -1, 3, 2)]],
  ["Wb", [1, dimension(2, 1, -2, -1)]],
  ["T", [1, dimension(0, 1, -2, -1)]],
  ["H", [1, dimension(2, 1, -2, -2)]],
  ["L", [1e-3, dimension(3)]],
  ["l", [1e-3, dimension(3)]],
  ["litre", [1e-3, dimension(3)]],
  ["t", [1000, dimension(0, 1)]],
  ["eV", [1.602176634e-19, dimension(2, 1, -2)]],
  ["bar", [1e5, dimension(-1, 1, -2)]],
]);

const plain = new Map<string, [number, Dimension]>([
  ["deg", [pi / 180, dimensionless]],
  ["degree", [pi / 180, dimensionless]],
  ["degrees", [pi / 180, dimensionless]],
  ["°", [pi / 180, dimensionless]],
  ["rev", [2 * pi, dimensionless]],
  ["rpm", [(2 * pi) / 60, dimension(0, 0, -1)]],
  ["min", [60, dimension(0, 0, 1)]],
  ["minute", [60, dimension(0, 0, 1)]],
  ["h", [3600, dimension(0, 0, 1)]],
  ["hour", [3600, dimension(0, 0, 1)]],
  ["day", [86400, dimension(0, 0, 1)]],
  ["year", [31557600, dimension(0, 0, 1)]],
  ["au", [149597870700, dimension(1)]],
  ["Å", [1e-10, dimension(1)]],
  ["inch", [0.0254, dimension(1)]],
  ["ft", [0.3048, dimension(1)]],
  ["atm", [101325, dimension(-1, 1, -2)]],
  ["cal", [4.184, dimension(2, 1, -2)]],
  ["ha", [1e4, dimension(2)]],
]);

const prefixes = new Map<string, number>([
  ["Y", 1e24],
  ["Z", 1e21],
  ["E", 1e18],
  ["P", 1e15],
  ["T", 1e12],
  ["G", 1e9],
  ["M", 1e6],
  ["k", 1e3],
  ["h", 1e2],
  ["da", 1e1],
  ["d", 1e-1],
  ["c", 1e-2],
  ["m", 1e-3],
  ["u", 1e-6],
  ["µ", 1e-6],
  ["μ", 1e-6],
  ["n", 1e-9],
  ["p", 1e-12],
  ["f", 1e-15],
  ["a", 1e-18],
]);

export const unitNames: readonly string[] = [
  ...prefixable.keys(),
  ...plain.keys(),
  "kg",
  "km",
  "cm",
  "mm",
  "ms",
  "kN",
  "kJ",
];

/** How to write a temperature of another scale in kelvins; null for other units. */
export function kelvinAdvice(name: string): string | null {
  if (/^(°c|degc|celsius)$/i.test(name))
    return "for a temperature add 273.15 and write [K]; a difference of temperatures is the same in [K]";
  if (/^(°f|degf|fahrenheit)$/i.test(name))
    return "for a temperature add 459.67, take 5 / 9 of it and write [K]; for a difference take 5 / 9 of it";
  return null;
}

/** The unit of one name, prefix included, or null. */
export function findUnit(written: string): { factor: number; dimension: Dimension } | null {
  // The signs of ohm and ångström also exist as letters, which mean the same.
  const name = written.normalize("NFC");
  const own = prefixable.get(name) ?? plain.get(name);
  if (own) return { factor: own[0], dimension: own[1] };
  for (const length of [2, 1]) {
    const prefix = prefixes.get(name.slice(0, length));
    const base = prefixable.get(name.slice(length));
    // 1 kg must be exactly 1: a thousand thousandths.
    if (prefix !== undefined && base) return { factor: name === "kg" ? 1 : scale(prefix, base[0]), dimension: base[1] };
  }
  return null;
}

/** The product of two decimal factors, rounded once: 1e-3 · 1e-3 is 1e-6, which a product of doubles need not be. */
function scale(prefix: number, base: number): number {
  const product = prefix * base;
  const decimal = Number(product.toPrecision(15));
  return Math.abs(decimal - product) <= 4e-16 * Math.abs(product) ? decimal : product;
}

/** A factor without its rounding errors, if it is a short decimal: 1 cm^3 is 1e-6 m^3. */
export function roundFactor(factor: number): number {
  const short = Number(factor.toPrecision(12));
  return Math.abs(short - factor) <= 1e-15 * factor ? short : factor;
}

export function multiplyUnits(a: Dimension, b: Dimension, power: number): Dimension {
  return a.map((exponent, i) => exponent + power * b[i]) as unknown as Dimension;
}

const symbols = ["m", "kg", "s", "A", "K", "mol", "cd"];

/** A dimension in base units: `kg m/s^2`, or `1`. */
export function formatDimension(dimension: Dimension): string {
  const order = [1, 0, 2, 3, 4, 5, 6];
  const part = (sign: number) =>
    order
      .filter((i) => dimension[i] * sign > 0)
      .map((i) => symbols[i] + powerText(dimension[i] * sign))
      .join(" ");
  const above = part(1);
  const below = part(-1);
  if (below === "") return above === "" ? "1" : above;
  return `${above === "" ? "1" : above}/${below.includes(" ") ? `(${below})` : below}`;
}

/** Exponents are multiples of a twelfth; those that are not short decimals are written as fractions. */
function powerText(exponent: number): string {
  if (exponent === 1) return "";
  if (Number.isInteger(exponent * 4)) return `^${exponent}`;
  const denominator = [3, 6, 12].find((n) => Math.abs(exponent * n - Math.floor(exponent * n + 0.5)) < 1e-9);
  return denominator ? `^(${Math.floor(exponent * denominator + 0.5)}/${denominator})` : `^${exponent}`;
}

/** Names of units in words and of other systems, with what to write. */
const habits: ReadonlyMap<string, string> = new Map([
  ["meter", "m"],
  ["metre", "m"],
  ["second", "s"],
  ["sec", "s"],
  ["kilogram", "kg"],
  ["kilo", "kg"],
  ["gram", "g"],
  ["newton", "N"],
  ["joule", "J"],
  ["watt", "W"],
  ["pascal", "Pa"],
  ["hertz", "Hz"],
  ["radian", "rad"],
  ["degree", "°"],
  ["hour", "h"],
  ["hr", "h"],
  ["minute", "min"],
  ["kelvin", "K"],
  ["volt", "V"],
  ["ampere", "A"],
  ["amp", "A"],
  ["kilometer", "km"],
  ["kilometre", "km"],
  ["centimeter", "cm"],
  ["centimetre", "cm"],
  ["millimeter", "mm"],
  ["millimetre", "mm"],
  ["kph", "km/h"],
  ["kmh", "km/h"],
  ["kmph", "km/h"],
  ["mps", "m/s"],
  ["tonne", "t"],
  ["litre", "L"],
  ["liter", "L"],
]);

/** Units outside the SI that the lab does not know, in units that it does. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["mph", "1 mph is 1.609344 [km/h], or 0.44704 [m/s]"],
  ["lb", "1 lb is 0.45359237 [kg]"],
  ["lbs", "1 lb is 0.45359237 [kg]"],
  ["pound", "1 pound is 0.45359237 [kg]"],
  ["lbf", "1 lbf is 4.4482216152605 [N]"],
  ["oz", "1 oz is 0.028349523125 [kg]"],
  ["ft", "1 ft is 0.3048 [m]"],
  ["foot", "1 ft is 0.3048 [m]"],
  ["feet", "1 ft is 0.3048 [m]"],
  ["inch", "1 inch is 0.0254 [m]"],
  ["in", "1 inch is 0.0254 [m]"],
  ["yard", "1 yard is 0.9144 [m]"],
  ["mile", "1 mile is 1609.344 [m]"],
  ["miles", "1 mile is 1609.344 [m]"],
  ["knot", "1 knot is 1.852 [km/h]"],
  ["kn", "1 knot is 1.852 [km/h]"],
  ["rpm", "1 rpm is 2 * pi / 60 [1/s]"],
  ["kgf", "1 kgf is 9.80665 [N]"],
  ["psi", "1 psi is 6894.757 [Pa]"],
  ["percent", "75 percent is 0.75, without a unit"],
  ["permille", "75 permille is 0.075, without a unit"],
  ["ppm", "75 ppm is 75e-6, without a unit"],
  ["hp", "1 hp is 745.7 [W]"],
]);

/**
 * What a name that is no unit here probably means: a word, a unit of another system, two units without a space; null if
 * nothing is known.
 */
export function unitMeant(name: string): string | null {
  const word = name.toLowerCase();
  const other = foreign.get(word);
  if (other) return other;
  const known = habits.get(word) ?? habits.get(word.replace(/s$/, ""));
  if (known) return `write [${known}]`;
  const power = /^(\p{L}+)(\d+)$/u.exec(name);
  if (power && findUnit(power[1])) return `write the power with ^: ${power[1]}^${power[2]}`;
  for (let at = name.length - 1; at > 0; at--) {
    const [left, right] = [name.slice(0, at), name.slice(at)];
    const [one, other] = [findUnit(left), findUnit(right)];
    // `kgg` is a typing error.
    const isProduct = one && other && one.dimension.some((exponent, i) => exponent !== other.dimension[i]);
    if (isProduct) return `units are multiplied by a space between them: [${left} ${right}]`;
  }
  return null;
}
