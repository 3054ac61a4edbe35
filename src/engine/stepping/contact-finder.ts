// Finds the contact points: which bodies are near each other by their bounds, which are kept a little large so that they last for several
// steps, and where those touch by the geometry of each pair.
import { reachOf } from "../../geometry/bounds.ts";
import { createBroadPhase, findPairs, updatePairs } from "../../geometry/broad-phase.ts";
import { isComposite } from "../../geometry/composite.ts";
import { createManifold, type Manifold } from "../../geometry/manifold.ts";
import { collideWithin } from "../../geometry/pairs.ts";
import { createPoses, type Pose } from "../../geometry/pose.ts";
import { isInfinite } from "../../geometry/shape.ts";
import { poseIn } from "../body-pose.ts";
import type { Laws } from "../laws.ts";
import type { Slot } from "../layout.ts";
import type { Body } from "../model.ts";
import type { PairStatus, State } from "../state.ts";
import { BodyExtents } from "./body-extents.ts";
import type { ContactForm } from "./contact-form.ts";
import { rowAnchors } from "./contact-places.ts";
import type { ContactPoints } from "./contact-points.ts";
import type { PairLaws } from "./pair-laws.ts";
import type { Sleepers } from "./sleepers.ts";

/** Bounds are kept larger by this much of the body, and by what it moves in this many steps. */
const slack = 0.02;
const stepsAhead = 4;

/** Two bodies in touch for the first time. */
export type NewPair = readonly [Body, Body];

export class ContactFinder {
  /** Pairs with a collision law that touch and did not before, since they were asked for last. */
  readonly struck: NewPair[] = [];
  /** Per body, where it is. */
  readonly poses: readonly Pose[];
  private readonly laws: Laws;
  private readonly pairLaws: PairLaws;
  private readonly points: ContactPoints;
  private readonly broad = createBroadPhase();
  private readonly still: Uint8Array;
  /** Six numbers a body: where it may be without a new search. */
  private readonly bounds: Float64Array;
  private readonly extents: BodyExtents;
  private readonly left: Int32Array;
  private readonly reaches: Float64Array;
  /** Per body, no less than any of its points moves in a step. */
  readonly moved: Float64Array;
  /** Per body, 1 where it moved farther than was foreseen. */
  private readonly hasOutrun: Uint8Array;
  private readonly manifold: Manifold = createManifold();
  private isSearched = false;
  /** Who sleeps; null where nobody may. */
  sleepers: Sleepers | null = null;
  private readonly state: State;
  /** Pairs with a collision law, and the search in which they touched last. */
  private readonly touched = new Map<number, number>();
  private search = 0;

  constructor(laws: Laws, state: State, pairLaws: PairLaws, points: ContactPoints) {
    const { bodies } = laws.model;
    this.laws = laws;
    this.state = state;
    this.pairLaws = pairLaws;
    this.points = points;
    this.poses = createPoses(bodies.length);
    this.still = Uint8Array.from(bodies, (body) => (body.physicalType === "dynamic" ? 0 : 1));
    this.left = new Int32Array(bodies.length);
    this.extents = new BodyExtents(bodies, this.poses);
    this.bounds = new Float64Array(6 * bodies.length);
    this.reaches = Float64Array.from(bodies, ({ geometry }) => (isInfinite(geometry) ? 0 : reachOf(geometry)));
    this.moved = new Float64Array(bodies.length);
    this.hasOutrun = new Uint8Array(bodies.length);
  }

