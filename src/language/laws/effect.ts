// Warnings about statements without effect: contributions that no law reads, functions whose names are nearly those of
// attributes, laws that govern nothing, links and aliases of objects that take no part.
import { ContextScope } from "../declare/context-scope.ts";
import { attributeName, type Environment, type ObjectShapes, signatureOf } from "../declare/environment.ts";
import type { ContextDeclaration, EventDeclaration, Experiment } from "../declare/experiment.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanText } from "../syntax/span.ts";
import { atEnd, isContribution, isPlainValue, isValue, withoutEnd } from "../syntax/statement.ts";
import { editDistance } from "../syntax/suggest.ts";
import {
  type GoverningContext,
  isLasting,
  type SimulationStatements,
  type Statement,
} from "./simulation-statements.ts";

const code = "no-effect";
const word = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** All words of what observes a run: names in it count as read. */
export function wordsOfObservers({ blocks }: Experiment): ReadonlySet<string> {
  const kinds = new Set(["measures", "event", "study", "lesson", "bench"]);
  return new Set(blocks.flatMap(({ kind, span }) => (kinds.has(kind) ? (spanText(span).match(word) ?? []) : [])));
}

/** Reports contributions of a law to an object of which none is read: the law has no effect on it. */
export function reportUnread(
  statements: SimulationStatements,
  observed: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  const read = readKeys(statements);
  const isRead = ({ key, attribute }: Statement) =>
    read.has(key) || read.has(attribute.name) || observed.has(attribute.name);
  const groups = new Map<string, Statement[]>();
  for (const statement of statements.all) {
    const { definition, object, law, place } = statement;
    if (!isContribution(definition) || place === "collision" || place === "event") continue;
    if (object && object.declaration.physicalType !== "dynamic") continue;
    const whose = object ? signatureOf(object) : "world";
    const key = `${law.name.name} ${whose}`;
    groups.set(key, [...(groups.get(key) ?? []), statement]);
  }
  for (const group of groups.values()) if (!group.some(isRead)) reportUnreadGroup(group, statements, diagnostics);
}

function reportUnreadGroup(
  [first, ...more]: readonly Statement[],
  statements: SimulationStatements,
  diagnostics: Diagnostics,
): void {
  const { law, scope, definition, attribute, object } = first;
  const names = [...new Set([attribute.name, ...more.map((one) => one.attribute.name)])]
    .map((name) => `'${name}'`)
    .join(" and ");
  const whose = object ? `of '${object.declaration.name.name}'` : "of the world";
  const moving =
    object &&
    statements.all.find((one) => isLasting(one) && one.object && signatureOf(one.object) === signatureOf(object));
  const isImported = law.block.span.source !== statements.environment.main;
  const span = isImported && scope.cast.link ? scope.cast.link.declaration.name.span : definition.nameSpan;
  diagnostics.warning(
    code,
    span,
    `no law reads ${names} ${whose}: what '${law.name.name}' adds to it does nothing`,
    moving
      ? `state a rate that depends on ${names} in the law '${moving.law.name.name}', which moves ` +
          `${object ? `'${object.declaration.name.name}'` : "it"}`
      : `write a free-fall law ${object ? `for '${object.declaration.name.name}' ` : ""}with a rate that ` +
          `depends on ${names}`,
  );
}

