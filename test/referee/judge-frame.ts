// One random scene, seen in two frames: turned, moved, mirrored, in other units, or at another time. Theory says that
// the motion is the same but for rounding. How much rounding may grow into is measured on twins of the scene, whose
// first velocities differ a little: where a twin goes another way, the scene cannot tell, and is counted as sensitive.
import { readSlot } from "../../src/engine/model/slot.ts";
import { type Model, Run } from "../../src/lab.ts";
import { Random } from "../language/fuzz/random.ts";
import { check, modelOf } from "./outcome.ts";
import { Frame, type FrameChange, type Quaternion, unchanged } from "./scenes/frame.ts";
import { between } from "./scenes/numbers.ts";
import { randomScene, type Scene } from "./scenes/scene.ts";

/** Steps of each run. */
const steps = 8;
/**
 * The least difference that counts, of numbers near 1: rounding; what the projection of links leaves open; and how far
 * a body on a wire drifts, whose normals are chosen by the axes of the world.
 */
const rounding = 1e-9;
const open = 1e-6;
const drift = 1e-4;
/** What the twins' velocities are changed by, and how much worse than them the frame may be. */
const jitter = 1e-12;
const allowance = 1000;
/**
 * A twin that is changed by this much and ends farther away than the other follows another trajectory: where a body
 * lies flat, and rounding chooses between corners that are equally deep.
 */
const nudge = 1e-8;
const leap = 1e-4;
const biases = [0, 0.6, -0.6];
/** How far apart two endings are of which one stops. */
const otherEnd = 100;

function randomTurn(random: Random): Quaternion {
  const q = [0, 1, 2, 3].map(() => between(random, -1, 1) + 1e-3);
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / length) as unknown as Quaternion;
}

/** Factors are powers of four: solvers scale their rows by square roots. */
const changes: readonly (readonly [name: string, make: (random: Random) => Partial<FrameChange>])[] = [
  ["turned", (random) => ({ turn: randomTurn(random) })],
  ["moved", (random) => ({ shift: [between(random, -9, 9), between(random, -9, 9), between(random, -9, 9)] })],
  ["mirrored", () => ({ isMirrored: true })],
  ["turned and mirrored", (random) => ({ turn: randomTurn(random), isMirrored: true })],
  ["long", (random) => ({ length: random.pick([4, 64, 1 / 16]) })],
  ["heavy", (random) => ({ mass: random.pick([4, 1024, 1 / 256]) })],
  ["later", (random) => ({ since: random.pick([8, -5, 1000]) })],
];

function toleranceOf({ text }: Scene): number {
  if (/^curve /m.test(text)) return drift;
  return /^link /m.test(text) ? open : rounding;
}

/** Laws of the library that speak of axes of the world. */
const fixedDirections = /\b(?:force_contact|friction_contact|rolling_contact|plane_motion)\b/;

const cornered = /geometrical type = (?:cuboid|convex|compound|cylinder|cone|capsule)/;

/** Why a scene is not the same in a frame, if it is not. */
function exception({ text }: Scene, name: string): string | null {
  if (name.includes("turned") && fixedDirections.test(text)) return "a law with fixed directions";
  if (name === "moved" && text.includes("penalty_ground")) return "a law with a fixed place";
  // Normals of a curve are chosen by the axes of the world, and along other normals a gap that stays open grows
  // otherwise.
  if (/turned|mirrored/.test(name) && /^curve /m.test(text) && /stabilisation = (?:10|none)/.test(text))
    return "other normals of a curve";
  // Each cell of a height field is two triangles; mirrored, it is cut along its other diagonal.
  if (name.includes("mirrored") && text.includes("height field")) return "a height field";
  // Points are swept one after the other, and those of mirrored corners come in another order.
  if (name.includes("mirrored") && text.includes("time stepping") && cornered.test(text))
    return "another order of points";
  return null;
}

/** A scene as it ends: numbers in the units and axes of the frame it was drawn in. */
interface Ending {
  readonly events: readonly string[];
  readonly stop: string | null;
  readonly numbers: readonly (readonly [name: string, value: number, size: number])[];
}

function sceneIn(seed: number, change: Partial<FrameChange>): Scene {
  return randomScene(new Random(seed), new Frame(change, "quaternions"));
}

function endingOf(text: string, change: FrameChange): Ending | string {
  const step = Number(/^ *step = (.*)$/m.exec(text)![1]);
  const short = text.replace(/^ *duration = .*$/m, `  duration = ${steps * step}`);
  const model = modelOf(check(short));
  if (typeof model === "string") return model.split("\n")[0].replace(/^\S+ /, "");
  const run = new Run(model);
  for (let i = 0; i < 20 * steps && !run.isDone; i++) run.advance();
  return endOf(model, run, change);
}

