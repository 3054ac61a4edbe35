// The state just before and just after events, stored compactly: for each instant the differences from the start of the
// run, for each further side at that instant the differences from the side before it. A whole memory is built on
// demand.
import type { Value } from "../../compiler/values/value.ts";
import type { Application } from "../../engine/state/application.ts";
import type { Applications, Moment } from "../../engine/state/observer.ts";

/** Where a memory differs from an earlier one. */
interface Patch {
  readonly places: Int32Array;
  readonly numbers: Float64Array;
}

/** The sides of one instant: each is the first one with some of the changes applied. */
interface Instant {
  readonly time: number;
  /** The first patch leads from the start of the run to the first side. */
  readonly patches: Patch[];
  readonly applications: Applications;
  readonly changes: { readonly index: number; readonly application: Application | null }[];
}

/** A moment as the record stores it: reading it builds it, so store the result if you read it again. */
export class KeptMoment implements Moment {
  private readonly store: Moments;
  private readonly instant: Instant;
  private readonly patches: number;
  private readonly changes: number;

  constructor(store: Moments, instant: Instant) {
    this.store = store;
    this.instant = instant;
    this.patches = instant.patches.length;
    this.changes = instant.changes.length;
  }

  get memory(): Float64Array {
    return this.store.memoryAfter(this.instant.patches, this.patches);
  }

  get applications(): Applications {
    if (this.changes === 0) return this.instant.applications;
    const all = [...this.instant.applications];
    for (const { index, application } of this.instant.changes.slice(0, this.changes)) all[index] = application;
    return all;
  }
}

export class Moments {
  /** The size of what is stored, counted in numbers. */
  size = 0;
  private readonly initial: Float64Array;
  private readonly kept = new WeakMap<Application, Application>();
  private instant: Instant | null = null;
  /** The last side of the instant, as reported and as stored. */
  private last: { readonly told: Moment; readonly kept: KeptMoment } | null = null;
  /** The memory built last: it is often needed again. */
  private made: { readonly patches: readonly Patch[]; readonly count: number; readonly memory: Float64Array } | null =
    null;

  constructor(initial: Float64Array) {
    this.initial = initial;
  }

  /** Stores the state before an event. */
  begin(time: number, told: Moment): KeptMoment {
    const { instant, last } = this;
    if (!instant || !last || instant.time !== time) {
      const first: Instant = { time, patches: [], applications: this.share(told.applications), changes: [] };
      this.addPatch(first, this.initial, told.memory);
      return this.side(first, told);
    }
    if (told.memory === last.told.memory && told.applications === last.told.applications) return last.kept;
    this.addPatch(instant, last.told.memory, told.memory);
    // A step of length zero may have changed the attributes of an application that continues.
    const known = last.kept.applications;
    this.addChanges(
      instant,
      told.applications,
      (application, i) => (application && this.copy(application)) === known[i],
    );
    return this.side(instant, told);
  }

  /** Stores the next state during the same event. */
  follow(told: Moment): KeptMoment {
    const { instant, last } = this;
    if (!instant || !last) throw new Error("a side follows another");
    const from = last.told.applications;
    if (told.memory !== last.told.memory) this.addPatch(instant, last.told.memory, told.memory);
    if (told.applications !== from)
      this.addChanges(instant, told.applications, (application, i) => application === from[i]);
    return this.side(instant, told);
  }

  private side(instant: Instant, told: Moment): KeptMoment {
    const kept = new KeptMoment(this, instant);
    this.instant = instant;
    this.last = { told, kept };
    this.size += 4;
    return kept;
  }

  private addPatch(instant: Instant, from: Float64Array, to: Float64Array): void {
    const patch = differ(from, to);
    if (patch.places.length === 0) return;
    instant.patches.push(patch);
    this.size += 1.5 * patch.places.length + 8;
  }

  private addChanges(
    instant: Instant,
    to: Applications,
    isSame: (application: Application | null, index: number) => boolean,
  ): void {
    for (const [index, application] of to.entries()) {
      if (isSame(application, index)) continue;
      instant.changes.push({ index, application: application && this.copy(application) });
      this.size += 8;
    }
  }

  /** The applications of an instant, shared with the one before where they are equal. */
  private share(applications: Applications): Applications {
    const copies = applications.map((application) => application && this.copy(application));
    const before = this.last?.kept.applications;
    if (before && copies.every((copy, i) => copy === before[i])) return before;
    this.size += copies.length;
    return copies;
  }

  /** A permanent copy: the attributes of an application change at the end of each step. */
  copy(application: Application): Application {
    const known = this.kept.get(application);
    if (known && haveSameValues(known.attributes, application.attributes)) return known;
    const copy = { ...application, attributes: new Map(application.attributes) };
    this.kept.set(application, copy);
    this.size += 8 + 8 * copy.attributes.size;
    return copy;
  }

  /** The memory at the start with some patches applied. */
  memoryAfter(patches: readonly Patch[], count: number): Float64Array {
    if (this.made?.patches === patches && this.made.count === count) return this.made.memory;
    const memory = this.initial.slice();
    for (const { places, numbers } of patches.slice(0, count))
      for (let i = 0; i < places.length; i++) memory[places[i]] = numbers[i];
    this.made = { patches, count, memory };
    return memory;
  }
}

/** Compares bit by bit, except that all NaN are equal. */
function differ(from: Float64Array, to: Float64Array): Patch {
  const places: number[] = [];
  for (let i = 0; i < to.length; i++) if (!Object.is(from[i], to[i])) places.push(i);
  return { places: Int32Array.from(places), numbers: Float64Array.from(places, (i) => to[i]) };
}

function haveSameValues(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (!Object.is(b.get(name), value)) return false;
  return true;
}
