// Which pairs may meet during a step, and which meets first.
import { boundMotion, boundShape, reachOf } from "../geometry/bounds.ts";
import { createBroadPhase, findPairs } from "../geometry/broad-phase.ts";
import { AT_REST } from "../geometry/motion.ts";
import { createPose } from "../geometry/pose.ts";
import { lastBeforeZero } from "../geometry/root.ts";
import { isInfinite } from "../geometry/shape.ts";
import { createImpact, findImpact, IMPACT_SETTINGS } from "../geometry/time-of-impact.ts";
import { poseIn } from "./body-pose.ts";
import { type Collisions, gapRounding } from "./collision.ts";
import type { Flow } from "./flow.ts";
import { gapAt, gapIn, scaleOf } from "./gap.ts";
import type { Laws } from "./laws.ts";
import type { Body } from "./model.ts";
import { type Application, pairNumber, type State } from "./state.ts";
import { Trajectory } from "./trajectory.ts";

const poseA = createPose();
const impact = createImpact();
const swept = new Float64Array(6);
const sweptEnd = new Float64Array(6);
/** How often a body without a bound on its motion is looked at to find the room it takes up. */
const looks = 16;
/** Relative to the time, or to 1. */
const simultaneous = 1e-13;
/** Bounds that overlap none. */
const nowhere = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);

export class Impacts {
  /** The pairs that meet at the instant found last. */
  meeting: [Body, Body][] = [];
  private readonly laws: Laws;
  private readonly collisions: Collisions;
  /** Ways that depend on time alone, kept from one flow to the next. */
  private readonly kept = new WeakMap<Application, Trajectory>();
  private readonly lawful: Map<number, boolean> = new Map();
  private readonly broad = createBroadPhase();
  private readonly fixed: Uint8Array;
  /** Six numbers a body: the room it takes up. */
  private readonly bounds: Float64Array;

  /** Bodies that can meet another at all; the way of the others need not be known. */
  private readonly meets: ReadonlySet<Body>;

  constructor(laws: Laws, collisions: Collisions) {
    this.laws = laws;
    this.collisions = collisions;
    this.bounds = new Float64Array(6 * laws.model.bodies.length);
    this.fixed = Uint8Array.from(laws.model.bodies, (body) => (body.physicalType === "static" ? 1 : 0));
    // One of each declaration stands for its copies, and a second copy for meeting one's own kind.
    const kinds = new Map<string, Body[]>();
    for (const body of laws.model.bodies) {
      const name = body.declaration.name.name;
      kinds.set(name, [...(kinds.get(name) ?? []).slice(0, 1), body]);
    }
    const sample = [...kinds.values()].flat();
    const meeting = sample
      .filter((a) => sample.some((b) => a !== b && this.collisions.hasLaw(a, b)))
      .map((body) => body.declaration);
    this.meets = new Set(laws.model.bodies.filter((body) => meeting.includes(body.declaration)));
  }

  /** Pairs with a collision law whose gap is within `touch` of nothing, relative to their scale. */
  pairsInTouch(state: State, touch: number): { pair: [Body, Body]; gap: number }[] {
    const found: { pair: [Body, Body]; gap: number }[] = [];
    for (const body of this.laws.model.bodies) {
      poseIn(state.memory, body, poseA);
      const box = boundShape(swept, body.geometry, poseA) as Float64Array;
      let largest = 0;
      for (const x of box) if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
      this.bounds.set(widen(box, touch * largest), 6 * body.index);
    }
    this.eachPair((a, b) => {
      const gap = gapIn(state.memory, a, b);
      if (gap <= touch * scaleOf(state.memory, a, b)) found.push({ pair: [a, b], gap });
    });
    return found;
  }

  /** Pairs with a law whose bounds overlap. */
  private eachPair(visit: (a: Body, b: Body) => void): void {
    const { bodies } = this.laws.model;
    const count = findPairs(this.broad, this.bounds, bodies.length, this.fixed);
    for (let k = 0; k < count; k++) {
      const a = bodies[this.broad.first[k]];
      const b = bodies[this.broad.second[k]];
      if (this.hasLaw(a, b)) visit(a, b);
    }
  }

  private hasLaw(a: Body, b: Body): boolean {
    if (a.physicalType !== "dynamic" && b.physicalType !== "dynamic") return false;
    const key = pairNumber(this.laws.model, a, b);
    let lawful = this.lawful.get(key);
    if (lawful === undefined)
      this.lawful.set(key, (lawful = this.collisions.hasLaw(a, b) && !this.laws.linked.isJoined(a, b)));
    return lawful;
  }

  private trajectory(flow: Flow, body: Body, steps: number): Trajectory {
    const application = flow.applicationOf(body);
    const timeOnly = application !== null && flow.isTimeOnly(body);
    // From the beginning of the step or of the law, so that a run resumed within a step sees the same polynomials.
    const { initialTime, step } = this.laws.model.settings;
    const begun = timeOnly ? Math.max(initialTime + steps * step, application.since) : flow.from;
    const from = Math.min(begun, flow.from);
    const known = timeOnly ? this.kept.get(application) : undefined;
    if (known && known.to === flow.to && known.from === from) return known;
    const made = new Trajectory(body, from, flow.to, flow.moves(body), (t, out) => flow.pose(body, t, out));
    if (timeOnly) this.kept.set(application, made);
    return made;
  }

