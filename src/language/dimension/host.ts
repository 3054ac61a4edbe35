// What the parts of the inference of dimensions know of each other.
import type { Attribute, Scope } from "../names/scope.ts";
import type { CallExpr, Definition, Expr } from "../syntax/ast.ts";
import type { Span } from "../syntax/span.ts";
import type { Solution } from "./dimension.ts";
import type { Operators } from "./operator.ts";
import type { Mismatch, Value, Values } from "./value.ts";

export interface DimensionFrame {
  readonly scope: Scope;
  readonly definition: Definition | null;
  readonly args: readonly Value[];
  /** Where the function was called; null for one that is looked at by itself. */
  readonly caller: { readonly span: Span; readonly frame: DimensionFrame } | null;
  readonly depth: number;
}

/** Outside all functions. */
export function outermost(scope: Scope): DimensionFrame {
  return { scope, definition: null, args: [], caller: null, depth: 0 };
}

export interface Repair {
  readonly words: string;
  /** The function without parameters that is to blame; null where it is the expression itself. */
  readonly definition: Definition | null;
}

/** What only the environment of a law can tell. */
export interface DimensionHost {
  /** The attribute that a name stands for here. */
  attributeNamed(name: string, scope: Scope): Attribute | null;
  attribute(attribute: Attribute, scope: Scope): Value;
  /** The value of a special form; null if there is no such form here. */
  special(call: CallExpr, frame: DimensionFrame): Value | null;
  tell(span: Span, message: string, notes: readonly string[]): void;
  /** The likeliest change that would make two expressions agree, or one be what is on the left of the mismatch. */
  repair(parts: readonly Expr[], frame: DimensionFrame, mismatch: Mismatch): Repair | null;
}

/** A trial reports nothing, and gives some expression another value. */
export interface Trial {
  readonly expr: Expr;
  /** What it has instead; `value` gives what it has as it is written. */
  readonly change: (value: () => Value, frame: DimensionFrame) => Value;
  /** The functions without parameters on the way to it: they are followed again. */
  readonly within: ReadonlySet<Definition>;
}

/** A mismatch in words: what is on the left, what on the right. */
export type Phrase = (left: string, right: string) => string;

export interface Dimensions {
  readonly host: DimensionHost;
  readonly solution: Solution;
  readonly values: Values;
  readonly operators: Operators;
  infer(expr: Expr, frame: DimensionFrame): Value;
  /**
   * Makes two values one, and reports a mismatch. `parts` are the two expressions, or the one that must be like `a`.
   */
  agree(a: Value, b: Value, parts: readonly Expr[], span: Span, frame: DimensionFrame, phrase: Phrase): Value;
  report(mismatch: Mismatch, parts: readonly Expr[], span: Span, frame: DimensionFrame, phrase: Phrase): void;
  /** Whether something would hold in a trial, and nothing else go wrong; reports nothing and learns nothing. */
  tryWith(trial: Trial, body: () => boolean): boolean;
}
