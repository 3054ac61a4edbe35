// The tree of a VFLang text as plain data. Passes work on it.
import type { Span } from "./span.ts";
import type { Unit } from "./unit.ts";

export type UnaryOp = "-" | "+" | "!";
export type BinaryOp =
  | "#"
  | "^"
  | "*"
  | "/"
  | "."
  | "+"
  | "-"
  | "=="
  | "!="
  | "<="
  | ">="
  | "<"
  | ">"
  | "&"
  | "|"
  | "++";

export type Expr =
  | { readonly kind: "number"; readonly value: number; readonly span: Span }
  | { readonly kind: "boolean"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "name"; readonly name: string; readonly span: Span }
  | CallExpr
  /** `C'`, `C''`: the rate of change of a name. */
  | { readonly kind: "derivative"; readonly name: string; readonly order: number; readonly span: Span }
  | { readonly kind: "unary"; readonly op: UnaryOp; readonly opSpan: Span; readonly operand: Expr; readonly span: Span }
  | BinaryExpr
  | { readonly kind: "if"; readonly condition: Expr; readonly yes: Expr; readonly no: Expr; readonly span: Span }
  | { readonly kind: "vector"; readonly elements: readonly Expr[]; readonly span: Span }
  | { readonly kind: "sequence"; readonly elements: readonly Expr[]; readonly span: Span }
  | { readonly kind: "unit"; readonly value: Expr; readonly unit: Unit; readonly unitSpan: Span; readonly span: Span }
  /** A hole where the text is broken; its diagnostic has been reported. */
  | { readonly kind: "error"; readonly span: Span };

export interface CallExpr {
  readonly kind: "call";
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Expr[];
  readonly span: Span;
}

export interface BinaryExpr {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly opSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
  readonly span: Span;
}

/** The direct subexpressions of an expression, in the order of the text. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "call":
      return expr.args;
    case "unary":
      return [expr.operand];
    case "unit":
      return [expr.value];
    case "binary":
      return [expr.left, expr.right];
    case "if":
      return [expr.condition, expr.yes, expr.no];
    case "vector":
    case "sequence":
      return expr.elements;
    default:
      return [];
  }
}

/** A copy of an expression with its parts (`partsOf`) replaced by the results of `change`, in the order of the text. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  switch (expr.kind) {
    case "call":
      return { ...expr, args: expr.args.map(change) };
    case "unary":
      return { ...expr, operand: change(expr.operand) };
    case "unit":
      return { ...expr, value: change(expr.value) };
    case "binary":
      return { ...expr, left: change(expr.left), right: change(expr.right) };
    case "if":
      return { ...expr, condition: change(expr.condition), yes: change(expr.yes), no: change(expr.no) };
    case "vector":
    case "sequence":
      return { ...expr, elements: expr.elements.map(change) };
    default:
      return expr;
  }
}

/** A name and its place in the text. */
export interface Word {
  readonly name: string;
  readonly span: Span;
}

/** `q`, or `q [kg]`. */
export interface Parameter extends Word {
  readonly unit: Unit | null;
}

/** `name = body`, `name(p, q) = body`, `name' = body`, `name += body`; the unit of the value may precede the sign. */
export interface Definition {
  readonly name: string;
  readonly nameSpan: Span;
  readonly params: readonly Parameter[];
  /** The number of primes: 0 states the value, 1 the rate. */
  readonly order: number;
  readonly op: "=" | "+=";
  readonly unit: Unit | null;
  readonly body: Expr;
  readonly span: Span;
}

export interface Alias {
  readonly name: Word;
  readonly attribute: Word;
  readonly target: AliasTarget;
  readonly span: Span;
}

export type AliasTarget =
  | { readonly kind: "index"; readonly index: number; readonly span: Span }
  | { readonly kind: "object" | "link"; readonly name: Word; readonly span: Span }
  | { readonly kind: "others" | "world"; readonly span: Span };

/** One part of an applicability: `1 dynamic sphere` or `object arm`. */
export interface Requirement {
  readonly count: number;
  readonly words: readonly Word[];
  readonly object: Word | null;
  readonly span: Span;
}

/** `arm at [0, 0, 0.5]` */
export interface Attachment {
  readonly object: Word;
  /** Which copy of the object: `rod[index + 1]`. */
  readonly copy: Expr | null;
  readonly at: Expr | null;
  readonly span: Span;
}

/** An item of `attributes = { }` or `units = { }`: with a value, or only a name; a unit may follow the name. */
export interface AttributeItem {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expr | null;
  readonly unit: Unit | null;
  readonly span: Span;
}

export type SettingValue =
  | { readonly kind: "expression"; readonly value: Expr }
  | { readonly kind: "words"; readonly words: string }
  /** `{explicit euler, rk4}`: a list of such values, at least one of which has several words. */
  | { readonly kind: "choices"; readonly choices: readonly Word[] }
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "functions"; readonly functions: readonly Definition[] }
  | { readonly kind: "attributes"; readonly attributes: readonly AttributeItem[] }
  | { readonly kind: "aliases"; readonly aliases: readonly Alias[] }
  | { readonly kind: "applicability"; readonly requirements: readonly Requirement[] }
  | { readonly kind: "attachments"; readonly attachments: readonly Attachment[] };

/** `key = value` in a block; the words of a key are separated by one space. */
export interface Setting {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SettingValue;
  readonly valueSpan: Span;
  readonly span: Span;
}

export interface Block {
  /** `object`, `context`, `world attributes`, … as written, with one space between words. */
  readonly kind: string;
  readonly kindSpan: Span;
  readonly settings: readonly Setting[];
  readonly definitions: readonly Definition[];
  readonly aliases: readonly Alias[];
  readonly blocks: readonly Block[];
  readonly span: Span;
}

export interface Import {
  readonly path: string;
  readonly span: Span;
}

/** `$expression`, or `$name = expression`, which defines a name. */
export interface Query {
  readonly value: Expr;
  readonly span: Span;
}

export interface File {
  readonly blocks: readonly Block[];
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly exports: readonly Import[];
  readonly queries: readonly Query[];
  /** Whether any unit in the text has a dimension. */
  readonly hasUnits: boolean;
  readonly span: Span;
}
