// Collisions at an instant: pair by pair, the fastest closing first, until none closes. The engine knows no velocities: how
// fast a pair closes is seen by letting free fall run for a moment.
import { Evaluation } from "../compiler/evaluation.ts";
import { formatValue, type Value, vectorOf } from "../compiler/value.ts";
import { Flow } from "./flow.ts";
import { gapAt, gapIn, impactIn, partingAt, scaleOf, thicknessOf, wayAt } from "./gap.ts";
import { initialAttributes, type Laws, MemoryRegisters, nothingGiven, type Players } from "./laws.ts";
import type { Body } from "./model.ts";
import type { Happening } from "./observer.ts";
import type { Application } from "./state.ts";

/** Rounding of a gap, relative to the lengths it is made of. */
export const gapRounding = 1e-13;

const mostPasses = 1000;

export type Tendency = "closing" | "resting" | "parting";

export interface Trial {
  /** How much the gap grows while free fall is tried. */
  readonly growth: number;
  readonly tendency: Tendency;
  /** The motion tried. */
  readonly flow: Flow;
}

/** Speeds that differ by less, relatively, are equal. */
const equally = 1e-9;

export class Collisions {
  private readonly laws: Laws;

  constructor(laws: Laws) {
    this.laws = laws;
  }

  /** In a pair the dynamic body has index 0; of two dynamic ones, the first in canonical order. */
  order(a: Body, b: Body): [Body, Body] {
    if (a.physicalType !== b.physicalType) return a.physicalType === "dynamic" ? [a, b] : [b, a];
    return a.index < b.index ? [a, b] : [b, a];
  }

  hasLaw(a: Body, b: Body): boolean {
    return (
      (a.physicalType === "dynamic" || b.physicalType === "dynamic") &&
      this.laws.choose("collision", this.order(a, b)) !== null
    );
  }

  /**
   * Lets both bodies go on for a moment and looks whether they come apart: in free fall, except that a body which a contact
   * law holds (`held` tells) goes on under that law.
   */
  try(memory: Float64Array, a: Body, b: Body, time: number, held: (body: Body) => Application | null): Trial {
    const { separation } = this.laws.model.settings;
    const applications: (Application | null)[] = this.laws.model.bodies.map(() => null);
    for (const body of [a, b]) {
      if (body.physicalType === "static") continue;
      const hold = held(body);
      const context = hold?.context ?? this.laws.choose("free fall", [body]);
      // A trial's own copy of the memory: beginning may register first-time-only attributes of the object.
      if (context)
        applications[body.index] = this.laws.begin(context, body, hold?.given ?? nothingGiven, memory.slice(), time);
    }
    const flow = new Flow(this.laws, memory, applications, time, time + separation);
    const before = gapIn(memory, a, b);
    const noise = gapRounding * scaleOf(memory, a, b);
    let growth = gapAt(flow, a, b, time + separation) - before;
    // Bodies that are thin against their speed would come out on the other side: they are looked at sooner.
    const most = (thicknessOf(a) + thicknessOf(b)) / 4;
    const way = growth > noise && most < Number.POSITIVE_INFINITY ? wayAt(memory, flow, a, b, time + separation) : 0;
    if (way > most) {
      const sooner = gapAt(flow, a, b, time + (separation * most) / way) - before;
      if (sooner < -noise) growth = (sooner * way) / most;
    }
    return { growth, tendency: growth < -noise ? "closing" : growth > noise ? "parting" : "resting", flow };
  }

