// An experiment run to its end, or as far as it goes.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Value } from "../../compiler/values/value.ts";
import { createModel, type Model, type ModelOptions } from "../../engine/model/model.ts";
import { Problem } from "../../engine/model/run-error.ts";
import { meetingsOf } from "../../engine/run/meetings.ts";
import type { Schedule } from "../../engine/run/schedule.ts";
import type { ScheduleOptions } from "../../engine/run/schedule-options.ts";
import { startSchedule } from "../../engine/start-schedule.ts";
import { evaluationNames } from "../../engine/state/run-memory.ts";
import type { State } from "../../engine/state/state.ts";
import type { Checked } from "../../language/check/check.ts";
import { type Diagnostic, formatDiagnostic } from "../../language/syntax/diagnostic.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { Recording } from "./record.ts";

/** The model of a checked text; or why there is none, which for a text with mistakes is the first of them. */
export function prepare(checked: Checked, options: ModelOptions = {}): Model | Diagnostic {
  refuseUnchecked("prepare", checked);
  if (typeof options !== "object" || options === null)
    throw new Error(
      `prepare takes options in a record, such as { simulation: "name" }, and this is ${String(options)}`,
    );
  const mistake = firstMistake(checked);
  if (mistake) return mistake;
  try {
    return createModel(checked, options);
  } catch (error) {
    if (error instanceof Problem || error instanceof EvaluationError) return error.diagnostic;
    throw error;
  }
}

/** The first error in the order of the text; null where there is none. */
export function firstMistake({ diagnostics }: Checked): Diagnostic | null {
  return diagnostics.find(({ severity }) => severity === "error") ?? null;
}

/** Throws where a program hands over something else than a checked text. */
export function refuseUnchecked(by: string, checked: unknown): void {
  const isChecked =
    typeof checked === "object" && checked !== null && "diagnostics" in checked && "experiment" in checked;
  if (!isChecked) throw new Error(`${by} takes what checkSource returns`);
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
    refuseNoModel(model);
    refuseRunOptions(options);
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

/** What `prepare` returns may be a diagnostic, which a program must look at before it runs anything. */
function refuseNoModel(model: Model | Diagnostic | undefined): void {
  if (model && "severity" in model)
    throw new Error(`there is no model to run, but a diagnostic of prepare: ${formatDiagnostic(model)}`);
  if (!model?.settings) throw new Error("Run takes the model that prepare returns");
}

function refuseRunOptions(options: RunOptions): void {
  if (typeof options !== "object" || options === null)
    throw new Error(`Run takes options in a record, such as { at: [0.5] }, and this is ${String(options)}`);
  const { evaluation } = options;
  if (evaluation === undefined || evaluationNames.includes(evaluation)) return;
  const notes = [...didYouMean(String(evaluation), evaluationNames), `there are: ${evaluationNames.join(", ")}`];
  throw new Error(`there is no evaluation '${String(evaluation)}'; ${notes.join("; ")}`);
}
