// The notes of the runs of a comparison or an audit, each with its run.
import type { RunNote } from "../../explain/audit/run-notes.ts";

export function RunNotes({ notes }: { notes: readonly RunNote[] }) {
  return (
    <>
      {notes.map(({ note, runs }) => (
        <p key={note}>
          <b>Note</b> {note} ({runs.join(", ")})
        </p>
      ))}
    </>
  );
}
