// The schedule that a simulation asks for, begun.
import { EventDriven } from "./event-driven.ts";
import type { Model } from "./model.ts";
import type { Observer } from "./observer.ts";
import type { Schedule } from "./schedule.ts";
import type { ScheduleOptions } from "./schedule-options.ts";
import { TimeStepping } from "./stepping/time-stepping.ts";

export function startSchedule(model: Model, observer: Observer, options: ScheduleOptions = {}): Schedule {
  const isStepping = model.settings.scheme === "time stepping";
  return new (isStepping ? TimeStepping : EventDriven)(model, observer, options).start(options);
}
