// A thread that carries out runs of a study: it is sent the number of a run, and sends its row.
import { parentPort, workerData } from "node:worker_threads";
import { checkSource } from "../../language/check/check.ts";
import { createSource, type Source } from "../../language/syntax/span.ts";
import { planStudy, StudyRun } from "../../record/study/study.ts";
import type { RowAnswer, StudyJob } from "./study-crew.ts";

const { text, name, imports, study, evaluation } = workerData as StudyJob;
const sources = new Map<string, Source>();
const checked = checkSource(createSource(name, text), (path, from) => {
  const found = imports.find((one) => one.path === path && one.from === from.name);
  if (!found) return { problem: `'${path}' was not read` };
  let source = sources.get(found.name);
  if (!source) sources.set(found.name, (source = createSource(found.name, found.text)));
  return source;
});
const grid = planStudy(checked, study);
if ("severity" in grid) throw new Error(grid.message);

parentPort!.on("message", (index: number) => {
  const begun = performance.now();
  const run = new StudyRun(grid, index, evaluation);
  while (!run.isDone) run.advance();
  const answer: RowAnswer = { row: run.row(), milliseconds: performance.now() - begun };
  parentPort!.postMessage(answer);
});
