// A program of its own, run by steady-step.test.ts: what a step of the experiment on its standard input takes from the
// heap. Prints the least of several rounds, since before all is compiled a step takes more, and how often something
// happened. Ends with a round that takes less than 256 bytes a step.
import { readFileSync } from "node:fs";
import { Run } from "../../src/lab.ts";
import { modelOf } from "./lab.ts";

const rounds = 100;
const steps = 500;

const run = new Run(modelOf(readFileSync(0, "utf8")));
const used = () => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
let least = Number.POSITIVE_INFINITY;
for (let round = 0; round < rounds && least >= 256; round++) {
  const before = used();
  for (let i = 0; i < steps; i++) run.advance();
  const taken = used() - before;
  // Less than nothing: a collection came in between.
  if (taken >= 0) least = Math.min(least, taken / steps);
}
if (run.recording.stop) throw new Error(run.recording.stop.diagnostic.message);
process.stdout.write(JSON.stringify({ bytes: least, events: run.recording.events.length }));
