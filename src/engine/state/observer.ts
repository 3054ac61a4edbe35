// The reports of a run while it advances. The record listens; the engine does not know it.
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { PlainValue } from "../model/given-values.ts";
import type { Body } from "../model/model.ts";
import type { Application, Players } from "./application.ts";

export type EventType = "free fall" | "collision" | "contact" | "event";

export type Applications = readonly (Application | null)[];

/** The state on one side of an event. The engine keeps no reference to it; equal states may be the same object. */
export interface Moment {
  readonly memory: Float64Array;
  /** Per body; null if no law moves it, or the one that did has just ended. */
  readonly applications: Applications;
}

/** A law applied once, at an instant: that of a collision, or an event block. */
export interface Act {
  readonly scope: ContextScope;
  /** The participants, with the context's attributes as its functions saw them, after the first-time-only ones. */
  readonly players: Players;
  /** The memory that its functions saw. */
  readonly registered: Float64Array;
  /** The context's attributes after the law, per index. */
  readonly written: Players["attributes"];
}

/** Something that happened at an instant. */
export interface Happening {
  readonly type: EventType;
  readonly time: number;
  /** The name of the context, or of the event block. */
  readonly context: string;
  readonly bodies: readonly Body[];
  readonly before: Moment;
  readonly after: Moment;
  /** Null if a law begins that continues: it is among the applications after. */
  readonly act: Act | null;
  readonly point: Float64Array | null;
  readonly normal: Float64Array | null;
}

/** One application of the law of a pair, with the whole memory before and after. */
export interface Collision extends Pick<Happening, "time" | "context" | "bodies" | "point" | "normal"> {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly act: Act;
}

/**
 * What a person did: the new value of an input at an instant. It consists of numbers and arrays, so that files can hold
 * it.
 */
export interface Input {
  readonly time: number;
  /**
   * Number of steps and events of the run before it, to tell apart those at one instant. If absent, the first place
   * with this time is meant.
   */
  readonly after?: number;
  readonly name: string;
  readonly value: PlainValue;
}

/** What a note is about, as data: its words are for people. */
export interface NoteFact {
  /**
   * Two objects pass through each other; a switch of a law is stepped over; its rates are averaged to stay on a switch.
   */
  readonly kind: "passes" | "steps over" | "slides";
  readonly law: string | null;
  readonly objects: readonly string[];
  /** When it began; null for the whole run. */
  readonly time: number | null;
}

export function passing(objects: readonly string[], time: number): NoteFact {
  return { kind: "passes", law: null, objects, time };
}

export interface Observer {
  input(input: Input): void;
  /** `inactive`: per body, 1 while it sleeps; null if bodies cannot sleep. The engine changes the array. */
  frame(time: number, memory: Float64Array, applications: Applications, inactive: Uint8Array | null): void;
  happening(happening: Happening): void;
  note(message: string, facts?: readonly NoteFact[]): void;
  /** Receives a note with its place in the text; without this method it is reported like any other note. */
  warn?(warning: Diagnostic, facts?: readonly NoteFact[]): void;
  stopped(diagnostic: Diagnostic, time: number): void;
}
