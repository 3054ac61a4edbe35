// What several runs of one experiment note, each note once.
import type { Recording } from "../../record/run/record.ts";

/** A note, and which of the runs have it. */
export interface RunNote {
  readonly note: string;
  readonly runs: readonly string[];
}

/** The notes of runs that have names, in the order in which they come. */
export function notesOfRuns(runs: readonly (readonly [string, Recording])[]): RunNote[] {
  const found = new Map<string, string[]>();
  for (const [name, { notes }] of runs) for (const note of notes) found.set(note, [...(found.get(note) ?? []), name]);
  return [...found].map(([note, names]) => ({ note, runs: names }));
}
