// Which tokens of a text always start a line, and which commas can be left out.
import type { SyntaxNode } from "@lezer/common";
import { phrases } from "../syntax/tokens.ts";
import { childrenOf, TooDeep } from "./format-expression.ts";
import type { Item, Lines } from "./format-token.ts";

/** The deepest nesting of blocks in a text that parses without error. */
const deepestBlock = 50;

export interface LinePlan {
  readonly lines: Lines;
  /** The places of commas that are left out. */
  readonly ignored: ReadonlySet<number>;
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
    return { lines: { starts: this.starts, blanks: this.blanks }, ignored: this.ignored };
  }

  /** Entries that each have their own line. */
  private entries(children: readonly SyntaxNode[], depth: number): void {
    if (depth > deepestBlock) throw new TooDeep();
    for (const child of children) {
      if (child.name === ",") continue;
      this.starts.add(child.from);
      if (isBlock(child)) this.braces(child, depth);
      else if (child.name === "Setting" || child.name === "AliasesSetting") this.braces(child.lastChild!, depth);
    }
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
    const open = node.getChild("{")!.from;
    let low = 0;
    for (let high = this.items.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.items[middle].from < open) low = middle + 1;
      else high = middle;
    }
    for (; low < this.items.length && this.items[low].from < node.to; low++)
      if (this.items[low].kind !== "token") return true;
    return false;
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

function isBlock(node: SyntaxNode): boolean {
  return node.name === "Block" || node.name === "InnerBlock" || node.name === "DefinitionBlock";
}
