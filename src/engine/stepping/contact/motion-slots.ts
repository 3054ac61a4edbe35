// The velocities of a body: attributes with rates from which the rates of its position, orientation and size are
// computed. For a body at rest they are zero.

import { isFirstRate, isValue } from "../../../language/syntax/statement.ts";
import { attributesOf } from "../../laws/law-reads.ts";
import type { Slot } from "../../model/slot.ts";
import type { Application } from "../../state/application.ts";

const pose: ReadonlySet<string> = new Set(["position", "orientation", "size"]);

/** Whether a law moves the body by rates only. */
export function isSleepable({ context, scope }: Application): boolean {
  return !context.functions.some((one) => isValue(one) && pose.has(scope.attribute(one.name)?.name ?? ""));
}

export function motionSlots({ context, scope, body }: Application): readonly Slot[] {
  const rates = context.functions.filter(isFirstRate);
  const rated = new Set(rates.map(({ name }) => scope.attribute(name)?.name));
  const moving = rates.filter(({ name }) => pose.has(scope.attribute(name)?.name ?? ""));
  const names = attributesOf(scope, moving).flatMap(({ owner, name }) =>
    owner.kind === "object" && rated.has(name) && !pose.has(name) ? [name] : [],
  );
  return [...new Set(names)].flatMap((name) => body.slots.get(name) ?? []);
}
