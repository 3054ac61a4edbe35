// Terms of total(…) that need not be computed again: all that a body's term was computed from is as it was. Both sides
// of an event differ in the bodies that it is about, and in no others.
import type { Value } from "../../compiler/values/value.ts";
import type { Body } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Application } from "../../engine/state/application.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";

interface Term {
  readonly value: Value;
  /** The law that governed the body, with its attributes: it is kept as it was. */
  readonly application: Application | null;
  /** The places of the memory that were read, and what was there. */
  readonly places: readonly number[];
  readonly numbers: Float64Array;
}

/** What is read of the memory while a term is computed. */
export class Reads {
  readonly places: number[] = [];
  /** Something was asked that is not in the memory. */
  isOther = false;

  add(slot: Slot | null): void {
    for (let k = 0; slot && k < slot.size; k++) this.places.push(slot.offset + k * slot.stride);
  }
}

export class TotalTerms {
  private readonly known = new Map<CallExpr, Map<Body, Term>>();

  find(call: CallExpr, body: Body, memory: Float64Array, application: Application | null): Value | null {
    const term = this.known.get(call)?.get(body);
    if (!term || term.application !== application) return null;
    const { places, numbers, value } = term;
    for (let i = 0; i < places.length; i++) if (!Object.is(memory[places[i]], numbers[i])) return null;
    return value;
  }

  keep(
    call: CallExpr,
    body: Body,
    memory: Float64Array,
    application: Application | null,
    value: Value,
    { places, isOther }: Reads,
  ): void {
    if (isOther) return;
    let terms = this.known.get(call);
    if (!terms) this.known.set(call, (terms = new Map()));
    terms.set(body, { value, application, places, numbers: Float64Array.from(places, (place) => memory[place]) });
  }
}
