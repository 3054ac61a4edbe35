// What a text is made of, for forms and cards.

import type { Checked } from "../../language/check/check.ts";
import { blocksNamed } from "../../language/check/lesson.ts";
import type { Named } from "../../language/declare/experiment.ts";
import type { Attachment, AttributeItem, Expr, Word } from "../../language/syntax/ast.ts";
import { commentAbove, headComment } from "../../language/syntax/comment.ts";
import { type Source, spanText } from "../../language/syntax/span.ts";
import type { AttributeOutline, BlockOutline, LessonOutline, Outline } from "../protocol/text.ts";
import { benchOf } from "./bench-outline.ts";

export function outlineOf(checked: Checked): Outline {
  const { experiment, source } = checked;
  const own = ({ block }: Named) => block.span.source === source;
  return {
    world: experiment.world
      .filter(({ span }) => span.source === source)
      .map(({ name, nameSpan, unit, body, span }) => attribute({ name, nameSpan, unit, value: body, span })),
    objects: experiment.objects.map((object) => ({
      ...block(object, source),
      physicalType: object.physicalType,
      shape: object.geometricalType,
      attributes: object.attributes.map(attribute),
    })),
    links: experiment.links.map((link) => ({
      ...block(link, source),
      kind: link.kind?.name ?? "",
      ends: link.between.map(endText),
      attributes: link.attributes.map(attribute),
    })),
    contexts: experiment.contexts.map((context) => ({
      ...block(context, source),
      type: context.type,
      functions: context.functions.map(({ name, order, op, params, span }) => ({
        name: name + "'".repeat(order) + (op === "+=" ? " +=" : "") + (params.length > 0 ? "(…)" : ""),
        text: spanText(span),
        from: span.from,
      })),
    })),
    simulations: experiment.simulations.filter(own).map((simulation) => ({
      ...block(simulation, source),
      objects: simulation.objects?.map(({ name }) => name) ?? null,
      contexts: simulation.contexts?.map(({ name }) => name) ?? null,
    })),
    bench: benchOf(experiment.blocks.find(({ kind, span }) => kind === "bench" && span.source === source)),
    lesson: lessonOutline(checked),
  };
}

function block({ name, block: { span }, settings }: Named, source: Source): BlockOutline {
  return {
    name: name.name,
    file: span.source === source ? null : span.source.name,
    from: span.from,
    to: span.to,
    nameFrom: name.span.from,
    // A law file says at its head what its laws state.
    comment: commentAbove(span) || (span.source === source ? "" : headComment(span.source.text)),
    settings: [...settings.values()].map(({ key, valueSpan }) => ({ key, text: spanText(valueSpan) })),
  };
}

function endText({ object, copy, at }: Attachment): string {
  const which = copy ? `[${spanText(copy.span)}]` : "";
  return `${object.name}${which}${at ? ` at ${spanText(at.span)}` : ""}`;
}

function attribute({ name, value, span }: AttributeItem): AttributeOutline {
  const unit = value?.kind === "unit" ? value.unit : null;
  const bare = value?.kind === "unit" ? value.value : value;
  const elements = bare?.kind === "vector" ? bare.elements : bare ? [bare] : [];
  const parts = elements.map(numberText);
  return {
    name,
    text: value ? spanText(value.span) : "",
    parts: parts.length > 0 && parts.every((part) => part !== null) ? parts : null,
    isVector: bare?.kind === "vector",
    unit: unit?.text ?? "",
    from: span.from,
    to: span.to,
  };
}

/** A number as written, sign included; null if it is something else. */
function numberText(expr: Expr): string | null {
  if (expr.kind === "number") return spanText(expr.span);
  if (expr.kind === "unary" && expr.op !== "!" && expr.operand.kind === "number")
    return spanText(expr.span).replace(/\s+/g, "");
  return null;
}

/** Where the parts of a text lie that its lesson locks or hides. */
function lessonOutline({ experiment, source }: Checked): LessonOutline | null {
  const lesson = experiment.lessons.find(({ block }) => block.span.source === source);
  if (!lesson || lesson.steps.length === 0) return null;
  const ranges = (words: readonly Word[]) =>
    words.flatMap(({ name }) => blocksNamed(experiment, lesson, name).map(({ span: { from, to } }) => ({ from, to })));
  return { steps: lesson.steps.length, locked: ranges(lesson.locked), hidden: ranges(lesson.hidden) };
}
