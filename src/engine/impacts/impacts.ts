// Which pairs may meet during a step, and which meets first.

import { createBroadPhase, findPairs, mostPairs } from "../../geometry/motion/broad-phase.ts";
import { AT_REST } from "../../geometry/motion/motion.ts";
import { lastBeforeZero } from "../../geometry/motion/root.ts";
import {
  createImpact,
  findImpact,
  IMPACT_SETTINGS,
  type ImpactSettings,
} from "../../geometry/motion/time-of-impact.ts";
import { boundMotion, boundShape, reachOf } from "../../geometry/shapes/bounds.ts";
import { createPose } from "../../geometry/shapes/pose.ts";
import { isInfinite } from "../../geometry/shapes/shape.ts";
import type { Laws } from "../laws/laws.ts";
import { poseIn, shapeIn } from "../model/body-pose.ts";
import type { Body } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import { gapAt } from "../motion/motion-gap.ts";
import { Crowd, refuseCrowd } from "../state/crowd.ts";
import { findTouch, gapIn, gapRounding, scaleOf } from "../state/gap.ts";
import { pairNumber, type State } from "../state/state.ts";
import type { Collisions } from "./collision.ts";
import { Trajectories } from "./trajectories.ts";
import type { Trajectory } from "./trajectory.ts";

const poseA = createPose();
const impact = createImpact();
const swept = new Float64Array(6);
const sweptEnd = new Float64Array(6);
const lastPosition = new Float64Array(3);
const instant = new Float64Array(1);
/** An upper bound of the distance that any point of a body travels in a step. */
const path = new Float64Array(1);
/** Number of samples that bound the space of a body whose motion has no known bound. */
const looks = 16;
/** Impacts closer than this are simultaneous: relative to the time, or to 1. */
const simultaneous = 1e-13;
/** The most pairs that are reported by name because their impacts may be missed. */
const mostUnresolved = 20;
/** Bounds that overlap nothing. */
const nowhere = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);

export class Impacts {
  /** The pairs that meet at the instant found last. */
  meeting: readonly (readonly [Body, Body])[] = [];
  /** The instant found last. */
  time = 0;
  /** The impacts found in the step under examination. */
  private readonly found: { pair: [Body, Body]; time: number }[] = [];
  private readonly laws: Laws;
  private readonly collisions: Collisions;
  private readonly broad = createBroadPhase();
  private readonly crowd: Crowd;
  private readonly fixed: Uint8Array;
  /** Six numbers a body: the bounds of the space it passes through. */
  private readonly bounds: Float64Array;
  /** Per body the number of its declaration. */
  private readonly kinds: Int32Array;
  private readonly kindCount: number;
  /** For two declarations, in the order of their bodies, whether they have a law: 1 no, 2 yes, 0 not yet known. */
  private readonly lawful: Uint8Array;
  private readonly ways: Trajectories;
  /** Per body, how far its shape extends; for a body whose size laws change, at the start of the step. */
  private readonly reaches: Float64Array;
  private readonly canMeet: boolean;
  /** Pairs for which a note says that impacts may be missed. */
  private readonly unresolved = new Set<number>();
  private readonly settings: { -readonly [K in keyof ImpactSettings]: ImpactSettings[K] } = {
    tolerance: IMPACT_SETTINGS.tolerance,
    touch: IMPACT_SETTINGS.touch,
    samples: IMPACT_SETTINGS.samples,
    overlap: "passes",
    level: 0,
  };

  constructor(laws: Laws, collisions: Collisions) {
    this.laws = laws;
    this.crowd = new Crowd(laws.model);
    this.collisions = collisions;
    const { bodies } = laws.model;
    this.bounds = new Float64Array(6 * bodies.length);
    this.fixed = Uint8Array.from(bodies, (body) => (body.physicalType === "static" ? 1 : 0));
    this.reaches = Float64Array.from(bodies, ({ geometry }) => reachOf(geometry));
    const declarations = [...new Set(bodies.map((body) => body.declaration))];
    const count = declarations.length;
    this.kindCount = count;
    this.kinds = Int32Array.from(bodies, ({ declaration }) => declarations.indexOf(declaration));
    this.lawful = new Uint8Array(count * count);
    // The first body of each declaration stands for its copies, and the last one for meeting another copy.
    const ends = declarations.map((one) => [bodies.findIndex(isOf(one)), bodies.findLastIndex(isOf(one))]);
    const sample = [...new Set(ends.flat())];
    const meeting = sample.filter((a) => sample.some((b) => a !== b && this.hasLaw(Math.min(a, b), Math.max(a, b))));
    const kinds = new Set(meeting.map((i) => this.kinds[i]));
    this.ways = new Trajectories(laws, (body) => kinds.has(this.kinds[body.index]));
    this.canMeet = meeting.length > 0;
  }

