// The convex leaves of a compound or a mesh, one at a time. A mesh does not store triangles as shapes: one is filled on
// demand.
import type { Vec3 } from "../../math/vectors/vec3.ts";
import { createPose, type Pose } from "../shapes/pose.ts";
import type { Composite, Convex, Triangle, TriangleMesh } from "../shapes/shape.ts";

export interface Leaves {
  readonly triangle: Triangle;
}

export function createLeaves(): Leaves {
  return { triangle: { kind: "triangle", vertices: new Float64Array(9), normal: new Float64Array(3) } };
}

const here = createPose();

/** The pose in the frame of the whole. */
export function poseOfLeaf(shape: Composite, i: number): Pose {
  return shape.kind === "compound" ? shape.parts[i].pose : here;
}

/** A leaf; a triangle is overwritten by the next call with the same `leaves`. */
export function leafAt({ triangle }: Leaves, shape: Composite, i: number): Convex {
  if (shape.kind === "compound") return shape.parts[i].shape;
  const { vertices, triangles } = shape.mesh;
  for (let k = 0; k < 3; k++)
    for (let x = 0; x < 3; x++) triangle.vertices[3 * k + x] = vertices[3 * triangles[3 * i + k] + x];
  triangleNormal(triangle.normal, shape, i);
  return triangle;
}

export function triangleNormal(out: Vec3, { normals }: TriangleMesh, i: number): void {
  for (let x = 0; x < 3; x++) out[x] = normals[3 * i + x];
}
