// The surfaces of bodies for the picture, each stretched by the body's half extents.
//
// Triangles are separate. Each corner has three numbers in `rim`, one for each side of its triangle: 0 along a side
// that is an edge of the body, and larger away from it; for other sides it is nowhere 0. The shader draws the edges
// from it.
import { BoxGeometry, BufferGeometry, Float32BufferAttribute, Matrix3, SphereGeometry, Vector3 } from "three";
import type { BodyInfo, PolyhedronInfo, ShapeInfo } from "../../protocol/messages.ts";

/** Half extents about the origin of a body that has an end; null for half spaces and planes. */
export function halfOf(shape: ShapeInfo): Vector3 | null {
  switch (shape.kind) {
    case "sphere":
      return new Vector3(shape.radius, shape.radius, shape.radius);
    case "cuboid":
      return new Vector3().fromArray([...shape.half]);
    case "cylinder":
      return new Vector3(shape.radius, shape.radius, shape.half);
    case "capsule":
      return new Vector3(shape.radius, shape.radius, shape.half + shape.radius);
    case "cone":
      return new Vector3(shape.radius, shape.radius, -2 * shape.base);
    case "half space":
    case "plane":
      return null;
    default: {
      const known = halves.get(shape);
      if (known) return known.clone();
      const half = new Vector3(1e-9, 1e-9, 1e-9);
      const { positions } = drawSurface(shape);
      for (let i = 0; i < positions.length; i += 3)
        half.set(
          Math.max(half.x, Math.abs(positions[i])),
          Math.max(half.y, Math.abs(positions[i + 1])),
          Math.max(half.z, Math.abs(positions[i + 2])),
        );
      halves.set(shape, half);
      return half.clone();
    }
  }
}

const halves = new WeakMap<ShapeInfo, Vector3>();

/** Bodies with one key are drawn together: those that differ in their half extents alone, or share a shape. */
export function drawingKey({ shape, name, sizing }: Pick<BodyInfo, "shape" | "name" | "sizing">): string | ShapeInfo {
  switch (shape.kind) {
    case "sphere":
    case "cuboid":
    case "cylinder":
    case "cone":
      return shape.kind;
    case "capsule":
      return sizing ? `capsule of ${name}` : `capsule ${shape.half / shape.radius}`;
    default:
      return shape;
  }
}

