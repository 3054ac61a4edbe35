// What page and worker say to each other about explanations: one node at a time.
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
  /** The time that the words name, as `t = …`; null where they name none. */
  readonly time: number | null;
  /** The formula as written, and as MathML. */
  readonly formula: string;
  readonly math: MathElement | null;
  /** The formula with numbers; null where there is none. */
  readonly numbers: NumbersInfo | null;
  readonly because: readonly { readonly text: string; readonly numbers: string; readonly value: boolean }[];
  readonly terms: readonly TermInfo[];
  readonly earlier: TermInfo | null;
}

/** A number of the tree that is to be another: its address, and a text of VFLang. */
export interface Change {
  readonly address: string;
  readonly text: string;
}

/** What a number becomes, all digits, or why that cannot be told. */
export type SupposedValue = { readonly value: string } | { readonly missing: string };

/** A node under what is supposed. */
export interface SupposedInfo {
  readonly value: SupposedValue;
  readonly numbers: NumbersInfo | null;
  readonly terms: readonly SupposedValue[];
  readonly earlier: SupposedValue | null;
}

export type ExplainQuestion =
  /** How a number came to be: the node at an address below it. */
  | { readonly kind: "node"; readonly path: string; readonly at: ExplainedMoment; readonly address: string }
  /** What a node becomes if numbers, `levels` levels down at most, were others. */
  | {
      readonly kind: "what if";
      readonly path: string;
      readonly at: ExplainedMoment;
      readonly address: string;
      readonly changes: readonly Change[];
      readonly levels: number;
    }
  /** Which law moves a body, and why that one. */
  | { readonly kind: "law"; readonly body: string; readonly at: ExplainedMoment };

export interface LawInfo extends Governance {
  /** The formulas of the law at work. */
  readonly formulas: readonly MathElement[];
}
