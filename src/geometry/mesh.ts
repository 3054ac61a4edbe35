// Triangle meshes as bodies: whether they close around an inside, and how matter of density 1 fills it.
//
// Vertices are three numbers each, triangles three vertex numbers each, counter-clockwise seen from outside. Vertices at the
// same place are one vertex, as files of loose triangles need it.
import type { Mat3 } from "../math/mat3.ts";
import type { Vec3 } from "../math/vec3.ts";
import type { MassProperties } from "./mass-properties.ts";

export interface Mesh {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
}

/** Returns "" if every edge joins two triangles that agree on the outside, else a sentence on the first fault. */
// Every directed edge must occur once, and its reverse once. Keys are products below 2^53, never names.
export function checkMesh(mesh: Mesh): string {
  const count = mesh.vertices.length / 3;
  const t = mesh.triangles;
  if (!Number.isInteger(count) || t.length % 3 !== 0)
    return "A mesh needs three coordinates a vertex and three vertices a triangle.";
  if (t.length === 0) return "The mesh has no triangles.";
  if (!mesh.vertices.every((x) => Math.abs(x) < Infinity))
    return "The mesh has a vertex with a coordinate that is not finite.";
  for (let k = 0; k < t.length; k++) {
    if (t[k] < 0 || t[k] >= count) {
      return `Triangle ${Math.floor(k / 3) + 1} names vertex ${t[k] + 1}, but the mesh has ${count}.`;
    }
  }
  const same = weld(mesh.vertices);
  const edges = new Map<number, number>();
  for (let k = 0; k < t.length; k += 3) {
    for (let side = 0; side < 3; side++) {
      const from = same[t[k + side]];
      const to = same[t[k + ((side + 1) % 3)]];
      const triangle = k / 3 + 1;
      if (from === to) return `Triangle ${triangle} has two vertices at one place.`;
      const other = edges.get(from * count + to);
      if (other !== undefined) {
        return `Triangles ${other} and ${triangle} go along an edge in the same sense: one of them is turned over, or they are doubled.`;
      }
      edges.set(from * count + to, triangle);
    }
  }
  for (const [key, triangle] of edges) {
    const from = Math.floor(key / count);
    if (!edges.has((key - from * count) * count + from)) {
      return `The mesh is open: triangle ${triangle} has no neighbour along an edge.`;
    }
  }
  return "";
}

/** For each vertex the first one at the same place. */
function weld(vertices: Float64Array): Int32Array {
  const count = vertices.length / 3;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const compare = (i: number, j: number) =>
    vertices[3 * i] - vertices[3 * j] ||
    vertices[3 * i + 1] - vertices[3 * j + 1] ||
    vertices[3 * i + 2] - vertices[3 * j + 2];
  order.sort((i, j) => compare(i, j) || i - j);
  const same = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const joins = k > 0 && compare(order[k - 1], order[k]) === 0;
    same[order[k]] = joins ? same[order[k - 1]] : order[k];
  }
  return same;
}

/** The volume below which rounding is all there is, relative to a cube as large as the mesh. */
const FLAT = 1e-15;

const origin: Vec3 = new Float64Array(3);
const second: Mat3 = new Float64Array(9);
const corners = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];

/** Returns "", or a sentence on why the mesh has no inside. */
// Each triangle (a, b, c) and the origin span a tetrahedron of signed volume det(a, b, c)/6, with first moment V (a + b + c)/4 and
// second moment ∫ x xᵀ dV = V/20 (s sᵀ + a aᵀ + b bᵀ + c cᵀ), s = a + b + c; what lies outside the mesh cancels. The origin is
// put at the mean of the vertices: far from the mesh the volumes would cancel to rounding.
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
