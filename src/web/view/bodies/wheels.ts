// Which bodies are wheels: flat cylinders that a link holds at a point of their own axis, about which they can turn.
import { Vector3 } from "three";
import type { RunLayout } from "../../protocol/messages.ts";
import { type PlacedLink, placeLinks } from "./link-anchors.ts";
import { readVector } from "./pose.ts";

/** How thick a wheel may be, as a share of its diameter. */
const thickest = 0.5;
const axis = new Vector3();

/** The numbers of the wheels, as the text has them at the start. */
export function wheelsOf(layout: RunLayout, memory: Float64Array): ReadonlySet<number> {
  const wheels = new Set<number>();
  for (const link of placeLinks(layout, memory))
    for (const end of [0, 1] as const) if (isAxle(layout, memory, link, end)) wheels.add(link.info.ends[end].body);
  return wheels;
}

function isAxle({ bodies }: RunLayout, memory: Float64Array, { info, at }: PlacedLink, end: 0 | 1): boolean {
  const { body } = info.ends[end];
  const shape = body < 0 ? null : bodies[body].shape;
  if (shape?.kind !== "cylinder" || shape.half > thickest * shape.radius) return false;
  if (Math.hypot(at[end].x, at[end].y) > 0.02 * shape.radius) return false;
  const name = end === 0 ? "axis" : "other_axis";
  const slot = info.slots.find((one) => one.name === name && one.kind === "vector" && one.size === 3);
  if (info.drawing !== "joint") return info.drawing === "rope";
  // A ball joint has no axis: what it holds may tilt.
  return slot !== undefined && Math.abs(readVector(memory, slot, axis).normalize().z) > 0.999;
}
