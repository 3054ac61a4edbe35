// A lesson as the page shows it: its notes as words, code and MathML.

import type { Checked } from "../../../language/check/check.ts";
import { attributeName } from "../../../language/declare/environment.ts";
import type { Note } from "../../../language/declare/lesson.ts";
import { isDefinition, partsOfNote } from "../../../language/declare/lesson-text.ts";
import type { Expr } from "../../../language/syntax/ast.ts";
import { spanText } from "../../../language/syntax/span.ts";
import { arrangeDefinition, arrangeExpression } from "../../../language/typeset/arrange.ts";
import type { Kind } from "../../../language/typeset/kind-network.ts";
import { findKinds, type Kinds } from "../../../language/typeset/kinds.ts";
import { toInlineMathml } from "../../../language/typeset/mathml.ts";
import type { LessonStepSheet, NotePiece } from "../../protocol/text.ts";
import { attributeOwners } from "./shapes.ts";

export function lessonSheet(checked: Checked): readonly LessonStepSheet[] {
  const lesson = checked.experiment.lessons.find(({ block }) => block.span.source === checked.source);
  const kinds = kindsByName(checked);
  const written = findKinds(checked);
  const notes = (all: readonly Note[]) => all.map((note) => piecesOf(note, kinds));
  return (lesson?.steps ?? []).map(({ says, goal, done }) => ({
    says: notes(says),
    goal:
      goal &&
      conditionsOf(goal).map((one) => ({
        text: spanText(one.span),
        math: toInlineMathml(arrangeExpression(one, written)),
      })),
    done: notes(done),
  }));
}

/** The conditions of a conjunction. Each becomes a formula of its own, so that lines can break between them. */
function conditionsOf(expr: Expr): readonly Expr[] {
  return expr.kind === "binary" && expr.op === "&" ? [...conditionsOf(expr.left), ...conditionsOf(expr.right)] : [expr];
}

function piecesOf(note: Note, kinds: Kinds): readonly NotePiece[] {
  return partsOfNote(note).parts.map((part): NotePiece => {
    if (part.kind !== "formula") return part;
    const formula = isDefinition(part.law) ? arrangeDefinition(part.law, kinds) : arrangeExpression(part.law, kinds);
    return { kind: "formula", text: part.text, math: toInlineMathml(formula) };
  });
}

/** The kinds of names in formulas of notes, which stand in no law: those of the attributes of the same names. */
function kindsByName(checked: Checked): Kinds {
  const kindOf = (name: string): Kind | null => {
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
