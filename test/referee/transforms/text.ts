// Changes of a text that change nothing of its motion, or change it in a known way: by the tree, so that comments and
// layout stay.

import { type LoadedFile, loadFiles } from "../../../src/language/declare/load.ts";
import {
  type Attachment,
  type Block,
  type Expr,
  type File,
  partsOf,
  type SettingValue,
} from "../../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../../src/language/syntax/diagnostic.ts";
import { createSource, type Span } from "../../../src/language/syntax/span.ts";
import { type Occurrence, occurrencesIn } from "../../../src/language/write/occurrences.ts";
import { read } from "../../engine/lab.ts";

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function filesOf(text: string): readonly LoadedFile[] {
  return loadFiles(createSource("experiment.vfl", text), read, new Diagnostics());
}

function apply(text: string, edits: readonly Edit[]): string {
  let changed = text;
  for (const { from, to, text: by } of edits.toSorted((a, b) => b.from - a.from || b.to - a.to))
    changed = changed.slice(0, from) + by + changed.slice(to);
  return changed;
}

const replace = ({ from, to }: Span, text: string): Edit => ({ from, to, text });
const insert = (at: number, text: string): Edit => ({ from: at, to: at, text });
const wrap = ({ from, to }: Span, before: string, after: string): Edit[] => [insert(from, before), insert(to, after)];

/** All blocks and functions, last first, but simulations as they are: the first one is run. */
export function reordered(text: string): string {
  const { file } = filesOf(text)[0];
  const items = [...file.blocks.filter(({ kind }) => kind !== "simulation"), ...file.definitions, ...file.imports];
  const spans = items.map(({ span }) => span).sort((a, b) => b.from - a.from);
  const last = file.blocks.filter(({ kind }) => kind === "simulation").map(({ span }) => span);
  return [...spans, ...last].map(({ from, to }) => text.slice(from, to)).join("\n\n");
}

/** Objects, links, contexts, events and curves by other names; `name` makes them. */
export function renamed(text: string, name: (old: string, key: string) => string): string {
  const files = filesOf(text);
  const all = occurrencesIn(files);
  const source = files[0].file.span.source.name;
  const defined = new Set(all.filter((found) => found.defines && isIn(found, source)).map(({ key }) => key));
  const edits = all
    .filter(
      (found) =>
        isIn(found, source) && defined.has(found.key) && /^(?:object|link|context|event|curve) /.test(found.key),
    )
    .map(({ key, span }) => replace(span, name(text.slice(span.from, span.to), key.split(" ")[0])));
  return apply(text, unique(edits));
}

function isIn({ span }: Occurrence, source: string): boolean {
  return span.source.name === source;
}

function unique(edits: readonly Edit[]): Edit[] {
  return [...new Map(edits.map((edit) => [edit.from, edit])).values()];
}

/** Lengths in metres that are written as numbers, in centimetres. */
export function inCentimetres(text: string): string {
  const edits: Edit[] = [];
  each(filesOf(text)[0].file, (expr) => {
    if (expr.kind !== "unit" || text.slice(expr.unitSpan.from, expr.unitSpan.to).replace(/[[\]\s]/g, "") !== "m")
      return;
    edits.push(replace(expr.unitSpan, text.slice(expr.unitSpan.from, expr.unitSpan.to).replace("m", "cm")));
    edits.push(...wrap(expr.value.span, "(100 * ", ")"));
  });
  return apply(text, edits);
}

/** The same on a clock that shows `by` more. */
export function later(text: string, by: number): string {
  const files = filesOf(text);
  const source = files[0].file.span.source.name;
  const edits = occurrencesIn(files)
    .filter((found) => found.key === "attribute t" && isIn(found, source) && !found.defines)
    .map(({ span }) => replace(span, `(t - ${by} [s])`));
  for (const { kind, settings } of files[0].file.blocks)
    for (const { key, valueSpan } of settings)
      if (kind === "simulation" && key === "initial time") edits.push(insert(valueSpan.to, ` + ${by} [s]`));
  return apply(
    text,
    files[0].file.hasUnits ? edits : edits.map((edit) => ({ ...edit, text: edit.text.replace(" [s]", "") })),
  );
}

/** All objects, and all points of the world that links hold on to, elsewhere. */
export function moved(text: string, by: readonly number[]): string {
  const { file } = filesOf(text)[0];
  const shift = `[${by}]${file.hasUnits ? " [m]" : ""}`;
  const edits: Edit[] = [];
  for (const block of file.blocks)
    for (const { value } of block.settings) {
      if (block.kind === "object" && value.kind === "attributes") edits.push(...movedPlace(block, shift));
      if (value.kind === "attachments") edits.push(...movedAnchors(value.attachments, shift));
    }
  return apply(text, edits);
}

function movedAnchors(attachments: readonly Attachment[], shift: string): Edit[] {
  return attachments
    .filter(({ object }) => object.name === "world")
    .flatMap(({ object, at }) => (at ? wrap(at.span, `${shift} + (`, ")") : insert(object.span.to, ` at ${shift}`)));
}

function movedPlace({ settings }: Block, shift: string): Edit[] {
  for (const { value, valueSpan } of settings) {
    if (value.kind !== "attributes") continue;
    const place = value.attributes.find(({ name }) => name === "position" || name === "pos");
    if (place?.value) return wrap(place.value.span, `${shift} + (`, ")");
    return [insert(valueSpan.from + 1, ` position = ${shift} `)];
  }
  return [];
}

/** The expressions that a setting holds. */
export function expressionsOf(value: SettingValue): readonly Expr[] {
  switch (value.kind) {
    case "expression":
      return [value.value];
    case "functions":
      return value.functions.map(({ body }) => body);
    case "attributes":
      return value.attributes.flatMap(({ value: first }) => first ?? []);
    case "attachments":
      return value.attachments.flatMap(({ at }) => at ?? []);
    default:
      return [];
  }
}

function each(file: File, visit: (expr: Expr) => void): void {
  const walk = (expr: Expr) => {
    visit(expr);
    partsOf(expr).forEach(walk);
  };
  const inBlock = (block: Block) => {
    for (const { body } of block.definitions) walk(body);
    for (const { value } of block.settings) expressionsOf(value).forEach(walk);
    block.blocks.forEach(inBlock);
  };
  for (const { body } of file.definitions) walk(body);
  file.blocks.forEach(inBlock);
}
