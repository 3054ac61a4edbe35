// Reasons why a run would stop before or in its first step, and doubts about its first values: found by starting it.
import type { ModelOptions } from "../../engine/model/model.ts";
import type { Checked } from "../../language/check/check.ts";
import { type Diagnostic, Diagnostics } from "../../language/syntax/diagnostic.ts";
import { refuseNoRecord, refuseUnchecked } from "../run/refusals.ts";
import { prepare, Run } from "../run/run.ts";
import { reportClosedForms } from "./closed-forms.ts";
import { reportFirstValuesLost } from "./lost-first-values.ts";

/**
 * Everything that is wrong with a text up to its first step: the checker's errors and, if there are none, the result of
 * starting its simulations (or the one that the options name).
 */
export function checkStart(checked: Checked, options: ModelOptions = {}): readonly Diagnostic[] {
  refuseUnchecked("checkStart", checked);
  refuseNoRecord("checkStart", '{ simulation: "name" }', options);
  const { diagnostics, experiment } = checked;
  if (diagnostics.some(({ severity }) => severity === "error")) return diagnostics;
  const found = new Diagnostics();
  for (const diagnostic of diagnostics) found.add(diagnostic);
  warnWithoutSimulation(checked, found);
  const names =
    options.simulation === undefined ? experiment.simulations.map(({ name }) => name.name) : [options.simulation];
  for (const simulation of names) {
    const model = prepare(checked, { ...options, simulation });
    if ("severity" in model) {
      found.add(model);
      continue;
    }
    const run = new Run(model);
    // Only the first step finds a value that is not finite from the start.
    if (!run.isDone) run.advance();
    const { stop, warnings } = run.recording;
    for (const warning of warnings) found.add(warning);
    reportFirstValuesLost(run.recording, found);
    reportClosedForms(run.recording, found);
    if (stop && stop.time === model.settings.initialTime) found.add(stop.diagnostic);
  }
  return found.sorted();
}

/** A text with objects and laws but without a simulation was hardly intended; one without objects is a library. */
function warnWithoutSimulation({ experiment, source }: Checked, found: Diagnostics): void {
  const { simulations, contexts, objects } = experiment;
  const own = objects.find(({ name }) => name.span.source === source);
  if (simulations.length > 0 || contexts.length === 0 || !own) return;
  found.warning(
    "missing-block",
    own.name.span,
    "there is no simulation: nothing runs",
    "add simulation { name = … initial time = 0 duration = 10 }",
  );
}
