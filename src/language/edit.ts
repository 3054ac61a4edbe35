// Edits of a text that change one thing and keep all else byte for byte, comments and layout included: what forms, drags and
// sliders do. They read the tree, so the text may have syntax errors elsewhere. Each gives null if what it is to change is
// not there. A block without a name, such as `bench { }`, is found by `null`.
import type { SyntaxNode } from "@lezer/common";
import {
  type EntryWriter, entriesOf, indentUnitOf, insertEntry, lineEndOf, lineStart, removeEntry, restOfLine, type TextEdit,
  wholeLines,
} from "./edit-entry.ts"; // biome-ignore format: a list
import { parseTree } from "./parse.ts";
import { isNamePart } from "./tokens.ts";

export type { TextEdit } from "./edit-entry.ts";

/** The text with the edits made; their places are those before any edit, and they must not overlap. */
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

/** Gives an attribute of an object, link or context a value, adding it if it is not there. */
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

/** Gives a world attribute a value, adding it, and the block of them, if they are not there. */
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

/** Gives a setting a value, adding it if it is not there. */
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

/** Puts a block at the end, after a blank line. */
export function addBlock(text: string, blockText: string): TextEdit[] {
  const page = new Page(text);
  const gap = text.trim() === "" ? "" : /\n[ \t\r]*\n$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return [{ from: text.length, to: text.length, insert: page.ownLineEnds(`${gap}${blockText.trim()}\n`) }];
}

/** Takes a block out, with the comment lines right above it and the blank line after it. */
export function removeBlock(text: string, blockKind: string, blockName: string | null): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  return block && removeEntry(text, block, page.comments, "after");
}

/** Puts a copy of a block, with another name, below it. */
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

/** Puts a definition at the end of the functions of a context or an event. */
export function addDefinition(text: string, contextName: string, definitionText: string): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findContext(contextName);
  if (!block) return null;
  const list = page.lists(block, "functions")[0];
  return list ? page.insert(list, () => definitionText) : page.insertList(block, "functions", definitionText);
}

/** Gives a function another body. `v'` names the rate of `v`; of several contributions `force +=` the first is meant. */
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

/** Takes a function out, with the comment lines right above it. */
export function removeDefinition(text: string, contextName: string, functionName: string): TextEdit[] | null {
  const page = new Page(text);
  const definition = page.findFunction(contextName, functionName);
  return definition && removeEntry(text, definition, page.comments, "doubled");
}

/** Takes an attribute out, with the comment lines right above it. */
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

/** A text with its tree, its blocks and its comments in order. */
class Page {
  readonly blocks: SyntaxNode[] = [];
  readonly comments = new Map<number, number>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    parseTree(text).iterate({
      enter: (node) => {
        if (node.name === "Block" || node.name === "DefinitionBlock") this.blocks.push(node.node);
        else if (node.name === "LineComment") this.comments.set(node.from, this.beforeLineEnd(node.to));
        else if (node.name === "BlockComment") this.comments.set(node.from, node.to);
      },
    });
  }

  findBlock(kind: string, name: string | null): SyntaxNode | null {
    return this.blocks.find((block) => this.words(block.firstChild) === kind && this.isNamed(block, name)) ?? null;
  }

  findContext(name: string): SyntaxNode | null {
    return this.findBlock("context", name) ?? this.findBlock("event", name);
  }

  findSetting(block: SyntaxNode, key: string): SyntaxNode | null {
    const settings = [...block.getChildren("Setting"), ...block.getChildren("Definition")];
    return settings.find((setting) => this.words(setting.firstChild) === key) ?? null;
  }

  /** The values, in braces, of a key such as `attributes`. */
  lists(block: SyntaxNode, key: string): SyntaxNode[] {
    return block
      .getChildren("Setting")
      .filter((setting) => this.words(setting.firstChild) === key)
      .flatMap((setting) => setting.getChild("AttributeList") ?? setting.getChild("DefinitionList") ?? []);
  }

  attributeLists(block: SyntaxNode): SyntaxNode[] {
    return block.name === "DefinitionBlock" ? [block] : this.lists(block, "attributes");
  }

  findAttribute(list: SyntaxNode, name: string): SyntaxNode | null {
    return (
      entriesOf(list).find((entry) => this.words(entry.name === "Definition" ? entry.firstChild : entry) === name) ??
      null
    );
  }

  findFunction(contextName: string, functionName: string): SyntaxNode | null {
    const block = this.findContext(contextName);
    const name = functionName.replace(/[\s']+/g, "");
    const order = functionName.split("'").length - 1;
    for (const list of block ? this.lists(block, "functions") : [])
      for (const definition of list.getChildren("Definition"))
        if (this.words(definition.firstChild) === name && definition.getChildren("Prime").length === order)
          return definition;
    return null;
  }

  /** Replaces what stands after the `=`, or puts it there. */
  setValue(node: SyntaxNode, valueText: string): TextEdit[] {
    const sign = node.getChild("=") ?? node.getChild("PlusEquals");
    const value = this.ownLineEnds(valueText.trim());
    if (!sign) return [{ from: node.to, to: node.to, insert: ` = ${value}` }];
    const parts = valueParts(sign);
    if (parts.length === 0) return [{ from: sign.to, to: sign.to, insert: ` ${value}` }];
    const { to } = parts.at(-1)!;
    const touches = isNamePart(this.text.codePointAt(to) ?? 0) && isNamePart(value.codePointAt(value.length - 1) ?? 0);
    return [{ from: parts[0].from, to, insert: touches ? `${value} ` : value }];
  }

  insert(node: SyntaxNode, write: EntryWriter): TextEdit[] | null {
    return insertEntry(this.text, node, this.comments, (indent) => this.ownLineEnds(write(indent).trim()));
  }

  /** Puts `key = { entry }` into a block. */
  insertList(block: SyntaxNode, key: string, entry: string): TextEdit[] | null {
    const unit = indentUnitOf(this.text);
    return this.insert(block, (indent) =>
      indent === null ? `${key} = { ${entry} }` : `${key} = {\n${indent}${unit}${entry}\n${indent}}`,
    );
  }

  ownLineEnds(text: string): string {
    return text.replace(/\r?\n/g, lineEndOf(this.text));
  }

  /** A place at a `\n`, or at the end of a line comment, moved before the `\r`. */
  beforeLineEnd(at: number): number {
    return this.text[at - 1] === "\r" ? at - 1 : at;
  }

  private isNamed(block: SyntaxNode, name: string | null): boolean {
    if (name === null) return true;
    const setting = this.findSetting(block, "name");
    const sign = setting?.getChild("=");
    return sign
      ? valueParts(sign)
          .map((part) => this.words(part))
          .join(" ") === name
      : false;
  }

  /** The words of a node, one space between them. */
  private words(node: SyntaxNode | null): string {
    const text = node ? this.text.slice(node.from, node.to) : "";
    return text
      .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, " ")
      .trim()
      .replace(/\s+/g, " ");
  }
}

/** What stands after an `=`; several nodes only where the text is broken. */
function valueParts(sign: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = sign.nextSibling; child; child = child.nextSibling)
    if (!/Comment$/.test(child.name) && child.to > child.from) parts.push(child);
  return parts;
}
