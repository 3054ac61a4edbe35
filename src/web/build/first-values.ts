// What the laws of the library need of the world, of objects and of links, with first values: read from a text in the
// language itself.
import type { Block } from "../../language/syntax/ast.ts";
import { commentAbove } from "../../language/syntax/comment.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource, spanText } from "../../language/syntax/span.ts";
import source from "./first-values.vfl?raw";

/** The value of an attribute as it is written. */
export type Values = ReadonlyMap<string, string>;

export interface LinkPattern {
  readonly name: string;
  /** The law that governs it. */
  readonly kind: string;
  readonly says: string;
  /** Whether both ends are at one point, the end of the stroke. */
  readonly meets: boolean;
  readonly attributes: Values;
}

const file = parseFile(createSource("first-values.vfl", source), new Diagnostics());

function settingOf({ settings }: Block, key: string): string {
  const found = settings.find((setting) => setting.key === key);
  return found ? spanText(found.valueSpan).trim() : "";
}

/** The attributes of a block as written, units included. */
export function writtenAttributes({ settings, definitions }: Block): Map<string, string> {
  const items = settings.flatMap(({ value }) => (value.kind === "attributes" ? value.attributes : []));
  return new Map([
    ...items.map(({ name, value }) => [name, value ? spanText(value.span) : ""] as const),
    ...definitions.map(({ name, body }) => [name, spanText(body.span)] as const),
  ]);
}

function blocks(kind: string): readonly Block[] {
  return file.blocks.filter((block) => block.kind === kind);
}

export const worldValues: Values = writtenAttributes(blocks("world attributes")[0]);
export const bodyValues: Values = writtenAttributes(blocks("object")[0]);
export const linkPatterns: readonly LinkPattern[] = blocks("link").map((block) => ({
  name: settingOf(block, "name"),
  kind: settingOf(block, "kind"),
  says: commentAbove(block.span),
  meets: settingOf(block, "between").includes("here"),
  attributes: writtenAttributes(block),
}));

/** The world and the body of the table, as a text to which laws can be added. */
export const sampleText = source.slice(
  source.indexOf("import"),
  file.blocks.find(({ kind }) => kind === "link")!.span.from,
);

/** The library's functions that first values call, and the file that has them. */
export const functionFiles: ReadonlyMap<string, string> = new Map([["spinMomentum", "laws/bodies.vfl"]]);
