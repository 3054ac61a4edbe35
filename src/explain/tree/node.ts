// An explanation: how one number came to be. Nodes are opened one by one; nothing below a node is computed before it is
// asked for.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import type { Value } from "../../compiler/values/value.ts";
import { nativeScope } from "../../language/names/scope.ts";
import { type Definition, type Expr, mapParts } from "../../language/syntax/ast.ts";
import { expressionText } from "../../language/syntax/expression-text.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import type { Missing } from "../../record/probe/probe.ts";
import { literalOf, nowhere, quantityOf, unitText } from "./literal.ts";

/** What kind of thing gave a value. */
export type Origin =
  /** A function of a law, of a file or of the measures. */
  | "formula"
  /** An intermediate value: of an argument, a sum, a stage or a step of an integrator. */
  | "reckoning"
  /** A first value in the text. */
  | "initial"
  /** A change by a person during the run. */
  | "input"
  /** A value from the geometry. */
  | "given"
  /** A value from the engine's mathematics: time, links, normalised orientations. */
  | "engine";

/** A name in a formula, with its value; opening it explains the value. */
export interface Term {
  readonly name: string;
  /** Its symbol in formulas, if its name is a sentence: `k_1`, `v_n`. */
  readonly symbol?: Expr;
  readonly value: Value;
  readonly dimension: Dimension | null;
  open(): ExplanationNode;
}

/** Which side of a condition was taken, and the numbers in it. */
export interface Decision {
  /** As written. */
  readonly text: string;
  /** A term is its place in the node's terms, as in `ExplanationNode.expr`. */
  readonly expr: Expr;
  readonly value: boolean;
}

export interface Formed {
  /**
   * The formula as it was evaluated: only the branches taken, with names replaced by terms, which are names `#0`, `#1`,
   * … Natives with these values give `value`, bit for bit. Null if there is no formula.
   */
  readonly expr: Expr | null;
  readonly terms: readonly Term[];
  readonly decisions: readonly Decision[];
  readonly branches?: Branches;
}

/** Where a formula may go another way. */
export interface Branches {
  /** All decisions, in the order in which they were evaluated: also whether the left side of & or | was enough. */
  readonly choices: readonly Decision[];
  /** The formula with the first choices made so; the numbers of the run decide the rest. */
  take(choices: readonly boolean[]): Formed;
}

export interface ExplanationNode extends Formed {
  /** `ball.v`, `impulse`, `previous(v1)`. */
  readonly name: string;
  /** In words: when the value holds, and what made it. */
  readonly words: string;
  /** The time in the words, as `t = …`; null if they contain none. */
  readonly time: number | null;
  readonly origin: Origin;
  readonly value: Value;
  readonly dimension: Dimension | null;
  /** The function that states it, and its formula as written; null and "" if there is none. */
  readonly definition: Definition | null;
  readonly formula: string;
  /** An expression of the text that is not a function: an argument, a part of a sum. */
  readonly source?: Expr;
  /** Skips many steps: the same quantity when the law that moves it began. Null if there are none to skip. */
  readonly earlier: Term | null;
  /** Equal for the same quantity at the same moment. */
  readonly key: string;
  /** The value that the engine's mathematics gives for other values of the terms, if there is no formula. */
  readonly compute?: (values: readonly Value[]) => Value | Missing;
  /** The place of the term that the engine's mathematics added; how it depends on the others is unknown. */
  readonly added?: number;
  /**
   * It is not computed again with other values of its terms: "surely" if it does not depend on them, "perhaps" if that
   * is unknown.
   */
  readonly kept?: "surely" | "perhaps";
  /**
   * The terms on which it depends in a way that only the engine knows: if they change, this is reported, but it keeps
   * its value.
   */
  foundFrom?(): readonly Term[];
  /** Equal for nodes that are solved for together and depend on each other. */
  readonly joint?: string;
  /** Whether the words begin with the law that states it. */
  readonly isByLaw?: boolean;
}

/** When something holds and what made it so, with the time in the words. */
export interface Said {
  readonly words: string;
  readonly time: number;
}

/** A node without a formula. */
export type Leaf = Pick<ExplanationNode, "name" | "words" | "time" | "origin" | "value" | "dimension" | "key"> & {
  readonly terms?: readonly Term[];
};

export function leaf({ terms = [], ...rest }: Leaf): ExplanationNode {
  return { ...rest, definition: null, formula: "", expr: null, decisions: [], terms, earlier: null };
}

export function termName(index: number): string {
  return `#${index}`;
}

/** An expression with its terms replaced. */
export function fillTerms(expr: Expr, fill: (index: number) => Expr): Expr {
  if (expr.kind === "name") return expr.name.startsWith("#") ? fill(Number(expr.name.slice(1))) : expr;
  return mapParts(expr, (part) => fillTerms(part, fill));
}

/** The formula with the names of its terms. */
export function withSymbols(expr: Expr, terms: readonly Pick<Term, "name" | "symbol">[]): Expr {
  return fillTerms(expr, (i) => terms[i].symbol ?? { kind: "name", name: terms[i].name, span: nowhere });
}

/** The formula with numbers and units, as text that can be computed: `[0, 0, -3.2] [m/s] + 2 [N s] / (0.5 [kg])`. */
export function withNumbers(expr: Expr, terms: readonly Term[]): string {
  return expressionText(fillTerms(expr, (i) => quantityOf(terms[i].value, terms[i].dimension)));
}

/** Computes an expression of terms with these values. */
export function reckon(expr: Expr, values: readonly Value[]): Value {
  return new Interpreter().run(
    fillTerms(expr, (i) => literalOf(values[i])),
    nativeScope,
  );
}

export function nodeUnit({ dimension }: Pick<ExplanationNode, "dimension">): string | null {
  return dimension && unitText(dimension);
}
