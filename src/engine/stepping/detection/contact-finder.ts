// Finds the contact points: which bodies are near each other by their bounds, which are slightly enlarged so that they
// last for several steps, and where those bodies touch by the geometry of each pair.

import { isComposite } from "../../../geometry/composite/composite.ts";
import { createManifold, keepMiddle, LEVEL_ANGLE, type Manifold } from "../../../geometry/contact/manifold.ts";
import { createBroadPhase, findPairs, mostPairs, updatePairs } from "../../../geometry/motion/broad-phase.ts";
import { collideWithin } from "../../../geometry/pairs/pairs.ts";
import { reachOf } from "../../../geometry/shapes/bounds.ts";
import { createPose } from "../../../geometry/shapes/pose.ts";
import { type BodyShape, isInfinite } from "../../../geometry/shapes/shape.ts";
import type { Laws } from "../../laws/laws.ts";
import { poseIn } from "../../model/body-pose.ts";
import type { Body } from "../../model/model.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { Crowd, refuseCrowd } from "../../state/crowd.ts";
import type { PairStatus, State } from "../../state/state.ts";
import { marginOf } from "../contact/foresight.ts";
import type { ContactForm } from "../contact/form.ts";
import type { Governed, PairLaws } from "../contact/pair-laws.ts";
import { rowNormal, rowPenetration, rowPoint } from "../contact/places.ts";
import type { ContactPoints } from "../contact/points.ts";
import type { Sleepers } from "../sleep/sleepers.ts";
import { BodyExtents } from "./body-extents.ts";
import { PassedPairs } from "./passed-pairs.ts";
import { PlacedBodies } from "./placed-bodies.ts";
import { SuddenOverlaps } from "./sudden-overlaps.ts";

/** Bounds are enlarged by this share of the body, and in the direction of its motion by its move in this many steps. */
const slack = 0.02;
const stepsAhead = 4;
/** A body that turns by more than this in a step, in radians, has turned farther than its points show. */
const fastTurn = 0.25;
/** At such a turn, a step of Euler's method loses control of the energy of a body with unequal principal moments. */
const wildTurn = 0.5;
/** The cosine of that angle. */
const wildCosine = 0.8775825618903728;

/** Two bodies that touch for the first time. */
export type NewPair = readonly [Body, Body];

export class ContactFinder {
  /** Pairs with a collision law that began to touch since the last call. */
  readonly struck: NewPair[] = [];
  private readonly laws: Laws;
  private readonly pairLaws: PairLaws;
  private readonly points: ContactPoints;
  private readonly broad = createBroadPhase();
  readonly placed: PlacedBodies;
  /** The poses of the present pair, for index 0 and 1. */
  private readonly poses = [createPose(), createPose()] as const;
  /** Six numbers a body: where it may be without a new search. */
  private readonly bounds: Float64Array;
  private readonly extents: BodyExtents;
  private readonly left: Int32Array;
  private readonly reaches: Float64Array;
  /** Per body, an upper bound of the move of any point in a step. */
  readonly moved: Float64Array;
  /** Per body, 1 if it moved farther than expected, and the largest move of any point by turning and growing. */
  private readonly hasOutrun: Uint8Array;
  readonly turned: Float64Array;
  /** Per body, 1 if it moved farther than its thickness. */
  private readonly isFast: Uint8Array;
  private hasFast = false;
  /** A body that turned too fast; -1 for none. */
  private turner = -1;
  /** Two bodies that may have met although no contact point was sought. */
  private readonly missed = new Int32Array(2);
  private readonly margin: number;
  private readonly passed: PassedPairs;
  readonly overlaps: SuddenOverlaps;
  /** Counts overlapping pairs. */
  private readonly crowd: Crowd;
  /** Spheres that replace bodies that turn fast. */
  private readonly spheres = [
    { kind: "sphere" as const, radius: 0 },
    { kind: "sphere" as const, radius: 0 },
  ];
  private readonly manifold: Manifold = createManifold();
  private readonly isStatic: Uint8Array;
  /** The laws of the last pair, and of all pairs examined so far: by the groups of both. */
  private governed: Governed = {
    first: -1,
    second: -1,
    form: null,
    isStruck: false,
    isSwapped: false,
    isForeseen: false,
  };
  private readonly known: Map<number, Governed>[];
  private isSearched = false;
  /** The memory of the last search, if the bodies are unchanged since; otherwise null. */
  private placedIn: ReadonlyNumbers | null = null;
  /** The sleeping bodies; null if bodies cannot sleep. */
  sleepers: Sleepers | null = null;
  private readonly state: State;
  /** Pairs with a collision law, and the last search in which they touched. */
  private readonly touched = new Map<number, number>();
  private search = 0;
  /** Pairs that touched at the start of the step. */
  private readonly kept: number[] = [];

