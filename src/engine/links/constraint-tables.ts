// Where the numbers of all constraints at work lie, in the order in which their system is put together and solved.
// Places are places in the run's memory, -1 for what is zero by its form.
import { findReach } from "../../geometry/shapes/bounds.ts";
import { isInfinite } from "../../geometry/shapes/shape.ts";
import { type BlockPattern, createBlockPattern, offsetOf } from "../../math/block/block-matrix.ts";
import type { Body } from "../model/model.ts";
import { placesOfSlots } from "../model/slot.ts";
import type { LinkInstance } from "./instance.ts";

/** Integers per end of a constraint. */
export const endSize = 6;

export interface ConstraintTables {
  readonly pattern: BlockPattern;
  /** See couplings.ts. */
  readonly couplings: Int32Array;
  /** Per row of all constraints: value, rate, right-hand side, unknown. */
  readonly values: Int32Array;
  readonly rates: Int32Array;
  readonly right: Int32Array;
  readonly found: Int32Array;
  /** Per row: how often it is differentiated until accumulators act on it. */
  readonly orders: Uint8Array;
  readonly rowsOf: Int32Array;
  /** Where the blocks of constraints on themselves begin, and what their kernels found for them. */
  readonly diagonal: Int32Array;
  readonly own: Int32Array;
  /** Where unknowns are kept with their links, row by row. */
  readonly kept: Int32Array;
  /** Accumulators of all bodies that constraints act on. */
  readonly sums: Int32Array;
  /**
   * Per constraint and end: the first of its body's accumulators, how many, and where H, G, given and yielding
   * contributions lie.
   */
  readonly ends: Int32Array;
}

/** What closes gaps, or stops their growth, of constraints that are projected, or of all. */
export type Change = "values" | "all values" | "velocities" | "all velocities";

/**
 * Per change and row: where that lies which it is to undo, or -1. Poses are changed for what is stated of poses alone;
 * velocities for its growth, and for what is stated of velocities.
 */
export function findUndone(
  { values: stated, rates, orders }: ConstraintTables,
  isProjected: Uint8Array,
): Record<Change, Int32Array> {
  const projected = (places: Int32Array) => places.map((place, row) => (isProjected[row] === 1 ? place : -1));
  const values = stated.map((place, row) => (orders[row] === 2 ? place : -1));
  const velocities = stated.map((place, row) => (orders[row] === 2 ? rates[row] : place));
  return {
    values: projected(values),
    "all values": values,
    velocities: projected(velocities),
    "all velocities": velocities,
  };
}

export function tabulateConstraints(
  runs: readonly LinkInstance[],
  placesOf: (body: Body | null) => readonly number[],
): ConstraintTables {
  const firsts = new Map<Body, number>();
  const sums: number[] = [];
  const ends: number[] = [];
  const byBody = new Map<Body, { run: number; end: number; count: number }[]>();
  for (const [run, { link, form, at }] of runs.entries())
    for (const [end, body] of link.bodies.entries()) {
      const places = placesOf(body);
      if (body && places.length > 0 && !firsts.has(body)) {
        firsts.set(body, sums.length);
        sums.push(...places);
      }
      const absolute = (offset: number) => (offset < 0 || places.length === 0 ? -1 : at + offset);
      ends.push(
        body ? (firsts.get(body) ?? 0) : 0,
        places.length,
        absolute(form.ofUnknowns[end]),
        absolute(form.onConstraint[end]),
        absolute(form.given[end]),
        absolute(form.yielding[end]),
      );
      if (body && places.length > 0)
        byBody.set(body, [...(byBody.get(body) ?? []), { run, end, count: places.length }]);
    }
  const pairs = [...byBody.values()].flatMap((members) =>
    members.flatMap((a) => members.map((b) => [a.run, b.run] as const)),
  );
  const pattern = createBlockPattern(
    runs.map(({ form }) => form.rows),
    pairs,
  );
  const couplings: number[] = [];
  for (const members of byBody.values())
    for (const k of members)
      for (const l of members) {
        // What a constraint does to itself its own law has added up, unless both its ends are on one body.
        if (k.run === l.run && isAlone(runs[k.run])) continue;
        const left = ends[endSize * (2 * k.run + k.end) + 3];
        const right = ends[endSize * (2 * l.run + l.end) + 2];
        if (left >= 0 && right >= 0)
          couplings.push(
            left,
            right,
            offsetOf(pattern, k.run, l.run),
            runs[k.run].form.rows,
            runs[l.run].form.rows,
            k.count,
          );
      }
  const perRow = (number: (run: LinkInstance, i: number) => number) =>
    runs.flatMap((run) => Array.from({ length: run.form.rows }, (_, i) => number(run, i)));
  const placesIn = (part: "value" | "rate" | "right" | "found") =>
    Int32Array.from(perRow(({ form, at }, i) => (form[part] < 0 ? -1 : at + form[part] + i)));
  return {
    pattern,
    couplings: Int32Array.from(couplings),
    values: placesIn("value"),
    rates: placesIn("rate"),
    right: placesIn("right"),
    found: placesIn("found"),
    orders: Uint8Array.from(perRow(({ form }, i) => form.orders[i])),
    rowsOf: Int32Array.from(runs, ({ form }) => form.rows),
    diagonal: Int32Array.from(runs, (run, k) => (isAlone(run) ? offsetOf(pattern, k, k) : -1)),
    own: Int32Array.from(runs, ({ form, at }) => at + form.own),
    kept: Int32Array.from(runs.flatMap(({ link }) => placesOfSlots(link.unknowns))),
    sums: Int32Array.from(sums),
    ends: Int32Array.from(ends),
  };
}

/** Whether its ends are on different bodies. */
function isAlone({ link: { bodies }, form }: LinkInstance): boolean {
  return bodies[0] !== bodies[1] && form.own >= 0;
}

/** The lengths in play, as the experiment begins: a run that is taken up from a kept state goes on with the same. */
export function findLength(runs: readonly LinkInstance[], initial: Float64Array): number {
  const out = new Float64Array(1);
  let length = 0;
  for (const { geometry, position } of runs.flatMap(({ link }) => link.bodies.flatMap((body) => body ?? []))) {
    for (let k = 0; k < 3; k++) length = Math.max(length, Math.abs(initial[position.offset + k * position.stride]));
    if (isInfinite(geometry)) continue;
    findReach(out, geometry);
    length = Math.max(length, out[0]);
  }
  return length;
}
