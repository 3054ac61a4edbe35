// How deep two bodies overlap at a contact point, from their present poses: the points of both surfaces move with their
// bodies, and are stretched where a law changes a size; the depth is how far they are past each other along the normal.
import { createPose } from "../../../geometry/shapes/pose.ts";
import type { Laws } from "../../laws/laws.ts";
import { poseIn } from "../../model/body-pose.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { rowNormal, rowPenetration } from "../contact/places.ts";
import type { ContactPoints } from "../contact/points.ts";
import type { PlacedBodies } from "../detection/placed-bodies.ts";

export class DepthGauge {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  private readonly placed: PlacedBodies;
  private readonly pose = createPose();
  private readonly anchor = new Float64Array(3);
  /** In memory: the last measured distance. */
  private readonly along = new Float64Array(1);

  constructor(laws: Laws, points: ContactPoints, placed: PlacedBodies) {
    this.placed = placed;
    this.laws = laws;
    this.points = points;
  }

  /** Writes the depth at a point into its row. */
  measure(i: number, memory: ReadonlyNumbers): void {
    const { numbers } = this.laws.memory;
    const { list } = this.points;
    const at = list.at[i];
    this.measureAlong(list.own[i], 6 * i, at + rowNormal, memory);
    const own = this.along[0];
    this.measureAlong(list.other[i], 6 * i + 3, at + rowNormal, memory);
    numbers[at + rowPenetration] = this.along[0] - own;
  }

  /** Measures the position of a point of a body along the normal. */
  private measureAlong(body: number, at: number, normal: number, memory: ReadonlyNumbers): void {
    const { anchor } = this;
    const { numbers } = this.laws.memory;
    const { anchors } = this.points.list;
    const { position, rotation } = this.pose;
    for (let k = 0; k < 3; k++) anchor[k] = anchors[at + k];
    this.placed.stretch(body, anchor, memory);
    poseIn(memory, this.laws.model.bodies[body], this.pose);
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      const x = rotation[r] * anchor[0] + rotation[r + 1] * anchor[1] + rotation[r + 2] * anchor[2];
      sum += numbers[normal + k] * (position[k] + x);
    }
    this.along[0] = sum;
  }
}
