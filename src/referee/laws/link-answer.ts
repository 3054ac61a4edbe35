// The effect of links at an impact: they change velocities along the directions in which their unknowns act, and
// nothing else. So the record after a collision is the law's result plus a sum of such directions.
import type { RecordedEvent } from "../../record/run/record.ts";
import { LinearSpan } from "../math/span.ts";
import { type Body, type Link, type Model, readNumbers, type Slot } from "../reading/reading.ts";
import { updatesOf } from "./body-law.ts";
import { freeFall } from "./contact-laws.ts";
import { directionsOf } from "./link-directions.ts";
import { MotionByLaws } from "./motion.ts";

/** An attribute after links have responded. */
export interface Followed {
  readonly numbers: readonly number[];
  /** Whether links add to it, by derivatives that are differences. */
  readonly isSum: boolean;
}

export class LinkResponse {
  private readonly model: Model;
  private readonly event: RecordedEvent;
  private readonly links: readonly Link[];

  constructor(model: Model, event: RecordedEvent, bodies: readonly (Body | null)[], memory: Float64Array) {
    this.model = model;
    this.event = event;
    this.links = linkedTo(model, bodies, memory);
  }

  get isNeeded(): boolean {
    return this.links.length > 0;
  }

  /**
   * What links change, except attributes with rates: values that laws state by `=` and sums are then computed again
   * from the rest.
   */
  followed(after: Float64Array): Map<Slot, Followed> {
    const motion = this.motion(after);
    const memory = motion.prepared(after, after);
    const own = new Set(
      this.links.flatMap(({ bodies }) => bodies.flatMap((body) => [...(body?.slots.values() ?? [])])),
    );
    const stated = motion.laws.flatMap((law) => (law ? updatesOf(this.model, law, after, after) : []));
    const found = new Map<Slot, Followed>();
    for (const { slot } of stated)
      if (own.has(slot)) found.set(slot, { numbers: readNumbers(memory, slot), isSum: false });
    for (const slot of motion.accumulators)
      if (own.has(slot)) found.set(slot, { numbers: readNumbers(memory, slot), isSum: true });
    return found;
  }

  /**
   * Attributes that only the record knows: the unknowns of links, those whose rates they change, and the step: links
   * respond at an instant.
   */
  free(after: Float64Array): Set<Slot> {
    const rated = this.motion(after).rates(after, after);
    return new Set([
      ...rated.map(({ slot }) => slot),
      ...this.links.flatMap(({ unknowns }) => unknowns),
      this.model.world.get("dt")!,
    ]);
  }

  /** The largest number that neither the law nor links explain, among those with rates, and the size of the change. */
  unexplained(expected: Float64Array, after: Float64Array): { figure: number; scale: number } {
    const { columns, slots } = directionsOf(this.motion(after), this.links, after);
    const numbers = (memory: Float64Array) => slots.flatMap((slot) => readNumbers(memory, slot));
    const change = numbers(after).map((x, k) => x - numbers(expected)[k]);
    const rest = new LinearSpan(columns).without(change);
    return {
      figure: Math.max(0, ...rest.map(Math.abs)),
      scale: Math.max(1e-3, ...numbers(after).map(Math.abs), ...change.map(Math.abs)),
    };
  }

  private motion(memory: Float64Array): MotionByLaws {
    const laws = this.model.bodies.map(
      (body) => this.event.before.applications[body.index] ?? freeFall(this.model, body, memory, this.event.time),
    );
    return new MotionByLaws(this.model, laws, memory);
  }
}

/** All constraints in the chains connected to these bodies. */
function linkedTo(model: Model, bodies: readonly (Body | null)[], memory: Float64Array): Link[] {
  const reached = new Set(bodies.filter((body) => body?.physicalType === "dynamic"));
  const found = new Set<Link>();
  for (let count = -1; count < found.size; ) {
    count = found.size;
    for (const link of model.links) {
      if (link.context.type !== "constraint" || memory[link.attached.offset] === 0) continue;
      if (!link.bodies.some((body) => body && reached.has(body))) continue;
      found.add(link);
      for (const body of link.bodies) if (body?.physicalType === "dynamic") reached.add(body);
    }
  }
  return [...found];
}
