// Shapes made of convex ones: compounds, and meshes of triangles. How they are made, and access to their leaves.
import type { Numbers } from "../../math/vectors/vec3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";
import { createMassProperties } from "../mass/mass-properties.ts";
import { massPropertiesOfMesh } from "../mass/mesh-mass.ts";
import { massPropertiesOfParts } from "../mass/shape-mass.ts";
import { boundShape, reachOf } from "../shapes/bounds.ts";
import { buildTree, createBoundsTree } from "../shapes/bounds-tree.ts";
import { type Hull, moveHull, trianglesOf } from "../shapes/hull.ts";
import { inspectMesh, type Mesh, meshEdges } from "../shapes/mesh.ts";
import { createPose, type Pose } from "../shapes/pose.ts";
import { createHull } from "../shapes/quickhull.ts";
import type {
  BodyShape,
  Composite,
  Compound,
  CompoundPart,
  Convex,
  Polyhedron,
  ShapeProblem,
  TriangleMesh,
} from "../shapes/shape.ts";

export const MOST_POINTS = 5000;
export const MOST_TRIANGLES = 200_000;
export const MOST_PARTS = 1000;

/** The hull of points. Its origin is moved to `origin`, or to its centre of mass if that is null. */
export function createPolyhedron(points: Numbers, origin: Numbers | null): Polyhedron | ShapeProblem {
  if (points.length > 3 * MOST_POINTS)
    return { problem: `A convex polyhedron is made of at most ${MOST_POINTS} points, not ${points.length / 3}.` };
  const hull = createHull(points);
  if ("problem" in hull) return hull;
  const moved = moveHull(hull, origin ?? centerOfHull(hull));
  let reach = 0;
  for (let i = 0; i < moved.vertices.length; i += 3)
    reach = Math.max(reach, vec3.length(moved.vertices.subarray(i, i + 3)));
  return { kind: "convex polyhedron", hull: moved, reach };
}

function centerOfHull(hull: Hull): Numbers {
  const properties = createMassProperties();
  massPropertiesOfMesh(properties, { vertices: hull.vertices, triangles: trianglesOf(hull) });
  return properties.center;
}

/** Parts glued together, each a convex shape or a compound; the origin as with `createPolyhedron`. */
export function createCompound(
  parts: readonly { readonly shape: BodyShape; readonly pose: Pose }[],
  origin: Numbers | null,
): Compound | ShapeProblem {
  const flat: CompoundPart[] = [];
  for (const { shape, pose } of parts) {
    if (shape.kind === "compound") flat.push(...shape.parts.map((part) => placePart(part, pose)));
    else if (isConvex(shape)) flat.push({ shape, pose });
    else return { problem: `A ${shape.kind} cannot be part of a compound; its parts are solids.` };
  }
  if (flat.length === 0) return { problem: "A compound has at least one part." };
  if (flat.length > MOST_PARTS) return { problem: `A compound has at most ${MOST_PARTS} parts, not ${flat.length}.` };
  const properties = createMassProperties();
  if (origin === null) massPropertiesOfParts(properties, flat);
  const shift = origin ?? properties.center;
  const moved = flat.map(({ shape, pose }) => {
    const place = createPose();
    vec3.sub(place.position, pose.position, shift);
    place.rotation.set(pose.rotation);
    return { shape, pose: place };
  });
  const bounds = new Float64Array(6 * moved.length);
  let reach = 0;
  moved.forEach(({ shape, pose }, i) => {
    boundShape(bounds.subarray(6 * i, 6 * i + 6), shape, pose);
    reach = Math.max(reach, vec3.length(pose.position) + reachOf(shape));
  });
  return { kind: "compound", parts: moved, tree: treeOf(bounds), bounds, reach };
}

function placePart({ shape, pose }: CompoundPart, outer: Pose): CompoundPart {
  const place = createPose();
  const { rotation: r, position: p } = outer;
  for (let i = 0; i < 3; i++) {
    place.position[i] = p[i];
    for (let k = 0; k < 3; k++) {
      place.position[i] += r[3 * i + k] * pose.position[k];
      place.rotation[3 * i + k] = 0;
      for (let m = 0; m < 3; m++) place.rotation[3 * i + k] += r[3 * i + m] * pose.rotation[3 * m + k];
    }
  }
  return { shape, pose: place };
}

