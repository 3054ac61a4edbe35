// The gallery and the law library as the tests see them.
import { readdirSync, readFileSync } from "node:fs";
import { copySlot } from "../../src/engine/model/slot.ts";
import {
  type Checked,
  checkSource,
  createSource,
  type Frame,
  formatDiagnostic,
  type ModelOptions,
  Probe,
  prepare,
  type RecordedEvent,
  type Recording,
  Run,
  type RunOptions,
} from "../../src/lab.ts";

const root = new URL("../../", import.meta.url);

export interface Text {
  readonly name: string;
  readonly text: string;
}

function texts(folder: string): Text[] {
  return readdirSync(new URL(folder, root))
    .filter((file) => file.endsWith(".vfl"))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readText(`${folder}${file}`) }));
}

export function readText(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

export const laws: readonly Text[] = texts("laws/");
export const experiments: readonly Text[] = texts("experiments/");

export function check(text: string, name = "test.vfl"): Checked {
  return checkSource(createSource(name, text), (path) => createSource(path, readText(path)));
}

/** The comment at the head of a text: its lines, without the slashes, up to the first line of code. */
export function headOf(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join("\n");
}

export interface Outcome {
  readonly recording: Recording;
  /** A real, or the components of a vector, at a recorded time: the last one unless one is given. */
  values(path: string, time?: number): number[];
  value(path: string, time?: number): number;
  /** Times of the collisions. */
  readonly collisions: readonly number[];
}

/** Runs an experiment of the gallery, or a changed text of it, to its end. */
export function run(name: string, options: ModelOptions & RunOptions = {}, change = (text: string) => text): Outcome {
  return runText(change(readText(`experiments/${name}.vfl`)), options, name);
}

export function runText(text: string, options: ModelOptions & RunOptions = {}, name = "test.vfl"): Outcome {
  const checked = check(text, name);
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(formatDiagnostic).join("\n"));
  const model = prepare(checked, options);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  const recording = new Run(model, options).finish();
  if (recording.stop) throw new Error(formatDiagnostic(recording.stop.diagnostic));
  const probe = new Probe(model);
  const values = (path: string, time?: number) => {
    const value = probe.value(frameAt(recording, time), path);
    if (typeof value === "number") return [value];
    if (typeof value === "object" && "data" in value) return [...value.data];
    throw new Error(`${name}: ${path} is no number: ${JSON.stringify(value)}`);
  };
  return {
    recording,
    values,
    value: (path, time) => values(path, time)[0],
    collisions: recording.events.filter(({ type }) => type === "collision").map(({ time }) => time),
  };
}

/** An attribute of an object before or after an event. */
export function attributeAt(
  recording: Recording,
  event: RecordedEvent,
  when: "before" | "after",
  object: string,
  attribute: string,
): number[] {
  const slot = recording.model.byName.get(object)?.slots.get(attribute);
  if (!slot) throw new Error(`'${object}' has no '${attribute}'`);
  return [...copySlot(event[when].memory, slot, new Float64Array(slot.size))];
}

function frameAt(recording: Recording, time: number | undefined): Frame {
  const frame = recording.frames.findLast((candidate) => time === undefined || candidate.time === time);
  if (!frame) throw new Error(`there is no frame at t = ${time}`);
  return frame;
}
