// Two bodies in touch go on for a moment under their laws, as if these began now: do they come apart?
import { thicknessOf } from "../geometry/thickness.ts";
import { registersAtFirst } from "./context-attributes.ts";
import { Flow } from "./flow.ts";
import { findScale, gapAt, nearnessAt, nearnessIn, wayAt } from "./gap.ts";
import { type Laws, nothingGiven } from "./laws.ts";
import type { Body } from "./model.ts";
import { StageLaws } from "./stage.ts";
import type { Application } from "./state.ts";

/** Rounding of a gap, relative to the lengths it is made of. */
export const gapRounding = 1e-13;

export type Tendency = "closing" | "resting" | "parting";

/** The contact law that holds a body, if one does. */
export type Holds = (body: Body) => Application | null;

/** The laws of bodies, and of all that links join to them, as they begin now. */
export function lawsOf(laws: Laws, memory: Float64Array, bodies: readonly Body[], time: number, held: Holds): StageLaws {
  const applications: Application[] = [];
  for (const body of laws.linked.together(memory, bodies)) {
    if (body.physicalType === "static") continue;
    const hold = held(body);
    const context = hold?.context ?? laws.choose("free fall", [body]);
    if (!context) continue;
    // A trial's own copy of the memory where beginning registers attributes of the object.
    const own = registersAtFirst(laws.scopeOf(context, [body])) ? memory.slice() : memory;
    applications.push(laws.begin(context, body, hold?.given ?? nothingGiven, own, time));
  }
  applications.sort((one, other) => one.body.index - other.body.index);
  return new StageLaws(laws, applications, memory);
} // biome-ignore format: one signature

export class Trial {
  /** How much the gap grows while it is tried, and what rounding makes of that. */
  growth = 0;
  noise = 0;
  tendency: Tendency = "resting";
  /** The motion tried. */
  readonly flow: Flow;
  private readonly laws: Laws;
  /** A part of the run's memory. */
  private readonly memory: Float64Array;
  private readonly a: Body;
  private readonly b: Body;
  private readonly holdOfA: Application | null;
  private readonly holdOfB: Application | null;
  /** How far they may move against each other before one could be on the other side. */
  private readonly most: number;
  private readonly isRepeatable: boolean;
  private from = 0;

  /** In free fall, except that a body which a contact law holds goes on under that law. */
  constructor(laws: Laws, memory: Float64Array, a: Body, b: Body, time: number, held: Holds) {
    this.laws = laws;
    this.memory = memory;
    this.a = a;
    this.b = b;
    this.holdOfA = held(a);
    this.holdOfB = held(b);
    this.most = (thicknessOf(a.geometry) + thicknessOf(b.geometry)) / 4;
    this.from = time;
    const stages = lawsOf(laws, memory, [a, b], time, held);
    this.flow = new Flow(laws, memory, stages);
    this.isRepeatable = !laws.linked.isLinked(memory, a) && !laws.linked.isLinked(memory, b);
    this.look();
  }

  /** Tries the same again from what the memory is now; false where the laws are others, or the interpreter must begin them. */
  repeat(state: { readonly time: number }, held: Holds): boolean {
    const { laws, memory, a, b } = this;
    if (!this.isRepeatable || held(a) !== this.holdOfA || held(b) !== this.holdOfB) return false;
    if (laws.linked.isLinked(memory, a) || laws.linked.isLinked(memory, b)) return false;
    if (!laws.kernels?.beginAgain(this.flow.stages.active, memory)) return false;
    this.from = state.time;
    this.look();
    laws.kernels.leave();
    return true;
  }

  private look(): void {
    const { flow, memory, a, b, most, from } = this;
    const { separation } = this.laws.model.settings;
    flow.from = from;
    flow.to = from + separation;
    flow.start();
    const before = nearnessIn(memory, a, b).distance;
    const noise = gapRounding * findScale(memory, a, b)[0];
    flow.time = flow.to;
    let growth = nearnessAt(flow, a, b).distance - before;
    // Bodies that are thin against their speed would come out on the other side: they are looked at sooner.
    const way = growth > noise && most < Number.POSITIVE_INFINITY ? wayAt(memory, flow, a, b, from + separation) : 0;
    if (way > most) {
      const sooner = gapAt(flow, a, b, from + (separation * most) / way) - before;
      if (sooner < -noise) growth = (sooner * way) / most;
    }
    this.growth = growth;
    this.noise = noise;
    this.tendency = growth < -noise ? "closing" : growth > noise ? "parting" : "resting";
  }
}
