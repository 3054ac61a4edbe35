// The interactive interpreter of 6.4: everything is a function, a redefinition reaches all that call it, and lines are
// counted over the whole session.
import { type AnswerDimension, dimensionOfExpression } from "../../language/dimension/answer.ts";
import { type Binding, FunctionScope } from "../../language/names/scope.ts";
import type { Definition, File } from "../../language/syntax/ast.ts";
import { type Diagnostic, Diagnostics, excerpt, printable } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource, lineAt, placeOf, type Source, spanText } from "../../language/syntax/span.ts";
import { isValue } from "../../language/syntax/statement.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { Budget, defaultLimits, type Limits } from "../values/budget.ts";
import { asEvaluationError, type EvaluationError } from "../values/evaluation-error.ts";
import type { Value } from "../values/value.ts";
import { emptyHost, type Host, Interpreter } from "./interpreter.ts";

/** How a session reaches files; failures are described by sentences. */
export interface SessionFiles {
  read(path: string): { text: string } | { problem: string };
  write(path: string, text: string): { problem: string } | null;
}

/**
 * What can be named besides the session's own definitions, which take precedence: the attributes of an experiment at a
 * moment.
 */
export interface Outside extends Host {
  lookup(name: string): Binding | null;
  names(): Iterable<string>;
  /** The dimension of an attribute, by its name. */
  dimensionOf(name: string): Dimension | null;
}

const nothingOutside: Outside = { ...emptyHost, lookup: () => null, names: () => [], dimensionOf: () => null };

class SessionScope extends FunctionScope {
  outside: Outside = nothingOutside;

  override lookup(name: string): Binding | null {
    return this.ownBinding(name) ?? this.outside.lookup(name) ?? super.lookup(name);
  }

  override names(): Iterable<string> {
    return [...super.names(), ...this.outside.names()];
  }
}

export type Answer =
  | ({ readonly kind: "value"; readonly value: Value } & AnswerDimension)
  | { readonly kind: "defined"; readonly name: string; readonly again: boolean }
  | { readonly kind: "imported"; readonly path: string; readonly names: readonly string[] }
  | { readonly kind: "exported"; readonly path: string; readonly names: readonly string[] }
  /** `lines` are what the session shows; the first is the thesis' own form. */
  | { readonly kind: "error"; readonly diagnostic: Diagnostic; readonly lines: readonly string[] };

export class Session {
  /** The names that can be used: the session's own, then those outside, then the natives. */
  readonly scope = new SessionScope();
  private readonly definitions = new Map<string, Definition>();
  private readonly files: SessionFiles;
  private readonly limits: Limits;
  private nextLine = 1;

  constructor(files: SessionFiles, limits: Limits = defaultLimits) {
    this.files = files;
    this.limits = limits;
  }

  /** Every name that can be used now. */
  names(): string[] {
    return [...this.scope.names()];
  }

  /** Carries out one input, of one line or several. A broken input changes nothing. */
  execute(text: string, outside: Outside = nothingOutside): Answer[] {
    this.scope.outside = outside;
    const source = createSource("Interpreter", text, this.nextLine);
    this.nextLine += text.split("\n").length;
    const diagnostics = new Diagnostics();
    const file = parseFile(source, diagnostics);
    if (diagnostics.hasErrors) return diagnostics.sorted().map((diagnostic) => parsingError(diagnostic, file));
    const block = file.blocks[0];
    if (block)
      return [
        problem(
          source,
          block.kindSpan.from,
          block.kindSpan.to,
          "a block belongs in an experiment, not in the interpreter",
        ),
      ];
    return this.carryOut(file);
  }

  /** Carries out the inputs in the order of the text, until one has an error. */
  private carryOut(file: File): Answer[] {
    const steps: { at: number; run: () => Answer }[] = [];
    for (const item of file.imports) steps.push({ at: item.span.from, run: () => this.import(item.path, item.span) });
    for (const item of file.definitions) steps.push({ at: item.span.from, run: () => this.define(item) });
    for (const item of file.queries) steps.push({ at: item.span.from, run: () => this.answer(item.value) });
    for (const item of file.exports) steps.push({ at: item.span.from, run: () => this.export(item.path, item.span) });
    steps.sort((a, b) => a.at - b.at);
    const answers: Answer[] = [];
    for (const step of steps) {
      const answer = step.run();
      answers.push(answer);
      if (answer.kind === "error") break;
    }
    return answers;
  }

