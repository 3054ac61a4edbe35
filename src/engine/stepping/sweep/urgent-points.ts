// The most urgent contact point: a tournament among the entries of a table, with a list of the entries of each body. An
// entry plays against its neighbour as long as it wins; so a change costs one game a round.
import type { Body } from "../../model/model.ts";
import type { PointList } from "../contact/point-list.ts";

export class UrgentPoints {
  /** After writing a value, call `changed`; an entry with 0 or less is never taken. */
  values = new Float64Array(64);
  /** The winners of all games: that of all at 1, of game i between those of 2 i and 2 i + 1; entry k at `size` + k. */
  private winners = new Int32Array(128);
  private size = 64;
  /** Entries by the dynamic body they touch: those of body b are from `starts[b]` to `starts[b + 1]`. */
  starts: Int32Array;
  entries = new Int32Array(128);
  private readonly isDynamic: Uint8Array;

  constructor(bodies: readonly Body[]) {
    this.isDynamic = Uint8Array.from(bodies, ({ physicalType }) => (physicalType === "dynamic" ? 1 : 0));
    this.starts = new Int32Array(bodies.length + 2);
  }

  /** Takes a new table: the points of its entries, in order. */
  take({ own, other }: PointList, sorted: Int32Array, length: number): void {
    if (this.size < length) this.grow(length);
    this.values.fill(0);
    const { size, winners, starts, isDynamic } = this;
    for (let k = 0; k < size; k++) winners[size + k] = k;
    this.playAll();
    starts.fill(0);
    for (let k = 0; k < length; k++) {
      const i = sorted[k];
      if (isDynamic[own[i]] === 1) starts[own[i] + 2]++;
      if (isDynamic[other[i]] === 1) starts[other[i] + 2]++;
    }
    for (let b = 2; b < starts.length; b++) starts[b] += starts[b - 1];
    for (let k = 0; k < length; k++) {
      const i = sorted[k];
      if (isDynamic[own[i]] === 1) this.entries[starts[own[i] + 1]++] = k;
      if (isDynamic[other[i]] === 1) this.entries[starts[other[i] + 1]++] = k;
    }
  }

  private grow(length: number): void {
    while (this.size < length) this.size *= 2;
    this.values = new Float64Array(this.size);
    this.winners = new Int32Array(2 * this.size);
    this.entries = new Int32Array(2 * this.size);
  }

  /** Plays all games: every value may have changed. */
  playAll(): void {
    for (let game = this.size - 1; game > 0; game--) this.play(game);
  }

  changed(entry: number): void {
    for (let game = (this.size + entry) >> 1; game > 0; game >>= 1) this.play(game);
  }

  /** The entry with the greatest value, among equals the first; -1 if none is above 0. */
  greatest(): number {
    const entry = this.winners[1];
    return this.values[entry] > 0 ? entry : -1;
  }

  private play(game: number): void {
    const { winners, values } = this;
    const first = winners[2 * game];
    const second = winners[2 * game + 1];
    winners[game] = values[second] > values[first] ? second : first;
  }
}
