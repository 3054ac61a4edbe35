// Whether contact points of a law may be created before bodies touch, and how long before, if the simulation does not
// say.
//
// A law that uses the distance lets bodies approach and acts where they would meet within the step. Any other law would
// act on bodies that are apart. To find out which kind a law is, it is tried on bodies that are far from each other,
// with arbitrary motions.
import { EvaluationError } from "../../../compiler/values/evaluation-error.ts";
import { type Value, vectorOf } from "../../../compiler/values/value.ts";
import { reachOf } from "../../../geometry/shapes/bounds.ts";
import { isInfinite } from "../../../geometry/shapes/shape.ts";
import { initialAttributes } from "../../laws/context-attributes.ts";
import type { Laws } from "../../laws/laws.ts";
import type { Model } from "../../model/model.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { RunError } from "../../model/run-error.ts";
import type { ContactForm } from "./form.ts";

/** Relative to the smallest dynamic body. */
const partOfSize = 0.01;
const farAway = -1e9;
const directions = [
  [0, 0, 1],
  [0, 0, -1],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
];

/** The default margin of a simulation. Bodies that grow may begin tiny: other bodies determine it, if there are any. */
export function marginOf({ bodies }: Model): number {
  const limited = bodies.filter(({ physicalType, geometry }) => physicalType === "dynamic" && !isInfinite(geometry));
  const lasting = limited.filter(({ sizing }) => sizing === null);
  const sizes = (lasting.length > 0 ? lasting : limited).map(({ geometry }) => reachOf(geometry));
  return sizes.length > 0 ? partOfSize * Math.min(...sizes) : 0;
}

/** Whether a law does nothing to bodies that are far apart, whatever it writes at first. */
export function knowsDistance(laws: Laws, form: ContactForm): boolean {
  const { updated, accumulators, movesBodies } = form;
  if (updated.length === 0 || accumulators.length > 0 || movesBodies) return false;
  const memory = laws.model.initial.slice();
  memory[laws.model.world.get("dt")!.offset] = laws.model.settings.step;
  for (const { slot, index } of updated)
    for (let k = 0; k < slot.size; k++)
      memory[slot.offset + k * slot.stride] = (k + 2 + 3 * index) * (k % 2 === 0 ? 1 : -1);
  try {
    return directions.every((direction) => staysAway(laws, form, memory, direction));
  } catch (error) {
    if (!(error instanceof EvaluationError || error instanceof RunError)) throw error;
    return false;
  }
}

/** Runs the first three iterations at one point. */
function staysAway(
  laws: Laws,
  { scope, bodies, model }: ContactForm,
  memory: ReadonlyNumbers,
  normal: readonly number[],
): boolean {
  const attributes = new Map(initialAttributes(scope, model.curves));
  for (let iteration = 1; iteration <= 3; iteration++) {
    const given = [1, -1].map(
      (sign) =>
        new Map<string, Value>([
          ["collisionPoint", vectorOf(Float64Array.of(0, 0, 0))],
          ["collisionNormal", vectorOf(Float64Array.from(normal, (x) => sign * x))],
          ["penetration", farAway],
          ["iteration", iteration],
        ]),
    );
    const players = { bodies, attributes: [attributes, attributes], given };
    for (const { attribute, value } of laws.evaluation(scope, players, memory, memory).updates()) {
      const slot = laws.slotOf(attribute, players);
      if (attribute.owner.kind === "context") attributes.set(attribute.name, value);
      else if (slot && !isAsItWas(value, memory, slot)) return false;
    }
  }
  return true;
}

function isAsItWas(
  value: Value,
  memory: ReadonlyNumbers,
  slot: { offset: number; stride: number; size: number },
): boolean {
  if (typeof value !== "object") return Number(value) === memory[slot.offset];
  if (value.kind === "sequence") return false;
  return value.data.every((x, k) => x === memory[slot.offset + k * slot.stride]);
}
