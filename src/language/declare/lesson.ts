// `lesson { }`: an experiment with a lesson: notes, questions and goals step by step; parts of the text that are locked
// or hidden.
import type { Scope } from "../names/scope.ts";
import type { Alias, Block, Expr, Setting, Word } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { Span } from "../syntax/span.ts";
import { didYouMean } from "../syntax/suggest.ts";

/** A paragraph as written: plain words, `code` between grave accents, formulas of VFLang between dollar signs. */
export interface Note {
  readonly text: string;
  readonly span: Span;
}

export interface LessonStep {
  readonly says: readonly Note[];
  /** A condition on a whole run, in terms of results of studies. */
  readonly goal: Expr | null;
  /** The goal in words: what is shown of it. */
  readonly aims: readonly Note[];
  /** The text shown when the goal is met. */
  readonly done: readonly Note[];
  readonly block: Block;
}

export interface LessonDeclaration {
  readonly block: Block;
  readonly steps: readonly LessonStep[];
  /** Names of blocks that must not be changed, and of those that are hidden as well. */
  readonly locked: readonly Word[];
  readonly hidden: readonly Word[];
  readonly aliases: readonly Alias[];
  readonly scope: Scope;
}

type Keys = ReadonlyMap<string, readonly string[]>;

/** Blocks without a name are referred to by their kind. */
export const namelessParts: ReadonlyMap<string, string> = new Map([
  ["world", "world attributes"],
  ["input", "input"],
  ["measures", "measures"],
  ["bench", "bench"],
  ["lesson", "lesson"],
]);

export function readLesson(block: Block, scope: Scope, keys: Keys, diagnostics: Diagnostics): LessonDeclaration {
  const words = (key: string) =>
    block.settings.filter((setting) => setting.key === key).flatMap((setting) => namesOf(setting, diagnostics));
  checkKeys(block, keys, diagnostics, 'and steps: step { say = "…" goal = … }');
  const steps: LessonStep[] = [];
  for (const inner of block.blocks) {
    if (inner.kind === "step") steps.push(readStep(inner, keys, diagnostics));
    else
      diagnostics.error(
        "unknown-key",
        inner.kindSpan,
        `a lesson has no block '${inner.kind}'`,
        'its parts are steps: step { say = "…" }',
      );
  }
  if (steps.length === 0 && block.blocks.length === 0)
    diagnostics.missingKey(block.kindSpan, "step", "this lesson has no step", 'add step { say = "what to do" }');
  return { block, steps, locked: words("lock"), hidden: words("hide"), aliases: [], scope };
}

function readStep(block: Block, keys: Keys, diagnostics: Diagnostics): LessonStep {
  const goals = block.settings.filter(({ key }) => key === "goal");
  checkKeys(block, keys, diagnostics);
  for (const { keySpan } of goals.slice(1))
    diagnostics.error("duplicate", keySpan, "a step has one goal", "join conditions by &");
  const says = notesOf(block, "say", diagnostics);
  if (says.length === 0 && !block.settings.some(({ key }) => key === "say"))
    diagnostics.missingKey(block.kindSpan, "say", "this step says nothing", 'add say = "what to do"');
  return {
    says,
    goal: goals[0] ? goalOf(goals[0], diagnostics) : null,
    aims: notesOf(block, "aim", diagnostics),
    done: notesOf(block, "done", diagnostics),
    block,
  };
}

function checkKeys({ kind, settings }: Block, keys: Keys, diagnostics: Diagnostics, more?: string): void {
  const known = keys.get(kind)!;
  const has = `a ${kind} has: ${[...known, ...(more ? [more] : [])].join(", ")}`;
  for (const { key, keySpan } of settings)
    if (!known.includes(key))
      diagnostics.error("unknown-key", keySpan, `a ${kind} has no key '${key}'`, ...didYouMean(key, known), has);
}

function goalOf({ value, valueSpan }: Setting, diagnostics: Diagnostics): Expr | null {
  if (value.kind === "expression") return value.value.kind === "error" ? null : value.value;
  diagnostics.error("setting", valueSpan, "'goal' takes a condition on the run", "such as maximum(height) > 2 [m]");
  return null;
}

function notesOf({ settings }: Block, wanted: string, diagnostics: Diagnostics): Note[] {
  const notes: Note[] = [];
  for (const { key, value, valueSpan } of settings) {
    if (key !== wanted) continue;
    if (value.kind === "string") notes.push({ text: value.text, span: valueSpan });
    else if (value.kind !== "expression" || value.value.kind !== "error")
      diagnostics.error(
        "setting",
        valueSpan,
        `'${key}' takes words in quotes on one line`,
        `write ${key} once for each paragraph`,
      );
  }
  return notes;
}

/** `{ball, measures}` */
function namesOf({ key, value, valueSpan }: Setting, diagnostics: Diagnostics): Word[] {
  const expr = value.kind === "expression" ? value.value : null;
  if (expr?.kind === "error") return [];
  const all = expr?.kind === "sequence" ? expr.elements : expr ? [expr] : [];
  const words = all.flatMap((one) => (one.kind === "name" ? [{ name: one.name, span: one.span }] : []));
  if (words.length === 0 || words.length < all.length)
    diagnostics.error("setting", valueSpan, `'${key}' takes names of blocks in braces: {ball, measures}`);
  return words;
}
