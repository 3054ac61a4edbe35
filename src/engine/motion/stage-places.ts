// Where the active laws write during a stage.

import type { Value } from "../../compiler/values/value.ts";
import { sourcesOf } from "../../language/laws/simulation-statements.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution, isPlainValue } from "../../language/syntax/statement.ts";
import type { Laws } from "../laws/laws.ts";
import type { Slot } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import { playersOf } from "../state/application.ts";

/** An attribute that a law gives by a closed form: of its body, the world, another object or a link. */
export interface Closed {
  application: Application;
  readonly slot: Slot;
  readonly attribute: Attribute;
  readonly definition: Definition;
}

/** The places of all numbers to which these contribute. */
export function findAccumulators(laws: Laws, contributing: readonly Application[]): Int32Array {
  const places = new Set<number>();
  for (const application of contributing) {
    for (const definition of application.context.functions) {
      const attribute = isContribution(definition) ? application.scope.attribute(definition.name) : null;
      const slot = attribute && laws.slotOf(attribute, playersOf(application));
      for (let k = 0; slot && k < slot.size; k++) places.add(slot.offset + k * slot.stride);
    }
  }
  return Int32Array.from(places);
}

export function findClosed(laws: Laws, updating: readonly Application[]): Closed[] {
  return updating.flatMap((application) =>
    application.context.functions.flatMap((definition) => {
      const attribute = isPlainValue(definition) ? application.scope.attribute(definition.name) : null;
      const isContext = attribute?.owner.kind === "context" || attribute?.owner.kind === "given";
      if (!attribute || isContext || application.scope.firstTime.has(definition)) return [];
      const slot = laws.slotOf(attribute, playersOf(application));
      return slot ? [{ application, slot, attribute, definition }] : [];
    }),
  );
}

/** Whether a closed form gives an attribute that is not its body's: the world's, another object's or a link's. */
export function isShared({ attribute }: Closed): boolean {
  return attribute.owner.kind !== "object";
}

/** Whether a closed form depends on the result of another one: then they must be evaluated in order. */
export function areChained(closed: readonly Closed[]): boolean {
  const kindOf = ({ owner }: Attribute) =>
    owner.kind === "world" || owner.kind === "named link" ? owner.kind : "object";
  const keyOf = (attribute: Attribute) => `${kindOf(attribute)} ${attribute.name}`;
  const given = new Set(closed.map(({ attribute }) => keyOf(attribute)));
  return closed.some(({ definition, application: { scope } }) =>
    sourcesOf(definition, scope).some((source) => source.owner.kind !== "object" && given.has(keyOf(source))),
  );
}

export function addTo(memory: Float64Array, slot: Slot, value: Value): void {
  if (typeof value === "number") memory[slot.offset] += value;
  else if (typeof value === "object" && value.kind !== "sequence")
    for (let k = 0; k < slot.size; k++) memory[slot.offset + k * slot.stride] += value.data[k];
}

/** The numbers of a value. */
export function numbersIn(value: Value): Float64Array {
  return Float64Array.from(typeof value === "object" && value.kind !== "sequence" ? value.data : [Number(value)]);
}
