// The meaning of a name at its place, as far as its kind is concerned: a function, or a value with a kind.

import { attributeName, type Environment } from "../declare/environment.ts";
import type { ContextDeclaration } from "../declare/experiment.ts";
import type { Scope } from "../names/scope.ts";
import type { Alias, Definition } from "../syntax/ast.ts";
import { isValue, splitEnd } from "../syntax/statement.ts";
import { boolean, matrix, real, vector } from "./kind-network.ts";

export type Meaning =
  | { readonly kind: "function"; readonly definition: Definition; readonly place: NamePlace }
  /** An attribute has one kind in the whole text; `context` distinguishes what belongs to one context. */
  | { readonly kind: "value"; readonly name: string; readonly context: object | null }
  | { readonly kind: "given"; readonly mask: number }
  | { readonly kind: "native" };

export interface NamePlace {
  meaning(name: string): Meaning;
}

/** The functions of a file, which see each other, imports and natives. */
export class FilePlace implements NamePlace {
  private readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  meaning(name: string): Meaning {
    const binding = this.scope.lookup(name);
    if (binding?.kind === "function")
      return { kind: "function", definition: binding.definition, place: new FilePlace(binding.scope) };
    if (binding?.kind === "constant") return { kind: "given", mask: real };
    if (binding?.kind === "native") return { kind: "native" };
    return { kind: "value", name, context: null };
  }
}

/** The functions of a context, an event or the measures. */
export interface LawBlock {
  readonly functions: readonly Definition[];
  readonly aliases: readonly Alias[];
  readonly scope: Scope;
  readonly context: ContextDeclaration | null;
}

export class LawPlace implements NamePlace {
  private readonly block: LawBlock;
  private readonly environment: Environment;
  private readonly functions: ReadonlyMap<string, Definition>;
  private readonly aliases: ReadonlyMap<string, string>;
  private readonly own: ReadonlySet<string>;
  private readonly below: FilePlace;
  /** Functions of any law: measures may use them. */
  private readonly laws: ReadonlyMap<string, Meaning>;

  constructor(block: LawBlock, environment: Environment, laws: ReadonlyMap<string, Meaning>) {
    this.block = block;
    this.environment = environment;
    this.laws = laws;
    const values = block.functions.filter(isValue);
    this.functions = new Map(values.map((definition) => [definition.name, definition]));
    this.aliases = new Map(block.aliases.map(({ name, attribute }) => [name.name, attributeName(attribute.name)]));
    const { attributes = [], unknowns = [] } = block.context ?? {};
    this.own = new Set([...attributes, ...unknowns].map(({ name }) => name));
    this.below = new FilePlace(block.scope);
  }

  meaning(name: string): Meaning {
    const definition = this.functions.get(name);
    return definition ? { kind: "function", definition, place: this } : this.value(name);
  }

  /** The meaning of the name besides the function of this name. */
  value(name: string): Meaning {
    const aliased = this.aliases.get(name);
    if (aliased !== undefined) return this.given(aliased) ?? { kind: "value", name: aliased, context: null };
    if (this.own.has(name)) return { kind: "value", name, context: this.block };
    const given = this.given(name) ?? this.directional(name);
    if (given) return given;
    const attribute = this.attribute(name);
    if (attribute) return attribute;
    const below = this.below.meaning(name);
    if (below.kind !== "value") return below;
    const law = this.block.context === null ? this.laws.get(name) : undefined;
    return (
      law ?? { kind: "value", name: this.isPair && !this.isKnown(name) ? withoutIndex(name) : name, context: null }
    );
  }

  isKnown(name: string): boolean {
    const { world, objects, links } = this.environment;
    const has = ({ attributes }: { attributes: ReadonlyMap<string, unknown> }) => attributes.has(name);
    return predefined.has(name) || world.has(name) || [...objects.values()].some(has) || [...links.values()].some(has);
  }

  private get isPair(): boolean {
    const { context } = this.block;
    return context !== null && (context.appliedToPairs || ["collision", "link", "constraint"].includes(context.type));
  }

  private attribute(name: string): Meaning | null {
    const plain = attributeName(name);
    if (this.isKnown(plain)) return { kind: "value", name: plain, context: null };
    if (!this.isPair) return null;
    const base = attributeName(withoutIndex(name));
    if (base === name) return null;
    if (this.own.has(base)) return { kind: "value", name: base, context: this.block };
    return this.isKnown(base) ? { kind: "value", name: base, context: null } : null;
  }

  private given(name: string): Meaning | null {
    const mask = this.block.context ? givens.get(name) : undefined;
    return mask === undefined ? null : { kind: "given", mask };
  }

  private directional(name: string): Meaning | null {
    const what = this.block.context?.type === "contact" ? /^(.+)DirVec\d+$/.exec(name)?.[1] : undefined;
    if (what === undefined) return null;
    if (what === "collisionNormals" || what === "collisionPoints") return { kind: "given", mask: matrix };
    if (what === "hasPathToStaticObject") return { kind: "given", mask: boolean };
    return { kind: "value", name: attributeName(what.replace(/Sum$/, "")), context: null };
  }
}

/** `v1` is the v of the first of two, but `v_1` and `v11` are names of their own. */
function withoutIndex(name: string): string {
  const base = splitEnd(name)?.base ?? "";
  return /[^_\d]$/.test(base) ? base : name;
}

const givens = new Map([
  ["collisionPoint", vector],
  ["collisionNormal", vector],
  ["penetration", real],
  ["iteration", real],
  ["anchor1", vector],
  ["anchor2", vector],
  ["attached", boolean],
]);

/** Built-in attributes of objects and the world; the kinds that an orientation and a size may have. */
export const predefined: ReadonlyMap<string, number> = new Map([
  ["position", vector],
  ["orientation", vector | matrix],
  ["size", real | vector],
  ["t", real],
  ["dt", real],
]);
