// Terms of total(…) that need not be computed again because everything that they depend on is unchanged. The two sides
// of an event differ only in the bodies that it concerns.
import type { Value } from "../../compiler/values/value.ts";
import type { Body } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Application } from "../../engine/state/application.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";

interface Term {
  readonly value: Value;
  /** The law that governed the body, with its attributes, which are kept unchanged. */
  readonly application: Application | null;
  /** The places of the memory that were read, and the values there. */
  readonly places: readonly number[];
  readonly numbers: Float64Array;
}

/** Records which places of the memory a term reads. */
export class Reads {
  readonly places: number[] = [];
  /** Whether the term depends on something outside the memory. */
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
