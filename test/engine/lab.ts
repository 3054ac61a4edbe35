// Experiments written in the tests, run and asked for numbers.
import { readFileSync } from "node:fs";
import { formatValue, type Value } from "../../src/compiler/values/value.ts";
import { readSlot } from "../../src/engine/model/slot.ts";
import {
  checkSource,
  createSource,
  type Frame,
  formatDiagnostic,
  type Model,
  type ModelOptions,
  Probe,
  prepare,
  type Recording,
  Run,
  type RunOptions,
} from "../../src/lab.ts";

const root = new URL("../../", import.meta.url);
/** The files that a text imports. */
export const read = (path: string) => {
  try {
    return createSource(path, readFileSync(new URL(path, root), "utf8"));
  } catch {
    return { problem: `there is no file '${path}'` };
  }
};

/** The text of an experiment of the gallery. */
export function experiment(name: string): string {
  return readFileSync(new URL(`experiments/${name}.vfl`, root), "utf8");
}

/** The model of a text that has no mistakes. */
export function modelOf(text: string, options: ModelOptions = {}): Model {
  const checked = checkSource(createSource("test.vfl", text), read);
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(formatDiagnostic).join("\n"));
  const model = prepare(checked, options);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  return model;
}

/** What the lab says to a text that it cannot run. */
export function refusal(text: string): string {
  const checked = checkSource(createSource("test.vfl", text), read);
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) return [error.message, ...error.notes].join("; ");
  const model = prepare(checked);
  return "severity" in model ? [model.message, ...model.notes].join("; ") : "it runs";
}

/** A run to the end, which must be reached. */
export function runText(text: string, options: ModelOptions & RunOptions = {}): Recording {
  const recording = new Run(modelOf(text, options), options).finish();
  if (recording.stop) throw new Error(formatDiagnostic(recording.stop.diagnostic));
  return recording;
}

/** Why a run stops, with the notes. */
export function lastWord(recording: Recording): string {
  if (!recording.stop) return "it went on to the end";
  const { message, notes } = recording.stop.diagnostic;
  return [message, ...notes].join("; ");
}

export function frameAt(recording: Recording, time: number): Frame {
  const frame = recording.frames.findLast((candidate) => candidate.time === time);
  if (!frame) throw new Error(`there is no frame at t = ${time}`);
  return frame;
}

export function probe(recording: Recording, frame: Frame, path: string): Value {
  const value = new Probe(recording.model).value(frame, path);
  if (typeof value === "object" && "missing" in value) throw new Error(value.missing);
  return value;
}

/** A real, or the components of a vector or matrix, at a frame: the last one unless a time is given. */
export function numbers(recording: Recording, path: string, time?: number): number[] {
  const frame = time === undefined ? recording.frames.at(-1)! : frameAt(recording, time);
  const value = probe(recording, frame, path);
  if (typeof value === "number") return [value];
  if (typeof value === "boolean") return [value ? 1 : 0];
  if (value.kind === "sequence") throw new Error(`${path} is ${formatValue(value)}`);
  return [...value.data];
}

export function number(recording: Recording, path: string, time?: number): number {
  return numbers(recording, path, time)[0];
}

/** The largest deviation of a measure from a value, over all frames. */
export function largest(recording: Recording, measure: string, from = 0): number {
  return Math.max(...recording.frames.map(({ time }) => Math.abs(number(recording, measure, time) - from)));
}

/** An attribute of a body in any memory of its model. */
export function attribute(model: Model, memory: Float64Array, body: string, name: string): number[] {
  const value = readSlot(memory, model.byName.get(body)!.slots.get(name)!);
  return typeof value === "object" && value.kind !== "sequence" ? [...value.data] : [Number(value)];
}

/** Times of the events of a type, of these objects if any are given. */
export function timesOf(recording: Recording, type: string, ...objects: string[]): number[] {
  return recording.events
    .filter((event) => event.type === type && objects.every((name) => event.objects.includes(name)))
    .map((event) => event.time);
}

/** A sphere or cuboid at rest; `more` are further attributes. */
export function object(name: string, physicalType: string, geometricalType: string, attributes: string): string {
  return `object { name = ${name}  physical type = ${physicalType}  geometrical type = ${geometricalType}
    attributes = { ${attributes} } }\n`;
}

/** Free fall in closed form, from when it begins. */
export const fall = `context { name = fall  type = free fall
  attributes = {t0, v0, p0}  compute_first_time_only_attributes = {t0, v0, p0}
  functions = { t0 = t  v0 = v  p0 = position
    v = v0 + g * (t - t0)
    position = p0 + v0 * (t - t0) + 0.5 * g * (t - t0)^2 } }\n`;

/** The same as rates. */
export const fallByRates = `context { name = fall  type = free fall  functions = { v' = g  position' = v } }\n`;

/** Mirrors the velocity of a body that strikes a static one, with restitution. */
export const bounce = `context { name = bounce  type = collision
  applicability = { mandatory 1 dynamic object and mandatory 1 static object }
  functions = { v = previous(v) - (1 + restitution) * (previous(v) . collisionNormal) * collisionNormal } }\n`;

export const floor = object("floor", "static", "half space", "position = [0, 0, 0]");
