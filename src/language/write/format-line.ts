// Which tokens of a text always start a line, which lists stay on one line, and which commas can be left out.
import type { SyntaxNode } from "@lezer/common";
import { phrases } from "../syntax/tokens.ts";
import { childrenOf, TooDeep } from "./format-expression.ts";
import { lineWidth } from "./format-layout.ts";
import type { Item, Lines } from "./format-token.ts";

/** Columns of each level of blocks. */
export const indentation = 2;

/** The deepest nesting of blocks in a text that parses without error. */
const deepestBlock = 50;

export interface LinePlan {
  readonly lines: Lines;
  /** The places of commas that are left out. */
  readonly ignored: ReadonlySet<number>;
  /** The closing braces of lists that stay on one line. */
  readonly flat: ReadonlySet<number>;
}

export function planLines(top: SyntaxNode, text: string, items: readonly Item[]): LinePlan {
  return new Planner(text, items).file(top);
}

class Planner {
  private readonly text: string;
  private readonly items: readonly Item[];
  private readonly starts = new Set<number>();
  private readonly blanks = new Set<number>();
  private readonly ignored = new Set<number>();
  private readonly flat = new Set<number>();

  constructor(text: string, items: readonly Item[]) {
    this.text = text;
    this.items = items;
  }

  file(top: SyntaxNode): LinePlan {
    const children = childrenOf(top);
    this.entries(children, 0);
    this.dropCommas(children, (before, after) => this.needsComma(before, after));
    let previous: SyntaxNode | null = null;
    for (const child of children) {
      if (child.name === ",") continue;
      if (previous && (isBlock(previous) || isBlock(child))) this.blanks.add(child.from);
      previous = child;
    }
    return { lines: { starts: this.starts, blanks: this.blanks }, ignored: this.ignored, flat: this.flat };
  }

  /** Entries that each have their own line. */
  private entries(children: readonly SyntaxNode[], depth: number): void {
    if (depth > deepestBlock) throw new TooDeep();
    for (const child of children) {
      if (child.name === ",") continue;
      this.starts.add(child.from);
      const braces = isBlock(child)
        ? child
        : child.name === "Setting" || child.name === "AliasesSetting"
          ? child.lastChild!
          : null;
      if (!braces) continue;
      if (this.staysFlat(child, braces, depth)) this.flatten(braces);
      else this.braces(braces, depth);
    }
  }

  private flatten(node: SyntaxNode): void {
    this.flat.add(node.lastChild!.from);
    for (const child of entriesOf(node)) if (hasList(child)) this.flatten(child.lastChild!);
  }

  /**
   * Whether a list of definitions or settings stays on one line: its author wrote it so, with a comma between each two
   * entries, and it fits there.
   */
  private staysFlat(entry: SyntaxNode, node: SyntaxNode, depth: number): boolean {
    if (this.text.slice(entry.from, node.to).includes("\n")) return false;
    const inner = entriesOf(node);
    if (!isListed(node) || inner.length < 3) return false;
    // Names alone, as in `attributes = {t0, v0}`, have a layout of their own.
    if (inner.every((child) => child.name === "," || child.name === "AttributeName")) return false;
    // At most a space between two tokens, none inside brackets and before a comma, and a comma behind.
    let width = indentation * depth + 1;
    let before = "";
    for (const item of this.itemsIn(entry.from, node.to)) {
      if (item.kind !== "token") return false;
      const token = this.text.slice(item.from, item.to);
      width += token.length + (/^[\]),]$/.test(token) || /^[[(]$/.test(before) ? 0 : 1);
      before = token;
    }
    return width <= lineWidth;
  }

