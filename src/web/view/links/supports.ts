// What holds a link that is fixed in the world: a small plate behind its anchor, on the side away from what hangs
// there.
import { Quaternion, Vector3 } from "three";
import { anchorOf, type PlacedLink } from "../bodies/link-anchors.ts";
import { readVector } from "../bodies/pose.ts";
import type { BodyScene } from "../scene/scene.ts";

/** A plate of the world: the middle of its face, and the direction in which it lies behind that. */
export interface Support {
  readonly at: Vector3;
  readonly behind: Vector3;
}

const far = new Vector3();
const turned = new Vector3();

/** The support of a link as it is at the start; null if it needs none. */
export function supportOf(link: PlacedLink, { frames, poses, extent }: BodyScene): Support | null {
  const { info, at } = link;
  const end = info.ends.findIndex(({ kind }) => kind === "world");
  const other = info.ends[1 - end];
  if (end < 0 || other.body < 0 || /^(nothing|motor)$/.test(info.drawing)) return null;
  const memory = frames!.memory(0);
  const { up, right, forward } = extent!.directions;
  const anchor = at[end].clone();
  if (info.drawing === "joint") {
    // A pin is held at its end that points away from the camera.
    const name = end === 0 ? "axis" : "other_axis";
    const slot = info.slots.find((one) => one.name === name && one.kind === "vector" && one.size === 3);
    if (!slot) return { at: anchor, behind: up.clone() };
    const axis = readVector(memory, slot, new Vector3()).normalize();
    return axis.lengthSq() > 0 ? { at: anchor, behind: axis.dot(forward) < 0 ? axis.negate() : axis } : null;
  }
  const places = frames!.layout.bodies.map(() => far);
  const turns = [new Quaternion()];
  poses!.read(memory, other.body, far, turns[0]);
  const pose = { positions: places, turns: frames!.layout.bodies.map(() => turns[0]) };
  anchorOf(link, (1 - end) as 0 | 1, pose, turned);
  const away = anchor.clone().sub(turned);
  const along = [up, right, forward].map((axis) => away.dot(axis));
  const most = along.reduce((best, one, k) => (Math.abs(one) > Math.abs(along[best]) ? k : best), 0);
  const axis = [up, right, forward][most];
  return { at: anchor, behind: axis.clone().multiplyScalar(Math.sign(along[most]) || 1) };
}
