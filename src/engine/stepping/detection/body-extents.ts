// The bounds of the bodies, as boxes along the axes of the world: they suffice to show that most pairs are apart.
import { boundShape } from "../../../geometry/shapes/bounds.ts";
import { createPose } from "../../../geometry/shapes/pose.ts";
import type { PlacedBodies } from "./placed-bodies.ts";

/** The rounding of results here, relative to the numbers in them. */
const rounding = 1e-14;

export class BodyExtents {
  /** Six numbers a body. */
  readonly bounds: Float64Array;
  private readonly bodies: PlacedBodies;
  /** 1 for half spaces, whose boxes are infinite. */
  private readonly isFlat: Uint8Array;
  private readonly box = new Float64Array(6);
  private readonly flat = createPose();

  constructor(bodies: PlacedBodies) {
    this.bounds = new Float64Array(6 * bodies.count);
    this.bodies = bodies;
    this.isFlat = Uint8Array.from({ length: bodies.count }, (_, i) =>
      bodies.shapeOf(i, 0).kind === "half space" ? 1 : 0,
    );
  }

  /** Updates the bounds of a body from its present place. */
  follow(i: number): void {
    const { box, bounds } = this;
    boundShape(box, this.bodies.shapeOf(i, 0), this.bodies.pose);
    for (let k = 0; k < 6; k++) bounds[6 * i + k] = box[k];
  }

  /**
   * Whether the bodies are surely farther apart than a distance, the one number in a list. Which of the six sides
   * decides is unpredictable, and mispredicted branches cost time: so all six are added up, as s + |s|, which is 2 s
   * where s is positive, and otherwise 0. For a plane, whose box is infinite, nothing is known.
   */
  areApart(i: number, j: number, distance: Float64Array): boolean {
    const { bounds, bodies, isFlat } = this;
    if ((isFlat[i] | isFlat[j]) === 1)
      return isFlat[i] === 1 ? this.isAbove(j, i, distance) : this.isAbove(i, j, distance);
    if ((bodies.isSphere[i] & bodies.isSphere[j]) === 1) return bodies.areSpheresApart(i, j, distance);
    const most = distance[0];
    const a = 6 * i;
    const b = 6 * j;
    const left = bounds[a] - bounds[b + 3] - most;
    const right = bounds[b] - bounds[a + 3] - most;
    const front = bounds[a + 1] - bounds[b + 4] - most;
    const back = bounds[b + 1] - bounds[a + 4] - most;
    const above = bounds[a + 2] - bounds[b + 5] - most;
    const below = bounds[b + 2] - bounds[a + 5] - most;
    const across = left + Math.abs(left) + (right + Math.abs(right));
    const along = front + Math.abs(front) + (back + Math.abs(back));
    const up = above + Math.abs(above) + (below + Math.abs(below));
    return across + along + up > 0;
  }

  /** Whether the whole box is above the surface of a half space by more than a distance; false for an infinite box. */
  private isAbove(i: number, flat: number, distance: Float64Array): boolean {
    const { bounds } = this;
    const { position: p, rotation: r } = this.flat;
    this.bodies.poseOf(flat, this.flat);
    let height = 0;
    let size = 0;
    for (let x = 0; x < 3; x++) {
      const n = r[3 * x + 2];
      const lowest = n > 0 ? bounds[6 * i + x] : bounds[6 * i + 3 + x];
      height += n * (lowest - p[x]);
      size += Math.abs(lowest) + Math.abs(p[x]);
    }
    return height - rounding * size > distance[0];
  }
}
