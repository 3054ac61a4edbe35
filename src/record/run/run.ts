// Runs an experiment to its end, or as far as possible.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { createModel } from "../../engine/create-model.ts";
import type { PlainValue } from "../../engine/model/given-values.ts";
import type { Model, ModelOptions } from "../../engine/model/model.ts";
import { RunError } from "../../engine/model/run-error.ts";
import { meetingsOf } from "../../engine/run/meetings.ts";
import type { Schedule } from "../../engine/run/schedule.ts";
import type { RunOptions } from "../../engine/run/schedule-options.ts";
import { startSchedule } from "../../engine/start-schedule.ts";
import type { Snapshot } from "../../engine/state/state.ts";
import type { Checked } from "../../language/check/check.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { aftermathOf } from "./aftermath.ts";
import { Recording } from "./record.ts";
import { refuseNoModel, refuseNoPositive, refuseNoRecord, refuseRunOptions, refuseUnchecked } from "./refusals.ts";

/** The model of a checked text; or why there is none: for a text with mistakes, the first of them. */
export function prepare(checked: Checked, options: ModelOptions = {}): Model | Diagnostic {
  refuseUnchecked("prepare", checked);
  refuseNoRecord("prepare", '{ simulation: "name" }', options);
  const mistake = firstMistake(checked);
  if (mistake) return mistake;
  try {
    return createModel(checked, options);
  } catch (error) {
    if (error instanceof RunError || error instanceof EvaluationError) return error.diagnostic;
    throw error;
  }
}

/** The first error in the order of the text; null if there is none. */
export function firstMistake({ diagnostics }: Checked): Diagnostic | null {
  return diagnostics.find(({ severity }) => severity === "error") ?? null;
}

/** A run that advances when asked to. */
export class Run {
  readonly recording: Recording;
  private readonly schedule: Schedule;
  /** Whether a step or an event has happened. */
  private isBegun: boolean;

  /** `most`: the limit on recorded numbers. */
  constructor(model: Model, options: RunOptions = {}, most?: number) {
    refuseNoModel("Run", model);
    refuseRunOptions(options, model);
    if (most !== undefined) refuseNoPositive("how many numbers are recorded", most);
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

  /** Advances by one step or event. */
  advance(): void {
    if (this.isDone) return;
    this.schedule.advance();
    if (!this.isBegun) this.lookAhead();
    if (this.isDone) for (const warning of aftermathOf(this.recording)) this.recording.warn(warning);
  }

  private lookAhead(): void {
    this.isBegun = true;
    const { model } = this.recording;
    for (const warning of meetingsOf(model, this.schedule.state.memory, this.time)) this.recording.warn(warning);
  }

  /**
   * Changes an input of the experiment now, for a person, and records that. Returns a sentence if it is impossible;
   * then nothing changes.
   */
  input(name: string, value: PlainValue): string | null {
    return this.schedule.input(name, value);
  }

  /** Runs to the end. */
  finish(): Recording {
    while (!this.isDone) this.advance();
    return this.recording;
  }

  /**
   * A copy of the present state, from which another run can continue: `new Run(model, { resume })`. It does not change.
   */
  snapshot(): Snapshot {
    return this.schedule.snapshot();
  }
}
