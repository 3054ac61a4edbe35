// How matter of density 1 is distributed in a triangle mesh.
import type { Mat3 } from "../../math/vectors/mat3.ts";
import type { Vec3 } from "../../math/vectors/vec3.ts";
import { checkMesh, type Mesh } from "../shapes/mesh.ts";
import type { MassProperties } from "./mass-properties.ts";

/** A volume below this is only rounding, relative to a cube as large as the mesh. */
const FLAT = 1e-15;

const origin: Vec3 = new Float64Array(3);
const second: Mat3 = new Float64Array(9);
const corners = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];

/** Returns "", or a sentence on why the mesh has no inside. */
// Each triangle (a, b, c) and the origin span a tetrahedron of signed volume det(a, b, c)/6, with first moment V (a + b
// + c)/4 and second moment ∫ x xᵀ dV = V/20 (s sᵀ + a aᵀ + b bᵀ + c cᵀ), s = a + b + c; parts outside the mesh cancel.
// The origin is moved to the mean of the vertices: far from the mesh the volumes would cancel to rounding.
export function massPropertiesOfMesh(out: MassProperties, mesh: Mesh): string {
  const fault = checkMesh(mesh);
  if (fault !== "") return fault;
  const { vertices, triangles } = mesh;
  meanVertex(origin, vertices);
  out.volume = 0;
  out.center.fill(0);
  second.fill(0);
  for (let k = 0; k < triangles.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      for (let x = 0; x < 3; x++) corners[i][x] = vertices[3 * triangles[k + i] + x] - origin[x];
    }
    addTetrahedron(out, corners[0], corners[1], corners[2]);
  }
  if (Math.abs(out.volume) <= FLAT * cubeOfExtent(vertices)) return "The mesh is flat: it encloses no volume.";
  if (out.volume < 0) return "The mesh is inside out: its triangles run clockwise seen from outside.";
  const trace = second[0] + second[4] + second[8];
  for (let x = 0; x < 3; x++) out.center[x] /= out.volume;
  const [cx, cy, cz] = out.center;
  const apart = cx * cx + cy * cy + cz * cz;
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 3; y++) {
      const about = (x === y ? trace : 0) - second[3 * x + y];
      out.inertia[3 * x + y] = about - out.volume * ((x === y ? apart : 0) - out.center[x] * out.center[y]);
    }
  }
  for (let x = 0; x < 3; x++) out.center[x] += origin[x];
  return "";
}

function addTetrahedron(out: MassProperties, a: Vec3, b: Vec3, c: Vec3): void {
  const volume =
    (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  out.volume += volume;
  for (let x = 0; x < 3; x++) {
    const sx = a[x] + b[x] + c[x];
    out.center[x] += (volume * sx) / 4;
    for (let y = 0; y < 3; y++) {
      const sy = a[y] + b[y] + c[y];
      second[3 * x + y] += (volume / 20) * (sx * sy + a[x] * a[y] + b[x] * b[y] + c[x] * c[y]);
    }
  }
}

function cubeOfExtent(vertices: Float64Array): number {
  let most = 0;
  for (let i = 0; i < vertices.length; i++) most = Math.max(most, Math.abs(vertices[i] - origin[i % 3]));
  return 8 * most * most * most;
}

function meanVertex(out: Vec3, vertices: Float64Array): void {
  const count = vertices.length / 3;
  out.fill(0);
  for (let i = 0; i < vertices.length; i++) out[i % 3] += vertices[i] / count;
}
