// Whether Newton's method seeks the fixed point of the sweeps, if the simulation does not say.
//
// Forty sweeps keep five boxes stacked. Six and more sway for ever: the error of the impulses after the sweeps differs
// from side to side, and the law that removes overlaps turns it into motion. No order of sweeps prevents that, nor do
// twice as many. Newton's method does, and takes about as long for a few dozen bodies; for hundreds in a heap it takes
// ten times as long.
import type { Model } from "./model.ts";

/** With more dynamic bodies than this, the text must ask for it. */
const mostBodies = 50;

/** Whether the simulation or a law says how often laws are applied: then they are applied exactly that often. */
export function saysIterations({ settings, contexts }: Model): boolean {
  return settings.saysIterations || contexts.some((context) => context.settings.has("iterations"));
}

/**
 * `newton if possible` is for laws that depend on the distance; if it is impossible, no note says so, because the text
 * did not ask for it.
 */
export type Acceleration = "none" | "newton" | "newton if possible";

export function accelerationOf(model: Model): Acceleration {
  const { settings, bodies } = model;
  if (settings.acceleration !== null) return settings.acceleration;
  const dynamic = bodies.filter(({ physicalType }) => physicalType === "dynamic").length;
  return saysIterations(model) || dynamic > mostBodies ? "none" : "newton if possible";
}
