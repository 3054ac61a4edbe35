// The feature of a convex shape that faces a direction: a point, a segment, a polygon or a disc on its surface. Contact
// points are made from these.
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";
import { faceTowards } from "../shapes/hull.ts";
import type { Pose } from "../shapes/pose.ts";
import type { Convex } from "../shapes/shape.ts";

/** The most corners of a face; a finer face is represented by evenly spread corners. */
export const MOST_CORNERS = 64;

export interface ContactOutline {
  /** 1: a point, 2: a segment, more: a polygon; for a disc four points of the rim. */
  count: number;
  isDisc: boolean;
  readonly points: Numbers;
  /** Names of the corners. */
  readonly names: Int32Array;
  /** A unit vector outwards; for a point the direction asked for. */
  readonly normal: Vec3;
  readonly center: Vec3;
  /** In memory: the radius of the disc, or of the curved side across a segment. */
  readonly radius: Numbers;
  /** In memory: rims whose height differs by less than this count as level. */
  readonly slack: Numbers;
}

export function createOutline(): ContactOutline {
  return {
    count: 0,
    isDisc: false,
    points: new Float64Array(3 * MOST_CORNERS),
    names: new Int32Array(MOST_CORNERS),
    normal: new Float64Array(3),
    center: new Float64Array(3),
    radius: new Float64Array(1),
    slack: new Float64Array(1),
  };
}

const d = new Float64Array(3);

/** The feature that faces the unit vector `direction`; both in the outer frame. */
export function outlineTowards(out: ContactOutline, shape: Convex, pose: Pose, direction: Vec3): void {
  const r = pose.rotation;
  for (let j = 0; j < 3; j++) d[j] = r[j] * direction[0] + r[3 + j] * direction[1] + r[6 + j] * direction[2];
  out.isDisc = false;
  out.count = 0;
  out.radius[0] = 0;
  (OUTLINES[shape.kind] as Facing<Convex>)(out, shape);
  const p = pose.position;
  turn(out.normal, 0, r);
  turn(out.center, 0, r);
  for (let x = 0; x < 3; x++) out.center[x] += p[x];
  for (let i = 0; i < out.count; i++) {
    turn(out.points, 3 * i, r);
    for (let x = 0; x < 3; x++) out.points[3 * i + x] += p[x];
  }
}

function turn(v: Numbers, at: number, r: Numbers): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  for (let i = 0; i < 3; i++) v[at + i] = r[3 * i] * x + r[3 * i + 1] * y + r[3 * i + 2] * z;
}

/** Finds the feature towards `d`, in the shape's frame. */
type Facing<A> = (out: ContactOutline, shape: A) => void;