function treeOf(bounds: Numbers): ReturnType<typeof createBoundsTree> {
  const count = bounds.length / 6;
  const tree = createBoundsTree();
  buildTree(
    tree,
    bounds,
    Int32Array.from({ length: count }, (_, i) => i),
    count,
  );
  return tree;
}

export interface MeshShape {
  readonly shape: TriangleMesh;
  /** Why the surface encloses no solid, although it can be hit from both sides; "" if it does. */
  readonly open: string;
}

/** A surface; `sides` 0 means: one if it is closed, otherwise two. */
export function createTriangleMesh(mesh: Mesh, sides: 0 | 1): MeshShape | ShapeProblem {
  const count = mesh.triangles.length / 3;
  if (count > MOST_TRIANGLES)
    return { problem: `A triangle mesh has at most ${MOST_TRIANGLES} triangles, not ${count}.` };
  const fault = inspectMesh(mesh);
  if (fault && !fault.isOpen) return { problem: fault.sentence };
  const open = fault?.sentence ?? "";
  const { vertices: v, triangles: t } = mesh;
  const normals = new Float64Array(3 * count);
  const bounds = new Float64Array(6 * count);
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  let reach = 0;
  for (let k = 0; k < count; k++) {
    const n = normals.subarray(3 * k, 3 * k + 3);
    const corner = (i: number) => v.subarray(3 * t[3 * k + i], 3 * t[3 * k + i] + 3);
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const [u, w] = [vec3.sub(new Float64Array(3), b, a), vec3.sub(new Float64Array(3), c, a)];
    vec3.cross(n, u, w);
    const area = vec3.length(n);
    if (!(area > 1e-12 * vec3.length(u) * vec3.length(w)))
      return { problem: `Triangle ${k + 1} has no area: its corners are on one line.` };
    vec3.scale(n, n, 1 / area);
    for (let x = 0; x < 3; x++) {
      bounds[6 * k + x] = Math.min(a[x], b[x], c[x]);
      bounds[6 * k + 3 + x] = Math.max(a[x], b[x], c[x]);
      box[x] = Math.min(box[x], bounds[6 * k + x]);
      box[3 + x] = Math.max(box[3 + x], bounds[6 * k + 3 + x]);
    }
    reach = Math.max(reach, vec3.length(a), vec3.length(b), vec3.length(c));
  }
  const shape: TriangleMesh = {
    kind: "triangle mesh",
    mesh,
    sides: sides === 1 || open === "" ? 1 : 2,
    normals,
    ridges: findRidges(mesh, normals),
    tree: treeOf(bounds),
    bounds,
    box,
    reach,
  };
  return { shape, open };
}

/** The sine of the angle by which a surface must bend for other bodies to catch on the edge. */
const BEND = 1e-4;

/** Marks edges whose neighbour lies below this triangle's plane, or that have none. */
function findRidges(mesh: Mesh, normals: Numbers): Uint8Array {
  const { vertices: v, triangles: t } = mesh;
  const across = meshEdges(mesh);
  const ridges = new Uint8Array(t.length);
  for (let k = 0; k < t.length; k++) {
    const side = across[k];
    ridges[k] = 1;
    if (side < 0) continue;
    const n = 3 * Math.floor(k / 3);
    const far = 3 * t[3 * Math.floor(side / 3) + ((side + 2) % 3)];
    const from = 3 * t[k];
    let [height, squared] = [0, 0];
    for (let x = 0; x < 3; x++) {
      const d = v[far + x] - v[from + x];
      height += normals[n + x] * d;
      squared += d * d;
    }
    if (height > -BEND * Math.sqrt(squared)) ridges[k] = 0;
  }
  return ridges;
}

export function isConvex(shape: BodyShape): shape is Convex {
  return !isComposite(shape) && shape.kind !== "half space" && shape.kind !== "plane";
}

export function isComposite(shape: BodyShape): shape is Composite {
  return shape.kind === "compound" || shape.kind === "triangle mesh";
}