function endOf(model: Model, run: Run, change: FrameChange): Ending {
  const { events, stop } = run.recording;
  const { memory } = run.snapshot();
  const matrix = new Frame(change).matrix;
  const back = (v: readonly number[]) => [0, 1, 2].map((j) => matrix.reduce((sum, row, i) => sum + row[j] * v[i], 0));
  const sign = change.isMirrored ? -1 : 1;
  const numbers = model.bodies
    .filter(({ physicalType }) => physicalType === "dynamic")
    .flatMap((body) => {
      const vector = (name: string) => [...(readSlot(memory, body.slots.get(name)!) as { data: Float64Array }).data];
      const size = (values: readonly number[]) => Math.max(1, ...values.map(Math.abs));
      const named = (name: string, values: readonly number[]) =>
        values.map((value, i) => [`${body.name}.${name} # ${i + 1}`, value, size(values)] as const);
      const place = vector("position").map((x, i) => x - change.shift[i]);
      return [
        ...named(
          "position",
          back(place).map((x) => x / change.length),
        ),
        ...named(
          "v",
          back(vector("v")).map((x) => x / change.length),
        ),
        ...named(
          "w",
          back(vector("w")).map((x) => sign * x),
        ),
      ];
    });
  return {
    events: events.map(({ type, context, objects }) => `${type} ${context} ${objects}`),
    stop: stop?.diagnostic.message ?? null,
    numbers,
  };
}

/** How far two endings are apart, as parts of what is usual; and where, most. */
function distance(a: Ending, b: Ending): readonly [most: number, where: string] {
  if (a.stop !== null && b.stop !== null) return [0, "both stop"];
  if (a.stop !== b.stop) return [otherEnd, `'${a.stop}' in place of '${b.stop}'`];
  let most: [number, string] = [0, "nowhere"];
  a.numbers.forEach(([name, value, size], i) => {
    const apart = Math.abs(value - b.numbers[i][1]) / size;
    if (!(apart <= most[0])) most = [apart, `${name} is ${value} in place of ${b.numbers[i][1]}`];
  });
  const at = a.events.findIndex((event, i) => event !== b.events[i]);
  if (at >= 0 || a.events.length !== b.events.length) {
    const k = at < 0 ? a.events.length : at;
    return [Math.max(1e-6, most[0]), `event '${a.events[k]}' in place of '${b.events[k]}'; ${most[1]}`];
  }
  return most;
}

/** Sees a scene in two frames; throws where they disagree by more than rounding explains. */
export function judgeFrame(seed: number): string[] {
  const random = new Random(seed ^ 0x5bd1e995);
  const [name, make] = random.pick(changes);
  const change = { ...unchanged, ...make(random) };
  const scene = sceneIn(seed, {});
  const why = exception(scene, name);
  if (why) return [`${name}: ${why}`];
  const drawn = endingOf(scene.text, unchanged);
  const text = sceneIn(seed, change).text;
  const seen = endingOf(text, change);
  const report = (what: string) =>
    new Error(`${name}: ${what}\nseed ${seed}\n${scene.text}\n// in the other frame:\n${text}`);
  if (typeof drawn === "string" || typeof seen === "string") {
    if (typeof drawn === typeof seen) return [`${name}: refused`];
    throw report(
      `'${typeof seen === "string" ? seen : "runs"}' in place of '${typeof drawn === "string" ? drawn : "runs"}'`,
    );
  }
  const [most, where] = distance(seen, drawn);
  if (most === 0) return [`${name}: exact`];
  if (most <= toleranceOf(scene)) return [`${name}: equal`];
  const twin = (size: number, bias = 0) => {
    const ending = endingOf(sceneIn(seed, { jitter: size, bias }).text, unchanged);
    return typeof ending === "string" ? Infinity : distance(ending, drawn)[0];
  };
  const twins = [jitter, -jitter, 8 * jitter].map((size) => twin(size));
  if (most <= allowance * Math.max(...twins)) return [`${name}: sensitive`];
  const goesAnotherWay = biases.some((bias) => twin(nudge, bias) > leap || twin(-nudge, bias) > leap);
  if (goesAnotherWay) return [`${name}: undecided`];
  throw report(`${where} (${most.toExponential(1)}; twins ${Math.max(...twins).toExponential(1)})`);
}
