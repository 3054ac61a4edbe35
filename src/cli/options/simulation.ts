// An experiment run by a command: checked, prepared, run to its end, to its stop or to Ctrl-C.
import type { Model, ModelOptions } from "../../engine/model/model.ts";
import type { Checked } from "../../language/check/check.ts";
import { type Diagnostic, printable } from "../../language/syntax/diagnostic.ts";
import { placeOf } from "../../language/syntax/span.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { Probe } from "../../record/probe/probe.ts";
import type { Recording } from "../../record/run/record.ts";
import { prepare, Run } from "../../record/run/run.ts";
import { type Stopped, stoppedOf } from "../../record/table/json.ts";
import { checkFile } from "../files/experiment.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { paintDiagnostic, paintFor } from "../terminal/paint.ts";
import { formatProgress, Progress } from "../terminal/progress.ts";
import { type Arguments, UsageError } from "./command.ts";
import { refuseOutput, refuseOverwriting } from "./output.ts";
import { type RunCommandOptions, readRunOptions } from "./run-options.ts";
import { readValues } from "./set-values.ts";

export interface Prepared {
  readonly checked: Checked;
  readonly model: Model;
  readonly probe: Probe;
  readonly options: RunCommandOptions;
  /** The options that the model was made with; a second model like it needs the same. */
  readonly modelOptions: ModelOptions;
  readonly interruption: Interruption;
}

/** Ctrl-C, handled from the moment the text has been checked. A second one ends the program. */
export interface Interruption {
  readonly hasHappened: () => boolean;
  /** Removes the handler: the next Ctrl-C ends the program. */
  readonly restore: () => void;
}

function listen(io: Io): Interruption {
  let happened = false;
  const restore = io.onInterrupt(() => {
    happened = true;
  });
  return { hasHappened: () => happened, restore };
}

/** The model that the arguments ask for; null if the text does not allow one, which is reported. */
export async function prepareRun(command: string, args: Arguments, io: Io): Promise<Prepared | null> {
  const [file, ...more] = args.positionals;
  if (file === undefined) throw new UsageError(`${command} needs a file`, `virtuafiz ${command} experiment.vfl`);
  if (more.length > 0) {
    const half = args.all("set").find((set) => !set.includes("="));
    const glued = half === undefined ? [] : [`the value of --set follows a =: --set '${half}=${more.join(" ")}'`];
    throw new UsageError(`${command} takes one file`, `it was also given: ${more.join(" ")}`, ...glued);
  }
  const options = readRunOptions(args);
  refuseOutput(options.out, io);
  const found = await checkFile(file, io);
  // Until there is something to keep, Ctrl-C ends the program at once.
  const interruption = listen(io);
  const paint = paintFor(io.stderr, io.env);
  if ("problem" in found) {
    writeLines(io.stderr, [`${paint.error("virtuafiz:")} ${found.problem}`]);
    return null;
  }
  const { checked, opened } = found;
  refuseOverwriting(options.out, opened, io);
  for (const diagnostic of checked.diagnostics) tell(diagnostic, io);
  if (checked.diagnostics.some(({ severity }) => severity === "error")) return null;
  const modelOptions = readModelOptions(checked, options);
  const model = "severity" in modelOptions ? modelOptions : prepare(checked, modelOptions);
  if ("severity" in modelOptions || "severity" in model) {
    tell(model as Diagnostic, io);
    return null;
  }
  return { checked, model, probe: new Probe(model), options, modelOptions, interruption };
}

export function tell(diagnostic: Diagnostic, io: Io): void {
  writeLines(io.stderr, paintDiagnostic(diagnostic, paintFor(io.stderr, io.env)));
}

function readModelOptions(checked: Checked, options: RunCommandOptions): ModelOptions | Diagnostic {
  const { simulation, overrides, until, sets } = options;
  const names = checked.experiment.simulations.map(({ name }) => name.name);
  if (simulation !== undefined && !names.includes(simulation))
    throw new UsageError(
      `there is no simulation '${simulation}'`,
      ...didYouMean(simulation, names),
      names.length === 0 ? "the text has none" : `there are: ${names.join(", ")}`,
    );
  const choice = simulation === undefined ? {} : { simulation };
  // The model as the text has it comes first: it shows what can be set, and when the run begins.
  const written = prepare(checked, choice);
  if ("severity" in written) return written;
  const { initialTime } = written.settings;
  if (until !== undefined && until < initialTime)
    throw new UsageError(`--until ${until} is before the start, t = ${initialTime}`);
  const values = readValues(sets, written);
  const duration = until === undefined ? {} : { duration: until - initialTime };
  return { ...choice, overrides: { ...overrides, ...duration }, values };
}

