// An experiment read from a file and checked.
import { join, resolve } from "node:path";
import { type Checked, checkSource } from "../../language/check/check.ts";
import { createSource } from "../../language/syntax/span.ts";
import type { Io } from "../terminal/io.ts";
import { type FileProblem, readStream, readText, withoutMark } from "./files.ts";
import { createImportReader } from "./import-reader.ts";

/** A text that another text imports. */
export interface Imported {
  /** The name of the importing text, and the path as it is written there. */
  readonly from: string;
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/**
 * The name of a file as the person gave it, with its text or the reason why it cannot be read. `-` is standard input.
 */
export type CheckedFile = { readonly name: string } & (
  | {
      readonly checked: Checked;
      readonly imports: readonly Imported[];
      /** The real paths of all files read: none of them may be overwritten. */
      readonly opened: ReadonlySet<string>;
    }
  | FileProblem
);

export async function checkFile(file: string, io: Io): Promise<CheckedFile> {
  const isInput = file === "-";
  const name = isInput ? "<stdin>" : file;
  const read = isInput ? await readStream(io.stdin) : readText(resolve(io.cwd, file), file);
  if ("problem" in read) return { name, problem: read.problem };
  const source = createSource(name, withoutMark(read.text));
  const place = isInput ? join(io.cwd, "-") : resolve(io.cwd, file);
  const imports: Imported[] = [];
  const opened = new Set<string>();
  const reader = createImportReader(source, place, opened);
  const checked = checkSource(source, (path, from, form) => {
    const found = reader(path, from, form);
    if (!("problem" in found)) imports.push({ from: from.name, path, name: found.name, text: found.text });
    return found;
  });
  return { name, checked, imports, opened };
}
