// The contact points of a run, new and old: rows of numbers in the run's memory, in the order of their pairs.
//
// A point continues if its pair has a new one of the same feature, or one near its former place; then its row keeps the
// attributes of the context. Rows are contiguous. Before new rows overwrite the old ones, their lasting numbers are put
// aside, close together: for many points, memory access dominates the time.
import { entryWords } from "../../../compiler/emit/traversal.ts";
import type { Manifold } from "../../../geometry/contact/manifold.ts";
import type { Laws } from "../../laws/laws.ts";
import { RunError } from "../../model/run-error.ts";
import type { KeptPoints } from "../../state/kept-points.ts";
import type { ContactForm } from "./form.ts";
import { rowHeader, rowNormal, rowPenetration, rowPoint } from "./places.ts";
import { PointList } from "./point-list.ts";

/** The numbers of an entry of a table, and the number of tables. */
export const pointNumbers = entryWords / 2;
const tables = 2;

/** A new point closer than this to an old one of its pair, relative to its bodies, continues that one. */
const near = 0.02;

export class ContactPoints {
  /** The present points. */
  list = new PointList();
  private old = new PointList();
  /** The first point of the present pair, new and old. */
  private pairFrom = 0;
  private oldFrom = 0;
  private oldTo = 0;
  private readonly numbers: Float64Array;
  /** The memory of all points: rows from its start on, tables of sweeps before its end. */
  private readonly start: number;
  private readonly end: number;
  /** The first number of a row that is kept: the whole row if bodies may rest, otherwise only the attributes. */
  private readonly keptFrom: number;
  private isTaken = new Uint8Array(16);
  /** In memory: the square of the largest distance of a point from the one that it continues. */
  private readonly reach = new Float64Array(1);

  constructor({ memory, model }: Laws) {
    this.numbers = memory.numbers;
    this.start = memory.allocate(memory.contactNumbers)!;
    this.end = this.start + memory.contactNumbers;
    this.list.end = this.start;
    this.keptFrom = model.settings.sleepSpeed >= 0 ? 0 : rowHeader;
  }

  /** Begins a new search for points; the present points become the old ones. */
  begin(): void {
    const { list } = this;
    list.keepRows(this.numbers, this.keptFrom);
    this.list = this.old;
    this.old = list;
    this.list.count = 0;
    this.list.end = this.start;
    this.list.room = 0;
    this.oldTo = 0;
  }

