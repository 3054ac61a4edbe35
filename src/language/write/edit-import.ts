// Imports put into a text and taken out, below those that are there; all else stays byte for byte.
import type { SyntaxNode } from "@lezer/common";
import { parseTree } from "../syntax/parse.ts";
import { lineEndOf, lineStart, type TextEdit } from "./edit-entry.ts";

function importsIn(text: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  parseTree(text).iterate({
    enter: (node) => {
      if (node.name === "Import") found.push(node.node);
    },
  });
  return found;
}

function pathOf(text: string, node: SyntaxNode): string {
  return /"([^"\n]*)"/.exec(text.slice(node.from, node.to))?.[1] ?? "";
}

/** The paths that a text imports itself. */
export function importedPaths(text: string): string[] {
  return importsIn(text).map((node) => pathOf(text, node));
}

/** Imports a file, unless the text does so: among the other imports by its name, or above the first block. */
export function addImport(text: string, path: string): TextEdit[] {
  const there = importsIn(text);
  if (there.some((node) => pathOf(text, node) === path)) return [];
  const end = lineEndOf(text);
  const line = `import "${path}"`;
  const after = there.findLast((node) => pathOf(text, node) < path);
  if (after) return [{ from: after.to, to: after.to, insert: end + line }];
  if (there.length > 0) {
    const at = lineStart(text, there[0].from);
    return [{ from: at, to: at, insert: line + end }];
  }
  // Below the lines that say what the text is.
  const head = /^(?:\ufeff)?(?:[ \t]*\/\/[^\n]*(?:\n|$)|[ \t]*\r?\n)*/.exec(text)![0];
  const told = head.endsWith(`${end}${end}`) || head === "" ? head.length : 0;
  return [{ from: told, to: told, insert: `${line}${end}${text.slice(told).trim() === "" ? "" : end}` }];
}

/** Takes an import out with its line. */
export function removeImport(text: string, path: string): TextEdit[] {
  return importsIn(text)
    .filter((node) => pathOf(text, node) === path)
    .map((node) => {
      const from = lineStart(text, node.from);
      const rest = /^[ \t]*(?:\r?\n)?/.exec(text.slice(node.to))![0].length;
      const isAlone = text.slice(from, node.from).trim() === "";
      return { from: isAlone ? from : node.from, to: node.to + rest, insert: "" };
    });
}
