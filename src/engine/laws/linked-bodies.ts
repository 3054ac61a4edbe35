// Which bodies links join: they move together, and do not collide with each other unless a link allows it.
import type { Link } from "../model/link.ts";
import type { Body, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";

export class LinkedBodies {
  private readonly links = new Map<Body, Link[]>();
  /** The joined bodies by body: looking up a number would allocate memory. */
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

  /** Whether a link prevents these two from colliding. */
  isJoined(a: Body, b: Body): boolean {
    return this.joined.size > 0 && this.joined.get(a)?.has(b) === true;
  }

  private join(a: Body, b: Body): void {
    const others = this.joined.get(a) ?? new Set();
    this.joined.set(a, others.add(b));
  }

  /** Whether an attached link holds a body. */
  isLinked(memory: ReadonlyNumbers, body: Body): boolean {
    return this.links.get(body)?.some(({ attached }) => memory[attached.offset] !== 0) === true;
  }

  /** These bodies and all that move with them by attached links, in canonical order. */
  together(memory: ReadonlyNumbers, bodies: readonly Body[]): Body[] {
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