/** The geometry of a shape; where `count` is large each body is small in the picture, and has fewer faces. */
export function geometryOf(shape: ShapeInfo, count: number): BufferGeometry {
  if (shape.kind === "cuboid") return new BoxGeometry(2, 2, 2);
  if (shape.kind === "sphere") {
    const [around, down] = count <= 60 ? [40, 24] : count <= 300 ? [24, 16] : [16, 10];
    return new SphereGeometry(1, around, down);
  }
  const surface = drawSurface(shape);
  const half = halfOf(shape)!;
  const { positions, normals } = surface;
  for (let i = 0; i < positions.length; i++) {
    const extent = half.getComponent(i % 3);
    positions[i] /= extent;
    // Stretching turns normals the other way.
    normals[i] *= extent;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setAttribute("rim", new Float32BufferAttribute(surface.rims, 3));
  geometry.normalizeNormals();
  return geometry;
}

/** Updates a geometry to a shape that has changed. */
export function reshape(geometry: BufferGeometry, shape: ShapeInfo): void {
  const other = geometryOf(shape, 1);
  for (const name of ["position", "normal"] as const) {
    const attribute = geometry.getAttribute(name);
    (attribute.array as Float32Array).set(other.getAttribute(name).array as Float32Array);
    attribute.needsUpdate = true;
  }
  other.dispose();
}

interface Surface {
  readonly positions: number[];
  readonly normals: number[];
  readonly rims: number[];
}

function drawSurface(shape: ShapeInfo): Surface {
  const out: Surface = { positions: [], normals: [], rims: [] };
  switch (shape.kind) {
    case "cylinder": {
      const { radius: r, half: h } = shape;
      turnOutline(
        out,
        [
          [0, -h],
          [r, -h],
          [r, h],
          [0, h],
        ],
        () => true,
      );
      break;
    }
    case "cone":
      turnOutline(
        out,
        [
          [0, shape.base],
          [shape.radius, shape.base],
          [0, shape.apex],
        ],
        () => true,
      );
      break;
    case "capsule":
      drawCapsule(out, shape.radius, shape.half);
      break;
    case "convex polyhedron":
    case "triangle mesh":
      drawFaces(out, shape);
      break;
    case "compound":
      for (const { shape: part, position, rotation } of shape.parts) addPart(out, part, position, rotation);
      break;
    case "sphere":
      drawCapsule(out, shape.radius, 0);
      break;
    case "cuboid":
      drawCuboid(out, shape.half);
      break;
  }
  return out;
}

type Point = readonly [number, number, number];
type Outline = readonly (readonly [number, number])[];

const AROUND = 48;

/**
 * A triangle with a normal at each corner; `edges[k]` tells whether the side across from corner k is an edge of the
 * body.
 */
function addTriangle(
  out: Surface,
  corners: readonly Point[],
  normals: readonly Point[],
  edges: readonly boolean[],
): void {
  for (let i = 0; i < 3; i++) {
    out.positions.push(...corners[i]);
    out.normals.push(...normals[i]);
    for (let k = 0; k < 3; k++) out.rims.push((i === k ? 1 : 0) + (edges[k] ? 0 : 10));
  }
}

/**
 * The outline (distance from z, height) turned about z; rings between its corners are smooth, and edges where `isEdge`
 * says so.
 */
function turnOutline(
  out: Surface,
  outline: Outline,
  isEdge: (corner: number) => boolean,
  smooth: readonly Point[] = [],
): void {
  for (let k = 0; k + 1 < outline.length; k++) {
    const [[r0, z0], [r1, z1]] = [outline[k], outline[k + 1]];
    const length = Math.hypot(r1 - r0, z1 - z0);
    const flat: Point = [(z1 - z0) / length, 0, -(r1 - r0) / length];
    const [n0, n1] = [smooth[k] ?? flat, smooth[k + 1] ?? flat];
    for (let i = 0; i < AROUND; i++) {
      const [a, b] = [i, i + 1].map((step) => (2 * Math.PI * step) / AROUND);
      const at = (r: number, z: number, angle: number): Point => [r * Math.cos(angle), r * Math.sin(angle), z];
      const turned = ([x, , z]: Point, angle: number): Point => [x * Math.cos(angle), x * Math.sin(angle), z];
      const isMeridian = (step: number) => step % (AROUND / 4) === 0;
      const [p, q, s, t] = [at(r0, z0, a), at(r0, z0, b), at(r1, z1, b), at(r1, z1, a)];
      const [np, nq, ns, nt] = [turned(n0, a), turned(n0, b), turned(n1, b), turned(n1, a)];
      if (r0 > 0) addTriangle(out, [p, q, s], [np, nq, ns], [isMeridian(i + 1), false, isEdge(k) && k > 0]);
      if (r1 > 0)
        addTriangle(out, [p, s, t], [np, ns, nt], [isEdge(k + 1) && k + 2 < outline.length, isMeridian(i), false]);
    }
  }
}

function drawCapsule(out: Surface, radius: number, half: number): void {
  const outline: [number, number][] = [];
  const normals: Point[] = [];
  const steps = 10;
  for (const side of [-1, 1])
    for (let i = 0; i <= steps; i++) {
      const angle = (Math.PI / 2) * (side < 0 ? i / steps - 1 : i / steps);
      const isPole = i === (side < 0 ? 0 : steps);
      outline.push([isPole ? 0 : radius * Math.cos(angle), side * half + radius * Math.sin(angle)]);
      normals.push([Math.cos(angle), 0, Math.sin(angle)]);
    }
  if (half === 0) {
    outline.splice(steps, 1);
    normals.splice(steps, 1);
  }
  turnOutline(out, outline, (corner) => corner === steps || corner === steps + 1, normals);
}

function drawCuboid(out: Surface, half: readonly number[]): void {
  const vertices = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [0, 1, 2].map((x) => (i & (1 << x) ? 1 : -1) * half[x])),
  );
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  drawFaces(out, { kind: "convex polyhedron", vertices, faces, sides: 1 });
}

/** The cosine of the angle between faces from which the side between them is an edge. */
const CREASE = 0.97;

function drawFaces(out: Surface, { vertices, faces, kind }: PolyhedronInfo): void {
  const at = (i: number): Point => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  const normals = faces.map((face) => normalOf(face.map(at)));
  const sides = new Map<string, number>();
  faces.forEach((face, f) => {
    face.forEach((i, k) => {
      sides.set(`${i} ${face[(k + 1) % face.length]}`, f);
    });
  });
  const isEdge = (i: number, j: number, f: number): boolean => {
    const other = sides.get(`${j} ${i}`);
    return kind === "convex polyhedron" || other === undefined || dot(normals[f], normals[other]) < CREASE;
  };
  faces.forEach((face, f) => {
    const n = normals[f];
    for (let k = 1; k + 1 < face.length; k++) {
      const [a, b, c] = [face[0], face[k], face[k + 1]];
      const edges = [isEdge(b, c, f), k + 2 === face.length && isEdge(c, a, f), k === 1 && isEdge(a, b, f)];
      addTriangle(out, [at(a), at(b), at(c)], [n, n, n], edges);
    }
  });
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalOf(points: readonly Point[]): Point {
  const sum = new Vector3();
  const origin = new Vector3(...points[0]);
  for (let k = 1; k + 1 < points.length; k++)
    sum.add(new Vector3(...points[k]).sub(origin).cross(new Vector3(...points[k + 1]).sub(origin)));
  const { x, y, z } = sum.normalize();
  return [x, y, z];
}

function addPart(out: Surface, shape: ShapeInfo, position: readonly number[], rotation: readonly number[]): void {
  const own = drawSurface(shape);
  const turn = new Matrix3().set(
    ...(rotation as [number, number, number, number, number, number, number, number, number]),
  );
  const place = new Vector3().fromArray([...position]);
  const v = new Vector3();
  for (let i = 0; i < own.positions.length; i += 3) {
    out.positions.push(...v.fromArray(own.positions, i).applyMatrix3(turn).add(place).toArray());
    out.normals.push(...v.fromArray(own.normals, i).applyMatrix3(turn).toArray());
  }
  for (const rim of own.rims) out.rims.push(rim);
}
