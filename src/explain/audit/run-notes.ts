// What several runs of one experiment note, each note once.
import type { Recording } from "../../record/run/record.ts";

/** A note, and the runs that have it. */
export interface RunNote {
  readonly note: string;
  readonly runs: readonly string[];
}

/** The notes of runs with names, in the order of the runs. */
export function notesOfRuns(runs: readonly (readonly [string, Recording])[]): RunNote[] {
  const found = new Map<string, string[]>();
  for (const [name, { notes }] of runs) for (const note of notes) found.set(note, [...(found.get(note) ?? []), name]);
  return [...found].map(([note, names]) => ({ note, runs: names }));
}
