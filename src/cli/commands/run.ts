// `virtuafiz run`: an experiment run, its samples printed.

import { usualUnit } from "../../language/dimension/usual-unit.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { spanLine } from "../../language/syntax/span.ts";
import type { Frame } from "../../record/run/record.ts";
import { goalsOf } from "../../record/study/goals.ts";
import { csvLines } from "../../record/table/csv.ts";
import { samplesJson } from "../../record/table/json.ts";
import { type Column, type FlatTable, flatten, type Table, tabulate } from "../../record/table/table.ts";
import { defaultColumns, readColumns } from "../options/columns.ts";
import { type Arguments, type CommandRun, UsageError } from "../options/command.ts";
import { numberOption } from "../options/expression.ts";
import { isFile, writeOutput } from "../options/output.ts";
import {
  doubtsOfText,
  notesOf,
  type Outcome,
  type Prepared,
  prepareRun,
  runModel,
  tellOutcome,
} from "../options/simulation.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { type Paint, paintDiagnostic, paintFor, plainPaint } from "../terminal/paint.ts";
import { formatTable } from "../terminal/text-table.ts";

const formats = ["json", "csv", "text"] as const;
type Format = (typeof formats)[number];

export const runCommand: CommandRun = async (args, io) => {
  const format = chooseFormat(args, io);
  const prepared = await prepareRun("run", args, io);
  if (!prepared) return 1;
  const { model, probe, options } = prepared;
  tellOtherSimulations(prepared, io);
  const at = readTimes(args.all("at"), prepared);
  const columns = args.has("show") ? readColumns(args.all("show"), model, probe) : defaultColumns(model, probe);
  const outcome = await runModel(prepared, at, io);
  const frames = args.has("at") ? framesAt(outcome.recording.frames, at) : outcome.recording.frames;
  const shown = columns.filter(({ path }) => path !== "t");
  const table = tabulate(frames, probe, shown);
  const units = shown.map(({ path, unit }) => unit?.text ?? usualUnit(model.dimensions, path));
  const paint = paintFor(io.stderr, io.env);
  for (const [name, reason] of table.empty)
    writeLines(io.stderr, [`${paint.warning("note:")} ${printable(name)} has no value: ${printable(reason)}`]);
  if (format !== "text" || isFile(options.out)) tellOutcome(outcome, io);
  if (outcome.code !== 130) tellGoals(prepared, outcome, io);
  const named = format === "json" ? { ...table, names: shown.map(nameWithUnit) } : table;
  const isWritten = await writeOutput(
    render(format, named, units, { ...outcome, doubts: doubtsOfText(prepared.checked) }, io, options.out),
    options.out,
    io,
  );
  return isWritten ? outcome.code : 1;
};

/** Says which of several simulations is run, and how to choose another. */
function tellOtherSimulations({ checked, model, options }: Prepared, io: Io): void {
  const names = checked.experiment.simulations.map(({ name }) => name.name);
  if (options.simulation !== undefined || names.length < 2) return;
  const chosen = model.simulation.name.name;
  const others = names.filter((name) => name !== chosen).map((name) => `--simulation ${printable(name)}`);
  const paint = paintFor(io.stderr, io.env);
  writeLines(io.stderr, [
    `${paint.warning("note:")} of ${names.length} simulations, '${printable(chosen)}' is run; choose by ` +
      `${others.join(" or ")}`,
  ]);
}

/** Which goals of the text's lesson the run meets. */
function tellGoals({ checked, probe }: Prepared, { run }: Outcome, io: Io): void {
  const [lesson] = checked.experiment.lessons;
  if (!lesson) return;
  const paint = paintFor(io.stderr, io.env);
  for (const { step, isMet, why } of goalsOf(run, probe, lesson)) {
    const said = printable(spanLine(lesson.steps[step].goal!.span));
    const state = isMet ? paint.strong("met") : paint.warning("not met");
    writeLines(io.stderr, [`goal of step ${step + 1}: ${state}: ${said}${why ? ` (${printable(why)})` : ""}`]);
  }
}

