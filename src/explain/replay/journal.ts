// A step of time stepping, deed by deed: what each of them changed of the run's numbers. Only changes are kept; the
// numbers at any place of the step are put together from them.

import type { Slot } from "../../engine/model/slot.ts";
import type { Players } from "../../engine/state/application.ts";
import type { Collision } from "../../engine/state/observer.ts";
import type { ContactForm } from "../../engine/stepping/contact/form.ts";

/** A contact point as the law saw it when it was applied there, and the attributes of the context that it left. */
export interface SeenPoint {
  readonly form: ContactForm;
  readonly pair: number;
  readonly feature: number;
  /** Whether it began with this step. */
  readonly isNew: boolean;
  readonly players: Players;
  readonly written: Players["attributes"][number];
}

export type Deed =
  /** Rates were followed, as they were seen at a look. */
  | { readonly kind: "rates"; readonly look: number }
  | { readonly kind: "collision"; readonly collision: Collision }
  /** What is computed when a point begins. */
  | { readonly kind: "first"; readonly point: SeenPoint }
  | { readonly kind: "sweep"; readonly point: SeenPoint; readonly iteration: number }
  /** Velocities were made to keep links. */
  | { readonly kind: "links" }
  /** The fixed point of the sweeps was sought by Newton's method. */
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
  /** The numbers put together last. */
  private asked: { readonly count: number; readonly memory: Float64Array } | null = null;

  /** `clocks`: places of time and of the length of the step, which deeds leave alone. */
  constructor(clocks: ReadonlySet<number>) {
    this.clocks = clocks;
  }

  /** A step begins from these numbers, perhaps not for the first time. */
  begin(memory: Float64Array): void {
    this.entries.length = 0;
    this.start = memory.slice();
    this.now = memory.slice();
    this.asked = null;
  }

  /** The numbers as they are after all that was noted; a copy. */
  latest(): Float64Array {
    return this.now.slice();
  }

  /** What made the numbers these. */
  note(deed: Deed, memory: Float64Array, told: "always" | "if it changed anything" = "always"): void {
    const places: number[] = [];
    for (let place = 0; place < this.now.length; place++)
      if (!Object.is(this.now[place], memory[place]) && !this.clocks.has(place)) places.push(place);
    if (places.length > 0 || told === "always") this.keep(deed, places, memory);
  }

  /** The same for a deed that can have changed nothing but what lies at these places. */
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

  /** The numbers after so many deeds. */
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

  /** The last of so many deeds that changed an attribute; -1 where none did. */
  lastChange({ offset, size, stride }: Slot, count = this.entries.length): number {
    const isOwn = (place: number) =>
      place >= offset && place < offset + size * stride && (place - offset) % stride === 0;
    for (let n = count - 1; n >= 0; n--) if (this.entries[n].places.some(isOwn)) return n;
    return -1;
  }
}
