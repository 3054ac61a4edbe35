// Earlier versions of the open experiment. Restoring one is an edit like any other: it can be undone, and becomes a new
// version.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { edit, text } from "../state/experiment.ts";
import { closeDialog, Dialog } from "../ui/dialog.tsx";
import { keptId } from "./keeper.ts";
import { type Revision, revisionsOf } from "./store.ts";

export default function VersionsDialog() {
  const found = useSignal<readonly Revision[] | null>(null);
  useEffect(() => {
    const id = keptId.value;
    if (id === null) found.value = [];
    else
      revisionsOf(id).then(
        (all) => {
          found.value = all;
        },
        () => {
          found.value = [];
        },
      );
  }, []);
  const restore = (revision: Revision) => {
    edit([{ from: 0, to: text.value.length, insert: revision.text }], `go back to version ${revision.number}`);
    closeDialog();
  };
  return (
    <Dialog title="Earlier versions">
      {found.value?.length === 0 && (
        <p class="quiet">Nothing has been changed yet. Every change is kept here, on this machine.</p>
      )}
      <ul class="versions">
        {found.value?.map((revision) => (
          <li key={revision.number}>
            <span>
              <b>Version {revision.number}</b> <span class="quiet">{timeOf(revision.at)}</span>
              <br />
              <span class="quiet">{differenceOf(revision.text, text.value)}</span>
            </span>
            <button type="button" disabled={revision.text === text.value} onClick={() => restore(revision)}>
              Go back to it
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function timeOf(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** The first line in which an earlier text differs from that of now. */
function differenceOf(earlier: string, now: string): string {
  if (earlier === now) return "as it is now";
  const lines = now.split("\n");
  const line = earlier.split("\n").find((one, i) => one !== lines[i]);
  return line?.trim() ? `${line.trim().slice(0, 80)}` : "some lines fewer";
}
