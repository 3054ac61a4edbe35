// The laws that move bodies, evaluated by the interpreter at one instant: rates, and values that laws state.
import {
  type Application,
  evaluationOf,
  isWritten,
  type Model,
  numbersOf,
  partOf,
  type Slot,
  slotOf,
  writeNumbers,
} from "./reading.ts";

/** What a law states of an attribute. */
export interface Stated {
  readonly application: Application;
  readonly slot: Slot;
  readonly numbers: readonly number[];
}

/** The values that a law gives by `=`, where `now` is the instant and `registered` the end of the last step. */
export function updatesOf(
  model: Model,
  application: Application,
  registered: Float64Array,
  now: Float64Array,
): Stated[] {
  const part = partOf(application);
  return evaluationOf(model, application.scope, part, registered, now)
    .updates()
    .flatMap(({ attribute, value }) => {
      const slot = isWritten(model, attribute, part) ? slotOf(model, attribute, part) : null;
      return slot ? [{ application, slot, numbers: numbersOf(value) }] : [];
    });
}

/** Writes into `now` what the law of a body makes of it there. */
export function settleUpdates(
  model: Model,
  application: Application,
  registered: Float64Array,
  now: Float64Array,
): void {
  for (const { slot, numbers } of updatesOf(model, application, registered, now)) writeNumbers(now, slot, numbers);
}

export function ratesOf(model: Model, application: Application, registered: Float64Array, now: Float64Array): Stated[] {
  const part = partOf(application);
  return evaluationOf(model, application.scope, part, registered, now)
    .rates()
    .flatMap(({ attribute, value }) => {
      const slot = isWritten(model, attribute, part) ? slotOf(model, attribute, part) : null;
      return slot ? [{ application, slot, numbers: numbersOf(value) }] : [];
    });
}

export function contributionsOf(
  model: Model,
  application: Application,
  registered: Float64Array,
  now: Float64Array,
): Stated[] {
  const part = partOf(application);
  return evaluationOf(model, application.scope, part, registered, now)
    .contributions()
    .flatMap(({ attribute, value }) => {
      const slot = isWritten(model, attribute, part) ? slotOf(model, attribute, part) : null;
      return slot ? [{ application, slot, numbers: numbersOf(value) }] : [];
    });
}
