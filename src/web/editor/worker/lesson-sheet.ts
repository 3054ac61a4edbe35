// A lesson as the page shows it: its notes as words, code and MathML.

import type { Checked } from "../../../language/check/check.ts";
import { attributeName } from "../../../language/declare/environment.ts";
import type { Note } from "../../../language/declare/lesson.ts";
import { isLawDefinition, partsOfNote } from "../../../language/declare/lesson-text.ts";
import { arrangeDefinition, arrangeExpression } from "../../../language/typeset/arrange.ts";
import type { ValueKind } from "../../../language/typeset/kind-network.ts";
import type { Kinds } from "../../../language/typeset/kinds.ts";
import { toInlineMathml } from "../../../language/typeset/mathml.ts";
import type { LessonStepSheet, NotePiece } from "../../protocol/text.ts";
import { attributeOwners } from "./shapes.ts";

export function lessonSheet(checked: Checked): readonly LessonStepSheet[] {
  const lesson = checked.experiment.lessons.find(({ block }) => block.span.source === checked.source);
  const kinds = kindsByName(checked);
  const notes = (all: readonly Note[]) => all.map((note) => piecesOf(note, kinds));
  return (lesson?.steps ?? []).map(({ says, goal, aims, done }) => ({
    says: notes(says),
    hasGoal: goal !== null,
    aims: notes(aims),
    done: notes(done),
  }));
}

function piecesOf(note: Note, kinds: Kinds): readonly NotePiece[] {
  return partsOfNote(note).parts.map((part): NotePiece => {
    if (part.kind !== "formula") return part;
    const formula = isLawDefinition(part.law) ? arrangeDefinition(part.law, kinds) : arrangeExpression(part.law, kinds);
    return { kind: "formula", text: part.text, math: toInlineMathml(formula) };
  });
}

/** The kinds of names in formulas of notes, which stand in no law: those of the attributes of the same names. */
function kindsByName(checked: Checked): Kinds {
  const kindOf = (name: string): ValueKind | null => {
    const shape = attributeOwners(checked, attributeName(name))[0]?.shape.kind;
    return shape === "vector" || shape === "matrix" ? shape : null;
  };
  return {
    kindOf: (expr) => (expr.kind === "name" ? kindOf(expr.name) : null),
    kindOfValue: ({ name }) => kindOf(name),
    kindOfParam: () => null,
    meant: () => null,
  };
}
