// Watches a scene, step by step, and tells how well its bodies lie.
import { decimal, type Row } from "../report.ts";
import { countLost, deepestOverlap, energyOf } from "./quality.ts";
import { bodySize, type Engine, type Motion, modelOf, movingOf, type Scene } from "./scene.ts";

export interface Quality {
  readonly settings: string;
  /** Of a pile: the height of the top at the end over that at the start, and how far it went sideways. */
  readonly height: number | null;
  readonly drift: number | null;
  /** The deepest that was seen in the second half. */
  readonly overlap: number;
  /** What is gained of the energy at the start; of a gas also what is lost. NaN where a body is lost. */
  readonly energyError: number;
}

/** Steps from one look to the next. */
const stride = 20;

/** `look` is told of the motion, now and then. */
export function assess(
  engine: Engine,
  scene: Scene,
  duration: number,
  look: (step: number) => void = () => {},
): Quality {
  const model = modelOf(scene);
  const motion = engine.create(model);
  const rows = new Float64Array(bodySize * movingOf(model).length);
  motion.read(rows);
  const first = rows.slice();
  const start = energyOf(model, rows);
  // A gas of the library has no number for restitution.
  const isGas = model.settings.scheme === "event driven";
  let [overlap, energyError] = [0, 0];
  const steps = Math.round(duration / model.settings.step);
  for (let n = 1; n <= steps; n++) {
    motion.step();
    if (n % stride !== 0) continue;
    motion.read(rows);
    const gain = countLost(model, rows) > 0 ? NaN : (energyOf(model, rows) - start) / start;
    energyError = largest(energyError, isGas ? Math.abs(gain) : gain);
    if (2 * n > steps) overlap = largest(overlap, deepestOverlap(model, rows));
    look(n);
  }
  return conclude(motion, scene, first, rows, overlap, energyError);
}

/** NaN once there was one. */
function largest(known: number, found: number): number {
  return found > known || Number.isNaN(found) ? found : known;
}

function conclude(
  motion: Motion,
  scene: Scene,
  first: Float64Array,
  last: Float64Array,
  overlap: number,
  energyError: number,
): Quality {
  const { settings } = motion;
  motion.free();
  if (!scene.isPile) return { settings, height: null, drift: null, overlap, energyError };
  const top = bodySize * topOf(first);
  const sideways = Math.hypot(last[top] - first[top], last[top + 1] - first[top + 1]);
  return { settings, height: last[top + 2] / first[top + 2], drift: sideways, overlap, energyError };
}

/** Which body is the highest. */
function topOf(rows: Float64Array): number {
  let top = 0;
  for (let at = 0; at < rows.length; at += bodySize) if (rows[at + 2] > rows[bodySize * top + 2]) top = at / bodySize;
  return top;
}

/** The cells of all rows that say how bodies lie. */
export function qualityCells(found: Quality, duration: number): Row {
  const { settings, height, drift, overlap, energyError } = found;
  return {
    settings,
    "height, %": height === null ? "" : (100 * height).toFixed(3),
    "drift, mm": drift === null ? "" : millimetres(drift),
    "overlap, mm": millimetres(overlap),
    "energy error": Number.isFinite(energyError) ? energyError.toExponential(1) : "lost",
    "over s": String(duration),
  };
}

function millimetres(x: number): string {
  return Number.isFinite(x) ? decimal(1000 * x) : "lost";
}
