// One random scene, compiled against interpreted against resumed: no bit may differ.
import { type Checked, formatDiagnostic, type Model, Run } from "../../src/lab.ts";
import { Random } from "../language/fuzz/random.ts";
import { check, expectSame, type Hand, lead, type Mark, modelOf, tell } from "./outcome.ts";
import { randomScene } from "./scenes/scene.ts";

/** Steps and events of each scene. */
const longest = 15;
/** How many of them the interpreter follows: from the start, and where the first event later than that happens. */
const early = 4;
const later = 3;

function randomHands(random: Random): Hand[] {
  return random.list(0, 2, () => {
    const after = 1 + random.below(longest);
    return random.chance(70)
      ? { after, name: "hand_pull", value: [random.below(5) - 2, 1, 0] }
      : { after, name: "grip_strength", value: random.below(4) };
  });
}

/** Runs a scene three ways and tells what happened in it; throws where they differ. */
export function judgeScene(seed: number): string[] {
  const random = new Random(seed);
  const scene = randomScene(random);
  const hands = randomHands(random);
  const at = 1 + random.below(longest - 1);
  const checked = check(scene.text);
  const model = modelOf(checked);
  const seen = scene.traits.map((trait) => `has ${trait}`);
  if (typeof model === "string") return [`refused: ${model.split("\n")[0]}`, ...seen];
  const run = new Run(model);
  const marks = lead(run, 0, longest, hands);
  try {
    compareInterpreted(checked, run, marks, hands);
    if (at < marks.length - 1) compareResumed(checked, run, marks, hands, at);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nseed ${seed}\n${scene.text}`);
  }
  const { stop, events } = run.recording;
  if (stop) seen.push(`stopped: ${formatDiagnostic(stop.diagnostic).split("\n")[0]}`);
  return [at < marks.length - 1 ? "resumed" : "short", ...seen, ...events.map(kindOfEvent)];
}

function kindOfEvent({ type, context }: { type: string; context: string }): string {
  return `${type} ${context}`;
}

/** The interpreter begins as the kernels do, and goes on from one of their snapshots as they do. */
function compareInterpreted(checked: Checked, run: Run, marks: readonly Mark[], hands: readonly Hand[]): void {
  const model = modelOf(checked) as Model;
  const begun = new Run(model, { evaluation: "interpreted" });
  const own = lead(begun, 0, early, hands);
  compare(begun, own, run, marks[own.length - 1], Number.NEGATIVE_INFINITY, "interpreted");
  const notes = (of: Run, count: number) => of.recording.notes.slice(0, count);
  expectSame(notes(begun, own.at(-1)!.notes), notes(run, marks[own.length - 1].notes), "notes of the interpreter");
  const last = marks.length - 1 - later;
  if (own.length <= early || last < early) return;
  const first = marks.findIndex((mark, i) => i > early && mark.events > marks[i - 1].events);
  const from = Math.max(early, Math.min(last, first < 0 ? last : first - 1));
  const rest = new Run(model, { evaluation: "interpreted", resume: marks[from].state });
  const followed = lead(rest, from, from + later, hands);
  compare(rest, followed, run, marks[from + followed.length - 1], marks[from].state.time, `interpreted from ${from}`);
}

/** Another model goes on from a snapshot as the run did. */
function compareResumed(checked: Checked, run: Run, marks: readonly Mark[], hands: readonly Hand[], at: number): void {
  const rest = new Run(modelOf(checked) as Model, { resume: marks[at].state });
  const followed = lead(rest, at, longest, hands);
  compare(rest, followed, run, marks.at(-1)!, marks[at].state.time, `resumed after ${at}`);
}

function compare(one: Run, marks: readonly Mark[], other: Run, end: Mark, since: number, what: string): void {
  expectSame(tell(one, marks.at(-1)!, since), tell(other, end, since), what);
}
