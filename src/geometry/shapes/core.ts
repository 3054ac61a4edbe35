// Convex shapes as a core and a radius around it: a sphere is a point with a radius, a capsule a segment with one, the
// others are their own core. Distances and depths of the cores differ from those of the shapes by the radii alone.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { supportVertex } from "./hull.ts";
import type { Convex } from "./shape.ts";

export function radiusAround(shape: Convex): number {
  return shape.kind === "sphere" || shape.kind === "capsule" ? shape.radius : 0;
}

/** A vertex or a point of a rim: the x of the core with the largest d · x, in the shape's frame; `d` has any length. */
export function supportCore(out: Numbers, shape: Convex, d: Numbers): void {
  (CORES[shape.kind] as Support<Convex>)(out, shape, d);
}

type Support<A> = (out: Numbers, shape: A, d: Numbers) => void;

const CORES: { readonly [K in Convex["kind"]]: Support<Extract<Convex, { kind: K }>> } = {
  sphere(out) {
    out[0] = out[1] = out[2] = 0;
  },
  cuboid(out, { half }, d) {
    for (let x = 0; x < 3; x++) out[x] = d[x] < 0 ? -half[x] : half[x];
  },
  capsule(out, { half }, d) {
    out[0] = out[1] = 0;
    out[2] = d[2] < 0 ? -half : half;
  },
  cylinder(out, { radius, half }, d) {
    placeOnRim(out, radius, d);
    out[2] = d[2] < 0 ? -half : half;
  },
  cone(out, { radius, base, apex }, d) {
    placeOnRim(out, radius, d);
    out[2] = base;
    if (d[2] * apex < d[0] * out[0] + d[1] * out[1] + d[2] * base) return;
    out[0] = out[1] = 0;
    out[2] = apex;
  },
  "convex polyhedron"(out, { hull }, d) {
    copyVertex(out, hull.vertices, supportVertex(hull, d));
  },
  triangle(out, { vertices }, d) {
    let most = 0;
    for (let i = 1; i < 3; i++) if (along(vertices, i, d) > along(vertices, most, d)) most = i;
    copyVertex(out, vertices, most);
  },
};

/** The farthest point of a circle about z in a direction; the middle, if there is none. */
export function placeOnRim(out: Numbers, radius: number, d: Numbers): void {
  const across = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
  const scale = across > 0 ? radius / across : 0;
  out[0] = scale * d[0];
  out[1] = scale * d[1];
}

function along(vertices: Numbers, i: number, d: Numbers): number {
  return d[0] * vertices[3 * i] + d[1] * vertices[3 * i + 1] + d[2] * vertices[3 * i + 2];
}

function copyVertex(out: Numbers, vertices: Numbers, i: number): void {
  out[0] = vertices[3 * i];
  out[1] = vertices[3 * i + 1];
  out[2] = vertices[3 * i + 2];
}
