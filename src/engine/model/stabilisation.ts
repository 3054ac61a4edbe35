// How constraint gaps left by integration are closed.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { wordsOf } from "../../language/check/settings.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import { RunError } from "./run-error.ts";

/** At a rate s, so that C'' + 2s C' + s² C = 0; by projection after each step; or not at all. */
export type Stabilisation = number | "projection" | "none";

const known = new WeakMap<ContextDeclaration, Stabilisation>();

/** The choice of the law; projection if it states none. */
export function stabilisationOf(context: ContextDeclaration): Stabilisation {
  let found = known.get(context);
  if (found === undefined) known.set(context, (found = readStabilisation(context)));
  return found;
}

function readStabilisation(context: ContextDeclaration): Stabilisation {
  const setting = context.settings.get("stabilisation");
  if (!setting) return "projection";
  const words = wordsOf(setting);
  if (words === "projection" || words === "none") return words;
  const value = setting.value.kind === "expression" ? new Interpreter().run(setting.value.value, context.scope) : null;
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw new RunError("setting", setting.valueSpan, "'stabilisation' is a rate such as 10, projection or none");
}
