// One random scene, run in several ways: compiled, interpreted, going on from a snapshot in another model, replayed
// from its recorded inputs, with other frames, beside another run of the same model. No bit may differ.
import { type Checked, formatDiagnostic, type Model, Probe, Run, type RunOptions } from "../../src/lab.ts";
import { Random } from "../language/fuzz/random.ts";
import { Effort } from "./effort.ts";
import { check, compareWalks, type Hand, modelOf, Walk } from "./outcome.ts";
import { inPoisonedMemory } from "./poison.ts";
import { randomScene } from "./scenes/scene.ts";
import { randomTouch } from "./scenes/world.ts";

/** Evaluations of rates after which a compiled run is not asked for another step. */
const mostOfKernels = 2000;
/**
 * Evaluations after which the interpreter is not asked for another step, and after which it is left in the middle of
 * one.
 */
const mostOfInterpreter = 150;
const farTooMany = 1500;
/** Advances that the interpreter follows at most. */
const mostInterpreted = 2;

type Second = "beside" | "resumed" | "replayed" | "watched";

const seconds: readonly Second[] = ["beside", "resumed", "watched"];
/** Frames per unit of time of a run that is watched closely. */
const manyFrames = 997;

/** How a scene is judged. */
interface Plan {
  /** Steps and events. */
  readonly length: number;
  readonly hands: readonly Hand[];
  /** The other compiled run; its memory is poisoned. */
  readonly second: Second;
  /** Where the second run goes on from, if it does. */
  readonly at: number;
  /** Whether the interpreter begins at the start, or goes on where something happens. */
  readonly interpreted: "from the start" | "from a snapshot";
}

function randomPlan(random: Random): Plan {
  const length = random.pick([4, 6, 8, 10, 16]);
  const hands = random.list(0, 3, (): Hand => ({ after: random.below(length), ...randomTouch(random) }));
  return {
    length,
    hands,
    second: random.pick(hands.length > 0 ? [...seconds, "replayed"] : seconds),
    at: 1 + random.below(length - 1),
    interpreted: random.pick(["from the start", "from a snapshot"]),
  };
}

/** Runs a scene in several ways and tells what happened in it; throws where they differ. */
export function judgeScene(seed: number): string[] {
  const random = new Random(seed);
  const scene = randomScene(random);
  const plan = randomPlan(random);
  const checked = check(scene.text);
  const model = modelOf(checked);
  const seen = scene.traits.filter((trait) => !trait.startsWith("call of")).map((trait) => `has ${trait}`);
  if (typeof model === "string") return [`refused: ${model.split("\n")[0]}`, ...seen];
  try {
    const walk = new Walk(new Run(model), 0, plan.hands);
    seen.push(compareSecond(checked, model, walk, plan));
    seen.push(compareInterpreted(random.chance(50) ? model : (modelOf(checked) as Model), walk, plan));
    if (model.measures.length > 0) ask(model, walk);
    return [...seen, ...eventsOf(walk)];
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\nseed ${seed}\n${scene.text}`);
  }
}

function eventsOf({ run: { recording } }: Walk): string[] {
  const { stop, events } = recording;
  const stopped = stop ? [`stopped: ${formatDiagnostic(stop.diagnostic).split("\n")[0]}`] : [];
  return [...stopped, ...events.map(({ type, context }) => `${type} ${context}`)];
}

/** Asks for all that has a name where the run is now: it has a value, or a reason to have none. */
function ask(model: Model, { run: { recording } }: Walk): void {
  const frame = recording.frames.at(-1);
  const probe = new Probe(model);
  if (frame) for (const name of probe.names) probe.value(frame, name);
}

/** Leads the run, and a second one as the plan says. */
function compareSecond(checked: Checked, model: Model, walk: Walk, { second, length, hands, at }: Plan): string {
  const start = (of: Model, options: RunOptions, from: number, handsOf = hands) =>
    inPoisonedMemory(() => new Walk(new Run(of, options), from, handsOf));
  const beside = second === "beside" ? start(model, {}, 0) : null;
  const effort = new Effort();
  effort.of(() => {
    while (walk.at < length && effort.spent < mostOfKernels && walk.advance()) beside?.advance();
  });
  if (beside) {
    compareWalks(beside, walk, "beside another run");
    return second;
  }
  const another = modelOf(checked, ...(second === "watched" ? [manyFrames] : [])) as Model;
  if (second === "watched") {
    // A law may have no value at the instant of a frame, which stops the run that has it: the step in which one stops
    // is left out.
    const until = walk.run.recording.stop ? walk.at - 1 : walk.at;
    const watched = start(another, {}, 0).lead(until);
    if (watched.run.recording.stop && watched.marks.length > 1) watched.marks.pop();
    compareWalks(watched, walk, "watched", "other frames");
    return second;
  }
  if (second === "replayed") {
    compareWalks(start(another, { inputs: walk.run.recording.inputs }, 0, []).lead(walk.at), walk, "replayed");
    return second;
  }
  if (at >= walk.at) return "short";
  compareWalks(start(another, { resume: walk.marks[at].state }, at).lead(walk.at), walk, `resumed after ${at}`);
  return second;
}

/** The interpreter does what the kernels do, from the start or from one of their snapshots. */
function compareInterpreted(model: Model, walk: Walk, { interpreted, hands }: Plan): string {
  const from = interpreted === "from the start" ? 0 : placeOfInterest(walk);
  const resume = from > 0 ? { resume: walk.marks[from].state } : {};
  const to = Math.min(walk.at, from + mostInterpreted);
  const effort = new Effort();
  const own = new Walk(new Run(model, { evaluation: "interpreted", ...resume }), from, hands);
  const isDone = effort.upTo(farTooMany, () => {
    while (own.at < to && effort.spent < mostOfInterpreter && own.advance());
  });
  compareWalks(own, walk, "interpreted");
  return isDone ? `interpreted ${own.at - from}` : "too much for the interpreter";
}

/** Just before the first event that is not at the start; otherwise the middle. */
function placeOfInterest({ marks }: Walk): number {
  const first = marks.findIndex((mark, i) => i > 1 && mark.events > marks[i - 1].events);
  return first > 0 ? first - 1 : marks.length >> 1;
}
