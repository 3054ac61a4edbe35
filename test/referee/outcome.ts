// A run led step by step, and what it left behind as text, so that runs made in different ways can be compared to the last bit.
import { vectorOf } from "../../src/compiler/value.ts";
import {
  type Checked,
  checkSource,
  createSource,
  formatDiagnostic,
  type Model,
  prepare,
  type Run,
  type State,
} from "../../src/lab.ts";
import { read } from "../engine/lab.ts";

/** A change of an input, after a number of advances. */
export interface Hand {
  readonly after: number;
  readonly name: string;
  readonly value: number | number[];
}

export function check(text: string): Checked {
  const checked = checkSource(createSource("random.vfl", text), read);
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) throw new Error(`the generator slipped: ${formatDiagnostic(error)}\n${text}`);
  return checked;
}

/** The model, or why there is none. */
export function modelOf(checked: Checked): Model | string {
  const model = prepare(checked);
  return "severity" in model ? formatDiagnostic(model) : model;
}

/** How far a run has come after each of its advances. */
export interface Mark {
  readonly state: State;
  readonly frames: number;
  readonly events: number;
  readonly notes: number;
  /** Why the run has ended before its time. */
  readonly stop: string | null;
}

function markOf(run: Run): Mark {
  const { frames, events, notes, stop } = run.recording;
  return {
    state: run.snapshot(),
    frames: frames.length,
    events: events.length,
    notes: notes.length,
    stop: stop && `${formatDiagnostic(stop.diagnostic)} at ${stop.time}`,
  };
}

/** Goes on from advance `from` up to `to`; a mark before the first advance and after each. */
export function lead(run: Run, from: number, to: number, hands: readonly Hand[]): Mark[] {
  const marks = [markOf(run)];
  for (let i = from; i < to && !run.isDone; i++) {
    for (const { after, name, value } of hands)
      if (after === i) {
        const refusal = run.input(name, typeof value === "number" ? value : vectorOf(value));
        if (refusal) throw new Error(refusal);
      }
    run.advance();
    marks.push(markOf(run));
  }
  return marks;
}

/** What a run recorded up to a mark and later than a time, as lines. */
export function tell(run: Run, mark: Mark, since: number): string[] {
  const { events, frames } = run.recording;
  return [
    mark.stop === null ? "goes on" : `stops: ${mark.stop}`,
    ...events
      .slice(0, mark.events)
      .filter(({ time }) => time > since)
      .map(({ type, time, context, objects }) => `event ${type} ${context} ${objects} ${time}`),
    ...frames
      .slice(0, mark.frames)
      .filter(({ time }) => time > since)
      .map(({ time, memory }) => `frame ${time}: ${bits(memory)}`),
    `end ${mark.state.time}: ${bits(mark.state.memory)}`,
  ];
}

/** Throws where two tellings differ, with the first line that does. */
export function expectSame(found: readonly string[], wanted: readonly string[], what: string): void {
  const at = found.findIndex((line, i) => line !== wanted[i]);
  if (at < 0 && found.length === wanted.length) return;
  const line = at < 0 ? found.length : at;
  throw new Error(`${what}: '${found[line] ?? "nothing"}' in place of '${wanted[line] ?? "nothing"}'`);
}

function bits(memory: Float64Array): string {
  const words = new Uint32Array(memory.slice().buffer);
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (const word of words) {
    a = Math.imul(a ^ word, 0x01000193);
    b = Math.imul(b + word, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}
