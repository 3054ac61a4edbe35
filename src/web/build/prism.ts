// A prism drawn by its corners on the ground: an upright body over the hull of the points.
import type { BodyDraft } from "./drafts.ts";

export type Corner = readonly [number, number];

/** Twice the area of the triangle, positive where it turns left. */
function turn(a: Corner, b: Corner, c: Corner): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** The corners of the convex hull, counter-clockwise. */
export function hullOf(points: readonly Corner[]): Corner[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: readonly Corner[]) => {
    const half: Corner[] = [];
    for (const point of list) {
      while (half.length > 1 && turn(half.at(-2)!, half.at(-1)!, point) <= 0) half.pop();
      half.push(point);
    }
    return half.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** The middle of the area of a polygon; null if it has none. */
export function middleOf(corners: readonly Corner[]): Corner | null {
  const [first] = corners;
  let [area, x, y] = [0, 0, 0];
  for (let i = 1; i + 1 < corners.length; i++) {
    const part = turn(first, corners[i], corners[i + 1]);
    area += part;
    x += (part * (first[0] + corners[i][0] + corners[i + 1][0])) / 3;
    y += (part * (first[1] + corners[i][1] + corners[i + 1][1])) / 3;
  }
  return area > 1e-12 ? [x / area, y / area] : null;
}

/** The prism over some points of the plane, from the first of them; null if they have no area. */
export function prismOver(points: readonly Corner[], height: number): BodyDraft | null {
  const corners = hullOf(points);
  const middle = corners.length < 3 ? null : middleOf(corners);
  if (!middle) return null;
  const round = (length: number) => Number(length.toPrecision(6));
  const about = corners.map(([x, y]) => [round(x - middle[0]), round(y - middle[1])] as const);
  const rows = [-height / 2, height / 2].flatMap((z) => about.map(([x, y]) => [x, y, round(z)]));
  const count = about.length;
  const ring = about.map((_, i) => i);
  const sides = ring.map((i) => [i, (i + 1) % count, ((i + 1) % count) + count, i + count]);
  return {
    kind: "convex polyhedron",
    size: null,
    isStatic: false,
    lines: [`points = [${rows.map((row) => `[${row.join(", ")}]`).join(", ")}] [m]`],
    height: height / 2,
    yaw: 0,
    offset: middle,
    shape: {
      kind: "convex polyhedron",
      vertices: Float64Array.from(rows.flat()),
      faces: [[...ring].reverse(), ring.map((i) => i + count), ...sides],
      sides: 1,
    },
    says: `${count} corners`,
  };
}
