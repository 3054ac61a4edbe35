// A program of its own, run by calm-step.test.ts: what the steps of the experiment on its standard input take from the
// heap as far as nothing happens in them, however few of them come in a row. It is run again and again, since before
// all is compiled a step takes more: what counts is the least that a step takes in any run. The first half of a run is
// left out, in which pairs touch and laws begin for the first time. Ends when it is less than 256 bytes a step.
import { readFileSync } from "node:fs";
import { Run } from "../../src/lab.ts";
import { modelOf } from "./lab.ts";

const runs = 500;
const mostSeconds = 90;
const mostSteps = 10_000;

const model = modelOf(readFileSync(0, "utf8"));
/** Twice before a step, which tells what looking itself takes, and once after it. */
const seen = new Float64Array(3);
const look = (i: number) => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  seen[i] = heapUsed + arrayBuffers;
};
const least = new Float64Array(mostSteps).fill(Number.POSITIVE_INFINITY);
const isCalm = new Uint8Array(mostSteps);

/** Goes through the whole run; how many steps, or parts of one between events, it has. */
function measure(run: Run): number {
  const { events, frames } = run.recording;
  let step = 0;
  for (; !run.isDone && step < mostSteps; step++) {
    const told = events.length + frames.length;
    look(0);
    look(1);
    run.advance();
    look(2);
    isCalm[step] = events.length + frames.length === told ? 1 : 0;
    const taken = seen[2] - seen[1] - (seen[1] - seen[0]);
    // Less than nothing: a collection came in between.
    if (seen[1] >= seen[0] && taken >= 0) least[step] = Math.min(least[step], taken);
  }
  if (run.recording.stop) throw new Error(run.recording.stop.diagnostic.message);
  return step;
}

function mean(steps: number): number {
  let bytes = 0;
  let count = 0;
  // What ends the run is told once, and no step.
  for (let step = Math.floor(steps / 2); step < steps - 1; step++) {
    if (!isCalm[step]) continue;
    bytes += least[step];
    count++;
  }
  return bytes / count;
}

const until = performance.now() + 1000 * mostSeconds;
let bytes = Number.POSITIVE_INFINITY;
let events = 0;
for (let i = 0; i < runs && bytes >= 256 && performance.now() < until; i++) {
  const run = new Run(model);
  bytes = mean(measure(run));
  events = run.recording.events.length;
}
process.stdout.write(JSON.stringify({ bytes, events }));
