// The engines that lie, pile and fly beside ours. Rapier as it comes is the first.
import type { Engine } from "../../scenes/scene.ts";
import { loadCannon } from "./cannon.ts";
import { loadJolt } from "./jolt.ts";
import { loadMuJoCo } from "./mujoco.ts";
import { loadRapiers } from "./rapier.ts";

export async function loadPeers(isPile: boolean): Promise<Engine[]> {
  return [...(await loadRapiers(isPile)), await loadJolt(), loadCannon(), await loadMuJoCo()];
}