const OUTLINES: { readonly [K in Convex["kind"]]: Facing<Extract<Convex, { kind: K }>> } = {
  sphere(out, { radius }) {
    setNormal(out, d[0], d[1], d[2]);
    addPoint(out, radius * d[0], radius * d[1], radius * d[2], 0);
  },
  cuboid(out, { half }) {
    let k = 0;
    for (let j = 1; j < 3; j++) if (Math.abs(d[j]) > Math.abs(d[k])) k = j;
    const u = (k + 1) % 3;
    const v = (k + 2) % 3;
    const side = d[k] < 0 ? -1 : 1;
    setNormal(out, 0, 0, 0);
    out.normal[k] = side;
    for (let i = 0; i < 4; i++) {
      const su = (i === 1 || i === 2 ? 1 : -1) * side;
      const sv = i >= 2 ? 1 : -1;
      const at = 3 * out.count;
      out.points[at + k] = side * half[k];
      out.points[at + u] = su * half[u];
      out.points[at + v] = sv * half[v];
      let bits = 0;
      for (let x = 0; x < 3; x++) if (out.points[at + x] > 0) bits |= 1 << x;
      out.names[out.count++] = bits;
    }
  },
  capsule(out, { radius, half }) {
    setNormal(out, d[0], d[1], d[2]);
    out.radius[0] = radius;
    for (let i = 0; i < 2; i++)
      addPoint(out, radius * d[0], radius * d[1], (i === 0 ? -half : half) + radius * d[2], i);
  },
  cylinder(out, { radius, half }) {
    const across = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    const side = d[2] < 0 ? -1 : 1;
    if (side * d[2] >= across) {
      setNormal(out, 0, 0, side);
      out.center[2] = side * half;
      out.radius[0] = radius;
      showDisc(out);
      return;
    }
    const x = d[0] / across;
    const y = d[1] / across;
    setNormal(out, x, y, 0);
    out.radius[0] = radius;
    for (let i = 0; i < 2; i++) addPoint(out, radius * x, radius * y, i === 0 ? -half : half, i);
  },
  cone(out, { radius, base, apex }) {
    const across = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    const length = Math.sqrt(radius * radius + (apex - base) * (apex - base));
    const outwards = (apex - base) / length;
    const upwards = radius / length;
    if (-d[2] >= outwards * across + upwards * d[2]) {
      setNormal(out, 0, 0, -1);
      out.center[2] = base;
      out.radius[0] = radius;
      showDisc(out);
      return;
    }
    const x = across > 0 ? d[0] / across : 1;
    const y = across > 0 ? d[1] / across : 0;
    setNormal(out, outwards * x, outwards * y, upwards);
    out.radius[0] = radius;
    addPoint(out, radius * x, radius * y, base, 0);
    addPoint(out, 0, 0, apex, 1);
  },
  "convex polyhedron"(out, { hull }) {
    const f = faceTowards(hull, d);
    const start = hull.starts[f];
    const size = hull.starts[f + 1] - start;
    const shown = Math.min(size, MOST_CORNERS);
    setNormal(out, hull.normals[3 * f], hull.normals[3 * f + 1], hull.normals[3 * f + 2]);
    for (let k = 0; k < shown; k++) {
      const i = hull.corners[start + Math.floor((k * size) / shown)];
      addPoint(out, hull.vertices[3 * i], hull.vertices[3 * i + 1], hull.vertices[3 * i + 2], i);
    }
  },
  triangle(out, { vertices, normal }) {
    const front = d[0] * normal[0] + d[1] * normal[1] + d[2] * normal[2] >= 0;
    const side = front ? 1 : -1;
    setNormal(out, side * normal[0], side * normal[1], side * normal[2]);
    for (let k = 0; k < 3; k++) {
      const i = front ? k : 2 - k;
      addPoint(out, vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2], i);
    }
  },
};

function setNormal(out: ContactOutline, x: number, y: number, z: number): void {
  out.normal[0] = x;
  out.normal[1] = y;
  out.normal[2] = z;
  out.center[0] = out.center[1] = out.center[2] = 0;
}

function addPoint(out: ContactOutline, x: number, y: number, z: number, name: number): void {
  const n = out.count++;
  out.points[3 * n] = x;
  out.points[3 * n + 1] = y;
  out.points[3 * n + 2] = z;
  out.names[n] = name;
}

// A level disc has the same four points from step to step; a tilted one its lowest point and those a quarter and half
// round.
function showDisc(out: ContactOutline): void {
  out.isDisc = true;
  const radius = out.radius[0];
  const z = out.center[2];
  const across = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
  const isLevel = radius * across <= out.slack[0] + LEVEL * radius;
  const x = isLevel ? radius : (radius * d[0]) / across;
  const y = isLevel ? 0 : (radius * d[1]) / across;
  const first = (isLevel ? 0 : 4) + (out.normal[2] < 0 ? 8 : 0);
  addPoint(out, x, y, z, first);
  addPoint(out, -y, x, z, first + 1);
  addPoint(out, -x, -y, z, first + 2);
  addPoint(out, y, -x, z, first + 3);
}

/** The sine of a tilt that rounding alone can make. */
const LEVEL = 1e-12;
