// Random programs over attributes in memory, for comparing kernels with the interpreter.
import { type Attribute, type Binding, nativeScope, type Scope } from "../../../src/language/names/scope.ts";
import { real, type Shape, vector } from "../../../src/language/shapes/shape.ts";
import type { Definition } from "../../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../../src/language/syntax/parse.ts";
import { createSource } from "../../../src/language/syntax/span.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { randomShape } from "./expressions.ts";
import { Functions } from "./functions.ts";

/** An attribute and where its first number lies in a body's memory. */
export interface Stored {
  readonly name: string;
  readonly shape: Shape;
  readonly at: number;
  readonly size: number;
  /** The world's, the same for all bodies, or a body's own. */
  readonly owner: "world" | "object";
  /** A whole number that recursions and indices go by. */
  readonly isCount: boolean;
}

export interface Program {
  readonly text: string;
  readonly attributes: readonly Stored[];
  readonly definitions: readonly Definition[];
  readonly scope: Scope;
}

export function sizeOf(shape: Shape): number {
  if (shape.kind === "vector") return shape.length!;
  return shape.kind === "matrix" ? shape.rows! * shape.cols! : 1;
}

/** Functions that see each other and the attributes. */
class ProgramScope implements Scope {
  private readonly bindings = new Map<string, Binding>();

  constructor(definitions: readonly Definition[], attributes: readonly Stored[]) {
    for (const { name, owner } of attributes)
      this.bindings.set(name, {
        kind: "attribute",
        attribute: { owner: owner === "world" ? { kind: "world" } : { kind: "object", index: 0 }, name },
      });
    for (const definition of definitions)
      this.bindings.set(definition.name, { kind: "function", definition, scope: this });
  }

  lookup(name: string): Binding | null {
    return this.bindings.get(name) ?? nativeScope.lookup(name);
  }

  attribute(name: string): Attribute | null {
    const binding = this.bindings.get(name);
    return binding?.kind === "attribute" ? binding.attribute : null;
  }

  names(): Iterable<string> {
    return this.bindings.keys();
  }
}

export function parseProgram(text: string, attributes: readonly Stored[]): Program {
  const diagnostics = new Diagnostics();
  const { definitions } = parseFile(createSource("random", text), diagnostics);
  if (diagnostics.hasErrors) throw new Error(`broken: ${text}`);
  return { text, attributes, definitions, scope: new ProgramScope(definitions, attributes) };
}

export function storeAttributes(
  list: readonly { name: string; shape: Shape; owner: Stored["owner"]; isCount?: boolean }[],
): Stored[] {
  let at = 0;
  return list.map(({ name, shape, owner, isCount = false }) => {
    const size = sizeOf(shape);
    at += size;
    return { name, shape, at: at - size, size, owner, isCount };
  });
}

/** Small programs and larger ones; every second has a whole number that tells how often. */
export function randomProgram(random: Random): Program {
  const shapes = [real, vector(3), ...random.list(1, 3, () => randomShape(random))];
  const list = shapes.map(
    (shape, i) => ({ name: `a${i}`, shape, owner: random.chance(30) ? "world" : "object" }) as const,
  );
  const count = { name: "n0", shape: real, owner: "object", isCount: true } as const;
  const attributes = storeAttributes(random.chance(60) ? [...list, count] : list);
  const names = attributes.map(({ name, shape }) => ({ name, shape, params: null }));
  const counts = attributes.flatMap(({ name, isCount }) => (isCount ? [name] : []));
  const depth = random.pick([1, 1, 1, 2, 2, 2, 3]);
  return parseProgram(new Functions(random, names, counts).write(1 + random.below(2), depth), attributes);
}

const special = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  3,
  -7,
  1e-300,
  -1e300,
  1e300,
  5e-324,
  1.7976931348623157e308,
  2 ** 53,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

const ordinary = (random: Random) => (random.below(4_000_000) - 2_000_000) / 1_000_000;

/** Bodies differ: ordinary numbers, whole ones with both zeros, and every special one among them. */
export function randomNumber(random: Random, body = random.below(3)): number {
  if (body % 3 === 0) return random.chance(90) ? ordinary(random) : 1000 * ordinary(random);
  if (body % 3 === 1) return random.pick([0, -0, 1, -1, 2, -2, 3, 0.5]);
  return random.chance(30) ? random.pick(special) : ordinary(random);
}

/** How often: a few times; now and then more than the depth allows. */
export function randomCount(random: Random): number {
  if (random.chance(94)) return random.below(8);
  return random.pick([40, 130, 700, 1_500, Number.POSITIVE_INFINITY, Number.NaN, -1, 2.5]);
}
