// Random formulas of a given dimension, right by construction.
import { type Dimension, dimensionless, formatDimension, multiplyUnits } from "../../../src/language/syntax/unit.ts";
import type { Random } from "../fuzz/random.ts";

type Rank = "real" | "vector";

const metre: Dimension = [1, 0, 0, 0, 0, 0, 0];
const kilogram: Dimension = [0, 1, 0, 0, 0, 0, 0];
const second: Dimension = [0, 0, 1, 0, 0, 0, 0];
const velocity = multiplyUnits(metre, second, -1);

/** The parameters of every formula. */
export const parameters: readonly { readonly name: string; readonly dimension: Dimension; readonly rank: Rank }[] = [
  { name: "l", dimension: metre, rank: "real" },
  { name: "m", dimension: kilogram, rank: "real" },
  { name: "s", dimension: second, rank: "real" },
  { name: "x", dimension: metre, rank: "vector" },
  { name: "v", dimension: velocity, rank: "vector" },
  { name: "n", dimension: dimensionless, rank: "vector" },
];

export class FormulaGenerator {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** `f(l [m], …) [unit] = …`, and the dimension it states; whole exponents, so that it can be written. */
  definition(): string {
    const dimension: Dimension = [
      this.random.below(5) - 2,
      this.random.below(3) - 1,
      this.random.below(5) - 2,
      0,
      0,
      0,
      0,
    ];
    const rank = this.random.below(2) === 0 ? "real" : "vector";
    const params = parameters.map((param) => `${param.name} [${formatDimension(param.dimension)}]`).join(", ");
    return `f(${params}) [${formatDimension(dimension)}] = ${this.formula(dimension, rank, 4)}`;
  }

  private formula(dimension: Dimension, rank: Rank, depth: number): string {
    if (depth === 0) return rank === "real" ? this.monomial(dimension) : `${this.monomial(dimension)} * n`;
    const inner = (of: Dimension, kind: Rank) => `(${this.formula(of, kind, depth - 1)})`;
    const other = parameters[this.random.below(parameters.length)];
    const rest = multiplyUnits(dimension, other.dimension, -1);
    const same = () => inner(dimension, rank);
    switch (this.random.below(rank === "real" ? 12 : 8)) {
      case 0:
        return `${same()} + ${same()}`;
      case 1:
        return `${same()} - 0.5 * ${same()}`;
      case 2:
        return (
          `if ${inner(other.dimension, "real")} < 1.37 [1] * ${inner(other.dimension, "real")} then ` +
          `${same()} else ${same()}`
        );
      case 3:
        return `${inner(multiplyUnits(dimension, metre, -1), "real")} * ${rank === "real" ? "l" : "x"}`;
      case 4:
        return `${inner(multiplyUnits(dimension, second, 1), rank)} / s`;
      case 5:
        return rank === "vector"
          ? `${inner(multiplyUnits(dimension, velocity, -1), "vector")} * v`
          : `${inner(rest, "vector")} . ${inner(other.dimension, "vector")}`;
      case 6:
        return rank === "vector"
          ? `[${inner(dimension, "real")}, ${inner(dimension, "real")}, 0]`
          : `norm(${inner(dimension, "vector")})`;
      case 7:
        return rank === "vector"
          ? `reflectVector(${same()}, ${inner(other.dimension, "vector")})`
          : `sqrt(abs(${inner(multiplyUnits(dimensionless, dimension, 2), "real")}))`;
      case 8:
        return `max(${same()}, ${same()})`;
      case 9:
        return `${inner(dimension, "vector")} # ${1 + this.random.below(3)}`;
      case 10:
        return `${same()} * sine(${inner(other.dimension, "real")} / (${this.monomial(other.dimension)}))`;
      default:
        return `(1 + ${inner(dimensionless, "real")}) * ${same()}`;
    }
  }

  /** l^a m^b s^c */
  private monomial(dimension: Dimension): string {
    const part = (name: string, exponent: number) => (exponent === 0 ? [] : [`${name}^${exponent}`]);
    const parts = [...part("l", dimension[0]), ...part("m", dimension[1]), ...part("s", dimension[2])];
    return parts.length === 0 ? "2" : parts.join(" * ");
  }
}
