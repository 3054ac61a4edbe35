// Where bodies touch as they are drawn: asked of the geometry, so that a body at rest shows what it rests on.
import { Matrix4, Vector3 } from "three";
import {
  type BodyShape,
  type BroadPhase,
  boundShape,
  collide,
  createBroadPhase,
  createManifold,
  createPose,
  createResizable,
  findPairs,
  growBounds,
  isResizable,
  type Pose,
  type Resizable,
  reachOf,
} from "../../../geometry/index.ts";
import type { BodyInfo } from "../../protocol/messages.ts";
import { bodyShapeOf } from "../../worker/shape-info.ts";
import type { Bodies } from "../bodies/bodies.ts";

export interface Touch {
  readonly bodies: readonly [number, number];
  readonly point: Vector3;
  /** A unit vector that points to the first body. */
  readonly normal: Vector3;
}

/** Bodies nearer than this share of the smaller one touch, as far as an eye can tell. */
const margin = 1e-3;
/** The most points that are drawn. */
const most = 1000;

const manifold = createManifold();
const matrix = new Matrix4();

export class Touching {
  private readonly bodies: readonly BodyInfo[];
  private readonly shapes: BodyShape[];
  /** Shapes of the bodies whose size laws change. */
  private readonly resizables: readonly (Resizable | null)[];
  private readonly poses: readonly Pose[];
  private readonly bounds: Float64Array;
  private readonly still: Uint8Array;
  private readonly near: BroadPhase = createBroadPhase();

  constructor(bodies: readonly BodyInfo[]) {
    this.bodies = bodies;
    this.resizables = bodies.map(resizableOf);
    this.shapes = bodies.map(({ shape }, i) => this.resizables[i]?.shape ?? bodyShapeOf(shape));
    this.poses = bodies.map(() => createPose());
    this.bounds = new Float64Array(6 * bodies.length);
    this.still = Uint8Array.from(bodies, ({ physicalType }) => Number(physicalType === "static"));
  }

  /** All points at which bodies touch where they are drawn. */
  find({ positions, turns, sizes }: Bodies): Touch[] {
    const { shapes, poses, bounds, near, resizables } = this;
    for (const [i, resizable] of resizables.entries()) {
      if (!resizable) continue;
      resizable.resize(sizes[i]!);
      shapes[i] = resizable.shape;
    }
    for (const [i, pose] of poses.entries()) {
      positions[i].toArray(pose.position);
      const e = matrix.makeRotationFromQuaternion(turns[i]).elements;
      pose.rotation.set([e[0], e[4], e[8], e[1], e[5], e[9], e[2], e[6], e[10]]);
      const own = bounds.subarray(6 * i, 6 * i + 6);
      boundShape(own, shapes[i], pose);
      const reach = reachOf(shapes[i]);
      if (Number.isFinite(reach)) growBounds(own, own, margin * reach);
    }
    findPairs(near, bounds, this.bodies.length, this.still);
    const found: Touch[] = [];
    for (let k = 0; k < near.count && found.length < most; k++) {
      const [i, j] = [near.first[k], near.second[k]];
      const slack = margin * Math.min(reachOf(shapes[i]), reachOf(shapes[j]));
      if (!Number.isFinite(slack)) continue;
      const count = collide(manifold, shapes[i], poses[i], shapes[j], poses[j], slack);
      for (let n = 0; n < count; n++)
        found.push({
          bodies: [i, j],
          point: new Vector3().fromArray(manifold.positions, 3 * n),
          normal: new Vector3().fromArray(manifold.normals, 3 * n),
        });
    }
    return found;
  }
}

function resizableOf({ shape: info, sizing }: BodyInfo): Resizable | null {
  const shape = sizing && bodyShapeOf(info);
  if (!shape || !isResizable(shape)) return null;
  return createResizable(shape, Float64Array.from(sizing.first), Float64Array.from(sizing.origin));
}
