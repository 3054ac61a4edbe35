// Whether Newton's method seeks the fixed point of the sweeps, where the simulation does not say it.
//
// Forty sweeps hold five boxes on each other. Six and more sway for ever: what the sweeps leave of the impulses differs from side to side, and the
// law that takes back overlaps makes motion of it. No order of sweeps cures that, nor do twice as many. Newton's method does, and takes about as long
// for a few dozen bodies; for hundreds in a heap it takes ten times as long.
import type { Model } from "../model.ts";

/** With more dynamic bodies than this it must be asked for. */
const mostBodies = 50;

/** `newton if possible` is for laws that know of the distance, and nobody is told where it is not: it was not asked for. */
export type Acceleration = "none" | "newton" | "newton if possible";

export function accelerationOf({ settings, bodies, contexts }: Model): Acceleration {
  if (settings.acceleration !== null) return settings.acceleration;
  const isSaid = settings.saysIterations || contexts.some((context) => context.settings.has("iterations"));
  const dynamic = bodies.filter(({ physicalType }) => physicalType === "dynamic").length;
  return isSaid || dynamic > mostBodies ? "none" : "newton if possible";
}
