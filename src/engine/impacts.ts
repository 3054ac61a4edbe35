// Which pairs may meet during a step, and which meets first.
import { boundShape, boundsOverlap, reachOf } from "../geometry/bounds.ts";
import { createPose } from "../geometry/pose.ts";
import { isInfinite } from "../geometry/shape.ts";
import { type Collisions, gapRounding } from "./collision.ts";
import type { Flow } from "./flow.ts";
import { gapAt, gapIn, scaleOf } from "./gap.ts";
import { firstImpact, locate, samples } from "./impact.ts";
import type { Laws } from "./laws.ts";
import type { Body } from "./model.ts";
import { pairNumber, type State } from "./state.ts";

const pose = createPose();
const box = new Float64Array(6);

export class Impacts {
  /** The pairs that meet at the instant found last. */
  meeting: [Body, Body][] = [];
  private readonly laws: Laws;
  private readonly collisions: Collisions;

  constructor(laws: Laws, collisions: Collisions) {
    this.laws = laws;
    this.collisions = collisions;
  }

  /** Pairs with a collision law whose gap is within `touch` of nothing, relative to their scale. */
  pairsInTouch(state: State, touch: number): { pair: [Body, Body]; gap: number }[] {
    const found: { pair: [Body, Body]; gap: number }[] = [];
    const boxes = this.laws.model.bodies.map((body) => this.boxIn(state.memory, body));
    this.eachPair(boxes, (a, b) => {
      const gap = gapIn(state.memory, a, b);
      if (gap <= touch * scaleOf(state.memory, a, b)) found.push({ pair: [a, b], gap });
    });
    return found;
  }

  private boxIn(memory: Float64Array, body: Body): Float64Array {
    const out = new Float64Array(6);
    pose.position.set(memory.subarray(body.position.offset, body.position.offset + 3));
    if (isInfinite(body.geometry)) return out.fill(Number.NEGATIVE_INFINITY, 0, 3).fill(Number.POSITIVE_INFINITY, 3);
    const reach = reachOf(body.geometry) * 1.000001;
    for (let i = 0; i < 3; i++) {
      out[i] = pose.position[i] - reach;
      out[3 + i] = pose.position[i] + reach;
    }
    return out;
  }

  private eachPair(boxes: readonly Float64Array[], visit: (a: Body, b: Body) => void): void {
    const { bodies } = this.laws.model;
    for (const [i, a] of bodies.entries()) {
      for (let j = i + 1; j < bodies.length; j++) {
        const b = bodies[j];
        if (boundsOverlap(boxes[i], boxes[j]) && this.collisions.hasLaw(a, b)) visit(a, b);
      }
    }
  }

  /** Room that a body takes up during a flow, found by looking at it often and adding the way between two looks. */
  private sweep(flow: Flow, body: Body): Float64Array {
    const out = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    const looks = flow.moves(body) ? 8 : 0;
    let longest = 0;
    const last = new Float64Array(3);
    for (let i = 0; i <= looks; i++) {
      flow.pose(body, looks === 0 ? flow.from : flow.from + ((flow.to - flow.from) * i) / looks, pose);
      boundShape(box, body.geometry, pose);
      for (let k = 0; k < 3; k++) {
        out[k] = Math.min(out[k], box[k]);
        out[3 + k] = Math.max(out[3 + k], box[3 + k]);
        if (i > 0) longest = Math.max(longest, Math.abs(pose.position[k] - last[k]));
      }
      last.set(pose.position);
    }
    // What turns may reach further between two looks.
    const margin =
      longest +
      (looks > 0 && body.geometry.kind !== "sphere" && !isInfinite(body.geometry) ? reachOf(body.geometry) * 0.5 : 0);
    for (let k = 0; k < 3; k++) {
      out[k] -= margin;
      out[3 + k] += margin;
    }
    return out;
  }

  /** The first instant of the flow at which a pair meets, or null; `meeting` then holds all pairs that meet there. */
  first(flow: Flow, state: State): number | null {
    const { model } = this.laws;
    const boxes = model.bodies.map((body) => this.sweep(flow, body));
    let earliest = Number.POSITIVE_INFINITY;
    const found: { pair: [Body, Body]; time: number }[] = [];
    this.eachPair(boxes, (a, b) => {
      const status = state.pairs.get(pairNumber(model, a, b));
      if (status === "contact" || status === "passing" || (!flow.moves(a) && !flow.moves(b))) return;
      const time = this.meet(flow, state, a, b);
      if (time === null) return;
      found.push({ pair: [a, b], time });
      earliest = Math.min(earliest, time);
    });
    const { tolerance } = model.settings;
    this.meeting = found.filter(({ time }) => time <= earliest + tolerance).map(({ pair }) => pair);
    return this.meeting.length > 0 ? earliest : null;
  }

  private meet(flow: Flow, state: State, a: Body, b: Body): number | null {
    const noise = gapRounding * scaleOf(state.memory, a, b);
    const gap = (t: number) => gapAt(flow, a, b, t);
    const { tolerance } = this.laws.model.settings;
    const time = firstImpact(gap, { from: flow.from, to: flow.to, speed: null, noise, tolerance });
    if (time === null || (!flow.isIntegrated(a) && !flow.isIntegrated(b))) return time;
    return this.refine(flow, a, b, time, noise);
  }

  /** The path between the ends of an integrated step is interpolated; here the instant is found on the integrated motion itself. */
  private refine(flow: Flow, a: Body, b: Body, time: number, noise: number): number | null {
    const gap = (t: number) => gapIn(flow.memoryAt(t), a, b);
    if (time <= flow.from) return time;
    let width = (flow.to - flow.from) / samples;
    for (let i = 0; i < 6; i++, width *= 2) {
      const from = Math.max(flow.from, time - width);
      const to = Math.min(flow.to, time + width);
      const open = gap(from);
      const closed = gap(to);
      if (closed > 0 && to === flow.to && open > noise) return null;
      if (open > 0 && closed <= 0) return locate(gap, from, to, this.laws.model.settings.tolerance);
      if (from === flow.from && to === flow.to) break;
    }
    return time;
  }
}
