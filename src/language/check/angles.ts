// Angles that look like degrees: a plain 45 where radians belong.

import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { spanText } from "../syntax/span.ts";

/** Natives that take an angle, or a vector of three, each by the number of the argument. */
const ofAngles: ReadonlyMap<string, number> = new Map([
  ...["sine", "cosine", "tangent", "cotangent", "secant", "cosecant"].map((name) => [name, 0] as const),
  ["quaternionFromAxisAndAngle", 1],
  ["rotateVector", 2],
  ["eulerXYZToQuaternion", 0],
  ["eulerXYZToRotationMatrix", 0],
]);
/** What people call an angle. */
const angleNames = /(angle|theta|phi|tilt|inclination)\d*$/i;

export function checkAngles(
  functions: readonly Definition[],
  { world, objects, links, contexts, measures, events }: Experiment,
  { main }: Environment,
  diagnostics: Diagnostics,
): void {
  const told = new Set<Expr>();
  const tell = (expr: Expr, what: string) => {
    if (expr.span.source !== main || told.has(expr) || !looksLikeDegrees(expr)) return;
    told.add(expr);
    const said = spanText(expr.span);
    diagnostics.warning(
      "degrees",
      expr.span,
      `${what} is taken in radians, and ${said} looks like degrees`,
      `write ${said} [°], or the angle in radians`,
    );
  };
  let parameters: ReadonlySet<string> = new Set();
  const take = (arg: Expr, native: string): void => {
    if (arg.kind === "vector") for (const angle of arg.elements) take(angle, native);
    else if (arg.kind !== "name") tell(arg, `what ${native} takes`);
    else if (!parameters.has(arg.name))
      for (const value of named.get(arg.name) ?? []) tell(value, `'${arg.name}', which ${native} takes,`);
  };
  const visit = (expr: Expr): void => {
    const angle = expr.kind === "call" ? expr.args[ofAngles.get(expr.name) ?? -1] : undefined;
    if (expr.kind === "call" && angle) take(angle, expr.name);
    for (const part of partsOf(expr)) visit(part);
  };
  const definitions = [
    ...functions,
    ...world,
    ...[...contexts, ...events].flatMap((block) => block.functions),
    ...measures.flatMap((block) => block.definitions),
  ];
  const items = [...objects, ...links, ...contexts].flatMap(({ attributes }) => attributes);
  const named = new Map<string, Expr[]>();
  const name = (word: string, value: Expr) => named.set(word, [...(named.get(word) ?? []), value]);
  for (const { name: word, body, params, unit, order } of definitions)
    if (params.length === 0 && order === 0 && !unit) name(word, body);
  for (const { name: word, value, unit } of items) if (value && !unit) name(word, value);
  for (const { body, name, unit, params } of definitions) {
    parameters = new Set(params.map((param) => param.name));
    visit(body);
    if (world.some((one) => one.body === body) && angleNames.test(name) && !unit) tell(body, `'${name}'`);
  }
  parameters = new Set();
  for (const { name, value, unit } of [...objects, ...links].flatMap(({ attributes }) => attributes)) {
    if (!value) continue;
    visit(value);
    if (name === "orientation" && value.kind === "vector" && value.elements.length === 3)
      for (const angle of value.elements) tell(angle, "an Euler angle");
    else if (angleNames.test(name) && !unit) tell(value, `'${name}'`);
  }
}

/** A whole multiple of 5 from 10 on, without a unit: more than a turn and a half in radians. */
function looksLikeDegrees(expr: Expr): boolean {
  const literal = expr.kind === "unary" && expr.op === "-" ? expr.operand : expr;
  return literal.kind === "number" && literal.value >= 10 && literal.value <= 360 && literal.value % 5 === 0;
}
