// Moving bodies that will meet according to their first values, although no law says what happens then. Found by
// geometry alone, from their places at the start and after the first step.
import { pairsWithoutLaw } from "../../language/laws/motion.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { Body, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";

/** With more bodies than this, there are too many pairs to examine. */
const mostBodies = 200;

/** `memory` is the memory at `time`, soon after the start. */
export function meetingsOf(model: Model, memory: ReadonlyNumbers, time: number): Diagnostic[] {
  const { bodies, contexts, events, links, settings } = model;
  const dynamic = bodies.filter(({ physicalType, sizing }) => physicalType === "dynamic" && sizing === null);
  const passed = time - settings.initialTime;
  if (dynamic.length < 2 || dynamic.length > mostBodies || !(passed > 0)) return [];
  const canPass = pairsWithoutLaw({ contexts, events, links: links.map(({ declaration }) => declaration) });
  for (const [i, one] of dynamic.entries())
    for (const other of dynamic.slice(0, i)) {
      if (!canPass(one.shapes, other.shapes)) continue;
      const after = timeToMeeting(one, other, model.initial, memory, passed);
      if (after === null || after > settings.duration) continue;
      const [first, second] =
        one.declaration.name.span.from < other.declaration.name.span.from ? [one, other] : [other, one];
      return [
        {
          severity: "warning",
          code: "no-law",
          message:
            `by their first values, '${first.name}' and '${second.name}' meet at about ` +
            `t = ${Number((settings.initialTime + after).toPrecision(2))}, and no law says what happens then: they ` +
            `pass through each other`,
          span: second.declaration.name.span,
          notes: ["write a context with 'type = collision' (or contact) for them, or start them apart"],
        },
      ];
    }
  return [];
}

/**
 * When the spheres inside two bodies touch, if both continue as they began; null if never, or if they overlap at the
 * start.
 */
function timeToMeeting(
  one: Body,
  other: Body,
  first: ReadonlyNumbers,
  then: ReadonlyNumbers,
  passed: number,
): number | null {
  const reach = radiusWithin(one, first) + radiusWithin(other, first);
  let away = 0;
  let closing = 0;
  let speed = 0;
  for (let k = 0; k < 3; k++) {
    const at = (body: Body, memory: ReadonlyNumbers) => memory[body.position.offset + k * body.position.stride];
    const from = at(one, first) - at(other, first);
    const rate = (at(one, then) - at(other, then) - from) / passed;
    away += from * from;
    closing += from * rate;
    speed += rate * rate;
  }
  if (!(reach > 0) || away <= reach * reach || closing >= 0) return null;
  const root = closing * closing - speed * (away - reach * reach);
  return root > 0 ? (-closing - Math.sqrt(root)) / speed : null;
}

/** The radius of a sphere that surely lies inside a body; 0 if none is known. */
function radiusWithin({ declaration, slots }: Body, memory: ReadonlyNumbers): number {
  const slot = slots.get("size");
  if (!slot) return 0;
  const sizes = Array.from({ length: slot.size }, (_, k) => memory[slot.offset + k * slot.stride]);
  if (declaration.geometricalType === "sphere") return sizes[0];
  return declaration.geometricalType === "cuboid" ? Math.min(...sizes) / 2 : 0;
}
