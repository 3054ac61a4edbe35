// `virtuafiz typeset`: the laws of a text as formulas, in LaTeX, MathML or a page.

import { headComment } from "../../language/syntax/comment.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { spanLine } from "../../language/syntax/span.ts";
import { type LawSheet, sheetsOf } from "../../language/typeset/card.ts";
import { toLatex } from "../../language/typeset/latex.ts";
import { toMarkup, toMathml } from "../../language/typeset/mathml.ts";
import { checkFile } from "../files/experiment.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { refuseOutput, refuseOverwriting, writeOutput } from "../options/output.ts";
import { writeLines } from "../terminal/io.ts";
import { paintDiagnostic, paintFor } from "../terminal/paint.ts";
import { typesetPage } from "../views/typeset-page.ts";

const forms = ["latex", "mathml", "html"] as const;

export const typesetCommand: CommandRun = async (args, io) => {
  const [file, ...more] = args.positionals;
  if (file === undefined) throw new UsageError("typeset needs a file", "virtuafiz typeset experiment.vfl");
  if (more.length > 0) throw new UsageError("typeset takes one file", `virtuafiz typeset ${printable(file)}`);
  const asked = forms.filter((form) => args.has(form));
  if (asked.length > 1) throw new UsageError(`typeset prints in one form, not as ${asked.join(" and ")}`);
  const out = args.one("out");
  refuseOutput(out, io);
  const found = await checkFile(file, io);
  if ("problem" in found) {
    writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} ${found.problem}`]);
    return 1;
  }
  refuseOverwriting(out, found.opened, io);
  const errors = found.checked.diagnostics.filter(({ severity }) => severity === "error");
  for (const error of errors) writeLines(io.stderr, paintDiagnostic(error, paintFor(io.stderr, io.env)));
  const sheets = sheetsOf(found.checked);
  const [form = "latex"] = asked;
  const print = {
    latex: latexLines,
    mathml: mathmlLines,
    html: () => typesetPage(found.name, headComment(found.checked.source.text), sheets),
  };
  const isWritten = await writeOutput(
    print[form](sheets).map((line) => `${line}\n`),
    out,
    io,
  );
  // A text with mistakes is shown as far as it can be read.
  return errors.length > 0 || !isWritten ? 1 : 0;
};

function mathmlLines(sheets: readonly LawSheet[]): string[] {
  return sheets.flatMap(({ cards }) => cards.map(({ formula, span }) => toMarkup(toMathml(formula, spanLine(span)))));
}

/** Lines for a LaTeX document that uses amsmath. */
function latexLines(sheets: readonly LawSheet[]): string[] {
  return sheets.flatMap(({ name, meaning, cards }) => [
    `\\subsection*{${plainLatex(name)}}`,
    ...(meaning === "" ? [] : [plainLatex(meaning)]),
    ...cards.flatMap((card) => [
      ...(card.meaning === "" ? [] : ["", `\\noindent ${plainLatex(card.meaning)}`]),
      `\\[ ${toLatex(card.formula)} \\]`,
      ...card.units.slice(0, 1).map(() => `\\noindent Units: ${unitsText(card.units)}`),
    ]),
    "",
  ]);
}

function unitsText(units: LawSheet["cards"][number]["units"]): string {
  return units.map(({ symbol, unit }) => `$${toLatex(symbol)}$ in ${plainLatex(unit)}`).join(", ");
}

/** A comment as LaTeX text, with special characters escaped. */
function plainLatex(text: string): string {
  const commands: Readonly<Record<string, string>> = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
  };
  return printable(text).replace(/[\\{}#$%&_~^]/g, (character) => commands[character] ?? `\\${character}`);
}
