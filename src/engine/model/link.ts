// The links of a run: what they join and where their attributes lie.
import { shapeOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import { type Cast, ContextScope, lawsOf } from "../../language/declare/context-scope.ts";
import { attributeName, type Environment, InitialScope } from "../../language/declare/environment.ts";
import type { ContextDeclaration, LinkDeclaration } from "../../language/declare/experiment.ts";
import { castOfLink } from "../../language/declare/link-cast.ts";
import { LawCheck } from "../../language/laws/laws.ts";
import type { Scope } from "../../language/names/scope.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { Attachment, AttributeItem, Expr } from "../../language/syntax/ast.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import type { Curves } from "./curves.ts";
import { evaluateOwner, type Replaced } from "./initial-values.ts";
import type { Body, Group } from "./model.ts";
import type { Preparation } from "./preparation.ts";
import { RunError } from "./run-error.ts";
import { type Slot, sizeOfShape } from "./slot.ts";

/** The names under which the points of attachment lie in memory; no text can contain them. */
export const attachments = ["at 1", "at 2"] as const;

export interface Link {
  readonly index: number;
  readonly group: Group;
  readonly name: string;
  readonly declaration: LinkDeclaration;
  readonly context: ContextDeclaration;
  readonly scope: ContextScope;
  /** Null for the world. */
  readonly bodies: readonly [Body | null, Body | null];
  readonly slots: ReadonlyMap<string, Slot>;
  readonly attached: Slot;
  /** In the order of the constraints they belong to. */
  readonly unknowns: readonly Slot[];
}

/** What links are made from. */
export interface LinkSource {
  readonly links: readonly LinkDeclaration[];
  readonly contexts: readonly ContextDeclaration[];
  readonly byName: ReadonlyMap<string, Body>;
  readonly environment: Environment;
  readonly scope: Scope;
  readonly seed: number;
  readonly preparation: Preparation;
  readonly world: ReadonlyMap<string, Value>;
  readonly curves: Curves;
  copies(declaration: LinkDeclaration): number;
  replacements(declaration: LinkDeclaration, name: string): Replaced;
  /** Lays out the values of links of one form. */
  place(
    owners: readonly ReadonlyMap<string, Value>[],
    spanOf: (name: string) => RunError["diagnostic"]["span"],
  ): ReadonlyMap<string, Slot>[];
}

/** The most links a run may have. */
const mostLinks = 100_000;

/**
 * The links in canonical order: by name, then by copy. Links whose law or objects take no part in the simulation are
 * left out.
 */
export function createLinks(source: LinkSource): Link[] {
  const links: Link[] = [];
  for (const declaration of source.links.toSorted((a, b) => (a.name.name < b.name.name ? -1 : 1))) {
    const context = source.contexts.find(({ name }) => name.name === declaration.kind?.name);
    const shapes = source.environment.links.get(declaration.name.name);
    const cast = shapes && castOfLink(shapes, source.environment);
    if (!context || !cast) continue;
    const count = source.copies(declaration);
    if (links.length + count > mostLinks)
      throw new RunError("too-many", declaration.name.span, `a run holds at most ${mostLinks} links`);
    const drafts: { name: string; bodies: Link["bodies"]; values: ReadonlyMap<string, Value> }[] = [];
    for (let copy = 1; copy <= count; copy++) {
      const draft = draftLink(source, declaration, context, cast, copy);
      if (draft) drafts.push(draft);
    }
    links.push(...createGroup(source, declaration, context, cast, links.length, drafts));
  }
  return links;
}

function createGroup(
  source: LinkSource,
  declaration: LinkDeclaration,
  context: ContextDeclaration,
  cast: Cast,
  first: number,
  drafts: readonly { name: string; bodies: Link["bodies"]; values: ReadonlyMap<string, Value> }[],
): Link[] {
  if (drafts.length === 0) return [];
  const spanOf = (name: string) =>
    declaration.attributes.find((item) => item.name === name)?.span ?? declaration.name.span;
  const places = source.place(
    drafts.map(({ values }) => values),
    spanOf,
  );
  const group: Group = { first, count: drafts.length };
  const scope = new ContextScope(lawsOf(context), cast, source.environment);
  return drafts.map(({ name, bodies }, i) => {
    const slots = places[i];
    const unknowns = context.unknowns.map((word) => slots.get(word.name)!);
    return {
      index: first + i,
      group,
      name,
      declaration,
      context,
      scope,
      bodies,
      slots,
      attached: slots.get("attached")!,
      unknowns,
    };
  });
}

function draftLink(
  source: LinkSource,
  declaration: LinkDeclaration,
  context: ContextDeclaration,
  cast: Cast,
  copy: number,
) {
  const { world, scope } = source;
  const name = declaration.copies ? `${declaration.name.name}${copy}` : declaration.name.name;
  const raw = evaluateOwner({
    name,
    items: declaration.attributes,
    index: copy,
    seed: source.seed,
    world,
    below: scope,
    replaced: source.replacements(declaration, name),
    ownShape: null,
    preparation: source.preparation,
    curves: source.curves,
  }).values;
  const values = new Map<string, Value>([...raw].map(([attribute, value]) => [attributeName(attribute), value]));
  if (!values.has("attached")) values.set("attached", true);
  const evaluate = expressionIn(declaration.attributes, raw, copy, source);
  const bodies: (Body | null)[] = [];
  for (const [i, attachment] of declaration.between.entries()) {
    const { object, at } = attachment;
    const point = at ? evaluate(at) : vectorOf([0, 0, 0]);
    if (typeof point !== "object" || point.kind !== "vector" || point.data.length !== 3)
      throw new RunError("shape", at?.span ?? object.span, `'${name}' is attached at a vector of 3`);
    values.set(attachments[i], point);
    const body = bodyAt(name, attachment, evaluate, source);
    if (body === undefined) return null;
    bodies.push(body);
  }
  if (bodies[0] !== null && bodies[0] === bodies[1])
    throw new RunError(
      "link",
      declaration.between[1].object.span,
      `'${name}' joins '${bodies[0].name}' to itself, which has no effect`,
      "join it to another object, or to world",
    );
  refusePointless(name, declaration.attributes, values);
  for (const [word, shape] of unknownShapes(context, cast, source.environment)) values.set(word, zeroOf(shape));
  if (bodies.every((body) => body?.physicalType !== "dynamic"))
    throw new RunError(
      "link",
      declaration.name.span,
      `'${name}' joins no object that a law could move`,
      "one of its ends must be at a dynamic object",
    );
  return { name, bodies: [bodies[0], bodies[1]] as const, values };
}

/** The body at an end of a link; null for the world, undefined for an object that the simulation leaves out. */
function bodyAt(
  link: string,
  { object: { name }, copy }: Attachment,
  evaluate: (expr: Expr) => Value,
  { environment, byName }: LinkSource,
): Body | null | undefined {
  if (!environment.objects.has(name)) return null;
  const body = byName.get(copy ? copyName(name, copy, evaluate(copy)) : name);
  // An object that the simulation leaves out takes its links with it; a missing copy is a mistake.
  const copies = [...byName.values()].filter(({ declaration }) => declaration.name.name === name).length;
  if (!body && copy && copies > 0)
    throw new RunError(
      "copies",
      copy.span,
      `there is no copy ${String(evaluate(copy))} of '${name}' for '${link}' to join`,
      copies === 1
        ? `there is one copy: ${name}[1]`
        : `its copies are counted from 1: ${name}[1] to ${name}[${copies}]`,
    );
  return body;
}

/** Attributes with such names are directions. */
export const directions = /(^|_)(axis|direction|normal)\d?$/;

/** Refuses an axis of length zero, which would leave its law without a direction. */
function refusePointless(link: string, items: readonly AttributeItem[], values: ReadonlyMap<string, Value>): void {
  for (const { name, span } of items) {
    const value = values.get(name);
    if (
      !directions.test(name) ||
      typeof value !== "object" ||
      value.kind !== "vector" ||
      value.data.some((x) => x !== 0)
    )
      continue;
    throw new RunError(
      "first-value",
      span,
      `'${name}' of '${link}' has length 0 and so no direction`,
      `write a direction, such as ${name} = [0, 0, 1]`,
    );
  }
}

function copyName(object: string, expr: Expr, number: Value): string {
  if (typeof number === "number" && Number.isInteger(number)) return `${object}${number}`;
  throw new RunError("copies", expr.span, "the number of a copy is a whole number");
}

/** Evaluates an expression at an end of a link, which may use the link's attributes, its number, and the world. */
function expressionIn(
  items: readonly AttributeItem[],
  values: ReadonlyMap<string, Value>,
  copy: number,
  source: LinkSource,
): (expr: Expr) => Value {
  const shapes = new Map<string, Shape>([...source.world].map(([name, value]) => [name, shapeOf(value)]));
  const scope = new InitialScope(items, shapes, source.scope);
  const host = {
    read: ({ owner, name }: { owner: { kind: string }; name: string }) =>
      owner.kind === "world"
        ? (source.world.get(name) ?? null)
        : (values.get(name) ?? (name === "index" ? copy : null)),
    special: () => null,
  };
  return (expr) => source.preparation.evaluate(expr, scope, host);
}

/** The shapes of unknowns are those of the constraints, in order. */
function unknownShapes(context: ContextDeclaration, cast: Cast, environment: Environment): [string, Shape][] {
  const { unknowns, constraints } = context;
  if (unknowns.length !== constraints.length)
    throw new RunError(
      "constraint",
      context.name.span,
      `'${context.name.name}' has ${constraints.length} constraints for ${unknowns.length} unknowns`,
      "there is one unknown for each constraint, in the same order",
    );
  const check = new LawCheck(lawsOf(context), cast, environment, new Diagnostics());
  return unknowns.map((word, i) => {
    const shape = check.shapeOfFunction(constraints[i].name);
    const size = shape && sizeOfShape(shape);
    if (!shape || size === null || (shape.kind !== "real" && shape.kind !== "vector"))
      throw new RunError(
        "constraint",
        constraints[i].span,
        `'${constraints[i].name}' must be a function of this law that gives a real or a vector`,
      );
    return [word.name, shape];
  });
}

function zeroOf(shape: Shape): Value {
  return shape.kind === "real" ? 0 : vectorOf(new Float64Array(sizeOfShape(shape)!));
}
