// What a law may write, and its place in the memory.
import type { Attribute } from "../../language/names/scope.ts";
import type { Model } from "../model/model.ts";
import type { Slot } from "../model/slot.ts";
import type { Players } from "../state/application.ts";

/** The slot of an attribute, seen by these players; null if it is not in the memory or must not be written. */
export function writableSlot({ world, linkNamed, byName }: Model, attribute: Attribute, players: Players): Slot | null {
  const { owner, name } = attribute;
  if (owner.kind === "world") return world.get(name) ?? null;
  if (owner.kind === "named link") return linkNamed.get(owner.name)?.slots.get(name) ?? null;
  const body =
    owner.kind === "object"
      ? players.bodies[owner.index]
      : owner.kind === "named object"
        ? byName.get(owner.name)
        : null;
  if (!body || body.physicalType === "static") return null;
  if (body.physicalType === "driven" && body !== players.bodies[0]) return null;
  return body.slots.get(name) ?? null;
}
