// Random links: chains, beads on wires, machines, drives.
import { bead, chain } from "./chains.ts";
import { crank, guide } from "./drives.ts";
import type { Linkage } from "./joints.ts";
import { crane, pulley, roller, wheels } from "./machines.ts";
import type { Maker } from "./part.ts";

const makers = [chain, chain, chain, chain, bead, bead, pulley, wheels, crane, roller, crank, guide];

export function randomLinkage(maker: Maker): Linkage {
  return maker.random.pick(makers)(maker);
}
