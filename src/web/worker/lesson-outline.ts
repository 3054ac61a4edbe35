// Where the parts of a text lie that its lesson locks or hides.

import type { Checked } from "../../language/check/check.ts";
import { blocksNamed } from "../../language/check/lesson.ts";
import type { Word } from "../../language/syntax/ast.ts";
import type { LessonOutline } from "../protocol/text.ts";

export function lessonOutline({ experiment, source }: Checked): LessonOutline | null {
  const lesson = experiment.lessons.find(({ block }) => block.span.source === source);
  if (!lesson || lesson.steps.length === 0) return null;
  const ranges = (words: readonly Word[]) =>
    words.flatMap(({ name }) => blocksNamed(experiment, lesson, name).map(({ span: { from, to } }) => ({ from, to })));
  return { steps: lesson.steps.length, locked: ranges(lesson.locked), hidden: ranges(lesson.hidden) };
}
