// Objects and laws of a simulation that have no effect: a body that no law moves, a floor on which nothing rests.

import { selectContexts } from "../declare/applicability.ts";
import type { ObjectShapes } from "../declare/environment.ts";
import type {
  ContextDeclaration,
  ContextType,
  EventDeclaration,
  LinkDeclaration,
  MeasuresDeclaration,
  SimulationDeclaration,
} from "../declare/experiment.ts";
import { type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import type { Source } from "../syntax/span.ts";
import { atEnd, isFirstRate, withoutEnd } from "../syntax/statement.ts";

/** A simulation with the objects and laws that take part in it. */
export interface Staging {
  readonly simulation: SimulationDeclaration;
  readonly objects: readonly ObjectShapes[];
  readonly contexts: readonly ContextDeclaration[];
  readonly links: readonly LinkDeclaration[];
  readonly events: readonly EventDeclaration[];
  readonly measures: readonly MeasuresDeclaration[];
  /** All laws of the text, including those that the simulation leaves out. */
  readonly stated: readonly ContextDeclaration[];
  /** The text itself, without its imports. */
  readonly main: Source;
}

export function checkMotion(staging: Staging, diagnostics: Diagnostics): void {
  if (staging.contexts.length === 0 && staging.events.length > 0) return;
  const kinds = new Kinds(staging);
  reportUnmoved(staging, kinds, diagnostics);
  reportUnread(staging, kinds, diagnostics);
  reportUntouched(staging, kinds, diagnostics);
}

/** The objects by everything that applicability can depend on: there may be thousands, of few kinds. */
class Kinds {
  /** One of each kind; two where there are several. */
  readonly objects: readonly ObjectShapes[];
  private readonly staging: Staging;
  private readonly chosen = new Map<string, ReadonlySet<ContextDeclaration>>();
  private readonly demanded: ReadonlySet<string | undefined>;

  constructor(staging: Staging) {
    this.staging = staging;
    this.demanded = new Set(
      staging.contexts.flatMap(({ requirements }) => requirements.map(({ object }) => object?.name)),
    );
    const named = namedObjects(staging);
    const counts = new Map<string, number>();
    this.objects = staging.objects.filter((object) => {
      const key = `${this.kindOf(object)} ${named.has(nameOf(object))}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)! <= 2;
    });
  }

  private kindOf({ declaration: { name, physicalType, geometricalType } }: ObjectShapes): string {
    return `${physicalType} ${geometricalType} ${this.demanded.has(name.name) ? name.name : ""}`;
  }

  /** The most specific laws of a type for these objects. */
  select(type: ContextType, cast: readonly ObjectShapes[]): ReadonlySet<ContextDeclaration> {
    const key = [type, ...cast.map((object) => this.kindOf(object))].join(", ");
    let chosen = this.chosen.get(key);
    if (!chosen) {
      const declarations = cast.map(({ declaration }) => declaration);
      this.chosen.set(key, (chosen = new Set(selectContexts(this.staging.contexts, type, declarations))));
    }
    return chosen;
  }
}

const nameOf = ({ declaration }: ObjectShapes) => declaration.name.name;

/** Objects that laws, events or measures name, or that a link joins: they take part. */
function namedObjects({
  contexts,
  events,
  measures,
  links,
}: Pick<Staging, "contexts" | "events" | "measures" | "links">): ReadonlySet<string> {
  const aliases = [...contexts, ...events, ...measures].flatMap((block) => block.aliases);
  const aliased = aliases.flatMap(({ target }) => (target.kind === "object" ? [target.name.name] : []));
  const joined = links.flatMap(({ between }) => between.map(({ object }) => object.name));
  return new Set([...aliased, ...joined]);
}

/** Reports dynamic objects without a law: only collisions, links and events would change them. */
function reportUnmoved(staging: Staging, kinds: Kinds, diagnostics: Diagnostics): void {
  const { contexts, simulation } = staging;
  const { objects } = kinds;
  const named = namedObjects(staging);
  const moving = objects.filter(({ declaration }) => declaration.physicalType !== "static");
  if (objects.length > 0 && moving.length === 0)
    diagnostics.warning(
      "no-law",
      simulation.name.span,
      "every object of this simulation is static: nothing moves",
      "an object that laws move has 'physical type = dynamic'",
    );
  for (const object of moving) {
    const { declaration } = object;
    if (kinds.select("free fall", [object]).size > 0) continue;
    if (declaration.physicalType === "driven") {
      reportUndriven(object, contexts, diagnostics);
      continue;
    }
    if (named.has(nameOf(object))) continue;
    if (contexts.some(({ type, appliedToPairs }) => type === "contact" && !appliedToPairs)) continue;
    const laws = contexts.filter(({ type }) => type === "free fall").map(({ name }) => `'${name.name}'`);
    diagnostics.warning(
      "no-law",
      declaration.name.span,
      `no law moves '${nameOf(object)}': it stays as it is`,
      laws.length > 0
        ? `none of the free-fall laws ${laws.join(", ")} applies to it: check their applicability`
        : "write a context with 'type = free fall', or make it static",
    );
  }
}

/** Reports driven objects without a law: they follow only their own free-fall law, and without one they rest. */
function reportUndriven(object: ObjectShapes, contexts: readonly ContextDeclaration[], diagnostics: Diagnostics): void {
  const name = nameOf(object);
  const laws = contexts.filter(({ type }) => type === "free fall").map((context) => `'${context.name.name}'`);
  diagnostics.warning(
    "no-law",
    object.declaration.name.span,
    `no law moves '${name}': a driven object stands still without its own law`,
    `write a context with 'type = free fall' and 'applicability = {object ${name}}', or make it static`,
    ...(laws.length > 0 ? [`none of the free-fall laws ${laws.join(", ")} applies to it`] : []),
  );
}

/** Whether a law uses the position of its object, other than noting it when it begins. */
function readsPosition({ functions, firstTimeOnly }: ContextDeclaration): boolean {
  const once = new Set(firstTimeOnly.map(({ name }) => name));
  const read = new Set<string>();
  for (const { name, body } of functions) if (!once.has(name)) addNames(body, read);
  return read.has("position") || read.has("pos");
}

function addNames(expr: Expr, found: Set<string>): void {
  if (expr.kind === "name") found.add(expr.name);
  for (const part of partsOf(expr)) addNames(part, found);
}

/** Names of velocities: if such a vector has a rate, its object was meant to move. */
const velocityNames = /^(v|vel|velocity)$/i;

/**
 * Reports vectors that have a rate and that no law reads, of an object that does not move: a velocity that moves
 * nothing. Reading by measures does not count.
 */
function reportUnread(staging: Staging, kinds: Kinds, diagnostics: Diagnostics): void {
  const { contexts, events, main } = staging;
  const blocks = [...contexts, ...events];
  const read = new Set<string>();
  for (const { body } of blocks.flatMap(({ functions }) => functions)) addNames(body, read);
  for (const { aliases } of blocks) for (const { attribute } of aliases) read.add(attribute.name);
  const isPlaced = blocks.some(namesPosition);
  for (const context of contexts) {
    if (context.type !== "free fall" || context.block.span.source !== main) continue;
    if (context.functions.some(({ name }) => name === "position" || name === "pos" || name === "orientation")) continue;
    const cast = kinds.objects.find((object) => kinds.select("free fall", [object]).has(context));
    if (cast) reportUnreadBy(context, cast, read, isPlaced, diagnostics);
  }
}

/** Reports such vectors among those that one law gives a rate. */
function reportUnreadBy(
  context: ContextDeclaration,
  cast: ObjectShapes,
  read: ReadonlySet<string>,
  isPlaced: boolean,
  diagnostics: Diagnostics,
): void {
  for (const { name, nameSpan } of context.functions.filter(isFirstRate)) {
    const shape = cast.attributes.get(name);
    const isVector = shape?.kind === "vector" && shape.length === 3;
    const isRead = [name, atEnd(name, 0), atEnd(name, 1)].some((one) => read.has(one));
    const isOfUse = isRead && (isPlaced || !velocityNames.test(name) || movesOther(name, context));
    if (!isVector || isOfUse) continue;
    const why = isRead ? "no law says how the position changes" : `no law reads '${name}'`;
    diagnostics.warning(
      "no-law",
      nameSpan,
      `${why}, and '${nameOf(cast)}' stays where it is`,
      `is position' = ${name} missing?`,
    );
  }
}

/** Whether a block states something about a position, or has an alias for one. */
function namesPosition({ functions, aliases }: Pick<ContextDeclaration, "functions" | "aliases">): boolean {
  const names = [...functions.map(({ name }) => name), ...aliases.map(({ attribute }) => attribute.name)];
  return names.some((name) => /^(position|pos)$/.test(withoutEnd(name)));
}

/** Whether the rate of another attribute depends on an attribute, as that of an angle in angle' = v # 1. */
function movesOther(attribute: string, { functions }: ContextDeclaration): boolean {
  return functions.filter(isFirstRate).some(({ name, body }) => {
    const read = new Set<string>();
    if (name !== attribute) addNames(body, read);
    return read.has(attribute);
  });
}

/** Reports static surfaces and bodies without a law: what falls onto them falls through. */
function reportUntouched(staging: Staging, kinds: Kinds, diagnostics: Diagnostics): void {
  const { objects } = kinds;
  const named = namedObjects(staging);
  // A law that uses the position of its object may hold it up by itself, and so may a link.
  const dynamic = objects.filter(
    (object) =>
      object.declaration.physicalType === "dynamic" &&
      !named.has(nameOf(object)) &&
      ![...kinds.select("free fall", [object])].some(readsPosition),
  );
  const others = objects.filter(({ declaration }) => declaration.physicalType !== "dynamic");
  const meets = (one: ObjectShapes, other: ObjectShapes) =>
    (["collision", "contact"] as const).some((type) => kinds.select(type, [one, other]).size > 0);
  const isGroup = staging.contexts.some(({ type, appliedToPairs }) => type === "contact" && !appliedToPairs);
  for (const still of isGroup ? [] : others) {
    if (dynamic.length === 0 || named.has(nameOf(still)) || dynamic.some((one) => meets(one, still))) continue;
    const cast = [dynamic[0].declaration, still.declaration];
    const [leftOut] = (["collision", "contact"] as const).flatMap((type) => selectContexts(staging.stated, type, cast));
    const involved = staging.simulation.settings.get("contexts_involved");
    diagnostics.warning(
      "no-law",
      leftOut && involved ? involved.keySpan : still.declaration.name.span,
      `'${nameOf(dynamic[0])}' and '${nameOf(still)}' can meet, and no law says what happens then: they ` +
        "pass through each other",
      leftOut && involved
        ? `the law '${leftOut.name.name}' is for them: add it to contexts_involved`
        : "write a context with 'type = collision' (or contact) for them, or leave the object out",
    );
  }
}

/**
 * Whether no law acts between two dynamic objects, so that they pass through each other. True only if no link, law or
 * event names either of them, and their own laws read neither positions nor other objects.
 */
export function pairsWithoutLaw(
  scene: Pick<Staging, "contexts" | "events" | "links">,
): (one: ObjectShapes, other: ObjectShapes) => boolean {
  const { contexts } = scene;
  const named = namedObjects({ ...scene, measures: [] });
  const isGroup = contexts.some(({ type, appliedToPairs }) => type === "contact" && !appliedToPairs);
  const known = new Map<string, boolean>();
  const keyOf = ({ declaration: { name, physicalType, geometricalType } }: ObjectShapes) =>
    `${name.name} ${physicalType} ${geometricalType}`;
  const select = (type: ContextType, cast: readonly ObjectShapes[]) =>
    selectContexts(
      contexts,
      type,
      cast.map(({ declaration }) => declaration),
    );
  const isAlone = (object: ObjectShapes) =>
    !named.has(nameOf(object)) && select("free fall", [object]).every((law) => !readsPosition(law) && !seesOthers(law));
  return (one, other) => {
    if (isGroup) return false;
    const key = [keyOf(one), keyOf(other)].sort().join(", ");
    let can = known.get(key);
    if (can === undefined) {
      const meets = (["collision", "contact"] as const).some((type) => select(type, [one, other]).length > 0);
      known.set(key, (can = !meets && isAlone(one) && isAlone(other)));
    }
    return can;
  };
}

/** Whether a law uses each other object. */
function seesOthers({ functions, aliases }: ContextDeclaration): boolean {
  let isSeen = aliases.some(({ target }) => target.kind === "others");
  for (const { body } of functions) visitNames(body, (name) => (isSeen ||= name === "sumOthers") || true);
  return isSeen;
}
