// Runs experiments and answers questions about their records. It works in short intervals, so that questions and a stop
// are received in between.
import { normalisedNote } from "../engine/run/schedule.ts";
import { checkSource } from "../language/check/check.ts";
import { createSource } from "../language/syntax/span.ts";
import { Probe } from "../record/probe/probe.ts";
import type { RecordedEvent } from "../record/run/record.ts";
import { prepare, Run } from "../record/run/run.ts";
import { type EventInfo, measureSize, type Problem, type RunReply, type RunRequest } from "./protocol/messages.ts";
import { answer, isLater, type LaterQuestion, momentOf, type RecordQuestion } from "./worker/answers.ts";
import { bendsOf } from "./worker/bends.ts";
import { CurveOrder } from "./worker/curve-order.ts";
import { type Job, mostRecorded } from "./worker/job.ts";
import { layoutOf } from "./worker/layout.ts";
import { importSource, loadLibrary, wantImports } from "./worker/library.ts";
import { problemOf } from "./worker/problems.ts";
import { isAhead, rewind } from "./worker/pulling.ts";
import { simulationOf } from "./worker/simulation.ts";
import { nextTurn } from "./worker/turn.ts";
import { doOnceLoaded, Wanted, withParts } from "./worker/wanted.ts";
import { WorkClock } from "./worker/work-clock.ts";

/** The milliseconds of an interval of work. */
const stretch = 12;
/** Frames and events of a digest between two looks at the clock. */
const partsAtOnce = 8;

let job: Job | null = null;
/** The run that waits for parts of the engine. */
let coming: (RunRequest & { type: "run" }) | null = null;

export function listen({ data }: MessageEvent<RunRequest>): void {
  if (data.type === "run") {
    reply({ type: "heard" });
    job = null;
    coming = data;
    doOnceLoaded(() => {
      if (coming === data) start(data);
    });
  } else if (data.type === "ping") reply({ type: "heard" });
  else if (data.type === "stop") {
    reply({ type: "heard" });
    if (coming?.id === data.id) {
      coming = null;
      reply({ type: "halted", id: data.id });
    } else if (job?.id === data.id && !job.isStopped && !job.run.isDone) {
      job.isStopped = true;
      reply({ type: "halted", id: job.id });
    }
  } else if (data.type === "pull") {
    if (job?.id === data.id) pull(job, data);
  } else if (job?.id !== data.id) reply({ type: "failed", request: data.request, reason: "that run is over" });
  else if (isLater(data)) void answerLater(data.request, laterAnswer(job, data));
  else answerNow(job, data);
}

function answerNow(mine: Job, asked: RecordQuestion): void {
  try {
    reply({ type: "answer", request: asked.request, value: answer(mine, asked) });
  } catch (error) {
    if (error instanceof Wanted)
      void answerLater(
        asked.request,
        withParts(() => answer(mine, asked)),
      );
    else fail(asked.request, error);
  }
}

/** Answers a question that is seldom asked; the code for it is loaded then. */
async function laterAnswer(mine: Job, asked: LaterQuestion): Promise<unknown> {
  switch (asked.type) {
    case "explain": {
      const { explanation } = await import("./explain/worker/explanation.ts");
      return withParts(() => explanation(mine, asked.question));
    }
    case "compare": {
      const { comparisonOf } = await import("./compare/worker/comparison.ts");
      return withParts(() => comparisonOf(mine, asked.question));
    }
    case "referee": {
      const { refereeOf } = await import("./referee/worker/refereeing.ts");
      return withParts(() => refereeOf(mine, asked.question));
    }
    case "contacts": {
      const { contactForcesAt } = await import("./view/worker/contact-forces.ts");
      return withParts(() => contactForcesAt(mine, asked.frame));
    }
    case "evaluate":
      return evaluated(mine, asked);
  }
}

/** What is typed may import any law, and is executed once: the whole library is loaded before. */
async function evaluated({ recording, probe }: Job, { text, at }: LaterQuestion & { type: "evaluate" }) {
  const [{ interpret, isBroken }] = await Promise.all([import("./worker/interpreter.ts"), loadLibrary()]);
  await withParts(() => isBroken(text));
  return interpret(text, recording, probe, at && momentOf(recording, at));
}

async function answerLater(request: number, value: Promise<unknown>): Promise<void> {
  try {
    reply({ type: "answer", request, value: await value });
  } catch (error) {
    fail(request, error);
  }
}

function fail(request: number, error: unknown): void {
  reply({ type: "failed", request, reason: error instanceof Error ? error.message : String(error) });
}

