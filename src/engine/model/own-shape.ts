// What laws may ask about an object's own shape.
import type { CallFrame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { matrixOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import { createMassProperties, inertiaForMass } from "../../geometry/mass/mass-properties.ts";
import { massPropertiesOf } from "../../geometry/mass/shape-mass.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
import { ownShapeCall } from "../../language/shapes/natives.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";

const properties = createMassProperties();

/**
 * `centerOfMass()` and `inertiaTensor(mass)` of a uniformly filled shape, in the object's own frame; null for other
 * calls.
 */
export function askOwnShape(
  shape: () => BodyShape | null,
  call: CallExpr,
  frame: CallFrame,
  interpreter: Interpreter,
): Value | null {
  if (!ownShapeCall(call.name, call.args.length)) return null;
  const geometry = shape();
  if (!geometry)
    return interpreter.fail("special", call.span, frame, `${call.name} of the own shape is for objects`, []);
  const problem = massPropertiesOf(properties, geometry);
  if (problem !== "") return interpreter.fail("special", call.span, frame, problem, []);
  if (call.name === "centerOfMass") return vectorOf(properties.center);
  const mass = interpreter.evaluate(call.args[0], frame);
  if (typeof mass !== "number")
    return interpreter.fail("arguments", call.args[0].span, frame, "inertiaTensor takes a mass, a real", []);
  return matrixOf(3, 3, inertiaForMass(new Float64Array(9), properties, mass));
}
