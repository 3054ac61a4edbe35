// A text for edits: its tree, its blocks and its comments, and how to set a value or add an entry.
import type { SyntaxNode } from "@lezer/common";
import { parseTree } from "../syntax/parse.ts";
import { isNamePart } from "../syntax/tokens.ts";
import { type EntryWriter, entriesOf, indentUnitOf, insertEntry, lineEndOf, type TextEdit } from "./edit-entry.ts";

/** A text with its tree, its blocks and its comments in order. */
export class Page {
  readonly blocks: SyntaxNode[] = [];
  /** Functions outside all blocks. */
  readonly definitions: SyntaxNode[] = [];
  readonly comments = new Map<number, number>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    parseTree(text).iterate({
      enter: (node) => {
        if (node.name === "Block" || node.name === "DefinitionBlock") this.blocks.push(node.node);
        else if (node.name === "Definition" && node.node.parent?.type.isTop) this.definitions.push(node.node);
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
    return entriesOf(list).find((entry) => this.words(entry.firstChild) === name) ?? null;
  }

  /** A number that the text names outside all blocks: `length = 2 [m]`. */
  findConstant(name: string): SyntaxNode | null {
    return this.definitions.find((entry) => this.words(entry.firstChild) === name) ?? null;
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

  /** Replaces the text after the `=`, or adds it. */
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

  /** Adds `key = { entry }` to a block. */
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
  words(node: SyntaxNode | null): string {
    const text = node ? this.text.slice(node.from, node.to) : "";
    return text
      .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, " ")
      .trim()
      .replace(/\s+/g, " ");
  }
}

/** The nodes after an `=`; several only where the text is broken. */
export function valueParts(sign: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = sign.nextSibling; child; child = child.nextSibling)
    if (!/Comment$/.test(child.name) && child.to > child.from) parts.push(child);
  return parts;
}
