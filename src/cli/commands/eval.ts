// `virtuafiz eval`: one expression, its value.
import { type Answer, Session } from "../../compiler/interpret/session.ts";
import { formatValue } from "../../compiler/values/value.ts";
import { type Diagnostic, Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { objectJson, valueJson } from "../../record/table/json.ts";
import { readQuestion, type Shown, shownAnswer } from "../../record/units/answer-unit.ts";
import { createSessionFiles, importInput } from "../files/session-files.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { appendUnit } from "../terminal/aligned.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { doubtLines, paintError, paintFor } from "../terminal/paint.ts";
import { diagnosticJson } from "../views/diagnostic-json.ts";

type Failure = Extract<Answer, { kind: "error" }>;

export const evalCommand: CommandRun = async (args, io) => {
  const { positionals } = args;
  const [text] = positionals;
  if (text === undefined || text.trim() === "")
    throw new UsageError("eval needs an expression", "virtuafiz eval '2 * pi'");
  if (positionals.length > 1)
    throw new UsageError("eval takes one expression; put it in quotes", `virtuafiz eval '${positionals.join(" ")}'`);
  const imports = args.all("import");
  const files = createSessionFiles(io.cwd, imports);
  const session = new Session({ read: files.read, write: () => ({ problem: "eval writes no files; the repl does" }) });
  const report = args.has("json") ? jsonReport(io, text) : textReport(io);

  for (const path of imports) {
    const input = importInput(path);
    if (typeof input !== "string") throw new UsageError(input.problem);
    const failures = session.execute(input).filter(isFailure);
    if (failures.length > 0) return report.failed(failures);
  }
  const question = readQuestion(text);
  if ("problem" in question) throw new UsageError(question.problem.join("; "));
  const answers = session.execute(asQuery(question.text));
  for (const answer of answers) {
    const shown = answer.kind === "value" ? shownAnswer(answer, question) : null;
    if (shown && "problem" in shown) throw new UsageError(shown.problem.join("; "));
    if (shown) report.value(shown);
  }
  const failures = answers.filter(isFailure);
  if (failures.length > 0) return report.failed(failures);
  if (!answers.some((answer) => answer.kind === "value"))
    throw new UsageError("there is nothing to compute in it; write $ before an expression");
  return 0;
};

function isFailure(answer: Answer): answer is Failure {
  return answer.kind === "error";
}

/** The text itself if it asks for something or only defines; otherwise it is an expression that lacks its `$`. */
function asQuery(text: string): string {
  const diagnostics = new Diagnostics();
  const file = parseFile(createSource("Interpreter", text), diagnostics);
  return file.queries.length > 0 || !diagnostics.hasErrors ? text : `$${text}`;
}

interface Report {
  value(shown: Shown): void;
  failed(failures: readonly Failure[]): number;
}

function textReport(io: Io): Report {
  const paint = paintFor(io.stderr, io.env);
  return {
    value({ value, unit, doubts }) {
      writeLines(io.stdout, [appendUnit(formatValue(value), unit)]);
      writeLines(io.stderr, doubtLines(doubts, paint));
    },
    failed(failures) {
      for (const failure of failures) writeLines(io.stderr, paintError(failure.lines, paint));
      return 1;
    },
  };
}

/** One JSON object a line. Places refer to the text as it was given, without a `$` that was added. */
function jsonReport(io: Io, text: string): Report {
  return {
    value({ value, unit, doubts }) {
      const answer = {
        value: valueJson(value),
        ...(unit !== "" && { unit: JSON.stringify(unit) }),
        ...(doubts.length > 0 && { warning: JSON.stringify(doubts) }),
      };
      writeLines(io.stdout, [objectJson(answer)]);
    },
    failed([{ diagnostic, lines }]) {
      const error = { ...diagnosticJson(inGivenText(diagnostic, text)), source: diagnostic.span.source.name, lines };
      writeLines(io.stdout, [JSON.stringify({ error })]);
      return 1;
    },
  };
}

function inGivenText(diagnostic: Diagnostic, text: string): Diagnostic {
  const { source, from, to } = diagnostic.span;
  if (source.text !== text && source.text !== `$${text}`) return diagnostic;
  const added = source.text.length - text.length;
  const span = {
    source: createSource(source.name, text),
    from: Math.max(0, from - added),
    to: Math.max(0, to - added),
  };
  return { ...diagnostic, span };
}
