// How matter of density 1 is distributed in each shape: closed forms where they exist, otherwise sums over parts and
// triangles.
import type { Mat3 } from "../../math/vectors/mat3.ts";
import * as mat3 from "../../math/vectors/mat3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";
import { trianglesOf } from "../shapes/hull.ts";
import type { BodyShape, CompoundPart } from "../shapes/shape.ts";
import { createMassProperties, type MassProperties } from "./mass-properties.ts";
import { massPropertiesOfMesh } from "./mesh-mass.ts";

const PI = 3.141592653589793;

/** Returns "", or a sentence on why the shape has none. */
export function massPropertiesOf(out: MassProperties, shape: BodyShape): string {
  out.center.fill(0);
  out.inertia.fill(0);
  switch (shape.kind) {
    case "sphere": {
      const r = shape.radius;
      out.volume = (4 / 3) * PI * r * r * r;
      return setMoments(out, 0.4 * r * r, 0.4 * r * r, 0.4 * r * r);
    }
    case "cuboid": {
      const [x, y, z] = shape.half;
      out.volume = 8 * x * y * z;
      return setMoments(out, (y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3);
    }
    case "cylinder": {
      const { radius: r, half: h } = shape;
      out.volume = 2 * PI * r * r * h;
      const across = (3 * r * r + 4 * h * h) / 12;
      return setMoments(out, across, across, (r * r) / 2);
    }
    case "cone": {
      const { radius: r, base, apex } = shape;
      const length = apex - base;
      out.volume = (PI * r * r * length) / 3;
      const across = (3 / 20) * r * r + (3 / 80) * length * length;
      return setMoments(out, across, across, 0.3 * r * r);
    }
    case "capsule": {
      const { radius: r, half: h } = shape;
      const middle = 2 * PI * r * r * h;
      const caps = (4 / 3) * PI * r * r * r;
      out.volume = middle + caps;
      const across = middle * ((3 * r * r + 4 * h * h) / 12) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
      const along = middle * ((r * r) / 2) + caps * (0.4 * r * r);
      return setMoments(out, across / out.volume, across / out.volume, along / out.volume);
    }
    case "convex polyhedron":
      return massPropertiesOfMesh(out, { vertices: shape.hull.vertices, triangles: trianglesOf(shape.hull) });
    case "triangle mesh":
      return massPropertiesOfMesh(out, shape.mesh);
    case "compound":
      return massPropertiesOfParts(out, shape.parts);
    case "triangle":
      return "A triangle has no volume.";
    default:
      return `A ${shape.kind} has no end, and so neither volume nor centre of mass.`;
  }
}

/** Sets the moments for volume 1. */
function setMoments(out: MassProperties, x: number, y: number, z: number): string {
  out.inertia[0] = out.volume * x;
  out.inertia[4] = out.volume * y;
  out.inertia[8] = out.volume * z;
  return "";
}

/** The properties of parts glued together; where two overlap, both are counted. */
// A part's tensor J turns to R J Rᵀ, and about a point at d from its centre gains V (|d|² 1 - d dᵀ) (Huygens, Steiner).
export function massPropertiesOfParts(out: MassProperties, parts: readonly CompoundPart[]): string {
  const own = parts.map(() => createMassProperties());
  const centers = parts.map(() => new Float64Array(3));
  out.volume = 0;
  out.center.fill(0);
  out.inertia.fill(0);
  for (let k = 0; k < parts.length; k++) {
    const problem = massPropertiesOf(own[k], parts[k].shape);
    if (problem !== "") return problem;
    mat3.multiplyVec(centers[k], parts[k].pose.rotation, own[k].center);
    vec3.add(centers[k], centers[k], parts[k].pose.position);
    out.volume += own[k].volume;
    vec3.addScaled(out.center, out.center, centers[k], own[k].volume);
  }
  vec3.scale(out.center, out.center, 1 / out.volume);
  const turned: Mat3 = new Float64Array(9);
  const back: Mat3 = new Float64Array(9);
  const d = new Float64Array(3);
  for (let k = 0; k < parts.length; k++) {
    const { rotation } = parts[k].pose;
    mat3.multiply(turned, rotation, own[k].inertia);
    mat3.multiply(turned, turned, mat3.transpose(back, rotation));
    vec3.sub(d, centers[k], out.center);
    const squared = vec3.dot(d, d);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        out.inertia[3 * i + j] += turned[3 * i + j] + own[k].volume * ((i === j ? squared : 0) - d[i] * d[j]);
  }
  return "";
}
