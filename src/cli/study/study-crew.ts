// Who carries out the runs of a study: this process, or several threads. The rows are the same, whoever makes them.
import { Worker } from "node:worker_threads";
import type { EvaluationName } from "../../engine/state/run-memory.ts";
import type { Grid } from "../../record/study/grid.ts";
import { type StudyRow, StudyRun } from "../../record/study/study.ts";
import type { Imported } from "../files/experiment.ts";
import type { Io } from "../terminal/io.ts";

/** All that a thread needs: texts, not files, so that nothing can change meanwhile. */
export interface StudyJob {
  readonly text: string;
  readonly name: string;
  readonly imports: readonly Imported[];
  readonly study: string;
  readonly evaluation: EvaluationName;
}

export interface RowAnswer {
  readonly row: StudyRow;
  readonly milliseconds: number;
}

export interface Listener {
  readonly answered: (answer: RowAnswer) => void;
  /** Number of runs that are done; runs under way count by their progress, if known. */
  readonly progressed: (runs: number) => void;
}

/** Carries out all runs; ends when they are done, or at Ctrl-C, which abandons the runs under way. */
export async function carryOut(
  grid: Grid,
  job: StudyJob,
  workers: number,
  listener: Listener,
  io: Io,
): Promise<"done" | "interrupted"> {
  const interrupted = new AbortController();
  const restore = io.onInterrupt(() => interrupted.abort());
  if (workers === 1) await carryOutHere(grid, job, listener, interrupted, io);
  else await carryOutInThreads(grid, job, Math.min(workers, grid.count), listener, interrupted.signal);
  restore();
  return interrupted.signal.aborted ? "interrupted" : "done";
}

/** Milliseconds that a run continues before its progress is shown. */
const stretch = 200;

async function carryOutHere(
  grid: Grid,
  job: StudyJob,
  listener: Listener,
  interrupted: AbortController,
  io: Io,
): Promise<void> {
  const goOn = () => {
    for (let index = 0; index < grid.count; index++) {
      const begun = performance.now();
      const run = new StudyRun(grid, index, job.evaluation);
      for (let pause = begun + stretch; !run.isDone; ) {
        run.advance();
        if (performance.now() < pause) continue;
        listener.progressed(index + run.part);
        pause = performance.now() + stretch;
      }
      listener.answered({ row: run.row(), milliseconds: performance.now() - begun });
    }
  };
  if (interrupted.signal.aborted || !(await io.interruptible(goOn))) interrupted.abort();
}

function carryOutInThreads(
  grid: Grid,
  job: StudyJob,
  count: number,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const threads = new Set<Worker>();
    let next = 0;
    let done = 0;
    const finish = () => {
      signal.removeEventListener("abort", finish);
      void Promise.all([...threads].map((thread) => thread.terminate())).then(() => resolve());
    };
    const answer = (given: RowAnswer) => {
      listener.answered(given);
      listener.progressed(++done);
      if (done === grid.count) finish();
    };
    const employ = () => {
      const thread = new Worker(new URL("./study-worker.js", import.meta.url), { workerData: job });
      threads.add(thread);
      let index = next++;
      thread.postMessage(index);
      thread.on("message", (given: RowAnswer) => {
        if (signal.aborted) return;
        answer(given);
        if (next < grid.count) thread.postMessage((index = next++));
      });
      // A run that crashes its thread is a failed row like any other; a new thread continues.
      thread.on("error", (error) => {
        threads.delete(thread);
        if (signal.aborted) return;
        answer({ row: lostRow(grid, index, error.message), milliseconds: 0 });
        if (next < grid.count) employ();
      });
    };
    signal.addEventListener("abort", finish);
    for (let i = 0; i < count; i++) employ();
  });
}

function lostRow({ study, checked }: Grid, index: number, reason: string): StudyRow {
  const place = { file: checked.source.name, line: 1, column: 1 };
  const failure = { code: "memory", message: `its thread ended: ${reason}`, ...place, t: null, notes: [] };
  return { index, kept: study.kept.map(() => null), notes: [], runNotes: [], failure };
}
