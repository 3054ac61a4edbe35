// Functions outside blocks, those of libraries: they belong to no law, and their arguments are unknown.
import { orderDefinitions } from "../declare/context-scope.ts";
import { curveNameProblem, type Environment } from "../declare/environment.ts";
import { inferCurveCall } from "../infer/curve.ts";
import { Inference, type ShapeHost } from "../infer/infer.ts";
import type { Scope } from "../names/scope.ts";
import { real, unknown } from "../shapes/shape.ts";
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { isCurveOfEnd, isValue } from "../syntax/statement.ts";

/** Checks functions outside blocks, in a library: each is evaluated with arguments of any shape. */
export function checkFunctions(
  definitions: readonly Definition[],
  scope: Scope,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  const told = new Set<Definition>();
  const cycle = (found: readonly Definition[]) => {
    if (found.some((definition) => told.has(definition))) return;
    for (const definition of found) told.add(definition);
    const first = found.reduce((a, b) => (a.nameSpan.from <= b.nameSpan.from ? a : b));
    const start = found.indexOf(first);
    const path = [...found.slice(start), ...found.slice(0, start)];
    const names = [...path, first].map((definition) => definition.name).join(" → ");
    const message =
      path.length === 1 ? `'${first.name}' needs its own value` : `these need each other's values: ${names}`;
    diagnostics.error("cycle", first.nameSpan, message);
  };
  // A function cannot know the ends of a link.
  const curveProblem = (name: string) => (isCurveOfEnd(name) ? null : curveNameProblem(environment, name, null));
  const specialShape: ShapeHost["specialShape"] = (call, frame, running) =>
    inferCurveCall(call, frame, running, curveProblem);
  const inference = new Inference({ attributeShape: () => real, specialShape, cycle }, diagnostics);
  for (const definition of orderDefinitions(definitions)) {
    if (!isValue(definition))
      diagnostics.error(
        "stray-law",
        definition.nameSpan,
        "rates and contributions belong in a context's functions = { }",
      );
    if (definition.params.length === 0) inference.compute(definition, scope, false);
    else {
      const args = definition.params.map(() => ({ shape: unknown, constant: null }));
      inference.infer(definition.body, { scope, definition, args, registered: false, caller: null, depth: 0 });
    }
  }
  inference.reportUnknownNames();
}
