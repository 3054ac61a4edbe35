// All statements of the laws and events of one simulation, each with the owner of its attribute: for checks of what
// several laws do to one attribute.

import { type Cast, ContextScope } from "../declare/context-scope.ts";
import { type Environment, linkNamed, type ObjectShapes, objectNamed, signatureOf } from "../declare/environment.ts";
import type { ContextDeclaration, Experiment, Named } from "../declare/experiment.ts";
import type { Attribute } from "../names/scope.ts";
import { isLookingBack } from "../names/step-start.ts";
import type { Definition } from "../syntax/ast.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isHigherRate } from "../syntax/statement.ts";
import { type LawKind, placeOfLaws } from "./statements.ts";

export interface Statement {
  readonly place: LawKind;
  /** The context or event that contains it. */
  readonly law: Named;
  readonly scope: ContextScope;
  readonly definition: Definition;
  readonly attribute: Attribute;
  /** Equal for statements about one attribute of equal objects. */
  readonly key: string;
  /** The object that owns the attribute. */
  readonly object: ObjectShapes | null;
}

/** A context of a simulation, as seen by all objects that it governs. */
export interface GoverningContext {
  readonly context: ContextDeclaration;
  readonly scopes: readonly ContextScope[];
}

export class SimulationStatements {
  readonly all: readonly Statement[];
  readonly scopes: readonly ContextScope[];
  readonly byKey = new Map<string, Statement[]>();
  readonly environment: Environment;

  constructor(governing: readonly GoverningContext[], { events }: Experiment, environment: Environment) {
    this.environment = environment;
    const nobody: Cast = { objects: [], link: null };
    const laws = governing.flatMap(({ context, scopes }) => scopes.map((scope) => ({ law: context as Named, scope })));
    for (const event of events) {
      const { functions, aliases, scope } = event;
      const parts = { functions, aliases, attributes: new Set<string>(), context: null, below: scope };
      laws.push({ law: event, scope: new ContextScope(parts, nobody, environment) });
    }
    this.scopes = laws.map(({ scope }) => scope);
    this.all = laws.flatMap(({ law, scope }) => this.statementsIn(law, scope));
    for (const statement of this.all) {
      const others = this.byKey.get(statement.key);
      if (others) others.push(statement);
      else this.byKey.set(statement.key, [statement]);
    }
  }

  private statementsIn(law: Named, scope: ContextScope): Statement[] {
    const place = placeOfLaws(scope);
    return scope.laws.functions.flatMap((definition) => {
      const attribute =
        definition.params.length === 0 && !isHigherRate(definition) ? scope.attribute(definition.name) : null;
      const key = attribute && this.keyOf(attribute, scope);
      if (!attribute || !key) return [];
      return [{ place, law, scope, definition, attribute, key, object: this.objectOf(attribute, scope) }];
    });
  }

  /** The object that owns the attribute, if laws change it. */
  private objectOf({ owner }: Attribute, { cast }: ContextScope): ObjectShapes | null {
    if (owner.kind === "object") return cast.objects[owner.index] ?? null;
    return owner.kind === "named object" ? objectNamed(this.environment, owner.name) : null;
  }

  /** Null for an attribute that no other law can use. */
  keyOf(attribute: Attribute, scope: ContextScope): string | null {
    const { owner, name } = attribute;
    if (owner.kind === "world") return `world ${name}`;
    const link =
      owner.kind === "link"
        ? scope.cast.link
        : owner.kind === "named link"
          ? linkNamed(this.environment, owner.name)
          : null;
    if (link) return `link ${link.declaration.kind?.name} ${name}`;
    const object = this.objectOf(attribute, scope);
    return object && `object ${signatureOf(object)} ${name}`;
  }
}

/** Whether a statement acts at every instant: not once, at its own instant, or when its law begins. */
export function isLasting({ place, scope, definition }: Statement): boolean {
  return (place === "free fall" || place === "group contact") && !scope.firstTime.has(definition);
}

/** Whether what a law keeps from when it began is looked into. */
export type KeptValues = "followed" | "left out";

/**
 * The attributes on which the value of a definition depends, through the functions of its law, including first values
 * of the law.
 */
export function sourcesOf(definition: Definition, scope: ContextScope, kept: KeptValues = "followed"): Attribute[] {
  const found: Attribute[] = [];
  const seen = new Set<Definition>();
  const look = (from: Definition): void => {
    if (seen.has(from)) return;
    seen.add(from);
    const isFirst = scope.firstTime.has(from);
    visitNames(from.body, (said, call) => {
      const name = said.replace(/'+$/, "");
      if (call === null && from.params.some((param) => param.name === name)) return true;
      if (call !== null && isLookingBack(said)) {
        const [arg] = call;
        const attribute = arg?.kind === "name" ? scope.attribute(arg.name) : null;
        if (attribute) found.push(attribute);
        return false;
      }
      const attribute = scope.attribute(name);
      if (attribute) lookAtAttribute(attribute, isFirst);
      else lookAtFunction(name);
      return true;
    });
  };
  // What is computed first sees registered values; everything else sees new ones.
  const lookAtAttribute = (attribute: Attribute, isFirst: boolean): void => {
    const update = scope.updateOf(attribute);
    if (isFirst || !update || scope.firstTime.has(update)) found.push(attribute);
    const isFollowed = update && scope.firstTime.has(update) ? kept === "followed" : !isFirst;
    if (update && isFollowed) look(update);
  };
  const lookAtFunction = (name: string): void => {
    const binding = scope.lookup(name);
    if (binding?.kind === "function" && binding.scope === scope) look(binding.definition);
  };
  look(definition);
  return found;
}
