// Random expressions of a wanted shape, with all operators and natives; most of them give numbers, some fail in the
// run.
import { boolean, matrix, real, type Shape, shapeKey, vector } from "../../../src/language/shapes/shape.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { curveNames, curveQuestions } from "./curves.ts";
import { type NativeCall, nativeCalls } from "./native-calls.ts";

/** A name that can be said; `params` is null for what is not called. */
export interface Name {
  readonly name: string;
  readonly shape: Shape;
  readonly params: readonly Shape[] | null;
}

const lengths = [1, 2, 3, 3, 3, 4, 4];
const units = ["kg", "m/s^2", "km", "deg", "N m", "g", "h", "1/s", "rad", "eV"];

export function randomShape(random: Random): Shape {
  const kind = random.below(20);
  if (kind < 9) return real;
  if (kind < 11) return boolean;
  if (kind < 16) return vector(random.pick(lengths));
  if (kind < 19) return matrix(random.pick(lengths), random.pick(lengths));
  const n = random.pick([2, 3, 4, 5]);
  return matrix(n, n);
}

export class Expressions {
  readonly random: Random;
  readonly names: Name[];
  /** Names of attributes that hold whole numbers. */
  readonly counts: readonly string[];
  /** Nothing that a checker would refuse. */
  private readonly isRight: boolean;

  constructor(random: Random, names: readonly Name[], counts: readonly string[], isRight = false) {
    this.random = random;
    this.names = [...names];
    this.counts = counts;
    this.isRight = isRight;
  }

  of(shape: Shape, depth: number): string {
    const { random } = this;
    const key = shapeKey(shape);
    const known = this.names.filter((name) => shapeKey(name.shape) === key && (depth > 0 || name.params === null));
    if (known.length > 0 && random.chance(depth > 0 ? 18 : 75)) return this.say(random.pick(known), depth);
    if (depth <= 0) return this.literal(shape);
    const roll = random.below(100);
    if (roll < 10) return this.branch(shape, depth);
    const calls = nativeCalls.get(key);
    if (calls && roll < 45) {
      return this.native(random.pick(calls), depth);
    }
    // Few shapes are two by three.
    const questions = roll < (key === "m2x3" ? 80 : 48) ? curveQuestions(shape) : [];
    if (questions.length > 0) {
      const { name, takes } = random.pick(questions);
      const curve = random.pick(curveNames);
      return takes ? `${name}(${curve}, ${this.of(takes, depth - 1)})` : `${name}(${curve})`;
    }
    if (shape.kind === "real") return this.real(depth);
    if (shape.kind === "boolean") return this.boolean(depth);
    if (shape.kind === "vector") return this.vector(shape.length!, depth);
    if (shape.kind === "matrix") return this.matrix(shape.rows!, shape.cols!, depth);
    return this.sequence(real, depth);
  }

  native({ name, args: shapes }: NativeCall, depth: number): string {
    const args = shapes.map((arg) => this.of(arg, depth - 1));
    return name.startsWith("eigen") ? `${name}(symmetric(${args}))` : `${name}(${args.join(", ")})`;
  }

  private say({ name, params }: Name, depth: number): string {
    if (params === null) return name;
    return `${name}(${params.map((param) => this.of(param, Math.min(depth - 1, 1))).join(", ")})`;
  }

  /** Now and then with a side that fails, or is costly. */
  private branch(shape: Shape, depth: number): string {
    const yes = this.of(shape, depth - 1);
    let no = this.of(shape, depth - 1);
    const surprise = this.isRight ? -1 : this.random.below(20);
    if (surprise === 0) no = "inverse([[1, 2], [2, 4]])";
    if (surprise === 1) no = "([1, 2] # 3)";
    if (surprise === 2) no = "head(tail({1}))";
    const sides = this.random.chance(50) ? [yes, no] : [no, yes];
    return `(if ${this.of(boolean, depth - 1)} then ${sides[0]} else ${sides[1]})`;
  }

  literal(shape: Shape): string {
    const { random } = this;
    const reals = this.names.filter((name) => name.shape.kind === "real" && name.params === null);
    const number = () =>
      reals.length > 0 && random.chance(40)
        ? random.pick(reals).name
        : random.pick(["0", "1", "2", "0.5", "3", "7", "1e-3", "10", "0.25", "pi", "-1"]);
    const row = (count: number) => `[${Array.from({ length: count }, number).join(", ")}]`;
    if (shape.kind === "boolean") return random.pick(["true", "false"]);
    if (shape.kind === "vector") return row(shape.length!);
    if (shape.kind === "matrix") return `[${Array.from({ length: shape.rows! }, () => row(shape.cols!)).join(", ")}]`;
    return number();
  }

  private number(depth: number): string {
    return this.of(real, depth - 1);
  }

  /** A place from 1 to n: known, or computed and sometimes beyond. */
  private index(n: number, depth: number): string {
    const { random } = this;
    switch (random.below(6)) {
      case 0:
        return `(1 + floor(min(abs(${this.number(depth)}), ${n - 0.5})))`;
      case 1:
        return `(if ${this.of(boolean, depth - 1)} then 1 else ${n})`;
      case 2:
        return this.counts.length > 0 ? random.pick(this.counts) : "1";
      default:
        return `${1 + random.below(n)}`;
    }
  }

