// Texts that follow the grammar and nothing else: names may be unknown, shapes may not fit.
import type { Random } from "./random.ts";

const names = [
  "a",
  "b",
  "c",
  "f",
  "g",
  "x",
  "v",
  "t",
  "pi",
  "norm",
  "mass",
  "position",
  "orientation",
  "size",
  "x1",
  "v2",
  "head",
  "tail",
  "previous",
  "total",
  "sumOthers",
  "derivative",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "été",
  "object",
  "use",
  "index",
  "world",
  "collisionNormal",
  "penetration",
  "lambda",
  "C",
  "index0",
  "ball",
];
const natives = [
  "norm",
  "sine",
  "identityMatrix",
  "inverse",
  "subMatrix",
  "outerProduct",
  "head",
  "tail",
  "min",
  "rotation",
  "normalize",
  "eigenvalues",
  "quaternionPower",
  "solve",
  "matrixDimension",
  "vectorDimension",
  "orientationRate",
  "quaternionLog",
];
const numbers = [
  "0",
  "1",
  "2",
  "3",
  "0.5",
  "1e-3",
  "1e308",
  "1e400",
  "123456789012345678901234567890",
  "4",
  "-1",
  "5e-324",
];
const operators = ["#", "^", "*", "/", ".", "+", "-", "==", "!=", "<=", ">=", "<", ">", "&", "|", "++"];
const units = ["[kg]", "[m/s^2]", "[km]", "[furlong]", "[1]", "[2]", "[kg (m/s)^-2]", "[Ym^20]", "[]"];

const solids = ["sphere", "cuboid", "half space", "plane", "triangle mesh", "blob"];

export class LooseGenerator {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  name(): string {
    return this.random.pick(names);
  }

  expression(depth: number): string {
    const { random } = this;
    const sub = () => this.expression(depth - 1);
    if (depth <= 0) return random.chance(50) ? random.pick(numbers) : this.name();
    switch (random.below(16)) {
      case 0:
        return random.pick(numbers);
      case 1:
        return this.name();
      case 2:
      case 3:
      case 4:
        return `${sub()} ${random.pick(operators)} ${sub()}`;
      case 5:
        return `(${sub()})`;
      case 6:
        return `[${random.list(random.chance(3) ? 0 : 1, 4, sub).join(", ")}]`;
      case 7:
        return `{${random.list(0, 3, sub).join(", ")}}`;
      case 8:
        return `if ${sub()} then ${sub()} else ${sub()}`;
      case 9:
      case 10:
        return `${random.pick(natives)}(${random.list(0, 3, sub).join(", ")})`;
      case 11:
        return `${this.name()}(${random.list(0, 3, sub).join(", ")})`;
      case 12:
        return `${random.pick(["-", "+", "!"])}${sub()}`;
      case 13:
        return `${sub()} ${random.pick(units)}`;
      case 14:
        return `${this.name()}${random.pick(["'", "''"])}`;
      default:
        return random.pick(["true", "false"]);
    }
  }

  definition(): string {
    const params = this.random.chance(30) ? `(${this.random.list(0, 3, () => this.name()).join(", ")})` : "";
    const mark = this.random.pick(["=", "=", "=", "=", "+=", "' =", "'' ="]);
    return `${this.name()}${params} ${mark} ${this.expression(3)}`;
  }

  functions(): string {
    return this.random.list(1, 5, () => this.definition()).join(this.random.pick(["\n", "\n", " ", ",\n"]));
  }

  private braces(item: () => string, most = 4): string {
    return `{ ${this.random.list(0, most, item).join(this.random.pick([", ", " ", "\n"]))} }`;
  }

  private nameList(): string {
    return `{${this.random.list(0, 3, () => this.name()).join(", ")}}`;
  }

  private alias(): string {
    const target = this.random.pick([
      "object with index 0",
      "object with index 1",
      "object with index O",
      "object with index 2",
      `object ${this.name()}`,
      `link ${this.name()}`,
      "each other object",
      "world",
    ]);
    return `use ${this.name()} as attribute ${this.name()} of ${target}`;
  }

  private requirement(): string {
    return this.random.pick([
      "mandatory 1 dynamic object",
      "2 dynamic spheres",
      "1 static",
      "mandatory 0 half space",
      "9 objects",
      "1 furry object",
      `object ${this.name()}`,
      "1.5 driven cuboids",
      "1 convex polyhedron",
    ]);
  }

  private setting(): string {
    const { random } = this;
    switch (random.below(17)) {
      case 0:
        return `name = ${this.name()}`;
      case 1:
        return `physical type = ${random.pick(["dynamic", "static", "driven", "dinamic", "1"])}`;
      case 2:
        return `geometrical type = ${random.pick(solids)}`;
      case 3:
        return `type = ${random.pick(["free fall", "collision", "contact", "link", "constraint", "magic"])}`;
      case 4:
        return `functions = ${this.braces(() => this.definition())}`;
      case 5:
        return `attributes = ${this.braces(() => (random.chance(20) ? this.name() : this.definition()))}`;
      case 6:
        return `aliases = ${this.braces(() => this.alias())}`;
      case 7:
        return `applicability = { ${random.list(0, 3, () => this.requirement()).join(" and ")} }`;
      case 8:
        return `between = {${this.name()} at ${this.expression(1)}, ${random.pick(["world", this.name()])}}`;
      case 9:
        return `compute_first_time_only_attributes = ${this.nameList()}`;
      case 10:
        return `geometric_data_directions = ${this.expression(1)}`;
      case 11:
        return (
          `${random.pick(["unknowns", "constraints", "objects_involved", "contexts_involved"])} = ` +
          `${this.nameList()}`
        );
      case 12:
        return `applied to = ${random.pick(["pair", "group", "nobody"])}`;
      case 13:
        return (
          `${random.pick(["initial time", "duration", "step", "copies", "when", "points", "closed"])} = ` +
          `${this.expression(2)}`
        );
      case 14:
        return `integrator = ${random.pick(["explicit euler", "semi-implicit euler", "rk4", "dormand-prince"])}`;
      case 15:
        return `kind = ${this.name()}`;
      default:
        return `unheard of key = ${random.pick(['"text"', this.expression(1)])}`;
    }
  }

  block(): string {
    const kind = this.random.pick([
      "object",
      "object",
      "context",
      "context",
      "context",
      "simulation",
      "link",
      "curve",
      "event",
      "bench",
      "study",
      "world attributes",
      "measures",
      "input",
      "nonsense",
    ]);
    const item = () =>
      /attributes|measures|input/.test(kind) && this.random.chance(80)
        ? this.random.pick([this.definition(), this.alias()])
        : this.setting();
    const always = kind === "object" ? "name = ball physical type = dynamic geometrical type = sphere " : "";
    const type =
      kind === "context" ? `name = c type = ${this.random.pick(["free fall", "collision", "contact"])} ` : "";
    return `${kind} { ${always}${type}${this.random.list(0, 5, item).join(this.random.pick([" ", "\n", ", "]))} }`;
  }

  file(): string {
    const item = () => {
      const which = this.random.below(10);
      if (which < 6) return this.block();
      if (which < 8) return this.definition();
      return which < 9 ? `$${this.expression(2)}` : this.random.pick(['import "a.vfl"', 'export "b.vfl"']);
    };
    return this.random.list(1, 5, item).join("\n");
  }
}
