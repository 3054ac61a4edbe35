// Steps of time stepping in which links hold bodies that nothing touches. The run may choose the unknowns; but they
// change momenta along their directions only, and poses follow velocities. The tolerance of both is how much directions
// and rates differ between the ends of the step.

import { directionsOf } from "../laws/link-directions.ts";
import { MotionByLaws } from "../laws/motion.ts";
import { LinearSpan, lengthOf } from "../math/span.ts";
import type { Findings } from "../reading/findings.ts";
import type { Interval } from "../reading/moment.ts";
import { type Application, type Body, type Link, type Model, readNumbers, type Slot } from "../reading/reading.ts";

/** The relative error of a number by rounding and differences. */
const rounding = 1e-9;
/** The allowed multiples of the rotation of directions in a step, and of the change of rates. */
const ofTurn = 3;
const ofChange = 2;

/** Bodies connected by links. */
interface Linkage {
  readonly bodies: ReadonlySet<Body>;
  readonly links: readonly Link[];
}

/** The linkages of bodies that links join at a moment. */
export function linkagesIn(model: Model, memory: Float64Array): Linkage[] {
  const attached = model.links.filter((link) => memory[link.attached.offset] !== 0);
  const found: { bodies: Set<Body>; links: Link[] }[] = [];
  for (const link of attached) {
    const own = link.bodies.filter((body): body is Body => body?.physicalType === "dynamic");
    const joined = found.filter(({ bodies }) => own.some((body) => bodies.has(body)));
    for (const one of joined) found.splice(found.indexOf(one), 1);
    found.push({
      bodies: new Set([...joined.flatMap(({ bodies }) => [...bodies]), ...own]),
      links: [...joined.flatMap(({ links }) => links), link],
    });
  }
  return found;
}

export function checkLinkedStep(
  model: Model,
  laws: readonly (Application | null)[],
  { bodies, links }: Linkage,
  interval: Interval,
  findings: Findings,
): void {
  const { from, to } = interval;
  const own = laws.map((law) => (law && bodies.has(law.body) ? law : null));
  const motion = new MotionByLaws(model, own, from.memory, links);
  const first = directionsOf(motion, links, from.memory);
  const last = directionsOf(motion, links, to.memory);
  const h = to.time - from.time;
  const { slots } = first;
  /** The largest effect of a unit of an unknown on each attribute: numbers of all attributes are compared by that. */
  const strength = slots.map((_, i) =>
    largest([...first.columns, ...last.columns].flatMap((one) => part(one, slots, i))),
  );
  const weighed = (numbers: readonly number[]) =>
    slots.flatMap((_, i) => part(numbers, slots, i).map((x) => (strength[i] > 0 ? x / strength[i] : 0)));
  const before = slots.flatMap((slot) => readNumbers(from.memory, slot));
  const after = slots.flatMap((slot) => readNumbers(to.memory, slot));
  const span = new LinearSpan(last.columns.map(weighed));
  const change = weighed(after.map((x, k) => x - before[k] - h * first.still[k]));
  const turn = largest(first.columns.map(weighed).map((one) => lengthOf(span.without(one)) / (lengthOf(one) || 1)));
  const rest = span.without(change);
  /** The change of rates in the step, and the motion of poses that the last velocities do not explain. */
  const drift = last.still.map((x, k) => x - first.still[k]);
  const gone = after.map((x, k) => x - before[k] - h * last.still[k]);
  const stated = motion.rates(from.memory, from.memory);
  for (const [i, slot] of slots.entries()) {
    const { application } = stated[i];
    const scale = rounding * Math.max(1e-3, largest(part(before, slots, i)), largest(part(after, slots, i)));
    const common = {
      check: "rate",
      law: application.context.name.name,
      objects: [application.body.name],
      time: to.time,
    } as const;
    if (strength[i] > 0)
      findings.add({
        ...common,
        words: `'${slot.name}' changes neither by its law nor by forces of links, from t = ${from.time}`,
        figure: strength[i] * largest(part(rest, slots, i)),
        tolerance:
          scale + ofTurn * turn * strength[i] * lengthOf(change) + ofChange * h * largest(part(drift, slots, i)),
      });
    else {
      const alike = slots.flatMap((one, j) => (one.name === slot.name ? [j] : []));
      const most = largest(alike.flatMap((j) => part(drift, slots, j)));
      findings.add({
        ...common,
        words: `'${slot.name}' does not follow its rate, from t = ${from.time}`,
        figure: largest(part(gone, slots, i)),
        tolerance: scale + ofChange * h * most,
      });
    }
  }
}

const largest = (numbers: readonly number[]) => numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** The numbers of one attribute among those of all. */
function part(numbers: readonly number[], slots: readonly Slot[], i: number): readonly number[] {
  const start = slots.slice(0, i).reduce((sum, { size }) => sum + size, 0);
  return numbers.slice(start, start + slots[i].size);
}