  private define(definition: Definition): Answer {
    if (!isValue(definition)) {
      const { source, from, to } = definition.nameSpan;
      return problem(source, from, to, "rates and contributions belong in a context: there are no attributes here");
    }
    const again = this.definitions.has(definition.name);
    this.definitions.set(definition.name, definition);
    this.scope.define(definition);
    return { kind: "defined", name: definition.name, again };
  }

  private answer(value: File["queries"][number]["value"]): Answer {
    const { scope } = this;
    const interpreter = new Interpreter(scope.outside, new Budget(this.limits));
    try {
      const computed = interpreter.run(value, scope);
      return {
        kind: "value",
        value: computed,
        ...dimensionOfExpression(value, scope, (name) => scope.outside.dimensionOf(name)),
      };
    } catch (error) {
      const told = asEvaluationError(error, value.span);
      if (!told) throw error;
      return runtimeError(told);
    }
  }

  /** What a file imports comes with it; `within` are the files that are being imported. */
  private import(path: string, span: File["span"], within: readonly string[] = [path]): Answer {
    const read = this.files.read(path);
    if ("problem" in read) return problem(span.source, span.from, span.to, read.problem);
    const diagnostics = new Diagnostics();
    const file = parseFile(createSource(path, read.text), diagnostics);
    if (diagnostics.hasErrors) return parsingError(diagnostics.sorted()[0], file);
    const names: string[] = [];
    for (const item of file.imports) {
      if (within.includes(item.path)) continue;
      const answer = this.import(item.path, span, [...within, item.path]);
      if (answer.kind === "error") return answer;
      if (answer.kind === "imported") names.push(...answer.names);
    }
    for (const definition of file.definitions) {
      const answer = this.define(definition);
      if (answer.kind === "error") return answer;
      names.push(definition.name);
    }
    return { kind: "imported", path, names: [...new Set(names)] };
  }

  private export(path: string, span: File["span"]): Answer {
    const text = [...this.definitions.values()].map((definition) => `${spanText(definition.span)}\n`).join("");
    const failed = this.files.write(path, text);
    if (failed) return problem(span.source, span.from, span.to, failed.problem);
    return { kind: "exported", path, names: [...this.definitions.keys()] };
  }
}

/** Whether the text lacks only its end: more lines may complete it. */
export function isIncomplete(text: string): boolean {
  if (text.trim() === "") return false;
  const diagnostics = new Diagnostics();
  parseFile(createSource("Interpreter", text), diagnostics);
  const first = diagnostics.sorted()[0];
  return first !== undefined && first.code === "syntax" && first.span.from >= text.trimEnd().length;
}

function head(source: Source, offset: number, kind: string, functionName: string | null, message: string): string {
  const { line, column } = placeOf(source, offset);
  const place = functionName === null ? "" : `In function '${functionName}': `;
  return printable(`:-( ${source.name} [${line}:${column}] ${kind} Error. ${place}${message}.`);
}

function parsingError(diagnostic: Diagnostic, file: File): Answer {
  const { span, message, notes, unexpected } = diagnostic;
  const inside = file.definitions.find(
    (definition) => definition.span.from <= span.from && span.from <= lineEnd(span.source, definition.span.to),
  );
  const said =
    unexpected === undefined
      ? message
      : unexpected === ""
        ? "parse error at the end of the input"
        : `parse error on input '${unexpected}'`;
  const asked = /^\s*\$/.test(lineAt(span.source, span.from).text);
  const hint = inside || !unexpected || asked ? [] : ["to compute an expression, write $ before it"];
  const lines = [
    head(span.source, span.from, "Parsing", inside?.name ?? null, said),
    ...notes,
    ...hint,
    ...excerpt(span),
  ];
  return { kind: "error", diagnostic, lines };
}

function runtimeError(error: EvaluationError): Answer {
  const { span } = error;
  const lines = [
    head(span.source, span.from, "Runtime", error.functionName, error.message),
    ...error.notes,
    ...excerpt(span),
  ];
  return { kind: "error", diagnostic: error.diagnostic, lines };
}

function problem(source: Source, from: number, to: number, message: string): Answer {
  const span = { source, from, to };
  const diagnostic: Diagnostic = { severity: "error", code: "session", message, span, notes: [] };
  return { kind: "error", diagnostic, lines: [head(source, from, "Runtime", null, message), ...excerpt(span)] };
}

function lineEnd(source: Source, offset: number): number {
  const end = source.text.indexOf("\n", offset);
  return end < 0 ? source.text.length : end;
}
