// Bodies held together by contacts: which bodies touch, and where, at the time when their laws began.

import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { contactIn, scaleOf } from "./gap.ts";

/** A contact faces a direction if its normal points against it by more than this. */
export const facing = 1e-6;

export interface GroupNeighbour {
  readonly other: Body;
  readonly point: Float64Array;
  /** Pointing to the body that asks. */
  readonly normal: Float64Array;
}

export type Pairs = readonly (readonly [Body, Body])[];

/** How far a normal points against a direction. */
export function against(normal: Float64Array, direction: Float64Array): number {
  return -(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]);
}

export class ContactGroup {
  readonly bodies: readonly Body[];
  private readonly neighbours: ReadonlyMap<Body, readonly GroupNeighbour[]>;

  constructor(bodies: readonly Body[], neighbours: ReadonlyMap<Body, readonly GroupNeighbour[]>) {
    this.bodies = bodies;
    this.neighbours = neighbours;
  }

  /** The group that these pairs form of `bodies`, at their places in `memory`. */
  static of(bodies: readonly Body[], pairs: Pairs, memory: ReadonlyNumbers): ContactGroup {
    const neighbours = new Map<Body, GroupNeighbour[]>(bodies.map((body) => [body, []]));
    for (const [a, b] of pairs) {
      if (!neighbours.has(a) || !neighbours.has(b)) continue;
      const { point, normal } = contactIn(memory, a, b, 1e-7 * scaleOf(memory, a, b));
      neighbours.get(a)!.push({ other: b, point, normal });
      neighbours.get(b)!.push({ other: a, point, normal: normal.map((x) => 0 - x) });
    }
    return new ContactGroup(bodies, neighbours);
  }

  /** The same contacts between the bodies of another model of the same text. */
  within(bodies: readonly Body[]): ContactGroup {
    const same = (body: Body) => bodies[body.index];
    const neighbours = [...this.neighbours].map(
      ([body, list]) => [same(body), list.map((one) => ({ ...one, other: same(one.other) }))] as const,
    );
    return new ContactGroup(this.bodies.map(same), new Map(neighbours));
  }

  /** All that a body touches, sorted by how directly they lie in a direction. */
  touching(body: Body, direction: Float64Array): GroupNeighbour[] {
    return [...(this.neighbours.get(body) ?? [])].sort(
      (a, b) => against(b.normal, direction) - against(a.normal, direction) || a.other.index - b.other.index,
    );
  }

  /** What a body touches in a direction. */
  faced(body: Body, direction: Float64Array): GroupNeighbour[] {
    return this.touching(body, direction).filter(({ normal }) => against(normal, direction) > facing);
  }

  /**
   * Everything that lies on a body in a direction, directly or through others, each with the body it was reached from,
   * in the order found.
   */
  reached(body: Body, direction: Float64Array): ReadonlyMap<Body, Body> {
    const chain = new Map<Body, Body>();
    const follow = (from: Body) => {
      for (const { other } of this.faced(from, direction)) {
        if (other === body || chain.has(other)) continue;
        chain.set(other, from);
        if (other.physicalType === "dynamic") follow(other);
      }
    };
    follow(body);
    return chain;
  }
}

/** The bodies held together by contact pairs; a static body belongs to every group that leans on it. */
export function groupsOf(pairs: Pairs): Body[][] {
  const leader = new Map<Body, Body>();
  const find = (body: Body): Body => {
    const next = leader.get(body) ?? body;
    return next === body ? body : find(next);
  };
  const isFixed = (body: Body) => body.physicalType !== "dynamic";
  for (const [a, b] of pairs) if (!isFixed(a) && !isFixed(b)) leader.set(find(a), find(b));
  const groups = new Map<Body, Set<Body>>();
  for (const pair of pairs) {
    const root = find(pair.find((body) => !isFixed(body))!);
    let group = groups.get(root);
    if (!group) groups.set(root, (group = new Set()));
    for (const body of pair) group.add(body);
  }
  return [...groups.values()]
    .map((group) => [...group].sort((a, b) => a.index - b.index))
    .sort((a, b) => a[0].index - b[0].index);
}
