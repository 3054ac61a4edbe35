// The files of an interactive session: those of the current folder and below, the law library, and whatever the person
// named on the command line.
import { resolve } from "node:path";
import type { SessionFiles } from "../../compiler/interpret/session.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { type FileProblem, quote, readText, replaceFile, withoutMark } from "./files.ts";
import { type ImportFolder, locate, locateNew } from "./sandbox.ts";

export function createSessionFiles(cwd: string, named: readonly string[]): SessionFiles {
  const place: ImportFolder = { root: cwd, folder: cwd };
  return {
    read(path) {
      const found = named.includes(path) ? { file: resolve(cwd, path) } : locate(path, place);
      if ("problem" in found) return found;
      const read = readText(found.file, path);
      return "problem" in read ? read : { text: withoutMark(read.text) };
    },
    write(path, text) {
      const found = locateNew(path, place);
      if ("problem" in found) return found;
      if (found.exists) {
        const refused = refuseToReplace(found.file, path);
        if (refused) return refused;
      }
      return replaceFile(found.file, text, path);
    },
  };
}

/** An input that imports the file; VFLang cannot express a path that contains a quotation mark. */
export function importInput(path: string): string | FileProblem {
  return /["\n]/.test(path) ? { problem: `${quote(path)} cannot be imported: its name holds a "` } : `import "${path}"`;
}

function refuseToReplace(file: string, path: string): FileProblem | null {
  if (!path.endsWith(".vfl")) return { problem: `${quote(path)} exists and is not a .vfl file; choose another name` };
  const read = readText(file, path);
  if ("problem" in read) return read;
  const holds = parseFile(createSource(path, read.text), new Diagnostics());
  if (holds.blocks.length === 0) return null;
  return { problem: `${quote(path)} holds an experiment, which would be lost; choose another name` };
}
