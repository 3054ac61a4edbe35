// The unit of an answer of the interpreter: its SI unit, or the requested one, `ball.v in [km/h]`.
import type { Answer } from "../../compiler/interpret/session.ts";
import type { Value } from "../../compiler/values/value.ts";
import { unitOfDimension } from "../../language/dimension/words.ts";
import { isPure, type Unit } from "../../language/syntax/unit.ts";
import { inUnit, misfitWith, readUnit } from "./display-unit.ts";

export interface UnitQuestion {
  readonly text: string;
  /** The unit of the answers; null for that of SI. Without `in` a unit multiplies. */
  readonly unit: Unit | null;
}

export function readQuestion(said: string): UnitQuestion | { readonly problem: readonly string[] } {
  const [, text, wanted] = /^(.*\S)\s+in\s*\[([^\]]*)\]\s*$/s.exec(said) ?? [];
  if (wanted === undefined) return { text: said, unit: null };
  const unit = readUnit(wanted);
  return "severity" in unit ? { problem: [`[${wanted}]: ${unit.message}`, ...unit.notes] } : { text, unit };
}

/** The shown answer and its unit as plain text, which is empty for a pure number. `doubts`: mismatches in it. */
export interface Shown {
  readonly value: Value;
  readonly unit: string;
  readonly doubts: readonly string[];
}

export function shownAnswer(
  { value, dimension, misfit: doubts }: Extract<Answer, { kind: "value" }>,
  { unit }: UnitQuestion,
): Shown | { readonly problem: readonly string[] } {
  const misfit = unit && misfitWith("the answer", dimension, unit);
  if (misfit) return { problem: [misfit] };
  return {
    value: inUnit(value, unit),
    unit: unit?.text ?? (dimension && !isPure(dimension) ? unitOfDimension(dimension) : ""),
    doubts,
  };
}
