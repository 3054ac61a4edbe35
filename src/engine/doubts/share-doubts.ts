// Coefficients that are none: a restitution in percent, a friction that drives.
import { formatValue } from "../../compiler/values/value.ts";
import type { Experiment } from "../../language/declare/experiment.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { Span } from "../../language/syntax/span.ts";
import type { PlainModel } from "../model/model.ts";
import { readSlot } from "../model/slot.ts";
import { namesRead } from "./body-doubts.ts";

/** A share of a speed. */
const shares = /^(restitution|bounciness|coefficient_of_restitution)(_.*)?$/i;
/** What opposes a motion. */
const opposing = /^(friction|drag|damping|drag_coefficient|spin_drag|air|spin_air|viscosity)(_.*)?$/i;

export function shareDoubts(
  { bodies, world, links, initial, contexts }: PlainModel,
  { world: stated }: Experiment,
): Diagnostic[] {
  const read = namesRead(contexts);
  const found = new Map<Span, Diagnostic>();
  const look = (
    name: string,
    whose: string,
    slot: Parameters<typeof readSlot>[1] | undefined,
    span: Span | undefined,
  ) => {
    if (!slot || !span || slot.size !== 1 || !read.has(name) || found.has(span)) return;
    const value = readSlot(initial, slot);
    const doubt = typeof value === "number" ? doubtOf(name, value) : null;
    if (!doubt) return;
    const [says, write] = doubt;
    const message = `'${name}'${whose} is ${formatValue(value)}: ${says}`;
    found.set(span, { severity: "warning", code: "first-value", message, span, notes: [write] });
  };
  for (const { name, body } of stated) look(name, "", world.get(name), body.span);
  for (const { name: owner, declaration, slots } of [...bodies, ...links])
    for (const { name, value } of declaration.attributes) look(name, ` of '${owner}'`, slots.get(name), value?.span);
  return [...found.values()];
}

function doubtOf(name: string, value: number): readonly [string, string] | null {
  if (shares.test(name) && value > 1) {
    const percent = value > 5 && value <= 100 ? `: ${value} % is ${Number((value / 100).toPrecision(6))}` : "";
    return ["what collides would part faster than it met", `a restitution is a share between 0 and 1${percent}`];
  }
  if (value < 0 && shares.test(name)) return ["what collides would not part", "a restitution is between 0 and 1"];
  if (value < 0 && opposing.test(name))
    return ["what should slow a motion drives it", "write it without the sign: the law has it already"];
  return null;
}
