// From the tree of an expression to its layout. Tokens are taken in the order of the text, and the tree only decides
// what goes between them; so none can be lost or changed.
import type { SyntaxNode } from "@lezer/common";
import { deepestNesting } from "../syntax/parse.ts";
import {
  afterComment,
  align,
  blank,
  group,
  join,
  type Layout,
  line,
  nest,
  newline,
  ownComment,
  softLine,
  space,
  textLayout,
} from "./format-layout.ts";
import type { FormatToken } from "./format-token.ts";

/** Thrown where the nesting is deeper than the language allows. */
export class TooDeep extends Error {}

/** The indentation of the lines of a broken expression. */
export const continuation = 4;

const atoms = new Set(["Number", "True", "False", "Name", "Derivative", "AttributeName", "Words"]);

/** Operators at which a line may break, by precedence. */
const levels = new Map([
  ["*", 1],
  ["/", 1],
  [".", 1],
  ["+", 2],
  ["-", 2],
  ["==", 3],
  ["!=", 3],
  ["<=", 3],
  [">=", 3],
  ["<", 3],
  [">", 3],
  ["&", 4],
  ["|", 5],
  ["++", 6],
]);

export class Expressions {
  private readonly tokens: readonly FormatToken[];
  private readonly source: string;
  private at = 0;
  private readonly rowWidths = new Map<number, number>();

  constructor(tokens: readonly FormatToken[], source: string) {
    this.tokens = tokens;
    this.source = source;
  }

  peek(): FormatToken {
    return this.tokens[this.at];
  }

