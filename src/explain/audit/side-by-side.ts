// One scene under two sets of laws or values: how far they diverge, since when, and by which event.
import type { Value } from "../../compiler/values/value.ts";
import type { Model } from "../../engine/model/model.ts";
import { isMissing, Probe } from "../../record/probe/probe.ts";
import type { Frame, RecordedEvent, Recording } from "../../record/run/record.ts";
import { refuseNoList, refuseNoModel } from "../../record/run/refusals.ts";
import { Run } from "../../record/run/run.ts";
import { valueDistance } from "./estimate.ts";
import { notesOfRuns, type RunNote } from "./run-notes.ts";

/** A number in both runs. */
export interface Difference {
  readonly path: string;
  /** The value at the last instant that both runs have. */
  readonly a: Value;
  readonly b: Value;
  readonly atEnd: number;
  readonly most: number;
  readonly mostAt: number;
}

/** An event of one of the runs. */
export interface Happened {
  readonly run: "A" | "B" | "both";
  readonly time: number;
  readonly type: string;
  readonly context: string;
  readonly objects: readonly string[];
}

/** Where two runs diverge. */
export interface Divergence {
  readonly path: string;
  /**
   * The last instant at which everything was equal, null if nothing ever was, and the first at which something differs.
   */
  readonly after: number | null;
  readonly time: number;
  readonly difference: number;
  /**
   * The first event in between that differs in the runs, or after which they differ; null if the motion itself
   * differs.
   */
  readonly event: Happened | null;
  /** The law that moves the object then, in each run; null for measures. */
  readonly laws: { readonly a: string | null; readonly b: string | null } | null;
}

export interface SideBySide {
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  /** First values that differ. */
  readonly first: readonly Pick<Difference, "path" | "a" | "b">[];
  readonly differences: readonly Difference[];
  readonly divergence: Divergence | null;
  readonly events: { readonly a: number; readonly b: number };
  readonly stopped: readonly string[];
  /** The notes of the runs A and B. */
  readonly notes: readonly RunNote[];
}

interface Ran {
  readonly recording: Recording;
  readonly probe: Probe;
}

/** Relative differences below this count as equal. */
export const usualTolerance = 1e-9;

/** Compares those of `paths` that both models have, at the frames of the first. */
export function compareModels(a: Model, b: Model, paths: readonly string[], tolerance = usualTolerance): SideBySide {
  for (const model of [a, b]) refuseNoModel("compareModels", model);
  refuseNoList("what is compared", paths);
  if (!(tolerance >= 0)) throw new Error(`the tolerance is a number that is not negative, and this is ${tolerance}`);
  const one: Ran = { recording: new Run(a).finish(), probe: new Probe(a) };
  const { initialTime, duration } = b.settings;
  const isInB = (time: number) => time >= initialTime && time <= initialTime + duration;
  const times = one.recording.frames.map(({ time }) => time).filter(isInB);
  const two: Ran = { recording: new Run(b, { at: times }).finish(), probe: new Probe(b) };
  const frames = pairFrames(one.recording, two.recording);
  const [laws, others] = [a, b].map(({ contexts }) => contexts.map(({ name }) => name.name));
  const differences = paths.flatMap((path) => differenceOf(path, one, two, frames) ?? []);
  const said = [one, two].flatMap(({ recording: { stop } }, i) =>
    stop ? [`${"AB"[i]}: ${stop.diagnostic.message}, at t = ${stop.time}`] : [],
  );
  return {
    onlyA: laws.filter((name) => !others.includes(name)),
    onlyB: others.filter((name) => !laws.includes(name)),
    first: firstValues(one, two),
    differences,
    divergence: findDivergence(
      differences.map(({ path }) => path),
      one,
      two,
      frames,
      tolerance,
    ),
    events: { a: one.recording.events.length, b: two.recording.events.length },
    stopped: said,
    notes: notesOfRuns([
      ["A", one.recording],
      ["B", two.recording],
    ]),
  };
}

/** Frames at the same instants. */
function pairFrames(a: Recording, b: Recording): readonly (readonly [Frame, Frame])[] {
  const byTime = new Map(b.frames.map((frame) => [frame.time, frame]));
  return a.frames.flatMap((frame): (readonly [Frame, Frame])[] => {
    const other = byTime.get(frame.time);
    return other ? [[frame, other]] : [];
  });
}

