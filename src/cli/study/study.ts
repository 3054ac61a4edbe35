// `virtuafiz study`: the runs of a study in several threads, its table, its plot.
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { printable } from "../../language/syntax/diagnostic.ts";
import { orderRows } from "../../record/study/fit.ts";
import type { Grid } from "../../record/study/grid.ts";
import { studySvg } from "../../record/study/plot.ts";
import { planStudy, type StudyRow } from "../../record/study/study.ts";
import { studyCells, studyCsv, studyHeads, studyJson, studySentences } from "../../record/study/table.ts";
import type { Cell } from "../../record/table/table.ts";
import { checkFile } from "../files/experiment.ts";
import { replaceFile } from "../files/files.ts";
import { type Arguments, type CommandRun, UsageError } from "../options/command.ts";
import { numberOption } from "../options/expression.ts";
import { listNames } from "../options/names.ts";
import { isFile, refuseEnding, refuseOutput, refuseOverwriting, writeOutput } from "../options/output.ts";
import { tell } from "../options/simulation.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { paintFor } from "../terminal/paint.ts";
import { formatDone, Progress } from "../terminal/progress.ts";
import { alignRight } from "../terminal/text-table.ts";
import { carryOut } from "./study-crew.ts";

/** How often finished rows are written to their file, in milliseconds. */
const pause = 1000;

const outputs = ["csv", "json", "svg"] as const;

export const study: CommandRun = async (args, io) => {
  const [file, ...more] = args.positionals;
  if (file === undefined) throw new UsageError("study needs a file", "virtuafiz study experiment.vfl");
  if (more.length > 0) throw new UsageError("study takes one file", `it was also given: ${more.join(" ")}`);
  const workers = readWorkers(args);
  for (const option of outputs) {
    refuseOutput(args.one(option), io, `--${option}`);
    refuseEnding(args.one(option), [option], `--${option}`);
  }
  const found = await checkFile(file, io);
  const paint = paintFor(io.stderr, io.env);
  if ("problem" in found) {
    writeLines(io.stderr, [`${paint.error("virtuafiz:")} ${found.problem}`]);
    return 1;
  }
  const { checked, imports, opened } = found;
  for (const option of outputs) refuseOverwriting(args.one(option), opened, io, `--${option}`);
  for (const diagnostic of checked.diagnostics) tell(diagnostic, io);
  if (checked.diagnostics.some(({ severity }) => severity === "error")) return 1;
  const grid = planStudy(checked, chooseStudy(args.one("study"), checked.experiment.studies));
  if ("severity" in grid) {
    tell(grid, io);
    return 1;
  }
  const { source } = checked;
  const evaluation = args.has("interpret") ? "interpreted" : "compiled";
  const job = { text: source.text, name: source.name, imports, study: grid.study.name.name, evaluation } as const;
  const rows: StudyRow[] = [];
  const times = new Map<number, number>();
  const csv = args.one("csv");
  const progress = new Progress(io);
  let isWritten = true;
  let written = Number.NEGATIVE_INFINITY;
  const answered = ({ row, milliseconds }: { row: StudyRow; milliseconds: number }) => {
    rows.push(row);
    times.set(row.index, milliseconds);
    // The rows that are done are kept, whatever ends the program.
    if (!isFile(csv) || Date.now() - written < pause || rows.length === grid.count) return;
    isWritten = replaceFile(resolve(io.cwd, csv), studyCsv(grid, rows), csv) === null;
    written = Date.now();
  };
  const progressed = (runs: number) => {
    const failed = rows.filter(({ failure }) => failure !== null).length;
    progress.show((milliseconds, width) =>
      formatDone(
        runs / grid.count,
        `${Math.floor(runs)} of ${grid.count} runs`,
        failed > 0 ? `${failed} failed` : "",
        milliseconds,
        width,
      ),
    );
  };
  const end = await carryOut(grid, job, Math.min(workers, grid.count), { answered, progressed }, io);
  progress.clear();
  tellNotes(rows, io);
  isWritten = (await writeAll(args, grid, rows, args.has("times") ? times : null, io)) && isWritten;
  if (end === "interrupted") {
    writeLines(io.stderr, [`${paint.error("interrupted")}: ${rows.length} of ${grid.count} runs are done`]);
    return 130;
  }
  return isWritten && rows.every(({ failure }) => failure === null) ? 0 : 1;
};

