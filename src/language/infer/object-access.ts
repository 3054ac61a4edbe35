// `ball.position.z`, an attribute of an object in other languages; here an alias names it.
import { type Expr, partsOf } from "../syntax/ast.ts";
import { componentIndex } from "../syntax/habit-names.ts";
import { spanText } from "../syntax/span.ts";

export interface ObjectAccess {
  readonly object: Extract<Expr, { kind: "name" }>;
  readonly attribute: string;
  /** The index of the component; null if there is none. */
  readonly component: string | null;
}

/** The attribute of an object that an expression with points means; null for other expressions. */
export function objectAccess(expr: Expr, isObject: (name: string) => boolean): ObjectAccess | null {
  if (expr.kind !== "binary" || expr.op !== ".") return null;
  const { left, right } = expr;
  // # binds more tightly: `ball.position # 3`.
  if (right.kind === "binary" && right.op === "#" && right.left.kind === "name" && left.kind === "name")
    return isObject(left.name)
      ? { object: left, attribute: right.left.name, component: spanText(right.right.span) }
      : null;
  if (right.kind !== "name") return null;
  if (left.kind === "name")
    return isObject(left.name) ? { object: left, attribute: right.name, component: null } : null;
  const whole = objectAccess(left, isObject);
  const component = componentIndex(right.name);
  return whole && whole.component === null && component !== null ? { ...whole, component: String(component) } : null;
}

export function hasObjectAccess(expr: Expr, isObject: (name: string) => boolean): boolean {
  return objectAccess(expr, isObject) !== null || partsOf(expr).some((part) => hasObjectAccess(part, isObject));
}

/** What is wrong with it, and what to write. */
export function sayAccess({ object, attribute, component }: ObjectAccess): [string, string] {
  const alias = attribute[0];
  const read = component === null ? alias : `${alias} # ${component}`;
  return [
    `'${object.name}' is an object: a point does not read its attributes`,
    `write aliases = { use ${alias} as attribute ${attribute} of object ${object.name} }, and here ${read}`,
  ];
}