/** The attributes that laws read, by their keys; those of each other object, and sums over a group, by their names. */
function readKeys(statements: SimulationStatements): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const scope of statements.scopes)
    for (const { body } of scope.laws.functions)
      visitNames(body, (said) => {
        const attribute = scope.attribute(said.replace(/'+$/, ""));
        if (!attribute) return true;
        const summed = /^(.+)SumDirVec\d+$/.exec(attribute.name);
        if (attribute.owner.kind === "others") keys.add(attribute.name);
        else if (attribute.owner.kind === "given" && summed) keys.add(attributeName(summed[1]));
        else keys.add(statements.keyOf(attribute, scope) ?? "");
        return true;
      });
  return keys;
}

/**
 * Reports functions of a law that nothing reads, and whose names are nearly those of attributes: they have no effect.
 */
export function reportNearNames(
  { context, scopes }: GoverningContext,
  environment: Environment,
  observed: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  if (context.block.span.source !== environment.main) return;
  for (const { name, nameSpan } of unreadHelpers(context.functions, [], scopes)) {
    const meant = observed.has(name) || name === "urgency" ? null : nearAttribute(name, scopes[0]);
    if (meant)
      diagnostics.warning(
        code,
        nameSpan,
        `'${name}' is not an attribute here, and nothing reads it: this changes nothing`,
        `did you mean '${meant}'?`,
      );
  }
}

/** Reports laws of collisions and of pairs in contact that write no attribute: they have no effect. */
export function reportIdleInstants(
  { context, scopes }: GoverningContext,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  const isPairContact = context.type === "contact" && context.appliedToPairs;
  if (context.block.span.source !== environment.main || (context.type !== "collision" && !isPairContact)) return;
  const { functions } = context;
  const isWriting = (one: Definition) => !isValue(one) || scopes.some((scope) => scope.attribute(one.name) !== null);
  const [first] = functions.filter(({ params, name }) => params.length === 0 && name !== "urgency");
  if (!first || functions.some(isWriting)) return;
  const meant = nearAttribute(first.name, scopes[0]) ?? attributeBefore(first.body, scopes[0]);
  const ofFirst = [...(scopes[0].cast.objects[0]?.attributes.keys() ?? [])];
  diagnostics.warning(
    code,
    first.nameSpan,
    `the law '${context.name.name}' changes nothing: '${first.name}' is not an attribute of its objects`,
    meant ? `did you mean '${meant}'?` : `write one of their attributes, such as: ${ofFirst.join(", ")}`,
  );
}

/** The attribute whose value before the instant an expression reads: probably the one it should change. */
function attributeBefore(expr: Expr, scope: ContextScope): string | null {
  let found: string | null = null;
  visitNames(expr, (name, args) => {
    const [arg] = args ?? [];
    if (name === "previous" && arg?.kind === "name" && scope.attribute(arg.name)) found ??= arg.name;
    return true;
  });
  return found;
}

/** Reports functions of an event that name no attribute. */
export function reportStrayJumps(
  { functions, aliases, scope, when }: EventDeclaration,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  const laws = { functions, aliases, attributes: new Set<string>(), context: null, below: scope };
  const around = new ContextScope(laws, { objects: [], link: null }, environment);
  const aliased = new Set(aliases.map((alias) => alias.name.name));
  for (const { name, nameSpan } of unreadHelpers(functions, when ? [when] : [], [around])) {
    // The error in its alias has been reported.
    if (aliased.has(name)) continue;
    const owner = [...environment.objects.values()].find(({ attributes }) => attributes.has(attributeName(name)));
    const whose = owner ? `object ${owner.declaration.name.name}` : "object …";
    diagnostics.warning(
      code,
      nameSpan,
      `'${name}' is not an attribute here, and nothing reads it: this changes nothing`,
      `say whose it is: aliases = { use ${name} as attribute ${name} of ${whose} }`,
    );
  }
}

/** Functions without parameters that are not attributes and that no other function or expression uses. */
function unreadHelpers(
  functions: readonly Definition[],
  others: readonly Expr[],
  scopes: readonly ContextScope[],
): Definition[] {
  const read = new Set<string>();
  const note = (name: string) => read.add(name.replace(/'+$/, "")) !== null;
  for (const { body } of functions) visitNames(body, note);
  for (const expr of others) visitNames(expr, note);
  const constraints = new Set(scopes[0].laws.context?.constraints.map((one) => one.name));
  return functions.filter(
    (definition) =>
      isPlainValue(definition) &&
      !read.has(definition.name) &&
      !constraints.has(definition.name) &&
      scopes.every((scope) => !scope.attribute(definition.name)),
  );
}

/** The attribute whose name differs by case, by a typing error, or by a number that only a pair has. */
function nearAttribute(name: string, scope: ContextScope): string | null {
  const { cast, environment, laws } = scope;
  const ofObjects = cast.objects.flatMap(({ attributes }, i) =>
    [...attributes.keys()].map((one) => (scope.isPair ? atEnd(one, i) : one)),
  );
  const ofWorld = [...environment.world.keys()].filter((one) => one !== "t" && one !== "dt");
  const known = [
    ...ofObjects,
    ...laws.attributes,
    ...(cast.link?.attributes.keys() ?? []),
    ...ofWorld,
    ...laws.aliases.map((alias) => alias.name.name),
  ];
  const most = name.length < 4 ? 0 : name.length < 8 ? 1 : 2;
  const isNear = (one: string) => editDistance(name.toLowerCase(), one.toLowerCase(), 2) <= most;
  const isNumbered = (one: string) => !scope.isPair && name !== one && withoutEnd(name) === one;
  const differsByNumber = (one: string) => name.replace(/\d+/g, "") === one.replace(/\d+/g, "");
  return known.find((one) => isNumbered(one) || (isNear(one) && !differsByNumber(one))) ?? null;
}

/** Why a context governs nothing. */
export function whyIdle(context: ContextDeclaration, objects: readonly ObjectShapes[]): string {
  if (context.type === "link" || context.type === "constraint") return `no link has kind = ${context.name.name}`;
  const isPair = context.type === "collision" || context.appliedToPairs;
  if (isPair && objects.length < 2 && !objects[0]?.declaration.copies) return "it is for two objects, and there is one";
  return "no objects fit its applicability, or a more specific context governs them";
}

/** The objects and laws of a simulation, and whether a law moves an object. */
interface Scene {
  readonly objects: readonly ObjectShapes[];
  readonly contexts: readonly ContextDeclaration[];
  readonly isGoverned: (object: ObjectShapes) => boolean;
}

/** Reports links to an object that no law moves: they act on neither end. One report for each such object. */
export function reportUnmovedLinks(scene: Scene, { links }: Environment, diagnostics: Diagnostics): void {
  const laws = new Set(scene.contexts.map((context) => context.name.name));
  const unmoved = new Set<string>();
  for (const object of scene.objects)
    if (object.declaration.physicalType === "dynamic" && !scene.isGoverned(object))
      unmoved.add(object.declaration.name.name);
  for (const { declaration } of links.values()) {
    const { name, kind, between } = declaration;
    const whom = between.find(({ object }) => unmoved.has(object.name))?.object.name;
    if (whom === undefined || !kind || !laws.has(kind.name)) continue;
    unmoved.delete(whom);
    diagnostics.warning(
      code,
      name.span,
      `the link '${name.name}' does nothing: no free-fall law governs '${whom}'`,
      `write a free-fall law for '${whom}', or make it static`,
    );
  }
}