function chooseFormat(args: Arguments, io: Io): Format {
  const said = args.one("format");
  if (said !== undefined) {
    const found = formats.find((format) => format === said);
    if (!found) throw new UsageError(`there is no format '${printable(said)}'`, `there are: ${formats.join(", ")}`);
    return found;
  }
  const out = args.one("out");
  if (!isFile(out)) return io.stdout.isTTY ? "text" : "json";
  const ending = /\.(\w+)$/.exec(out)?.[1].toLowerCase();
  if (ending === undefined || ending === "vfl") return "json";
  const found = ending === "txt" ? "text" : formats.find((format) => format === ending);
  if (found) return found;
  throw new UsageError(
    `--out '${printable(out)}': no format is known by the ending .${printable(ending)}`,
    `choose one of .json, .csv, .txt, or say --format ${formats.join("|")}`,
  );
}

/** The times asked for, in ascending order, each once. */
function readTimes(lists: readonly string[], { model }: Prepared): number[] {
  const { initialTime, duration } = model.settings;
  const end = initialTime + duration;
  const times = lists
    .flatMap((list) => list.split(","))
    .filter((text) => text.trim() !== "")
    .map((text) => numberOption("--at", text))
    // A time that differs from the end by rounding only is the end.
    .map((time) => (time > end && time - end <= 1e-12 * Math.abs(end) ? end : time));
  for (const time of times) {
    if (time > end) throw new UsageError(`--at ${time} is after the end, t = ${end}`, `run on with --until ${time}`);
    if (time < initialTime) throw new UsageError(`--at ${time} is before the start, t = ${initialTime}`);
  }
  if (lists.length > 0 && times.length === 0) throw new UsageError("--at takes times: --at 0.5,1,1.5");
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The frames at exactly these times; of several at one instant, the last. */
function framesAt(frames: readonly Frame[], times: readonly number[]): Frame[] {
  const asked = new Map<number, Frame | null>(times.map((time) => [time, null]));
  for (const frame of frames) if (asked.has(frame.time)) asked.set(frame.time, frame);
  return [...asked.values()].filter((frame) => frame !== null);
}

function render(
  format: Format,
  table: Table,
  units: Units,
  outcome: Outcome & { doubts: readonly string[] },
  io: Io,
  out: string | undefined,
): Iterable<string> {
  if (format === "json") return samplesJson(outcome.recording, table, outcome.stopped, outcome.doubts);
  if (format === "csv") return csvLines(headed(table, units));
  return renderText(headed(table, units), outcome, isFile(out) ? plainPaint : paintFor(io.stdout, io.env));
}

/** The column as programs find it: by the name that was asked for. */
function nameWithUnit({ name, unit }: Column): string {
  return unit ? `${name} [${unit.text}]` : name;
}

/** The unit of each column of the table; null for none. */
type Units = readonly (string | null)[];

/** The table with units in its head: `ball.v.x [m/s]`. */
function headed(table: Table, units: Units): Pick<FlatTable, "names" | "rows"> {
  const { names, rows, wholes } = flatten(table);
  const unitOf = (i: number) => units[wholes[i]];
  return { rows, names: names.map((name, i) => (unitOf(i) === null ? name : `${name} [${unitOf(i)}]`)) };
}

function* renderText(
  table: Pick<FlatTable, "names" | "rows">,
  { recording, stopped }: Outcome,
  paint: Paint,
): Generator<string> {
  const [head, ...rows] = formatTable(table);
  yield `${paint.strong(head)}\n`;
  for (const row of rows) yield `${row}\n`;
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const sums = [
    count(rows.length, "sample"),
    count(recording.events.length, "event"),
    `digest ${recording.digest().slice(0, 16)}`,
  ];
  yield `\n${paint.quiet(sums.join(", "))}\n`;
  for (const note of notesOf(recording)) yield `${paint.warning("note:")} ${printable(note)}\n`;
  if (recording.stop) {
    yield `${paintDiagnostic(recording.stop.diagnostic, paint).join("\n")}\n`;
    yield `stopped at t = ${recording.stop.time}\n`;
  } else if (stopped) yield `${paint.error(stopped.message)}\n`;
}
