// The person's own experiments, kept on this machine, and the trash.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { keptId, listChanged, tellOthers } from "../keep/keeper.ts";
import { emptyTrash, type Kept, listExperiments, setTrashed } from "../keep/store.ts";
import { timeOf } from "../keep/versions-dialog.tsx";
import { openKept } from "../session/session.ts";
import { say } from "../ui/announcer.ts";

export function OwnExperiments() {
  const all = useSignal<readonly Kept[]>([]);
  useEffect(() => {
    listExperiments().then(
      (found) => {
        all.value = found;
      },
      // Without a database there are no own experiments.
      () => {},
    );
  }, [listChanged.value]);
  const kept = all.value.filter(({ trashedAt }) => trashedAt === null);
  const trashed = all.value.filter(({ trashedAt }) => trashedAt !== null);
  if (all.value.length === 0) return null;
  return (
    <section aria-label="Your experiments">
      <h3>Yours</h3>
      <ul class="own">
        {kept.map((one) => (
          <li key={one.id}>
            <button type="button" class="card" onClick={() => void openIt(one.id)}>
              <b>{one.name}</b>
              <small>
                {timeOf(one.savedAt)}
                {one.id === keptId.value && " · open"}
              </small>
            </button>
            <button
              type="button"
              class="sign"
              aria-label={`Throw away ${one.name}`}
              title="Into the trash"
              onClick={() => void throwAway(one)}
            >
              <TrashSign />
            </button>
          </li>
        ))}
      </ul>
      {kept.length === 0 && <p class="quiet">None, except in the trash.</p>}
      {trashed.length > 0 && <Trash trashed={trashed} />}
    </section>
  );
}

/** The sign of the trash, drawn because not every font has one. */
function TrashSign() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      aria-hidden="true"
    >
      <path d="M4 6h12M8 6V4h4v2M5.5 6l.8 10h7.4l.8-10M8.5 9v4.5M11.5 9v4.5" />
    </svg>
  );
}

function Trash({ trashed }: { trashed: readonly Kept[] }) {
  // An act that cannot be undone needs a second click.
  const isSure = useSignal(false);
  return (
    <details class="trash">
      <summary>Trash ({trashed.length})</summary>
      <ul>
        {trashed.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <button type="button" onClick={() => void setTrashed(id, false).then(tellOthers)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onBlur={() => {
          isSure.value = false;
        }}
        onClick={() => {
          if (isSure.value) void emptyTrash().then(tellOthers);
          isSure.value = !isSure.value;
        }}
      >
        {isSure.value ? "They cannot be brought back: empty it?" : "Empty the trash for good"}
      </button>
    </details>
  );
}

async function openIt(id: string): Promise<void> {
  try {
    if (!(await openKept(id))) say("This experiment is no longer there.");
  } catch (error) {
    say(`This experiment cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

async function throwAway({ id, name }: Kept): Promise<void> {
  await setTrashed(id, true);
  tellOthers();
  say(`${name} is in the trash.`, { name: "Undo", run: () => void setTrashed(id, false).then(tellOthers) });
}
