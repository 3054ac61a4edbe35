// What a text is made of, for forms and cards.

import type { Checked } from "../../language/check/check.ts";
import { blocksNamed } from "../../language/check/lesson.ts";
import type { Named } from "../../language/declare/experiment.ts";
import type { LessonStep } from "../../language/declare/lesson.ts";
import type { Attachment, AttributeItem, Definition, Expr, Word } from "../../language/syntax/ast.ts";
import { commentAbove, headComment } from "../../language/syntax/comment.ts";
import { type Source, spanText } from "../../language/syntax/span.ts";
import { isContribution, primedName } from "../../language/syntax/statement.ts";
import type { AttributeOutline, BlockOutline, LessonOutline, Outline, StepOutline } from "../protocol/text.ts";
import { benchOf } from "./bench-outline.ts";
import { markOf } from "./text-mark.ts";

export function outlineOf(checked: Checked): Outline {
  const { experiment, source } = checked;
  const own = ({ block }: Named) => block.span.source === source;
  const bench = benchOf(experiment.blocks.find(({ kind, span }) => kind === "bench" && span.source === source));
  return {
    world: experiment.world.filter(({ span }) => span.source === source).map(defined),
    constants: bench.sliders.flatMap(({ number }) => {
      const binding = checked.scope.lookup(number.split("#")[0]);
      const definition = binding?.kind === "function" ? binding.definition : null;
      return definition?.span.source === source && definition.params.length === 0 ? [defined(definition)] : [];
    }),
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
      functions: context.functions.map((definition) => ({
        name:
          primedName(definition) +
          (isContribution(definition) ? " +=" : "") +
          (definition.params.length > 0 ? "(…)" : ""),
        text: spanText(definition.span),
        from: definition.span.from,
      })),
    })),
    simulations: experiment.simulations.filter(own).map((simulation) => ({
      ...block(simulation, source),
      objects: simulation.objects?.map(({ name }) => name) ?? null,
      contexts: simulation.contexts?.map(({ name }) => name) ?? null,
    })),
    bench,
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

function defined({ name, nameSpan, unit, body, span }: Definition): AttributeOutline {
  return attribute({ name, nameSpan, unit, value: body, span });
}

function attribute({ name, value, span }: AttributeItem): AttributeOutline {
  // The sign of `-5 [m]` stands before the quantity.
  const sign = value?.kind === "unary" && value.op !== "!" && value.operand.kind === "unit" ? value.op : "";
  const quantity = value?.kind === "unary" && sign !== "" ? value.operand : value;
  const unit = quantity?.kind === "unit" ? quantity.unit : null;
  const bare = quantity?.kind === "unit" ? quantity.value : quantity;
  const elements = bare?.kind === "vector" && sign === "" ? bare.elements : bare ? [bare] : [];
  const parts = elements.map((one) => (sign === "" || one.kind === "number" ? signed(sign, numberText(one)) : null));
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

function signed(sign: string, number: string | null): string | null {
  return number === null ? null : sign + number;
}

/** A number as written, sign included; null if it is something else. */
function numberText(expr: Expr): string | null {
  if (expr.kind === "number") return spanText(expr.span);
  if (expr.kind === "unary" && expr.op !== "!" && expr.operand.kind === "number")
    return spanText(expr.span).replace(/\s+/g, "");
  return null;
}

/** What the page must know of the lesson of a text to lead through it. */
function lessonOutline({ experiment, source }: Checked): LessonOutline | null {
  const lesson = experiment.lessons.find(({ block }) => block.span.source === source);
  if (!lesson || lesson.steps.length === 0) return null;
  const ranges = (words: readonly Word[]) =>
    words.flatMap(({ name }) => blocksNamed(experiment, lesson, name).map(({ span: { from, to } }) => ({ from, to })));
  const [locked, hidden] = [ranges(lesson.locked), ranges(lesson.hidden)];
  const closed = [...locked, ...hidden, lesson.block.span];
  return {
    mark: markOf(spanText(lesson.block.span)),
    steps: lesson.steps.map((step) => ({ hasGoal: step.goal !== null, line: lineOf(step, source.text, closed) })),
    locked,
    hidden,
  };
}

type Range = NonNullable<StepOutline["line"]>;

/** The first line that can be changed and defines what the step names as code: `restitution`, `g = [0, 0, -1.62]`. */
function lineOf({ says }: LessonStep, text: string, closed: readonly Range[]): StepOutline["line"] {
  for (const note of says)
    for (const [, name] of note.text.matchAll(/`([\p{L}_][\p{L}\p{N}_]*)[^`]*`/gu))
      for (const found of text.matchAll(new RegExp(`^[ \\t]*${name}'*[ \\t]*(\\([^=\\n]*)?=.*$`, "gmu"))) {
        const range = { from: found.index, to: found.index + found[0].length };
        if (!closed.some(({ from, to }) => range.from < to && range.to > from)) return range;
      }
  return null;
}
