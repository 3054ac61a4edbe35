// Which context governs which objects: the most specific one that applies; name beats shape, shape beats physical type.
import type { Requirement, Word } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { shapeMeant } from "../syntax/suggest.ts";
import {
  type ContextDeclaration,
  type ContextType,
  type GeometricalType,
  geometricalTypes,
  type ObjectDeclaration,
  type PhysicalType,
  physicalTypes,
} from "./experiment.ts";

/** A required object; any of its parts may be open. */
interface Demand {
  readonly name: string | null;
  readonly physicalType: PhysicalType | null;
  readonly geometricalType: GeometricalType | null;
}

/** How much a context asks for: names, then shapes, then physical types. */
export type Specificity = readonly [number, number, number];

/** The most objects that a context may ask for. */
const mostRequirements = 100;

/** Reports words of an applicability that have no meaning. */
export function checkRequirements(requirements: readonly Requirement[], diagnostics: Diagnostics): void {
  if (demands(requirements).length > mostRequirements)
    diagnostics.error(
      "applicability",
      requirements[0].span,
      `an applicability asks for ${mostRequirements} objects at most`,
    );
  for (const requirement of requirements) {
    if (requirement.object === null && (requirement.count < 1 || !Number.isInteger(requirement.count)))
      diagnostics.error("applicability", requirement.span, "the number of objects is a whole number from 1 on");
    for (const word of unknownWords(requirement.words)) {
      const known = [
        ...physicalTypes,
        ...geometricalTypes.flatMap((type) => [type, plural(type)]),
        "object",
        "objects",
      ];
      diagnostics.error(
        "applicability",
        word.span,
        `'${word.name}' is not a kind of object`,
        ...shapeMeant(word.name, known),
      );
    }
  }
}

function plural(type: string): string {
  return type.endsWith("polyhedron") ? type.replace("polyhedron", "polyhedra") : `${type}s`;
}

function shapeNamed(words: string): GeometricalType | null {
  return geometricalTypes.find((type) => type === words || plural(type) === words) ?? null;
}

/** The words left after the physical type, the shape and `object(s)` are taken away. */
function unknownWords(words: readonly Word[]): readonly Word[] {
  const rest = words.filter(
    (word) => !physicalTypes.some((type) => type === word.name) && !/^objects?$/.test(word.name),
  );
  return rest.length === 0 || shapeNamed(rest.map((word) => word.name).join(" ")) ? [] : rest;
}

function demands(requirements: readonly Requirement[]): Demand[] {
  const all: Demand[] = [];
  for (const requirement of requirements) {
    const words = requirement.words.map((word) => word.name);
    const physicalType = physicalTypes.find((type) => words.includes(type)) ?? null;
    const shape = words.filter((word) => word !== physicalType && !/^objects?$/.test(word)).join(" ");
    const demand: Demand = { name: requirement.object?.name ?? null, physicalType, geometricalType: shapeNamed(shape) };
    // One too many is enough: such a context applies to nothing.
    const count = requirement.object ? 1 : requirement.count;
    for (let k = 0; k < count && all.length <= mostRequirements; k++) all.push(demand);
  }
  return all;
}

function meets(object: ObjectDeclaration, demand: Demand): boolean {
  return (
    (demand.name === null || demand.name === object.name.name) &&
    (demand.physicalType === null || demand.physicalType === object.physicalType) &&
    (demand.geometricalType === null || demand.geometricalType === object.geometricalType)
  );
}

/** Whether every demand can be met by a different object: a matching, found by augmenting paths. */
function assigns(open: readonly Demand[], objects: readonly ObjectDeclaration[]): boolean {
  if (open.length > objects.length || open.length > mostRequirements) return false;
  const takenBy: (Demand | undefined)[] = [];
  const place = (demand: Demand, passed: Set<number>): boolean => {
    for (let i = 0; i < objects.length; i++) {
      if (passed.has(i) || !meets(objects[i], demand)) continue;
      passed.add(i);
      const other = takenBy[i];
      if (other !== undefined && !place(other, passed)) continue;
      takenBy[i] = demand;
      return true;
    }
    return false;
  };
  return open.every((demand) => place(demand, new Set()));
}

/** Whether a context may be applied to these objects (one in a free fall, two in a pair, any number in a group). */
export function applies(context: ContextDeclaration, objects: readonly ObjectDeclaration[]): boolean {
  return assigns(demands(context.requirements), objects);
}

/** Whether this may be one of several objects to which a context is applied. */
export function mayGovern(context: ContextDeclaration, object: ObjectDeclaration): boolean {
  const open = demands(context.requirements);
  return open.length < 2 || open.some((demand) => meets(object, demand));
}

/** How many objects a context asks for by name, by shape, by physical type. */
export function specificity(context: ContextDeclaration): Specificity {
  const all = demands(context.requirements);
  return [
    all.filter((demand) => demand.name !== null).length,
    all.filter((demand) => demand.geometricalType !== null).length,
    all.filter((demand) => demand.physicalType !== null).length,
  ];
}

function compare(a: Specificity, b: Specificity): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * The contexts of this type that govern these objects: none, one, or several equally specific ones, which is a mistake.
 */
export function selectContexts(
  contexts: readonly ContextDeclaration[],
  type: ContextType,
  objects: readonly ObjectDeclaration[],
): ContextDeclaration[] {
  let best: ContextDeclaration[] = [];
  for (const context of contexts) {
    if (context.type !== type || !applies(context, objects)) continue;
    const order = best.length === 0 ? 1 : compare(specificity(context), specificity(best[0]));
    if (order > 0) best = [context];
    else if (order === 0) best.push(context);
  }
  return best;
}
