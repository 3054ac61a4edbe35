// Group contacts: bodies that stay together, and what the geometry tells each of them about the others.

import { Interpreter } from "../compiler/interpreter.ts";
import { matrixOf, type Value, vectorOf } from "../compiler/value.ts";
import type { ContextDeclaration } from "../language/experiment.ts";
import { contactIn, scaleOf } from "./gap.ts";
import type { Laws } from "./laws.ts";
import { readSlot } from "./layout.ts";
import type { Body } from "./model.ts";

/** A direction is faced by a contact whose normal has more than this much against it. */
const facing = 1e-6;

interface Neighbour {
  readonly other: Body;
  readonly point: Float64Array;
  /** Pointing to the body that asks. */
  readonly normal: Float64Array;
}

/** The bodies held together by contact pairs; a static body belongs to every group that leans on it. */
export function groupsOf(pairs: readonly (readonly [Body, Body])[]): Body[][] {
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

export class Contacts {
  private readonly laws: Laws;
  private readonly directions = new Map<ContextDeclaration, Float64Array[]>();

  constructor(laws: Laws) {
    this.laws = laws;
  }

  /** What the geometry supplies to each dynamic body of a group, per direction of the context. */
  given(
    context: ContextDeclaration,
    group: readonly Body[],
    pairs: readonly (readonly [Body, Body])[],
    memory: Float64Array,
  ): Map<Body, ReadonlyMap<string, Value>> {
    const neighbours = new Map<Body, Neighbour[]>(group.map((body) => [body, []]));
    for (const [a, b] of pairs) {
      if (!neighbours.has(a) || !neighbours.has(b)) continue;
      const { point, normal } = contactIn(memory, a, b, 1e-7 * scaleOf(memory, a, b));
      neighbours.get(a)!.push({ other: b, point, normal });
      neighbours.get(b)!.push({ other: a, point, normal: normal.map((x) => 0 - x) });
    }
    const given = new Map<Body, Map<string, Value>>();
    for (const body of group) {
      if (body.physicalType !== "dynamic") continue;
      const values = new Map<string, Value>();
      for (const [k, direction] of this.directionsOf(context).entries())
        this.describe(values, k + 1, direction, body, neighbours, memory);
      given.set(body, values);
    }
    return given;
  }

  private directionsOf(context: ContextDeclaration): Float64Array[] {
    let directions = this.directions.get(context);
    if (!directions) {
      directions = context.directions.map((expr) => {
        const value = new Interpreter().run(expr, context.scope);
        return typeof value === "object" && value.kind === "vector" ? value.data : new Float64Array(3);
      });
      this.directions.set(context, directions);
    }
    return directions;
  }

  private describe(
    out: Map<string, Value>,
    number: number,
    direction: Float64Array,
    body: Body,
    neighbours: ReadonlyMap<Body, readonly Neighbour[]>,
    memory: Float64Array,
  ): void {
    const against = (normal: Float64Array) =>
      -(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]);
    const faced = (of: Body) =>
      (neighbours.get(of) ?? [])
        .filter(({ normal }) => against(normal) > facing)
        .sort((a, b) => against(b.normal) - against(a.normal) || a.other.index - b.other.index);
    const own = faced(body);
    // A matrix without rows cannot be; where nothing is faced the names have no value, and a law that asks is told so.
    if (own.length > 0) {
      out.set(
        `collisionNormalsDirVec${number}`,
        matrixOf(
          own.length,
          3,
          own.flatMap(({ normal }) => [...normal]),
        ),
      );
      out.set(
        `collisionPointsDirVec${number}`,
        matrixOf(
          own.length,
          3,
          own.flatMap(({ point }) => [...point]),
        ),
      );
    }
    const chain = new Set<Body>();
    const follow = (from: Body) => {
      for (const { other } of faced(from)) {
        if (other === body || chain.has(other)) continue;
        chain.add(other);
        if (other.physicalType === "dynamic") follow(other);
      }
    };
    follow(body);
    out.set(
      `hasPathToStaticObjectDirVec${number}`,
      [...chain].some((other) => other.physicalType === "static"),
    );
    const names = new Set(this.laws.model.bodies.flatMap((other) => [...other.slots.keys()]));
    for (const name of names) {
      const sum = this.sum(name, chain, memory);
      if (sum !== null) out.set(`${name}SumDirVec${number}`, sum);
    }
  }

  /** The sum of an attribute over a chain; bodies that lack it count as zero. */
  private sum(name: string, chain: ReadonlySet<Body>, memory: Float64Array): Value | null {
    const sample = this.laws.model.bodies.map((body) => body.slots.get(name)).find((slot) => slot !== undefined);
    if (!sample || sample.shape.kind === "boolean") return null;
    const total = new Float64Array(sample.size);
    for (const body of [...chain].sort((a, b) => a.index - b.index)) {
      const slot = body.slots.get(name);
      if (slot?.size === sample.size)
        for (let k = 0; k < slot.size; k++) total[k] += memory[slot.offset + k * slot.stride];
    }
    if (sample.shape.kind === "real") return total[0];
    return sample.shape.kind === "vector" ? vectorOf(total) : readSlot(total, { ...sample, offset: 0, stride: 1 });
  }
}
