// What the measures of an experiment, all together, may say.

import type { Scope } from "../names/scope.ts";
import { ContextScope } from "./context-scope.ts";
import type { MeasuresDeclaration } from "./experiment.ts";
import type { Surroundings } from "./surroundings.ts";

/** `below` is what the text itself defines, for an experiment without measures. */
export function measuresScope(
  measures: readonly MeasuresDeclaration[],
  below: Scope,
  surroundings: Surroundings,
): ContextScope {
  const laws = {
    functions: measures.flatMap(({ definitions }) => definitions),
    aliases: measures.flatMap(({ aliases }) => aliases),
    attributes: new Set<string>(),
    context: null,
    below: measures[0]?.scope ?? below,
  };
  return new ContextScope(laws, { objects: [], link: null }, surroundings);
}