/** The notes of all runs, each once, with the runs that gave it. */
function tellNotes(rows: readonly StudyRow[], io: Io): void {
  const runs = new Map<string, number[]>();
  for (const { index, runNotes } of orderRows(rows))
    for (const note of runNotes) runs.set(note, [...(runs.get(note) ?? []), index + 1]);
  const paint = paintFor(io.stderr, io.env);
  const whose = (numbers: readonly number[]) =>
    numbers.length === rows.length
      ? "all runs"
      : `${numbers.length === 1 ? "run" : "runs"} ${listNames(numbers.map(String))}`;
  writeLines(
    io.stderr,
    [...runs].map(([note, numbers]) => `${paint.warning("note:")} ${printable(note)} (${whose(numbers)})`),
  );
}

function readWorkers(args: Arguments): number {
  const said = args.one("workers");
  if (said === undefined) return availableParallelism();
  const workers = numberOption("--workers", said);
  if (!Number.isInteger(workers) || workers < 1 || workers > 256)
    throw new UsageError(`--workers is a whole number from 1 to 256, not ${said}`);
  return workers;
}

function chooseStudy(name: string | undefined, studies: Grid["checked"]["experiment"]["studies"]): string | undefined {
  const names = studies.map((one) => one.name.name);
  if (name !== undefined && !names.includes(name))
    throw new UsageError(
      `there is no study '${printable(name)}'`,
      names.length === 0 ? "the text has none" : `there are: ${names.join(", ")}`,
    );
  return name;
}

/** Writes the files and prints the table; false if a file could not be written, which is reported. */
async function writeAll(
  args: Arguments,
  grid: Grid,
  rows: readonly StudyRow[],
  times: ReadonlyMap<number, number> | null,
  io: Io,
): Promise<boolean> {
  const [csv, json, svg] = outputs.map((option) => args.one(option));
  let isFine = true;
  if (csv !== undefined) isFine = await writeOutput(studyCsv(grid, rows), csv, io);
  if (json !== undefined) isFine = (await writeOutput(studyJson(grid, rows), json, io)) && isFine;
  if (svg !== undefined) {
    const drawn = studySvg(grid, rows);
    if (typeof drawn === "string") isFine = (await writeOutput([drawn], svg, io)) && isFine;
    else {
      isFine = false;
      writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} --svg: ${printable(drawn.problem)}`]);
    }
  }
  if ([csv, json, svg].includes("-")) return isFine;
  const [head, ...lines] = formatRows(grid, rows, times);
  const paint = paintFor(io.stdout, io.env);
  writeLines(io.stdout, [paint.strong(head), ...lines]);
  const sentences = studySentences(grid, rows);
  if (sentences.length > 0) writeLines(io.stdout, ["", ...sentences]);
  return isFine;
}

/** The table as text; what went wrong is at the end of its row. */
function formatRows(grid: Grid, rows: readonly StudyRow[], times: ReadonlyMap<number, number> | null): string[] {
  const heads = studyHeads(grid).slice(0, -1);
  const sorted = orderRows(rows);
  const cells = sorted.map((row) => studyCells(grid, row));
  const seconds = (row: StudyRow) => ((times?.get(row.index) ?? 0) / 1000).toFixed(2);
  const table = alignRight([
    times ? [...heads, "seconds"] : heads,
    ...sorted.map((row, i) => {
      // Varied values are printed in full; for results six digits are enough.
      const said = cells[i].slice(0, -1).map((cell, j) => (j <= grid.axes.length ? String(cell) : formatCell(cell)));
      return times ? [...said, seconds(row)] : said;
    }),
  ]);
  // The notes of runs are printed separately, each once with its runs.
  const isNoted = ({ failure, notes, runNotes }: StudyRow) => !failure && notes.length === 0 && runNotes.length > 0;
  const problem = (i: number) => (isNoted(sorted[i]) ? "(see its note)" : cells[i].at(-1));
  return table.map((line, i) =>
    i === 0 || problem(i - 1) === null ? line : `${line}  ${printable(String(problem(i - 1)))}`,
  );
}

/** A value with six digits, as a power of ten if it would be long. */
function formatCell(cell: Cell): string {
  if (cell === null) return "–";
  if (typeof cell !== "number" || !Number.isFinite(cell)) return String(cell);
  const size = Math.abs(cell);
  return size !== 0 && (size < 1e-3 || size >= 1e7) ? cell.toExponential(4) : String(Number(cell.toPrecision(6)));
}
