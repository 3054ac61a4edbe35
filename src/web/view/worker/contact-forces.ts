// The forces at the contact points of time stepping: what the contact law keeps of them. Loaded when they are first
// wanted.
import type { ContactValue } from "../../../engine/state/kept-points.ts";
import { type Dimension, findUnit, multiplyUnits } from "../../../language/syntax/unit.ts";
import { historyOf } from "../../explain/worker/explanation.ts";
import type { ContactForceInfo } from "../../protocol/messages.ts";
import type { Job } from "../../worker/job.ts";

const force = findUnit("N")!.dimension;
const impulse = multiplyUnits(force, findUnit("s")!.dimension, 1);

function isSame(a: Dimension, b: Dimension): boolean {
  return a.every((power, i) => power === b[i]);
}

/** The forces at a frame; none without time stepping. */
export function contactForcesAt(job: Job, frame: number): ContactForceInfo[] {
  const at = job.recording.frames[frame];
  if (!at || job.recording.model.settings.scheme !== "time stepping") return [];
  return historyOf(job)
    .contacts(at.time)
    .flatMap((contact) => {
      const [kind, ...value] = forceOf(contact) ?? [null];
      const { bodies, point } = contact;
      return kind ? [{ objects: bodies.map(({ name }) => name), point: [...point], value, unit: kind }] : [];
    });
}

/**
 * The force on the first body: the sum of the attributes in N s, or in N. Numbers act along the normal, vectors as they
 * are.
 */
function forceOf({ law, normal, attribute }: ContactValue): ["N" | "N s", number, number, number] | null {
  for (const [unit, dimension] of [
    ["N s", impulse],
    ["N", force],
  ] as const) {
    const parts = law.attributes.filter((item) => item.unit && isSame(item.unit.dimension, dimension));
    if (parts.length === 0) continue;
    const sum: [number, number, number] = [0, 0, 0];
    for (const { name } of parts) {
      const numbers = attribute(name);
      for (let k = 0; k < 3 && numbers; k++) sum[k] += numbers.length === 3 ? numbers[k] : numbers[0] * normal[k];
    }
    return [unit, ...sum];
  }
  return null;
}
