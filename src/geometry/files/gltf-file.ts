// glTF 2.0, as JSON with embedded data or as GLB: the triangles of all meshes of the scene, placed by its nodes. In
// glTF y points upwards; here z does: (x, y, z) becomes (x, -z, y).
import type { Mesh } from "../shapes/mesh.ts";
import type { ShapeProblem } from "../shapes/shape.ts";
import { type Accessors, createAccessors } from "./gltf-accessors.ts";
import { type GltfNode, gltfChildren, gltfMatrix, isList, matrixProduct } from "./gltf-node.ts";
import { asciiOf } from "./lines.ts";

const GLB = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** The depth of nesting in real scenes is far smaller. */
const DEEPEST = 64;
const MOST_CORNERS = 3_000_000;

export function readGltf(bytes: Uint8Array): Mesh | ShapeProblem {
  const parts = isGlb(bytes) ? readChunks(bytes) : { json: bytes, binary: null };
  if ("problem" in parts) return parts;
  let file: unknown;
  try {
    file = JSON.parse(asciiOf(parts.json, 0, parts.json.length));
  } catch {
    return { problem: "it is not JSON." };
  }
  if (typeof file !== "object" || file === null) return { problem: "it is not a glTF file." };
  const accessors = createAccessors(file, parts.binary);
  if ("problem" in accessors) return accessors;
  const out = { vertices: [] as number[], triangles: [] as number[] };
  const problem = addScene(out, file, accessors);
  if (problem !== "") return { problem };
  return { vertices: Float64Array.from(out.vertices), triangles: Int32Array.from(out.triangles) };
}

function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === GLB;
}

function readChunks(bytes: Uint8Array): { json: Uint8Array; binary: Uint8Array | null } | ShapeProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let json: Uint8Array | null = null;
  let binary: Uint8Array | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) return { problem: "it ends within a chunk." };
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === JSON_CHUNK) json ??= chunk;
    if (kind === BINARY_CHUNK) binary ??= chunk;
    at += 8 + length;
  }
  return json ? { json, binary } : { problem: "it has no chunk of JSON." };
}

interface Triangles {
  readonly vertices: number[];
  readonly triangles: number[];
}

const UPRIGHT = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

/** Adds the scene's nodes; without a scene, all nodes that are not children. */
function addScene(out: Triangles, file: object, accessors: Accessors): string {
  const { scene, scenes, nodes } = file as { scene?: unknown; scenes?: unknown; nodes?: unknown };
  if (!isList(nodes)) return "it has no nodes.";
  const chosen = isList(scenes) ? scenes[typeof scene === "number" ? scene : 0] : null;
  const roots = (chosen as GltfNode | null)?.nodes;
  const children = new Set((nodes as (GltfNode | null)[]).flatMap((node) => gltfChildren(node)));
  const first = isList(roots) ? roots : nodes.map((_, i) => i).filter((i) => !children.has(i));
  const visit = (index: unknown, outer: readonly number[], depth: number): string => {
    const node = typeof index === "number" ? (nodes[index] as GltfNode | undefined) : undefined;
    if (!node) return "its scene names a node that does not exist.";
    if (depth > DEEPEST) return "its nodes are nested too deeply.";
    const matrix = gltfMatrix(node);
    if (!matrix) return "a node has a place that is not numbers.";
    const placed = matrixProduct(outer, matrix);
    const problem = node.mesh === undefined ? "" : addMesh(out, file, node.mesh, placed, accessors);
    if (problem !== "") return problem;
    for (const child of gltfChildren(node)) {
      const below = visit(child, placed, depth + 1);
      if (below !== "") return below;
    }
    return "";
  };
  for (const root of first) {
    const problem = visit(root, UPRIGHT, 0);
    if (problem !== "") return problem;
  }
  return "";
}

function addMesh(
  out: Triangles,
  file: object,
  index: unknown,
  matrix: readonly number[],
  accessors: Accessors,
): string {
  const { meshes } = file as { meshes?: unknown };
  const mesh = isList(meshes) && typeof index === "number" ? (meshes[index] as { primitives?: unknown } | null) : null;
  if (!mesh || !isList(mesh.primitives)) return "a node names a mesh that does not exist.";
  for (const primitive of mesh.primitives as Primitive[]) {
    const problem = addPrimitive(out, primitive, matrix, accessors);
    if (problem !== "") return problem;
  }
  return "";
}

interface Primitive {
  mode?: unknown;
  indices?: unknown;
  attributes?: unknown;
}

function addPrimitive(out: Triangles, primitive: Primitive, matrix: readonly number[], accessors: Accessors): string {
  // Points and lines have no surface.
  const mode = primitive?.mode ?? 4;
  if (mode === 0 || mode === 1 || mode === 2 || mode === 3) return "";
  if (mode !== 4) return "its triangles are in strips or fans; export it as single triangles.";
  const { POSITION: positions } = (primitive?.attributes ?? {}) as { POSITION?: unknown };
  const points = accessors.read(positions, 3);
  if ("problem" in points) return points.problem;
  const named = primitive.indices === undefined ? null : accessors.read(primitive.indices, 1);
  if (named && "problem" in named) return named.problem;
  const corners = named?.numbers ?? Float64Array.from({ length: points.numbers.length / 3 }, (_, i) => i);
  if (corners.length % 3 !== 0) return "its last triangle is not complete.";
  if (out.triangles.length + corners.length > MOST_CORNERS) return `it has more than ${MOST_CORNERS / 3} triangles.`;
  const begin = out.vertices.length / 3;
  const problem = addPoints(out, points.numbers, matrix);
  if (problem !== "") return problem;
  // A mirrored mesh would be inside out.
  const mirrored = determinant(matrix) < 0;
  for (let k = 0; k < corners.length; k += 3) {
    const [i, j, l] = [corners[k], corners[k + 1], corners[k + 2]];
    if (Math.max(i, j, l) >= points.numbers.length / 3) return "a triangle names a vertex that does not exist.";
    out.triangles.push(begin + i, begin + (mirrored ? l : j), begin + (mirrored ? j : l));
  }
  return "";
}

function addPoints(out: Triangles, points: Float64Array, m: readonly number[]): string {
  if (out.vertices.length + points.length > 3 * MOST_CORNERS) return "it has too many vertices.";
  for (let k = 0; k < points.length; k += 3)
    for (let x = 0; x < 3; x++)
      out.vertices.push(m[x] * points[k] + m[4 + x] * points[k + 1] + m[8 + x] * points[k + 2] + m[12 + x]);
  return "";
}

function determinant(m: readonly number[]): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}