function firstValues(a: Ran, b: Ran): SideBySide["first"] {
  const start = ({ recording: { model } }: Ran): Frame => ({
    time: model.settings.initialTime,
    memory: model.initial,
    applications: [],
    act: null,
  });
  const names = new Set(b.probe.names);
  const stated = a.probe.names.filter(
    (name) => names.has(name) && !a.probe.measureNames.includes(name) && name !== "dt",
  );
  return stated.flatMap((path) => {
    const [one, two] = [a.probe.value(start(a), path), b.probe.value(start(b), path)];
    return isMissing(one) || isMissing(two) || valueDistance(one, two) === 0 || one === two
      ? []
      : [{ path, a: one, b: two }];
  });
}

function differenceOf(path: string, a: Ran, b: Ran, frames: readonly (readonly [Frame, Frame])[]): Difference | null {
  let found: Difference | null = null;
  for (const [frame, other] of frames) {
    const [one, two] = [a.probe.value(frame, path), b.probe.value(other, path)];
    const off = valueDistance(one, two);
    if (off === null || isMissing(one) || isMissing(two)) continue;
    const isMost: boolean = found === null || off > found.most;
    found = {
      path,
      a: one,
      b: two,
      atEnd: off,
      most: isMost ? off : found!.most,
      mostAt: isMost ? frame.time : found!.mostAt,
    };
  }
  return found;
}

function findDivergence(
  paths: readonly string[],
  a: Ran,
  b: Ran,
  frames: readonly (readonly [Frame, Frame])[],
  tolerance: number,
): Divergence | null {
  let after: number | null = null;
  for (const [frame, other] of frames) {
    for (const path of paths) {
      const one = a.probe.value(frame, path);
      const difference = valueDistance(one, b.probe.value(other, path));
      if (difference === null || isMissing(one) || difference <= tolerance * Math.max(1, sizeOf(one))) continue;
      const laws = lawsOf(path, a, b, frame, other);
      return {
        path,
        after,
        time: frame.time,
        difference,
        event: after === null ? null : firstEvent(a, b, after, frame.time, tolerance),
        laws,
      };
    }
    after = frame.time;
  }
  return null;
}

function lawsOf(path: string, a: Ran, b: Ran, frame: Frame, other: Frame): Divergence["laws"] {
  const name = path.slice(0, Math.max(0, path.indexOf(".")));
  const law = ({ recording: { model } }: Ran, { applications }: Frame) =>
    applications[model.byName.get(name)?.index ?? -1]?.context.name.name ?? null;
  return a.recording.model.byName.has(name) ? { a: law(a, frame), b: law(b, other) } : null;
}

function sizeOf(value: Value): number {
  if (typeof value !== "object" || value.kind === "sequence") return Math.abs(Number(value));
  return value.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** The first event of an interval that the other run lacks, has at another time, or has with another result. */
function firstEvent(a: Ran, b: Ran, after: number, until: number, tolerance: number): Happened | null {
  const inside = ({ recording }: Ran) => recording.events.filter(({ time }) => time >= after && time <= until);
  const [ones, twos] = [inside(a), inside(b)];
  for (let i = 0; i < Math.max(ones.length, twos.length); i++) {
    const [one, two] = [ones[i], twos[i]];
    if (!one || !two) return tell(one ?? two, one ? "A" : "B");
    const isSame =
      one.type === two.type &&
      one.objects.join() === two.objects.join() &&
      Math.abs(one.time - two.time) <= tolerance * Math.max(1, Math.abs(one.time));
    if (!isSame) return one.time <= two.time ? tell(one, "A") : tell(two, "B");
    const isAlike = (side: "before" | "after") => areAlike(one[side], two[side], one.objects, a, b, tolerance);
    // A difference before an event comes from the motion before it.
    if (!isAlike("before")) return null;
    if (!isAlike("after")) return tell(one, "both");
  }
  return null;
}

/** Whether the attributes of objects are the same in both runs. */
function areAlike(one: Frame, two: Frame, objects: readonly string[], a: Ran, b: Ran, tolerance: number): boolean {
  return objects.every((name) => {
    const slots = a.recording.model.byName.get(name)?.slots.keys() ?? [];
    return [...slots].every((slot) => {
      const value = a.probe.value(one, `${name}.${slot}`);
      const off = valueDistance(value, b.probe.value(two, `${name}.${slot}`));
      return off === null || isMissing(value) || off <= tolerance * Math.max(1, sizeOf(value));
    });
  });
}

function tell({ time, type, context, objects }: RecordedEvent, run: Happened["run"]): Happened {
  return { run, time, type, context, objects };
}
