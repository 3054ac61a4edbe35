// Curves: checks their points, or their function and its range.

import { type Environment, InitialScope } from "../declare/environment.ts";
import type { CurveDeclaration, Experiment } from "../declare/experiment.ts";
import { Inference, type InferFrame } from "../infer/infer.ts";
import { describeShape, joinShapes, matrix, real, type Shape, vector } from "../shapes/shape.ts";
import { type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";

export function checkCurves(experiment: Experiment, environment: Environment, diagnostics: Diagnostics): void {
  const changing = changingWorld(experiment);
  for (const curve of environment.curves.values()) {
    checkCurve(curve, environment, diagnostics);
    for (const expr of [curve.points, curve.from, curve.to, curve.point?.body])
      if (expr) warnOfChanges(expr, curve, changing, diagnostics);
  }
}

/**
 * The attributes of the world that may differ from their first values: the time, inputs, and what laws or events
 * change.
 */
function changingWorld({ world, inputs, contexts, events }: Experiment): ReadonlySet<string> {
  const given = new Set([...contexts, ...events].flatMap(({ functions }) => functions.map(({ name }) => name)));
  const declared = world.map(({ name }) => name).filter((name) => given.has(name));
  return new Set(["t", "dt", ...inputs.map(({ name }) => name), ...declared]);
}

/** Checks a curve. It is made before the run: it may use the world, with its first values. */
function checkCurve(curve: CurveDeclaration, { world }: Environment, diagnostics: Diagnostics): void {
  const host = { attributeShape: ({ name }: { name: string }) => world.get(name) ?? real, specialShape: () => null };
  const inference = new Inference(host, diagnostics);
  const scope = new InitialScope([], world, curve.scope);
  const frame: InferFrame = { scope, definition: null, args: [], registered: false, caller: null, depth: 0 };
  const expect = (expr: Expr | null, wanted: Shape, what: string, at: InferFrame) => {
    if (!expr) return;
    const { shape } = inference.infer(expr, at);
    if (!joinShapes(wanted, shape))
      diagnostics.error("shape", expr.span, `${what}, and this is ${describeShape(shape)}`);
  };
  if (curve.points?.kind === "sequence")
    for (const point of curve.points.elements) expect(point, vector(3), "a point of a curve is a vector of 3", frame);
  else if (curve.points) {
    const { shape } = inference.infer(curve.points, frame);
    const isList = shape.kind === "sequence" && joinShapes(shape.element, vector(3)) !== null;
    if (!isList && !joinShapes(shape, matrix(null, 3)))
      diagnostics.error(
        "shape",
        curve.points.span,
        "the points of a curve are vectors of 3 in braces, or the rows of a matrix, and this is " +
          `${describeShape(shape)}`,
      );
  }
  for (const expr of [curve.from, curve.to]) expect(expr, real, "a range goes from one real to another", frame);
  if (curve.point) {
    const args = [{ shape: real, constant: null }];
    const inside = { ...frame, definition: curve.point, args };
    expect(curve.point.body, vector(3), "a point of a curve is a vector of 3", inside);
  }
  inference.reportUnknownNames();
}

function warnOfChanges(
  expr: Expr,
  curve: CurveDeclaration,
  changing: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  if (expr.kind === "name" && changing.has(expr.name) && curve.point?.params[0].name !== expr.name)
    diagnostics.warning("curve", expr.span, `a curve does not move: '${expr.name}' has its first value here`);
  for (const part of partsOf(expr)) warnOfChanges(part, curve, changing, diagnostics);
}
