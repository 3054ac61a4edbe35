// The part of the AST that stands in expressions. What builds blocks from a tree (parse.ts) extends it.
import type { SyntaxNode } from "@lezer/common";
import type { BinaryOp, Expr, UnaryOp } from "./ast.ts";
import type { Diagnostics } from "./diagnostic.ts";
import { children, isExpression } from "./node.ts";
import type { Source, Span } from "./span.ts";
import { deepestNesting } from "./tree.ts";
import { formatDimension, isPure, type Unit } from "./unit.ts";
import { buildUnit } from "./unit-suffix.ts";

const deepestUnitGroups = 20;

export class ExpressionBuilder {
  /** Where nesting exceeded the limit, once for each expression. */
  readonly tooDeep: { from: number; to: number }[] = [];
  protected depthTold = false;
  protected hasUnits = false;
  protected readonly source: Source;
  /** The text as it was meant. */
  protected readonly meant: string;
  protected readonly diagnostics: Diagnostics;

  constructor(source: Source, meant: string, diagnostics: Diagnostics) {
    this.source = source;
    this.meant = meant;
    this.diagnostics = diagnostics;
  }

  private unit(node: SyntaxNode): Unit | null {
    const deep = deepGroup(this.text(node));
    if (deep >= 0) {
      const from = node.from + deep;
      this.reportDepth({ source: this.source, from, to: from + 1 }, deepestUnitGroups, "this unit");
      return null;
    }
    const unit = buildUnit(node, this.source, this.diagnostics);
    if (unit && !isPure(unit.dimension)) this.hasUnits = true;
    return unit;
  }

  /** The unit after a declared name: it says what is meant and converts nothing. */
  protected statedUnit(node: SyntaxNode): Unit | null {
    const suffix = node.getChild("Unit");
    const unit = suffix && this.unit(suffix);
    if (unit && unit.factor !== 1)
      this.diagnostics.error(
        "unit",
        this.span(suffix),
        "a unit after a name converts nothing, so it must be one of SI",
        `write [${formatDimension(unit.dimension)}]`,
      );
    return unit;
  }

  /** The expression that is a child of `node`, or a hole. */
  protected onlyExpression(node: SyntaxNode): Expr {
    this.depthTold = false;
    for (const child of children(node)) if (isExpression(child)) return this.expression(child, 0);
    return { kind: "error", span: { source: this.source, from: node.to, to: node.to } };
  }

  protected expression(node: SyntaxNode, depth: number): Expr {
    const span = this.span(node);
    if (depth > deepestNesting) {
      this.reportDepth(span, deepestNesting, "this expression");
      return { kind: "error", span };
    }
    switch (node.name) {
      case "Number":
        return this.number(node, span);
      case "True":
      case "False":
        return { kind: "boolean", value: node.name === "True", span };
      case "Name":
      case "Derivative":
        return this.nameOrDerivative(node, span);
      case "Call":
        return this.call(node, span, depth);
      case "Parenthesized":
        return this.operands(node, depth)[0] ?? { kind: "error", span };
      case "Vector": {
        const elements = this.operands(node, depth);
        for (const element of elements) this.warnMissingComma(element);
        return { kind: "vector", elements, span };
      }
      case "Sequence":
        for (const stray of node.getChildren("Words"))
          this.diagnostics.error("syntax", this.span(stray), `'${words(this.text(stray))}' is not a value here`);
        return { kind: "sequence", elements: this.operands(node, depth), span };
      case "WithUnit": {
        const value = this.operands(node, depth)[0] ?? { kind: "error", span };
        const suffix = node.getChild("Unit")!;
        const unit = this.unit(suffix);
        return unit ? { kind: "unit", value, unit, unitSpan: this.span(suffix), span } : { kind: "error", span };
      }
      case "Unary":
        return this.unary(node, span, depth);
      case "Binary":
        return this.binary(node, span, depth);
      case "If": {
        const [condition, yes, no] = this.operands(node, depth);
        return condition && yes && no ? { kind: "if", condition, yes, no, span } : { kind: "error", span };
      }
      default:
        return { kind: "error", span };
    }
  }

