// How everything changes at an instant according to the text: contributions of laws and links are added, then the rates
// are computed.

import { isContribution } from "../../language/syntax/statement.ts";
import {
  hearSides,
  type Link,
  type Model,
  readNumbers,
  type Slot,
  tellSides,
  writeNumbers,
} from "../reading/reading.ts";
import { contributionsOf, ratesOf, type Stated, updatesOf } from "./body-law.ts";
import { type LawsByBody, LinkLaw } from "./link-law.ts";

const mostLinksOfChain = 64;

export class MotionByLaws {
  readonly model: Model;
  readonly laws: LawsByBody;
  private readonly links: readonly LinkLaw[];
  /** Attributes that are sums of contributions. */
  readonly accumulators: readonly Slot[];

  /** `links`: by default all attached links. */
  constructor(model: Model, laws: LawsByBody, memory: Float64Array, links: readonly Link[] = model.links) {
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
      law?.context.functions.some(isContribution)
        ? contributionsOf(this.model, law, memory, memory).map(({ slot }) => slot)
        : [],
    );
  }

  private addedByLinks(): Slot[] {
    return this.links.flatMap(({ link }) =>
      link.scope.laws.functions.flatMap((definition) => {
        const attribute = isContribution(definition) ? link.scope.attribute(definition.name) : null;
        const body = attribute?.owner.kind === "object" ? link.bodies[attribute.owner.index] : null;
        return body?.slots.get(attribute!.name) ?? [];
      }),
    );
  }

  /** A memory with sums of contributions, and with closed forms where other laws use them. */
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

  /** Closed forms may depend on each other: repeated until none changes. */
  private placeClosedForms(registered: Float64Array, memory: Float64Array): void {
    for (let i = 0; i < mostLinksOfChain; i++) {
      const before = memory.slice();
      const { sides } = hearSides(() => {
        for (const law of this.laws)
          if (law)
            for (const { slot, numbers } of updatesOf(this.model, law, registered, before))
              writeNumbers(memory, slot, numbers);
      });
      if (memory.some((x, k) => !Object.is(x, before[k]))) continue;
      // Only the last round counts: the number of rounds depends on the values before.
      tellSides(sides);
      return;
    }
  }

  /** The rates of all laws. The unknowns of links are those in the memory. */
  rates(registered: Float64Array, now: Float64Array): Stated[] {
    const memory = this.prepared(registered, now);
    return this.laws.flatMap((law) => (law ? ratesOf(this.model, law, registered, memory) : []));
  }
}
