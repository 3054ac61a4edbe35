// Whether Newton's method seeks the fixed point of the sweeps, where the simulation does not say it.
//
// Forty sweeps hold five boxes on each other. Six and more sway for ever: what the sweeps leave of the impulses differs
// from side to side, and the law that takes back overlaps makes motion of it. No order of sweeps cures that, nor do
// twice as many. Newton's method does, and takes about as long for a few dozen bodies; for hundreds in a heap it takes
// ten times as long.
import type { Model } from "./model.ts";

/** With more dynamic bodies than this it must be asked for. */
const mostBodies = 50;

/** Whether the simulation or a law says how often laws are applied: then they are applied as often, and no more. */
export function saysIterations({ settings, contexts }: Model): boolean {
  return settings.saysIterations || contexts.some((context) => context.settings.has("iterations"));
}

/**
 * `newton if possible` is for laws that know of the distance, and nobody is told where it is not: it was not asked for.
 */
export type Acceleration = "none" | "newton" | "newton if possible";

export function accelerationOf(model: Model): Acceleration {
  const { settings, bodies } = model;
  if (settings.acceleration !== null) return settings.acceleration;
  const dynamic = bodies.filter(({ physicalType }) => physicalType === "dynamic").length;
  return saysIterations(model) || dynamic > mostBodies ? "none" : "newton if possible";
}
