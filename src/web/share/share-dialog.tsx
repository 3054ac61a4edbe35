// Sharing: a link with the experiment inside it, one file, a frame for somebody's own page.
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { name, text } from "../state/experiment.ts";
import { say } from "../ui/announcer.ts";
import { Dialog } from "../ui/dialog.tsx";
import { type EmbedPart, embedParts } from "./address.ts";
import { download, fileNameOf } from "./download.ts";
import { frameOf, linkOf, pageOf } from "./shared-forms.ts";

const partNames: Readonly<Record<EmbedPart, string>> = {
  laws: "Laws",
  view: "View",
  measure: "Panels",
  time: "Time line",
};

export default function ShareDialog() {
  const parts = useSignal<readonly EmbedPart[]>(["view", "time"]);
  const link = useMemo(() => linkOf({ name: name.value, text: text.value }), [name.value, text.value]);
  const frame = frameOf({ name: name.value, text: text.value }, parts.value);
  const makeFile = () =>
    pageOf({ name: name.value, text: text.value }).then(
      (page) => download(page, fileNameOf(name.value, "html"), "text/html"),
      (error: Error) => say(`The file could not be made: ${error.message}.`),
    );
  return (
    <Dialog title="Share" class="share">
      <section>
        <h3>A link</h3>
        <p class="quiet">
          The whole experiment is in the link itself; no server keeps it. Who opens it sees your text, and runs it by a
          click.
        </p>
        <Copied value={link} name="Link" />
        {link.length > 8000 && (
          <p class="warns">⚠ Some programs cut off links as long as this one. Send a file instead.</p>
        )}
      </section>
      <section>
        <h3>One file</h3>
        <p class="quiet">A page with the lab and this experiment inside: opens without network, in any new browser.</p>
        <button type="button" onClick={makeFile}>
          Make the file
        </button>
      </section>
      <section>
        <h3>In a page of your own</h3>
        <fieldset class="parts">
          <legend class="hidden">Parts to show</legend>
          {embedParts.map((part) => (
            <label key={part}>
              <input
                type="checkbox"
                checked={parts.value.includes(part)}
                onChange={({ currentTarget }) => {
                  const chosen = embedParts.filter((one) =>
                    one === part ? currentTarget.checked : parts.value.includes(one),
                  );
                  if (chosen.length > 0) parts.value = chosen;
                  else currentTarget.checked = true;
                }}
              />
              {partNames[part]}
            </label>
          ))}
        </fieldset>
        <Copied value={frame} name="Frame" />
      </section>
    </Dialog>
  );
}

function Copied({ value, name: what }: { value: string; name: string }) {
  const isCopied = useSignal("");
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => {
        isCopied.value = value;
      },
      () => say("This browser does not let the page copy: select the text and copy it."),
    );
  return (
    <div class="copied">
      <input readOnly aria-label={what} value={value} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="primary" onClick={copy}>
        {isCopied.value === value ? "Copied ✓" : "Copy"}
      </button>
    </div>
  );
}
