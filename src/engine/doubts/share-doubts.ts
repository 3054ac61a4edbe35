// Coefficients that are none: a restitution in percent, a friction that drives.
import { formatValue } from "../../compiler/values/value.ts";
import type { Experiment } from "../../language/declare/experiment.ts";
import { type Expr, partsOf } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { type Span, spanText } from "../../language/syntax/span.ts";
import { withoutEnd } from "../../language/syntax/statement.ts";
import type { PlainModel } from "../model/model.ts";
import { readSlot } from "../model/slot.ts";
import { namesRead } from "./body-doubts.ts";

/** A share of a speed. */
const shares = /^(restitution|bounciness|coefficient_of_restitution)(_.*)?$/i;
/** What may stand beside 1 in a collision law without being a restitution. */
const noShare = /ratio|mass|inertia|friction|mu/i;
/** What opposes a motion. */
const opposing = /^(friction|drag|damping|drag_coefficient|spin_drag|air|spin_air|viscosity)(_.*)?$/i;

export function shareDoubts(
  { bodies, world, links, initial, contexts }: PlainModel,
  { world: stated }: Experiment,
): Diagnostic[] {
  const read = namesRead(contexts);
  const factors = restitutionFactors(contexts);
  const found = new Map<Span, Diagnostic>();
  const look = (
    name: string,
    whose: string,
    slot: Parameters<typeof readSlot>[1] | undefined,
    span: Span | undefined,
  ) => {
    if (!slot || !span || slot.size !== 1 || !read.has(name) || found.has(span)) return;
    const value = readSlot(initial, slot);
    const doubt = typeof value === "number" ? doubtOf(name, value, shares.test(name) || factors.has(name)) : null;
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

/** Names that collision laws use like a restitution: `-(1 + e) * (v . collisionNormal)`. */
function restitutionFactors(contexts: PlainModel["contexts"]): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (expr: Expr, isDivisor: boolean): void => {
    if (expr.kind !== "binary") {
      for (const part of partsOf(expr)) look(part, false);
      return;
    }
    const { op, left, right } = expr;
    const isOne = (one: Expr, other: Expr): void => {
      if (one.kind !== "number" || one.value !== 1 || other.kind !== "name" || noShare.test(other.name)) return;
      found.add(other.name).add(withoutEnd(other.name));
    };
    if (op === "+" && !isDivisor) {
      isOne(left, right);
      isOne(right, left);
    }
    look(left, op === "*" || op === "/" ? isDivisor : false);
    look(right, op === "/" || (op === "*" && isDivisor));
  };
  for (const { type, functions } of contexts) {
    const says = functions.some(({ body }) => spanText(body.span).includes("collisionNormal"));
    if (type === "collision" && says) for (const { body } of functions) look(body, false);
  }
  return found;
}

function doubtOf(name: string, value: number, isShare: boolean): readonly [string, string] | null {
  if (isShare && value > 1) {
    const percent = value > 5 && value <= 100 ? `: ${value} % is ${Number((value / 100).toPrecision(6))}` : "";
    return ["what collides would part faster than it met", `a restitution is a share between 0 and 1${percent}`];
  }
  if (value < 0 && shares.test(name)) return ["what collides would not part", "a restitution is between 0 and 1"];
  if (value < 0 && opposing.test(name))
    return ["what should slow a motion drives it", "write it without the sign: the law has it already"];
  return null;
}
