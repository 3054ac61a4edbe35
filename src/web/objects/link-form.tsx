// One link: what it joins by which law, its attributes, and how it is at the time that is shown.
import { useState } from "preact/hooks";
import type { LinkOutline } from "../protocol/text.ts";
import { outline, owner } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { ChoiceField } from "../ui/fields.tsx";
import { AttributeFields, AttributeValues } from "./attributes.tsx";
import "../measures/constraints.css";

/** More links than these are folded at first. */
const few = 3;

export function LinkEditor({ link, isEditable }: { link: LinkOutline; isEditable: boolean }) {
  const { name, kind, ends, attributes, settings, file } = link;
  const all = frames.value?.layout.links.filter((one) => one.link === name) ?? [];
  const [chosen, choose] = useState("");
  const [isOpen, setOpen] = useState(outline.value.links.length <= few);
  const shown = all.find((one) => one.name === chosen) ?? all[0];
  const copies = settings.find(({ key }) => key === "copies");
  return (
    <details class="body-form link-form" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="body-name">{name}</span>
        <span class="quiet">
          {kind}
          {copies ? `, ${all.length || copies.text} copies` : ""}
          {file !== null && `, from ${file}`}
        </span>
      </summary>
      <p class="link-ends">
        <code>{ends[0]}</code> – <code>{ends[1]}</code>
        {file === null && (
          <button type="button" onClick={() => owner.value?.show(link.from, link.from)}>
            Text
          </button>
        )}
      </p>
      {isEditable && file === null && <AttributeFields holder={{ link: name }} attributes={attributes} />}
      {all.length > 1 && (
        <ChoiceField
          label={`Which ${name}`}
          value={shown?.name ?? ""}
          choices={all.map((one) => one.name)}
          onChange={choose}
        />
      )}
      {/* At the start fields have the attributes; the rest is what the run makes of it. */}
      {!isOpen ? null : shown ? (
        <AttributeValues
          owner={shown.name}
          slots={shown.slots.filter(
            (slot) => !isEditable || file !== null || !attributes.some((one) => one.name === slot.name),
          )}
          attributes={attributes}
        />
      ) : (
        <p class="quiet">Not in the run that is shown.</p>
      )}
    </details>
  );
}
