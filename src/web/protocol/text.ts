// The editor's and the forms' questions about a text, and the answers. Places are offsets in that text.
import type { MathElement } from "../../language/typeset/mathml.ts";

/** One attribute as the text gives it. */
export interface AttributeOutline {
  readonly name: string;
  /** The value as written, its unit included. */
  readonly text: string;
  /** The numbers as written, if the value is one number or a vector of numbers; else null. */
  readonly parts: readonly string[] | null;
  readonly isVector: boolean;
  /** The unit as written, "" without one. */
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

/** A block with a name; `file` is null if it stands in the text itself. */
export interface BlockOutline {
  readonly name: string;
  readonly file: string | null;
  readonly from: number;
  readonly to: number;
  /** Where its name stands. */
  readonly nameFrom: number;
  /** The comment lines right above it, or those at the head of its file. */
  readonly comment: string;
  /** Settings as written, those with a grammar of their own included. */
  readonly settings: readonly { readonly key: string; readonly text: string }[];
}

export interface ObjectOutline extends BlockOutline {
  readonly physicalType: string;
  readonly shape: string;
  readonly attributes: readonly AttributeOutline[];
}

export interface LinkOutline extends BlockOutline {
  readonly kind: string;
  /** The ends as written: `rods[1] at [0, 0, 0.5]`. */
  readonly ends: readonly string[];
  readonly attributes: readonly AttributeOutline[];
}

export interface ContextOutline extends BlockOutline {
  readonly type: string;
  readonly functions: readonly { readonly name: string; readonly text: string; readonly from: number }[];
}

export interface SimulationOutline extends BlockOutline {
  /** Names of the objects; null for all. */
  readonly objects: readonly string[] | null;
  readonly contexts: readonly string[] | null;
}

type Point = readonly [number, number, number];

/** A value with a name beside a slider: a click takes it. */
export interface SliderStop {
  readonly name: string;
  readonly at: number;
}

/** A number of the text that is changed by a slider. */
export interface SliderOutline {
  /** The path of the number: `restitution`, `ball.mass`, `ball.v#1`, `spring.k`, a constant. */
  readonly number: string;
  /** In the unit that the text gives the number in; null leaves it to the lab. */
  readonly from: number | null;
  readonly to: number | null;
  readonly stops?: readonly SliderStop[];
}

/** How the text wants to be shown; null and empty if it does not say. */
export interface BenchOutline {
  readonly notes: string | null;
  readonly plots: readonly {
    readonly against: string;
    readonly curves: readonly string[];
    readonly isEqual: boolean;
  }[];
  readonly vectors: readonly string[] | null;
  readonly sliders: readonly SliderOutline[];
  readonly trajectories: boolean | null;
  readonly camera: { readonly at: Point; readonly towards: Point } | null;
  /** The body that the camera goes with. */
  readonly follow: string | null;
}

/** What a text is made of, for forms and cards. */
export interface Outline {
  readonly world: readonly AttributeOutline[];
  /** Numbers with a name outside all blocks that sliders of the bench move. */
  readonly constants: readonly AttributeOutline[];
  readonly objects: readonly ObjectOutline[];
  readonly links: readonly LinkOutline[];
  readonly contexts: readonly ContextOutline[];
  readonly simulations: readonly SimulationOutline[];
  readonly bench: BenchOutline;
  readonly lesson: LessonOutline | null;
}

/** The steps of a lesson, and where the parts of the text lie that it locks or hides. */
export interface LessonOutline {
  /** The mark by which the lesson is recognised: that of its own text, whatever else the experiment says. */
  readonly mark: string;
  readonly steps: readonly StepOutline[];
  readonly locked: readonly { readonly from: number; readonly to: number }[];
  readonly hidden: readonly { readonly from: number; readonly to: number }[];
}

export interface StepOutline {
  readonly hasGoal: boolean;
  /** The line of the text that the step speaks of; null if it names none that can be changed. */
  readonly line: { readonly from: number; readonly to: number } | null;
}

/** A piece of a note; a formula has its text too, for a key. */
export type NotePiece =
  | { readonly kind: "words" | "code"; readonly text: string }
  | { readonly kind: "formula"; readonly text: string; readonly math: MathElement };

/** A step of a lesson: paragraphs of pieces, and its goal. */
export interface LessonStepSheet {
  readonly says: readonly (readonly NotePiece[])[];
  readonly hasGoal: boolean;
  /** What the goal is, in words. */
  readonly aims: readonly (readonly NotePiece[])[];
  readonly done: readonly (readonly NotePiece[])[];
}

export type ServiceQuestion =
  | { readonly kind: "complete"; readonly at: number }
  | { readonly kind: "hover"; readonly at: number }
  | { readonly kind: "definition"; readonly at: number }
  /** Every use of the name at a place, to see whether it can be renamed. */
  | { readonly kind: "uses"; readonly at: number }
  /** The text of an imported file. */
  | { readonly kind: "law"; readonly file: string }
  | { readonly kind: "format" }
  /** The laws as formulas. */
  | { readonly kind: "formulas" }
  /** The steps of the lesson. */
  | { readonly kind: "lesson" }
  /** The law at a place, as a formula. */
  | { readonly kind: "formula"; readonly at: number };

/** A law as a formula, with what its comment says and the units of its names. */
export interface FormulaCard {
  readonly name: string;
  /** Where it stands, in its file. */
  readonly from: number;
  readonly math: MathElement;
  readonly meaning: string;
  readonly units: readonly { readonly name: string; readonly symbol: MathElement; readonly unit: MathElement }[];
}

export interface FormulaSheet {
  readonly kind: "context" | "functions" | "measures" | "event";
  readonly name: string;
  /** Null: in the text itself. */
  readonly file: string | null;
  readonly cards: readonly FormulaCard[];
}

export interface CompletionItem {
  readonly label: string;
  /** The text to insert, if not the label. */
  readonly insert?: string;
  readonly type:
    | "function"
    | "attribute"
    | "native"
    | "key"
    | "value"
    | "unit"
    | "block"
    | "object"
    | "law"
    | "constant"
    | "parameter";
  readonly detail: string;
  readonly info?: string;
}

export interface CompletionAnswer {
  readonly from: number;
  readonly items: readonly CompletionItem[];
}

export interface HoverAnswer {
  readonly from: number;
  readonly to: number;
  /** The head of the card: `mass: a real, in kg`, `sqrt(x: real)`. */
  readonly title: string;
  readonly notes: readonly string[];
  /** Paths whose values are shown: `ball.mass`, `energy`. */
  readonly paths: readonly string[];
}

export interface DefinitionAnswer {
  /** Null: in the text itself. */
  readonly file: string | null;
  /** The text of that file. */
  readonly text: string | null;
  readonly from: number;
  readonly to: number;
}

export interface UsesAnswer {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** Why it cannot be renamed, if it cannot. */
  readonly refusal: string | null;
  /** Names that are taken. */
  readonly taken: readonly string[];
}

export interface FormatAnswer {
  /** Null if the text has a mistake of syntax. */
  readonly text: string | null;
}
