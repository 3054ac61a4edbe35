// One random scene, run in several ways: compiled, interpreted, going on from a snapshot in another model, replayed from its recorded
// inputs, beside another run of the same model. No bit may differ.
import { Laws } from "../../src/engine/laws.ts";
import { type Checked, formatDiagnostic, type Model, Probe, Run, type RunOptions } from "../../src/lab.ts";
import { Random } from "../language/fuzz/random.ts";
import { check, compareWalks, type Hand, modelOf, Walk } from "./outcome.ts";
import { inPoisonedMemory } from "./poison.ts";
import { randomScene } from "./scenes/scene.ts";
import { randomTouch } from "./scenes/world.ts";

/** Evaluations of laws after which the interpreter is not asked for another step. */
const mostEvaluations = 200;
/** Advances that the interpreter follows at most. */
const mostInterpreted = 3;

type Second = "beside" | "resumed" | "replayed";

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
  const length = random.pick([5, 8, 8, 12, 20]);
  const hands = random.list(0, 3, (): Hand => ({ after: random.below(length), ...randomTouch(random) }));
  return {
    length,
    hands,
    second: random.pick(hands.length > 0 ? ["beside", "resumed", "replayed"] : ["beside", "resumed"]),
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
  if (second === "beside") {
    const other = start(model, {}, 0);
    while (walk.at < length && walk.advance()) other.advance();
    compareWalks(other, walk, "beside another run");
    return second;
  }
  walk.lead(length);
  const another = modelOf(checked) as Model;
  if (second === "replayed") {
    compareWalks(start(another, { inputs: walk.run.recording.inputs }, 0, []).lead(length), walk, "replayed");
    return second;
  }
  if (at >= walk.marks.length - 1) return "short";
  compareWalks(start(another, { resume: walk.marks[at].state }, at).lead(length), walk, `resumed after ${at}`);
  return second;
}

/** The interpreter does what the kernels do, from the start or from one of their snapshots. */
function compareInterpreted(model: Model, walk: Walk, { interpreted, hands }: Plan): string {
  const last = walk.marks.length - 1;
  const from = interpreted === "from the start" ? 0 : placeOfInterest(walk);
  const resume = from > 0 ? { resume: walk.marks[from].state } : {};
  let evaluations = 0;
  const { evaluation } = Laws.prototype;
  Laws.prototype.evaluation = function (...given) {
    evaluations++;
    return evaluation.apply(this, given);
  };
  try {
    const own = new Walk(new Run(model, { evaluation: "interpreted", ...resume }), from, hands);
    while (own.at < Math.min(last, from + mostInterpreted) && evaluations < mostEvaluations && own.advance());
    compareWalks(own, walk, "interpreted");
    return `interpreted ${own.at - from}`;
  } finally {
    Laws.prototype.evaluation = evaluation;
  }
}

/** Just before the first event that is not at the start; otherwise the middle. */
function placeOfInterest({ marks }: Walk): number {
  const first = marks.findIndex((mark, i) => i > 1 && mark.events > marks[i - 1].events);
  return first > 0 ? first - 1 : marks.length >> 1;
}
