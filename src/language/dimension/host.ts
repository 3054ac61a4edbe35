// What the parts of the inference of dimensions know of each other.
import type { Attribute, Scope } from "../names/scope.ts";
import type { CallExpr, Definition, Expr } from "../syntax/ast.ts";
import type { Span } from "../syntax/span.ts";
import type { DimensionSolution } from "./dimension.ts";
import type { Operators } from "./operator.ts";
import type { DimensionValue, DimensionValues, Mismatch } from "./value.ts";

export interface DimensionFrame {
  readonly scope: Scope;
  readonly definition: Definition | null;
  readonly args: readonly DimensionValue[];
  /** Where the function was called; null for a function checked by itself. */
  readonly caller: { readonly span: Span; readonly frame: DimensionFrame } | null;
  readonly depth: number;
}

/** The frame outside all functions. */
export function outermost(scope: Scope): DimensionFrame {
  return { scope, definition: null, args: [], caller: null, depth: 0 };
}

export interface Repair {
  readonly words: string;
  /** The responsible function without parameters; null for the expression itself. */
  readonly definition: Definition | null;
}

/** What only the environment of a law knows. */
export interface DimensionHost {
  /** The attribute that a name stands for here. */
  attributeNamed(name: string, scope: Scope): Attribute | null;
  attribute(attribute: Attribute, scope: Scope): DimensionValue;
  /** The value of a special form; null if there is no such form here. */
  special(call: CallExpr, frame: DimensionFrame): DimensionValue | null;
  tell(span: Span, message: string, notes: readonly string[]): void;
  /** The likeliest change that would make two expressions agree, or make one agree with the left of the mismatch. */
  repair(parts: readonly Expr[], frame: DimensionFrame, mismatch: Mismatch): Repair | null;
}

/** A trial replaces the value of an expression and reports nothing. */
export interface Trial {
  readonly expr: Expr;
  /** The replacement; `value` gives the value as written. */
  readonly change: (value: () => DimensionValue, frame: DimensionFrame) => DimensionValue;
  /** The functions without parameters on the way to it: they are evaluated again. */
  readonly within: ReadonlySet<Definition>;
}

/** A mismatch in words, from its left and right side. */
export type Phrase = (left: string, right: string) => string;

export interface Dimensions {
  readonly host: DimensionHost;
  readonly solution: DimensionSolution;
  readonly values: DimensionValues;
  readonly operators: Operators;
  infer(expr: Expr, frame: DimensionFrame): DimensionValue;
  /** Unifies two values, and reports a mismatch. `parts` are the two expressions, or the one that must be like `a`. */
  agree(
    a: DimensionValue,
    b: DimensionValue,
    parts: readonly Expr[],
    span: Span,
    frame: DimensionFrame,
    phrase: Phrase,
  ): DimensionValue;
  report(mismatch: Mismatch, parts: readonly Expr[], span: Span, frame: DimensionFrame, phrase: Phrase): void;
  /** Whether something would hold in a trial without other mistakes; reports nothing and stores nothing. */
  tryWith(trial: Trial, body: () => boolean): boolean;
}
