// Programs whose every shape the generator knows: the checker must find nothing wrong with them, and the interpreter
// must give values of the same shapes.
import { boolean, matrix, real, type Shape, shapeKey, vector } from "../../../src/language/shapes/shape.ts";
import type { Random } from "./random.ts";

/** A name that can be said, and the shape of its value. `params` is null for what is not called. */
export interface Speakable {
  readonly name: string;
  readonly shape: Shape;
  readonly params: readonly Shape[] | null;
}

const lengths = [1, 2, 3, 3, 3, 4];

export function randomShape(random: Random): Shape {
  const kind = random.below(10);
  if (kind < 4) return real;
  if (kind < 5) return boolean;
  if (kind < 8) return vector(random.pick(lengths));
  return matrix(random.pick(lengths), random.pick(lengths));
}

const ofOneNumber = ["sine", "cosine", "exp", "sqrt", "abs", "floor", "sign", "inverseTangent", "tanh"];

export class TypedGenerator {
  private readonly random: Random;
  readonly names: Speakable[];

  constructor(random: Random, names: readonly Speakable[] = []) {
    this.random = random;
    this.names = [...names];
  }

  expression(shape: Shape, depth: number): string {
    const key = shapeKey(shape);
    const known = this.names.filter((name) => shapeKey(name.shape) === key && (depth > 0 || name.params === null));
    if (known.length > 0 && this.random.chance(depth > 0 ? 25 : 70)) return this.say(this.random.pick(known), depth);
    if (depth <= 0) return this.literal(shape);
    if (this.random.chance(12)) {
      const condition = this.expression(boolean, depth - 1);
      return `(if ${condition} then ${this.expression(shape, depth - 1)} else ${this.expression(shape, depth - 1)})`;
    }
    switch (shape.kind) {
      case "real":
        return this.real(depth);
      case "boolean":
        return this.boolean(depth);
      case "vector":
        return this.vector(shape.length!, depth);
      case "matrix":
        return this.matrix(shape.rows!, shape.cols!, depth);
      default:
        return this.literal(shape);
    }
  }

  private say({ name, params }: Speakable, depth: number): string {
    if (params === null) return name;
    return `${name}(${params.map((param) => this.expression(param, Math.min(depth - 1, 2))).join(", ")})`;
  }

  literal(shape: Shape): string {
    const { random } = this;
    const number = () => random.pick(["0", "1", "2", "0.5", "3", "7", "1e-3", "10", "0.25"]);
    const row = (count: number) => `[${Array.from({ length: count }, number).join(", ")}]`;
    switch (shape.kind) {
      case "boolean":
        return random.pick(["true", "false"]);
      case "vector":
        return row(shape.length!);
      case "matrix":
        return `[${Array.from({ length: shape.rows! }, () => row(shape.cols!)).join(", ")}]`;
      case "sequence":
        return "{}";
      default:
        return number();
    }
  }

  private real(depth: number): string {
    const { random } = this;
    const of = (shape: Shape) => this.expression(shape, depth - 1);
    const n = random.pick(lengths);
    switch (random.below(12)) {
      case 0:
        return `(${of(real)} ${random.pick(["+", "-", "*", "/", "^"])} ${of(real)})`;
      case 1:
        return `(${of(vector(n))} . ${of(vector(n))})`;
      case 2:
        return `(${of(vector(n))} # ${1 + random.below(n)})`;
      case 3:
        return `-${of(real)}`;
      case 4:
        return `${random.pick(ofOneNumber)}(${of(real)})`;
      case 5:
        return `norm(${of(vector(n))})`;
      case 6:
        return `${random.pick(["determinant", "trace"])}(${of(matrix(n, n))})`;
      case 7:
        return `${random.pick(["min", "max", "atan2"])}(${of(real)}, ${of(real)})`;
      case 8:
        return `(${of(real)}) ${random.pick(["[kg]", "[m/s^2]", "[km]", "[deg]"])}`;
      case 9:
        return `vectorDimension(${of(vector(n))})`;
      case 10:
        return `(${of(matrix(n, random.pick(lengths)))} # ${1 + random.below(n)} # 1)`;
      default:
        return `head({${of(real)}, ${of(real)}} ++ {${of(real)}})`;
    }
  }

  private boolean(depth: number): string {
    const { random } = this;
    const of = (shape: Shape) => this.expression(shape, depth - 1);
    switch (random.below(5)) {
      case 0:
        return `(${of(real)} ${random.pick(["<", ">", "<=", ">="])} ${of(real)})`;
      case 1:
        return `(${of(boolean)} ${random.pick(["&", "|"])} ${of(boolean)})`;
      case 2:
        return `!${of(boolean)}`;
      default: {
        const shape = randomShape(random);
        return `(${of(shape)} ${random.pick(["==", "!="])} ${of(shape)})`;
      }
    }
  }

