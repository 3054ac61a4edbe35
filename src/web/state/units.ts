// The SI units of what is shown: stated in the text, or as they follow from its laws.
import { typesetUnit } from "../../record/units/unit-text.ts";
import { frames } from "./run.ts";

/** The unit of `ball.v`, `ball.v#1`, `g`, `energy`, or `impulse` of a law, as plain text; null if none is known. */
export function unitAt(path: string): string | null {
  const units = frames.value?.layout.units;
  const [base] = path.split("#");
  return units?.get(base) ?? units?.get(`.${base.slice(base.indexOf(".") + 1)}`) ?? null;
}

/** The unit of a path, typeset: `m/s²`; "" where there is none. */
export function printedUnit(path: string): string {
  return typesetUnit(unitAt(path) ?? "");
}
