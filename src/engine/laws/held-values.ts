// The part of the change by a collision law that links take back, as the law reads it.
import type { CallFrame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { matrixOf, shapeOf, type Value } from "../../compiler/values/value.ts";
import { heldByLinks, heldCall } from "../../language/names/held-by-links.ts";
import { matrix, real, type Shape } from "../../language/shapes/shape.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";

/** The value under the key of a call while its real value is being computed. */
export const beingFound = false;

/** The shape of `heldByLinks(u, p)` for that of u; null if it has none. */
export function heldShape(change: Shape): Shape | null {
  if (change.kind === "real") return real;
  return change.kind === "vector" && change.length !== null ? matrix(change.length, change.length) : null;
}

/** The value of a call: the given one, or zero where no link holds. */
export function givenByLinks(
  given: ReadonlyMap<string, Value> | undefined,
  call: CallExpr,
  frame: CallFrame,
  interpreter: Interpreter,
): Value {
  const asked = heldCall(call, frame.scope);
  if (typeof asked === "string") return interpreter.fail("special", call.span, frame, asked, []);
  const value = given?.get(asked.key);
  if (value === beingFound)
    return interpreter.fail(
      "cycle",
      call.span,
      frame,
      `${asked.key} is found by letting the law act with a given '${asked.cause.name}': the law ` +
        `may use it only to compute that`,
      [],
    );
  if (value !== undefined) return value;
  const shape = heldShape(shapeOf(interpreter.evaluate(call.args[0], frame)));
  if (!shape)
    return interpreter.fail("arguments", call.args[0].span, frame, `${heldByLinks} takes a real or a vector`, []);
  return zeroOf(shape);
}

/** A value of the shape of `heldByLinks` that takes nothing back. */
export function zeroOf(shape: Shape): Value {
  if (shape.kind !== "matrix") return 0;
  return matrixOf(shape.rows!, shape.cols!, new Float64Array(shape.rows! * shape.cols!));
}
