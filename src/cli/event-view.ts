// Events for people and for programs.
import { equalValues, formatValue, type Value } from "../compiler/value.ts";
import { listJson, numberJson, type Stopped, valueJson } from "../record/json.ts";
import type { RecordedEvent } from "../record/record.ts";
import type { Trace, Values } from "./event-trace.ts";
import type { Paint } from "./paint.ts";
import { alignLeft, formatTimes } from "./text-table.ts";

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

/** As in the thesis' figure 28: a table of the world, then one for each object. */
export function traceEvent(event: RecordedEvent, number: number, trace: Trace, paint: Paint): string[] {
  const { type, time, context, objects, point, normal } = event;
  const lines = [`${paint.strong(`${number}  t = ${time}  ${type}  ${context}  ${objects.join(", ")}`)}`];
  if (point) lines.push(`   point ${short({ kind: "vector", data: point })}`);
  if (normal) lines.push(`   normal ${short({ kind: "vector", data: normal })}, towards ${objects[0]}`);
  lines.push("", ...formatTrace("world", trace.world.before, trace.world.after, new Map(), paint));
  for (const name of objects) {
    const before = trace.before.get(name) ?? new Map();
    const after = trace.after.get(name) ?? new Map();
    lines.push("", ...formatTrace(name, before, after, trace.context.get(name) ?? new Map(), paint));
  }
  const others = [...trace.written].filter(([name]) => !objects.some((object) => trace.after.get(object)?.has(name)));
  if (others.length > 0)
    lines.push(
      "",
      ...alignLeft([["", context, "value"], ...others.map(([name, value]) => ["", name, shorten(value)])]).map(
        (line) => ` ${line}`,
      ),
    );
  return [...lines, "", ""].map((line, i, { length }) => (i === length - 1 ? "" : `${line}\n`));
}

function formatTrace(owner: string, before: Values, after: Values, context: Values, paint: Paint): string[] {
  const rows = [...before].map(([name, value]) => {
    const later = after.get(name) ?? value;
    return [equalValues(value, later) ? " " : "*", name, short(value), short(later)];
  });
  const begun = [...context].map(([name, value]) => ["+", name, "–", short(value)]);
  const [head, ...lines] = alignLeft([[" ", owner, "before", "after"], ...rows, ...begun]);
  return [`   ${paint.quiet(head)}`, ...lines.map((line) => `   ${line.startsWith(" ") ? line : paint.strong(line)}`)];
}

/** With six digits. */
function short(value: Value): string {
  return shorten(formatValue(value));
}

function shorten(text: string): string {
  return text.replace(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, (number) => String(Number(Number(number).toPrecision(6))));
}

export function* eventsJson(
  chosen: readonly Numbered[],
  traceOf: (number: number) => Trace | null,
  stopped: Stopped | null,
): Generator<string> {
  yield `{"events":[`;
  for (const [i, { event, number }] of chosen.entries())
    yield `${i === 0 ? "\n" : ",\n"}${eventJson(event, traceOf(number))}`;
  yield `],\n"stopped":${JSON.stringify(stopped)}}\n`;
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
  if (trace)
    fields.push(
      `"before":${objectsJson(trace.before)}`,
      `"after":${objectsJson(trace.after)}`,
      `"world":{"before":${valuesJson(trace.world.before)},"after":${valuesJson(trace.world.after)}}`,
      `"contextAttributes":${objectsJson(trace.context)}`,
    );
  return `{${fields.join(",")}}`;
}

function objectsJson(objects: ReadonlyMap<string, Values>): string {
  return `{${[...objects].map(([name, values]) => `${JSON.stringify(name)}:${valuesJson(values)}`).join(",")}}`;
}

function valuesJson(values: Values): string {
  return `{${[...values].map(([name, value]) => `${JSON.stringify(name)}:${valueJson(value)}`).join(",")}}`;
}