  private nameOrDerivative(node: SyntaxNode, span: Span): Expr {
    const identifier = node.getChild("Identifier");
    if (!identifier) return { kind: "error", span };
    const name = this.text(identifier);
    if (node.name === "Name") return { kind: "name", name, span };
    return { kind: "derivative", name, order: node.getChildren("Prime").length, span };
  }

  private call(node: SyntaxNode, span: Span, depth: number): Expr {
    const name = node.getChild("CallName");
    const args = node.getChild("Arguments");
    if (!name || !args) return { kind: "error", span };
    return { kind: "call", name: this.text(name), nameSpan: this.span(name), args: this.operands(args, depth), span };
  }

  private unary(node: SyntaxNode, span: Span, depth: number): Expr {
    const op = node.getChild("Operator");
    if (!op || !unaryOperators.has(this.text(op))) return { kind: "error", span };
    const operand = this.operands(node, depth)[0] ?? { kind: "error", span };
    return { kind: "unary", op: this.text(op) as UnaryOp, opSpan: this.span(op), operand, span };
  }

  private binary(node: SyntaxNode, span: Span, depth: number): Expr {
    const [left, right] = this.operands(node, depth);
    const op = node.getChild("Operator");
    // Recovery makes operators without text.
    if (!left || !right || !op || !binaryOperators.has(this.text(op))) return { kind: "error", span };
    return { kind: "binary", op: this.text(op) as BinaryOp, opSpan: this.span(op), left, right, span };
  }

  /**
   * `[a, b⏎ -c]`: a sign at the start of a line that touches the next token is read as a difference, which is seldom
   * meant.
   */
  private warnMissingComma(element: Expr): void {
    if (element.kind !== "binary" || (element.op !== "-" && element.op !== "+")) return;
    const { from, to } = element.opSpan;
    const gap = this.source.text.slice(element.left.span.to, from);
    const isLater = /\n[ \t]*$/.test(gap);
    if (gap === "" || /\s/.test(this.source.text[to])) return;
    const message = `this reads as one element, a ${element.op === "-" ? "difference" : "sum"}`;
    this.diagnostics.warning(
      "missing-comma",
      element.opSpan,
      message,
      isLater ? "is a comma missing at the end of the line before?" : "is a comma missing before the sign?",
    );
  }

  private reportDepth(span: Span, limit: number, what: string): void {
    if (this.depthTold) return;
    this.depthTold = true;
    this.tooDeep.push({ from: span.from, to: span.from });
    const message = `${what} nests more than ${limit} deep`;
    this.diagnostics.error("too-deep", { ...span, to: span.from + 1 }, message, "give a part of it a name of its own");
  }

  private operands(node: SyntaxNode, depth: number): Expr[] {
    const operands: Expr[] = [];
    for (const child of children(node)) if (isExpression(child)) operands.push(this.expression(child, depth + 1));
    return operands;
  }

  private number(node: SyntaxNode, span: Span): Expr {
    const text = this.text(node);
    const value = Number(text);
    const isLost = value === 0 && /^[\d.]*[1-9]/.test(text);
    if (Number.isFinite(value) && !isLost) return { kind: "number", value, span };
    const [size, limit] = isLost
      ? ["too small", "the smallest above 0 is about 4.9e-324"]
      : ["too large", "the largest is about 1.8e308"];
    this.diagnostics.error("not-finite", span, `${text} is ${size} for a number`, limit);
    return { kind: "error", span };
  }

  protected text(node: SyntaxNode): string {
    return this.meant.slice(node.from, node.to);
  }

  protected span(node: SyntaxNode): Span {
    return { source: this.source, from: node.from, to: node.to };
  }
}

const unaryOperators: ReadonlySet<string> = new Set(["-", "+", "!"]);
const binaryOperators: ReadonlySet<string> = new Set([
  "#",
  "^",
  "*",
  "/",
  ".",
  "+",
  "-",
  "==",
  "!=",
  "<=",
  ">=",
  "<",
  ">",
  "&",
  "|",
  "++",
]);

/** The place where the brackets in a unit nest too deep, or -1. */
function deepGroup(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    if (depth > deepestUnitGroups) return i;
  }
  return -1;
}

/** The words of a key or block name, without comments and line ends between them. */
export function words(text: string): string {
  return text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .trim()
    .replace(/\s+/g, " ");
}
