// The values of settings: numbers where numbers belong, and names that mean something.
import type { Setting } from "./ast.ts";
import type { Diagnostics } from "./diagnostic.ts";
import type { Experiment, Named } from "./experiment.ts";
import { Inference } from "./infer.ts";
import type { Scope } from "./scope.ts";
import { describeShape, joinShapes, real } from "./shape.ts";
import { didYouMean } from "./suggest.ts";
import { InitialScope, type Surroundings } from "./surroundings.ts";

export const integratorNames = [
  "explicit euler",
  "semi-implicit euler",
  "implicit midpoint",
  "rk4",
  "dormand-prince",
] as const;
export const schemeNames = ["event driven", "time stepping"] as const;

const numbers = [
  "initial time",
  "duration",
  "step",
  "frames",
  "tolerance",
  "separation",
  "iterations",
  "seed",
  "copies",
];

export function checkSettings(
  experiment: Experiment,
  surroundings: Surroundings,
  scope: Scope,
  diagnostics: Diagnostics,
): void {
  const blocks: Named[] = [...experiment.simulations, ...experiment.contexts, ...experiment.objects];
  for (const { settings } of blocks) {
    for (const setting of settings.values()) {
      if (numbers.includes(setting.key)) checkNumber(setting, surroundings, scope, diagnostics);
      else if (setting.key === "integrator") checkWord(setting, integratorNames, diagnostics);
      else if (setting.key === "scheme") checkWord(setting, schemeNames, diagnostics);
    }
  }
}

function checkNumber(setting: Setting, surroundings: Surroundings, scope: Scope, diagnostics: Diagnostics): void {
  if (setting.value.kind !== "expression") {
    diagnostics.error("setting", setting.valueSpan, `'${setting.key}' takes a number`);
    return;
  }
  const host = {
    attributeShape: ({ name }: { name: string }) => surroundings.world.get(name) ?? real,
    specialShape: () => null,
  };
  const inference = new Inference(host, diagnostics);
  // How many copies there are may depend on the world; a simulation's settings come before there is one.
  const around = setting.key === "copies" ? new InitialScope([], surroundings.world, scope) : scope;
  const { shape } = inference.run(setting.value.value, around);
  inference.reportUnknownNames();
  if (!joinShapes(shape, real))
    diagnostics.error(
      "setting",
      setting.valueSpan,
      `'${setting.key}' takes a number, and this is ${describeShape(shape)}`,
    );
}

/** The words or the one name that a setting says; null if it is something else. */
export function wordsOf(setting: Setting): string | null {
  const { value } = setting;
  if (value.kind === "words") return value.words;
  return value.kind === "expression" && value.value.kind === "name" ? value.value.name : null;
}

function checkWord(setting: Setting, choices: readonly string[], diagnostics: Diagnostics): void {
  const said = wordsOf(setting);
  if (said !== null && choices.includes(said)) return;
  if (setting.value.kind === "expression" && setting.value.value.kind === "error") return;
  const notes = said === null ? [] : didYouMean(said, choices);
  diagnostics.error("setting", setting.valueSpan, `'${setting.key}' is one of: ${choices.join(", ")}`, ...notes);
}