  /** Touching or overlapping pairs that have a collision law. */
  pairsInTouch(state: State): { pair: [Body, Body]; gap: number }[] {
    const found: { pair: [Body, Body]; gap: number }[] = [];
    for (const body of this.laws.model.bodies) {
      poseIn(state.memory, body, poseA);
      const box = boundShape(swept, shapeIn(state.memory, body), poseA) as Float64Array;
      let largest = 0;
      for (const x of box) if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
      this.bounds.set(widen(box, 1e-9 * largest), 6 * body.index);
    }
    const { bodies } = this.laws.model;
    const count = findPairs(this.broad, this.bounds, bodies.length, this.fixed);
    if (count === mostPairs) refuseCrowd(this.laws.model, state, mostPairs);
    this.crowd.begin();
    for (let k = 0; k < count; k++) {
      const pair: [Body, Body] = [bodies[this.broad.first[k]], bodies[this.broad.second[k]]];
      if (!this.hasLaw(this.broad.first[k], this.broad.second[k]) || this.laws.linked.isJoined(...pair)) continue;
      this.crowd.add(pair[0].index, pair[1].index, state);
      const gap = gapIn(state.memory, ...pair);
      if (gap <= findTouch(state.memory, ...pair)[0]) found.push({ pair, gap });
    }
    return found;
  }

  /** Whether two bodies, by number, the lower one first, have a law. */
  private hasLaw(i: number, j: number): boolean {
    const { bodies } = this.laws.model;
    const at = this.kinds[i] * this.kindCount + this.kinds[j];
    if (this.lawful[at] === 0) this.lawful[at] = this.collisions.hasLaw(bodies[i], bodies[j]) ? 2 : 1;
    return this.lawful[at] === 2;
  }

  /** Finds the bounds of the space that a body passes through until the end of the flow. */
  private sweep(trajectory: Trajectory, flow: Flow, body: Body): Float64Array {
    const out = swept;
    const { bound } = trajectory;
    trajectory.poseAtStart(poseA);
    boundShape(out, trajectory.shape, poseA);
    if (body.sizing) this.reaches[body.index] = reachOf(trajectory.shape);
    if (bound === AT_REST) return out;
    if (bound) {
      const end = sweptEnd;
      trajectory.poseAtEnd(poseA);
      boundShape(end, trajectory.shape, poseA);
      if (isInfinite(trajectory.shape)) return widen(out, Number.POSITIVE_INFINITY);
      const speed = bound.speed + bound.angularSpeed * this.reaches[body.index];
      path[0] = speed * (flow.to - flow.from);
      return boundMotion(out, out, end, path);
    }
    const box = sweptEnd;
    let longest = 0;
    const last = lastPosition;
    last.set(poseA.position);
    for (let i = 1; i <= looks; i++) {
      instant[0] = flow.from + ((flow.to - flow.from) * i) / looks;
      trajectory.motion(instant, poseA);
      boundShape(box, trajectory.shape, poseA);
      if (body.sizing) this.reaches[body.index] = Math.max(this.reaches[body.index], reachOf(trajectory.shape));
      for (let k = 0; k < 3; k++) {
        out[k] = Math.min(out[k], box[k]);
        out[3 + k] = Math.max(out[3 + k], box[3 + k]);
        longest = Math.max(longest, Math.abs(poseA.position[k] - last[k]));
      }
      last.set(poseA.position);
    }
    // Samples at equal intervals may coincide with an oscillation; these intervals are unequal.
    trajectory.addSamples(out);
    return widen(out, Math.max(longest, trajectory.longestMove) + this.reaches[body.index]);
  }

