// The interactive interpreter (thesis 6.4) beside a run: `ball.v`, measures and attributes of the world mean their
// values at the moment that is shown.
import { type Answer, type Outside, Session } from "../../compiler/interpret/session.ts";
import { formatValue, type Value } from "../../compiler/values/value.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { isMissing, type Probe } from "../../record/probe/probe.ts";
import type { Frame, Recording } from "../../record/run/record.ts";
import { readQuestion, shownAnswer, type UnitQuestion } from "../../record/units/answer-unit.ts";
import { typesetUnit } from "../../record/units/unit-text.ts";
import type { InterpreterReply } from "../protocol/messages.ts";
import { lawPaths, lawText } from "./library.ts";

/** Limits of an evaluation, about a third of a second: the run waits meanwhile. */
const limits = { fuel: 2_000_000, memory: 5_000_000, depth: 1_000 };

/** What was exported since the page was opened: it can be imported again. */
const written = new Map<string, string>();

/** The session of the page; its definitions stay from run to run. */
const session = new Session(
  {
    read(path) {
      const text = written.get(path) ?? lawText(path) ?? lawText(`laws/${path}`);
      if (text !== null) return { text };
      const there = `what was exported here can be imported, and the law library: ${lawPaths().join(", ")}`;
      return { problem: `there is no file '${path}'; ${there}` };
    },
    write(path, text) {
      written.set(path, text);
      return null;
    },
  },
  limits,
);

/** A letter that looks like the dot: `ball.v` is one name here, where the language would read an inner product. */
const dot = "ꓸ";

export function interpret(text: string, recording: Recording, probe: Probe, frame: Frame | null): InterpreterReply[] {
  const bodies = recording.model.byName;
  const joined = text.replace(
    /([\p{L}_][\p{L}\p{N}_]*)\.([\p{L}_][\p{L}\p{N}_]*)/gu,
    (all: string, body: string, name: string) => (bodies.has(body) ? `${body}${dot}${name}` : all),
  );
  const plain = (line: string) => line.replaceAll(dot, ".");
  const question = readQuestion(joined);
  if ("problem" in question) return [{ kind: "error", lines: question.problem }];
  const outside = outsideOf(recording, probe, frame);
  const said = session.execute(asQuestion(question.text), outside).flatMap((answer) => saidOf(answer, question));
  return said.map((one) => ({ ...one, lines: one.lines.map(plain) }));
}

/** Adds the $ of a question, which people may leave out if nothing else can be meant. */
function asQuestion(text: string): string {
  if (!isBroken(text)) return text;
  const asked = `$${text}`;
  // A broken expression is reported as one; what defines, imports or asks is what it says.
  const isOther = /^\s*(?:\$|import\b|export\b|[\p{L}_][\p{L}\p{N}_]*\s*(?:\([^)]*\))?\s*'*\s*\+?=(?!=))/u.test(text);
  return isOther && isBroken(asked) ? text : asked;
}

export function isBroken(text: string): boolean {
  const diagnostics = new Diagnostics();
  parseFile(createSource("Interpreter", text), diagnostics);
  return diagnostics.hasErrors;
}

function outsideOf({ model }: Recording, probe: Probe, frame: Frame | null): Outside {
  const found = new Map<string, Value | null>();
  const valueAt = (name: string): Value | null => {
    if (!frame) return null;
    if (!found.has(name)) {
      const value = probe.value(frame, name.replace(dot, "."));
      found.set(name, isMissing(value) ? null : value);
    }
    return found.get(name)!;
  };
  return {
    lookup: (name) =>
      valueAt(name) === null ? null : { kind: "attribute", attribute: { owner: { kind: "world" }, name } },
    names: () => probe.names.map((name) => name.replace(".", dot)),
    dimensionOf: (name) => model.dimensions?.dimensionOf(name.replace(dot, ".")) ?? null,
    read: ({ name }) => valueAt(name),
    special: () => null,
  };
}

function saidOf(answer: Answer, question: UnitQuestion): InterpreterReply | InterpreterReply[] {
  switch (answer.kind) {
    case "value": {
      const shown = shownAnswer(answer, question);
      if ("problem" in shown) return { kind: "error", lines: shown.problem };
      const said: InterpreterReply = {
        kind: "value",
        lines: [formatValue(shown.value)],
        unit: typesetUnit(shown.unit),
      };
      return shown.doubts.length === 0 ? said : [said, { kind: "note", lines: shown.doubts }];
    }
    case "defined":
      return { kind: "note", lines: [`${answer.name} is ${answer.again ? "redefined" : "defined"}`] };
    case "imported":
      return { kind: "note", lines: [`${answer.path} gives ${answer.names.join(", ")}`] };
    case "exported": {
      const { path, names } = answer;
      const name = path.replace(/^.*\//, "");
      const said = `${names.join(", ")} ${names.length === 1 ? "is" : "are"} saved as the file ${name}`;
      return { kind: "note", lines: [said], file: { name, text: written.get(path)! } };
    }
    case "error":
      return { kind: "error", lines: answer.lines };
  }
}
