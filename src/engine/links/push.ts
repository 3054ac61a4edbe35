// The contributions of a link's unknowns, H λ, added to the accumulators at its ends.
import type { KernelSource, Store } from "../../compiler/emit/module.ts";
import { Graph } from "../../compiler/graph/graph.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { slotPlace } from "../laws/places.ts";
import { passRegions } from "../laws/regions.ts";
import type { Slot } from "../model/slot.ts";
import type { LinkForm } from "./form.ts";
import { Workspace } from "./workspace.ts";

/** `accumulators`: those of the body at each end, in the order of their numbers. */
export function writePush(form: LinkForm, accumulators: readonly (readonly Slot[])[]): KernelSource {
  const graph = new Graph();
  const room = new Workspace(graph, form, passRegions.workspace);
  const stores: Store[] = [];
  for (const [end, slots] of accumulators.entries()) {
    let q = 0;
    for (const slot of slots)
      for (let k = 0; k < slot.size; k++, q++) {
        const sum = contributionTo(room, end, q);
        if (sum === null) continue;
        const place = slotPlace(slot, k, passRegions.stage, end === 0 ? 0 : 1);
        stores.push({ node: graph.binary("add", graph.load(place, "real"), sum), place, mustBeFinite: false });
      }
  }
  return { graph, functions: [], stores, duties: [], fuel: 0, depth: 0, traversal: { kind: "links" } };
}

/** The contribution of all unknowns to accumulator q at an end; null for zero. */
function contributionTo(room: Workspace, end: number, q: number): Node | null {
  const { graph, form } = room;
  let sum: Node | null = null;
  for (let l = 0; l < form.rows; l++) {
    const entry = room.ofEnd("ofUnknowns", end, q * form.rows + l);
    if (entry === undefined) continue;
    const term: Node = graph.binary("mul", entry, room.load("found", l));
    sum = sum === null ? term : graph.binary("add", sum, term);
  }
  return sum;
}
