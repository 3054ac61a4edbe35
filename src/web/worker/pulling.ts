// Pulling a body while it runs: what a person does is an input, and the run keeps step with the clock as long as it is
// held.
import { Run } from "../../record/run/run.ts";
import { CurveOrder } from "./curve-order.ts";
import { type Job, mostRecorded } from "./job.ts";

/** Whether a run that is held has come as far as the clock. */
export function isAhead({ held, run }: Job): boolean {
  return held !== null && run.time >= held.from + (performance.now() - held.since) / 1000;
}

/** Runs the experiment again up to a time, with the inputs before it; from there on a person holds the body. */
export function rewind(job: Job, time: number): Job {
  const { model } = job.recording;
  const inputs = job.recording.inputs.filter((input) => input.time < time);
  const run = new Run(model, { inputs, onPhase: job.clock.listen }, mostRecorded);
  while (!run.isDone && run.time < time) run.advance();
  const { recording } = run;
  return {
    ...job,
    run,
    recording,
    curves: new CurveOrder(run),
    sentFrames: recording.frames.length,
    sentEvents: recording.events.length,
    isStopped: false,
    held: { from: run.time, since: performance.now() },
  };
}