  /** Whether a pair has points now. */
  hasPair(pair: number): boolean {
    const { list } = this;
    let from = 0;
    let to = list.count;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (list.pair[middle] < pair) from = middle + 1;
      else to = middle;
    }
    return from < list.count && list.pair[from] === pair;
  }

  /** Begins the points of a pair, after all earlier pairs. */
  beginPair(pair: number): void {
    const { old } = this;
    this.pairFrom = this.list.count;
    let from = this.oldTo;
    while (from < old.count && old.pair[from] < pair) from++;
    let to = from;
    while (to < old.count && old.pair[to] === pair) to++;
    this.oldFrom = from;
    this.oldTo = to;
  }

  /** Whether the present pair had points before. */
  get isKnownPair(): boolean {
    return this.oldTo > this.oldFrom;
  }

  /** Adds a point of the present pair; the caller fills its row with the geometry. */
  add(own: number, other: number, pair: number, feature: number, form: ContactForm): number {
    const { list } = this;
    const at = list.end;
    list.room += form.room + tables * pointNumbers;
    if (this.start + list.room > this.end)
      throw new RunError(
        "too-many",
        form.context.name.span,
        `there are more than ${list.count} contact points: the memory of a run is full`,
        "take fewer objects, a smaller 'margin' or 'contact points = middle'",
      );
    list.end += form.size;
    list.push(at, own, other, pair, feature, form);
    return at;
  }

  /** The start of a table with an entry for each point, for either of the sweeps. */
  table(sweep: number): number {
    return this.end - (sweep + 1) * pointNumbers * this.list.count;
  }

  /**
   * Ends the present pair: its points continue the old ones. `reaches` are the sizes of all bodies; 0 means infinite.
   */
  finishPair(reaches: Float64Array): void {
    const { list, old, oldFrom, oldTo } = this;
    const count = oldTo - oldFrom;
    if (this.isTaken.length < count) this.isTaken = new Uint8Array(2 * count);
    this.isTaken.fill(0, 0, count);
    for (let i = this.pairFrom; i < list.count; i++) {
      this.from[i] = -1;
      for (let j = oldFrom; j < oldTo; j++)
        if (old.feature[j] === list.feature[i] && this.isTaken[j - oldFrom] === 0 && old.forms[j] === list.forms[i]) {
          this.take(i, j);
          break;
        }
    }
    const own = reaches[list.own[this.pairFrom]] || Number.POSITIVE_INFINITY;
    const other = reaches[list.other[this.pairFrom]] || Number.POSITIVE_INFINITY;
    const scale = Math.min(own, other);
    this.reach[0] = near * near * scale * scale;
    for (let i = this.pairFrom; i < list.count; i++) {
      if (this.from[i] < 0) {
        const j = this.nearest(i);
        if (j >= 0) this.take(i, j);
      }
      this.copyAttributes(i);
    }
  }

  /** Keeps the points of a resting pair unchanged. */
  keepPair(pair: number): void {
    this.beginPair(pair);
    const { list, old, numbers } = this;
    for (let j = this.oldFrom; j < this.oldTo; j++) {
      const form = old.forms[j];
      const at = this.add(old.own[j], old.other[j], pair, old.feature[j], form);
      const i = list.count - 1;
      old.restoreRow(j, 0, numbers, at);
      for (let k = 0; k < 6; k++) list.anchors[6 * i + k] = old.anchors[6 * j + k];
      this.goOn(i, j);
      list.isResting[i] = 1;
    }
  }

  /** The old point that point i continues; -1 for a new one. Kept for rows whose numbers are written later. */
  private readonly from: number[] = [];

  private take(i: number, j: number): void {
    this.isTaken[j - this.oldFrom] = 1;
    this.goOn(i, j);
    this.from[i] = j;
  }

  private goOn(i: number, j: number): void {
    this.list.hasBegun[i] = this.old.hasBegun[j];
    this.list.isNew[i] = 1 - this.old.hasBegun[j];
  }

  private copyAttributes(i: number): void {
    const { numbers, list, old } = this;
    const { initial } = list.forms[i];
    const to = list.at[i] + rowHeader;
    const j = this.from[i];
    if (j < 0) for (let k = 0; k < initial.length; k++) numbers[to + k] = initial[k];
    else old.restoreRow(j, rowHeader, numbers, list.at[i]);
  }

  /** The nearest free old point of the pair to point i, in the frame of the body with index 1. */
  private nearest(i: number): number {
    const { list, old } = this;
    const p = 6 * i + 3;
    let best = -1;
    let least = this.reach[0];
    for (let j = this.oldFrom; j < this.oldTo; j++) {
      if (this.isTaken[j - this.oldFrom] === 1 || old.forms[j] !== list.forms[i]) continue;
      const q = 6 * j + 3;
      const x = list.anchors[p] - old.anchors[q];
      const y = list.anchors[p + 1] - old.anchors[q + 1];
      const z = list.anchors[p + 2] - old.anchors[q + 2];
      const far = x * x + y * y + z * z;
      if (far < least) {
        least = far;
        best = j;
      }
    }
    return best;
  }

  /** Writes the geometry of a point. */
  describe(at: number, { positions, normals, penetrations }: Manifold, i: number): void {
    const { numbers } = this;
    for (let x = 0; x < 3; x++) {
      numbers[at + rowPoint + x] = positions[3 * i + x];
      numbers[at + rowNormal + x] = normals[3 * i + x];
    }
    numbers[at + rowPenetration] = penetrations[i];
  }

  /** The lasting numbers of all points. */
  keep(): Omit<KeptPoints, "moved" | "turned" | "displaced" | "unsettled" | "sleep"> {
    const { list, numbers } = this;
    const kept: number[] = [];
    for (let i = 0; i < list.count; i++) {
      const { lasting } = list.forms[i];
      for (let k = 0; k < lasting; k++) kept.push(numbers[list.at[i] + k]);
    }
    return {
      pairs: list.pair.slice(0, list.count),
      features: list.feature.slice(0, list.count),
      numbers: Float64Array.from(kept),
      anchors: list.anchors.slice(0, 6 * list.count),
      hasBegun: list.hasBegun.slice(0, list.count),
    };
  }

  /** Continues from kept points; `formOf` finds the law of a pair. */
  restore(kept: KeptPoints, formOf: (pair: number) => { form: ContactForm; own: number; other: number }): void {
    this.begin();
    let from = 0;
    for (let i = 0; i < kept.pairs.length; i++) {
      const { form, own, other } = formOf(kept.pairs[i]);
      const at = this.add(own, other, kept.pairs[i], kept.features[i], form);
      for (let k = 0; k < form.lasting; k++) this.numbers[at + k] = kept.numbers[from + k];
      from += form.lasting;
      this.list.hasBegun[i] = kept.hasBegun[i];
      this.list.isNew[i] = 1 - kept.hasBegun[i];
    }
    this.list.anchors.set(kept.anchors);
  }
}
