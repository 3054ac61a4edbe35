// A minute of each scene by ours: whether all numbers stay numbers, no body is lost, what stands keeps standing, and the memory does not
// grow.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Row } from "../report.ts";
import { assess, qualityCells } from "./assessment.ts";
import { modelOf, movingOf, pit, type Scene } from "./scene.ts";
import { virtuafiz } from "./virtuafiz.ts";

const seconds = 60;

const standing = ["pile-50", "pile-100", "pile-200", "pyramid", "card-house", "arch"];
const moving = [
  "dominoes",
  "mixed-shapes",
  "penalty-hertz",
  "penalty-linear",
  "rolling-resistance",
  "worb-4a",
  "worb-4b",
  "worb-5a",
];

const library = (name: string, isPile: boolean): Scene => ({ name, path: `experiments/${name}.vfl`, isPile });
const scenes: readonly Scene[] = [
  ...standing.map((name) => library(name, true)),
  ...moving.map((name) => library(name, false)),
  pit("boxes", 500),
  pit("balls", 500),
]; // biome-ignore format: lists

const partOf = ({ name }: Scene) => `a minute of ${name}`;

export const longParts: readonly string[] = scenes.map(partOf);

export function measureLong(part: string): Row[] {
  const scene = scenes.find((one) => partOf(one) === part)!;
  const model = modelOf(scene);
  const steps = Math.round(seconds / model.settings.step);
  // Half way: lists have grown to their size by then, and code has been compiled.
  const settled = Math.floor(steps / 40) * 20;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let [before, after] = [0, 0];
  const found = assess(virtuafiz, scene, seconds, (step) => {
    if (step !== settled && step !== steps) return;
    // What only waits to be cleared up is gone after the second time.
    for (let n = 0; n < 2; n++) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (step === steps) after = heapUsed + arrayBuffers;
    else before = heapUsed + arrayBuffers;
  });
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
      "heap, kB": ((after - before) / 1024).toFixed(0),
    },
  ];
}
