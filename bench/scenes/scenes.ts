// Many bodies that lie on each other, by our laws and by other engines, as they come: how long a step takes, and how well they lie.
//
// All have the same bodies, friction, restitution and step, one thread, and no body sleeps.
import { decimal, type Row, ratio } from "../report.ts";
import { type Span, timeSteps } from "../timing.ts";
import { deepestOverlap, energyOf } from "./quality.ts";
import { bodySize, type Engine, modelOf, movingOf, type Scene } from "./scene.ts";
import { virtuafiz } from "./virtuafiz.ts";

interface Trial {
  readonly scene: Scene;
  readonly span: Span;
  /** How long it is watched, in seconds. */
  readonly duration: number;
}

const pile = (n: number): Scene => ({ name: `pile of ${n}`, path: `experiments/pile-${n}.vfl`, isPile: true });
const pit = (name: string, count: number): Scene => ({ name: `${count} ${name}`, path: `bench/scenes/${name}.vfl`, count, isPile: false }); // biome-ignore format: one record

const trials: readonly Trial[] = [
  { scene: pit("boxes", 500), span: { from: 50, to: 300, rounds: 3 }, duration: 5 },
  { scene: pit("balls", 500), span: { from: 50, to: 300, rounds: 3 }, duration: 5 },
  { scene: pile(50), span: { from: 50, to: 150, rounds: 3 }, duration: 10 },
  { scene: pile(100), span: { from: 50, to: 150, rounds: 2 }, duration: 10 },
  { scene: pile(200), span: { from: 50, to: 150, rounds: 2 }, duration: 10 },
  { scene: { name: "gas of 200", path: "experiments/gas-of-spheres.vfl", isPile: false }, span: { from: 50, to: 200, rounds: 3 }, duration: 5 },
]; // biome-ignore format: one trial a line

/** How the time of ours grows with the bodies. */
const growing = ["boxes", "balls"].map((name) => [100, 1000, 10_000].map((count) => pit(name, count)));
const growingSpan: Span = { from: 80, to: 120, rounds: 2 };

export const sceneParts: readonly string[] = [...trials.map(({ scene }) => scene.name), "growth"];

export async function measureScenes(part: string): Promise<Row[]> {
  if (part === "growth") return growing.flatMap(measureGrowth);
  // For measurements only, so they are loaded here and nowhere else.
  const { loadRapiers } = await import("./rapier.ts");
  return measureTrial(trials.find(({ scene }) => scene.name === part)!, [virtuafiz, ...(await loadRapiers())]);
}

function measureTrial({ scene, span, duration }: Trial, engines: readonly Engine[]): Row[] {
  const model = modelOf(scene);
  const timings = timeSteps(engines.map((engine) => () => engine.create(model)), span, () => performance.now()); // biome-ignore format: one call
  return engines.map((engine, i) => {
    const found = assess(engine, scene, duration);
    return {
      scene: scene.name,
      engine: engine.name,
      settings: found.settings,
      "ms, best": decimal(timings[i].best / 1000),
      "ms, median": decimal(timings[i].median / 1000),
      "× Rapier": ratio(timings[i].best, timings[1].best),
      "× fewer": "",
      "height, %": found.height === null ? "" : (100 * found.height).toFixed(2),
      "drift, mm": found.drift === null ? "" : millimetres(found.drift),
      "overlap, mm": millimetres(found.overlap),
      "energy error": found.energyError.toExponential(1),
      "over s": String(duration),
    };
  });
}

function measureGrowth(scenes: readonly Scene[]): Row[] {
  const contenders = scenes.map((scene) => () => virtuafiz.create(modelOf(scene)));
  const timings = timeSteps(contenders, growingSpan, () => performance.now());
  return scenes.map(({ name }, i) => ({
    scene: name,
    engine: virtuafiz.name,
    settings: "",
    "ms, best": decimal(timings[i].best / 1000),
    "ms, median": decimal(timings[i].median / 1000),
    "× Rapier": "",
    "× fewer": i === 0 ? "" : ratio(timings[i].best, timings[i - 1].best),
    "height, %": "",
    "drift, mm": "",
    "overlap, mm": "",
    "energy error": "",
    "over s": "",
  }));
}

export interface Quality {
  readonly settings: string;
  /** Of a pile: the height of the top at the end over that at the start, and how far it went sideways. */
  readonly height: number | null;
  readonly drift: number | null;
  /** The deepest that was seen in the second half. */
  readonly overlap: number;
  /** What is gained of the energy at the start; of a gas also what is lost. */
  readonly energyError: number;
}

/** Steps from one look to the next. */
const stride = 20;

export function assess(engine: Engine, scene: Scene, duration: number): Quality {
  const model = modelOf(scene);
  const motion = engine.create(model);
  const moving = movingOf(model);
  const rows = new Float64Array(bodySize * moving.length);
  motion.read(rows);
  const first = rows.slice();
  const start = energyOf(model, rows);
  const isGas = !model.world.has("restitution");
  let [overlap, energyError] = [0, 0];
  const steps = Math.round(duration / model.settings.step);
  for (let n = 1; n <= steps; n++) {
    motion.step();
    if (n % stride !== 0) continue;
    motion.read(rows);
    const gain = (energyOf(model, rows) - start) / start;
    energyError = Math.max(energyError, isGas ? Math.abs(gain) : gain);
    if (2 * n > steps) overlap = Math.max(overlap, deepestOverlap(model, rows));
  }
  const { settings } = motion;
  motion.free();
  if (!scene.isPile) return { settings, height: null, drift: null, overlap, energyError };
  const top = bodySize * topOf(first);
  const sideways = Math.hypot(rows[top] - first[top], rows[top + 1] - first[top + 1]);
  return { settings, height: rows[top + 2] / first[top + 2], drift: sideways, overlap, energyError };
}

/** Which body is the highest. */
function topOf(rows: Float64Array): number {
  let top = 0;
  for (let at = 0; at < rows.length; at += bodySize) if (rows[at + 2] > rows[bodySize * top + 2]) top = at / bodySize;
  return top;
}

function millimetres(x: number): string {
  return Number.isFinite(x) ? decimal(1000 * x) : "lost";
}
