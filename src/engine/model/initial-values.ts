// The first values of attributes. They may use the world, each other, the index of a copy and random numbers.
import type { CallFrame, Host, Interpreter } from "../../compiler/interpret/interpreter.ts";
import type { Value } from "../../compiler/values/value.ts";
import { shapeOf } from "../../compiler/values/value.ts";
import type { Curve } from "../../geometry/curves/curve.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
import { attributeName, InitialScope } from "../../language/declare/environment.ts";
import type { Attribute, Scope } from "../../language/names/scope.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { AttributeItem, CallExpr, Expr } from "../../language/syntax/ast.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { Sayings } from "./body-shape.ts";
import { type Curves, noCurves } from "./curves.ts";
import { askOwnShape } from "./own-shape.ts";
import type { Preparation } from "./preparation.ts";
import { RunError } from "./run-error.ts";

/** The shape of an object with these attributes. */
export type OwnShape = (sayings: Sayings) => BodyShape;

/** Values that replace those of the text, by attribute name. */
export type Replaced = ReadonlyMap<string, Value>;

/** The owner of attributes, and what its first values may depend on. */
export interface ValueOwner {
  readonly name: string;
  readonly items: readonly AttributeItem[];
  /** The number of a copy; 0 without copies. */
  readonly index: number;
  readonly seed: number;
  readonly world: ReadonlyMap<string, Value>;
  /** The names of the file. */
  readonly below: Scope;
  readonly replaced: Replaced;
  /** Null for what is not a body. */
  readonly ownShape: OwnShape | null;
  readonly preparation: Preparation;
  readonly curves?: Curves;
}

/**
 * Evaluates the attributes of one owner. `random` is keyed by the seed, the owner's name and the attribute's, so that
 * the order of the text changes nothing.
 */
export function evaluateOwner(owner: ValueOwner): {
  readonly values: Map<string, Value>;
  readonly sayings: Sayings;
  readonly shape: () => BodyShape | null;
} {
  const { items, index, seed, world, below, replaced, ownShape, preparation, curves = noCurves } = owner;
  const worldShapes = new Map<string, Shape>([...world].map(([name, value]) => [name, shapeOf(value)]));
  const scope = new InitialScope(items, worldShapes, below);
  if (items.length > 0) preparation.spend(world.size, items[0].span);
  const values = new Map<string, Value>();
  const byName = new Map(items.toReversed().map((item) => [item.name, item]));
  const pending = new Set<string>();
  const compute = (name: string): Value | null => {
    const done = values.get(name);
    if (done !== undefined) return done;
    const item = byName.get(name);
    if (!item?.value) return null;
    if (pending.has(name)) throw new RunError("cycle", item.nameSpan, `the value of '${name}' needs itself`);
    pending.add(name);
    const chance = createRandom(seed, owner.name, name);
    const value =
      replaced.get(attributeName(name)) ??
      preparation.evaluate(item.value, scope, new InitialHost(chance, read, shape, curves));
    pending.delete(name);
    values.set(name, value);
    return value;
  };
  const read = (attribute: Attribute): Value | null => {
    if (attribute.owner.kind === "world") return world.get(attribute.name) ?? null;
    return attribute.name === "index" && !byName.has("index") ? index : compute(attribute.name);
  };
  const chance = createRandom(seed, owner.name, "parts");
  const sayings: Sayings = {
    value: compute,
    evaluate: (expr: Expr) => preparation.evaluate(expr, scope, new InitialHost(chance, read, () => null, curves)),
  };
  let made: BodyShape | null = null;
  const shape = (): BodyShape | null => (made ??= ownShape?.(sayings) ?? null);
  for (const item of items) compute(item.name);
  return { values, sayings, shape };
}

export class InitialHost implements Host {
  readonly read: (attribute: Attribute) => Value | null;
  private readonly chance: Random;
  private readonly shape: () => BodyShape | null;
  private readonly curves: Curves;

  constructor(
    chance: Random,
    read: (attribute: Attribute) => Value | null,
    shape: () => BodyShape | null,
    curves: Curves,
  ) {
    this.chance = chance;
    this.read = read;
    this.shape = shape;
    this.curves = curves;
  }

  curve(name: string): Curve | null {
    return this.curves.get(name) ?? null;
  }

  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null {
    if (call.name !== "random") return askOwnShape(this.shape, call, frame, interpreter);
    const [low, high] = call.args.map((arg) => interpreter.evaluate(arg, frame));
    if (typeof low !== "number" || typeof high !== "number" || call.args.length !== 2)
      return interpreter.fail("arguments", call.span, frame, "random takes two reals: random(low, high)", []);
    return this.chance.uniform(low, high);
  }
}
