// What a run tells while it goes on. The record listens; the engine does not know it.
import type { Diagnostic } from "../language/diagnostic.ts";
import type { Body } from "./model.ts";
import type { Application } from "./state.ts";

export type EventType = "free fall" | "collision" | "contact" | "event";

/** Something that happened at an instant. */
export interface Happening {
  readonly type: EventType;
  readonly time: number;
  /** The name of the context, or of the event block. */
  readonly context: string;
  readonly bodies: readonly Body[];
  /** All attributes before and after; the engine keeps no hold of these. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Zero-argument functions of the law, by name, where it was applied once. */
  readonly values: ReadonlyMap<string, string>;
  readonly point: Float64Array | null;
  readonly normal: Float64Array | null;
}

export interface Observer {
  frame(time: number, memory: Float64Array, applications: readonly (Application | null)[]): void;
  happening(happening: Happening): void;
  note(message: string): void;
  stopped(diagnostic: Diagnostic, time: number): void;
}