  constructor(laws: Laws, state: State, pairLaws: PairLaws, points: ContactPoints) {
    const { bodies } = laws.model;
    this.laws = laws;
    this.state = state;
    this.pairLaws = pairLaws;
    this.points = points;
    this.placed = new PlacedBodies(bodies);
    this.isStatic = Uint8Array.from(bodies, ({ physicalType }) => (physicalType === "static" ? 1 : 0));
    this.known = bodies.map(() => new Map());
    this.left = new Int32Array(bodies.length);
    this.extents = new BodyExtents(this.placed);
    this.bounds = new Float64Array(6 * bodies.length);
    this.reaches = Float64Array.from(bodies, ({ geometry }) => (isInfinite(geometry) ? 0 : reachOf(geometry)));
    this.moved = new Float64Array(bodies.length);
    this.hasOutrun = new Uint8Array(bodies.length);
    this.turned = new Float64Array(bodies.length);
    this.isFast = new Uint8Array(bodies.length);
    this.margin = laws.model.settings.margin ?? marginOf(laws.model);
    this.passed = new PassedPairs(laws, this.placed);
    this.overlaps = new SuddenOverlaps(laws, state);
    this.crowd = new Crowd(laws.model);
    if (laws.model.settings.contactPoints === "middle") this.manifold.level[0] = LEVEL_ANGLE;
  }

  /** Finds the points of all pairs for the poses in a memory. */
  find(memory: ReadonlyNumbers): void {
    const { bodies } = this.laws.model;
    this.place(memory);
    const { broad, points, sleepers, margin } = this;
    const ahead = this.manifold.margin;
    points.begin();
    this.crowd.begin();
    for (let k = 0; k < broad.count; k++) {
      const i = broad.first[k];
      const j = broad.second[k];
      if (sleepers?.isResting(i) && sleepers.isResting(j)) {
        this.keepPair(i * bodies.length + j);
        continue;
      }
      ahead[0] = margin > 0 ? margin + this.moved[i] + this.moved[j] : 0;
      if (this.extents.areApart(i, j, ahead)) continue;
      if (!this.isGoverned(i, j) || !this.isWithinReach(i, j)) continue;
      const { isSwapped } = this.governed;
      this.collide(isSwapped ? j : i, isSwapped ? i : j, i * bodies.length + j);
    }
    this.overlaps.displaced.fill(0);
    this.noteTouching();
  }

  /**
   * Whether two bodies could touch in this step; if they turn fast, the spheres around them count. Notes how near they
   * may come.
   */
  private isWithinReach(i: number, j: number): boolean {
    const { extents, manifold, margin, poses, placed } = this;
    const ahead = manifold.margin;
    if (!this.governed.isForeseen) {
      ahead[0] = 0;
      return !extents.areApart(i, j, ahead);
    }
    if (!this.turnsFast(i) && !this.turnsFast(j)) return true;
    const far = ahead[0];
    ahead[0] = margin + this.wayOf(i) + this.wayOf(j);
    placed.poseOf(i, poses[0]);
    placed.poseOf(j, poses[1]);
    const count = collideWithin(manifold, this.sweptShape(i, 0), poses[0], this.sweptShape(j, 1), poses[1]);
    ahead[0] = far;
    return count > 0;
  }

  private turnsFast(i: number): boolean {
    return this.turned[i] > fastTurn * this.reaches[i];
  }

  /** How far the body moves besides turning, if it turns fast. */
  private wayOf(i: number): number {
    return this.moved[i] - (this.turnsFast(i) ? this.turned[i] : 0);
  }

  private sweptShape(i: number, side: 0 | 1): BodyShape {
    if (!this.turnsFast(i)) return this.placed.shapeOf(i, side);
    const sphere = this.spheres[side];
    sphere.radius = this.reaches[i];
    return sphere;
  }

