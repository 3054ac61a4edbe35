// To whom a context is applied: the objects, pairs and links that choose it, each kind of them once; and contexts that
// apply equally well.
import { selectContexts } from "../declare/applicability.ts";
import type { Cast } from "../declare/context-scope.ts";
import { type Environment, type ObjectShapes, signatureOf } from "../declare/environment.ts";
import type { ContextDeclaration, ContextType, Experiment, SimulationDeclaration } from "../declare/experiment.ts";
import { castOfLink } from "../declare/link-cast.ts";
import { shapeKey } from "../shapes/shape.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/span.ts";

/** The most casts of one context that are checked; equal objects count once. */
const mostCasts = 64;

/** The available contexts; earlier choices are remembered. */
export class ContextChoice {
  private readonly contexts: readonly ContextDeclaration[];
  private readonly named: ReadonlySet<string | undefined>;
  private readonly chosen = new Map<string, ReadonlySet<ContextDeclaration>>();
  private few: { of: readonly ObjectShapes[]; objects: ObjectShapes[] } | null = null;

  constructor(contexts: readonly ContextDeclaration[]) {
    this.contexts = contexts;
    this.named = new Set(contexts.flatMap(({ requirements }) => requirements.map(({ object }) => object?.name)));
  }

  select(type: ContextType, objects: readonly ObjectShapes[]): ReadonlySet<ContextDeclaration> {
    const key = [type, ...objects.map((object) => this.kindOf(object))].join(", ");
    let chosen = this.chosen.get(key);
    if (!chosen) {
      const declarations = objects.map((object) => object.declaration);
      this.chosen.set(key, (chosen = new Set(selectContexts(this.contexts, type, declarations))));
    }
    return chosen;
  }

  /** The properties of an object on which applicability depends. */
  kindOf({ declaration: { name, physicalType, geometricalType } }: ObjectShapes): string {
    return `${physicalType} ${geometricalType} ${this.named.has(name.name) ? name.name : ""}`;
  }

  /** Two representatives of objects that are equal for these contexts: enough for every kind of pair. */
  representatives(objects: readonly ObjectShapes[]): ObjectShapes[] {
    if (this.few?.of === objects) return this.few.objects;
    const alike = new Map<string, number>();
    const kinds = new Map<string, number>();
    const few = objects.filter((object) => {
      const kind = this.kindOf(object);
      const key = `${kind} ${signatureOf(object)}`;
      const count = alike.get(key) ?? 0;
      if (count === 0) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      alike.set(key, count + 1);
      return count < 2 && kinds.get(kind)! <= mostCasts;
    });
    this.few = { of: objects, objects: few };
    return few;
  }
}

function listNames(objects: readonly ObjectShapes[]): string {
  const names = objects.slice(0, 4).map((object) => `'${object.declaration.name.name}'`);
  return objects.length > 4 ? `${names.join(", ")} and ${objects.length - 4} more` : names.join(" and ");
}

/** Receives a context that applies as well as the chosen one; returns whether it is left out for that. */
type OnTie = (context: ContextDeclaration, best: ContextDeclaration, objects: readonly ObjectShapes[]) => boolean;

/**
 * Reports contexts that apply equally well. Where all come from imports, and the simulation takes all contexts there
 * are, the simulation should say which it means.
 */
export class Ties {
  private readonly simulation: SimulationDeclaration;
  private readonly experiment: Experiment;
  private readonly main: Source;
  private readonly diagnostics: Diagnostics;
  private readonly left = new Map<ContextDeclaration, { best: ContextDeclaration; objects: readonly ObjectShapes[] }>();

  constructor(simulation: SimulationDeclaration, experiment: Experiment, main: Source, diagnostics: Diagnostics) {
    this.simulation = simulation;
    this.experiment = experiment;
    this.main = main;
    this.diagnostics = diagnostics;
  }

  readonly note: OnTie = (context, best, objects) => {
    const isOwn = [context, best].some(({ block }) => block.span.source === this.main);
    if (!isOwn && this.simulation.contexts === null) {
      this.left.set(context, { best, objects });
      return true;
    }
    this.diagnostics.error(
      "tie",
      context.name.span,
      `'${context.name.name}' and '${best.name.name}' apply equally well to ${listNames(objects)}`,
      "make one more specific by its applicability, or leave one out of contexts_involved",
    );
    return false;
  };

  /** One message at the simulation, with all the names that it may write. */
  report(): void {
    if (this.left.size === 0) return;
    const [{ best, objects }] = this.left.values();
    const rivals = [best, ...this.left.keys()].map((context) => `'${context.name.name}'`);
    const kept = this.experiment.contexts.filter((context) => !this.left.has(context)).map(({ name }) => name.name);
    this.diagnostics.error(
      "tie",
      this.simulation.name.span,
      `the imported laws ${rivals.slice(0, -1).join(", ")} and ${rivals.at(-1)} apply equally well to ` +
        `${listNames(objects)}`,
      `choose between them: contexts_involved = {${kept.join(", ")}}`,
    );
  }
}

/** The links that have this law, one of each form. */
function castsOfLinks({ name }: ContextDeclaration, environment: Environment): Cast[] {
  const casts = new Map<string, Cast>();
  for (const link of environment.links.values()) {
    if (link.declaration.kind?.name !== name.name || casts.size >= mostCasts) continue;
    const cast = castOfLink(link, environment);
    const shapes = [...link.attributes].map(([name, shape]) => `${name}:${shapeKey(shape)}`).sort();
    // Of two equal ends one may be a curve.
    const curves = link.declaration.between.map(({ object }) => environment.curves.has(object.name));
    const key = cast && [...cast.objects.map(signatureOf), ...shapes, ...curves].join(" | ");
    if (cast && key && !casts.has(key)) casts.set(key, cast);
  }
  return [...casts.values()];
}

/** The objects, pairs or links that a context governs if these contexts are available. */
export function castsOf(
  contexts: ContextChoice,
  context: ContextDeclaration,
  objects: readonly ObjectShapes[],
  environment: Environment,
  onTie?: OnTie,
): Cast[] {
  if (context.type === "link" || context.type === "constraint") return castsOfLinks(context, environment);
  const casts = new Map<string, Cast>();
  const consider = (cast: readonly ObjectShapes[], asked: readonly ObjectShapes[]) => {
    const key = cast.map(signatureOf).join(" | ");
    if (casts.has(key) || casts.size >= mostCasts) return;
    const chosen = contexts.select(context.type, asked);
    if (!chosen.has(context)) return;
    const [best] = chosen;
    if (best !== context && onTie?.(context, best, asked)) return;
    casts.set(key, { objects: cast, link: null });
  };
  const few = contexts.representatives(objects);
  const moving = few.filter((object) => object.declaration.physicalType !== "static");
  const isGroup = context.type === "contact" && !context.appliedToPairs;
  for (const first of moving) {
    if (context.type === "free fall") consider([first], [first]);
    else if (isGroup) consider([first], objects.length > 1 ? objects : [first]);
    else for (const second of partnersOf(first, few)) consider([first, second], [first, second]);
  }
  return [...casts.values()];
}

/** The objects that may have index 1 beside an object: in a pair the dynamic object has index 0. */
function partnersOf(first: ObjectShapes, objects: readonly ObjectShapes[]): readonly ObjectShapes[] {
  const { physicalType, copies } = first.declaration;
  if (physicalType !== "dynamic") return [];
  return copies ? objects : objects.filter((second) => second !== first);
}
