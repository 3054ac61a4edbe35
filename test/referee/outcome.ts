// A run led step by step, and what it left behind as text, so that runs made in different ways can be compared to the
// last bit.
import { vectorOf } from "../../src/compiler/values/value.ts";
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
import { ParseCache } from "../../src/language/syntax/parse-cache.ts";
import { read } from "../engine/lab.ts";
import { digestOf } from "./digest.ts";

/** The files that texts import, each read once, and what reading them leaves for the next text. */
const files = new Map<string, ReturnType<typeof read>>();
const cache = new ParseCache();

function readOnce(path: string): ReturnType<typeof read> {
  let file = files.get(path);
  if (!file) files.set(path, (file = read(path)));
  return file;
}

export function check(text: string): Checked {
  const checked = checkSource(createSource("random.vfl", text), readOnce, cache);
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) throw new Error(`the generator slipped: ${formatDiagnostic(error)}\n${text}`);
  return checked;
}

/** The model, or why there is none; with so many frames per unit of time, if that is said. */
export function modelOf(checked: Checked, frames?: number): Model | string {
  const model = prepare(checked, frames === undefined ? {} : { overrides: { frames } });
  return "severity" in model ? formatDiagnostic(model) : model;
}

/** A change of an input, after a number of advances. */
export interface Hand {
  readonly after: number;
  readonly name: string;
  readonly value: number | boolean | number[];
}

/** How far a run has come after one of its advances. */
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

/** A run led step by step, with a mark before its first advance and after each. */
export class Walk {
  readonly run: Run;
  readonly marks: Mark[];
  /** The number of advances that lay behind when the walk began. */
  readonly from: number;
  private readonly hands: readonly Hand[];

  constructor(run: Run, from: number, hands: readonly Hand[]) {
    this.run = run;
    this.from = from;
    this.hands = hands;
    this.marks = [markOf(run)];
  }

  /** The number of advances that lie behind. */
  get at(): number {
    return this.from + this.marks.length - 1;
  }

  /** Goes on by one step or event, with what hands do before it; false where the run is over. */
  advance(): boolean {
    const { run, hands, at } = this;
    if (run.isDone) return false;
    for (const { after, name, value } of hands)
      if (after === at && !run.isDone) {
        const refusal = run.input(name, typeof value === "object" ? vectorOf(value) : value);
        if (refusal) throw new Error(refusal);
      }
    run.advance();
    this.marks.push(markOf(run));
    return true;
  }

  /** Goes on up to a number of advances. */
  lead(to: number): this {
    while (this.at < to && this.advance());
    return this;
  }
}

/** The parts of a snapshot, each as a line. */
function linesOf({ time, steps, memory, applications, pairs, meetings, levels, conditions, errors, points }: State) {
  const laws = applications.map(
    (one) => one && [one.context.name.name, one.body.name, one.since, one.attributes, one.given, one.group !== null],
  );
  return [
    `time ${time} after ${steps} steps`,
    `values ${digestOf(memory)}`,
    `laws ${digestOf(laws)}`,
    `pairs ${digestOf([...pairs], [...meetings], [...levels])}`,
    `conditions ${conditions}`,
    `errors ${digestOf(errors)}`,
    `points ${digestOf(points)}`,
  ];
}

/** What a run recorded between two marks, frames later than a time, and where it is at the second, as lines. */
function tell({ run: { recording }, marks }: Walk, i: number, since: number): string[] {
  const { events, frames } = recording;
  const [before, mark] = [marks[i - 1], marks[i]];
  return [
    mark.stop === null ? "goes on" : `stops: ${mark.stop}`,
    ...events
      .slice(before.events, mark.events)
      .map(
        ({ type, time, context, objects, before: one, after, point, normal }) =>
          `event ${type} ${context} ${objects} ${time} ${digestOf(one.memory, after.memory, point, normal)}`,
      ),
    ...frames
      .slice(before.frames, mark.frames)
      .filter(({ time }) => time > since)
      .map(({ time, memory, inactive }) => `frame ${time}: ${digestOf(memory, inactive)}`),
    ...linesOf(mark.state),
  ];
}

/**
 * Throws where a walk differs from what another, which began at the start, did between the same advances; frames of
 * their own may differ.
 */
export function compareWalks(one: Walk, whole: Walk, what: string, frames: "frames" | "other frames" = "frames"): void {
  const { from, marks } = one;
  expectSame(linesOf(marks[0].state), linesOf(whole.marks[from].state), `${what}, at first`);
  // Who goes on does not record the instant again at which it does, and may say again what was said before.
  const beginning = from === 0 ? Number.NEGATIVE_INFINITY : marks[0].state.time;
  const since = frames === "frames" ? beginning : Number.POSITIVE_INFINITY;
  for (let i = 1; i < marks.length; i++) {
    const wanted = from + i < whole.marks.length ? tell(whole, from + i, since) : ["it is over"];
    expectSame(tell(one, i, since), wanted, `${what}, advance ${from + i}`);
  }
  // The motion from the beginning of a step to a frame may have something to report that the whole step has not.
  if (from > 0 || frames === "other frames") return;
  const notesOf = ({ run }: Walk) => run.recording.notes.slice(0, whole.marks[marks.length - 1].notes);
  expectSame(notesOf(one), notesOf(whole), `notes, ${what}`);
}

/** Throws where two lists of lines differ, with the first line that does. */
function expectSame(found: readonly string[], wanted: readonly string[], what: string): void {
  const at = found.findIndex((line, i) => line !== wanted[i]);
  if (at < 0 && found.length === wanted.length) return;
  const line = at < 0 ? found.length : at;
  throw new Error(`${what}: '${found[line] ?? "nothing"}' in place of '${wanted[line] ?? "nothing"}'`);
}
