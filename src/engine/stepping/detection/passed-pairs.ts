// Bodies that passed through each other within one step, apart at both of its ends and without a contact point: the
// search cannot prevent this, but reports it.

import { createProximity } from "../../../geometry/contact/proximity.ts";
import type { BroadPhase } from "../../../geometry/motion/broad-phase.ts";
import { measureDistance } from "../../../geometry/pairs/pairs.ts";
import { createPose } from "../../../geometry/shapes/pose.ts";
import { thicknessOf } from "../../../geometry/shapes/thickness.ts";
import type { Laws } from "../../laws/laws.ts";
import { passing } from "../../state/observer.ts";
import type { PlacedBodies } from "./placed-bodies.ts";

/** The most samples of a path: enough for any path that does not run along a surface for hundreds of diameters. */
const mostLooks = 20_000;
/** From sample to sample bodies move at least this part of their thickness, and of the path. */
const partOfThickness = 1 / 8;
const partOfWay = 1e-6;
/** The most pairs that are reported. */
const mostNotes = 10;
/** The beginning of the keys of these notes. */
const passed = "passed";

export class PassedPairs {
  private readonly laws: Laws;
  private readonly placed: PlacedBodies;
  /** Per body, its smallest thickness at the start; zero for a surface, infinite for a half space. */
  private readonly thickness: Float64Array;
  private readonly poses = [createPose(), createPose()] as const;
  private readonly nearest = createProximity();
  private readonly approach = new Float64Array(1);

  constructor(laws: Laws, placed: PlacedBodies) {
    this.laws = laws;
    this.placed = placed;
    this.thickness = Float64Array.from(laws.model.bodies, ({ geometry }) => thicknessOf(geometry));
  }

  /** Whether a body that moved this far may have gone through another; a pair needs at least twice that. */
  isFast(i: number, way: number): boolean {
    return way > this.thicknessAt(i);
  }

  private thicknessAt(i: number): number {
    return this.placed.isResized(i) ? thicknessOf(this.placed.shapeOf(i, 0)) : this.thickness[i];
  }

  /**
   * Notes pairs that passed. `isFast` marks the bodies; `isUnforeseen` says whether a law governs two that had no
   * contact point. All bodies are at the start of the step.
   */
  find(broad: BroadPhase, isFast: Uint8Array, isUnforeseen: (i: number, j: number) => boolean, time: number): void {
    const { placed, approach, laws } = this;
    let left = mostNotes - laws.countTold(passed);
    for (let k = 0; k < broad.count && left > 0; k++) {
      const i = broad.first[k];
      const j = broad.second[k];
      if ((isFast[i] | isFast[j]) === 0) continue;
      placed.measureApproach(i, j, approach);
      const thick = this.thicknessAt(i) + this.thicknessAt(j);
      if (!(approach[0] > thick) || !laws.isNews(this.keyOf(i, j)) || !isUnforeseen(i, j)) continue;
      if (!this.passes(i, j, thick)) continue;
      this.note(i, j, time);
      left--;
    }
  }

  /**
   * Whether two bodies overlap on the way; at the start only if they move deeper into each other, at the end only if
   * they are about to part on the other side. Bodies at some distance cannot meet before they have moved that far, so
   * the next sample is there.
   */
  private passes(i: number, j: number, thick: number): boolean {
    const way = this.approach[0];
    if (this.distanceAt(i, j, 1) <= 0) return this.isParting(i, j);
    const least = Math.max(partOfThickness * thick, partOfWay * way);
    for (let look = 0, gone = 0; look < mostLooks && gone < way; look++) {
      const distance = this.distanceAt(i, j, gone / way);
      if (distance <= 0 && !(gone === 0 && this.isParting(i, j))) return true;
      gone += Math.max(distance, least);
    }
    return false;
  }

  /** The distance of two bodies after a share of their path. */
  private distanceAt(i: number, j: number, share: number): number {
    const { placed, nearest, poses } = this;
    const { ways } = placed;
    placed.poseOf(i, poses[0]);
    placed.poseOf(j, poses[1]);
    for (let x = 0; x < 3; x++) poses[0].position[x] += share * (ways[3 * i + x] - ways[3 * j + x]);
    return measureDistance(nearest, placed.shapeOf(i, 0), poses[0], placed.shapeOf(j, 1), poses[1]).distance;
  }

  /** Whether two touching bodies separate: the first moves in the direction in which it is pushed. */
  private isParting(i: number, j: number): boolean {
    const { ways } = this.placed;
    const { normal } = this.nearest;
    let sum = 0;
    for (let x = 0; x < 3; x++) sum += normal[x] * (ways[3 * i + x] - ways[3 * j + x]);
    return sum > 0;
  }

  private keyOf(i: number, j: number): string {
    return `${passed} ${i} ${j}`;
  }

  private note(i: number, j: number, time: number): void {
    const [a, b] = [i, j].map((index) => this.laws.model.bodies[index].name);
    this.laws.tellOnce(
      this.keyOf(i, j),
      `'${a}' and '${b}' passed through each other within one step, at t = ${time}: take a smaller 'step', or set a ` +
        "'margin' and a contact law that acts at negative 'penetration'",
      [passing([a, b], time)],
    );
  }
}
