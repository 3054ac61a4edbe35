// Turns a law into the source of a kernel.
import type { KernelSource, Store } from "../emit/module.ts";
import { Graph, type Taking } from "../graph/graph.ts";
import type { LowerHost } from "../lower/host.ts";
import { Lowering } from "../lower/lower.ts";
import { Outlines } from "../lower/outlines.ts";
import { defaultLimits } from "../values/budget.ts";

/**
 * Lowers what `lower` asks for into one graph. Throws `Unlowered`, `NeedsFunction` or `GraphTooLarge` if that is
 * impossible.
 */
export function lowerKernel(
  host: LowerHost,
  lower: (lowering: Lowering) => readonly Store[],
  bodies: Taking = "together",
): KernelSource {
  const graph = new Graph(bodies);
  const outlines = new Outlines(defaultLimits);
  const lowering = new Lowering(graph, host, outlines);
  const stores = lower(lowering);
  const duties = graph.duties.all;
  return { graph, functions: outlines.functions, stores, duties, fuel: lowering.fuel, depth: lowering.deepest };
}
