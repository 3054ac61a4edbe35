// The names of a checked text and of all that it imports, found when they are asked for and kept while the text stays.
import type { Checked } from "../../language/check.ts";
import { Diagnostics } from "../../language/diagnostic.ts";
import { type LoadedFile, loadFiles } from "../../language/load.ts";
import { type Occurrence, occurrencesIn } from "../../language/occurrences.ts";
import { importSource } from "./library.ts";

export interface Names {
  readonly files: readonly LoadedFile[];
  readonly all: readonly Occurrence[];
  /** Those of the text itself. */
  readonly own: readonly Occurrence[];
}

let last: { of: Checked; names: Names } | null = null;

export function namesOf(checked: Checked): Names {
  if (last?.of === checked) return last.names;
  const files = loadFiles(checked.source, importSource, new Diagnostics());
  const all = occurrencesIn(files);
  const names = { files, all, own: all.filter(({ span }) => span.source === checked.source) };
  last = { of: checked, names };
  return names;
}

/** The name that a place touches. */
export function nameAt(checked: Checked, at: number): Occurrence | null {
  return namesOf(checked).own.find(({ span }) => span.from <= at && at <= span.to) ?? null;
}

/** Where a name is said first to be what it is: in the same law if it says so, then in the text, then in a law file. */
export function definitionOf(checked: Checked, use: Occurrence): Occurrence | null {
  const all = namesOf(checked).all.filter(({ key, defines }) => defines && key === use.key);
  const law = all.find(({ block, span }) => block !== null && block === use.block && span.from !== use.span.from);
  return law ?? all.find(({ span }) => span.source === checked.source) ?? all[0] ?? null;
}
