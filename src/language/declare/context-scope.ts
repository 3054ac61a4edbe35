// The names that a law may use, in the order of A.5: functions of the same context, aliases, context attributes, object
// or link attributes, world attributes, functions of the file, natives, constants.
import { type Attribute, attributeKey, type Binding, type Owner, type Scope } from "../names/scope.ts";
import { boolean, matrix, real, type Shape, unknown, vector } from "../shapes/shape.ts";
import type { Alias, Definition } from "../syntax/ast.ts";
import { orderByNeed } from "../syntax/names-in.ts";
import { atEnd, isContribution, isRate, isValue, primedName, splitEnd, withoutEnd } from "../syntax/statement.ts";
import {
  type AttributeShapes,
  attributeName,
  type Environment,
  type LinkShapes,
  linkNamed,
  type ObjectShapes,
  objectNamed,
} from "./environment.ts";
import type { ContextDeclaration } from "./experiment.ts";

/** Who takes part in one application of a law. */
export interface Cast {
  /** Index 0, and in a pair index 1. */
  readonly objects: readonly ObjectShapes[];
  readonly link: LinkShapes | null;
}

/** A law's own part of a scope: what a context, an event or the measures define. */
export interface ScopeLaws {
  readonly functions: readonly Definition[];
  readonly aliases: readonly Alias[];
  /** Names of the context's own attributes. */
  readonly attributes: ReadonlySet<string>;
  readonly context: ContextDeclaration | null;
  readonly below: Scope;
}

export function lawsOf(context: ContextDeclaration): ScopeLaws {
  const { functions, aliases, attributes, scope } = context;
  return { functions, aliases, attributes: new Set(attributes.map((item) => item.name)), context, below: scope };
}

/** Attributes that every object has. */
const predefinedNames = new Set(["position", "orientation", "size"]);

/** What the engine gives to a law of two touching bodies. */
const givenToPairs: ReadonlyMap<string, Shape> = new Map([
  ["collisionPoint", vector(3)],
  ["collisionNormal", vector(3)],
  ["penetration", real],
  ["iteration", real],
]);

/** What the engine gives to the law of a link. */
const givenToLinks: ReadonlyMap<string, Shape> = new Map([
  ["anchor1", vector(3)],
  ["anchor2", vector(3)],
  ["attached", boolean],
  ["iteration", real],
]);

/** Definitions in the order of their dependencies. */
export function orderDefinitions(definitions: readonly Definition[]): Definition[] {
  return orderByNeed(definitions, primedName, (definition) => definition.body);
}

export class ContextScope implements Scope {
  readonly cast: Cast;
  readonly environment: Environment;
  readonly laws: ScopeLaws;
  private readonly functions = new Map<string, Binding & { kind: "function" }>();
  /** The functions computed once, when the application begins; afterwards their attributes are read. */
  readonly firstTime: ReadonlySet<Definition>;
  private readonly updates = new Map<string, Definition>();
  private readonly ownUpdates = new Map<string, Definition | null>();
  private readonly aliases = new Map<string, Alias>();
  /** Earlier answers: the meaning of a name here never changes. */
  private readonly found = new Map<string, Binding | null>();
  private readonly attributes = new Map<string, Attribute | null>();

  constructor(laws: ScopeLaws, cast: Cast, environment: Environment) {
    this.laws = laws;
    this.cast = cast;
    this.environment = environment;
    for (const alias of laws.aliases) if (!this.aliases.has(alias.name.name)) this.aliases.set(alias.name.name, alias);
    for (const definition of laws.functions) {
      if (isContribution(definition)) continue;
      const key = primedName(definition);
      if (!this.functions.has(key)) this.functions.set(key, { kind: "function", definition, scope: this });
    }
    for (const { definition } of this.functions.values()) {
      const attribute = definition.params.length === 0 && !isRate(definition) ? this.attribute(definition.name) : null;
      if (attribute) this.updates.set(attributeKey(attribute), definition);
    }
    const once = new Set(laws.context?.firstTimeOnly.map((word) => word.name));
    this.firstTime = new Set(
      laws.functions.filter(
        (definition) => isValue(definition) && once.has(this.attribute(definition.name)?.name ?? ""),
      ),
    );
  }

  /** Whether a definition gives a value at every instant, and not for the first time only. */
  isUpdate(definition: Definition): boolean {
    return isValue(definition) && !this.firstTime.has(definition);
  }

  get isPair(): boolean {
    return this.cast.objects.length > 1 || this.cast.link !== null;
  }

