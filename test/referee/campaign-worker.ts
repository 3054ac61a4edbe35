// A process of a campaign: judges the seeds that it is sent, one after the other, and sends back what it found.
import { Random } from "../language/fuzz/random.ts";
import { judgeFrame } from "./judge-frame.ts";
import { judgeMutant, mutant } from "./judge-mutant.ts";
import { judgeScene } from "./judge-scene.ts";
import { Frame } from "./scenes/frame.ts";
import { randomScene } from "./scenes/scene.ts";

const judges = { scenes: judgeScene, gallery: judgeMutant, frames: judgeFrame } as const;
const texts = {
  scenes: (seed: number) => randomScene(new Random(seed)).text,
  gallery: (seed: number) => mutant(seed).text,
  frames: (seed: number) => randomScene(new Random(seed), new Frame({}, "quaternions")).text,
} as const;

/** What a judge found of a seed. */
interface Verdict {
  readonly seed: number;
  readonly seen: readonly string[];
  readonly failure: string | null;
}

function verdictOf(judge: (seed: number) => string[], seed: number): Verdict {
  try {
    return { seed, seen: [...new Set(judge(seed))], failure: null };
  } catch (error) {
    return { seed, seen: [], failure: `${error instanceof Error ? error.message : error}` };
  }
}

/** What is asked: to judge a seed, or for the text of one that cannot be judged in time. */
interface Request {
  readonly kind: keyof typeof judges;
  readonly seed: number;
  readonly wish: "verdict" | "text";
}

process.on("message", ({ kind, seed, wish }: Request) => {
  const judge = wish === "text" ? (of: number) => [texts[kind](of)] : judges[kind];
  process.send!(verdictOf(judge, seed));
});
