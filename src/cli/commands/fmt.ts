// `virtuafiz fmt`: the canonical layout, in place.
import { resolve } from "node:path";
import { Diagnostics, printable } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { formatText } from "../../language/write/format.ts";
import { readStream, readText, replaceFile, withoutMark } from "../files/files.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { paintDiagnostic, paintFor } from "../terminal/paint.ts";

type Result = "same" | "changed" | "failed";

export const fmtCommand: CommandRun = async (args, io) => {
  const files = [...new Set(args.positionals)];
  if (files.length === 0) throw new UsageError("fmt needs a file", "virtuafiz fmt experiment.vfl");
  const results: Result[] = [];
  for (const file of files) {
    if (file === "-") results.push(await formatInput(io, args.has("check")));
    else results.push(formatFile(file, io, args.has("check")));
  }
  const isBad = (result: Result) => result === "failed" || (args.has("check") && result === "changed");
  return results.some(isBad) ? 1 : 0;
};

function formatFile(file: string, io: Io, onlyCheck: boolean): Result {
  const path = resolve(io.cwd, file);
  const read = readText(path, file);
  if ("problem" in read) return fail(read.problem, io);
  const formatted = format(file, read.text, io);
  if (formatted === null) return "failed";
  if (formatted === read.text) return "same";
  const failed = onlyCheck ? null : replaceFile(path, formatted, file);
  if (failed) return fail(failed.problem, io);
  writeLines(io.stdout, [printable(file)]);
  return "changed";
}

/** Formats standard input to standard output; with --check only the exit code tells whether it would change. */
async function formatInput(io: Io, onlyCheck: boolean): Promise<Result> {
  const read = await readStream(io.stdin);
  if ("problem" in read) return fail(read.problem, io);
  const formatted = format("<stdin>", read.text, io);
  if (formatted === null) return "failed";
  if (!onlyCheck) io.stdout.write(formatted);
  return formatted === read.text ? "same" : "changed";
}

/** The text in its canonical layout; null if it has syntax errors, which are reported. */
function format(name: string, text: string, io: Io): string | null {
  const bare = withoutMark(text);
  const formatted = formatText(bare);
  if (formatted !== null) return formatted;
  const diagnostics = new Diagnostics();
  parseFile(createSource(name, bare), diagnostics);
  const paint = paintFor(io.stderr, io.env);
  for (const diagnostic of diagnostics.sorted()) writeLines(io.stderr, paintDiagnostic(diagnostic, paint));
  if (diagnostics.all.length === 0) fail(`${printable(name)} cannot be formatted`, io);
  return null;
}

function fail(problem: string, io: Io): Result {
  writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} ${problem}`]);
  return "failed";
}
