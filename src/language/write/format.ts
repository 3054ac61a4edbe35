// The canonical layout of a text: the same tokens, every comment at its place, white space by rule. Commas that the
// language ignores are left out.
import type { SyntaxNode } from "@lezer/common";
import { longestText, parseTree } from "../syntax/parse.ts";
import { childrenOf, continuation, Expressions, isAtom, itemsOf, TooDeep } from "./format-expression.ts";
import { group, join, type Layout, line, lineWidth, nest, newline, printLayout, space } from "./format-layout.ts";
import { indentation, type LinePlan, planLines } from "./format-line.ts";
import { attachComments, readItems } from "./format-token.ts";

/** The text in canonical layout, or null if it has syntax errors. Formatting twice changes nothing more. */
export function formatText(text: string): string | null {
  if (text.length > longestText) return null;
  const items = readItems(text);
  const tree = parseTree(text);
  let broken = false;
  tree.iterate({
    enter(node) {
      broken ||= node.type.isError;
    },
  });
  if (broken || items === null) return null;
  try {
    const plan = planLines(tree.topNode, text, items);
    const kept = items.filter((item) => !plan.ignored.has(item.from));
    const tokens = new Expressions(attachComments(text, kept, plan.lines), text);
    return printLayout(new Statements(tokens, plan).file(tree.topNode));
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class Statements {
  private readonly tokens: Expressions;
  private readonly starts: ReadonlySet<number>;
  private readonly flat: ReadonlySet<number>;

  constructor(tokens: Expressions, { lines: { starts }, flat }: LinePlan) {
    this.tokens = tokens;
    this.starts = starts;
    this.flat = flat;
  }

  file(top: SyntaxNode): Layout {
    const parts: Layout[] = [];
    for (const child of itemsOf(top)) parts.push(this.statement(child, 0), newline);
    return join([...parts, ...this.tokens.takeOwnComments()]);
  }

  /** A statement, and the comma after it if that is needed. */
  private statement(node: SyntaxNode, indent: number): Layout {
    const layout = this.bareStatement(node, indent);
    return this.tokens.peek().text === "," ? join([layout, this.tokens.take()]) : layout;
  }

  private bareStatement(node: SyntaxNode, indent: number): Layout {
    switch (node.name) {
      case "Block":
      case "DefinitionBlock":
      case "InnerBlock":
        return join([this.tokens.takeWords(node.firstChild!.to), space, this.body(node, indent)]);
      case "Setting":
      case "AliasesSetting":
        return this.setting(node, indent);
      case "Definition":
        return this.definition(node, indent);
      case "Query": {
        const sign = this.tokens.take();
        const [, asked] = itemsOf(node);
        return join([
          sign,
          asked.name === "Definition" ? this.definition(asked, indent) : this.tokens.expression(asked),
        ]);
      }
      case "Requirement":
        return this.clause();
      case "AttributeName":
        return this.tokens.named(node);
      default:
        return this.tokens.takeWords(node.to);
    }
  }

  /** From `{` to `}`, each entry on its own line, unless the list stays on one. */
  private body(node: SyntaxNode, indent: number): Layout {
    const braceFrom = node.getChild("{")!.from;
    const open = this.tokens.take();
    if (this.flat.has(node.lastChild!.from)) {
      const entries = itemsOf(node).filter((child) => child.from > braceFrom);
      return join([
        open,
        ...entries.flatMap((child) => [space, this.statement(child, indent)]),
        space,
        this.tokens.take(),
      ]);
    }
    const parts: Layout[] = [];
    for (const child of itemsOf(node))
      if (child.from > braceFrom && this.starts.has(child.from))
        parts.push(newline, this.statement(child, indent + indentation));
    if (!this.starts.has(this.tokens.peek().from)) return join([open, this.tokens.take()]);
    parts.push(newline, ...this.tokens.takeOwnComments());
    return join([open, nest(indentation, join(parts)), newline, this.tokens.take()]);
  }

  private setting(node: SyntaxNode, indent: number): Layout {
    const [key, , value] = childrenOf(node);
    const head = this.tokens.takeWords(key.to);
    switch (value.name) {
      case "AttributeList":
        if (!this.starts.has(value.lastChild!.from) && !this.flat.has(value.lastChild!.from))
          return this.assignment(head, value, indent);
        return join([head, space, this.tokens.take(), space, this.body(value, indent)]);
      case "DefinitionList":
      case "AliasList":
      case "ApplicabilityList":
        return join([head, space, this.tokens.take(), space, this.body(value, indent)]);
      default:
        return this.assignment(head, value, indent);
    }
  }

  private definition(node: SyntaxNode, indent: number): Layout {
    const sign = (node.getChild("=") ?? node.getChild("PlusEquals"))!;
    const head: Layout[] = [];
    const params = node.getChild("Parameters")?.getChildren("Parameter") ?? [];
    const units = new Map(
      [...params, node].flatMap((child) => child.getChild("Unit") ?? []).map((unit) => [unit.from, unit]),
    );
    while (this.tokens.peek().from < sign.from) {
      const unit = units.get(this.tokens.peek().from);
      const separated = this.tokens.peek().text === ",";
      if (unit) head.push(space, this.tokens.unit(unit));
      else head.push(this.tokens.take());
      if (separated) head.push(space);
    }
    return this.assignment(join(head), childrenOf(node).at(-1)!, indent);
  }

  /**
   * `head = value`, on one line if it fits, otherwise with the value on the next lines or, for a list, line by line.
   */
  private assignment(name: Layout, node: SyntaxNode, indent: number): Layout {
    const head = join([name, space, this.tokens.take()]);
    const value = this.value(node);
    const column = indent + head.width + 1;
    if (!head.tail && !value.head && this.staysBeside(node, value, column, indent)) return join([head, space, value]);
    return group(join([head, nest(continuation, join([line, value]))]));
  }

  private value(node: SyntaxNode): Layout {
    switch (node.name) {
      case "Words":
      case "String":
        return this.tokens.takeWords(node.to);
      case "AttributeList":
        return this.tokens.list(node, (child) => this.tokens.named(child));
      case "AttachmentList":
        return this.tokens.list(node, (child) => this.attachment(child));
      default:
        return this.tokens.expression(node);
    }
  }

  private staysBeside(node: SyntaxNode, value: Layout, column: number, indent: number): boolean {
    const list = node.name === "WithUnit" ? childrenOf(node)[0] : node;
    if (list.name !== "Vector") return isAtom(node) || !["Call", ...compound].includes(node.name);
    if (column + value.width <= lineWidth) return true;
    return indent + continuation + value.width > lineWidth && column + this.tokens.widestRow(list) <= lineWidth;
  }

  private attachment(node: SyntaxNode): Layout {
    const parts = [this.tokens.take()];
    const [, ...rest] = childrenOf(node);
    if (rest[0]?.name === "CopyIndex")
      parts.push(this.tokens.take(), this.tokens.expression(childrenOf(rest.shift()!)[1]), this.tokens.take());
    const [point] = rest;
    if (point) parts.push(space, this.tokens.take(), space, this.tokens.expression(point));
    return join(parts);
  }

  /** Requirements joined by `and`. */
  private clause(): Layout {
    const first = this.tokens.take();
    const parts: Layout[] = [];
    for (let next = this.tokens.peek().text; next !== "," && next !== "}"; next = this.tokens.peek().text)
      parts.push(next === "and" ? line : space, this.tokens.take());
    return group(join([first, nest(continuation, join(parts))]));
  }
}
const compound = ["Parenthesized", "WithUnit", "Unary", "Binary", "If"];
