// Calls that query a curve: its name comes first.
import { curveCalls, describeKind, fitsKind } from "../shapes/natives.ts";
import { describeShape, type Shape } from "../shapes/shape.ts";
import type { CallExpr } from "../syntax/ast.ts";
import type { Inference, InferFrame } from "./infer.ts";

/** What is wrong with a name that should be a curve's: a sentence, and notes. */
export type CurveNameProblem = readonly [string, ...string[]];

/** The shape of a call that queries a curve; null for other calls. */
export function inferCurveCall(
  call: CallExpr,
  frame: InferFrame,
  inference: Inference,
  problemOf: (name: string) => CurveNameProblem | null,
): Shape | null {
  const asked = curveCalls.get(call.name);
  if (!asked) return null;
  const { param, shape } = asked;
  const [name, ...rest] = call.args;
  const args = rest.map((arg) => inference.infer(arg, frame));
  if (name?.kind !== "name" || args.length !== (param ? 1 : 0)) {
    inference.error(
      "arguments",
      call.span,
      frame,
      `write ${call.name}(${param ? `curve, ${param.name}` : "curve"}), with the name of a curve`,
    );
    return shape;
  }
  const problem = problemOf(name.name);
  if (problem) inference.error("unknown-name", name.span, frame, ...problem);
  if (param && !fitsKind(param.kind, args[0].shape))
    inference.error(
      "arguments",
      rest[0].span,
      frame,
      `${call.name} takes ${describeKind(param.kind)} as ${param.name}, and this is ${describeShape(args[0].shape)}`,
    );
  return shape;
}
