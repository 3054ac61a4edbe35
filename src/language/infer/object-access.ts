// `ball.position.z`, by which other languages read an attribute of an object; here an alias names it.

import type { Surroundings } from "../declare/surroundings.ts";
import { type Expr, partsOf } from "../syntax/ast.ts";
import { componentName } from "../syntax/habit-names.ts";

export interface ObjectAccess {
  readonly object: Extract<Expr, { kind: "name" }>;
  readonly attribute: string;
  /** The number of the component, where one is said. */
  readonly component: number | null;
}

/** The attribute of an object that an expression asks for by points; null where it is none such. */
export function objectAccess(expr: Expr, isObject: (name: string) => boolean): ObjectAccess | null {
  if (expr.kind !== "binary" || expr.op !== "." || expr.right.kind !== "name") return null;
  const { left, right } = expr;
  if (left.kind === "name")
    return isObject(left.name) ? { object: left, attribute: right.name, component: null } : null;
  const whole = objectAccess(left, isObject);
  const component = componentName(right.name);
  return whole && whole.component === null && component !== null ? { ...whole, component } : null;
}

export function hasObjectAccess(expr: Expr, isObject: (name: string) => boolean): boolean {
  return objectAccess(expr, isObject) !== null || partsOf(expr).some((part) => hasObjectAccess(part, isObject));
}

/** What is wrong with it, and what to write. */
export function sayAccess({ object, attribute, component }: ObjectAccess): [string, string] {
  const alias = attribute[0];
  const read = component === null ? alias : `${alias} # ${component}`;
  return [
    `'${object.name}' is an object: its attributes are not read by a point`,
    `write aliases = { use ${alias} as attribute ${attribute} of object ${object.name} }, and here ${read}`,
  ];
}

/** What to write for a name that is not known in measures or an event, and is that of an object or of its attribute. */
export function adviseOwner(name: string, surroundings: Surroundings): string[] {
  if (surroundings.objects.has(name))
    return [`an object is read by its attributes: aliases = { use p as attribute position of object ${name} }`];
  const owner = [...surroundings.objects.values()].find(({ attributes }) => attributes.has(name));
  if (!owner) return [];
  const alias = name === "position" ? "p" : name;
  const whose = owner.declaration.name.name;
  const here = alias === name ? "" : `, and here ${alias}`;
  return [`say whose it is: aliases = { use ${alias} as attribute ${name} of object ${whose} }${here}`];
}
