// The values that laws register in objects when they begin during a trial; afterwards the old ones are restored.
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { registersAtFirst } from "../laws/context-attributes.ts";
import type { Laws } from "../laws/laws.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { placesOfSlots } from "../model/slot.ts";
import { nothingGiven } from "../state/application.ts";

/** A law that begins in a trial. */
interface Beginning {
  readonly scope: ContextScope;
  readonly body: Body;
}

export class SeparationRegisters {
  private readonly laws: Laws;
  private readonly places: Int32Array;
  /** The values there before the laws begin, and after. */
  private readonly outside: Float64Array;
  private readonly within: Float64Array;

  private constructor(laws: Laws, places: Int32Array) {
    this.laws = laws;
    this.places = places;
    this.outside = new Float64Array(places.length);
    this.within = new Float64Array(places.length);
  }

  /** Null if the laws register only attributes of their own. */
  static create(laws: Laws, beginnings: readonly Beginning[]): SeparationRegisters | null {
    const slots = beginnings.flatMap(({ scope, body }) => {
      if (!registersAtFirst(scope)) return [];
      const players = { bodies: [body], attributes: [new Map()], given: [nothingGiven] };
      return [...scope.firstTime].flatMap(({ name }) => {
        const attribute = scope.attribute(name);
        return (attribute && laws.slotOf(attribute, players)) ?? [];
      });
    });
    return slots.length === 0 ? null : new SeparationRegisters(laws, Int32Array.from(new Set(placesOfSlots(slots))));
  }

  /** Keeps the values before the laws begin. */
  keep(memory: ReadonlyNumbers): void {
    read(memory, this.places, this.outside);
  }

  /** Keeps the values after the laws have begun. */
  begun(memory: ReadonlyNumbers): void {
    read(memory, this.places, this.within);
  }

  /** Restores the values from after the laws had begun. */
  enter(memory: ReadonlyNumbers): void {
    this.keep(memory);
    this.laws.memory.scatter(memory, this.places, this.within);
  }

  leave(memory: ReadonlyNumbers): void {
    this.laws.memory.scatter(memory, this.places, this.outside);
  }
}

function read(memory: ReadonlyNumbers, places: Int32Array, out: Float64Array): void {
  for (let i = 0; i < places.length; i++) out[i] = memory[places[i]];
}
