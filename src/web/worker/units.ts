// The units of all that a run can be asked for, as plain text: `m/s^2`.
import type { Model } from "../../engine/model/model.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { unitOf } from "../../record/plot-units.ts";
import type { RunLayout } from "../protocol/messages.ts";

/** What has a unit by its path; attributes and functions of any body by the name with a dot before it. */
export function unitsOf(
  model: Model,
  world: readonly Definition[],
  { links, functions, measures }: Pick<RunLayout, "links" | "functions" | "measures">,
): ReadonlyMap<string, string> {
  const units = new Map<string, string>();
  const add = (key: string, path: string) => {
    const unit = units.has(key) ? null : unitOf(model, world, path);
    if (unit !== null) units.set(key, unit);
  };
  for (const name of [...model.world.keys(), ...measures]) add(name, name);
  // Copies of an object have the same attributes.
  const objects = new Map(model.bodies.map((body) => [body.declaration, body]));
  for (const { name, slots } of objects.values()) for (const slot of slots.keys()) add(`.${slot}`, `${name}.${slot}`);
  for (const name of functions) add(`.${name}`, `.${name}`);
  for (const { name: context, attributes } of model.contexts)
    for (const { name } of attributes) add(`.${name}`, `${context.name}.${name}`);
  for (const { name, slots, functions: own } of links)
    for (const path of [...slots.map((slot) => slot.name), ...own].map((one) => `${name}.${one}`)) add(path, path);
  return units;
}
