// What page and worker say to each other about explanations: one node at a time.
import type { MathElement } from "../../language/typeset/mathml.ts";

/** A number with its name: all digits, as the language writes them, and its unit. */
export interface TermInfo {
  readonly name: string;
  readonly value: string;
  readonly unit: string | null;
}

export interface ExplanationInfo extends TermInfo {
  readonly words: string;
  /** As written, and as MathML where a function states it. */
  readonly formula: string;
  readonly math: MathElement | null;
  /** The formula with numbers; null where there is none. */
  readonly numbers: string | null;
  readonly because: readonly { readonly text: string; readonly numbers: string; readonly value: boolean }[];
  readonly terms: readonly TermInfo[];
  readonly earlier: TermInfo | null;
}
