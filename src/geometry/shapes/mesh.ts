// Triangle meshes as bodies: whether they enclose an inside.
//
// Vertices are three numbers each, triangles three vertex numbers each, counter-clockwise seen from outside. Vertices
// at the same place are one vertex, as files of separate triangles need it.
import type { Numbers } from "../../math/vectors/vec3.ts";

export interface Mesh {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
}

/** Why a mesh is not the surface of a solid. */
export interface MeshFault {
  readonly sentence: string;
  /** Whether this is the only fault: it is a surface with an edge where it ends. */
  readonly isOpen: boolean;
}

/** Returns "" if every edge joins two triangles with the same outside, otherwise a sentence about the first fault. */
// Every directed edge must occur once, and its reverse once. Keys are products below 2^53, never names.
export function checkMesh(mesh: Mesh): string {
  return inspectMesh(mesh)?.sentence ?? "";
}

export function inspectMesh(mesh: Mesh): MeshFault | null {
  const count = mesh.vertices.length / 3;
  const t = mesh.triangles;
  if (!Number.isInteger(count) || t.length % 3 !== 0)
    return { sentence: "A mesh needs three coordinates a vertex and three vertices a triangle.", isOpen: false };
  if (t.length === 0) return { sentence: "The mesh has no triangles.", isOpen: false };
  if (!mesh.vertices.every((x) => Math.abs(x) < Infinity))
    return { sentence: "The mesh has a vertex with a coordinate that is not finite.", isOpen: false };
  for (let k = 0; k < t.length; k++) {
    if (t[k] < 0 || t[k] >= count) {
      return {
        sentence: `Triangle ${Math.floor(k / 3) + 1} names vertex ${t[k] + 1}, but the mesh has ${count}.`,
        isOpen: false,
      };
    }
  }
  const same = weld(mesh.vertices);
  const edges = new Map<number, number>();
  for (let k = 0; k < t.length; k += 3) {
    for (let side = 0; side < 3; side++) {
      const from = same[t[k + side]];
      const to = same[t[k + ((side + 1) % 3)]];
      const triangle = k / 3 + 1;
      if (from === to) return { sentence: `Triangle ${triangle} has two vertices at one place.`, isOpen: false };
      const other = edges.get(from * count + to);
      if (other !== undefined) {
        const sentence =
          `Triangles ${other} and ${triangle} go along an edge in the same sense: one of them is turned ` +
          "over, or they are doubled.";
        return { sentence, isOpen: false };
      }
      edges.set(from * count + to, triangle);
    }
  }
  for (const [key, triangle] of edges) {
    const from = Math.floor(key / count);
    if (!edges.has((key - from * count) * count + from)) {
      return { sentence: `The mesh is open: triangle ${triangle} has no neighbour along an edge.`, isOpen: true };
    }
  }
  return null;
}

/** For the edge from vertex k of the list of triangles to the next, the opposite edge; -1 if there is none. */
export function meshEdges(mesh: Mesh): Int32Array {
  const count = mesh.vertices.length / 3;
  const t = mesh.triangles;
  const same = weld(mesh.vertices);
  const next = (k: number) => (k % 3 === 2 ? k - 2 : k + 1);
  const edges = new Map<number, number>();
  for (let k = 0; k < t.length; k++) edges.set(same[t[k]] * count + same[t[next(k)]], k);
  return Int32Array.from(t, (_, k) => edges.get(same[t[next(k)]] * count + same[t[k]]) ?? -1);
}

/** For each vertex the first one at the same place. */
export function weld(vertices: Numbers): Int32Array {
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
