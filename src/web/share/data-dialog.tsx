// Downloading the numbers of the run: which numbers, in which format.
import { useSignal } from "@preact/signals";
import { name, text } from "../state/experiment.ts";
import { arrived, frames } from "../state/run.ts";
import { say } from "../ui/announcer.ts";
import { Dialog } from "../ui/dialog.tsx";
import { choices, csvOf, eventsCsv, jsonOf } from "./data.ts";
import { download, fileNameOf } from "./download.ts";

export default function DataDialog() {
  arrived.value;
  const all = choices();
  const wanted = useSignal("");
  const chosen = useSignal<ReadonlySet<string>>(new Set(all.filter(({ isUsual }) => isUsual).map(({ path }) => path)));
  if (!frames.value)
    return (
      <Dialog title="Numbers">
        <p class="quiet">Run an experiment first; its numbers come here.</p>
      </Dialog>
    );
  const shown = all.filter(({ path }) => path.toLowerCase().includes(wanted.value.toLowerCase())).slice(0, 400);
  const groups = [...new Set(shown.map(({ group }) => group))];
  const paths = all.map(({ path }) => path).filter((path) => chosen.value.has(path));
  const save = (made: Promise<string>, ending: string, type: string) =>
    made.then(
      (data) => download(data, fileNameOf(name.value, ending), type),
      (error: Error) => say(`The numbers could not be read: ${error.message}.`),
    );
  return (
    <Dialog title="Numbers" class="data">
      <p class="quiet">
        {frames.value.count} moments, each with the time and what you choose. CSV opens in a spreadsheet; JSON holds the
        text of the experiment too.
      </p>
      <input
        type="search"
        aria-label="Search numbers"
        placeholder="Search: ball, energy …"
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      />
      <div class="choices">
        {groups.map((group) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {shown
              .filter((choice) => choice.group === group)
              .map(({ path }) => (
                <label key={path}>
                  <input
                    type="checkbox"
                    checked={chosen.value.has(path)}
                    onChange={(event) => {
                      const next = new Set(chosen.value);
                      if (event.currentTarget.checked) next.add(path);
                      else next.delete(path);
                      chosen.value = next;
                    }}
                  />
                  <code>{path}</code>
                </label>
              ))}
          </fieldset>
        ))}
      </div>
      <footer>
        <button
          type="button"
          class="primary"
          disabled={paths.length === 0}
          onClick={() => save(csvOf(paths), "csv", "text/csv")}
        >
          CSV
        </button>
        <button
          type="button"
          class="primary"
          disabled={paths.length === 0}
          onClick={() => save(jsonOf(paths, name.value, text.value), "json", "application/json")}
        >
          JSON
        </button>
        <button type="button" onClick={() => save(Promise.resolve(eventsCsv()), "events.csv", "text/csv")}>
          Events as CSV
        </button>
      </footer>
    </Dialog>
  );
}
