// The bodies of a run, from the objects of the text: their copies, their first values and the places of these in
// memory.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { shapeOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
import type { Checked } from "../../language/check/check.ts";
import { attributeName, InitialScope } from "../../language/declare/environment.ts";
import type { ObjectDeclaration } from "../../language/declare/experiment.ts";
import { isShapeData } from "../../language/declare/object-attributes.ts";
import type { Scope } from "../../language/names/scope.ts";
import { type Shape, shapeKey } from "../../language/shapes/shape.ts";
import type { Attachment } from "../../language/syntax/ast.ts";
import { BodyShapes } from "./body-shape.ts";
import type { Curves } from "./curves.ts";
import type { Replacements } from "./given-values.ts";
import { evaluateOwner } from "./initial-values.ts";
import type { MemoryBuilder } from "./memory-builder.ts";
import type { Body, Group } from "./model.ts";
import type { Preparation } from "./preparation.ts";
import { RunError } from "./run-error.ts";
import { type Resizer, sizingOf } from "./sizing.ts";

/** What bodies are made from. */
export interface BodySource {
  readonly checked: Checked;
  readonly seed: number;
  readonly replacements: Replacements;
  readonly preparation: Preparation;
  readonly world: ReadonlyMap<string, Value>;
  readonly curves: Curves;
  readonly memory: MemoryBuilder;
  readonly resizers: readonly Resizer[];
}

/** The most bodies a run may have. */
const mostBodies = 20_000;

/** The bodies in canonical order: by name, then by copy. The notes are for the person, about the shapes. */
export function createBodies(source: BodySource, names: readonly string[]): { bodies: Body[]; notes: string[] } {
  const { checked, world } = source;
  const drafts = new BodyDrafts(source);
  const bodies: Body[] = [];
  for (const name of [...new Set(names)].sort()) {
    const declaration = checked.environment.objects.get(name)?.declaration;
    if (!declaration) continue;
    const count = numberOfCopies(declaration, world, checked.scope);
    if (bodies.length + count > mostBodies)
      throw new RunError("too-many", declaration.name.span, `a run holds at most ${mostBodies} objects`);
    const copies = Array.from({ length: count }, (_, k) => drafts.create(declaration, k + 1));
    for (const alike of groupsOf(copies)) bodies.push(...createGroup(source, bodies.length, declaration, alike));
  }
  return { bodies, notes: [...drafts.shapes.notes] };
}

/** Evaluates the first values of objects, and makes their shapes. */
class BodyDrafts {
  readonly shapes: BodyShapes;
  private readonly source: BodySource;

  constructor(source: BodySource) {
    this.source = source;
    const { files } = source.checked.experiment;
    this.shapes = new BodyShapes(files, (attachment) => this.partOf(attachment), source.preparation);
  }

  create(declaration: ObjectDeclaration, copy: number): Draft {
    const name = declaration.copies ? `${declaration.name.name}${copy}` : declaration.name.name;
    const replaced = this.source.replacements.ofCopy(declaration, name);
    const { values: raw, shape } = this.evaluate(name, declaration, copy);
    // Built-in attributes may be used even if the text does not state them.
    for (const name of ["position", "orientation"]) if (replaced.has(name)) raw.set(name, replaced.get(name)!);
    return draftBody(name, declaration, raw, shape()!);
  }

  private evaluate(name: string, declaration: ObjectDeclaration, copy: number) {
    const { checked, seed, replacements, preparation, world, curves } = this.source;
    return evaluateOwner({
      name,
      items: declaration.attributes,
      index: copy,
      seed,
      world,
      below: checked.scope,
      replaced: replacements.ofCopy(declaration, name),
      ownShape: (sayings) => this.shapes.create(declaration, sayings),
      preparation,
      curves,
    });
  }

  /** Another object as a part of a compound. */
  private partOf({ object }: Attachment) {
    const part = this.source.checked.environment.objects.get(object.name);
    if (!part) throw new RunError("unknown-name", object.span, `there is no object called '${object.name}'`);
    const { shape, sayings } = this.evaluate(object.name, part.declaration, 1);
    return { shape: shape()!, sayings };
  }
}

/** The number of copies that an object or a link has. */
export function numberOfCopies(
  declaration: Pick<ObjectDeclaration, "copies">,
  world: ReadonlyMap<string, Value>,
  scope: Scope,
): number {
  if (!declaration.copies) return 1;
  const host = { read: ({ name }: { name: string }) => world.get(name) ?? null, special: () => null };
  const shapes = new Map<string, Shape>([...world].map(([name, value]) => [name, shapeOf(value)]));
  const count = new Interpreter(host).run(declaration.copies, new InitialScope([], shapes, scope));
  if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
  throw new RunError("setting", declaration.copies.span, "'copies' is a whole number");
}

/** A body under construction: its name and its first values. */
interface Draft {
  readonly name: string;
  readonly values: ReadonlyMap<string, Value>;
  readonly geometry: BodyShape;
  /** Equal for bodies whose attributes have the same names and shapes. */
  readonly form: string;
}

function draftBody(
  name: string,
  { geometricalType }: ObjectDeclaration,
  raw: ReadonlyMap<string, Value>,
  geometry: BodyShape,
): Draft {
  const values = new Map<string, Value>();
  for (const [attribute, value] of raw)
    if (!isShapeData(geometricalType, attribute)) values.set(attributeName(attribute), value);
  if (!values.has("position")) values.set("position", vectorOf([0, 0, 0]));
  if (!values.has("orientation")) values.set("orientation", vectorOf([0, 0, 0]));
  const form = [...values].map(([attribute, value]) => `${attribute}:${shapeKey(shapeOf(value))}`);
  return { name, values, geometry, form: form.sort().join(" ") };
}

/** Groups of adjacent drafts of one form. */
function groupsOf(drafts: readonly Draft[]): Draft[][] {
  const groups: Draft[][] = [];
  for (const draft of drafts) {
    const last = groups.at(-1);
    if (last?.[0].form === draft.form) last.push(draft);
    else groups.push([draft]);
  }
  return groups;
}

function createGroup(
  { memory, resizers }: BodySource,
  first: number,
  declaration: ObjectDeclaration,
  drafts: readonly Draft[],
): Body[] {
  const spanOf = (attribute: string) =>
    declaration.attributes.find((item) => attributeName(item.name) === attribute)?.span ?? declaration.name.span;
  const group: Group = { first, count: drafts.length };
  const places = memory.place(
    drafts.map(({ values }) => values),
    spanOf,
  );
  const attributes = new Map<string, Shape>([...places[0]].map(([attribute, slot]) => [attribute, slot.shape]));
  return drafts.map(({ name, geometry, values }, i) => {
    const slots = places[i];
    return {
      index: first + i,
      group,
      name,
      physicalType: declaration.physicalType,
      declaration,
      geometry,
      sizing: sizingOf({ name, declaration, geometry, slot: slots.get("size"), values, resizers }),
      slots,
      position: slots.get("position")!,
      orientation: slots.get("orientation")!,
      shapes: { declaration, attributes },
    };
  });
}
