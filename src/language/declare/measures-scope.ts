// The names that the measures of an experiment, all together, may use.
import type { Binding, Scope } from "../names/scope.ts";
import { ContextScope, lawsOf, type ScopeLaws } from "./context-scope.ts";
import type { Environment, LinkShapes, ObjectShapes } from "./environment.ts";
import type { Experiment, MeasuresDeclaration } from "./experiment.ts";
import { castOfLink } from "./link-cast.ts";

/** `below` has the definitions of the text itself, for an experiment without measures. */
export function measuresScope(
  measures: readonly MeasuresDeclaration[],
  below: Scope,
  environment: Environment,
): ContextScope {
  const laws = {
    functions: measures.flatMap(({ definitions }) => definitions),
    aliases: measures.flatMap(({ aliases }) => aliases),
    attributes: new Set<string>(),
    context: null,
    below: measures[0]?.scope ?? below,
  };
  return new ContextScope(laws, { objects: [], link: null }, environment);
}

/** Names of functions of the laws that continue. */
export function lawNamesOf({ contexts }: Experiment): ReadonlySet<string> {
  const lasting = contexts.filter(({ type }) => type === "free fall" || type === "contact");
  return new Set(lasting.flatMap(({ functions }) => functions.map(({ name }) => name)));
}

/** The names of one object's laws: its attributes, and the functions of the contexts that it may be in. */
export class ObjectScope implements Scope {
  readonly object: ObjectShapes;
  private readonly below: Scope;
  private readonly own: ContextScope;
  private readonly lawNames: ReadonlySet<string>;

  constructor(object: ObjectShapes, below: Scope, lawNames: ReadonlySet<string>, environment: Environment) {
    this.object = object;
    this.below = below;
    this.lawNames = lawNames;
    const laws: ScopeLaws = { functions: [], aliases: [], attributes: new Set(), context: null, below };
    this.own = new ContextScope(laws, { objects: [object], link: null }, environment);
  }

  attribute(name: string) {
    return this.own.attribute(name) ?? this.below.attribute(name);
  }

  lookup(name: string): Binding | null {
    const attribute = this.own.attribute(name);
    if (attribute) return { kind: "attribute", attribute };
    // A function of the object's current context; only the run shows which one that is.
    if (this.lawNames.has(name)) return { kind: "attribute", attribute: { owner: { kind: "object", index: 0 }, name } };
    return this.below.lookup(name);
  }

  names(): Iterable<string> {
    return [...this.own.names(), ...this.lawNames];
  }
}

/** The names of one link's law, then those around the sum: what `totalLinks(…)` may use of this link. */
export class LinkScope implements Scope {
  readonly link: LinkShapes;
  readonly law: ContextScope;
  private readonly around: Scope;

  constructor(link: LinkShapes, law: ContextScope, around: Scope) {
    this.link = link;
    this.law = law;
    this.around = around;
  }

  attribute(name: string) {
    return this.law.attribute(name) ?? this.around.attribute(name);
  }

  lookup(name: string): Binding | null {
    return this.law.lookup(name) ?? this.around.lookup(name);
  }

  names(): Iterable<string> {
    return [...this.law.names(), ...this.around.names()];
  }
}

/** For each law of links the first link with it, and the names that `totalLinks(…)` may use of it. */
export function linkScopes({ contexts }: Experiment, environment: Environment, around: Scope): LinkScope[] {
  const laws = new Map(contexts.map((context) => [context.name.name, context]));
  const scopes = new Map<string, LinkScope>();
  for (const link of environment.links.values()) {
    const law = laws.get(link.declaration.kind?.name ?? "");
    const cast = castOfLink(link, environment);
    if (!law || !cast || scopes.has(law.name.name)) continue;
    scopes.set(law.name.name, new LinkScope(link, new ContextScope(lawsOf(law), cast, environment), around));
  }
  return [...scopes.values()];
}
