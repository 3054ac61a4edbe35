// Contact points by number: their bodies, their rows, and what was kept of these.
import type { ContactForm } from "./form.ts";

/** Points by number: parallel lists that grow when needed. */
export class PointList {
  count = 0;
  /** The place of the row in the run's memory. */
  at = new Int32Array(256);
  /** The bodies with index 0 and 1. */
  own = new Int32Array(256);
  other = new Int32Array(256);
  /** The number of the pair, in ascending order. */
  pair = new Float64Array(256);
  feature = new Int32Array(256);
  /** 1 for points whose law had not yet acted when they were found. */
  isNew = new Uint8Array(256);
  /** 1 once it has acted: then first-time-only attributes are computed. */
  hasBegun = new Uint8Array(256);
  /** 1 for points between bodies that sleep or are static: they are kept unchanged. */
  isResting = new Uint8Array(256);
  readonly forms: ContactForm[] = [];
  /** Six numbers a point: the touching points of both bodies, in their own frames. */
  anchors = new Float64Array(6 * 256);
  /** The place of the next row. */
  end = 0;
  /** The space for the rows and their entries in tables. */
  room = 0;
  /** The kept numbers of rows, and the start of each row's. */
  private kept = new Float64Array(1024);
  private readonly keptAt: number[] = [];

  private grow(): void {
    const grown = <T extends Int32Array | Float64Array | Uint8Array>(old: T, make: (length: number) => T): T => {
      const list = make(2 * old.length);
      list.set(old as never);
      return list;
    };
    const ints = (length: number) => new Int32Array(length);
    this.at = grown(this.at, ints);
    this.own = grown(this.own, ints);
    this.other = grown(this.other, ints);
    this.pair = grown(this.pair, (length) => new Float64Array(length));
    this.feature = grown(this.feature, ints);
    this.isNew = grown(this.isNew, (length) => new Uint8Array(length));
    this.hasBegun = grown(this.hasBegun, (length) => new Uint8Array(length));
    this.isResting = grown(this.isResting, (length) => new Uint8Array(length));
    this.anchors = grown(this.anchors, (length) => new Float64Array(length));
  }

  push(at: number, own: number, other: number, pair: number, feature: number, form: ContactForm): number {
    const i = this.count++;
    if (i === this.at.length) this.grow();
    this.at[i] = at;
    this.own[i] = own;
    this.other[i] = other;
    this.pair[i] = pair;
    this.feature[i] = feature;
    this.isNew[i] = 1;
    this.hasBegun[i] = 0;
    this.isResting[i] = 0;
    this.forms[i] = form;
    return i;
  }

  /** Keeps the lasting numbers of the rows, from the k-th on, before other rows overwrite them. */
  keepRows(numbers: Float64Array, k: number): void {
    const { count, forms, at, keptAt } = this;
    const most = count > 0 ? this.end - at[0] : 0;
    if (this.kept.length < most) this.kept = new Float64Array(2 * most);
    const { kept } = this;
    let to = 0;
    for (let i = 0; i < count; i++) {
      keptAt[i] = to - k;
      const end = at[i] + forms[i].lasting;
      for (let from = at[i] + k; from < end; from++) kept[to++] = numbers[from];
    }
  }

  /** Writes the kept numbers of a point, from the k-th of its row on, into another row. */
  restoreRow(j: number, k: number, numbers: Float64Array, at: number): void {
    const { kept } = this;
    const from = this.keptAt[j];
    const end = this.forms[j].lasting;
    for (let n = k; n < end; n++) numbers[at + n] = kept[from + n];
  }
}
