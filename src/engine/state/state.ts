// What changes during a run. A snapshot is a copy of it.

import type { Body, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Application } from "./application.ts";
import { copyLedger, type ErrorLedger } from "./error-ledger.ts";
import type { KeptPoints } from "./kept-points.ts";
import { PairTable } from "./pair-table.ts";
import type { RunMemory } from "./run-memory.ts";

/** The state of a pair that touches, has touched or overlaps. */
export type PairStatus =
  /** Touching and not closing; watched in case it closes again. */
  | "touching"
  /** Allowed to pass through until it is apart: its collision did not separate it, and it has no contact law. */
  | "passing"
  /** Held together by a contact law. */
  | "contact";

export interface State {
  /** The end of the last step. */
  time: number;
  /** Number of whole steps so far. */
  steps: number;
  /** How often the run has advanced: by a step, or to an event within one. */
  advances: number;
  /** Registered values: during a run a part of its memory, in a snapshot a copy. */
  readonly memory: ReadonlyNumbers;
  /** Per body; null if no law moves it. */
  applications: (Application | null)[];
  /** By the pair's number, see pairNumber. */
  readonly pairs: PairTable<PairStatus>;
  /** How often each pair has met at this instant, within rounding. */
  readonly meetings: PairTable<number>;
  /**
   * For pairs that touch and overlap: their distance at the last collision, or when a law that held them together let
   * go.
   */
  readonly levels: PairTable<number>;
  /** Per event block, whether its condition held at `time`. */
  readonly conditions: boolean[];
  /** What is known about errors of fixed steps; null before the first. */
  errors: ErrorLedger | null;
  /** Keys of notes that have been given once, see `Laws.tellOnce`. */
  readonly told: Set<string>;
  /** The contact points, in a snapshot of time stepping. */
  readonly points: KeptPoints | null;
}

/** A number for a pair of bodies, the lower index first. */
export function pairNumber(model: Model, a: Body, b: Body): number {
  return Math.min(a.index, b.index) * model.bodies.length + Math.max(a.index, b.index);
}

export function pairOf(model: Model, number: number): [Body, Body] {
  const count = model.bodies.length;
  return [model.bodies[Math.floor(number / count)], model.bodies[number % count]];
}

/** The pairs of a status, in canonical order. */
export function pairsWith(model: Model, state: State, wanted: PairStatus): [Body, Body][] {
  return [...state.pairs].flatMap(([number, status]) => (status === wanted ? [pairOf(model, number)] : []));
}

/** A copy of the state, with its own numbers. */
export interface Snapshot extends State {
  readonly memory: Float64Array;
}

/** The state at the start of a run, before any law is active; `memory` holds the first values. */
export function createState({ settings, bodies }: Model, memory: ReadonlyNumbers): State {
  const applications = bodies.map(() => null);
  return {
    time: settings.initialTime,
    steps: 0,
    advances: 0,
    memory,
    applications,
    pairs: new PairTable(),
    meetings: new PairTable(),
    levels: new PairTable(),
    conditions: [],
    errors: null,
    told: new Set(),
    points: null,
  };
}

export function copyState(state: State): Snapshot {
  return {
    ...state,
    memory: state.memory.slice(),
    applications: state.applications.map(
      (application) => application && { ...application, attributes: new Map(application.attributes) },
    ),
    pairs: state.pairs.copy(),
    meetings: state.meetings.copy(),
    levels: state.levels.copy(),
    conditions: [...state.conditions],
    errors: state.errors && copyLedger(state.errors),
    told: new Set(state.told),
  };
}

/**
 * The state for a run that continues from a snapshot, with its values written back into the memory; `adopt` makes its
 * laws those of the run's model.
 */
export function resumeState(
  snapshot: State,
  memory: RunMemory,
  adopt: (application: Application) => Application,
): State {
  memory.restore(snapshot.memory);
  const state = copyState(snapshot);
  return {
    ...state,
    memory: memory.registered,
    applications: state.applications.map((application) => application && adopt(application)),
  };
}
