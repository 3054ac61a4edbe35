// How everything changes at an instant, by the text: contributions of laws and links are added up, then the rates are
// read off.

import { type Link, type Model, readNumbers, type Slot, writeNumbers } from "../reading/reading.ts";
import { contributionsOf, ratesOf, type Stated, updatesOf } from "./body-law.ts";
import { type Laws, LinkLaw } from "./link-law.ts";

const mostLinksOfChain = 64;

export class Motion {
  readonly model: Model;
  readonly laws: Laws;
  private readonly links: readonly LinkLaw[];
  /** Attributes that are sums of contributions. */
  readonly accumulators: readonly Slot[];

  /** `links`: all that are attached, unless others are given. */
  constructor(model: Model, laws: Laws, memory: Float64Array, links: readonly Link[] = model.links) {
    this.model = model;
    this.laws = laws;
    this.links = links
      .filter(({ attached }) => memory[attached.offset] !== 0)
      .map((link) => new LinkLaw(model, link, laws));
    this.accumulators = [...new Set([...this.addedByLaws(memory), ...this.addedByLinks()])];
  }

  get hasConstraints(): boolean {
    return this.links.some(({ link }) => link.context.type === "constraint");
  }

  private addedByLaws(memory: Float64Array): Slot[] {
    return this.laws.flatMap((law) =>
      law?.context.functions.some(({ op }) => op === "+=")
        ? contributionsOf(this.model, law, memory, memory).map(({ slot }) => slot)
        : [],
    );
  }

  private addedByLinks(): Slot[] {
    return this.links.flatMap(({ link }) =>
      link.scope.laws.functions.flatMap(({ op, name }) => {
        const attribute = op === "+=" ? link.scope.attribute(name) : null;
        const body = attribute?.owner.kind === "object" ? link.bodies[attribute.owner.index] : null;
        return body?.slots.get(attribute!.name) ?? [];
      }),
    );
  }

  /** A memory in which sums of contributions stand, and closed forms where others look at them. */
  prepared(registered: Float64Array, now: Float64Array): Float64Array {
    const memory = now.slice();
    this.placeClosedForms(registered, memory);
    for (const slot of this.accumulators) writeNumbers(memory, slot, new Float64Array(slot.size));
    const blank = memory.slice();
    const add = (slot: Slot, numbers: readonly number[]) =>
      writeNumbers(
        memory,
        slot,
        readNumbers(memory, slot).map((x, k) => x + numbers[k]),
      );
    for (const law of this.laws)
      if (law) for (const { slot, numbers } of contributionsOf(this.model, law, registered, blank)) add(slot, numbers);
    for (const link of this.links) for (const { slot, numbers } of link.contributions(blank)) add(slot, numbers);
    return memory;
  }

  /** Closed forms may follow from each other: again until none changes. */
  private placeClosedForms(registered: Float64Array, memory: Float64Array): void {
    for (let i = 0; i < mostLinksOfChain; i++) {
      const before = memory.slice();
      for (const law of this.laws)
        if (law)
          for (const { slot, numbers } of updatesOf(this.model, law, registered, before))
            writeNumbers(memory, slot, numbers);
      if (memory.every((x, k) => Object.is(x, before[k]))) return;
    }
  }

  /** The rates of all laws. Where links have unknowns, those in the memory count. */
  rates(registered: Float64Array, now: Float64Array): Stated[] {
    const memory = this.prepared(registered, now);
    return this.laws.flatMap((law) => (law ? ratesOf(this.model, law, registered, memory) : []));
  }
}