  private braces(node: SyntaxNode, depth: number): void {
    const children = childrenOf(node);
    const open = children.findIndex((child) => child.name === "{");
    const inner = children.slice(open + 1, -1);
    switch (node.name) {
      case "Block":
      case "InnerBlock":
      case "DefinitionBlock":
      case "DefinitionList":
      case "AliasList":
        this.dropCommas(inner, (before, after) => this.needsComma(before, after));
        if (!this.isBare(inner, node)) this.spread(node, inner, depth);
        break;
      case "AttributeList": {
        const spread = inner.some((child) => child.name === "Definition") || this.hasComment(node);
        this.dropCommas(inner, () => !spread);
        if (spread) this.spread(node, inner, depth);
        break;
      }
      case "ApplicabilityList": {
        const clauses = inner.filter((child, i) => child.name !== "," && (i === 0 || inner[i - 1].name === ","));
        if (!this.isBare(inner, node)) this.spread(node, clauses, depth);
        break;
      }
    }
  }

  private spread(node: SyntaxNode, entries: readonly SyntaxNode[], depth: number): void {
    this.entries(entries, depth + 1);
    this.starts.add(node.lastChild!.from);
  }

  private isBare(inner: readonly SyntaxNode[], node: SyntaxNode): boolean {
    return inner.every((child) => child.name === ",") && !this.hasComment(node);
  }

  private hasComment(node: SyntaxNode): boolean {
    for (const item of this.itemsIn(node.getChild("{")!.from, node.to)) if (item.kind !== "token") return true;
    return false;
  }

  private *itemsIn(from: number, to: number): Generator<Item> {
    let low = 0;
    for (let high = this.items.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.items[middle].from < from) low = middle + 1;
      else high = middle;
    }
    for (; low < this.items.length && this.items[low].from < to; low++) yield this.items[low];
  }

  /** Drops the commas between two entries, except one if it is `needed`. */
  private dropCommas(
    children: readonly SyntaxNode[],
    needed: (before: SyntaxNode, after: SyntaxNode) => boolean,
  ): void {
    let before: SyntaxNode | null = null;
    let commas: SyntaxNode[] = [];
    for (const child of children) {
      if (child.name === ",") {
        commas.push(child);
        continue;
      }
      if (before && commas.length > 0 && needed(before, child)) commas.shift();
      for (const comma of commas) this.ignored.add(comma.from);
      before = child;
      commas = [];
    }
    for (const comma of commas) this.ignored.add(comma.from);
  }

  /** Whether two entries would be read differently without a comma between them. */
  private needsComma(before: SyntaxNode, after: SyntaxNode): boolean {
    const last = before.lastChild;
    if (last?.name !== "Name") return false;
    // `$a, b { }` would become a block named `a b`.
    if (before.name === "Query") return isBlock(after);
    // `type = free, fall time = 1` would become `type = free fall`.
    const word = /^[\p{L}_][\p{L}0-9_]*/u.exec(this.text.slice(after.from, after.to))?.[0];
    return before.name === "Setting" && phrases.includes(`${this.text.slice(last.from, last.to)} ${word}`);
  }
}

const flatKinds: ReadonlySet<string> = new Set([
  "Block",
  "InnerBlock",
  "DefinitionBlock",
  "DefinitionList",
  "AttributeList",
]);

/** What stands between the braces. */
function entriesOf(node: SyntaxNode): SyntaxNode[] {
  const children = childrenOf(node);
  return children.slice(children.findIndex((child) => child.name === "{") + 1, -1);
}

function hasList(node: SyntaxNode): boolean {
  return node.name === "Setting" && flatKinds.has(node.lastChild!.name);
}

/** Whether a list has one comma between each two entries, and the lists in it too. */
function isListed(node: SyntaxNode): boolean {
  const inner = entriesOf(node);
  return (
    flatKinds.has(node.name) &&
    inner.length % 2 === 1 &&
    inner.every((child, i) => (i % 2 === 1 ? child.name === "," : isEntry(child)))
  );
}

function isEntry(node: SyntaxNode): boolean {
  if (node.name === "Definition" || node.name === "AttributeName") return true;
  return node.name === "Setting" && (!/List$/.test(node.lastChild!.name) || isListed(node.lastChild!));
}

function isBlock(node: SyntaxNode): boolean {
  return node.name === "Block" || node.name === "InnerBlock" || node.name === "DefinitionBlock";
}
