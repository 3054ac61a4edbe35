// How thick links are drawn: by the bodies they join, but never so thin that they cannot be seen.
import type { PlacedLink } from "../bodies/link-anchors.ts";
import type { BodyScene } from "../scene/scene.ts";

/** The smallest half extent of the bodies at the ends of a link; a share of the picture where there is none. */
export function thinOf({ info }: PlacedLink, { bodies, size }: BodyScene): number {
  let thin = Number.POSITIVE_INFINITY;
  for (const { body } of info.ends) {
    const half = body < 0 ? null : bodies.halves[body];
    if (half) thin = Math.min(thin, half.x, half.y, half.z);
  }
  return Math.min(thin, 0.1 * size);
}

/** The radius of the largest sphere that a link is fixed in; 0 if there is none. */
export function roundOf({ info, at }: PlacedLink, { bodies, frames }: BodyScene): number {
  let radius = 0;
  for (const [i, { body }] of info.ends.entries()) {
    const shape = body < 0 ? null : frames!.layout.bodies[body].shape;
    if (shape?.kind === "sphere" && at[i].length() < bodies.halves[body]!.x)
      radius = Math.max(radius, bodies.halves[body]!.x);
  }
  return radius;
}

/** The smallest half extent of all bodies that move. */
export function thinnest({ bodies, frames, size }: BodyScene): number {
  let thin = 0.1 * size;
  for (const [i, { physicalType }] of (frames?.layout.bodies ?? []).entries()) {
    const half = physicalType === "static" ? null : bodies.halves[i];
    if (half) thin = Math.min(thin, half.x, half.y, half.z);
  }
  return thin;
}
