// Which numbers of the memory change between events.
import { withoutEnd } from "../../language/syntax/statement.ts";
import type { Model } from "../model/model.ts";

const known = new WeakMap<Model, Uint8Array>();

/** For each number of the memory, 1 if laws or a person change it, 0 if only events change it. */
export function findMutable(model: Model): Uint8Array {
  let changing = known.get(model);
  if (!changing) known.set(model, (changing = markChanging(model)));
  return changing;
}

function markChanging(model: Model): Uint8Array {
  const names = new Set(["t", "dt", "position", "orientation", ...model.inputs]);
  for (const { functions, aliases, unknowns } of model.contexts) {
    for (const { name } of [...functions, ...unknowns]) names.add(name).add(withoutEnd(name));
    for (const { attribute } of aliases) names.add(attribute.name);
  }
  const changing = new Uint8Array(model.initial.length);
  for (const { slots } of [{ slots: model.world }, ...model.bodies, ...model.links])
    for (const { name, offset, stride, size } of slots.values())
      if (names.has(name)) for (let k = 0; k < size; k++) changing[offset + k * stride] = 1;
  return changing;
}
