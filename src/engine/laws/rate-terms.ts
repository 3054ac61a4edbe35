// The attributes that have rates, and where each of their numbers stands in the vector that is integrated.

import { isFirstRate } from "../../language/syntax/statement.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { RunError } from "../model/run-error.ts";
import type { Slot } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import { playersOf } from "../state/application.ts";
import type { Applications } from "../state/observer.ts";
import { renewPlaces } from "./acting-laws.ts";
import type { Laws } from "./laws.ts";

export interface RateTerm {
  application: Application;
  readonly slot: Slot;
  readonly at: number;
  /** Its place in the order of the text. */
  readonly rank: number;
}

export class RateTerms {
  readonly all: readonly RateTerm[];
  /** The length of the vector that is integrated. */
  readonly size: number;
  readonly ranks: number;
  /** For each number of the vector, its place in the run's memory. */
  readonly places: Int32Array;
  /** The terms that are orientations of their bodies. */
  readonly turning: readonly RateTerm[];
  /** Places in the vector of attributes that get rates from several applications. */
  readonly shared: ReadonlySet<number>;
  private readonly ofRank: Int32Array[] = [];
  /** The place in the vector of an attribute, by its slot. */
  private readonly bySlot = new Map<Slot, number>();

  constructor(laws: Laws, rated: readonly Application[]) {
    const terms: RateTerm[] = [];
    const byOffset = new Map<number, number>();
    const shared = new Set<number>();
    const places: number[] = [];
    for (const application of rated) {
      const rates = application.context.functions.filter(isFirstRate);
      for (const [rank, definition] of rates.entries()) {
        const attribute = application.scope.attribute(definition.name);
        if (attribute?.owner.kind === "context")
          throw new RunError(
            "rate",
            definition.span,
            `'${definition.name}' belongs to the context: only attributes of objects and of the world have rates`,
          );
        const slot = attribute && laws.slotOf(attribute, playersOf(application));
        if (!slot) continue;
        let at = byOffset.get(slot.offset);
        if (at !== undefined) shared.add(at);
        else {
          byOffset.set(slot.offset, (at = places.length));
          for (let k = 0; k < slot.size; k++) places.push(slot.offset + k * slot.stride);
        }
        terms.push({ application, slot, at, rank });
        if (!this.bySlot.has(slot)) this.bySlot.set(slot, at);
      }
    }
    this.all = terms;
    this.size = places.length;
    this.places = Int32Array.from(places);
    this.shared = shared;
    this.turning = terms.filter(({ slot, application }) => slot === application.body.orientation);
    this.ranks = terms.reduce((most, term) => Math.max(most, term.rank + 1), 0);
  }

  renew(applications: Applications): void {
    renewPlaces(this.all, applications);
  }

  /** The places in the vector of a rank's terms. */
  components(rank: number): Int32Array {
    return (this.ofRank[rank] ??= this.findComponents(rank));
  }

  // A captured parameter is allocated at every call.
  private findComponents(rank: number): Int32Array {
    const terms = this.all.filter((term) => term.rank === rank);
    return Int32Array.from(terms.flatMap(({ at, slot }) => Array.from({ length: slot.size }, (_, k) => at + k)));
  }

  /** Where an attribute stands in the vector; undefined if it has no rate. */
  placeOf(slot: Slot): number | undefined {
    return this.bySlot.get(slot);
  }

  /** Copies numbers from a memory into the vector. */
  gather(memory: ReadonlyNumbers, y: Float64Array): void {
    const { places } = this;
    for (let k = 0; k < places.length; k++) y[k] = memory[places[k]];
  }

  /** Copies numbers from the vector into a memory. */
  scatter(y: Float64Array, memory: Float64Array): void {
    const { places } = this;
    for (let k = 0; k < places.length; k++) memory[places[k]] = y[k];
  }

  /** Copies numbers of one rank from a memory into the vector. */
  gatherRank(rank: number, memory: ReadonlyNumbers, y: Float64Array): void {
    const { places } = this;
    const components = this.components(rank);
    for (let i = 0; i < components.length; i++) y[components[i]] = memory[places[components[i]]];
  }
}