  private vector(n: number, depth: number): string {
    const { random } = this;
    const of = (shape: Shape) => this.expression(shape, depth - 1);
    const k = random.pick(lengths);
    switch (random.below(n === 3 ? 12 : n === 2 || n === 4 ? 9 : 8)) {
      case 0:
        return `[${Array.from({ length: n }, () => of(real)).join(", ")}]`;
      case 1:
        return `(${of(vector(n))} ${random.pick(["+", "-"])} ${of(vector(n))})`;
      case 2:
        return random.chance(50) ? `(${of(real)} * ${of(vector(n))})` : `(${of(vector(n))} * ${of(real)})`;
      case 3:
        return `(${of(vector(n))} / ${of(real)})`;
      case 4:
        return `(${of(matrix(n, k))} * ${of(vector(k))})`;
      case 5:
        return `(${of(matrix(k, n))} # ${1 + random.below(k)})`;
      case 6:
        return `normalize(${of(vector(n))})`;
      case 7:
        return `-${of(vector(n))}`;
      case 8:
        if (n === 2) return `matrixDimension(${of(matrix(k, n))})`;
        if (n === 4) return `multiplyQuaternions(${of(vector(4))}, ${of(vector(4))})`;
        return `(${of(vector(3))} * ${of(vector(3))})`;
      case 9:
        return `rotateVector(${of(vector(3))}, ${of(vector(3))}, ${of(real)})`;
      case 10:
        return `reflectVector(${of(vector(3))}, ${of(vector(3))})`;
      default:
        return `quaternionToEulerXYZ(${of(vector(4))})`;
    }
  }

  private matrix(rows: number, cols: number, depth: number): string {
    const { random } = this;
    const of = (shape: Shape) => this.expression(shape, depth - 1);
    const k = random.pick(lengths);
    const square = rows === cols;
    switch (random.below(square ? (rows === 3 ? 13 : 10) : 7)) {
      case 0:
        return `[${Array.from({ length: rows }, () => of(vector(cols))).join(", ")}]`;
      case 1:
        return `(${of(matrix(rows, cols))} ${random.pick(["+", "-"])} ${of(matrix(rows, cols))})`;
      case 2:
        return `(${of(matrix(rows, k))} * ${of(matrix(k, cols))})`;
      case 3:
        return `matrixTranspose(${of(matrix(cols, rows))})`;
      case 4:
        return `outerProduct(${of(vector(rows))}, ${of(vector(cols))})`;
      case 5:
        return `subMatrix(${of(matrix(rows + random.below(2), cols + random.below(2)))}, ${rows}, ${cols})`;
      case 6:
        return `(${of(real)} * ${of(matrix(rows, cols))})`;
      case 7:
        return `identityMatrix(${rows})`;
      case 8:
        return `(${of(matrix(rows, rows))} ^ ${random.pick(["2", "3", "-1", "0"])})`;
      case 9:
        return `inverse(${of(matrix(rows, rows))})`;
      case 10:
        return `skewSymmetricMatrix(${of(vector(3))})`;
      case 11:
        return `rotation(${of(random.pick([vector(3), vector(4), matrix(3, 3)]))})`;
      default:
        return `arbitraryBasis(${of(vector(3))})`;
    }
  }

  /** Functions, some of parameters and some recursive, each seeing those before it. */
  functions(count: number, prefix = "f"): string[] {
    const lines: string[] = [];
    for (let i = 0; i < count; i++) {
      const name = `${prefix}${i}`;
      const shape = randomShape(this.random);
      const kind = this.random.below(10);
      if (kind < 6) {
        lines.push(`${name} = ${this.expression(shape, 3)}`);
        this.names.push({ name, shape, params: null });
      } else {
        const params = this.random.list(1, 3, () => randomShape(this.random));
        const own = params.map((param, j) => ({ name: `p${j}`, shape: param, params: null }));
        const inside = new TypedGenerator(this.random, [...this.names, ...own]);
        const heads = own.map((param) => param.name);
        if (kind < 8) lines.push(`${name}(${heads.join(", ")}) = ${inside.expression(shape, 3)}`);
        else {
          // A count goes down to zero; what is added to on the way has the shape of what it starts with.
          // Every second one goes by way of another function, which has no end of its own.
          const other = this.random.chance(50) ? `${name}_by_way` : name;
          if (other !== name) {
            const back = `${name}(${["n - 1", ...heads].join(", ")})`;
            lines.push(
              `${other}(${["n", ...heads].join(", ")}) = ${shape.kind === "boolean" ? `!${back}` : `-${back}`}`,
            );
          }
          const again = `${other}(${["n - 1", ...heads].join(", ")})`;
          const more = shape.kind === "boolean" ? `!${again}` : `${again} + ${inside.expression(shape, 2)}`;
          const head = `${name}(${["n", ...heads].join(", ")})`;
          lines.push(`${head} = if n <= 0 then ${inside.expression(shape, 2)} else ${more}`);
          const few = `${name}_of_few`;
          const args = params.map((param) => this.expression(param, 1));
          lines.push(`${few} = ${name}(${[this.random.below(4), ...args].join(", ")})`);
          this.names.push({ name: few, shape, params: null });
          continue;
        }
        this.names.push({ name, shape, params });
      }
    }
    return lines;
  }
}
