// Where vectors of links begin: at an anchor.
import type { Vector3 } from "three";
import type { Frames } from "../../state/run.ts";
import { anchorOf, type PlacedLink, placeLinks } from "../bodies/link-anchors.ts";
import type { BodyScene } from "../scene/scene.ts";
import type { Target } from "./vectors.ts";

const placed = new WeakMap<Frames, readonly PlacedLink[]>();

/** Writes where a vector of a link begins; false where the link is detached. */
export function startOf(
  { number, end }: NonNullable<Target["link"]>,
  view: BodyScene,
  frame: number,
  out: Vector3,
): boolean {
  const frames = view.frames!;
  const all = placed.get(frames) ?? placeLinks(frames.layout, frames.memory(0));
  placed.set(frames, all);
  anchorOf(all[number], end, view.bodies, out);
  return (view.instant ?? frames.memory(frame))[all[number].info.attached.offset] !== 0;
}
