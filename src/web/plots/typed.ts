// A typed curve is checked before it is accepted: once in the text, a wrong unit would be a mistake there.
import { unitAt } from "../state/units.ts";
import { readCurve } from "./spec.ts";

const path = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?(?:#\d+)*$/u;

/**
 * Why `ball.v [km/h]` cannot be a curve, in words; null if it can. The code that reads units, the parser with it, is
 * loaded when a unit is typed.
 */
export async function typedProblem(text: string): Promise<string | null> {
  const curve = readCurve(text);
  if (!curve || !path.test(curve.path))
    return "Write a name such as ball.v, ball.v#3 or norm(ball.v), and behind it a unit if you like: ball.v [km/h].";
  if (curve.unit === undefined) return null;
  const { misfitWith, readUnit } = await import("../../record/units/display-unit.ts");
  const unit = readUnit(curve.unit);
  if ("severity" in unit) return sentence(`[${curve.unit}]: ${[unit.message, ...unit.notes].join("; ")}`);
  const own = unitAt(curve.path);
  const known = own === null ? null : readUnit(own);
  const misfit = known && !("severity" in known) ? misfitWith(`'${curve.path}'`, known.dimension, unit) : null;
  return misfit && sentence(misfit);
}

function sentence(words: string): string {
  return `${words}.`;
}
