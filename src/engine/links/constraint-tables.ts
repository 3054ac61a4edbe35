// Where the numbers of all active constraints lie, in the order in which their system is assembled and solved. Places
// are places in the run's memory, -1 for what is zero by its form.
import { findReach } from "../../geometry/shapes/bounds.ts";
import { isInfinite } from "../../geometry/shapes/shape.ts";
import { type BlockPattern, createBlockPattern, offsetOf } from "../../math/block/block-matrix.ts";
import type { Body } from "../model/model.ts";
import { placesOfSlots } from "../model/slot.ts";
import type { LinkInstance } from "./instance.ts";

/** Number of integers per end of a constraint. */
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
  /** Per row: the number of differentiations until accumulators act on it. */
  readonly orders: Uint8Array;
  readonly rowsOf: Int32Array;
  /** Where the diagonal blocks begin, and where their kernels' results for them lie. */
  readonly diagonal: Int32Array;
  readonly own: Int32Array;
  /** The places where links keep their unknowns, row by row. */
  readonly kept: Int32Array;
  /** Accumulators of all bodies that constraints act on. */
  readonly sums: Int32Array;
  /**
   * Per constraint and end: the first of its body's accumulators, their number, and the places of H, G, given and
   * yielding contributions.
   */
  readonly ends: Int32Array;
}

/** What is corrected: values (gaps) or velocities (their growth), of projected constraints or of all. */
export type ProjectedPart = "values" | "all values" | "velocities" | "all velocities";

/**
 * Per change and row: the place of the number that it must undo, or -1. Changes of poses concern constraints of poses
 * alone; changes of velocities concern their growth, and constraints of velocities.
 */
export function findUndone(
  { values: stated, rates, orders }: ConstraintTables,
  isProjected: Uint8Array,
): Record<ProjectedPart, Int32Array> {
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

/** An end of a constraint at a body that laws move, and the number of the body's accumulators. */
interface Member {
  readonly instance: number;
  readonly end: number;
  readonly count: number;
}

export function tabulateConstraints(
  instances: readonly LinkInstance[],
  placesOf: (body: Body | null) => readonly number[],
): ConstraintTables {
  const { sums, ends, members } = tabulateEnds(instances, placesOf);
  const pairs = members.flatMap((atBody) =>
    atBody.flatMap((a) => atBody.map((b) => [a.instance, b.instance] as const)),
  );
  const pattern = createBlockPattern(
    instances.map(({ form }) => form.rows),
    pairs,
  );
  const perRow = (number: (instance: LinkInstance, i: number) => number) =>
    instances.flatMap((instance) => Array.from({ length: instance.form.rows }, (_, i) => number(instance, i)));
  const placesIn = (part: "value" | "rate" | "right" | "found") =>
    Int32Array.from(perRow(({ form, at }, i) => (form[part] < 0 ? -1 : at + form[part] + i)));
  return {
    pattern,
    couplings: Int32Array.from(couplingsOf(instances, ends, members, pattern)),
    values: placesIn("value"),
    rates: placesIn("rate"),
    right: placesIn("right"),
    found: placesIn("found"),
    orders: Uint8Array.from(perRow(({ form }, i) => form.orders[i])),
    rowsOf: Int32Array.from(instances, ({ form }) => form.rows),
    diagonal: Int32Array.from(instances, (instance, k) => (isAlone(instance) ? offsetOf(pattern, k, k) : -1)),
    own: Int32Array.from(instances, ({ form, at }) => at + form.own),
    kept: Int32Array.from(instances.flatMap(({ link }) => placesOfSlots(link.unknowns))),
    sums: Int32Array.from(sums),
    ends: Int32Array.from(ends),
  };
}

/** The tables of accumulators and of ends, and the ends at each body. */
function tabulateEnds(instances: readonly LinkInstance[], placesOf: (body: Body | null) => readonly number[]) {
  const firsts = new Map<Body, number>();
  const sums: number[] = [];
  const ends: number[] = [];
  const byBody = new Map<Body, Member[]>();
  for (const [instance, { link, form, at }] of instances.entries())
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
        byBody.set(body, [...(byBody.get(body) ?? []), { instance, end, count: places.length }]);
    }
  return { sums, ends, members: [...byBody.values()] };
}

/** How the unknowns of constraints act on others through the bodies they share; see couplings.ts. */
function couplingsOf(
  instances: readonly LinkInstance[],
  ends: readonly number[],
  members: readonly (readonly Member[])[],
  pattern: BlockPattern,
): number[] {
  const couplings: number[] = [];
  for (const atBody of members)
    for (const k of atBody)
      for (const l of atBody) {
        // The law of a constraint has already added its effect on itself, unless both its ends are on one body.
        if (k.instance === l.instance && isAlone(instances[k.instance])) continue;
        const left = ends[endSize * (2 * k.instance + k.end) + 3];
        const right = ends[endSize * (2 * l.instance + l.end) + 2];
        const [rows, cols] = [instances[k.instance].form.rows, instances[l.instance].form.rows];
        if (left >= 0 && right >= 0)
          couplings.push(left, right, offsetOf(pattern, k.instance, l.instance), rows, cols, k.count);
      }
  return couplings;
}

/** Whether its ends are on different bodies. */
function isAlone({ link: { bodies }, form }: LinkInstance): boolean {
  return bodies[0] !== bodies[1] && form.own >= 0;
}

/** The typical length at the start of the experiment: a run that continues from a snapshot uses the same. */
export function findLength(instances: readonly LinkInstance[], initial: Float64Array): number {
  const out = new Float64Array(1);
  let length = 0;
  for (const { geometry, position } of instances.flatMap(({ link }) => link.bodies.flatMap((body) => body ?? []))) {
    for (let k = 0; k < 3; k++) length = Math.max(length, Math.abs(initial[position.offset + k * position.stride]));
    if (isInfinite(geometry)) continue;
    findReach(out, geometry);
    length = Math.max(length, out[0]);
  }
  return length;
}
