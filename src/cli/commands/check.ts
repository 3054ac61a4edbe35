// `virtuafiz check`: the mistakes in experiments, for people or as JSON.
import { type Diagnostic, printable } from "../../language/syntax/diagnostic.ts";
import { checkStart } from "../../record/check/check-start.ts";
import { checkFile } from "../files/experiment.ts";
import type { FileProblem } from "../files/files.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { paintDiagnostic, paintFor } from "../terminal/paint.ts";
import { type DiagnosticJson, diagnosticJson } from "../views/diagnostic-json.ts";

/** The findings in a file named by the person, or why it could not be read. */
type Outcome = { readonly name: string } & ({ readonly diagnostics: readonly Diagnostic[] } | FileProblem);

export const checkCommand: CommandRun = async (args, io) => {
  const files = [...new Set(args.positionals)];
  if (files.length === 0) throw new UsageError("check needs a file", "virtuafiz check experiment.vfl");
  const outcomes: Outcome[] = [];
  const told = new Set<string>();
  for (const file of files) {
    const found = await checkFile(file, io);
    const outcome: Outcome = "problem" in found ? found : { name: found.name, diagnostics: checkStart(found.checked) };
    // An imported file is reported once, however many experiments import it.
    const isNew = (diagnostic: Diagnostic) => {
      const key = JSON.stringify([diagnostic.span.source.name, diagnosticJson(diagnostic)]);
      return !told.has(key) && told.add(key);
    };
    outcomes.push("problem" in outcome ? outcome : { ...outcome, diagnostics: outcome.diagnostics.filter(isNew) });
    if (!args.has("json")) showOutcome(outcomes.at(-1)!, io);
  }
  if (args.has("json")) writeLines(io.stdout, [JSON.stringify({ files: filesJson(outcomes) })]);
  else writeLines(io.stderr, [summarise(outcomes)]);
  return outcomes.some(isBad) ? 1 : 0;
};

function isBad(outcome: Outcome): boolean {
  return "problem" in outcome || outcome.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

function showOutcome(outcome: Outcome, io: Io): void {
  if ("problem" in outcome) {
    writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} ${outcome.problem}`]);
    return;
  }
  const paint = paintFor(io.stdout, io.env);
  for (const diagnostic of outcome.diagnostics) writeLines(io.stdout, paintDiagnostic(diagnostic, paint));
}

function summarise(outcomes: readonly Outcome[]): string {
  const files = outcomes.length === 1 ? printable(outcomes[0].name) : `${outcomes.length} files`;
  const diagnostics = outcomes.flatMap((outcome) => ("problem" in outcome ? [] : outcome.diagnostics));
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const counts = [
    count(errors, "error"),
    count(diagnostics.length - errors, "warning"),
    count(outcomes.filter((outcome) => "problem" in outcome).length, "unreadable file"),
  ].filter((said) => said !== null);
  return counts.length === 0 ? `${files}: no problems` : `${counts.join(", ")} in ${files}`;
}

function count(n: number, noun: string): string | null {
  return n === 0 ? null : `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** The files in the order given, then the imported ones with findings. */
function filesJson(outcomes: readonly Outcome[]): { file: string; diagnostics: DiagnosticJson[] }[] {
  const files = new Map<string, DiagnosticJson[]>(outcomes.map((outcome) => [outcome.name, []]));
  for (const outcome of outcomes) {
    if ("problem" in outcome) files.get(outcome.name)!.push(unreadable(outcome.problem));
    else
      for (const diagnostic of outcome.diagnostics) {
        const { name } = diagnostic.span.source;
        if (!files.has(name)) files.set(name, []);
        files.get(name)!.push(diagnosticJson(diagnostic));
      }
  }
  return [...files].map(([file, diagnostics]) => ({ file, diagnostics }));
}

function unreadable(message: string): DiagnosticJson {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { severity: "error", code: "unreadable", message, ...place, notes: [] };
}