  /** Applies the collision law of a pair once; changes the memory. */
  apply(memory: Float64Array, a: Body, b: Body, time: number): Happening {
    const bodies = this.order(a, b);
    const context = this.laws.choose("collision", bodies)!;
    const scope = this.laws.scopeOf(context, bodies);
    const margin = 1e-7 * Math.max(1e-12, scaleOf(memory, a, b));
    const { point, normal } = impactIn(memory, bodies[0], bodies[1], margin);
    const collisionPoint = vectorOf(point);
    const given = [normal, normal.map((x) => 0 - x)].map(
      (n): ReadonlyMap<string, Value> => new Map<string, Value>([["collisionPoint", collisionPoint], ["collisionNormal", vectorOf(n)], ["penetration", Math.max(0, -gapIn(memory, a, b))], ["iteration", 1]]),
    ); // biome-ignore format: a table
    const players: Players = { bodies, attributes: bodies.map(() => initialAttributes(scope)), given };
    const before = memory.slice();
    const values = new Map<string, string>();
    this.laws.guard(context, bodies, time, () => {
      const registers = new MemoryRegisters(this.laws.model, memory, memory, players);
      this.laws.first(scope, registers, players, time);
      const evaluation = new Evaluation(scope, registers);
      const updates = evaluation.updates();
      for (const { definition, value } of updates) values.set(definition.name, formatValue(value));
      this.laws.commit(updates, players, memory, time);
    });
    return {
      type: "collision",
      time,
      context: context.name.name,
      bodies,
      before,
      after: memory.slice(),
      values,
      point,
      normal,
    };
  }

  /** Of pairs in touch, in the order of their names, the one whose points in touch close fastest; null of none. */
  private fastest(
    memory: Float64Array,
    pairs: readonly (readonly [Body, Body])[],
    flowOf: (pair: readonly [Body, Body]) => Flow,
  ): readonly [Body, Body] | null {
    if (pairs.length < 2) return pairs[0] ?? null;
    const partings = pairs.map((pair) => partingAt(memory, flowOf(pair), pair[0], pair[1], flowOf(pair).to));
    const least = Math.min(...partings);
    return pairs[partings.findIndex((parting) => parting <= least + equally * Math.abs(least))];
  }

  /**
   * Resolves what closes among the pairs in touch, of which some have just `met`, changing the memory. Tells what happened, and which pairs a law was
   * applied to without coming apart.
   */
  resolve(
    memory: Float64Array,
    touching: readonly (readonly [Body, Body])[],
    met: (pair: readonly [Body, Body]) => boolean,
    held: (body: Body) => Application | null,
    time: number,
  ): { happenings: Happening[]; stuck: (readonly [Body, Body])[] } {
    const happenings: Happening[] = [];
    const applied = new Set<readonly [Body, Body]>();
    const trials = new Map<readonly [Body, Body], Trial>();
    const stuck = new Set<readonly [Body, Body]>();
    // Pairs that have met, until something happens to their bodies: they are struck once, whatever a trial sees of them at its
    // end (a fast turning corner may dip in and come out again meanwhile).
    const due = new Set(touching.filter(met));
    for (let pass = 0; pass < mostPasses; pass++) {
      const closing: (readonly [Body, Body])[] = [];
      for (const pair of touching) {
        if (stuck.has(pair)) continue;
        let trial = trials.get(pair);
        if (!trial) trials.set(pair, (trial = this.try(memory, pair[0], pair[1], time, held)));
        const isDue = due.has(pair) || (trial.tendency === "resting" && met(pair) && !applied.has(pair));
        if (trial.tendency === "closing" || isDue) closing.push(pair);
      }
      const fastest = this.fastest(memory, closing, (pair) => trials.get(pair)!.flow);
      if (!fastest) {
        // Later collisions may have parted what seemed stuck.
        const unparted = touching.filter(
          (pair) => applied.has(pair) && this.try(memory, pair[0], pair[1], time, held).tendency !== "parting",
        );
        return { happenings, stuck: unparted };
      }
      happenings.push(this.apply(memory, fastest[0], fastest[1], time));
      applied.add(fastest);
      for (const pair of touching) {
        if (!pair.some((body) => fastest.includes(body))) continue;
        trials.delete(pair);
        due.delete(pair);
      }
      // A law that leaves its own pair closing has done what it can.
      const after = this.try(memory, fastest[0], fastest[1], time, held);
      trials.set(fastest, after);
      if (after.tendency === "closing") stuck.add(fastest);
    }
    for (const pair of touching) if (trials.get(pair)?.tendency === "closing") stuck.add(pair);
    return { happenings, stuck: [...stuck] };
  }
}
