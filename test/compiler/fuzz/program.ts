// Random programs over attributes in memory, for comparing kernels with the interpreter.
import type { Definition } from "../../../src/language/ast.ts";
import { Diagnostics } from "../../../src/language/diagnostic.ts";
import { parseFile } from "../../../src/language/parse.ts";
import { type Attribute, type Binding, nativeScope, type Scope } from "../../../src/language/scope.ts";
import type { Shape } from "../../../src/language/shape.ts";
import { createSource } from "../../../src/language/span.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { randomShape, type Speakable, TypedGenerator } from "../../language/fuzz/typed.ts";

/** An attribute and where its first number lies in a body's memory. */
export interface Stored {
  readonly name: string;
  readonly shape: Shape;
  readonly at: number;
  readonly size: number;
  /** The world's, the same for all bodies, or a body's own. */
  readonly owner: "world" | "object";
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

export function storeAttributes(list: readonly { name: string; shape: Shape; owner: Stored["owner"] }[]): Stored[] {
  let at = 0;
  return list.map(({ name, shape, owner }) => {
    const size = sizeOf(shape);
    at += size;
    return { name, shape, at: at - size, size, owner };
  });
}

export function randomProgram(random: Random): Program {
  const attributes = storeAttributes(
    random
      .list(2, 5, () => randomShape(random))
      .map((shape, i) => ({
        name: `a${i}`,
        shape,
        owner: random.chance(30) ? "world" : "object",
      })),
  );
  const names: Speakable[] = attributes.map(({ name, shape }) => ({ name, shape, params: null }));
  const lines = new TypedGenerator(random, names).functions(1 + random.below(4));
  return parseProgram(lines.join("\n"), attributes);
}

const special = [0, -0, 1, -1, 2, 0.5, 1e-300, 1e300, Number.POSITIVE_INFINITY, Number.NaN, 3, -7];

export function randomNumber(random: Random): number {
  if (random.chance(20)) return random.pick(special);
  return (random.below(2_000_000) / 1_000_000 - 1) * 10 ** random.pick([-3, 0, 0, 0, 1, 3]);
}
