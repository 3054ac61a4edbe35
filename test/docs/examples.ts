// The examples in the documents: fenced blocks that begin with `vflang`. Each kind is run, and what the lab says to it
// is written back into the block as comments; a document is right if that changes nothing. CONTRIBUTING.md describes
// the kinds.
import { appendUnit } from "../../src/cli/terminal/aligned.ts";
import { type Answer, Session, type SessionFiles } from "../../src/compiler/interpret/session.ts";
import { formatValue } from "../../src/compiler/values/value.ts";
import { checkSource } from "../../src/language/check/check.ts";
import { type Diagnostic, formatDiagnostic } from "../../src/language/syntax/diagnostic.ts";
import { createSource, placeOf } from "../../src/language/syntax/span.ts";
import { shownAnswer } from "../../src/record/units/answer-unit.ts";
import { tellInstant } from "./instant.ts";
import { tellRun } from "./run.ts";

export interface Example {
  /** The words after `vflang`: none, `session`, `mistakes`, `instant`, `run` or `file NAME`. */
  readonly kind: string;
  readonly text: string;
  /** Where the text starts in the document. */
  readonly from: number;
  readonly line: number;
}

export function examplesIn(markdown: string): Example[] {
  return [...markdown.matchAll(/^```vflang([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const from = match.index + match[0].indexOf("\n") + 1;
    return { kind: match[1].trim(), text: match[2], from, line: markdown.slice(0, from).split("\n").length };
  });
}

/** The texts that the `file NAME` blocks of a document hold, by name. */
export function filesIn(examples: readonly Example[]): ReadonlyMap<string, string> {
  const files = examples.filter(({ kind }) => kind.startsWith("file "));
  return new Map(files.map(({ kind, text }) => [kind.slice("file ".length), text]));
}

/** The example as it has to read: its own text with what the lab says to it. */
export function renderExample({ kind, text }: Example, files: ReadonlyMap<string, string>): string {
  const read = (path: string) => {
    const found = files.get(path);
    return found === undefined ? { problem: `there is no file '${path}'` } : createSource(path, found);
  };
  if (kind === "session") return renderSession(text, files);
  const own = withoutAnswers(text);
  const checked = checkSource(createSource("example", own), read);
  if (kind === "mistakes") return [own, ...checked.diagnostics.flatMap(tellMistake), ""].join("\n");
  if (checked.diagnostics.length > 0) throw new Error(checked.diagnostics.map(formatDiagnostic).join("\n"));
  const times = [...text.matchAll(/^\/\/ at t = ([\d.]+):$/gm)].map(([, time]) => time);
  if (kind === "instant") return [own, ...tellInstant(checked, times), ""].join("\n");
  if (kind === "run") return [own, ...tellRun(checked, times), ""].join("\n");
  if (kind !== "" && !kind.startsWith("file ")) throw new Error(`no kind of example is called '${kind}'`);
  return text;
}

function tellMistake({ span, severity, code, message, notes }: Diagnostic): string[] {
  const { line, column } = placeOf(span.source, span.from);
  return [`// ${line}:${column} ${severity} ${code}: ${message}`, ...notes.map((note) => `//     ${note}`)];
}

/** The text without the comments at its end that an earlier run has written, and without the last line end. */
function withoutAnswers(text: string): string {
  const lines = text.trimEnd().split("\n");
  while (/^\/\/ (\d+:\d+ | {3}|t = |at t = .*:$)/.test(lines.at(-1)!)) lines.pop();
  return lines.join("\n");
}

const widest = 116;
const answer = /^\/\/ (= |:-\(| {3})/;

/**
 * An input is a line and the indented lines after it. A value stands behind its input as `// = value`, or below it
 * where the line would be too long; of an error the first line and the notes stand below.
 */
function renderSession(text: string, files: ReadonlyMap<string, string>): string {
  const session = new Session(inMemory(files));
  const lines = text.trimEnd().split("\n");
  const out: Line[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (answer.test(lines[i])) continue;
    if (lines[i] === "" || lines[i].startsWith("//")) {
      out.push({ text: lines[i], value: null });
      continue;
    }
    const input = [lines[i]];
    while (/^\s+\S/.test(lines[i + 1] ?? "")) input.push(lines[++i]);
    const last = input.length - 1;
    input[last] = input[last].replace(/\s*\/\/ = .*$/, "");
    for (const part of input) out.push({ text: part, value: null });
    for (const said of session.execute(input.join("\n"))) addAnswer(out, said);
  }
  return alignValues(out);
}

/** A line of a session, and the value that stands behind it. */
interface Line {
  readonly text: string;
  value: string | null;
}

function addAnswer(out: Line[], said: Answer): void {
  if (said.kind === "value") {
    const value = textOf(said);
    if (out.at(-1)!.value === null) out.at(-1)!.value = value;
    else out.push({ text: "", value });
  } else if (said.kind === "error") {
    const [head, ...notes] = said.lines.slice(0, -2);
    out.push({ text: `// ${head}`, value: null }, ...notes.map((note) => ({ text: `//     ${note}`, value: null })));
  }
}

/** As the interpreter shows it, with its unit. */
function textOf(answer: Extract<Answer, { kind: "value" }>): string {
  const shown = shownAnswer(answer, { text: "", unit: null });
  if ("problem" in shown) throw new Error(shown.problem.join(" "));
  return appendUnit(formatValue(shown.value), shown.unit);
}

/**
 * Values of inputs that follow each other stand below each other; one that finds no room there has a line of its own.
 */
function alignValues(lines: readonly { text: string; value: string | null }[]): string {
  const hasValue = (i: number) => lines[i] !== undefined && lines[i].value !== null && lines[i].text !== "";
  let out = "";
  let column = 0;
  for (const [i, { text, value }] of lines.entries()) {
    if (hasValue(i) && !hasValue(i - 1)) {
      let end = i;
      while (hasValue(end)) end++;
      const widths = lines.slice(i, end).map((line) => line.text.length);
      column = Math.max(...widths.filter((width) => width <= widest / 2), 0);
    }
    const padded = `${text.padEnd(column)}  // = ${value}`;
    if (value === null) out += `${text}\n`;
    else if (text !== "" && padded.length <= widest) out += `${padded}\n`;
    else out += `${text === "" ? "" : `${text}\n`}// = ${value}\n`;
  }
  return out;
}

function inMemory(files: ReadonlyMap<string, string>): SessionFiles {
  const own = new Map(files);
  return {
    read(path) {
      const text = own.get(path);
      return text === undefined ? { problem: `there is no file '${path}'` } : { text };
    },
    write(path, text) {
      own.set(path, text);
      return null;
    },
  };
}
