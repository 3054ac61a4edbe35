// Many bodies that lie on each other, by our laws and by other engines, as they come: how long a step takes, and how
// well they lie.
//
// All have the same bodies, friction, restitution and step, one thread, no air, and no body sleeps.
import { peersOf } from "../place.ts";
import { decimal, type Row, ratio } from "../report.ts";
import { type Span, timeSteps } from "../timing.ts";
import { assess, qualityCells } from "./assessment.ts";
import { growingParts, measureGrowth } from "./growth.ts";
import { longParts, measureLong } from "./long.ts";
import { type Engine, modelOf, movingOf, pit, type Scene } from "./scene.ts";
import { virtuafiz } from "./virtuafiz.ts";

interface Trial {
  readonly scene: Scene;
  readonly span: Span;
  /** How long it is watched, in seconds. */
  readonly duration: number;
  /** The same for engines that take much longer than all others, by the beginning of their names. */
  readonly slow?: { readonly engine: string; readonly span: Span; readonly duration: number };
}

const pile = (n: number): Scene => ({ name: `pile of ${n}`, path: `experiments/pile-${n}.vfl`, isPile: true });

const slow = { engine: "MuJoCo", span: { from: 50, to: 80, rounds: 1 }, duration: 1 };

const trials: readonly Trial[] = [
  { scene: pit("boxes", 500), span: { from: 50, to: 300, rounds: 2 }, duration: 4, slow },
  { scene: pit("balls", 500), span: { from: 50, to: 300, rounds: 2 }, duration: 4, slow },
  { scene: pile(50), span: { from: 50, to: 150, rounds: 3 }, duration: 10 },
  { scene: pile(100), span: { from: 50, to: 150, rounds: 2 }, duration: 10 },
  { scene: pile(200), span: { from: 50, to: 150, rounds: 2 }, duration: 10 },
  {
    scene: { name: "stairs", path: "experiments/worb-4b.vfl", isPile: false },
    span: { from: 50, to: 400, rounds: 3 },
    duration: 6,
  },
  {
    scene: { name: "gas of 200", path: "experiments/gas-of-spheres.vfl", isPile: false },
    span: { from: 50, to: 200, rounds: 3 },
    duration: 5,
  },
];

export const sceneParts: readonly string[] = [...trials.map(({ scene }) => scene.name), ...growingParts, ...longParts];

export async function measureScenes(part: string): Promise<Row[]> {
  if (growingParts.includes(part)) return measureGrowth(part);
  if (longParts.includes(part)) return measureLong(part);
  const trial = trials.find(({ scene }) => scene.name === part)!;
  return measureTrial(trial, [virtuafiz, ...(await loadPeers(trial.scene.isPile))]);
}

async function loadPeers(isPile: boolean): Promise<Engine[]> {
  const peers = await import(peersOf("scenes"));
  return peers.loadPeers(isPile);
}

function measureTrial({ scene, span, duration, slow }: Trial, engines: readonly Engine[]): Row[] {
  const model = modelOf(scene);
  const now = () => performance.now();
  const isSlow = ({ name }: Engine) => slow !== undefined && name.startsWith(slow.engine);
  const fast = engines.filter((engine) => !isSlow(engine));
  const timings = timeSteps(
    fast.map((engine) => () => engine.create(model)),
    span,
    now,
  );
  return engines.map((engine) => {
    const seconds = slow && isSlow(engine) ? slow.duration : duration;
    const [alone] = slow && isSlow(engine) ? timeSteps([() => engine.create(model)], slow.span, now) : [];
    const { best, median } = alone ?? timings[fast.indexOf(engine)];
    return {
      scene: scene.name,
      bodies: String(movingOf(model).length),
      engine: engine.name,
      ...qualityCells(assess(engine, scene, seconds), seconds),
      "ms, best": decimal(best / 1000),
      "ms, median": decimal(median / 1000),
      "× Rapier": ratio(best, timings[1].best),
      "× fewer": "",
      "heap, kB": "",
    };
  });
}