  /** Finds the first instant of the flow at which a pair meets, and all pairs that meet there; false if none does. */
  first(flow: Flow, state: State): boolean {
    if (!this.canMeet) return false;
    const { bodies, settings } = this.laws.model;
    this.ways.follow(flow, state.steps);
    for (let i = 0; i < bodies.length; i++) {
      const way = this.ways.all[i];
      this.bounds.set(way ? this.sweep(way, flow, bodies[i]) : nowhere, 6 * i);
    }
    const count = findPairs(this.broad, this.bounds, bodies.length, this.fixed);
    if (count === mostPairs) refuseCrowd(this.laws.model, state, mostPairs);
    this.settings.tolerance = settings.tolerance / (flow.to - flow.from);
    let isFound = false;
    this.crowd.begin();
    for (let k = 0; k < count; k++) {
      const a = bodies[this.broad.first[k]];
      const b = bodies[this.broad.second[k]];
      if (!this.mayMeet(flow, state, a, b)) continue;
      this.crowd.add(a.index, b.index, state);
      const meets = findImpact(impact, this.ways.all[a.index]!, this.ways.all[b.index]!, flow, this.settings);
      this.crowd.follow(a.index, b.index, impact.evaluations, state);
      if (impact.unresolved) this.warnUnresolved(a, b, state);
      if (!meets) continue;
      const time = this.refine(flow, state, a, b);
      if (Number.isNaN(time)) continue;
      if (!isFound) this.found.length = 0;
      isFound = true;
      this.found.push({ pair: [a, b], time });
    }
    if (isFound) this.findMeeting();
    return isFound;
  }

  /** Reports once a pair whose motion neither bounds nor samples could resolve. */
  private warnUnresolved(a: Body, b: Body, { time }: State): void {
    const number = pairNumber(this.laws.model, a, b);
    if (this.unresolved.has(number) || this.unresolved.size >= mostUnresolved) return;
    this.unresolved.add(number);
    this.laws.onWarning({
      severity: "warning",
      code: "unresolved",
      message:
        `'${a.name}' and '${b.name}' come near each other and part again faster than the search for impacts can ` +
        `follow, from t = ${time} on: impacts may be missed`,
      span: a.declaration.name.span,
      notes: ["take a smaller 'step'"],
    });
  }

  private findMeeting(): void {
    const earliest = this.found.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const same = this.resolution(earliest);
    this.meeting = this.found.filter(({ time }) => time <= earliest + same).map(({ pair }) => pair);
    this.time = earliest;
  }

  /** Times closer than this cannot be told apart and count as one. */
  resolution(time: number): number {
    return 4 * Math.max(this.laws.model.settings.tolerance, simultaneous * Math.max(1, Math.abs(time)));
  }

  /** Whether two bodies must be watched, the lower number first; `settings` then says how they may overlap. */
  private mayMeet(flow: Flow, state: State, a: Body, b: Body): boolean {
    if (!this.hasLaw(a.index, b.index) || this.laws.linked.isJoined(a, b)) return false;
    const number = pairNumber(this.laws.model, a, b);
    const status = state.pairs.get(number);
    if (status === "contact" || status === "passing") return false;
    // A pair that touches may overlap if the law that held it together left it so.
    this.settings.overlap = status === "touching" ? "touches" : "passes";
    this.settings.level = state.levels.size > 0 ? (state.levels.get(number) ?? 0) : 0;
    const { sources } = flow.stages;
    return sources.moves(a) || sources.moves(b);
  }

  /** Refines an impact found on polynomials, or on the interpolation of an integrated step, on the motion itself. */
  private refine(flow: Flow, state: State, a: Body, b: Body): number {
    const { time, level } = impact;
    if (time <= flow.from) return time;
    const noise = gapRounding * scaleOf(state.memory, a, b);
    const { sources } = flow.stages;
    const integrated = sources.isIntegrated(a) || sources.isIntegrated(b);
    const gap = (t: number) => (integrated ? gapIn(flow.memoryAt(t), a, b) : gapAt(flow, a, b, t)) - level;
    const gapAtPoint = (point: Float64Array) => {
      point[1] = gap(point[0]);
    };
    // From narrow to wide, so that the search does not look behind a thin body just met.
    for (let width = Math.max(this.laws.model.settings.tolerance, (flow.to - flow.from) * 1e-12); ; width *= 32) {
      const from = Math.max(flow.from, time - width);
      const to = Math.min(flow.to, time + width);
      const open = gap(from);
      const closed = gap(to);
      if (open > 0 && closed <= 0)
        return lastBeforeZero(
          gapAtPoint,
          from,
          open,
          to,
          closed,
          Math.max(this.laws.model.settings.tolerance, 4.5e-16 * Math.abs(time)),
        );
      // The polynomials showed a touch that the motion itself just misses in this step.
      if (open > noise && closed > noise && to === flow.to) return Number.NaN;
      if (from === flow.from && to === flow.to) return closed > 0 ? Number.NaN : time;
    }
  }
}

const isOf = (declaration: Body["declaration"]) => (body: Body) => body.declaration === declaration;

function widen(box: Float64Array, margin: number): Float64Array {
  for (let k = 0; k < 3; k++) {
    box[k] -= margin;
    box[3 + k] += margin;
  }
  return box;
}
