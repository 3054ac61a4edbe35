// Lessons: checks that goals are conditions on a run, that the formulas in notes can be read, and that locked and
// hidden parts exist.

import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { type LessonDeclaration, namelessParts } from "../declare/lesson.ts";
import { partsOfNote } from "../declare/lesson-text.ts";
import { measuresScope } from "../declare/measures-scope.ts";
import { StudyScope } from "../declare/study.ts";
import type { Scope } from "../names/scope.ts";
import type { Block } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/span.ts";
import { didYouMean } from "../syntax/suggest.ts";
import { ReductionCheck } from "./study.ts";

export function checkLessons(
  experiment: Experiment,
  environment: Environment,
  scope: Scope,
  diagnostics: Diagnostics,
): void {
  for (const { block } of experiment.lessons.slice(1))
    diagnostics.error("duplicate", block.kindSpan, "a text has one lesson", "make them steps of one");
  const measures = measuresScope(experiment.measures, scope, environment);
  for (const lesson of experiment.lessons) {
    const names = new StudyScope(lesson, measures, environment);
    const check = new ReductionCheck(lesson, names, experiment, environment, diagnostics);
    for (const { goal } of lesson.steps) if (goal) check.checkGoal(goal);
    checkNotes(lesson, diagnostics);
    const known = [...namedBlocks(experiment, lesson.block.span.source).keys(), ...namelessParts.keys()];
    for (const { name, span } of [...lesson.locked, ...lesson.hidden])
      if (blocksNamed(experiment, lesson, name).length === 0)
        diagnostics.error("unknown-name", span, `this text has no block called '${name}'`, ...didYouMean(name, known));
  }
}

function checkNotes({ steps }: LessonDeclaration, diagnostics: Diagnostics): void {
  for (const { says, aims, done } of steps)
    for (const { text, span } of [...says, ...aims, ...done])
      for (const { from, to, message } of partsOfNote({ text }).mistakes) {
        // Behind the quotation mark.
        const place = { source: span.source, from: span.from + 1 + from, to: span.from + 1 + to };
        diagnostics.warning("formula", place, message, "write it as a law, or put it between ` and ` as code");
      }
}

function namedBlocks(experiment: Experiment, source: Source): Map<string, Block[]> {
  const { objects, contexts, simulations, links, curves, events, studies } = experiment;
  const found = new Map<string, Block[]>();
  for (const { name, block } of [...objects, ...contexts, ...simulations, ...links, ...curves, ...events, ...studies])
    if (block.span.source === source) found.set(name.name, [...(found.get(name.name) ?? []), block]);
  return found;
}

/** The blocks of the text that a lesson means by a name. */
export function blocksNamed(experiment: Experiment, { block }: LessonDeclaration, name: string): readonly Block[] {
  const own = namedBlocks(experiment, block.span.source).get(name);
  if (own) return own;
  const kind = namelessParts.get(name);
  return experiment.blocks.filter((one) => one.kind === kind && one.span.source === block.span.source);
}
