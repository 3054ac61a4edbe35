// An experiment run to its end, or as far as it goes.
import { EvaluationError } from "../compiler/evaluation-error.ts";
import type { Value } from "../compiler/value.ts";
import { meetingsOf } from "../engine/meetings.ts";
import { createModel, type Model, type ModelOptions } from "../engine/model.ts";
import { Problem } from "../engine/problem.ts";
import type { Schedule } from "../engine/schedule.ts";
import type { ScheduleOptions } from "../engine/schedule-options.ts";
import { startSchedule } from "../engine/start-schedule.ts";
import type { State } from "../engine/state.ts";
import type { Checked } from "../language/check.ts";
import type { Diagnostic } from "../language/diagnostic.ts";
import { Recording } from "./record.ts";

/** The model of a checked text, or why there is none. */
export function prepare(checked: Checked, options: ModelOptions = {}): Model | Diagnostic {
  try {
    return createModel(checked, options);
  } catch (error) {
    if (error instanceof Problem || error instanceof EvaluationError) return error.diagnostic;
    throw error;
  }
}

export type RunOptions = ScheduleOptions;

/** A run that goes on when asked to. */
export class Run {
  readonly recording: Recording;
  private readonly schedule: Schedule;
  /** Whether a step or an event lies behind. */
  private isBegun: boolean;

  /** `most`: how many numbers are recorded. */
  constructor(model: Model, options: RunOptions = {}, most?: number) {
    this.recording = new Recording(model, most);
    this.schedule = startSchedule(model, this.recording, options);
    this.isBegun = options.resume !== undefined;
  }

  get time(): number {
    return this.schedule.state.time;
  }

  get isDone(): boolean {
    return this.schedule.isDone;
  }

  /** Goes on by one step or event. */
  advance(): void {
    this.schedule.advance();
    if (!this.isBegun) this.lookAhead();
  }

  private lookAhead(): void {
    this.isBegun = true;
    const { model } = this.recording;
    for (const warning of meetingsOf(model, this.schedule.state.memory, this.time)) this.recording.warn(warning);
  }

  /** A person changes an input of the experiment, now; it is recorded. A sentence if that cannot be. */
  input(name: string, value: Value): string | null {
    return this.schedule.input(name, value);
  }

  /** Goes on to the end. */
  finish(): Recording {
    while (!this.isDone) this.advance();
    return this.recording;
  }

  snapshot(): State {
    return this.schedule.snapshot();
  }
}
