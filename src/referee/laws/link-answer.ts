// What links do at an impact: they change velocities along the directions in which their unknowns act, and nothing
// else. So what a record has after a collision is what the law gives, and a sum of such directions.
import type { RecordedEvent } from "../../record/run/record.ts";
import { Span } from "../math/span.ts";
import { type Body, type Link, type Model, readNumbers, type Slot } from "../reading/reading.ts";
import { updatesOf } from "./body-law.ts";
import { freeFall } from "./contact-laws.ts";
import { directionsOf } from "./link-directions.ts";
import { Motion } from "./motion.ts";

/** What an attribute is after links have answered. */
export interface Followed {
  readonly numbers: readonly number[];
  /** Links add to it, by derivatives that are differences. */
  readonly isSum: boolean;
}

export class LinkAnswer {
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
   * What links change, but for attributes with rates: what laws state by `=` and what they add up is then found again
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
   * Attributes that the record alone knows: the unknowns of links, those along whose rates they act, and the step:
   * links answer within none.
   */
  free(after: Float64Array): Set<Slot> {
    const rated = this.motion(after).rates(after, after);
    return new Set([
      ...rated.map(({ slot }) => slot),
      ...this.links.flatMap(({ unknowns }) => unknowns),
      this.model.world.get("dt")!,
    ]);
  }

  /**
   * The largest number that is neither the law's nor the links', of those that have rates, and how large the change is.
   */
  unexplained(expected: Float64Array, after: Float64Array): { figure: number; scale: number } {
    const { columns, slots } = directionsOf(this.motion(after), this.links, after);
    const numbers = (memory: Float64Array) => slots.flatMap((slot) => readNumbers(memory, slot));
    const change = numbers(after).map((x, k) => x - numbers(expected)[k]);
    const rest = new Span(columns).without(change);
    return {
      figure: Math.max(0, ...rest.map(Math.abs)),
      scale: Math.max(1e-3, ...numbers(after).map(Math.abs), ...change.map(Math.abs)),
    };
  }

  private motion(memory: Float64Array): Motion {
    const laws = this.model.bodies.map(
      (body) => this.event.before.applications[body.index] ?? freeFall(this.model, body, memory, this.event.time),
    );
    return new Motion(this.model, laws, memory);
  }
}

/** All constraints in the chains that hang on these bodies. */
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