export interface Outcome {
  readonly run: Run;
  readonly recording: Recording;
  readonly stopped: Stopped | null;
  /** 0 for a run that reached its end, 1 for one that stopped, 130 after Ctrl-C. */
  readonly code: number;
}

/** Milliseconds that a run continues before its progress is shown. */
const stretch = 200;
/** After Ctrl-C, writing more frames than this is announced, because it takes a while. */
const manyFrames = 10_000;

export async function runModel(prepared: Prepared, at: readonly number[], io: Io): Promise<Outcome> {
  const { model, interruption, options } = prepared;
  const run = new Run(model, { at, evaluation: options.evaluation });
  let told = 0;
  const tellWarnings = () => {
    for (const warning of run.recording.warnings.slice(told)) tell(warning, io);
    told = run.recording.warnings.length;
  };
  tellWarnings();
  const progress = new Progress(io);
  const { initialTime: start, duration } = model.settings;
  let pause = Date.now() + stretch;
  const show = () => {
    pause = Date.now() + stretch;
    const report = { time: run.time, start, end: start + duration, events: run.recording.events.length };
    progress.show((milliseconds, width) => formatProgress(report, milliseconds, width));
  };
  const goOn = () => {
    while (!run.isDone && !run.recording.isFull) {
      run.advance();
      if (Date.now() >= pause) show();
    }
  };
  if (!interruption.hasHappened()) await io.interruptible(goOn);
  progress.clear();
  tellWarnings();
  interruption.restore();
  const { recording } = run;
  const early = (why: Pick<Stopped, "code" | "message" | "notes">): Stopped => {
    return { ...why, file: null, line: null, column: null, t: run.time };
  };
  if (recording.isFull) {
    const message = `the record is full at t = ${run.time}, before the end at t = ${start + duration}`;
    const notes = ["record fewer frames per unit of time, by --frames or 'frames'"];
    const stopped = early({ code: "too-many", message, notes });
    return { run, recording, stopped, code: 1 };
  }
  if (run.isDone) {
    const stopped = stoppedOf(recording);
    return { run, recording, stopped, code: stopped ? 1 : 0 };
  }
  const { length } = recording.frames;
  if (length > manyFrames)
    writeLines(io.stderr, [`interrupted: writing the ${length} frames recorded so far; Ctrl-C again ends at once`]);
  const message = `interrupted at t = ${run.time}, before the end at t = ${start + duration}`;
  return { run, recording, stopped: early({ code: "interrupted", message, notes: [] }), code: 130 };
}

/**
 * The checker's warnings about a text, as sentences with their places. Programs get them before the notes of the run.
 */
export function doubtsOfText({ diagnostics }: Checked): string[] {
  return diagnostics.map(({ message, span: { source, from } }) => {
    const { line, column } = placeOf(source, from);
    return `${source.name}:${line}:${column}: ${message}`;
  });
}

/** The notes of a run, with their places, without those reported before it. */
export function notesOf({ notes, warnings }: Recording): string[] {
  const told = new Set(warnings.map(({ message }) => message));
  return notes.filter((note) => !told.has(note));
}

/** Prints the notes of a run and why it stopped, for commands whose output has no place for them. */
export function tellOutcome({ recording, stopped }: Outcome, io: Io): void {
  const paint = paintFor(io.stderr, io.env);
  writeLines(
    io.stderr,
    notesOf(recording).map((note) => `${paint.warning("note:")} ${printable(note)}`),
  );
  if (recording.stop) {
    tell(recording.stop.diagnostic, io);
    writeLines(io.stderr, [`stopped at t = ${recording.stop.time}; what was recorded until then is kept`]);
  } else if (stopped) writeLines(io.stderr, [`${paint.error(stopped.message)}; what was recorded until then is kept`]);
}