  /** The function that gives an attribute its new value; null if there is none. */
  updateOf(attribute: Attribute): Definition | null {
    return this.updates.get(attributeKey(attribute)) ?? null;
  }

  /** The function that gives an attribute of the object with index 0 its new value; null if there is none. */
  ownUpdate(name: string): Definition | null {
    let update = this.ownUpdates.get(name);
    if (update === undefined)
      this.ownUpdates.set(name, (update = this.updateOf({ owner: { kind: "object", index: 0 }, name })));
    return update;
  }

  lookup(name: string): Binding | null {
    let binding = this.found.get(name);
    if (binding === undefined) this.found.set(name, (binding = this.find(name)));
    return binding;
  }

  private find(name: string): Binding | null {
    const own = this.functions.get(name);
    if (own && !this.firstTime.has(own.definition)) return own;
    const attribute = this.attribute(name);
    if (attribute) {
      // If a function updates an attribute under another name, its alias means the new value too.
      const update = this.updates.get(attributeKey(attribute));
      if (!update || this.firstTime.has(update)) return { kind: "attribute", attribute };
      return { kind: "function", definition: update, scope: this };
    }
    return this.laws.below.lookup(name);
  }

  isBroken(name: string): boolean {
    return this.aliases.has(name) && this.attribute(name) === null;
  }

  attribute(name: string): Attribute | null {
    let attribute = this.attributes.get(name);
    if (attribute === undefined) this.attributes.set(name, (attribute = this.findAttribute(name)));
    return attribute;
  }

  private findAttribute(name: string): Attribute | null {
    const alias = this.aliases.get(name);
    if (alias) return this.aliased(alias);
    if (this.laws.attributes.has(name)) return { owner: { kind: "context", index: 0 }, name };
    if (this.givenShape(name)) return { owner: { kind: "given", index: 0 }, name };
    const own = this.objectAttribute(name);
    const world: Attribute | null = this.environment.world.has(name) ? { owner: { kind: "world" }, name } : null;
    const isHelper = (own ?? world) !== null && this.isHelper(name);
    if (own && !(isHelper && this.isForeign(own))) return own;
    // An imported law uses attributes of its objects, but of the world only those that it names by an alias.
    const isOwnName = isHelper || this.isStated(name);
    if (world && !(isOwnName && this.isForeign(world))) return world;
    if (isHelper || (world && isOwnName)) return null;
    // Without objects, an unexplained name counts as an attribute of objects to come.
    const open = this.environment.open && this.laws.context !== null && !this.laws.below.lookup(name);
    const takesArguments = (this.functions.get(name)?.definition.params.length ?? 0) > 0;
    return open && !takesArguments ? { owner: { kind: "object", index: 0 }, name } : null;
  }

  /**
   * Whether an imported law, or its file, defines this name without saying that it means an attribute: then it is
   * local.
   */
  isHelper(name: string): boolean {
    const { context } = this.laws;
    if (!context || context.block.span.source === this.environment.main) return false;
    if (!this.functions.has(name) && !this.isCalledBelow(name)) return false;
    const plain = attributeName(this.isPair ? withoutEnd(name) : name);
    const isMeant = (said: string) => said === name || attributeName(said) === plain;
    return (
      !predefinedNames.has(plain) &&
      !context.units.some((item) => isMeant(item.name)) &&
      !context.firstTimeOnly.some((word) => isMeant(word.name))
    );
  }

  /** Whether this is an imported law that states a value, a rate or a contribution for this name. */
  private isStated(name: string): boolean {
    const { context, functions } = this.laws;
    if (!context || context.block.span.source === this.environment.main) return false;
    return functions.some((definition) => definition.name === name && definition.params.length === 0);
  }

  /** Whether the file of this law, or the lab, has a function of this name that takes arguments. */
  private isCalledBelow(name: string): boolean {
    const binding = this.laws.below.lookup(name);
    return binding?.kind === "native" || (binding?.kind === "function" && binding.definition.params.length > 0);
  }

  /** Whether an attribute belongs to a text other than this law's; the law says what it needs of objects. */
  isForeign({ owner, name }: Attribute): boolean {
    const context = this.laws.context!;
    const { source } = context.block.span;
    if (owner.kind === "world") return this.environment.worldSources.get(name) !== source;
    if (owner.kind === "link")
      return this.cast.link!.declaration.block.span.source !== source && context.units.length > 0;
    if (owner.kind !== "object") return false;
    return this.cast.objects[owner.index].declaration.block.span.source !== source && context.units.length > 0;
  }