  take(): Layout {
    const token = this.peek();
    const parts = this.takeOwnComments();
    if (token.blank) parts.push(blank);
    const between = token.before && !/^[)\]}]$/.test(token.text) ? " " : "";
    parts.push(textLayout(token.before + between + token.text));
    if (token.after) parts.push(afterComment(token.after, token.afterEndsLine));
    this.at++;
    return join(parts);
  }

  /** The comments on lines of their own before the next token. */
  takeOwnComments(): Layout[] {
    const comments = this.peek().own.splice(0);
    return comments.map((comment) => ownComment(comment.text, comment.column, comment.blank));
  }

  /** The tokens up to `end`, a space wherever the text has white space. */
  takeWords(end: number): Layout {
    const parts = [this.take()];
    while (this.peek().from < end) {
      if (this.peek().apart) parts.push(space);
      parts.push(this.take());
    }
    return join(parts);
  }

  /** The tokens up to `end`, nothing between them. */
  takeTight(end: number): Layout {
    const parts = [this.take()];
    while (this.peek().from < end) parts.push(this.take());
    return join(parts);
  }

  expression(node: SyntaxNode, depth = 0): Layout {
    if (depth > deepestNesting) throw new TooDeep();
    switch (node.name) {
      case "Call":
        return this.call(node, depth);
      case "Parenthesized":
        return join([this.take(), align(this.expression(childrenOf(node)[1], depth + 1)), this.take()]);
      case "Vector":
      case "Sequence":
        return this.list(node, (child) => this.expression(child, depth + 1));
      case "WithUnit": {
        const [value, unit] = childrenOf(node);
        return join([this.expression(value, depth + 1), space, this.unit(unit)]);
      }
      case "Unary":
        return this.unary(node, depth);
      case "Binary":
        return this.binary(node, depth);
      case "If":
        return this.choice(node, depth);
      case "Words":
        return this.takeWords(node.to);
      default:
        return this.takeTight(node.to);
    }
  }

  /** `[a, b]` or `{a, b}`: names and numbers fill lines, anything longer has its own line; all start at one column. */
  list(node: SyntaxNode, item: (child: SyntaxNode) => Layout): Layout {
    const items = itemsOf(node);
    const fills = items.every((child) => atoms.has(child.name) || isSigned(child));
    const between = isWrittenByRows(items, this.source) ? newline : line;
    const open = this.take();
    const parts: Layout[] = [];
    let widest = 0;
    for (const [i, child] of items.entries()) {
      const layout = [item(child)];
      widest = Math.max(widest, layout[0].width);
      if (this.peek().text === ",") layout.push(this.take());
      if (i > 0 && fills) parts.push(group(join([line, ...layout])));
      else parts.push(...(i > 0 ? [between, ...layout] : layout));
    }
    this.rowWidths.set(node.from, widest + 2);
    return group(join([open, align(join(parts)), this.take()]));
  }

  /** The width of a list with an element a line. */
  widestRow(list: SyntaxNode): number {
    return this.rowWidths.get(list.from)!;
  }

  private call(node: SyntaxNode, depth: number): Layout {
    const name = this.take();
    const items = itemsOf(node.getChild("Arguments")!);
    const open = this.take();
    if (items.length === 0) return join([name, open, this.take()]);
    const parts: Layout[] = [];
    for (const child of items) {
      parts.push(parts.length === 0 ? softLine : line, this.expression(child, depth + 1));
      if (this.peek().text === ",") parts.push(this.take());
    }
    return group(join([name, open, nest(continuation, join(parts)), this.take()]));
  }

  /** A name, and the unit after it. */
  named(node: SyntaxNode): Layout {
    const unit = node.getChild("Unit");
    return unit ? join([this.take(), space, this.unit(unit)]) : this.takeWords(node.to);
  }

  unit(node: SyntaxNode): Layout {
    const parts = [this.take()];
    for (let afterOpen = true; this.peek().from < node.to; ) {
      const token = this.peek();
      if (token.apart && !afterOpen && token.text !== "]" && token.text !== ")") parts.push(space);
      afterOpen = token.text === "(";
      parts.push(this.take());
    }
    return join(parts);
  }

  private unary(node: SyntaxNode, depth: number): Layout {
    const sign = this.peek().text;
    const operator = this.take();
    // `+ +x` must not become `++x`.
    const between = sign === "+" && this.peek().text === "+" ? [space] : [];
    return join([operator, ...between, this.expression(node.lastChild!, depth + 1)]);
  }

  private binary(node: SyntaxNode, depth: number): Layout {
    const operator = this.operatorOf(node);
    const level = levels.get(operator);
    const [left, , right] = childrenOf(node);
    if (level === undefined) {
      const tight = operator === "^" && isSimple(left) && isSimple(right);
      const between = tight ? [] : [space];
      return join([
        this.expression(left, depth + 1),
        ...between,
        this.take(),
        ...between,
        this.expression(right, depth + 1),
      ]);
    }
    // `a + b - c` is left-associative; its operands are on one level.
    const rights: { node: SyntaxNode; depth: number }[] = [];
    let first = node;
    for (; first.name === "Binary" && levels.get(this.operatorOf(first)) === level; first = childrenOf(first)[0]) {
      depth++;
      rights.push({ node: childrenOf(first)[2], depth });
    }
    const parts = [this.expression(first, depth)];
    for (const operand of rights.reverse()) {
      const sign = this.take();
      parts.push(...(sign.tail ? [space, sign, line] : [line, sign, space]));
      parts.push(this.expression(operand.node, operand.depth));
    }
    return group(align(join(parts)));
  }

  private choice(node: SyntaxNode, depth: number): Layout {
    const parts: Layout[] = [];
    for (;;) {
      const [condition, yes, no] = childrenOf(node);
      depth++;
      parts.push(this.branch(condition, depth), line, this.branch(yes, depth), line);
      if (no.name !== "If") {
        parts.push(this.branch(no, depth));
        return group(align(join(parts)));
      }
      parts.push(this.take(), space);
      node = no;
    }
  }

  /** `if`, `then` or `else` and what follows it. */
  private branch(node: SyntaxNode, depth: number): Layout {
    const word = this.take();
    const content = this.expression(node, depth);
    const rest = join([space, content]);
    return join([word, word.tail || content.head ? nest(continuation, rest) : rest]);
  }

  private operatorOf(node: SyntaxNode): string {
    const operator = node.getChild("Operator")!;
    return this.source.slice(operator.from, operator.to);
  }
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== "LineComment" && child.name !== "BlockComment") children.push(child);
  return children;
}

const marks = new Set(["(", ")", "[", "]", "{", "}", ","]);

export function itemsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter((child) => !marks.has(child.name));
}

export function isAtom(node: SyntaxNode): boolean {
  return atoms.has(node.name);
}

function isSigned(node: SyntaxNode): boolean {
  return node.name === "Unary" && atoms.has(node.lastChild!.name);
}

function isSimple(node: SyntaxNode): boolean {
  return isAtom(node) || isSigned(node) || ["Call", "Parenthesized", "Vector"].includes(node.name);
}

/** Whether every row of a matrix starts a line. */
function isWrittenByRows(rows: readonly SyntaxNode[], source: string): boolean {
  return (
    rows.length > 1 &&
    rows.every((row, i) => {
      return row.name === "Vector" && (i === 0 || source.slice(rows[i - 1].to, row.from).includes("\n"));
    })
  );
}
