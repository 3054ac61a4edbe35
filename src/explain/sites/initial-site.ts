// First values: the formulas of the text, evaluated again as when the run was made.
import { type CallFrame, type Host, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import { evaluateOwner, InitialHost } from "../../engine/model/initial-values.ts";
import type { Model } from "../../engine/model/model.ts";
import { Preparation } from "../../engine/model/preparation.ts";
import { readSlot } from "../../engine/model/slot.ts";
import type { Curve } from "../../geometry/curves/curve.ts";
import { attributeName, InitialScope } from "../../language/declare/environment.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { AttributeItem, CallExpr, Definition } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { createRandom } from "../../math/random.ts";
import { sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, type Said } from "../tree/node.ts";
import { askedWith, explainExpression, keyAt, type Site, type SubstitutionFrame } from "../tree/substitution.ts";
import type { Quantities, Quantity } from "./quantities.ts";

/** The first values of a run. `world` are the attributes of the world as the text defines them, inputs too. */
export class InitialValues {
  private readonly model: Model;
  private readonly quantities: Quantities;
  private readonly world: readonly AttributeItem[];
  private readonly values: ReadonlyMap<string, Value>;

  constructor(model: Model, quantities: Quantities, world: readonly Definition[]) {
    this.model = model;
    this.quantities = quantities;
    this.world = world.map(({ name, nameSpan, body, unit, span }) => ({ name, nameSpan, value: body, unit, span }));
    this.values = new Map([...model.world].map(([name, slot]) => [name, readSlot(model.initial, slot)]));
  }

  explain(quantity: Quantity): ExplanationNode {
    const { path, slot, body, link } = quantity;
    const value = readSlot(this.model.initial, slot);
    const dimension = this.quantities.dimension(path);
    const key = `initial ${path}`;
    const time = this.model.settings.initialTime;
    const words = `at the start, t = ${time}`;
    const about = { name: path, words, time, origin: "initial" as const, value, dimension, key };
    const items = body?.declaration.attributes ?? link?.declaration.attributes ?? this.world;
    const item = items.find((candidate) => attributeName(candidate.name) === slot.name);
    if (!item?.value) return leaf({ ...about, words: `${words}; the text states no other` });
    const site = new InitialSite(this, quantity, items, item.name, { words, time });
    const scope = new InitialScope(items, this.shapes, this.model.scope);
    const place: SubstitutionFrame = { scope, definition: null, args: [], given: [], registered: false };
    const stated = site.draw().run(item.value, scope);
    if (!sameBits(stated, value)) return leaf({ ...about, words: `${words}, set instead of what the text states` });
    const node = explainExpression(site, item.value, place, { name: path, definition: null, value, key, dimension });
    return { ...node, origin: "initial" };
  }

  private get shapes(): ReadonlyMap<string, Shape> {
    return new Map([...this.values].map(([name, value]) => [name, shapeOf(value)]));
  }

  /** What the evaluation of first values sees of an owner; random numbers are the ones drawn for this attribute. */
  host({ path, body, link }: Quantity, items: readonly AttributeItem[], attribute: string, drawn: Drawn): Host {
    const { settings, scope, curves } = this.model;
    const owner = body?.name ?? link?.name ?? "world";
    const base = (body ?? link)?.declaration.name.name ?? "";
    const copy = Number(owner.slice(base.length)) || (path.includes(".") ? 1 : 0);
    const shape = body ? () => body.geometry : null;
    const world = body || link ? this.values : new Map<string, Value>();
    const own = evaluateOwner({
      name: owner,
      items,
      index: copy,
      seed: settings.seed,
      world,
      below: scope,
      replaced: new Map(),
      ownShape: shape,
      preparation: new Preparation(),
      curves,
    }).values;
    const slots = body?.slots ?? link?.slots ?? this.model.world;
    const read = ({ owner: { kind }, name }: Attribute): Value | null => {
      const slot = kind === "world" ? this.model.world.get(name) : slots.get(attributeName(name));
      if (slot) return readSlot(this.model.initial, slot);
      return own.get(name) ?? (name === "index" ? copy : null);
    };
    const chance = createRandom(settings.seed, owner, attribute);
    return new DrawnHost(new InitialHost(chance, read, () => body?.geometry ?? null, curves), drawn);
  }

  openAttribute(quantity: Quantity, { owner, name }: Attribute, value: Value): ExplanationNode {
    const { body, link, path } = quantity;
    const slots = owner.kind === "world" ? this.model.world : (body ?? link)?.slots;
    const slot = slots?.get(attributeName(name)) ?? this.model.world.get(name);
    if (slot) return this.explain(this.quantities.of(slot));
    const words = name === "index" ? "the number of the copy" : "as the text states it";
    const key = `initial ${path} ${name}`;
    return leaf({ name, words, time: null, origin: "initial", value, dimension: null, key });
  }

  dimensionOf({ path }: Quantity, { owner, name }: Attribute): Dimension | null {
    const dot = path.indexOf(".");
    return this.quantities.dimension(owner.kind === "world" || dot < 0 ? name : `${path.slice(0, dot)}.${name}`);
  }

  dimensionOfFunction(definition: Definition): Dimension | null {
    return this.quantities.dimensionOfFunction(definition);
  }
}

/** Random numbers, by the place of the call in the text, in order. */
interface Drawn {
  readonly values: Map<string, Value[]>;
  /** Null while numbers are drawn; afterwards how often each call has been evaluated. */
  readonly looked: Map<string, number> | null;
}

/** What the evaluation of first values sees; random calls repeat what they gave. */
class DrawnHost implements Host {
  readonly read: Host["read"];
  private readonly host: InitialHost;
  private readonly drawn: Drawn;

  constructor(host: InitialHost, drawn: Drawn) {
    this.read = host.read;
    this.host = host;
    this.drawn = drawn;
  }

  curve(name: string): Curve | null {
    return this.host.curve(name);
  }

  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null {
    if (call.name !== "random") return this.host.special(call, frame, interpreter);
    const { values, looked } = this.drawn;
    const key = `${call.span.source.name}:${call.span.from}`;
    const had = values.get(key);
    if (looked && had) {
      const count = looked.get(key) ?? 0;
      looked.set(key, count + 1);
      return had[Math.min(count, had.length - 1)];
    }
    const value = this.host.special(call, frame, interpreter)!;
    values.set(key, [...(had ?? []), value]);
    return value;
  }
}

class InitialSite implements Site {
  readonly words: string;
  readonly time: number;
  readonly isLaw = false;
  readonly key: string;
  private readonly values: InitialValues;
  private readonly quantity: Quantity;
  private readonly items: readonly AttributeItem[];
  private readonly attribute: string;
  private readonly drawn = new Map<string, Value[]>();

  constructor(
    values: InitialValues,
    quantity: Quantity,
    items: readonly AttributeItem[],
    attribute: string,
    { words, time }: Said,
  ) {
    this.values = values;
    this.quantity = quantity;
    this.items = items;
    this.attribute = attribute;
    this.words = words;
    this.time = time;
    this.key = `initial ${quantity.path}`;
  }

  /** Draws random numbers; all other interpreters repeat them. */
  draw(): Interpreter {
    return this.interpreter(null);
  }

  interpreter(looked: Map<string, number> | null = new Map()): Interpreter {
    const drawn = { values: this.drawn, looked };
    return new Interpreter(this.values.host(this.quantity, this.items, this.attribute, drawn));
  }

  openAttribute(attribute: Attribute, _: boolean, __: string, value: Value): ExplanationNode {
    return this.values.openAttribute(this.quantity, attribute, value);
  }

  openSpecial(call: CallExpr, place: SubstitutionFrame, value: Value): ExplanationNode {
    const isChance = call.name === "random";
    const name = spanLine(call.span);
    const words = `${isChance ? "drawn at random" : "computed by the geometry"}, ${this.words}`;
    const key = keyAt(this, "call ", call, place);
    const node = leaf({ name, words, time: this.time, origin: "given", value, dimension: null, key });
    return isChance ? node : { ...node, ...askedWith(this, call, place) };
  }

  dimensionOf(attribute: Attribute): Dimension | null {
    return this.values.dimensionOf(this.quantity, attribute);
  }

  dimensionOfFunction(definition: Definition): Dimension | null {
    return this.values.dimensionOfFunction(definition);
  }
}