  /** Whether a law governs two bodies that no link joins; notes which one. */
  private isGoverned(i: number, j: number): boolean {
    const { groups } = this.placed;
    if (this.governed.first !== groups[i] || this.governed.second !== groups[j])
      this.governed = this.known[groups[i]].get(groups[j]) ?? this.govern(i, j);
    const { governed } = this;
    if (!governed.form && !governed.isStruck) return false;
    const { bodies } = this.laws.model;
    return !this.laws.linked.isJoined(bodies[i], bodies[j]);
  }

  private govern(i: number, j: number): Governed {
    const { bodies } = this.laws.model;
    const governed = this.pairLaws.governing(bodies[i], bodies[j]);
    this.known[governed.first].set(governed.second, governed);
    return governed;
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

  // Loops over the entries of a map would allocate memory, and so would clearing it.
  private readonly forgetParted = (_: PairStatus, pair: number): void => {
    if (this.touched.get(pair) !== this.search) this.state.pairs.delete(pair);
  };

  private readonly noteTouched = (search: number, pair: number): void => {
    if (search === this.search) this.state.pairs.set(pair, "touching");
    else this.touched.delete(pair);
  };

  private collide(own: number, other: number, pair: number): void {
    const { manifold, points, poses, placed } = this;
    const { form, isStruck } = this.governed;
    placed.poseOf(own, poses[0]);
    placed.poseOf(other, poses[1]);
    const count = collideWithin(manifold, placed.shapeOf(own, 0), poses[0], placed.shapeOf(other, 1), poses[1]);
    if (count > 0 && manifold.penetrations[0] > 0) this.crowd.add(own, other, this.state);
    if (isStruck) this.strike(own, other, pair, count);
    points.beginPair(pair);
    if (count === 0 || !form) return;
    const { displaced } = this.overlaps;
    if (!points.isKnownPair || displaced[own] === 1 || displaced[other] === 1) this.noteOverlap(own, other, form);
    if (manifold.level[0] > 0) keepMiddle(manifold);
    for (let i = 0; i < manifold.count; i++) {
      const at = points.add(own, other, pair, manifold.features[i], form);
      points.describe(at, manifold, i);
      this.anchor(at);
    }
    points.finishPair(this.reaches);
  }

  private noteOverlap(own: number, other: number, form: ContactForm): void {
    const { reaches, moved } = this;
    const size = Math.min(reaches[own] || Number.POSITIVE_INFINITY, reaches[other] || Number.POSITIVE_INFINITY);
    const limit = SuddenOverlaps.limit(size, moved[own] + moved[other]);
    this.overlaps.look(own, other, limit, this.manifold, form);
  }

  /** Notes whether a pair with a collision law touches, and whether it did before. */
  private strike(own: number, other: number, pair: number, count: number): void {
    let isTouching = false;
    for (let i = 0; i < count; i++) if (this.manifold.penetrations[i] >= 0) isTouching = true;
    if (!isTouching) return;
    this.touched.set(pair, this.search);
    const { bodies } = this.laws.model;
    if (!this.state.pairs.has(pair)) this.struck.push([bodies[own], bodies[other]]);
  }

  /**
   * Writes the points of both surfaces for the newest point, half the depth to either side of the middle, in the frames
   * of their bodies.
   */
  private anchor(at: number): void {
    const { numbers } = this.laws.memory;
    const { anchors, count } = this.points.list;
    for (let side = 0; side < 2; side++) {
      const { position, rotation } = this.poses[side];
      const half = (side === 0 ? -0.5 : 0.5) * numbers[at + rowPenetration];
      const x = numbers[at + rowPoint] + half * numbers[at + rowNormal] - position[0];
      const y = numbers[at + rowPoint + 1] + half * numbers[at + rowNormal + 1] - position[1];
      const z = numbers[at + rowPoint + 2] + half * numbers[at + rowNormal + 2] - position[2];
      for (let k = 0; k < 3; k++)
        anchors[6 * (count - 1) + 3 * side + k] = rotation[k] * x + rotation[3 + k] * y + rotation[6 + k] * z;
    }
  }

  /**
   * Notes how far bodies move from one memory to another. Returns whether two may have met that were not examined for
   * contact points.
   */
  outruns(before: ReadonlyNumbers, after: ReadonlyNumbers): boolean {
    const { placed, moved, turned, reaches, hasOutrun, margin, isFast, passed } = this;
    let isOutrun = false;
    this.hasFast = false;
    this.turner = -1;
    for (let i = 0; i < placed.count; i++) {
      hasOutrun[i] = 0;
      isFast[i] = 0;
      turned[i] = 0;
      placed.rest(i);
      if (this.isStatic[i] === 1 || this.sleepers?.asleep[i] === 1) continue;
      placed.measureWay(i, before, after, way);
      // An upper bound of the angle of rotation, if it is small.
      turned[i] = 2 * way[1] * reaches[i];
      if (placed.isResized(i)) turned[i] += placed.growth(i, before, after);
      const most = way[0] + turned[i];
      // Half of a pair's unexpected move is for each of its bodies.
      if (most > moved[i] + margin / 2) hasOutrun[i] = 1;
      isOutrun ||= hasOutrun[i] === 1;
      if (2 * way[1] > wildTurn && placed.isSphere[i] === 0 && this.turnsWildly(i, before, after)) this.turner = i;
      if (passed.isFast(i, way[0])) this.hasFast = true;
      isFast[i] = passed.isFast(i, way[0]) ? 1 : 0;
      moved[i] = most;
    }
    const isMissing = isOutrun && margin > 0 && this.misses(before);
    this.placedIn = null;
    return isMissing;
  }

  /** Whether a body turns by more than `wildTurn`: Euler angles can change by much more than the rotation. */
  private turnsWildly(i: number, before: ReadonlyNumbers, after: ReadonlyNumbers): boolean {
    const [from, to] = this.poses;
    const body = this.laws.model.bodies[i];
    poseIn(before, body, from);
    poseIn(after, body, to);
    let trace = 0;
    for (let k = 0; k < 9; k++) trace += from.rotation[k] * to.rotation[k];
    return (trace - 1) / 2 < wildCosine;
  }

  /**
   * Whether a body that has left its margin is near enough to another to have met it, without a point that kept them
   * apart. A point of one part of a body does not count for the other parts.
   */
  private misses(before: ReadonlyNumbers): boolean {
    if (this.placedIn === before) this.searchForOutrun();
    else this.place(before);
    const { broad, points, hasOutrun, turned, placed, poses, manifold } = this;
    for (let k = 0; k < broad.count; k++) {
      const i = broad.first[k];
      const j = broad.second[k];
      if (hasOutrun[i] === 0 && hasOutrun[j] === 0) continue;
      const a = placed.shapeOf(i, 0);
      const b = placed.shapeOf(j, 1);
      if (!isComposite(a) && !isComposite(b) && points.hasPair(i * placed.count + j)) continue;
      // Bodies that move side by side do not approach each other.
      placed.measureApproach(i, j, manifold.margin);
      manifold.margin[0] += turned[i] + turned[j];
      if (this.extents.areApart(i, j, manifold.margin) || !this.isGoverned(i, j)) continue;
      if (!this.governed.isForeseen) continue;
      placed.poseOf(i, poses[0]);
      placed.poseOf(j, poses[1]);
      if (collideWithin(manifold, a, poses[0], b, poses[1]) === 0) continue;
      this.missed[0] = i;
      this.missed[1] = j;
      return true;
    }
    return false;
  }

  /** Reports the last pair that came nearer than expected, in a step to `time` that is not repeated. */
  noteMissed(time: number): void {
    const { bodies } = this.laws.model;
    const [a, b] = [bodies[this.missed[0]].name, bodies[this.missed[1]].name];
    this.laws.tellOnce(
      `missed ${a}, ${b}`,
      `'${a}' and '${b}' may have met without a contact law in the step to t = ${time}: in each repetition bodies ` +
        "were faster still; take a smaller 'step', or a larger 'margin'",
    );
  }

  /**
   * Reports what the last measured step, from a memory to `time`, cannot have computed correctly: bodies that passed
   * each other, or turned too fast.
   */
  notePassed(before: ReadonlyNumbers, time: number): void {
    if (this.turner >= 0) this.noteTurn(this.turner, time);
    if (!this.hasFast) return;
    this.place(before);
    this.placedIn = null;
    this.passed.find(this.broad, this.isFast, this.isUnforeseen, time);
  }

  private noteTurn(i: number, time: number): void {
    const { name } = this.laws.model.bodies[i];
    this.laws.tellOnce(
      "turns",
      `'${name}' turns by more than half a radian within one step, at t = ${time}: its contacts and attributes in ` +
        `this step may be wrong; take a smaller 'step'`,
    );
  }

  /** Whether a law governs two bodies that had no contact point before they met. */
  private readonly isUnforeseen = (i: number, j: number): boolean =>
    this.isGoverned(i, j) && !(this.governed.isForeseen && this.points.hasPair(i * this.placed.count + j));

  /**
   * Updates the places of bodies that have fallen asleep: they were last found within the step, before contact laws
   * moved them, and are not updated while they sleep.
   */
  layDown(bodies: readonly Body[], memory: ReadonlyNumbers): void {
    let count = 0;
    for (const { index } of bodies) {
      this.placed.follow(index, memory);
      this.extents.follow(index);
      if (this.leaves(index)) this.left[count++] = index;
    }
    this.placedIn = null;
    this.searchAgain(count);
  }

  /** Notes which pairs touch, before a step. */
  keepTouching(): void {
    const { kept, state } = this;
    kept.length = 0;
    state.pairs.forEach(this.keepTouched);
  }

  /** Forgets the first try of a step that is repeated: bodies that met in it have not met. */
  forgetTry(): void {
    const { kept, state } = this;
    this.struck.length = 0;
    state.pairs.clear();
    for (let i = kept.length - 1; i >= 0; i--) state.pairs.set(kept[i], "touching");
  }

  private readonly keepTouched = (_: PairStatus, pair: number): void => {
    this.kept.push(pair);
  };

  /** Updates the places of bodies, and searches again for pairs of those that have left their bounds. */
  private place(memory: ReadonlyNumbers): void {
    const { extents, placed, isSearched } = this;
    let count = 0;
    for (let i = 0; i < placed.count; i++) {
      if (isSearched && this.sleepers?.asleep[i] === 1) continue;
      placed.follow(i, memory);
      if (placed.isResized(i)) this.reaches[i] = reachOf(placed.shapeOf(i, 0));
      extents.follow(i);
      if (this.leaves(i)) this.left[count++] = i;
    }
    this.placedIn = memory;
    if (!isSearched) findPairs(this.broad, this.bounds, placed.count, placed.still);
    else this.searchAgain(count);
    if (this.broad.count === mostPairs) refuseCrowd(this.laws.model, this.state, mostPairs);
    this.isSearched = true;
  }

  /** Searches again for bodies that have moved farther than expected, at their present places. */
  private searchForOutrun(): void {
    let count = 0;
    for (let i = 0; i < this.placed.count; i++) if (this.hasOutrun[i] === 1 && this.leaves(i)) this.left[count++] = i;
    this.searchAgain(count);
  }

  private searchAgain(count: number): void {
    if (count > 0) updatePairs(this.broad, this.bounds, this.placed.count, this.placed.still, this.left, count);
  }

  /** Whether a body has left its bounds; if so, it gets new, slightly enlarged ones. */
  private leaves(i: number): boolean {
    const { bounds, placed, turned } = this;
    const { bounds: tight } = this.extents;
    const at = 6 * i;
    const near = this.margin + this.moved[i];
    let isWithin = this.isSearched;
    for (let x = 0; x < 3; x++)
      if (tight[at + x] - near < bounds[at + x] || tight[at + 3 + x] + near > bounds[at + 3 + x]) isWithin = false;
    if (isWithin) return false;
    const more = near + (placed.still[i] === 1 ? 0 : slack * this.reaches[i] + stepsAhead * turned[i]);
    for (let x = 0; x < 3; x++) {
      const ahead = stepsAhead * placed.ways[3 * i + x];
      bounds[at + x] = tight[at + x] - more + Math.min(0, ahead);
      bounds[at + 3 + x] = tight[at + 3 + x] + more + Math.max(0, ahead);
    }
    return true;
  }
}

/** In memory: how far a body moved, and the change of the numbers of its orientation. */
const way = new Float64Array(2);
