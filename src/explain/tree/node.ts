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
  /** The value with which an argument, a sum, a stage or a step of an integrator was reckoned. */
  | "reckoning"
  /** The text states it for the beginning. */
  | "initial"
  /** A person changed it while the experiment ran. */
  | "input"
  /** The geometry supplies it. */
  | "given"
  /** The engine's mathematics made it: time, links, normalised orientations. */
  | "engine";

/** A name in a formula, with its value; opening it tells how that came to be. */
export interface Term {
  readonly name: string;
  /** What stands for it in formulas, where its name is a sentence: `k_1`, `v_n`. */
  readonly symbol?: Expr;
  readonly value: Value;
  readonly dimension: Dimension | null;
  open(): Node;
}

/** Which side of a condition was taken, and with which numbers. */
export interface Decision {
  /** As written. */
  readonly text: string;
  /** A term is its place in the node's terms, as in `Node.expr`. */
  readonly expr: Expr;
  readonly value: boolean;
}

export interface Node {
  /** `ball.v`, `impulse`, `previous(v1)`. */
  readonly name: string;
  /** In words: when it holds, and what made it so. */
  readonly words: string;
  /** The time that the words name, as `t = …`; null where they name none. */
  readonly time: number | null;
  readonly origin: Origin;
  readonly value: Value;
  readonly dimension: Dimension | null;
  /** The function that states it, and its formula as written; null and "" where there is none. */
  readonly definition: Definition | null;
  readonly formula: string;
  /** An expression of the text that is no function of its own: an argument, a part of a sum. */
  readonly source?: Expr;
  /**
   * The formula as it was evaluated: only the branches taken, its names terms, which are names `#0`, `#1`, … Natives
   * with these values give `value`, bit for bit. Null where no formula leads here.
   */
  readonly expr: Expr | null;
  readonly decisions: readonly Decision[];
  readonly terms: readonly Term[];
  /** Many steps in one: the same quantity when the law that moves it began. Null where there are none to leave out. */
  readonly earlier: Term | null;
  /** The same for the same quantity at the same moment. */
  readonly key: string;
  /** What the engine's mathematics gives for other values of its terms, where there is no formula. */
  readonly compute?: (values: readonly Value[]) => Value | Missing;
  /** Names what is solved for together: nodes that have it in common speak of each other. */
  readonly joint?: string;
  /** Whether the words begin with the law that states it. */
  readonly isByLaw?: boolean;
}

/** When something holds and what made it so, with the time that the words name. */
export interface Said {
  readonly words: string;
  readonly time: number;
}

/** A node without a formula. */
export type Leaf = Pick<Node, "name" | "words" | "time" | "origin" | "value" | "dimension" | "key"> & {
  readonly terms?: readonly Term[];
};

export function leaf({ terms = [], ...rest }: Leaf): Node {
  return { ...rest, definition: null, formula: "", expr: null, decisions: [], terms, earlier: null };
}

export function termName(index: number): string {
  return `#${index}`;
}

/** An expression with something for its terms. */
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

/** Computes an expression of terms anew, with these values. */
export function reckon(expr: Expr, values: readonly Value[]): Value {
  return new Interpreter().run(
    fillTerms(expr, (i) => literalOf(values[i])),
    nativeScope,
  );
}

export function unitOf({ dimension }: Pick<Node, "dimension">): string | null {
  return dimension && unitText(dimension);
}
