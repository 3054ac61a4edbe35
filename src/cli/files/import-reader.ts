// How the checker reaches the files that an experiment imports.
import { existsSync, realpathSync } from "node:fs";
import { dirname, posix, resolve } from "node:path";
import type { ReadImport } from "../../language/declare/load.ts";
import { createSource, type Source } from "../../language/syntax/span.ts";
import { readBytes, readText, withoutMark } from "./files.ts";
import { type ImportFolder, isLaw, locate } from "./sandbox.ts";

/**
 * Reads the imports of `experiment`, which lies at `file`, and those of its imports; each file once. `opened` gets the
 * paths of all.
 */
export function createImportReader(experiment: Source, file: string, opened = new Set<string>()): ReadImport {
  const root = dirname(resolve(file));
  const places = new Map<Source, ImportFolder>([[experiment, { root, folder: root }]]);
  const sources = new Map<string, Source>();
  if (existsSync(file)) {
    sources.set(realpathSync(file), experiment);
    opened.add(realpathSync(file));
  }
  return (path, from, form) => {
    const found = locate(path, places.get(from)!);
    if ("problem" in found) return found;
    if (existsSync(found.file)) opened.add(realpathSync(found.file));
    if (form === "bytes") {
      const data = readBytes(found.file, path);
      return "problem" in data ? data : createSource(path, data.bytes);
    }
    const known = sources.get(found.file);
    if (known) return known;
    const read = readText(found.file, path);
    if ("problem" in read) return read;
    const beside = posix.join(posix.dirname(from.name), path);
    const name = isLaw(path) ? path : isLaw(beside) ? `./${beside}` : beside;
    const source = createSource(name, withoutMark(read.text));
    sources.set(found.file, source);
    places.set(source, found.place);
    return source;
  };
}
