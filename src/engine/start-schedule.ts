// Creates and begins the schedule that a simulation asks for.
import { EventDriven } from "./impacts/event-driven.ts";
import type { Model } from "./model/model.ts";
import type { Schedule } from "./run/schedule.ts";
import type { ScheduleOptions } from "./run/schedule-options.ts";
import type { Observer } from "./state/observer.ts";
import { TimeStepping } from "./stepping/time-stepping.ts";

export function startSchedule(model: Model, observer: Observer, options: ScheduleOptions = {}): Schedule {
  const isStepping = model.settings.scheme === "time stepping";
  return new (isStepping ? TimeStepping : EventDriven)(model, observer, options).start(options);
}
