// Shapes as the page sees them, and back again. Copies that share a shape share its description, on both sides of a
// message.
import {
  type BodyShape,
  createCompound,
  createPolyhedron,
  createTriangleMesh,
  type Pose,
} from "../../geometry/index.ts";
import type { ShapeInfo } from "../protocol/messages.ts";

export function shapeInfos(): (shape: BodyShape) => ShapeInfo {
  const known = new Map<BodyShape, ShapeInfo>();
  return (shape) => {
    let info = known.get(shape);
    if (!info) known.set(shape, (info = infoOf(shape)));
    return info;
  };
}

function infoOf(shape: BodyShape): ShapeInfo {
  switch (shape.kind) {
    case "cuboid":
      return { kind: "cuboid", half: [...shape.half] };
    case "convex polyhedron": {
      const { vertices, starts, corners, offsets } = shape.hull;
      const faces = Array.from(offsets, (_, f) => [...corners.subarray(starts[f], starts[f + 1])]);
      return { kind: "convex polyhedron", vertices, faces, sides: 1 };
    }
    case "triangle mesh": {
      const { vertices, triangles } = shape.mesh;
      const faces = Array.from({ length: triangles.length / 3 }, (_, k) => [...triangles.subarray(3 * k, 3 * k + 3)]);
      return { kind: "triangle mesh", vertices, faces, sides: shape.sides };
    }
    case "triangle":
      return { kind: "triangle mesh", vertices: shape.vertices, faces: [[0, 1, 2]], sides: 2 };
    case "compound":
      return {
        kind: "compound",
        parts: shape.parts.map(({ shape: part, pose }) => ({
          shape: infoOf(part),
          position: [...pose.position],
          rotation: [...pose.rotation],
        })),
      };
    default:
      return shape;
  }
}

/** The shape of a description, for questions of geometry that the page asks itself. */
export function bodyShapeOf(info: ShapeInfo): BodyShape {
  switch (info.kind) {
    case "cuboid":
      return { kind: "cuboid", half: Float64Array.from(info.half) };
    case "convex polyhedron":
      return made(createPolyhedron(info.vertices, new Float64Array(3)));
    case "triangle mesh": {
      const mesh = createTriangleMesh(
        { vertices: info.vertices, triangles: Int32Array.from(info.faces.flat()) },
        info.sides === 1 ? 1 : 0,
      );
      return "problem" in mesh ? made(mesh) : mesh.shape;
    }
    case "compound":
      return made(
        createCompound(
          info.parts.map(({ shape, position, rotation }) => ({
            shape: bodyShapeOf(shape),
            pose: poseOf(position, rotation),
          })),
          new Float64Array(3),
        ),
      );
    default:
      return info;
  }
}

function poseOf(position: readonly number[], rotation: readonly number[]): Pose {
  return { position: Float64Array.from(position), rotation: Float64Array.from(rotation) };
}

function made(shape: BodyShape | { readonly problem: string }): BodyShape {
  if ("problem" in shape) throw new Error(shape.problem);
  return shape;
}
