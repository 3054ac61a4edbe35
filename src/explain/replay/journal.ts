// A step of time stepping, action by action: what each of them changed in the run's numbers. Only changes are kept; the
// numbers at any place of the step are assembled from them.

import type { Slot } from "../../engine/model/slot.ts";
import type { ObservedPoint } from "../../engine/motion/step-observer.ts";
import type { Collision } from "../../engine/state/observer.ts";

export type Deed =
  /** Rates were followed, as they were at an evaluation. */
  | { readonly kind: "rates"; readonly look: number }
  | { readonly kind: "collision"; readonly collision: Collision }
  /** First-time-only attributes of a point were computed. */
  | { readonly kind: "first"; readonly point: ObservedPoint }
  | { readonly kind: "sweep"; readonly point: ObservedPoint; readonly iteration: number }
  /** Velocities were changed to satisfy links. */
  | { readonly kind: "links" }
  /** Newton's method sought the fixed point of the sweeps. */
  | { readonly kind: "newton" };

export interface Entry {
  readonly deed: Deed;
  readonly places: readonly number[];
  readonly values: readonly number[];
}

export class Journal {
  readonly entries: Entry[] = [];
  private start = new Float64Array(0);
  private now = new Float64Array(0);
  private readonly clocks: ReadonlySet<number>;
  /** The numbers assembled last. */
  private asked: { readonly count: number; readonly memory: Float64Array } | null = null;

  /** `clocks`: places of the time and of the length of the step, which actions do not change. */
  constructor(clocks: ReadonlySet<number>) {
    this.clocks = clocks;
  }

  /** Begins a step with these numbers, perhaps not for the first time. */
  begin(memory: Float64Array): void {
    this.entries.length = 0;
    this.start = memory.slice();
    this.now = memory.slice();
    this.asked = null;
  }

  /** A copy of the numbers after everything noted so far. */
  latest(): Float64Array {
    return this.now.slice();
  }

  /** Notes an action and the resulting numbers. */
  note(deed: Deed, memory: Float64Array, told: "always" | "if it changed anything" = "always"): void {
    const places: number[] = [];
    for (let place = 0; place < this.now.length; place++)
      if (!Object.is(this.now[place], memory[place]) && !this.clocks.has(place)) places.push(place);
    if (places.length > 0 || told === "always") this.keep(deed, places, memory);
  }

  /** Notes an action that can only have changed numbers at these places. */
  noteAt(deed: Deed, memory: Float64Array, among: Int32Array): void {
    const places: number[] = [];
    for (const place of among) if (!Object.is(this.now[place], memory[place])) places.push(place);
    this.keep(deed, places, memory);
  }

  private keep(deed: Deed, places: readonly number[], memory: Float64Array): void {
    const values = places.map((place) => memory[place]);
    for (const [k, place] of places.entries()) this.now[place] = values[k];
    this.entries.push({ deed, places, values });
  }

  /** The numbers after this many actions. */
  memoryAt(count: number): Float64Array {
    const { asked } = this;
    if (asked?.count === count) return asked.memory;
    const memory = asked && asked.count < count ? asked.memory.slice() : this.start.slice();
    for (let n = asked && asked.count < count ? asked.count : 0; n < count; n++) {
      const { places, values } = this.entries[n];
      for (let k = 0; k < places.length; k++) memory[places[k]] = values[k];
    }
    this.asked = { count, memory };
    return memory;
  }

  /** The last of this many actions that changed an attribute; -1 if none did. */
  lastChange({ offset, size, stride }: Slot, count = this.entries.length): number {
    const isOwn = (place: number) =>
      place >= offset && place < offset + size * stride && (place - offset) % stride === 0;
    for (let n = count - 1; n >= 0; n--) if (this.entries[n].places.some(isOwn)) return n;
    return -1;
  }
}
