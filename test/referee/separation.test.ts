// Bodies that touch, made so by construction: a plane between them, and a point of it on both. The referee finds that
// they neither overlap nor are apart, whichever of their corners, edges and faces touch; and how far they are apart
// when one is moved away from the plane.
import { expect, test } from "vitest";
import { prepare } from "../../src/lab.ts";
import { cross, minus, norm, plus, times, unit, type Vector } from "../../src/referee/math/vectors.ts";
import { writeNumbers } from "../../src/referee/reading/reading.ts";
import { separationOf } from "../../src/referee/solids/separation.ts";
import { type Solid, solidOf } from "../../src/referee/solids/solid.ts";
import { check } from "../experiments/gallery.ts";

const shapes: Readonly<Record<string, string>> = {
  sphere: "geometrical type = sphere  attributes = { size = 0.35 }",
  cuboid: "geometrical type = cuboid  attributes = { size = [1.2, 0.8, 0.5] }",
  capsule: "geometrical type = capsule  attributes = { size = [0.2, 0.9] }",
  cylinder: "geometrical type = cylinder  attributes = { size = [0.3, 0.7] }",
  cone: "geometrical type = cone  attributes = { size = [0.4, 0.8] }",
  polyhedron: `geometrical type = convex polyhedron
    attributes = { points = [[-0.4, 0, -0.3], [0.5, 0, -0.3], [0, 0.6, -0.2], [0.1, -0.5, -0.2], [0, 0, 0.7]] }`,
};
const kinds = Object.keys(shapes);

function modelOfAll() {
  const objects = kinds.map((kind) => `object { name = ${kind}  physical type = dynamic  ${shapes[kind]} }`);
  const rest = "context { name = rest  type = free fall }  simulation { name = s  initial time = 0  duration = 1 }";
  const model = prepare(check(`${objects.join("\n")}\n${rest}`));
  if ("severity" in model) throw new Error(model.message);
  return model;
}
const model = modelOfAll();

/** A body of this kind at a place, turned by these angles. */
function solid(kind: string, position: Vector, angles: Vector): Solid {
  const memory = model.initial.slice();
  const body = model.byName.get(kind)!;
  writeNumbers(memory, body.position, position);
  writeNumbers(memory, body.orientation, angles);
  return solidOf(model, body, memory)!;
}

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const anyOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
const anyAngles = () => [0, 1, 2].map(() => 6 * random() - 3);

function anyDirection(): Vector {
  for (;;) {
    const v = [0, 1, 2].map(() => 2 * random() - 1);
    if (norm(v) > 0.1 && norm(v) < 1) return unit(v)!;
  }
}

/** A direction in which a body ends in a face, in an edge or in a corner, where it has these. */
function anyEnd({ parts: [{ edges, normals }] }: Solid): Vector {
  const which = random();
  if (which < 0.3 && normals.length > 0) return times(anyOf([1, -1]), anyOf(normals));
  return which < 0.7 && edges.length > 0 ? unit(cross(anyOf(edges), anyDirection()))! : anyDirection();
}

/** A point where a body ends in a direction. */
function endOf({ parts: [{ farthest, radius }] }: Solid, n: Vector): Vector {
  return plus(farthest(n), times(radius, n));
}

const pairs = kinds.flatMap((a, i) => kinds.slice(i).map((b) => [a, b] as const));

test.each(pairs)("a %s and a %s that touch, and at a distance", (a, b) => {
  for (let i = 0; i < 12; i++) {
    const angles = anyAngles();
    const first = solid(a, [0, 0, 0], anyAngles());
    const moved = solid(b, [0, 0, 0], angles);
    const n = random() < 0.5 ? anyEnd(first) : times(-1, anyEnd(moved));
    const place = minus(endOf(first, n), endOf(moved, times(-1, n)));
    // Two planes across n between them, so far apart as the two points in them that are nearest.
    for (const distance of [0, 0.1]) {
      const second = solid(b, plus(place, times(distance, n)), angles);
      const found = separationOf(first, second, Number.POSITIVE_INFINITY);
      // A tenth of what the check of overlaps allows; where a rim meets an edge, rounding leaves as much.
      expect(Math.abs(found.distance - distance)).toBeLessThan(1e-7);
    }
  }
});
