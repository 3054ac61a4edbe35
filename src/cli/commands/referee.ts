// `virtuafiz referee`: a run, and its record checked by code that shares nothing with the engine.
import { printable } from "../../language/syntax/diagnostic.ts";
import { prepare } from "../../record/run/run.ts";
import { linesOf, shownTime, type Verdict } from "../../referee/reading/findings.ts";
import { framesFor, referee as judge, usualWork } from "../../referee/referee.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { isFile, refuseEnding, writeOutput } from "../options/output.ts";
import { type Outcome, prepareRun, runModel, tell, tellOutcome } from "../options/simulation.ts";
import { type Paint, paintFor, plainPaint } from "../terminal/paint.ts";

export const refereeCommand: CommandRun = async (args, io) => {
  const format = args.one("format") ?? "text";
  if (format !== "text" && format !== "json")
    throw new UsageError(`there is no format '${printable(format)}'`, "there are: text, json");
  refuseEnding(args.one("out"), ["json"]);
  const prepared = await prepareRun("referee", args, io);
  if (!prepared) return 1;
  const { checked, modelOptions, options } = prepared;
  const frames = options.overrides.frames ?? framesFor(prepared.model.settings);
  const overrides = { ...modelOptions.overrides, frames };
  const model = prepare(checked, { ...modelOptions, overrides });
  if ("severity" in model) {
    tell(model, io);
    return 1;
  }
  const outcome = await runModel({ ...prepared, model }, [], io);
  tellOutcome(outcome, io);
  const { recording, code } = outcome;
  const verdict = verdictOf(outcome, args.has("all") ? Number.POSITIVE_INFINITY : usualWork);
  const paint = isFile(options.out) ? plainPaint : paintFor(io.stdout, io.env);
  const { notes } = recording;
  const pieces = format === "json" ? [`${JSON.stringify({ ...verdict, notes })}\n`] : textOf(verdict, paint);
  const isWritten = await writeOutput(pieces, options.out, io);
  return code !== 0 ? code : isWritten && verdict.count === 0 ? 0 : 1;
};

/** The verdict on a record. If the run was interrupted, which its record does not show, the verdict says so. */
function verdictOf({ recording, run, code }: Outcome, work: number): Verdict {
  const verdict = judge(recording, work);
  if (code !== 130) return verdict;
  const rest = `what comes after t = ${shownTime(run.time)}: the run was interrupted`;
  return { ...verdict, unchecked: [...verdict.unchecked, rest] };
}

function textOf(verdict: Verdict, paint: Paint): string[] {
  return linesOf(verdict, paint.error).map((line) => `${line}\n`);
}
