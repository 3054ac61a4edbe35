// Events for people and for programs.
import { equalValues, formatValue, type Value } from "../../compiler/values/value.ts";
import type { Trace, TraceSide, TraceValues } from "../../record/probe/trace.ts";
import type { RecordedEvent } from "../../record/run/record.ts";
import { listJson, numberJson, valueJson } from "../../record/table/json.ts";
import type { Outcome } from "../options/simulation.ts";
import { appendUnit } from "../terminal/aligned.ts";
import type { Paint } from "../terminal/paint.ts";
import { alignLeft, formatTimes } from "../terminal/text-table.ts";

/** An event with its number in the whole list. */
export interface Numbered {
  readonly event: RecordedEvent;
  readonly number: number;
}

export function* listEvents(chosen: readonly Numbered[], all: number, paint: Paint): Generator<string> {
  const times = formatTimes(
    chosen.map(({ event }) => event.time),
    9,
  );
  const width = Math.max(1, ...times.map((time) => time.length));
  const rows = chosen.map(({ event: { type, context, objects }, number }, i) => [
    String(number),
    times[i].padStart(width),
    type,
    context,
    objects.join(", "),
  ]);
  const [head, ...lines] = alignLeft([["#", "t".padStart(width), "type", "context", "objects"], ...rows]);
  yield `${paint.strong(head)}\n`;
  for (const line of lines) yield `${line}\n`;
  const sum = chosen.length === all ? `${all} event${all === 1 ? "" : "s"}` : `${chosen.length} of ${all} events`;
  yield `\n${paint.quiet(sum)}\n`;
}

export function* traceEvents(
  chosen: readonly Numbered[],
  traceOf: (event: RecordedEvent) => Trace,
  unitOf: UnitOf,
  paint: Paint,
): Generator<string> {
  for (const { event, number } of chosen)
    yield `${traceEvent(event, number, traceOf(event), unitOf, paint).join("\n")}\n\n`;
}

/** The SI unit of `ball.v`, `g`, or of a function of a law as `.impulse`; null if none is known. */
export type UnitOf = (path: string) => string | null;

/** As in the thesis' figure 28: a table of the world, then one for each object; then what the law computed. */
function traceEvent(
  event: RecordedEvent,
  number: number,
  { before, after }: Trace,
  unitOf: UnitOf,
  paint: Paint,
): string[] {
  const { type, time, context, objects, point, normal } = event;
  const lines = [`${paint.strong(`${number}  t = ${time}  ${type}  ${context}  ${objects.join(", ")}`)}`];
  const named = (owner: string) => (name: string) => {
    // Functions of laws that go on have the body's name before theirs.
    const unit = unitOf(owner === "." ? `.${name.replace(/^.*\./, "")}` : `${owner}${name}`);
    return unit === null ? name : `${name} [${unit}]`;
  };
  const length = unitOf(".collisionPoint");
  if (point) lines.push(`   point ${appendUnit(short({ kind: "vector", data: point }), length ?? "")}`);
  if (normal) lines.push(`   normal ${short({ kind: "vector", data: normal })}, towards ${objects[0]}`);
  lines.push("", ...formatTrace("world", before.world, after.world, named(""), paint));
  for (const name of objects)
    lines.push("", ...formatTrace(name, ownOf(before, name), ownOf(after, name), named(`${name}.`), paint));
  if (event.before.act) {
    // Applied once, the law has one value of each function.
    const rows = [...after.functions].map(([name, value]) => [" ", named(".")(name), short(value)]);
    if (rows.length > 0) lines.push("", ...formatRows([context, "value"], rows, paint));
  } else if (before.functions.size + after.functions.size > 0)
    lines.push("", ...formatTrace(context, before.functions, after.functions, named("."), paint));
  return lines;
}

/** The attributes of an object and those that the context has for it. */
function ownOf({ objects, context }: TraceSide, name: string): TraceValues {
  return new Map([...(objects.get(name) ?? []), ...(context.get(name) ?? [])]);
}

/** The trace as lines: `*` marks what changed, `+` what appeared, `-` what disappeared. */
function formatTrace(
  owner: string,
  before: TraceValues,
  after: TraceValues,
  named: (name: string) => string,
  paint: Paint,
): string[] {
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [earlier, later] = [before.get(name), after.get(name)];
    const shown = [earlier, later].map((value) => (value === undefined ? "–" : short(value)));
    return [markOf(earlier, later), named(name), ...shown];
  });
  return formatRows([owner, "before", "after"], rows, paint);
}

/** Rows of a table, each with its mark. */
function formatRows(names: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  const [head, ...lines] = alignLeft([[" ", ...names], ...rows]);
  return [`   ${paint.quiet(head)}`, ...lines.map((line) => `   ${line.startsWith(" ") ? line : paint.strong(line)}`)];
}

function markOf(before: Value | undefined, after: Value | undefined): string {
  if (before === undefined) return "+";
  if (after === undefined) return "-";
  return equalValues(before, after) ? " " : "*";
}

/** The value with six digits. */
function short(value: Value): string {
  const rounded = (number: string) => String(Number(Number(number).toPrecision(6)));
  return formatValue(value).replace(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, rounded);
}

export function* eventsJson(
  chosen: readonly Numbered[],
  traceOf: ((event: RecordedEvent) => Trace) | null,
  { recording, stopped }: Pick<Outcome, "recording" | "stopped">,
): Generator<string> {
  yield `{"events":[`;
  for (const [i, { event }] of chosen.entries())
    yield `${i === 0 ? "\n" : ",\n"}${eventJson(event, traceOf?.(event) ?? null)}`;
  yield `],\n"notes":${JSON.stringify(recording.notes)},\n"stopped":${JSON.stringify(stopped)}}\n`;
}

function eventJson({ time, type, context, objects, point, normal }: RecordedEvent, trace: Trace | null): string {
  const vector = (data: Float64Array | null) => (data ? listJson(data) : "null");
  const fields = [
    `"t":${numberJson(time)}`,
    `"type":${JSON.stringify(type)}`,
    `"context":${JSON.stringify(context)}`,
    `"objects":${JSON.stringify(objects)}`,
    `"point":${vector(point)}`,
    `"normal":${vector(normal)}`,
  ];
  if (trace) {
    const sides = (json: (side: TraceSide) => string) =>
      `{"before":${json(trace.before)},"after":${json(trace.after)}}`;
    fields.push(
      `"before":${objectsJson(trace.before.objects)}`,
      `"after":${objectsJson(trace.after.objects)}`,
      `"world":${sides(({ world }) => valuesJson(world))}`,
      `"contextAttributes":${sides(({ context }) => objectsJson(context))}`,
      `"functions":${sides(({ functions }) => valuesJson(functions))}`,
    );
  }
  return `{${fields.join(",")}}`;
}

function objectsJson(objects: ReadonlyMap<string, TraceValues>): string {
  return `{${[...objects].map(([name, values]) => `${JSON.stringify(name)}:${valuesJson(values)}`).join(",")}}`;
}

function valuesJson(values: TraceValues): string {
  return `{${[...values].map(([name, value]) => `${JSON.stringify(name)}:${valueJson(value)}`).join(",")}}`;
}
