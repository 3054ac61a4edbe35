// Questions about a record.
import { formatValue, type Value } from "../../compiler/values/value.ts";
import { usualUnit } from "../../language/dimension/usual-unit.ts";
import { spanText } from "../../language/syntax/span.ts";
import { isMissing, type Missing } from "../../record/probe/probe.ts";
import { type TraceValues, traceOf } from "../../record/probe/trace.ts";
import type { Frame, Recording } from "../../record/run/record.ts";
import { goalsOf } from "../../record/study/goals.ts";
import { flatten, tabulate } from "../../record/table/table.ts";
import type { ConstraintsAnswer } from "../protocol/links.ts";
import type { GoalsAnswer, MessageValue, MomentRef, RunRequest, TraceRow, TraceTable } from "../protocol/messages.ts";
import { curveRows } from "./curves.ts";
import type { Job } from "./job.ts";
import { linkGap, solutionAt } from "./links.ts";
import { markOf } from "./text-mark.ts";

type Asked = Pick<Job, "recording" | "probe">;

/** Questions that are seldom asked, whose code is loaded then. */
export type LaterQuestion = Extract<RunRequest, { type: "explain" | "compare" | "referee" | "contacts" | "evaluate" }>;
export type RecordQuestion = Exclude<RunRequest, LaterQuestion | { type: "run" | "stop" | "pull" | "ping" }>;

const laterTypes: ReadonlySet<RunRequest["type"]> = new Set<LaterQuestion["type"]>([
  "explain",
  "compare",
  "referee",
  "contacts",
  "evaluate",
]);

export function isLater(request: RunRequest): request is LaterQuestion {
  return laterTypes.has(request.type);
}

export function answer(job: Job, question: RecordQuestion): unknown {
  switch (question.type) {
    case "probe":
      return question.at.map((moment) => {
        const frame = momentOf(job.recording, moment);
        return question.paths.map((path) => (frame ? plain(job.probe.value(frame, path)) : missing("no such moment")));
      });
    case "memory": {
      const frame = momentOf(job.recording, question.at);
      if (!frame) throw new Error("there is no such moment");
      return frame.memory.slice();
    }
    case "columns":
      return columns(job, question.paths, question.from);
    case "curves":
      return curveRows(job, question.paths, question.from);
    case "trace":
      return trace(job, question.event);
    case "goals":
      return goalsIn(job);
    case "constraints": {
      const frame = momentOf(job.recording, question.at);
      const { model } = job.recording;
      const answer: ConstraintsAnswer = {
        gap: frame && linkGap(model, job.probe, frame),
        solution: frame && solutionAt(model, frame),
        work: job.clock.info,
      };
      return answer;
    }
  }
}

function goalsIn({ run, probe, lesson }: Job): GoalsAnswer {
  if (!lesson) return { lesson: "", goals: [] };
  return { lesson: markOf(spanText(lesson.block.span)), goals: goalsOf(run, probe, lesson) };
}

function missing(reason: string): MessageValue {
  return { kind: "missing", reason };
}

export function momentOf(recording: Recording, moment: MomentRef): Frame | null {
  if ("frame" in moment) return recording.frames[moment.frame] ?? null;
  return recording.events[moment.event]?.[moment.side] ?? null;
}

export function plain(value: Value | Missing): MessageValue {
  if (typeof value !== "object") return value;
  if (isMissing(value)) return missing(value.missing);
  if (value.kind === "sequence") return { kind: "sequence", text: formatValue(value) };
  if (value.kind === "vector") return { kind: "vector", data: [...value.data] };
  return { kind: "matrix", rows: value.rows, cols: value.cols, data: [...value.data] };
}

/** Columns of numbers over frames: times first, then each path's components, NaN if there is no value. */
function columns({ recording, probe }: Asked, paths: readonly string[], from: number) {
  const table = tabulate(
    recording.frames.slice(from),
    probe,
    paths.map((path) => ({ name: path, path })),
  );
  const flat = flatten(table);
  const times = Float64Array.from(flat.rows, ({ time }) => time);
  const data = flat.names.map((_, k) => Float64Array.from(flat.rows, ({ cells }) => numberOf(cells[k])));
  const units = flat.wholes.map((k) => usualUnit(recording.model.dimensions, paths[k]));
  return { names: flat.names, units, times, data, empty: [...table.empty] };
}

function numberOf(cell: number | boolean | string | null): number {
  return typeof cell === "number" ? cell : typeof cell === "boolean" ? Number(cell) : Number.NaN;
}

/** The tables of the thesis' figure 28: the world, each object, the context, the functions of the law. */
function trace({ recording, probe }: Asked, number: number): TraceTable[] {
  const event = recording.events[number];
  if (!event) throw new Error("there is no such event");
  const { before, after } = traceOf(event, recording.model, probe);
  const tables: TraceTable[] = [
    { title: "world", of: "world attribute", isOne: false, rows: rowsOf(before.world, after.world, "") },
  ];
  for (const name of event.objects) {
    const own = rowsOf(before.objects.get(name), after.objects.get(name), `${name}.`);
    tables.push({ title: name, of: "object attribute", isOne: false, rows: own });
    const context = rowsOf(before.context.get(name), after.context.get(name), `${name}.`);
    if (context.length > 0)
      tables.push({ title: `${event.context} · ${name}`, of: "context attribute", isOne: false, rows: context });
  }
  const functions = rowsOf(before.functions, after.functions, "");
  // Applied once, a law has evaluated each function once.
  const isOne = event.before.act !== null;
  if (functions.length > 0)
    tables.push({ title: `${event.context}: functions`, of: "function", isOne, rows: functions });
  return tables;
}

/** The type of a value, in words. */
function typeOf(value: Value): string {
  if (typeof value !== "object") return typeof value === "boolean" ? "boolean" : "real";
  if (value.kind === "vector") return `vector of ${value.data.length}`;
  return value.kind === "matrix" ? `matrix ${value.rows} × ${value.cols}` : "sequence";
}

function rowsOf(before: TraceValues | undefined, after: TraceValues | undefined, prefix: string): TraceRow[] {
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].map((name) => {
    const values = [before?.get(name), after?.get(name)];
    const [a, b] = values.map((value) => (value === undefined ? "–" : formatValue(value)));
    const isVector = values.some(
      (value) => typeof value === "object" && value.kind === "vector" && value.data.length === 3,
    );
    return {
      name,
      path: prefix + name,
      type: typeOf(values[1] ?? values[0]!),
      before: a,
      after: b,
      changed: a !== b,
      vector: isVector ? prefix + name : null,
    };
  });
}
