// One object: its kind, its attributes, and what can be done with it.
import { useEffect, useState } from "preact/hooks";
import { physicalTypes } from "../../language/declare/experiment.ts";
import { setSetting } from "../../language/write/edit.ts";
import type { BodyInfo } from "../protocol/messages.ts";
import type { ObjectOutline } from "../protocol/text.ts";
import { frame } from "../state/clock.ts";
import { edit, outline, owner, text } from "../state/experiment.ts";
import { explainLaw } from "../state/explaining.ts";
import { frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import { ChoiceField, ExpressionField } from "../ui/fields.tsx";
import { AttributeFields, AttributeValues } from "./attributes.tsx";
import { duplicateBody, removeBody, renameBody } from "./object-edits.ts";

function NameForm({ object, onDone }: { object: ObjectOutline; onDone(): void }) {
  const [problem, setProblem] = useState("");
  const taken = outline.value.objects.map(({ name }) => name);
  return (
    <form
      class="name-form"
      onSubmit={async (event) => {
        event.preventDefault();
        const next = String(new FormData(event.currentTarget).get("name")).trim();
        if (next === object.name) return onDone();
        if (!/^[\p{L}_][\p{L}\d_]*$/u.test(next))
          return setProblem("Letters, digits and _, not starting with a digit.");
        if (taken.includes(next)) return setProblem(`There is already a ${next}.`);
        const why = await renameBody(object, next);
        if (why !== "") return setProblem(why);
        if (selectedBody.value === object.name) selectedBody.value = next;
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onDone();
      }}
    >
      <input
        name="name"
        aria-label={`New name of ${object.name}`}
        defaultValue={object.name}
        spellcheck={false}
        autocomplete="off"
        ref={(field) => {
          if (!field || document.activeElement === field) return;
          field.focus();
          field.select();
        }}
      />
      <button type="submit">Rename</button>
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function Asleep({ number }: { number: number }) {
  return frames.value?.inactive(frame.value)?.[number] === 1 ? <>, asleep</> : null;
}

interface BodyProps {
  readonly object: ObjectOutline;
  /** The bodies of the run that come from the object, and the one that is meant. */
  readonly bodies: readonly BodyInfo[];
  readonly body: BodyInfo | undefined;
}

export function BodyForm({ object, isEditable }: { object: ObjectOutline; isEditable: boolean }) {
  const [isNaming, setNaming] = useState(false);
  const { name, physicalType, shape, settings, file } = object;
  const copies = settings.find(({ key }) => key === "copies");
  const bodies = frames.value?.layout.bodies.filter((body) => body.object === name) ?? [];
  const body = bodies.find((one) => one.name === selectedBody.value) ?? bodies[0];
  const isSelected = bodies.some((one) => one.name === selectedBody.value) || selectedBody.value === name;
  // Few bodies are open at first; of many only the one in question; afterwards the person decides.
  const [isOpen, setOpen] = useState(isSelected || outline.value.objects.length <= 3);
  useEffect(() => {
    if (isSelected) setOpen(true);
  }, [isSelected]);
  return (
    <details
      class="body-form"
      open={isOpen}
      data-selected={isSelected}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="body-name">{name}</span>
        <span class="quiet">
          {physicalType} {shape}
          {copies ? `, ${bodies.length || copies.text} copies` : ""}
          {file !== null && `, from ${file}`}
          {body && <Asleep number={frames.value!.layout.bodies.indexOf(body)} />}
        </span>
      </summary>
      <div class="acts" role="group" aria-label={`What to do with ${name}`}>
        <button
          type="button"
          aria-pressed={isSelected}
          title="Mark it in the view"
          onClick={() => {
            selectedBody.value = isSelected ? null : (body?.name ?? name);
          }}
        >
          Select
        </button>
        {body && body.physicalType !== "static" && (
          <button
            type="button"
            title="The law that moves it at the time shown, and why"
            onClick={() => explainLaw(body.name)}
          >
            Which law?
          </button>
        )}
        {file === null && <TextActs object={object} isNaming={isNaming} onName={() => setNaming(!isNaming)} />}
      </div>
      {isNaming && <NameForm object={object} onDone={() => setNaming(false)} />}
      {isEditable && file === null ? (
        <FirstValues object={object} />
      ) : (
        <Values object={object} bodies={bodies} body={body} isOpen={isOpen} />
      )}
    </details>
  );
}

/** The acts on an object that stands in the text itself. */
function TextActs({ object, isNaming, onName }: { object: ObjectOutline; isNaming: boolean; onName(): void }) {
  return (
    <>
      <button
        type="button"
        onClick={() => {
          selectedBody.value = duplicateBody(object) ?? selectedBody.value;
        }}
      >
        Duplicate
      </button>
      <button type="button" onClick={onName} aria-expanded={isNaming}>
        Rename
      </button>
      <button type="button" onClick={() => removeBody(object)}>
        Remove
      </button>
      <button type="button" onClick={() => owner.value?.show(object.from, object.from)}>
        Text
      </button>
    </>
  );
}

/** The first values of an object in the text, as editable fields. */
function FirstValues({ object: { name, physicalType, attributes, settings } }: { object: ObjectOutline }) {
  const copies = settings.find(({ key }) => key === "copies");
  const setting = (key: string, value: string) => {
    const edits = setSetting(text.value, "object", name, key, value);
    if (edits) edit(edits, `change ${name}`);
  };
  return (
    <>
      <div class="kind-row">
        <ChoiceField
          label={`Physical type of ${name}`}
          value={physicalType}
          choices={physicalTypes}
          onChange={(next) => setting("physical type", next)}
        />
        {copies && (
          <span class="copies">
            copies{" "}
            <ExpressionField
              label={`Copies of ${name}`}
              value={copies.text}
              onChange={(next) => setting("copies", next)}
            />
          </span>
        )}
      </div>
      <AttributeFields holder={name} attributes={attributes} />
    </>
  );
}

/** The numbers of a body at the time that is shown. */
function Values({ object: { name, attributes }, bodies, body, isOpen }: BodyProps & { isOpen: boolean }) {
  return (
    <>
      {bodies.length > 1 && (
        <ChoiceField
          label={`Which ${name}`}
          value={body?.name ?? ""}
          choices={bodies.map((one) => one.name)}
          onChange={(next) => {
            selectedBody.value = next;
          }}
        />
      )}
      {/* What is folded away costs nothing while it plays. */}
      {!isOpen ? null : body ? (
        <AttributeValues owner={body.name} slots={body.slots} attributes={attributes} />
      ) : (
        <p class="quiet">Not in the run that is shown.</p>
      )}
    </>
  );
}
