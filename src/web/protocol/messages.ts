// Messages between the page and its workers. Plain data: everything is copied or transferred.
import type { Input } from "../../engine/state/observer.ts";
import type { Remedy } from "../../language/syntax/diagnostic.ts";
import type { ComparisonQuestion } from "./comparison.ts";
import type { ExplainQuestion } from "./explanation.ts";
import type { CurveInfo, LinkInfo } from "./links.ts";
import type { RefereeQuestion } from "./referee.ts";
import type { Outline, ServiceQuestion } from "./text.ts";

/** A mistake or a warning, where it is in the text that was checked. */
export interface Problem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly notes: readonly string[];
  /** Null if it lies in an imported file; then `file` says which. */
  readonly from: number | null;
  readonly to: number | null;
  readonly file: string | null;
  readonly line: number;
  /** What the lab can offer to do about it. */
  readonly remedy?: Remedy;
  /** What a click can mend, the likeliest first. */
  readonly fixes?: readonly ProblemFix[];
}

/** An edit that mends a problem of the text, and what it does in words. */
export interface ProblemFix {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Where an attribute lies in the memory of a frame. */
export interface SlotInfo {
  readonly name: string;
  readonly offset: number;
  readonly stride: number;
  readonly size: number;
  readonly kind: "real" | "boolean" | "vector" | "matrix";
  readonly rows: number;
  readonly cols: number;
}

export type ShapeInfo =
  | { readonly kind: "sphere"; readonly radius: number }
  | { readonly kind: "cuboid"; readonly half: readonly number[] }
  | { readonly kind: "capsule" | "cylinder"; readonly radius: number; readonly half: number }
  | { readonly kind: "cone"; readonly radius: number; readonly base: number; readonly apex: number }
  | PolyhedronInfo
  | { readonly kind: "compound"; readonly parts: readonly PartInfo[] }
  | { readonly kind: "half space" }
  | { readonly kind: "plane" };

/** Three coordinates a vertex; of each face the numbers of its corners. Copies share one record. */
export interface PolyhedronInfo {
  readonly kind: "convex polyhedron" | "triangle mesh";
  readonly vertices: Float64Array;
  readonly faces: readonly (readonly number[])[];
  /** The number of sides on which other bodies collide with it. */
  readonly sides: 1 | 2;
}

export interface PartInfo {
  readonly shape: ShapeInfo;
  readonly position: readonly number[];
  /** A rotation matrix, row after row. */
  readonly rotation: readonly number[];
}

export interface BodyInfo {
  readonly name: string;
  /** The object block it comes from; copies share one. */
  readonly object: string;
  readonly physicalType: "static" | "dynamic" | "driven";
  /** The shape at the start. */
  readonly shape: ShapeInfo;
  /** What it was made from, where laws change its size; else null. */
  readonly sizing: SizingInfo | null;
  readonly slots: readonly SlotInfo[];
}

export interface SizingInfo {
  readonly first: readonly number[];
  /** The point of the coordinates of a polyhedron or a compound that is the origin of the body. */
  readonly origin: readonly number[];
}

/** What does not change during a run. */
export interface RunLayout {
  /** The simulation that runs. */
  readonly simulation: string;
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly memory: number;
  readonly bodies: readonly BodyInfo[];
  readonly links: readonly LinkInfo[];
  readonly curves: readonly CurveInfo[];
  readonly world: readonly SlotInfo[];
  /** Names of the measures that are single numbers or vectors, in the order of the text. */
  readonly measures: readonly string[];
  /** Functions of the laws without arguments, that can be asked for as `body.name`. */
  readonly functions: readonly string[];
  /** Units by path; of attributes and functions of bodies by the name with a dot before it: `.v`. */
  readonly units: ReadonlyMap<string, string>;
  /** World attributes that a person may change while it runs. */
  readonly inputs: readonly string[];
}

export interface EventInfo {
  readonly number: number;
  readonly time: number;
  readonly type: "free fall" | "collision" | "contact" | "event";
  readonly context: string;
  readonly objects: readonly string[];
  readonly point: readonly number[] | null;
  readonly normal: readonly number[] | null;
}

export interface Stop {
  readonly problem: Problem;
  readonly time: number;
}

/** What a person did while it ran, and when. */
export type InputRecord = Input;

/** What an input becomes. */
export type InputInfo = Pick<Input, "name" | "value">;

/** A number, a vector, a matrix row after row, or why there is none. */
export type MessageValue =
  | number
  | boolean
  | { readonly kind: "vector"; readonly data: readonly number[] }
  | { readonly kind: "matrix"; readonly rows: number; readonly cols: number; readonly data: readonly number[] }
  | { readonly kind: "sequence"; readonly text: string }
  | { readonly kind: "missing"; readonly reason: string };

/** Which moment is meant: a frame by its number, or a side of an event. */
export type MomentRef = { readonly frame: number } | { readonly event: number; readonly side: "before" | "after" };

/** One row of a trace table: a name, its text before and after, and whether they differ. */
export interface TraceRow {
  readonly name: string;
  /** The path as the probe knows it. */
  readonly path: string;
  /** What kind of value it is: `vector of 3`. */
  readonly type: string;
  readonly before: string;
  readonly after: string;
  readonly changed: boolean;
  /** The path of a vector of space, which can be drawn; null for other values. */
  readonly vector: string | null;
}

export interface TraceTable {
  readonly title: string;
  /** What its rows are: figure 28 tells world, object and context attributes apart. */
  readonly of: "world attribute" | "object attribute" | "context attribute" | "function";
  /** Whether a row has one value for both sides, as values have that a law computed when it was applied once. */
  readonly isOne: boolean;
  readonly rows: readonly TraceRow[];
}

/**
 * Numbers over time: a row for each frame and for each side of an event, in the order of time. Rows are the same for
 * all paths and never change, so that new ones can be requested by the index of the first.
 */
export interface CurveRows {
  readonly times: Float64Array;
  /** Twice the number of the event, plus 1 on the side after it; -1 at a frame. */
  readonly sides: Int32Array;
  readonly columns: readonly CurveColumn[];
  /** Whether there are more rows by now. */
  readonly isMore: boolean;
}

export interface CurveColumn {
  /**
   * The dimensions: none for a real or a boolean, one for a vector, two for a matrix; null if no row has a value.
   */
  readonly shape: readonly number[] | null;
  /** Row after row. NaN if there is no value. */
  readonly values: Float64Array;
  readonly unit: string | null;
  /** Why no row has a value. */
  readonly missing: string | null;
}

/** Whether a run meets the goal of a step of its lesson, or why that is unknown. */
export interface GoalInfo {
  readonly step: number;
  readonly isMet: boolean;
  readonly why: string | null;
}

/** The goals that a run meets, and the mark of the lesson that set them; of a text without a lesson "". */
export interface GoalsAnswer {
  readonly lesson: string;
  readonly goals: readonly GoalInfo[];
}

/** The interpreter's reply to an input. */
export interface InterpreterReply {
  readonly kind: "value" | "note" | "error";
  readonly lines: readonly string[];
  /** What an export wrote, for the person to keep. */
  readonly file?: { readonly name: string; readonly text: string };
  /** The unit of a value as it is printed, where it is known. */
  readonly unit?: string;
}

// ── page → run worker

export type RunRequest =
  | {
      readonly type: "run";
      readonly id: number;
      readonly text: string;
      readonly name: string;
      readonly simulation: string | null;
    }
  | { readonly type: "stop"; readonly id: number }
  /** Asks whether the worker still listens. */
  | { readonly type: "ping" }
  /**
   * A person holds a body from a time on: the run restarts from there, synchronised with the clock, until it is
   * released.
   */
  | {
      readonly type: "pull";
      readonly id: number;
      readonly from: number;
      readonly inputs: readonly InputInfo[];
      readonly isHeld: boolean;
    }
  | {
      readonly type: "probe";
      readonly id: number;
      readonly request: number;
      readonly paths: readonly string[];
      readonly at: readonly MomentRef[];
    }
  /** All attributes at a moment. */
  | { readonly type: "memory"; readonly id: number; readonly request: number; readonly at: MomentRef }
  /** All frames from `from` on, as columns of numbers; vectors as components. */
  | {
      readonly type: "columns";
      readonly id: number;
      readonly request: number;
      readonly paths: readonly string[];
      readonly from: number;
    }
  | {
      readonly type: "curves";
      readonly id: number;
      readonly request: number;
      readonly paths: readonly string[];
      readonly from: number;
    }
  | { readonly type: "trace"; readonly id: number; readonly request: number; readonly event: number }
  | { readonly type: "explain"; readonly id: number; readonly request: number; readonly question: ExplainQuestion }
  | { readonly type: "compare"; readonly id: number; readonly request: number; readonly question: ComparisonQuestion }
  /** Checks a run by the referee; the worker answers nothing else meanwhile. */
  | { readonly type: "referee"; readonly id: number; readonly request: number; readonly question: RefereeQuestion }
  /** The forces at contact points, at a frame. */
  | { readonly type: "contacts"; readonly id: number; readonly request: number; readonly frame: number }
  | { readonly type: "goals"; readonly id: number; readonly request: number }
  /** How well constraints hold, and what solving them has taken so far. */
  | { readonly type: "constraints"; readonly id: number; readonly request: number; readonly at: MomentRef }
  | {
      readonly type: "evaluate";
      readonly id: number;
      readonly request: number;
      readonly text: string;
      readonly at: MomentRef | null;
    };

// ── run worker → page

/** A force or an impulse that a contact law stores, at a point, on the first of the two bodies. */
export interface ContactForceInfo {
  readonly objects: readonly string[];
  readonly point: readonly number[];
  readonly value: readonly number[];
  readonly unit: "N" | "N s";
}

/** Numbers of a measure at a frame: of a vector its components, else one; NaN if there is none. */
export const measureSize = 3;

/** Numbers of a bend: a body, a time, and position and rotation matrix just before and just after. */
export const bendSize = 26;

export type RunReply =
  | { readonly type: "loaded" }
  /** A run, a stop or a ping was heard; the work goes on. */
  | { readonly type: "heard" }
  /** The run was stopped; "done" follows, with the digest. */
  | { readonly type: "halted"; readonly id: number }
  | { readonly type: "refused"; readonly id: number; readonly problems: readonly Problem[] }
  | { readonly type: "layout"; readonly id: number; readonly layout: RunLayout; readonly problems: readonly Problem[] }
  /**
   * Consecutive frames: their times, memories and measures, and for each body whether it sleeps; null if bodies
   * cannot sleep.
   */
  | {
      readonly type: "frames";
      readonly id: number;
      readonly times: Float64Array;
      readonly memory: Float64Array;
      readonly measures: Float64Array;
      readonly inactive: Uint8Array | null;
    }
  /** Drops what came after these numbers of frames and events. */
  | {
      readonly type: "rewound";
      readonly id: number;
      readonly frames: number;
      readonly events: number;
      readonly time: number;
    }
  | {
      readonly type: "events";
      readonly id: number;
      readonly events: readonly EventInfo[];
      readonly bends: Float64Array;
    }
  | {
      readonly type: "done";
      readonly id: number;
      readonly digest: string;
      readonly notes: readonly string[];
      readonly stop: Stop | null;
      readonly interrupted: "by hand" | "full" | null;
      readonly seconds: number;
      readonly inputs: readonly InputRecord[];
    }
  | { readonly type: "answer"; readonly request: number; readonly value: unknown }
  | { readonly type: "failed"; readonly request: number; readonly reason: string };

// ── page ↔ check worker

export type CheckRequest =
  /** A person has put the cursor into the text, and will type. */
  | { readonly type: "ready" }
  | { readonly type: "check"; readonly id: number; readonly text: string; readonly name: string }
  | {
      readonly type: "service";
      readonly request: number;
      readonly text: string;
      readonly name: string;
      readonly question: ServiceQuestion;
    };

export type CheckReply =
  | { readonly type: "loaded" }
  | { readonly type: "checked"; readonly id: number; readonly problems: readonly Problem[] }
  /** Follows "checked" when no newer text waits. */
  | { readonly type: "outlined"; readonly id: number; readonly outline: Outline }
  | { readonly type: "answer"; readonly request: number; readonly value: unknown }
  | { readonly type: "failed"; readonly request: number; readonly reason: string };
