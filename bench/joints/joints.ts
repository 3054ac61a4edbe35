// Chains of rods, by our laws and by the joints of others: how long a step takes, and how good it is.
//
// All have the same rods, joints, gravity and step, nothing that touches, and one thread; MuJoCo the same integrator, Rapier and Jolt
// theirs, as they come. A figure of time is that of the best round, once all are warm and in the midst of the motion.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contender, measure } from "../measure.ts";
import { root } from "../place.ts";
import { decimal, type Row, ratio } from "../report.ts";
import {
  type Chain, doublePendulum, type Engine, energy, gravity, largestGap, mass, rodSize, rope, step, tip,
} from "./chain.ts"; // biome-ignore format: a list
import { referenceRods } from "./reference.ts";
import { virtuafiz } from "./virtuafiz.ts";

const chains: readonly Chain[] = [doublePendulum, rope(20, 10), rope(100, 3)];
/** How the time of ours grows with the links. */
const growing: readonly Chain[] = [rope(20, 3), rope(200, 3), rope(2000, 3)];

export const jointParts: readonly string[] = [...chains.map(({ name }) => name), "growth"];

export async function measureJoints(part: string): Promise<Row[]> {
  if (part === "growth") return measureGrowth();
  return measureChain(chains.find(({ name }) => name === part)!, [virtuafiz, ...(await loadPeers())]);
}

/** For measurements only, so they are loaded here and nowhere else. */
async function loadPeers(): Promise<Engine[]> {
  const { loadMuJoCo } = await import("./mujoco.ts");
  const { loadRapier } = await import("./rapier.ts");
  const { loadJolt } = await import("./jolt.ts");
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", "jolt-physics", "package.json"), "utf8"));
  return [await loadMuJoCo(), await loadRapier(), await loadJolt(version)];
}

function measureChain(chain: Chain, engines: readonly Engine[]): Row[] {
  const reference = tip(chain, referenceRods(chain, watched, referenceStep));
  const accuracy = engines.map((engine) => assess(engine, chain, reference));
  const figures = measure({ name: chain.name, operations: 1, contenders: engines.map((engine) => stepping(engine.name, engine, chain)) }); // biome-ignore format: one call
  return engines.map(({ name, version }, i) => ({
    chain: chain.name,
    engine: version === "" ? name : `${name} ${version}`,
    settings: accuracy[i].settings,
    "µs, best": decimal(figures[i].best / 1000),
    "µs, median": decimal(figures[i].median / 1000),
    "× VirtuaFiz": ratio(figures[i].best, figures[0].best),
    "× shorter": "",
    "tip error, m": small(accuracy[i].tipError),
    "energy drift": small(accuracy[i].drift),
    "gap, m": small(accuracy[i].gap),
    "over s": String(chain.duration),
  }));
}

function measureGrowth(): Row[] {
  const contenders = growing.map((chain) => stepping(chain.name, virtuafiz, chain));
  const figures = measure({ name: "growth", operations: 1, contenders });
  const { settings } = virtuafiz.create(growing[0]);
  return growing.map(({ name }, i) => ({
    chain: name,
    engine: virtuafiz.name,
    settings,
    "µs, best": decimal(figures[i].best / 1000),
    "µs, median": decimal(figures[i].median / 1000),
    "× VirtuaFiz": "",
    "× shorter": i === 0 ? "" : ratio(figures[i].best, figures[i - 1].best),
    "tip error, m": "",
    "energy drift": "",
    "gap, m": "",
    "over s": "",
  }));
}

/** A step; the motion begins anew where it has been watched. Motions of different engines are not equal, so no outputs are compared. */
function stepping(name: string, engine: Engine, chain: Chain): Contender {
  const steps = Math.round(chain.duration / step);
  const nothing = new Float64Array(0);
  let motion = engine.create(chain);
  let done = 0;
  return {
    name,
    run() {
      if (done === steps) {
        motion.free();
        motion = engine.create(chain);
        done = 0;
      }
      motion.step();
      done++;
    },
    outputs: () => nothing,
  };
}

export interface Accuracy {
  readonly settings: string;
  /** Distance from the reference after a second, in metres. */
  readonly tipError: number;
  /** The largest change of energy, in units of M g L. */
  readonly drift: number;
  /** In metres. */
  readonly gap: number;
}

/** When the tip is compared, in seconds. */
export const watched = 1;
/** So small that half of it gives the same tip of the rope of 20 to 1e-12 m. */
export const referenceStep = 0.004;
/** Steps from one look at energy and gaps to the next. */
const stride = 10;

export function assess(engine: Engine, chain: Chain, reference: readonly number[]): Accuracy {
  const motion = engine.create(chain);
  const rods = new Float64Array(rodSize * chain.links);
  const scale = mass * chain.links * gravity * chain.length * chain.links;
  motion.read(rods);
  const first = energy(chain, rods);
  let [drift, gap, tipError] = [0, 0, NaN];
  const steps = Math.round(chain.duration / step);
  for (let n = 1; n <= steps; n++) {
    motion.step();
    if (n % stride !== 0) continue;
    motion.read(rods);
    drift = larger(drift, Math.abs(energy(chain, rods) - first) / scale);
    gap = larger(gap, largestGap(chain, rods));
    if (n === Math.round(watched / step)) tipError = Math.hypot(...tip(chain, rods).map((x, k) => x - reference[k]));
  }
  const { settings } = motion;
  motion.free();
  return { settings, tipError, drift, gap };
}

/** NaN is larger than all, and stays. */
function larger(a: number, b: number): number {
  return b <= a || Number.isNaN(a) ? a : b;
}

function small(x: number): string {
  return Number.isFinite(x) ? x.toExponential(1) : "lost";
}
