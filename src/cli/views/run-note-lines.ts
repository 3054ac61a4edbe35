// Notes of several runs as lines, each with the runs that have it.
import type { RunNote } from "../../explain/audit/run-notes.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { listNames } from "../options/names.ts";
import type { Paint } from "../terminal/paint.ts";

export function noteLines(notes: readonly RunNote[], count: number, paint: Paint): string[] {
  return notes.map(({ note, runs }) => {
    const whose = runs.length === count ? (count === 2 ? "both" : "all runs") : listNames(runs);
    return `${paint.warning("note:")} ${printable(note)} (${whose})`;
  });
}
