// Messages between page and worker about explanations: one node at a time.
import type { Governance } from "../../explain/governance.ts";
import type { MathElement } from "../../language/typeset/mathml.ts";
import type { MomentRef } from "./messages.ts";

/** A moment, which may lie between frames. */
export type ExplainedMoment = MomentRef | { readonly time: number };

/** A formula with numbers: all digits as the language writes them, and as MathML with fewer. */
export interface NumbersInfo {
  readonly text: string;
  readonly math: MathElement;
}

/** A condition with its numbers, and whether it holds. */
export interface BecauseInfo {
  readonly text: string;
  readonly numbers: string;
  readonly value: boolean;
}

/** A number with its name: all digits, as the language writes them, and its unit. */
export interface TermInfo {
  readonly name: string;
  /** Its symbol in the formula above, where its name is a sentence. */
  readonly symbol: MathElement | null;
  readonly value: string;
  readonly unit: string | null;
}

export interface ExplanationInfo extends TermInfo {
  readonly words: string;
  /** The time in the words, as `t = …`; null if they contain none. */
  readonly time: number | null;
  /** The formula as written, and as MathML. */
  readonly formula: string;
  readonly math: MathElement | null;
  /** The formula with numbers; null if there is none. */
  readonly numbers: NumbersInfo | null;
  readonly because: readonly BecauseInfo[];
  readonly terms: readonly TermInfo[];
  readonly earlier: TermInfo | null;
}

/** A number of the tree with a supposed value: its address, and a text of VFLang. */
export interface SupposedChange {
  readonly address: string;
  readonly text: string;
}

/** The resulting value with all digits, or why there is none. */
export type SupposedValue = { readonly value: string } | { readonly missing: string };

/** A node under suppositions. */
export interface SupposedInfo {
  readonly value: SupposedValue;
  readonly numbers: NumbersInfo | null;
  readonly because: readonly BecauseInfo[];
  readonly terms: readonly SupposedValue[];
  readonly earlier: SupposedValue | null;
  /** Numbers on the way to the whole that the suppositions did not reach, and why. */
  readonly notes: readonly string[];
}

export type ExplainQuestion =
  /** How a number came to be: the node at an address below it. */
  | { readonly kind: "node"; readonly path: string; readonly at: ExplainedMoment; readonly address: string }
  /** The value of a node under suppositions. */
  | {
      readonly kind: "what if";
      readonly path: string;
      readonly at: ExplainedMoment;
      readonly address: string;
      readonly changes: readonly SupposedChange[];
    }
  /** Which law moves a body, and why that one. */
  | { readonly kind: "law"; readonly body: string; readonly at: ExplainedMoment };

export interface LawInfo extends Governance {
  /** The formulas of the law at work. */
  readonly formulas: readonly MathElement[];
}
