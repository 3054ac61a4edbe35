// Edits of a text that change one thing and keep everything else byte for byte, including comments and layout: used by
// forms, drags and sliders. They read the tree, so the text may have syntax errors elsewhere. Each returns null if its
// target does not exist. A block without a name, such as `bench { }`, is found by `null`.
import {
  indentUnitOf,
  lineEndOf,
  lineStart,
  removeEntry,
  restOfLine,
  type TextEdit,
  wholeLines,
} from "./edit-entry.ts";
import { Page } from "./edit-page.ts";

export type { TextEdit } from "./edit-entry.ts";

/** The text with the edits applied; their places are those before any edit, and they must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (edit.from < at) throw new Error("edits overlap");
    result += text.slice(at, edit.from) + edit.insert;
    at = edit.to;
  }
  return result + text.slice(at);
}

/** Sets an attribute of an object, link or context, adding it if it is absent. */
export function setAttribute(
  text: string,
  blockKind: string,
  blockName: string | null,
  attribute: string,
  valueText: string,
): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  if (!block) return null;
  const lists = page.attributeLists(block);
  for (const list of lists) {
    const item = page.findAttribute(list, attribute);
    if (item) return page.setValue(item, valueText);
  }
  const entry = `${attribute} = ${valueText}`;
  return lists.length > 0 ? page.insert(lists[0], () => entry) : page.insertList(block, "attributes", entry);
}

/** Sets a world attribute, adding it, and the block of them, if they are absent. */
export function setWorldAttribute(text: string, attribute: string, valueText: string): TextEdit[] | null {
  const edits = setAttribute(text, "world attributes", null, attribute, valueText);
  if (edits) return edits;
  const page = new Page(text);
  if (page.findBlock("world attributes", null)) return null;
  const block = `world attributes {\n${indentUnitOf(text)}${attribute} = ${valueText}\n}`;
  const first = page.blocks[0];
  if (!first) return addBlock(text, block);
  const from = wholeLines(text, first, page.comments)?.from ?? first.from;
  return [{ from, to: from, insert: page.ownLineEnds(`${block}\n\n`) }];
}

/** Sets a setting, adding it if it is absent. */
export function setSetting(
  text: string,
  blockKind: string,
  blockName: string | null,
  key: string,
  valueText: string,
): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  if (!block) return null;
  const setting = page.findSetting(block, key);
  return setting ? page.setValue(setting, valueText) : page.insert(block, () => `${key} = ${valueText}`);
}

/** Adds a block at the end, after a blank line. */
export function addBlock(text: string, blockText: string): TextEdit[] {
  const page = new Page(text);
  const gap = text.trim() === "" ? "" : /\n[ \t\r]*\n$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return [{ from: text.length, to: text.length, insert: page.ownLineEnds(`${gap}${blockText.trim()}\n`) }];
}

/** Adds a block below the last one of its kind, after a blank line; at the end if there is none. */
export function addBlockBeside(text: string, blockKind: string, blockText: string): TextEdit[] {
  const page = new Page(text);
  const last = page.blocks.findLast((block) => page.words(block.firstChild) === blockKind);
  if (!last) return addBlock(text, blockText);
  const rest = restOfLine(text, last.to, page.comments);
  const at = rest === text.length || text[rest] === "\n" ? page.beforeLineEnd(rest) : last.to;
  return [{ from: at, to: at, insert: page.ownLineEnds(`\n\n${blockText.trim()}`) }];
}

/** Removes a block, with the comment lines directly above it and the blank line after it. */
export function removeBlock(text: string, blockKind: string, blockName: string | null): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  return block && removeEntry(text, block, page.comments, "after");
}

/** Adds a copy of a block, with another name, below it. */
export function duplicateBlock(text: string, blockKind: string, blockName: string, newName: string): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  const setting = block && page.findSetting(block, "name");
  const rename = setting && page.setValue(setting, newName);
  if (!rename) return null;
  const moved = rename.map((edit) => ({ ...edit, from: edit.from - block.from, to: edit.to - block.from }));
  const from = lineStart(text, block.from);
  const indent = text.slice(from, block.from).trim() === "" ? text.slice(from, block.from) : "";
  const copy = applyEdits(text.slice(block.from, block.to), moved);
  const rest = restOfLine(text, block.to, page.comments);
  const at = rest === text.length || text[rest] === "\n" ? page.beforeLineEnd(rest) : block.to;
  const lineEnd = lineEndOf(text);
  return [{ from: at, to: at, insert: lineEnd + lineEnd + indent + copy }];
}

/** Adds a definition at the end of the functions of a context or an event. */
export function addDefinition(text: string, contextName: string, definitionText: string): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findContext(contextName);
  if (!block) return null;
  const list = page.lists(block, "functions")[0];
  return list ? page.insert(list, () => definitionText) : page.insertList(block, "functions", definitionText);
}

/**
 * Replaces the body of a function. `v'` names the rate of `v`; of several contributions `force +=` the first is meant.
 */
export function setDefinition(
  text: string,
  contextName: string,
  functionName: string,
  bodyText: string,
): TextEdit[] | null {
  const page = new Page(text);
  const definition = page.findFunction(contextName, functionName);
  return definition && page.setValue(definition, bodyText);
}

/** Removes a function, with the comment lines directly above it. */
export function removeDefinition(text: string, contextName: string, functionName: string): TextEdit[] | null {
  const page = new Page(text);
  const definition = page.findFunction(contextName, functionName);
  return definition && removeEntry(text, definition, page.comments, "doubled");
}

/** Removes an attribute, with the comment lines directly above it. */
export function removeAttribute(
  text: string,
  blockKind: string,
  blockName: string | null,
  attribute: string,
): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  for (const list of block ? page.attributeLists(block) : []) {
    const item = page.findAttribute(list, attribute);
    if (item) return removeEntry(text, item, page.comments, "doubled");
  }
  return null;
}
