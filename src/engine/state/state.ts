// What changes during a run. A snapshot is a copy of it.

import type { Body, Model } from "../model/model.ts";
import type { Application } from "./application.ts";
import { copyLedger, type ErrorLedger } from "./error-ledger.ts";
import type { KeptPoints } from "./kept-points.ts";
import { PairTable } from "./pair-table.ts";

/** What is known of a pair that touches, has touched or overlaps. */
export type PairStatus =
  /** In touch and not closing; watched for closing again. */
  | "touching"
  /** Let through until it is apart: its collision did not separate it and no contact law takes it. */
  | "passing"
  /** Held together by a contact law. */
  | "contact";

export interface State {
  /** The end of the last step. */
  time: number;
  /** How many whole steps lie behind. */
  steps: number;
  /** How often the run was asked to go on: by a step, or to an event within one. */
  advances: number;
  /** Registered values: during a run a part of its memory, in a snapshot a copy. */
  readonly memory: Float64Array;
  /** Per body; null where no law moves it. */
  applications: (Application | null)[];
  /** By the pair's number, see pairNumber. */
  readonly pairs: PairTable<PairStatus>;
  /** How often each pair has met at this instant, as near as instants can be told apart. */
  readonly meetings: PairTable<number>;
  /**
   * Of pairs that touch and overlap: their distance when they were struck last, or let go by a law that held them
   * together.
   */
  readonly levels: PairTable<number>;
  /** Per event block, whether its condition held at `time`. */
  readonly conditions: boolean[];
  /** What is known of the errors of fixed steps; null before the first. */
  errors: ErrorLedger | null;
  /** Keys of what a person has been told once, see `Laws.tellOnce`. */
  readonly told: Set<string>;
  /** Of a snapshot in time stepping: the contact points. */
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

/** How a run begins, before any law is at work; `memory` holds the first values. */
export function createState({ settings, bodies }: Model, memory: Float64Array): State {
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

export function copyState(state: State): State {
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
 * A snapshot to go on from, its values written back into the memory of a run; `adopt` makes its laws those of the run's
 * model.
 */
export function resumeState(
  snapshot: State,
  memory: Float64Array,
  adopt: (application: Application) => Application,
): State {
  memory.set(snapshot.memory);
  const state = copyState(snapshot);
  return { ...state, memory, applications: state.applications.map((application) => application && adopt(application)) };
}