  /** Finds the points of all pairs as the bodies stand in a memory. */
  find(memory: Float64Array): void {
    const { bodies, settings } = this.laws.model;
    const { margin } = settings;
    this.place(memory);
    const { broad, points, sleepers } = this;
    const ahead = this.manifold.margin;
    points.begin();
    for (let k = 0; k < broad.count; k++) {
      const i = broad.first[k];
      const j = broad.second[k];
      if (sleepers?.isResting(i) && sleepers.isResting(j)) {
        this.keepPair(i * bodies.length + j);
        continue;
      }
      ahead[0] = margin > 0 ? margin + this.moved[i] + this.moved[j] : 0;
      if (this.extents.areApart(i, j, ahead)) continue;
      const first = bodies[i];
      const second = bodies[j];
      const isSwapped = this.pairLaws.isSwapped(first, second);
      const a = isSwapped ? second : first;
      const b = isSwapped ? first : second;
      const form = this.pairLaws.of(a, b);
      const isStruck = this.pairLaws.strikes(a, b);
      if ((!form && !isStruck) || this.laws.linked.isJoined(a, b)) continue;
      this.collide(a, b, i * bodies.length + j, form, isStruck);
    }
    this.noteTouching();
  }

  private keepPair(pair: number): void {
    this.points.keepPair(pair);
    if (this.state.pairs.has(pair)) this.touched.set(pair, this.search);
  }

  private noteTouching(): void {
    this.state.pairs.forEach(this.forgetParted);
    this.touched.forEach(this.noteTouched);
    this.search++;
  }

  // Loops over the entries of a map would take memory, and so would a map that is cleared.
  private readonly forgetParted = (_: PairStatus, pair: number): void => {
    if (this.touched.get(pair) !== this.search) this.state.pairs.delete(pair);
  };

  private readonly noteTouched = (search: number, pair: number): void => {
    if (search === this.search) this.state.pairs.set(pair, "touching");
    else this.touched.delete(pair);
  };

  private collide(a: Body, b: Body, pair: number, form: ContactForm | null, isStruck: boolean): void {
    const { manifold, points, poses } = this;
    const count = collideWithin(manifold, a.geometry, poses[a.index], b.geometry, poses[b.index]);
    if (isStruck) this.strike(a, b, pair, count);
    points.beginPair(pair);
    if (count === 0 || !form) return;
    for (let i = 0; i < count; i++) {
      const at = points.add(a.index, b.index, pair, manifold.features[i], form);
      points.describe(at, manifold, i);
      this.anchor(at, a, b);
    }
    points.finishPair(this.reaches);
  }

  /** Notes whether a pair with a collision law touches, and whether it did before. */
  private strike(a: Body, b: Body, pair: number, count: number): void {
    let isTouching = false;
    for (let i = 0; i < count; i++) if (this.manifold.penetrations[i] >= 0) isTouching = true;
    if (!isTouching) return;
    this.touched.set(pair, this.search);
    if (!this.state.pairs.has(pair)) this.struck.push([a, b]);
  }

  /** The points of both surfaces, half the depth to either side of the middle, in the frames of their bodies. */
  private anchor(at: number, a: Body, b: Body): void {
    const { numbers } = this.laws.memory;
    for (let side = 0; side < 2; side++) {
      const { position, rotation } = this.poses[side === 0 ? a.index : b.index];
      const half = (side === 0 ? -0.5 : 0.5) * numbers[at + 6];
      const x = numbers[at] + half * numbers[at + 3] - position[0];
      const y = numbers[at + 1] + half * numbers[at + 4] - position[1];
      const z = numbers[at + 2] + half * numbers[at + 5] - position[2];
      for (let k = 0; k < 3; k++)
        numbers[at + rowAnchors + 3 * side + k] = rotation[k] * x + rotation[3 + k] * y + rotation[6 + k] * z;
    }
  }

  /** Notes how far bodies move from one memory to another. Tells whether two may have met where no contact point was looked for. */
  outruns(before: Float64Array, after: Float64Array): boolean {
    const { bodies, settings } = this.laws.model;
    const { hasOutrun } = this;
    let isOutrun = false;
    for (let i = 0; i < bodies.length; i++) {
      const body = bodies[i];
      hasOutrun[i] = 0;
      if (body.physicalType === "static" || this.sleepers?.asleep[i] === 1) continue;
      measureWay(body.position, before, after);
      const moved = way[0];
      measureWay(body.orientation, before, after);
      // No less than the angle by which an orientation turns, where it is small.
      const turned = 2 * way[0];
      const most = moved + turned * this.reaches[i];
      // Of what a pair may move farther than foreseen, half is for each of its bodies.
      if (most > this.moved[i] + settings.margin / 2) hasOutrun[i] = 1;
      isOutrun ||= hasOutrun[i] === 1;
      this.moved[i] = most;
    }
    return isOutrun && settings.margin > 0 && this.misses(before);
  }

