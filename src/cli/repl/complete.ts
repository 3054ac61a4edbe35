// Tab: names in an expression, files between the quotes of import and export.
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { locate } from "../files/sandbox.ts";

/** What the end of a line could become: the candidates, and the part of the line they replace. */
export type Completion = [candidates: string[], typed: string];

const openPath = /(?:^|[^\p{L}\p{N}_])(import|export)\s*"([^"]*)$/u;
const lastWord = /[\p{L}_][\p{L}\p{N}_]*$/u;

export function completeLine(line: string, names: Iterable<string>, cwd: string): Completion {
  const path = openPath.exec(line);
  if (path) return completePath(path[2], path[1] === "import", cwd);
  const word = lastWord.exec(line)?.[0] ?? "";
  if (word === "") return [[], ""];
  const words = line.trimStart() === word ? ["import", "export", "help", ...names] : ["if", "then", "else", ...names];
  const candidates = [...new Set(words)].filter((name) => name.startsWith(word)).sort();
  return [candidates, word];
}

/** Folders and .vfl files that the text may name. */
function completePath(typed: string, isImport: boolean, cwd: string): Completion {
  const folder = typed.includes("/") ? `${dirname(`${typed}x`)}/` : "";
  const found = locate(folder || ".", { root: cwd, folder: cwd });
  if ("problem" in found) return [[], typed];
  const candidates: string[] = [];
  try {
    for (const entry of readdirSync(found.file, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory()) candidates.push(`${folder}${entry.name}/`);
      else if (entry.name.endsWith(".vfl")) candidates.push(`${folder}${entry.name}`);
    }
  } catch {
    return [[], typed];
  }
  if (isImport && folder === "") candidates.push("laws/");
  return [[...new Set(candidates)].filter((path) => path.startsWith(typed)).sort(), typed];
}
