// The names of a checked text and of all that it imports, found when they are asked for and kept while the text stays.
import type { Checked } from "../../../language/check/check.ts";
import { type LoadedFile, loadFiles } from "../../../language/declare/load.ts";
import { Diagnostics } from "../../../language/syntax/diagnostic.ts";
import { spanText } from "../../../language/syntax/span.ts";
import { type Occurrence, occurrencesIn } from "../../../language/write/occurrences.ts";
import { importSource } from "../../worker/library.ts";

export interface Names {
  readonly files: readonly LoadedFile[];
  readonly all: readonly Occurrence[];
  /** Occurrences in the text itself. */
  readonly own: readonly Occurrence[];
}

let last: { of: Checked; names: Names } | null = null;

export function namesOf(checked: Checked): Names {
  if (last?.of === checked) return last.names;
  const files = loadFiles(checked.source, importSource, new Diagnostics());
  const found = occurrencesIn(files);
  const all = [...found, ...inBenches(files, found)];
  const names = { files, all, own: all.filter(({ span }) => span.source === checked.source) };
  last = { of: checked, names };
  return names;
}

/** The name that a place touches. */
export function nameAt(checked: Checked, at: number): Occurrence | null {
  return namesOf(checked).own.find(({ span }) => span.from <= at && at <= span.to) ?? null;
}

/** Where a name is defined: in the same law, else in the text, else in a law file. */
export function definitionOf(checked: Checked, use: Occurrence): Occurrence | null {
  const all = namesOf(checked).all.filter(({ key, defines }) => defines && key === use.key);
  const law = all.find(({ block, span }) => block !== null && block === use.block && span.from !== use.span.from);
  return law ?? all.find(({ span }) => span.source === checked.source) ?? all[0] ?? null;
}

/**
 * Objects, attributes and measures that a `bench { }` names. It has no meaning for a run, so the language does not read
 * it; a name in it that the text defines counts as that thing.
 */
function inBenches(files: readonly LoadedFile[], found: readonly Occurrence[]): Occurrence[] {
  const kinds = ["object", "attribute", "local", "context"];
  const keys = new Map<string, string>();
  for (const kind of kinds)
    for (const { key, span, defines } of found) {
      const name = spanText(span);
      if (defines && key.startsWith(`${kind} `) && !keys.has(name)) keys.set(name, key);
    }
  const known = new Set(found.map(({ span }) => `${span.source.name} ${span.from}`));
  return files.flatMap(({ file }) =>
    file.blocks
      .filter(({ kind }) => kind === "bench")
      .flatMap((block) =>
        block.settings.flatMap(({ valueSpan }) => {
          // Blanked comments keep their length, so that offsets stay.
          const text = spanText(valueSpan).replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (said) => " ".repeat(said.length));
          return [...text.matchAll(/[\p{L}_][\p{L}\d_]*/gu)].flatMap(({ 0: name, index }) => {
            const span = { ...valueSpan, from: valueSpan.from + index, to: valueSpan.from + index + name.length };
            const key = keys.get(name);
            return key === undefined || known.has(`${span.source.name} ${span.from}`)
              ? []
              : [{ key, span, defines: false, block }];
          });
        }),
      ),
  );
}