  /** The room a body takes up from now to the end of the flow. */
  private sweep(trajectory: Trajectory, flow: Flow, body: Body): Float64Array {
    const out = swept;
    const { bound } = trajectory;
    trajectory.pose(flow.from, poseA);
    boundShape(out, body.geometry, poseA);
    if (bound === AT_REST) return out;
    if (bound) {
      const end = sweptEnd;
      trajectory.pose(flow.to, poseA);
      boundShape(end, body.geometry, poseA);
      if (isInfinite(body.geometry)) return widen(out, Number.POSITIVE_INFINITY);
      const speed = bound.speed + bound.angularSpeed * reachOf(body.geometry);
      return boundMotion(out, out, end, speed * (flow.to - flow.from));
    }
    const box = sweptEnd;
    let longest = 0;
    const last = poseA.position.slice();
    for (let i = 1; i <= looks; i++) {
      trajectory.pose(flow.from + ((flow.to - flow.from) * i) / looks, poseA);
      boundShape(box, body.geometry, poseA);
      for (let k = 0; k < 3; k++) {
        out[k] = Math.min(out[k], box[k]);
        out[3 + k] = Math.max(out[3 + k], box[3 + k]);
        longest = Math.max(longest, Math.abs(poseA.position[k] - last[k]));
      }
      last.set(poseA.position);
    }
    return widen(out, longest + (isInfinite(body.geometry) ? Number.POSITIVE_INFINITY : reachOf(body.geometry)));
  }

  /** The first instant of the flow at which a pair meets, or null; `meeting` then holds all pairs that meet there. */
  first(flow: Flow, state: State): number | null {
    const { model } = this.laws;
    const ways = model.bodies.map((body) => (this.meets.has(body) ? this.trajectory(flow, body, state.steps) : null));
    for (const [i, body] of model.bodies.entries()) {
      const way = ways[i];
      this.bounds.set(way ? this.sweep(way, flow, body) : nowhere, 6 * i);
    }
    let earliest = Number.POSITIVE_INFINITY;
    const found: { pair: [Body, Body]; time: number }[] = [];
    this.eachPair((a, b) => {
      const status = state.pairs.get(pairNumber(model, a, b));
      if (status === "contact" || status === "passing" || (!flow.moves(a) && !flow.moves(b))) return;
      const time = this.meet(flow, state, a, b, ways[a.index]!, ways[b.index]!);
      if (time === null) return;
      found.push({ pair: [a, b], time });
      earliest = Math.min(earliest, time);
    });
    // Instants nearer than they can be located count as one.
    const same = 4 * Math.max(model.settings.tolerance, simultaneous * Math.max(1, Math.abs(earliest)));
    this.meeting = found.filter(({ time }) => time <= earliest + same).map(({ pair }) => pair);
    return this.meeting.length > 0 ? earliest : null;
  }

  private meet(flow: Flow, state: State, a: Body, b: Body, wayA: Trajectory, wayB: Trajectory): number | null {
    const { tolerance } = this.laws.model.settings;
    const settings = { ...IMPACT_SETTINGS, tolerance: tolerance / (flow.to - flow.from) };
    if (!findImpact(impact, wayA.moving, wayB.moving, flow.from, flow.to, settings)) return null;
    const { time } = impact;
    return time <= flow.from ? time : this.refine(flow, a, b, time, gapRounding * scaleOf(state.memory, a, b));
  }

  /** From the instant on the polynomials, or on the interpolation of an integrated step, to the one on the motion itself. */
  private refine(flow: Flow, a: Body, b: Body, time: number, noise: number): number | null {
    const integrated = flow.isIntegrated(a) || flow.isIntegrated(b);
    const gap = (t: number) => (integrated ? gapIn(flow.memoryAt(t), a, b) : gapAt(flow, a, b, t));
    // From narrow to wide, so that a body is not looked for behind a thin one that it has just met.
    for (let width = Math.max(this.laws.model.settings.tolerance, (flow.to - flow.from) * 1e-12); ; width *= 32) {
      const from = Math.max(flow.from, time - width);
      const to = Math.min(flow.to, time + width);
      const open = gap(from);
      const closed = gap(to);
      if (open > 0 && closed <= 0)
        return lastBeforeZero(
          gap,
          from,
          open,
          to,
          closed,
          Math.max(this.laws.model.settings.tolerance, 4.5e-16 * Math.abs(time)),
        );
      // The polynomials saw a touch that the motion itself just misses within this step.
      if (open > noise && closed > noise && to === flow.to) return null;
      if (from === flow.from && to === flow.to) return closed > 0 ? null : time;
    }
  }
}

function widen(box: Float64Array, margin: number): Float64Array {
  for (let k = 0; k < 3; k++) {
    box[k] -= margin;
    box[3 + k] += margin;
  }
  return box;
}
