// Where links are: their anchors, and how their attributes determine their looks. Found once for a run.
import { Vector3 } from "three";
import type { LinkInfo } from "../../protocol/links.ts";
import type { RunLayout, SlotInfo } from "../../protocol/messages.ts";
import type { Bodies } from "./bodies.ts";
import { readVector } from "./pose.ts";

/** A link with the points it is fixed at, each in the frame of its end. */
export interface PlacedLink {
  readonly info: LinkInfo;
  readonly at: readonly [Vector3, Vector3];
  /** Its length when nothing pulls it: `rest` or `length`. */
  readonly length: SlotInfo | null;
  readonly axis: SlotInfo | null;
  readonly direction: SlotInfo | null;
  /** That of the wheel that a rope runs on. */
  readonly radius: SlotInfo | null;
  /** Points of the world that a rope goes by. */
  readonly wheels: readonly SlotInfo[];
}

export function placeLinks({ links }: RunLayout, memory: Float64Array): PlacedLink[] {
  return links.map((info) => {
    const real = (name: string) => info.slots.find((slot) => slot.name === name && slot.kind === "real") ?? null;
    const vector = (name: string) => info.slots.find((slot) => slot.name === name && isVector(slot)) ?? null;
    const [first, second] = info.ends.map((end) => readVector(memory, end.at, new Vector3()));
    return {
      info,
      at: [first, second],
      length: real("rest") ?? real("length"),
      axis: vector("axis"),
      direction: vector("direction"),
      radius: real("radius"),
      wheels: info.slots.filter((slot) => /^wheel_\d+$/.test(slot.name) && isVector(slot)),
    };
  });
}

function isVector({ kind, size }: SlotInfo): boolean {
  return kind === "vector" && size === 3;
}

/** An anchor as bodies are drawn now. The end on a curve has none of its own: it is where the other end is. */
export function anchorOf(
  { info, at }: PlacedLink,
  end: 0 | 1,
  { positions, turns }: Pick<Bodies, "positions" | "turns">,
  out: Vector3,
): Vector3 {
  const which = info.ends[end].kind === "curve" ? 1 - end : end;
  const { body } = info.ends[which];
  out.copy(at[which]);
  return body < 0 ? out : out.applyQuaternion(turns[body]).add(positions[body]);
}

/**
 * Points of the world that links are fixed at or go by and that bodies hang from, and points of curves: they should be
 * in sight.
 */
export function* fixedPoints(layout: RunLayout, memory: Float64Array): Generator<Vector3> {
  const point = new Vector3();
  for (const { info, at, wheels } of placeLinks(layout, memory)) {
    if (info.drawing === "nothing") continue;
    for (const [i, { kind }] of info.ends.entries()) if (kind === "world") yield point.copy(at[i]);
    for (const slot of wheels) yield readVector(memory, slot, point);
  }
  for (const { slots } of layout.bodies)
    for (const slot of slots) if (slot.name === "pivot" && isVector(slot)) yield readVector(memory, slot, point);
  for (const { points } of layout.curves) for (let i = 0; i < points.length; i += 3) yield point.fromArray(points, i);
}