  /**
   * Whether some pair of a body that has outrun its margin is near enough to have met, and has no point that kept it apart. A point of one part
   * of a body does not speak for the others.
   */
  private misses(before: Float64Array): boolean {
    this.place(before);
    const { broad, points, hasOutrun, moved, poses, manifold } = this;
    const { bodies } = this.laws.model;
    const { list } = points;
    let next = 0;
    for (let k = 0; k < broad.count; k++) {
      const i = broad.first[k];
      const j = broad.second[k];
      const pair = i * bodies.length + j;
      while (next < list.count && list.pair[next] < pair) next++;
      if (hasOutrun[i] === 0 && hasOutrun[j] === 0) continue;
      const a = bodies[i];
      const b = bodies[j];
      const isKept = next < list.count && list.pair[next] === pair;
      if (isKept && !isComposite(a.geometry) && !isComposite(b.geometry)) continue;
      manifold.margin[0] = moved[i] + moved[j];
      if (this.extents.areApart(i, j, manifold.margin) || !this.isGoverned(a, b)) continue;
      if (collideWithin(manifold, a.geometry, poses[i], b.geometry, poses[j]) > 0) return true;
    }
    return false;
  }

  private isGoverned(first: Body, second: Body): boolean {
    const isSwapped = this.pairLaws.isSwapped(first, second);
    const a = isSwapped ? second : first;
    const b = isSwapped ? first : second;
    return (this.pairLaws.of(a, b) !== null || this.pairLaws.strikes(a, b)) && !this.laws.linked.isJoined(a, b);
  }

  /** Looks where the bodies are, and searches again for the pairs of those that have left their bounds. */
  private place(memory: Float64Array): void {
    const { bodies, settings } = this.laws.model;
    const { margin } = settings;
    const { bounds, extents } = this;
    const tight = extents.bounds;
    let count = 0;
    for (const body of bodies) {
      if (this.isSearched && this.sleepers?.asleep[body.index] === 1) continue;
      poseIn(memory, body, this.poses[body.index]);
      extents.follow(body);
      const at = 6 * body.index;
      const near = margin > 0 ? (margin + this.moved[body.index]) : 0; // biome-ignore format: a sum
      let isWithin = this.isSearched;
      for (let x = 0; x < 3; x++)
        if (tight[at + x] - near < bounds[at + x] || tight[at + 3 + x] + near > bounds[at + 3 + x]) isWithin = false;
      if (isWithin) continue;
      this.left[count++] = body.index;
      const more = near + (this.still[body.index] === 1 ? 0 : slack * this.reaches[body.index] + stepsAhead * this.moved[body.index]);
      for (let x = 0; x < 3; x++) {
        bounds[at + x] = tight[at + x] - more;
        bounds[at + 3 + x] = tight[at + 3 + x] + more;
      }
    } // biome-ignore format: a sum
    if (!this.isSearched) findPairs(this.broad, bounds, bodies.length, this.still);
    else if (count > 0) updatePairs(this.broad, bounds, bodies.length, this.still, this.left, count);
    this.isSearched = true;
  }
}

/** In memory: the way measured last. */
const way = new Float64Array(1);

/** Measures how far apart the numbers of an attribute are in two memories. */
function measureWay({ offset, stride, size }: Slot, before: Float64Array, after: Float64Array): void {
  let sum = 0;
  for (let k = offset; k < offset + size * stride; k += stride) sum += (after[k] - before[k]) * (after[k] - before[k]);
  way[0] = Math.sqrt(sum);
}
