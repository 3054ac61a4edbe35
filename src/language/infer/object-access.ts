// `ball.position.z`, by which other languages read an attribute of an object; here an alias names it.
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