  private objectAttribute(name: string): Attribute | null {
    const { objects, link } = this.cast;
    const plain = attributeName(name);
    if (link?.attributes.has(plain)) return { owner: { kind: "link" }, name: plain };
    if (objects.length > 0 && link === null && objects[0].attributes.has(plain))
      return { owner: { kind: "object", index: 0 }, name: plain };
    const numbered = this.isPair ? splitEnd(name) : null;
    if (!numbered) return null;
    const index = numbered.end;
    const base = attributeName(numbered.base);
    if (this.laws.attributes.has(base) && link === null) return { owner: { kind: "context", index }, name: base };
    if (objects[index]?.attributes.has(base)) return { owner: { kind: "object", index }, name: base };
    return null;
  }

  /** The attribute that an alias stands for; null if it does not exist. */
  aliased(alias: Alias): Attribute | null {
    const { target } = alias;
    const name = attributeName(alias.attribute.name);
    const has = (attributes: AttributeShapes | undefined) => attributes?.has(name) === true;
    switch (target.kind) {
      case "index": {
        if (this.laws.attributes.has(name)) return { owner: { kind: "context", index: target.index }, name };
        if (this.givenShape(name)) return { owner: { kind: "given", index: target.index }, name };
        const there = this.environment.open || has(this.cast.objects[target.index]?.attributes);
        return there ? { owner: { kind: "object", index: target.index }, name } : null;
      }
      case "object":
        if (!has(objectNamed(this.environment, target.name.name)?.attributes)) return null;
        return { owner: { kind: "named object", name: target.name.name }, name };
      case "link":
        if (!has(linkNamed(this.environment, target.name.name)?.attributes)) return null;
        return { owner: { kind: "named link", name: target.name.name }, name };
      case "others":
        return { owner: { kind: "others" }, name };
      case "world":
        return this.environment.world.has(name) ? { owner: { kind: "world" }, name } : null;
    }
  }

  /** The shape of what the engine gives under this name to a context of this type; null for nothing. */
  givenShape(name: string): Shape | null {
    const context = this.laws.context;
    if (!context) return null;
    const ofPair = context.type === "collision" || context.appliedToPairs ? givenToPairs.get(name) : undefined;
    if (ofPair) return ofPair;
    if (context.type === "link" || context.type === "constraint") {
      const ofLink = givenToLinks.get(name);
      if (ofLink) return ofLink;
      if (context.unknowns.some((word) => word.name === name)) return unknown;
    }
    return context.type === "contact" && !context.appliedToPairs ? this.directionalShape(name, context) : null;
  }

  private directionalShape(name: string, context: ContextDeclaration): Shape | null {
    const match = /^(.+)DirVec(\d+)$/.exec(name);
    if (!match || Number(match[2]) < 1 || Number(match[2]) > context.directions.length) return null;
    const what = match[1];
    if (what === "collisionNormals" || what === "collisionPoints") return matrix(null, 3);
    if (what === "hasPathToStaticObject") return boolean;
    if (!what.endsWith("Sum")) return null;
    const summed = attributeName(what.slice(0, -3));
    for (const object of this.environment.objects.values()) {
      const shape = object.attributes.get(summed);
      if (shape) return shape;
    }
    return this.environment.open ? unknown : null;
  }

  names(): Iterable<string> {
    const names = new Set<string>([...this.functions.keys()].filter((key) => !key.endsWith("'")));
    for (const name of this.aliases.keys()) names.add(name);
    for (const name of this.laws.attributes) names.add(name);
    for (const [index, object] of this.cast.objects.entries())
      for (const name of object.attributes.keys()) names.add(this.isPair ? atEnd(name, index) : name).add(name);
    for (const name of this.cast.link?.attributes.keys() ?? []) names.add(name);
    const type = this.laws.context?.type;
    if (type === "collision" || this.laws.context?.appliedToPairs) names.add("collisionPoint").add("collisionNormal");
    for (const name of this.environment.world.keys()) names.add(name);
    for (const name of this.laws.below.names()) names.add(name);
    return names;
  }
}

/** An attribute and its owner in words: `v of the object with index 1`. */
export function describeOwner(owner: Owner): string {
  switch (owner.kind) {
    case "world":
      return "the world";
    case "object":
    case "context":
    case "given":
      return `the object with index ${owner.index}`;
    case "link":
      return "the link";
    case "named object":
    case "named link":
      return `'${owner.name}'`;
    case "others":
      return "each other object";
  }
}
