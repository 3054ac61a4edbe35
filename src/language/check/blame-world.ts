// Finds the attribute of the world that keeps the laws of a text from fitting together: `g = 9.81` or `g = [0, -9.81]`,
// although every law takes a vector of 3.

import type { AttributeShapes, Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { describeShape, type Shape, vector } from "../shapes/shape.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { placeOf, spanText } from "../syntax/span.ts";

/** Codes of errors about shapes. */
const codes: ReadonlySet<string> = new Set(["shapes", "shape", "arguments", "branches"]);
/** The most attributes that are tried. */
const mostTries = 8;

/**
 * If several errors of shapes, and no others, would all disappear with a vector of 3 in place of one attribute of the
 * world, one error is reported there. `isRightWith` checks the text again with other shapes of the world.
 */
export function blameWorld(
  diagnostics: readonly Diagnostic[],
  { world }: Experiment,
  environment: Environment,
  isRightWith: (world: AttributeShapes) => boolean,
): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const isOwn = ({ code, span }: Diagnostic) => codes.has(code) && span.source === environment.main;
  if (errors.length < 2 || !errors.every(isOwn)) return diagnostics;
  const suspects = world.filter(({ name, nameSpan }) => {
    const shape = environment.world.get(name);
    return nameSpan.source === environment.main && shape !== undefined && isSuspect(shape);
  });
  const guilty = suspects
    .slice(0, mostTries)
    .filter(({ name }) => isRightWith(new Map(environment.world).set(name, vector(3))));
  if (guilty.length !== 1) return diagnostics;
  const told = tell(guilty[0], environment.world.get(guilty[0].name)!, errors[0]);
  return [told, ...diagnostics.filter((one) => one.severity !== "error")];
}

function isSuspect(shape: Shape): boolean {
  return shape.kind === "real" || (shape.kind === "vector" && shape.length !== 3);
}

function tell({ name, body }: Definition, shape: Shape, first: Diagnostic): Diagnostic {
  const { line, column } = placeOf(first.span.source, first.span.from);
  const advice =
    shape.kind === "real"
      ? `write a vector, such as ${name} = [0, 0, ${spanText(numberOf(body).span)}]`
      : "write three numbers";
  return {
    severity: "error",
    code: "shapes",
    message: `'${name}' is ${describeShape(shape)}, and all that read it take a vector of 3`,
    span: body.span,
    notes: [advice, `at ${line}:${column}: ${first.message}`],
  };
}

function numberOf(expr: Expr): Expr {
  return expr.kind === "unit" ? expr.value : expr;
}
