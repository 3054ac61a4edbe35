// A law added to a text by hand, with what it needs: its import, its place in the simulations, and first values of the
// attributes in its `units`. Texts go in and come out; nothing is drawn here.
import type { Block, File } from "../../language/syntax/ast.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource, spanText } from "../../language/syntax/span.ts";
import { applyEdits, setAttribute, setSetting, setWorldAttribute } from "../../language/write/edit.ts";
import { addImport, importedPaths } from "../../language/write/edit-import.ts";
import { listName } from "../../language/write/edit-value.ts";
import { bodyValues, functionFiles, type Values, worldValues, writtenAttributes } from "./first-values.ts";

/** A context of a law file: its name and the attributes in its `units`. */
export interface LawNeeds {
  readonly name: string;
  readonly type: string;
  readonly names: readonly string[];
}

export function parsed(text: string): File {
  return parseFile(createSource("", text), new Diagnostics());
}

export function settingOf({ settings }: Block, key: string): string | null {
  const found = settings.find((setting) => setting.key === key);
  return found ? spanText(found.valueSpan).trim() : null;
}

/** The contexts of a law file. */
export function contextsOf(lawText: string): LawNeeds[] {
  return parsed(lawText)
    .blocks.filter(({ kind }) => kind === "context")
    .map((block) => ({
      name: settingOf(block, "name") ?? "",
      type: settingOf(block, "type") ?? "",
      names: [...(settingOf(block, "units") ?? "").matchAll(/([\p{L}_][\p{L}\d_]*)\s*\[/gu)].map(([, name]) => name),
    }));
}

/** Names and those on which their first values depend, the latter first. */
function withSources(names: readonly string[], values: Values): string[] {
  const all = new Set<string>();
  const add = (name: string) => {
    const value = values.get(name);
    if (value === undefined || all.has(name)) return;
    for (const [used] of value.replace(/\[[^\]]*\]\s*$/, "").matchAll(/[\p{L}_][\p{L}\d_]*/gu))
      if (used !== name) add(used);
    all.add(name);
  };
  for (const name of names) add(name);
  // In the order of the table.
  return [...values.keys()].filter((name) => all.has(name));
}

/** Gives the world those of these attributes that it lacks. */
export function withWorld(text: string, names: readonly string[]): string {
  const has = new Set(
    parsed(text)
      .blocks.filter(({ kind }) => kind === "world attributes")
      .flatMap((block) => [...writtenAttributes(block).keys()]),
  );
  return withSources(names, worldValues)
    .filter((name) => !has.has(name))
    .reduce((now, name) => applyEdits(now, setWorldAttribute(now, name, worldValues.get(name)!) ?? []), text);
}

/** Gives an object those of these attributes that it lacks, and imports what their values call. */
export function withAttributes(text: string, object: string, names: readonly string[]): string {
  const block = parsed(text).blocks.find((one) => one.kind === "object" && settingOf(one, "name") === object);
  if (!block) return text;
  const has = writtenAttributes(block);
  let now = text;
  for (const name of withSources(names, bodyValues)) {
    if (has.has(name)) continue;
    const value = bodyValues.get(name)!;
    now = applyEdits(now, setAttribute(now, "object", object, name, value) ?? []);
    for (const [called, file] of functionFiles) if (value.includes(`${called}(`)) now = withImport(now, file);
  }
  return now;
}

export function withImport(text: string, path: string): string {
  return applyEdits(text, addImport(text, path));
}

export function simulationsOf(text: string): string[] {
  return parsed(text).blocks.flatMap((block) => (block.kind === "simulation" ? (settingOf(block, "name") ?? []) : []));
}

/**
 * Adds laws to the simulations that list theirs. If none does, all imported laws take part; `all` are the names to list
 * if only some of the imported laws are wanted.
 */
export function withContexts(text: string, names: readonly string[], all: readonly string[] | null): string {
  let now = text;
  for (const simulation of simulationsOf(text)) {
    const isListed = parsed(now).blocks.some(
      (block) => settingOf(block, "name") === simulation && settingOf(block, "contexts_involved") !== null,
    );
    if (!isListed && all)
      now = applyEdits(
        now,
        setSetting(now, "simulation", simulation, "contexts_involved", `{${all.join(", ")}}`) ?? [],
      );
    for (const name of names) now = applyEdits(now, listName(now, simulation, "contexts_involved", name) ?? []);
  }
  return now;
}

/** Objects of a text that laws move. */
export function dynamicObjects(text: string): string[] {
  return parsed(text).blocks.flatMap((block) =>
    block.kind === "object" && settingOf(block, "physical type") === "dynamic" ? (settingOf(block, "name") ?? []) : [],
  );
}

/** A law of the library, ready to be added to a text. */
export interface Law {
  readonly file: string;
  readonly contexts: readonly LawNeeds[];
}

/** What a text needs in addition for laws: their import, their names in simulations, and attributes. */
export function withLaws(
  text: string,
  { file, contexts }: Law,
  wanted: readonly string[],
  known: readonly string[],
): string {
  const isThere = importedPaths(text).includes(file);
  const needs = contexts.filter(({ name }) => wanted.includes(name));
  // The unwanted laws of a file stay out of the simulation.
  const isPart = !isThere && contexts.some(({ name, type }) => !wanted.includes(name) && isMover(type));
  const names = needs.flatMap((need) => need.names);
  let now = withImport(text, file);
  now = withContexts(now, wanted, isPart ? known : null);
  now = withWorld(now, names);
  const isForAll = needs.some(({ type }) => isMover(type));
  return isForAll ? dynamicObjects(now).reduce((one, object) => withAttributes(one, object, names), now) : now;
}

/** Whether laws of a type act on bodies by themselves; those of links act only on the links that name them. */
export function isMover(type: string): boolean {
  return type !== "link" && type !== "constraint";
}
