// What the page knows about links and curves. Plain data.
import type { PhaseName } from "../../engine/state/phase.ts";
import type { drawingNames } from "../../language/syntax/setting-names.ts";
import type { SlotInfo } from "./messages.ts";

export type Drawing = (typeof drawingNames)[number];

/** A point of a body, in its own frame, or of the world; a curve has no point of its own. */
export interface LinkEnd {
  readonly kind: "body" | "world" | "curve";
  readonly name: string;
  /** The number of the body; -1 for the world and curves. */
  readonly body: number;
  readonly at: SlotInfo;
}

export interface LinkInfo {
  readonly name: string;
  /** The link block it comes from; copies share one. */
  readonly link: string;
  /** The law that governs it. */
  readonly kind: string;
  readonly drawing: Drawing;
  readonly ends: readonly [LinkEnd, LinkEnd];
  readonly attached: SlotInfo;
  readonly slots: readonly SlotInfo[];
  /** Those of its attributes that constraints are solved for. */
  readonly unknowns: readonly string[];
  /** Names that can be asked for besides attributes: `C`, `C'`, `force1`, `anchor1`. */
  readonly functions: readonly string[];
}

/** A line along a curve, three numbers a point. */
export interface CurveInfo {
  readonly name: string;
  readonly points: Float64Array;
  readonly isClosed: boolean;
}

/** How well constraints hold at a moment: the largest number of any of them, and whose it is. */
export interface GapInfo {
  readonly size: number;
  readonly link: string;
}

/** The computing time of a run so far, and the share of each kind of work. */
export interface WorkInfo {
  readonly steps: number;
  readonly seconds: number;
  readonly shares: readonly { readonly phase: PhaseName; readonly share: number }[];
}

/** The quality of the solution for the unknowns. */
export interface SolutionInfo {
  /** Relative to the right-hand side. */
  readonly residual: number;
  /** 0 if the solver does not know it. */
  readonly condition: number;
  /** Numbers of constraints that follow from others. */
  readonly redundant: number;
  /** Number of iterations, of solvers that iterate. */
  readonly iterations: number;
}

export interface ConstraintsAnswer {
  /** Null if no constraint is at work. */
  readonly gap: GapInfo | null;
  readonly solution: SolutionInfo | null;
  readonly work: WorkInfo;
}
