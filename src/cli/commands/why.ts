// `virtuafiz why`: which law moves an object at a time, and what decided that.
import { Explainer } from "../../explain/explainer.ts";
import type { Candidate, Governance, Neighbour } from "../../explain/governance.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { isFile, writeOutput } from "../options/output.ts";
import { prepareRun } from "../options/simulation.ts";
import { readWhen } from "../options/when.ts";
import { writeLines } from "../terminal/io.ts";
import { type Paint, paintFor, plainPaint } from "../terminal/paint.ts";
import { alignLeft } from "../terminal/text-table.ts";

export const whyCommand: CommandRun = async (args, io) => {
  const format = args.one("format") ?? "text";
  if (format !== "text" && format !== "json")
    throw new UsageError(`there is no format '${printable(format)}'`, "there are: text, json");
  const name = args.one("of");
  if (name === undefined) throw new UsageError("why needs --of", "--of ball");
  const when = readWhen("why", args);
  const prepared = await prepareRun("why", args, io);
  if (!prepared) return 1;
  prepared.interruption.restore();
  const found = new Explainer(prepared.model, prepared.checked).why(name, when);
  if ("missing" in found) {
    writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} ${printable(found.missing)}`]);
    return 1;
  }
  const { out } = prepared.options;
  const paint = isFile(out) ? plainPaint : paintFor(io.stdout, io.env);
  const text = format === "json" ? [`${JSON.stringify(found)}\n`] : lines(found, paint).map((line) => `${line}\n`);
  return (await writeOutput(text, out, io)) ? 0 : 1;
};

function lines({ body, time, law, type, sleeps, reasons, candidates, neighbours }: Governance, paint: Paint): string[] {
  const moves = sleeps ? "would move" : "moves";
  const head =
    law === null ? `no law moves ${body} at t = ${time}` : `${law} (${type}) ${moves} ${body} at t = ${time}`;
  return [
    paint.strong(printable(head)),
    ...reasons.map((reason) => `  ${printable(reason)}`),
    ...table(["context", "asks for", "names, shapes, types", ""], candidates.map(candidateRow), paint),
    ...table(["touches", "as", "gap", "grows in free fall by", "contact law"], neighbours.map(neighbourRow), paint),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  if (rows.length === 0) return [];
  const [first, ...rest] = alignLeft([head, ...rows]);
  return ["", `  ${paint.quiet(first)}`, ...rest.map((line) => `  ${line}`)];
}

function candidateRow({ context, applicability, isApplicable, isChosen, specificity }: Candidate): string[] {
  const verdict = isChosen ? "applied" : isApplicable ? "less specific" : "does not apply";
  return [context, applicability || "anything", specificity.join(", "), verdict];
}

function neighbourRow({ other, status, gap, growth, tendency, law }: Neighbour): string[] {
  return [other, status, String(gap), `${growth} (${tendency})`, law ?? "none"];
}
