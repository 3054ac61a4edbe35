// The laws that move bodies, evaluated by the interpreter at one instant: rates, and values that laws state.
import {
  type Application,
  evaluationOf,
  isWritten,
  type Model,
  numbersOfValue,
  partOf,
  type Slot,
  slotOfAttribute,
  writeNumbers,
} from "../reading/reading.ts";

/** What a law states about an attribute. */
export interface Stated {
  readonly application: Application;
  readonly slot: Slot;
  readonly numbers: readonly number[];
}

/** Evaluates one kind of statement of a law, where `now` is the instant and `registered` the end of the last step. */
function statedBy(statements: "updates" | "rates" | "contributions") {
  return (model: Model, application: Application, registered: Float64Array, now: Float64Array): Stated[] => {
    const part = partOf(application);
    const evaluation = evaluationOf(model, application.scope, part, registered, now);
    return evaluation[statements]().flatMap(({ attribute, value }) => {
      const slot = isWritten(model, attribute, part) ? slotOfAttribute(model, attribute, part) : null;
      return slot ? [{ application, slot, numbers: numbersOfValue(value) }] : [];
    });
  };
}

/** The values that a law gives by `=`, by `'` and by `+=`. */
export const updatesOf = statedBy("updates");
export const ratesOf = statedBy("rates");
export const contributionsOf = statedBy("contributions");

/** Writes the values that a law gives its body into `now`. */
export function settleUpdates(
  model: Model,
  application: Application,
  registered: Float64Array,
  now: Float64Array,
): void {
  for (const { slot, numbers } of updatesOf(model, application, registered, now)) writeNumbers(now, slot, numbers);
}