function reply(message: RunReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function start({ id, text, name, simulation }: RunRequest & { type: "run" }): void {
  wantImports(text);
  const source = createSource(name, text);
  const checked = checkSource(source, importSource);
  const problems = checked.diagnostics.map((diagnostic) => problemOf(diagnostic, source));
  const refuse = (all: readonly Problem[]) => {
    coming = null;
    reply({ type: "refused", id, problems: all });
  };
  if (problems.some(({ severity }) => severity === "error")) {
    refuse(problems);
    return;
  }
  const { simulations, lessons, world } = checked.experiment;
  // Without a simulation the view offers to write one (objects/offers.tsx): that is no mistake.
  if (simulations.length === 0 && lessons.length === 0) {
    refuse(problems);
    return;
  }
  const model = prepare(checked, simulationOf(checked, simulation));
  if ("severity" in model) {
    refuse([...problems, problemOf(model, source)]);
    return;
  }
  const clock = new WorkClock();
  const run = new Run(model, { onPhase: clock.listen }, mostRecorded);
  const probe = new Probe(model);
  const layout = layoutOf(model, probe, world);
  coming = null;
  job = {
    id,
    source,
    run,
    recording: run.recording,
    probe,
    curves: new CurveOrder(run),
    clock,
    world,
    lesson: lessons[0] ?? null,
    measures: layout.measures,
    bodies: new Map(model.bodies.map((body) => [body.name, body])),
    started: performance.now(),
    sentFrames: 0,
    sentEvents: 0,
    isStopped: false,
    held: null,
  };
  reply({ type: "layout", id, layout, problems });
  work(job);
}

function work(mine: Job): void {
  if (job !== mine) return;
  const began = performance.now();
  while (!mine.run.isDone && !mine.isStopped && performance.now() < began + stretch && !isAhead(mine))
    mine.clock.advance(mine.run);
  mine.clock.add(performance.now() - began);
  // A full record could not hold what comes later.
  if (mine.recording.isFull) mine.isStopped = true;
  sendNews(mine);
  if (mine.run.isDone || mine.isStopped) finish(mine);
  else if (isAhead(mine)) setTimeout(() => work(mine), 4);
  else nextTurn(() => work(mine));
}

/** Pulls a body. The first pull runs the experiment again up to the moment that is shown. */
function pull(mine: Job, { from, inputs, isHeld }: RunRequest & { type: "pull" }): void {
  let held = mine;
  if (!mine.held && isHeld) {
    job = held = rewind(mine, from);
    const { frames, events } = held.recording;
    reply({ type: "rewound", id: held.id, frames: frames.length, events: events.length, time: held.run.time });
  }
  for (const { name, value } of inputs) held.run.input(name, value);
  if (!isHeld) held.held = null;
  if (held !== mine) work(held);
}

function sendNews(mine: Job): void {
  const { frames, events, model } = mine.recording;
  // First what lies between the frames, so that frames are drawn with it.
  if (mine.sentEvents < events.length) {
    const fresh = events.slice(mine.sentEvents);
    const infos = fresh.map((event, i) => infoOf(event, mine.sentEvents + i));
    const bends = bendsOf(fresh, mine.bodies);
    mine.sentEvents = events.length;
    reply({ type: "events", id: mine.id, events: infos, bends }, [bends.buffer]);
  }
  if (mine.sentFrames < frames.length) {
    const fresh = frames.slice(mine.sentFrames);
    const size = model.initial.length;
    const times = Float64Array.from(fresh, ({ time }) => time);
    const memory = new Float64Array(size * fresh.length);
    const width = measureSize * mine.measures.length;
    const measures = new Float64Array(width * fresh.length).fill(Number.NaN);
    for (const [i, frame] of fresh.entries()) {
      memory.set(frame.memory, i * size);
      for (const [k, name] of mine.measures.entries()) {
        const value = mine.probe.value(frame, name);
        const at = i * width + measureSize * k;
        if (typeof value === "number") measures[at] = value;
        else if (
          typeof value === "object" &&
          "kind" in value &&
          value.kind === "vector" &&
          value.data.length <= measureSize
        )
          measures.set(value.data, at);
      }
    }
    mine.sentFrames = frames.length;
    const inactive = fresh[0].inactive ? Uint8Array.from(fresh.flatMap((frame) => [...frame.inactive!])) : null;
    reply({ type: "frames", id: mine.id, times, memory, measures, inactive }, [
      times.buffer,
      memory.buffer,
      measures.buffer,
    ]);
  }
}

function infoOf({ time, type, context, objects, point, normal }: RecordedEvent, number: number): EventInfo {
  return { number, time, type, context, objects, point: point && [...point], normal: normal && [...normal] };
}

/** Computes the digest in short stretches; a full record has none, because it does not hold the whole run. */
function finish(mine: Job, parts = mine.recording.digesting()): void {
  if (job !== mine) return;
  const began = performance.now();
  let digest = mine.recording.isFull ? "" : null;
  while (digest === null && performance.now() < began + stretch)
    for (let i = 0; i < partsAtOnce && digest === null; i++) digest = parts.next().value ?? null;
  if (digest === null) nextTurn(() => finish(mine, parts));
  else reportDone(mine, digest);
}

function reportDone(mine: Job, digest: string): void {
  const { recording, id, source, started } = mine;
  const { stop, notes } = recording;
  reply({
    type: "done",
    id,
    digest,
    // That orientations are normalised matters to those who compare methods, not to everybody who runs something.
    notes: notes.filter((note) => note !== normalisedNote),
    stop: stop && { problem: problemOf(stop.diagnostic, source), time: stop.time },
    interrupted: recording.isFull ? "full" : mine.isStopped && !mine.run.isDone ? "by hand" : null,
    seconds: (performance.now() - started) / 1000,
    inputs: recording.inputs,
  });
}
