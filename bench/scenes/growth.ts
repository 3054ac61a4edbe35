// How the time of a step of ours grows with the bodies: pits that are wider and no deeper, while bodies come to rest in
// them.
import { decimal, type Row, ratio } from "../report.ts";
import { type Span, timeSteps } from "../timing.ts";
import { modelOf, pit, type Scene } from "./scene.ts";
import { virtuafiz } from "./virtuafiz.ts";

const counts = [100, 300, 1000, 3000, 10_000];
/** Rounds enough that each stretch is undisturbed in one: long ones seldom are. */
const span: Span = { from: 80, to: 120, rounds: 5 };

const growing: readonly { readonly part: string; readonly scenes: readonly Scene[] }[] = ["boxes", "balls"].map(
  (name) => ({ part: `growth of ${name}`, scenes: counts.map((count) => pit(name, count)) }),
);

export const growingParts: readonly string[] = growing.map(({ part }) => part);

export function measureGrowth(part: string): Row[] {
  const { scenes } = growing.find((one) => one.part === part)!;
  const contenders = scenes.map((scene) => () => virtuafiz.create(modelOf(scene)));
  const timings = timeSteps(contenders, span, () => performance.now());
  return scenes.map(({ count }, i) => ({
    scene: part,
    bodies: String(count),
    engine: virtuafiz.name,
    settings: "",
    "height, %": "",
    "drift, mm": "",
    "overlap, mm": "",
    "energy error": "",
    "over s": "",
    "ms, best": decimal(timings[i].best / 1000),
    "ms, median": decimal(timings[i].median / 1000),
    "× Rapier": "",
    // Counts are in steps of about three: a tenth of the bodies is two rows above.
    "× fewer": i < 2 ? "" : ratio(timings[i].best, timings[i - 2].best),
    "heap, kB": "",
  }));
}
