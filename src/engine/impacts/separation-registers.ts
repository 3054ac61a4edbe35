// What laws register of objects when they begin, for as long as a trial lets them: afterwards everything is as it was.
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { registersAtFirst } from "../laws/context-attributes.ts";
import type { Laws } from "../laws/laws.ts";
import type { Body } from "../model/model.ts";
import { placesOfSlots } from "../model/slot.ts";
import { nothingGiven } from "../state/application.ts";

/** A law that is to begin. */
interface Beginning {
  readonly scope: ContextScope;
  readonly body: Body;
}

export class SeparationRegisters {
  private readonly laws: Laws;
  private readonly places: Int32Array;
  /** What lies there while the laws have not begun, and while they have. */
  private readonly outside: Float64Array;
  private readonly within: Float64Array;

  private constructor(laws: Laws, places: Int32Array) {
    this.laws = laws;
    this.places = places;
    this.outside = new Float64Array(places.length);
    this.within = new Float64Array(places.length);
  }

  /** Null where the laws note down what is their own only. */
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

  /** Before the laws begin. */
  keep(memory: Float64Array): void {
    read(memory, this.places, this.outside);
  }

  /** Once they have. */
  begun(memory: Float64Array): void {
    read(memory, this.places, this.within);
    this.laws.memory.changed();
  }

  /** As it was when they had begun. */
  enter(memory: Float64Array): void {
    this.keep(memory);
    write(memory, this.places, this.within);
    this.laws.memory.changed();
  }

  leave(memory: Float64Array): void {
    write(memory, this.places, this.outside);
    this.laws.memory.changed();
  }
}

function read(memory: Float64Array, places: Int32Array, out: Float64Array): void {
  for (let i = 0; i < places.length; i++) out[i] = memory[places[i]];
}

function write(memory: Float64Array, places: Int32Array, values: Float64Array): void {
  for (let i = 0; i < places.length; i++) memory[places[i]] = values[i];
}
