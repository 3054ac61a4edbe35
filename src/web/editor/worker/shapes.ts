// Describes a name of a text: its shape, its owner, and its values in a run.

import type { Checked } from "../../../language/check/check.ts";
import { selectContexts } from "../../../language/declare/applicability.ts";
import { type Cast, lawsOf } from "../../../language/declare/context-scope.ts";
import type { ObjectShapes } from "../../../language/declare/environment.ts";
import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import { LawCheck } from "../../../language/laws/laws.ts";
import { describeKind, type Native } from "../../../language/shapes/natives.ts";
import { describeShape, type Shape } from "../../../language/shapes/shape.ts";
import type { Definition } from "../../../language/syntax/ast.ts";
import { Diagnostics } from "../../../language/syntax/diagnostic.ts";

export function nativeSignature({ name, params }: Native): string {
  return `${name}(${params.map((param) => `${param.name}: ${param.kind}`).join(", ")})`;
}

export function parametersOf({ params }: Native): string {
  return params.map((param) => `${param.name}: ${describeKind(param.kind)}`).join("\n");
}

/** The owners of an attribute, with its shape: the world and objects. */
export function attributeOwners({ environment }: Checked, name: string): { owner: string; shape: Shape }[] {
  const owners: { owner: string; shape: Shape }[] = [];
  const world = environment.world.get(name);
  if (world) owners.push({ owner: "the world", shape: world });
  for (const kind of [environment.objects, environment.links])
    for (const [owner, { attributes }] of kind) {
      const shape = attributes.get(name);
      if (shape) owners.push({ owner, shape });
    }
  return owners;
}

/** The shape of an attribute and its owners in words: `a real`, `ball and ground`. */
export function describeAttribute(checked: Checked, name: string): { shape: string; of: string } | null {
  const owners = attributeOwners(checked, name);
  if (owners.length === 0) return null;
  const shapes = [...new Set(owners.map(({ shape }) => describeShape(shape)))];
  const names = owners.map(({ owner }) => owner);
  const few = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  const last = few.pop()!;
  return { shape: shapes.join(" or "), of: few.length > 0 ? `${few.join(", ")} and ${last}` : last };
}

/** Objects that a law governs, so that its values have shapes. */
export function castOf(context: ContextDeclaration, checked: Checked): Cast | null {
  if (context.type === "link" || context.type === "constraint") return castOfLink(context, checked);
  const objects = [...checked.environment.objects.values()];
  const moving = objects.filter(({ declaration }) => declaration.physicalType !== "static");
  const isPair = context.type === "collision" || context.appliedToPairs;
  const governs = governedBy(context, checked);
  const pair = isPair && firstPair(moving, objects, governs);
  if (pair) return { objects: pair, link: null };
  const one = isPair ? undefined : moving.find((body) => governs([body]) || context.type === "contact");
  // A law that governs nothing yet is read as if it governed the first moving body.
  const body = one ?? moving[0];
  return body ? { objects: isPair ? [body, body] : [body], link: null } : null;
}

/** Whether a law governs given objects, among the laws of the first simulation. */
function governedBy(context: ContextDeclaration, { experiment }: Checked): (cast: readonly ObjectShapes[]) => boolean {
  const simulation = experiment.simulations[0];
  const chosen = simulation?.contexts?.map(({ name }) => name) ?? null;
  const contexts = experiment.contexts.filter(
    (one) => one === context || chosen === null || chosen.includes(one.name.name),
  );
  return (cast) => {
    const declarations = cast.map(({ declaration }) => declaration);
    return selectContexts(contexts, context.type, declarations).includes(context);
  };
}

function castOfLink(context: ContextDeclaration, { environment }: Checked): Cast | null {
  const link = [...environment.links.values()].find(({ declaration }) => declaration.kind?.name === context.name.name);
  const ends = link?.declaration.between.flatMap(({ object }) => environment.objects.get(object.name) ?? []) ?? [];
  return link && ends.length === 2 ? { objects: ends, link } : null;
}

function firstPair(
  moving: readonly ObjectShapes[],
  objects: readonly ObjectShapes[],
  governs: (cast: readonly ObjectShapes[]) => boolean,
): ObjectShapes[] | null {
  for (const first of moving)
    for (const second of objects)
      if ((second !== first || first.declaration.copies) && governs([first, second])) return [first, second];
  return null;
}

/** The law that a context states, with its names and shapes. */
export function lawOf(context: ContextDeclaration, checked: Checked): LawCheck {
  const cast = castOf(context, checked);
  const environment = cast ? checked.environment : { ...checked.environment, open: true };
  return new LawCheck(lawsOf(context), cast ?? { objects: [], link: null }, environment, new Diagnostics());
}

/** The shape of a function without arguments of a law. */
export function shapeOfFunction(context: ContextDeclaration, definition: Definition, checked: Checked): Shape | null {
  if (definition.params.length > 0) return null;
  const law = lawOf(context, checked);
  return law.inference.compute(definition, law.scope, law.scope.firstTime.has(definition)).shape;
}
