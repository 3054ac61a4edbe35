// Random functions for the expressions: plain ones, recursions of every kind, and ones too large to be written out
// twice.
import { matrix, real, type Shape, vector } from "../../../src/language/shapes/shape.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { Expressions, type Name, randomShape } from "./expressions.ts";
import { callsOfNatives } from "./native-calls.ts";

/** What expressions may call without saying so. */
const helpers = ["symmetric(m) = m + matrixTranspose(m)", "sumOf(s) = if s == {} then 0 else head(s) + sumOf(tail(s))"];

export class Functions {
  private readonly random: Random;
  private readonly say: Expressions;
  private readonly lines: string[] = [];

  constructor(random: Random, attributes: readonly Name[], counts: readonly string[]) {
    this.random = random;
    this.say = new Expressions(random, attributes, counts);
  }

  /** So many definitions, the last of them without parameters. */
  write(count: number, depth: number): string {
    for (let i = 0; i < count; i++) this.one(`f${i}`, depth, i === count - 1);
    const text = this.lines.join("\n");
    const needed = helpers.filter((helper) => text.includes(helper.slice(0, helper.indexOf("(") + 1)));
    return [...needed, ...this.lines].join("\n");
  }

  private one(name: string, depth: number, isLast: boolean): void {
    const { random, say } = this;
    const kind = random.below(100);
    if (kind < 12) {
      this.recursion(name, depth);
      return;
    }
    if (kind === 12 && random.chance(50)) {
      this.large(name);
      return;
    }
    if (kind < 30) {
      const call = random.pick(random.pick(callsOfNatives));
      this.lines.push(`${name} = ${say.native(call, depth)}`);
      say.names.push({ name, shape: call.shape, params: null });
      return;
    }
    if (isLast || kind < 60) {
      if (random.chance(4)) {
        const items = random.list(1, 3, () => say.of(randomShape(random), depth - 1));
        this.lines.push(`${name} = {${items.join(", ")}}`);
        return;
      }
      const shape = randomShape(random);
      this.lines.push(`${name} = ${say.of(shape, depth)}`);
      say.names.push({ name, shape, params: null });
      return;
    }
    const shape = randomShape(random);
    const params = random.list(1, 3, () => randomShape(random));
    this.lines.push(`${name}(${params.map((_, j) => `p${j}`).join(", ")}) = ${this.inside(params).of(shape, depth)}`);
    say.names.push({ name, shape, params });
  }

  /** Expressions that see parameters too. */
  private inside(params: readonly Shape[], more: readonly Name[] = []): Expressions {
    const own = params.map((shape, j) => ({ name: `p${j}`, shape, params: null }));
    return new Expressions(this.random, [...this.say.names, ...own, ...more], this.say.counts);
  }

  /** How often: known before the run, or told by an attribute; now and then more often than can be. */
  private count(most: number): string {
    const { random, say } = this;
    const [count] = say.counts;
    if (random.chance(30) || count === undefined) return `${random.chance(3) ? Math.min(90, most) : random.below(5)}`;
    return random.chance(50) ? `min(${count}, ${most})` : `min(2 * ${count}, ${most})`;
  }

  private recursion(name: string, depth: number): void {
    const { random, say, lines } = this;
    const shape = randomShape(random);
    const params = random.list(1, 2, () => randomShape(random));
    const heads = params.map((_, j) => `p${j}`);
    const inside = this.inside(params);
    const small = Math.min(depth, 2);
    const call = (to: string, n: string, args = heads) => `${to}(${[n, ...args].join(", ")})`;
    const join = (again: string, other: string) => {
      if (shape.kind === "boolean") return random.chance(50) ? `!${again}` : `(${other} | ${again})`;
      return random.chance(50) ? `${again} + ${other}` : `${other} - ${again}`;
    };
    const more = random.chance(50) ? "n > 0" : "!(n <= 0)";
    let most = "2000";
    switch (random.below(6)) {
      case 0:
      case 1:
        lines.push(
          `${call(name, "n")} = if ${more} then ${join(call(name, "n - 1"), inside.of(shape, small))} ` +
            `else ${inside.of(shape, small)}`,
        );
        break;
      case 2: {
        const other = `${name}_by_way`;
        lines.push(`${call(other, "n")} = ${join(call(name, "n - 1"), inside.of(shape, small))}`);
        lines.push(`${call(name, "n")} = if ${more} then ${call(other, "n")} else ${inside.of(shape, small)}`);
        break;
      }
      case 3: {
        // What is gathered goes along; nothing is left to do after the call.
        most = "200";
        const gathered: Name = { name: "g", shape, params: null };
        const next = this.inside(params, [gathered]).of(shape, small);
        lines.push(
          `${call(name, "n", ["g", ...heads])} = if n > 0 then ${call(name, "n - 1", [next, ...heads])} else g`,
        );
        this.used(name, shape, [shape, ...params], most);
        return;
      }
      case 4:
        most = "7";
        lines.push(
          `${call(name, "n")} = if n > 1 then ${join(call(name, "n - 1"), call(name, "n - 2"))} else ` +
            `${inside.of(shape, small)}`,
        );
        break;
      default: {
        const n = 2 + random.below(3);
        const along = this.inside([], [{ name: "v", shape: vector(n), params: null }]).of(real, 1);
        lines.push(`${name}(v, i) = if i > vectorDimension(v) then ${along} else v # i * ${name}(v, i + 1)`);
        lines.push(`${name}_of = ${name}(${say.of(vector(n), small)}, 1)`);
        say.names.push({ name: `${name}_of`, shape: real, params: null });
        return;
      }
    }
    this.used(name, shape, params, most);
  }

  private used(name: string, shape: Shape, params: readonly Shape[], most: string): void {
    const { random, say, lines } = this;
    const call = () => `${name}(${[this.count(Number(most)), ...params.map((param) => say.of(param, 1))].join(", ")})`;
    const twice = shape.kind !== "boolean" && random.chance(25);
    lines.push(`${name}_of = ${twice ? `${call()} - ${call()}` : call()}`);
    say.names.push({ name: `${name}_of`, shape, params: null });
  }

  private large(name: string): void {
    const { random, say } = this;
    const shape = matrix(4, 4);
    const p = random.pick(["31", "47"]);
    this.lines.push(`${name}(m) = (m ^ 63 + m ^ ${p}) * (m ^ 61 - inverse(m) ^ 3)`);
    const calls = [say.of(shape, 1), say.of(shape, 1), say.of(shape, 1)].map((arg) => `${name}(${arg})`);
    this.lines.push(`${name}_of = ${calls.join(" - ")}`);
    say.names.push({ name: `${name}_of`, shape, params: null });
  }
}
