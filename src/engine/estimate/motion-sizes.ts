// The size of the motion of each attribute, to which its errors are compared: its distance from its first value or, for
// uniform motion, eight times its deviation from that. So the errors of a suspension count beside the travel of its
// car.

import type { RateTerm, RateTerms } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import { rotationOf } from "../model/orientation.ts";
import type { Slot } from "../model/slot.ts";
import type { ErrorLedger } from "../state/error-ledger.ts";

/** Motion below this size, or below these shares of the value and of the same attribute of any body, does not count. */
const leastMotion = 1e-7;
const leastOfValue = 1e-3;
const leastOfGroup = 1e-6;
/**
 * Motion this many times as large as its deviation from a line is uniform; for half a period of a cosine the ratio is
 * 17.
 */
const uniformFrom = 30;
/** For uniform motion, errors are compared to this many times its deviation. */
const ofStray = 8;
const rotations = [new Float64Array(9), new Float64Array(9)];

/** Where the terms of a motion stand in a ledger. */
export interface Rows {
  readonly terms: readonly RateTerm[];
  readonly row: Int32Array;
  readonly group: Int32Array;
  /** The groups, and for each number of the vector the group it is in. */
  readonly groups: Int32Array;
  readonly groupAt: Int32Array;
  /** Per group, and per term: the size of the motion found last. */
  readonly ofGroup: Float64Array;
  readonly ofTerm: Float64Array;
}

export class MotionSizes {
  private readonly rowOf = new Map<Slot, number>();
  private readonly groupOf = new Map<string, number>();
  private readonly known = new WeakMap<RateTerms, Rows>();
  private last: Rows | null = null;
  /** Whether the motion of an attribute is that of all bodies together: in time stepping few of them move freely. */
  private readonly isCommon: boolean;

  constructor({ bodies, world, settings }: Model) {
    this.isCommon = settings.scheme === "time stepping";
    for (const slots of [...bodies.map((body) => body.slots), world])
      for (const slot of slots.values()) {
        this.rowOf.set(slot, this.rowOf.size);
        if (!this.groupOf.has(slot.name)) this.groupOf.set(slot.name, this.groupOf.size);
      }
  }

  rowOfSlot(slot: Slot): number {
    return this.rowOf.get(slot)!;
  }

  /** The attributes of a run, each with its row. */
  get slots(): Iterable<[Slot, number]> {
    return this.rowOf;
  }

  get rows(): number {
    return this.rowOf.size;
  }

  get groups(): number {
    return this.groupOf.size;
  }

  rowsOf(terms: RateTerms): Rows {
    if (this.last?.terms === terms.all) return this.last;
    return (this.last = this.known.get(terms) ?? this.findRows(terms));
  }

  private findRows(terms: RateTerms): Rows {
    const row = Int32Array.from(terms.all, ({ slot }) => this.rowOf.get(slot)!);
    const group = Int32Array.from(terms.all, ({ slot }) => this.groupOf.get(slot.name)!);
    const groups = Int32Array.from(new Set(group));
    const groupAt = new Int32Array(terms.size);
    for (const [i, { at, slot }] of terms.all.entries()) groupAt.fill(groups.indexOf(group[i]), at, at + slot.size);
    const ofGroup = new Float64Array(this.groupOf.size);
    const ofTerm = new Float64Array(terms.all.length);
    const rows = { terms: terms.all, row, group, groups, groupAt, ofGroup, ofTerm };
    this.known.set(terms, rows);
    return rows;
  }

  /** Finds the sizes of all motions up to a vector. */
  find({ terms, row, group, ofGroup, ofTerm }: Rows, y: Float64Array, { reach, uniform }: ErrorLedger): void {
    ofGroup.fill(leastMotion);
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      let size = 0;
      for (let k = at; k < at + slot.size; k++) size = Math.max(size, Math.abs(y[k]));
      const far = reach[row[i]];
      const stray = uniform.strays[row[i]];
      const motion = far > uniformFrom * stray ? ofStray * stray : far;
      ofTerm[i] = Math.max(leastMotion, motion, leastOfValue * size);
      ofGroup[group[i]] = Math.max(ofGroup[group[i]], ofTerm[i]);
    }
    const least = this.isCommon ? 1 : leastOfGroup;
    for (let i = 0; i < terms.length; i++) ofTerm[i] = Math.max(ofTerm[i], least * ofGroup[group[i]]);
  }
}

/** The largest difference between numbers of a term; for Euler angles, which may jump, that of their rotations. */
export function termDifference({ at, slot, application }: RateTerm, a: Float64Array, b: Float64Array): number {
  let most = 0;
  if (slot.size === 3 && slot === application.body.orientation) {
    rotationOf(rotations[0], a.subarray(at, at + 3));
    rotationOf(rotations[1], b.subarray(at, at + 3));
    for (let k = 0; k < 9; k++) most = Math.max(most, Math.abs(rotations[0][k] - rotations[1][k]));
    return most;
  }
  for (let k = at; k < at + slot.size; k++) most = Math.max(most, Math.abs(a[k] - b[k]));
  return most;
}

/** The largest difference of a term, as a share of its motion. */
export function rowDistance({ terms, ofTerm }: Rows, a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < terms.length; i++) most = Math.max(most, termDifference(terms[i], a, b) / ofTerm[i]);
  return most;
}
