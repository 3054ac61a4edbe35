// Angles that look like degrees: a plain 45 where radians belong.

import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { spanText } from "../syntax/span.ts";

/** Functions of an angle. */
const ofAngles: ReadonlySet<string> = new Set(["sine", "cosine", "tangent", "cotangent", "secant", "cosecant"]);
/** What people call an angle. */
const angleNames = /(angle|theta|phi|tilt|inclination)\d*$/i;

export function checkAngles(
  functions: readonly Definition[],
  { world, objects, links, contexts, measures, events }: Experiment,
  { main }: Environment,
  diagnostics: Diagnostics,
): void {
  const tell = (expr: Expr, what: string) => {
    if (expr.span.source !== main || !looksLikeDegrees(expr)) return;
    const said = spanText(expr.span);
    diagnostics.warning(
      "degrees",
      expr.span,
      `${what} is taken in radians, and ${said} looks like degrees`,
      `write ${said} [°], or the angle in radians`,
    );
  };
  const visit = (expr: Expr): void => {
    if (expr.kind === "call" && ofAngles.has(expr.name))
      for (const arg of expr.args) tell(arg, `what ${expr.name} takes`);
    for (const part of partsOf(expr)) visit(part);
  };
  const definitions = [
    ...functions,
    ...world,
    ...[...contexts, ...events].flatMap((block) => block.functions),
    ...measures.flatMap((block) => block.definitions),
  ];
  for (const { body, name, unit } of definitions) {
    visit(body);
    if (world.some((one) => one.body === body) && angleNames.test(name) && !unit) tell(body, `'${name}'`);
  }
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