  private real(depth: number): string {
    const { random } = this;
    const n = random.pick(lengths);
    const x = () => this.number(depth);
    switch (random.below(12)) {
      case 0:
      case 1:
        return `(${x()} ${random.pick(["+", "-", "*", "/"])} ${x()})`;
      case 2:
        return `(${x()} ^ ${random.chance(70) ? random.pick(["2", "0.5", "3", "(-1)", "(-2)", "0"]) : x()})`;
      case 3:
        return `(${this.of(vector(n), depth - 1)} . ${this.of(vector(n), depth - 1)})`;
      case 4:
      case 5:
        return `(${this.of(vector(n), depth - 1)} # ${this.index(n, depth)})`;
      case 6:
        return `(${this.of(matrix(n, 2), depth - 1)} # ${this.index(n, depth)} # ${this.index(2, depth)})`;
      case 7:
        return `(${random.pick(["-", "+"])} ${x()})`;
      case 8:
        return `(${x()}) [${random.pick(units)}]`;
      case 9:
        return `head(${this.sequence(real, depth)})`;
      case 10:
        return `sumOf(${this.sequence(real, depth)})`;
      default:
        return `(2 * ${x()} - ${x()})`;
    }
  }

  /** At least one item. */
  sequence(shape: Shape, depth: number): string {
    const { random } = this;
    const item = () => this.of(shape, depth - 1);
    switch (random.below(4)) {
      case 0:
        return `{${item()}, ${item()}}`;
      case 1:
        return `({${item()}} ++ {${item()}, ${item()}})`;
      case 2:
        return `tail({${item()}, ${item()}, ${item()}})`;
      default:
        return `(if ${this.of(boolean, depth - 1)} then {${item()}} else {${item()}})`;
    }
  }

  private boolean(depth: number): string {
    const { random } = this;
    const b = () => this.of(boolean, depth - 1);
    switch (random.below(6)) {
      case 0:
      case 1:
        return `(${this.number(depth)} ${random.pick(["<", ">", "<=", ">="])} ${this.number(depth)})`;
      case 2:
        return `(${b()} ${random.pick(["&", "|"])} ${b()})`;
      case 3:
        return `!${b()}`;
      case 4:
        return `(${this.sequence(real, depth)} ${random.pick(["==", "!="])} ${this.sequence(real, depth)})`;
      default: {
        const shape = randomShape(random);
        return `(${this.of(shape, depth - 1)} ${random.pick(["==", "!="])} ${this.of(shape, depth - 1)})`;
      }
    }
  }

  private vector(n: number, depth: number): string {
    const { random } = this;
    const v = () => this.of(vector(n), depth - 1);
    const k = random.pick(lengths);
    switch (random.below(n === 3 ? 11 : 10)) {
      case 0:
      case 1:
        return `[${Array.from({ length: n }, () => this.number(depth)).join(", ")}]`;
      case 2:
      case 3:
        return `(${v()} ${random.pick(["+", "-"])} ${v()})`;
      case 4:
        return random.chance(50) ? `(${this.number(depth)} * ${v()})` : `(${v()} * ${this.number(depth)})`;
      case 5:
        return `(${v()} / ${this.number(depth)})`;
      case 6:
        return `(${this.of(matrix(n, k), depth - 1)} * ${this.of(vector(k), depth - 1)})`;
      case 7:
        return `(${this.of(matrix(k, n), depth - 1)} # ${this.index(k, depth)})`;
      case 8:
        return `(- ${v()})`;
      case 9:
        return random.chance(50) ? `head({${v()}, ${v()}})` : `(${v()}) [${random.pick(units)}]`;
      default:
        return `(${v()} * ${v()})`;
    }
  }

  private matrix(rows: number, cols: number, depth: number): string {
    const { random } = this;
    const of = (r: number, c: number) => this.of(matrix(r, c), depth - 1);
    const k = random.pick(lengths);
    switch (random.below(rows === cols ? 10 : 8)) {
      case 0:
        return `[${Array.from({ length: rows }, () => this.of(vector(cols), depth - 1)).join(", ")}]`;
      case 1:
      case 2:
        return `(${of(rows, cols)} ${random.pick(["+", "-"])} ${of(rows, cols)})`;
      case 3:
        return `(${of(rows, k)} * ${of(k, cols)})`;
      case 4:
        return `subMatrix(${of(rows + random.below(2), cols + random.below(2))}, ${rows}, ${cols})`;
      case 5:
        return random.chance(50)
          ? `(${this.number(depth)} * ${of(rows, cols)})`
          : `(${of(rows, cols)} * ${this.number(depth)})`;
      case 6:
        return `(${of(rows, cols)} / ${this.number(depth)})`;
      case 7:
        return random.chance(50) ? `(- ${of(rows, cols)})` : `(${of(rows, cols)}) [${random.pick(units)}]`;
      case 8:
        return `identityMatrix(${rows})`;
      default:
        return `(${of(rows, rows)} ^ ${random.pick(["2", "3", "(-1)", "0", "(-2)", "5"])})`;
    }
  }
}
