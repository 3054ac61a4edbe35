// Chains of rods, by our laws and by the joints of others: how long a step takes, and how good it is.
//
// All have the same rods, joints, gravity and step, nothing that touches, and one thread; MuJoCo the same integrator,
// Rapier and Jolt theirs, as they come.
import { peersOf } from "../place.ts";
import { decimal, type Row, ratio } from "../report.ts";
import { type Span, timeSteps } from "../timing.ts";
import {
  type Chain,
  doublePendulum,
  type Engine,
  energy,
  gravity,
  largestGap,
  mass,
  rodSize,
  rope,
  step,
  tip,
} from "./chain.ts";
import { referenceRods } from "./reference.ts";
import { virtuafiz } from "./virtuafiz.ts";

/** What is timed: all that is watched, or of what takes MuJoCo a minute the second that is compared. */
const trials: readonly { readonly chain: Chain; readonly span: Span }[] = [
  { chain: doublePendulum, span: { from: 1000, to: 10_000, rounds: 10 } },
  { chain: rope(20, 10), span: { from: 1000, to: 10_000, rounds: 10 } },
  { chain: rope(100, 3), span: { from: 500, to: 1000, rounds: 4 } },
];
/** How the time of ours grows with the links, while all fall alike. */
const growing: readonly Chain[] = [20, 200, 2000].map((links) => rope(links, 1));
const growingSpan: Span = { from: 300, to: 500, rounds: 5 };

export const jointParts: readonly string[] = [...trials.map(({ chain }) => chain.name), "growth"];

export async function measureJoints(part: string): Promise<Row[]> {
  if (part === "growth") return measureGrowth();
  const { chain, span } = trials.find(({ chain }) => chain.name === part)!;
  return measureChain(chain, span, [virtuafiz, ...(await loadPeers())]);
}

async function loadPeers(): Promise<Engine[]> {
  const peers = await import(peersOf("joints"));
  return peers.loadPeers();
}

function measureChain(chain: Chain, span: Span, engines: readonly Engine[]): Row[] {
  const reference = tip(chain, referenceRods(chain, watched, referenceStep));
  const accuracy = engines.map((engine) => assess(engine, chain, reference));
  const contenders = engines.map((engine) => () => engine.create(chain));
  const timings = timeSteps(contenders, span, () => performance.now());
  return engines.map(({ name, version }, i) => ({
    chain: chain.name,
    engine: version === "" ? name : `${name} ${version}`,
    settings: accuracy[i].settings,
    "µs, best": decimal(timings[i].best),
    "µs, median": decimal(timings[i].median),
    "× VirtuaFiz": ratio(timings[i].best, timings[0].best),
    "× shorter": "",
    "tip error, m": small(accuracy[i].tipError),
    "energy drift": small(accuracy[i].drift),
    "gap, m": small(accuracy[i].gap),
    "over s": String(chain.duration),
  }));
}

function measureGrowth(): Row[] {
  const contenders = growing.map((chain) => () => virtuafiz.create(chain));
  const timings = timeSteps(contenders, growingSpan, () => performance.now());
  const { settings } = virtuafiz.create(growing[0]);
  return growing.map(({ name }, i) => ({
    chain: name,
    engine: virtuafiz.name,
    settings,
    "µs, best": decimal(timings[i].best),
    "µs, median": decimal(timings[i].median),
    "× VirtuaFiz": "",
    "× shorter": i === 0 ? "" : ratio(timings[i].best, timings[i - 1].best),
    "tip error, m": "",
    "energy drift": "",
    "gap, m": "",
    "over s": "",
  }));
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
