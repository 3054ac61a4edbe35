// Which bodies links join: those move together, and do not collide with each other unless a link says so.
import type { Link } from "../model/link.ts";
import type { Body, Model } from "../model/model.ts";

export class LinkedBodies {
  private readonly links = new Map<Body, Link[]>();
  /** By bodies: a number that is looked up takes room on the heap. */
  private readonly joined = new Map<Body, Set<Body>>();

  constructor(model: Model) {
    for (const link of model.links) {
      const [a, b] = link.bodies;
      for (const body of link.bodies) if (body) this.links.set(body, [...(this.links.get(body) ?? []), link]);
      if (a && b && a !== b && !link.declaration.collides) {
        this.join(a, b);
        this.join(b, a);
      }
    }
  }

  /** Whether a link keeps these two from colliding. */
  isJoined(a: Body, b: Body): boolean {
    return this.joined.size > 0 && this.joined.get(a)?.has(b) === true;
  }

  private join(a: Body, b: Body): void {
    const others = this.joined.get(a) ?? new Set();
    this.joined.set(a, others.add(b));
  }

  /** Whether a link that is attached holds a body. */
  isLinked(memory: Float64Array, body: Body): boolean {
    return this.links.get(body)?.some(({ attached }) => memory[attached.offset] !== 0) === true;
  }

  /** These bodies and all that move with them by links that are attached, in canonical order. */
  together(memory: Float64Array, bodies: readonly Body[]): Body[] {
    if (this.links.size === 0) return [...bodies];
    const found = new Set(bodies);
    for (const body of found) {
      if (body.physicalType === "static") continue;
      for (const { attached, bodies: ends } of this.links.get(body) ?? [])
        if (memory[attached.offset] !== 0) for (const end of ends) if (end) found.add(end);
    }
    return [...found].sort((a, b) => a.index - b.index);
  }
}
