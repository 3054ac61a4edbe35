// The engines whose joints are measured beside ours.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../joints/chain.ts";
import { root } from "../../place.ts";
import { loadJolt } from "./jolt.ts";
import { loadMuJoCo } from "./mujoco.ts";
import { loadRapier } from "./rapier.ts";

export async function loadPeers(): Promise<Engine[]> {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", "jolt-physics", "package.json"), "utf8"));
  return [await loadMuJoCo(), await loadRapier(), await loadJolt(version)];
}
