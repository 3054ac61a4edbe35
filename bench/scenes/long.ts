// A minute of each scene by ours: whether all numbers stay numbers, no body is lost, what stands keeps standing, and
// the memory does not grow.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Row } from "../report.ts";
import { assess, qualityCells } from "./assessment.ts";
import { modelOf, movingOf, pit, type Scene } from "./scene.ts";
import { virtuafiz } from "./virtuafiz.ts";

const seconds = 60;

const standing = ["pile-50", "pile-100", "pile-200", "pyramid", "card-house", "arch"];
const moving = [
  "ball-pit",
  "dominoes",
  "gas-of-spheres",
  "mixed-shapes",
  "penalty-hertz",
  "penalty-linear",
  "pucks",
  "rattleback",
  "rolling-resistance",
  "slope-above-friction-angle",
  "slope-below-friction-angle",
  "tippe-top",
  "worb-4a",
  "worb-4b",
  "worb-5a",
  "wrecking-ball",
];

const library = (name: string, isPile: boolean): Scene => ({ name, path: `experiments/${name}.vfl`, isPile });
const scenes: readonly Scene[] = [
  ...standing.map((name) => library(name, true)),
  ...moving.map((name) => library(name, false)),
  pit("boxes", 500),
  pit("balls", 500),
];

const partOf = ({ name }: Scene) => `a minute of ${name}`;

export const longParts: readonly string[] = scenes.map(partOf);

export function measureLong(part: string): Row[] {
  const scene = scenes.find((one) => partOf(one) === part)!;
  const model = modelOf(scene);
  const { grown, look } = watchMemory(Math.round(seconds / model.settings.step));
  const found = assess(virtuafiz, scene, seconds, look);
  return [
    {
      scene: part,
      bodies: String(movingOf(model).length),
      engine: virtuafiz.name,
      ...qualityCells(found, seconds),
      "ms, best": "",
      "ms, median": "",
      "× Rapier": "",
      "× fewer": "",
      "heap, kB": grown().toFixed(0),
    },
  ];
}

/**
 * What is kept in memory, that of kernels included, from a third of the steps to the last, in kB. Lists have grown to
 * their size in the first third, and code has been compiled; then the compiler stops, whose notes on code would be
 * counted too.
 */
function watchMemory(steps: number): { grown(): number; look(step: number): void } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Scenes are looked at every 20 steps.
  const settled = Math.floor(steps / 60) * 20;
  let [before, after] = [NaN, NaN];
  const kept = () => {
    // What only waits to be cleared up is gone after the second time.
    for (let n = 0; n < 2; n++) collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  return {
    grown: () => (after - before) / 1024,
    look(step) {
      if (step === settled) {
        for (const flag of ["--no-opt", "--no-sparkplug"]) setFlagsFromString(flag);
        before = kept();
      }
      if (step === steps) after = kept();
    },
  };
}
