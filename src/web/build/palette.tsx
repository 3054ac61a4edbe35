// The tools for building, over the view: bodies, links, a velocity; what to do with the active one, by hand or by
// numbers; acts on the selected body.
import { Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import type { ObjectOutline } from "../protocol/text.ts";
import { jumpTo, pause } from "../state/clock.ts";
import { outline } from "../state/experiment.ts";
import { arrived, frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import { showPanel } from "../state/sides.ts";
import { lazily } from "../ui/lazily.tsx";
import { stage, takeTool } from "../view/commands.ts";
import { handTool } from "../view/scene/view-settings.ts";
import { setColour } from "./acts.ts";
import { BuildHand } from "./build-hand.ts";
import "./build.css";
import { duplicateSelected, removeSelected } from "./body-acts.ts";
import { isBuilding, isShelfOpen, taken } from "./building.ts";
import { NumbersForm } from "./numbers-form.tsx";
import { ToolIcon } from "./tool-icons.tsx";
import { bodyTools, entryOf, linkTools, type ToolEntry, velocityTool } from "./tools.ts";

const Shelf = lazily(() => import("./shelf.tsx"));

/** Takes a tool, and shows the start, where the text defines all places; taking it again puts it away. */
function take(id: string): void {
  const isOther = taken.value !== id;
  taken.value = null;
  if (!isOther) return;
  handTool.value = null;
  isShelfOpen.value = false;
  pause();
  const all = frames.value;
  if (all) jumpTo(all.layout.start);
  taken.value = id;
}

export default function BuildPalette() {
  const scene = stage.value;
  useEffect(() => {
    if (!scene) return;
    const hand = new BuildHand(scene.view, scene.host);
    return () => hand.dispose();
  }, [scene]);
  useEffect(() => {
    const putAway = (event: KeyboardEvent) => {
      if (event.key === "Escape" && taken.value !== null) {
        taken.value = null;
        event.preventDefault();
      }
    };
    addEventListener("keydown", putAway);
    return () => {
      removeEventListener("keydown", putAway);
      taken.value = null;
    };
  }, []);
  return (
    <>
      <section class="build" aria-label="Build">
        <div class="build-head">
          <button
            type="button"
            aria-expanded={isShelfOpen.value}
            title="The laws of the library: take some into use, and put others away"
            onClick={() => {
              isShelfOpen.value = !isShelfOpen.value;
            }}
          >
            Shelf of laws
          </button>
          <button
            type="button"
            class="sign"
            aria-label="Put the tools away"
            title="Put the tools away"
            onClick={() => {
              isBuilding.value = false;
            }}
          >
            ✕
          </button>
        </div>
        <ToolGroup title="Bodies" tools={bodyTools} />
        <ToolGroup title="Links" tools={linkTools} />
        <ToolGroup title="Motion" tools={[velocityTool]} />
      </section>
      {isShelfOpen.value ? (
        <Suspense fallback={null}>
          <Shelf />
        </Suspense>
      ) : (
        <Next />
      )}
    </>
  );
}

function ToolGroup({ title, tools }: { title: string; tools: readonly ToolEntry[] }) {
  return (
    <div class="build-group" role="group" aria-label={title}>
      <span class="build-title" aria-hidden="true">
        {title}
      </span>
      <div class="build-tools">
        {tools.map(({ id, title: name, how }) => (
          <button key={id} type="button" aria-pressed={taken.value === id} title={how} onClick={() => take(id)}>
            <ToolIcon name={id} />
            <span>{name}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** What to do next: with the active tool, or with the selected body. */
function Next() {
  const entry = entryOf(taken.value);
  if (entry)
    return (
      <div class="build-next" role="group" aria-label={entry.title}>
        <p role="status">
          <strong>{entry.title}.</strong> {entry.how}
        </p>
        <NumbersForm key={entry.id} entry={entry} />
        <button
          type="button"
          class="sign"
          aria-label={`Put ${entry.title.toLowerCase()} away`}
          title="Put it away (Esc)"
          onClick={() => {
            taken.value = null;
          }}
        >
          ✕
        </button>
      </div>
    );
  const bodies = frames.value?.layout.bodies ?? [];
  const number = bodies.findIndex(({ name }) => name === selectedBody.value);
  const object = outline.value.objects.find(({ name }) => name === (bodies[number]?.object ?? selectedBody.value));
  if (!object || object.file !== null) return null;
  return <Selected object={object} number={number} />;
}

/** The colour of a body: what one chooses is the attribute `color` of its object. */
function ColourField({ object, number }: { object: ObjectOutline; number: number }) {
  // What is drawn follows the frames.
  arrived.value;
  const shown = stage.value?.view.bodies.colour(number);
  return (
    <label class="build-colour">
      Colour
      <input
        type="color"
        value={`#${shown?.getHexString() ?? "808080"}`}
        onChange={(event) => setColour(object.name, event.currentTarget.value)}
      />
    </label>
  );
}

function Selected({ object, number }: { object: ObjectOutline; number: number }) {
  const { name } = object;
  const acts = [
    { title: "Move", does: () => takeTool("move"), isOn: handTool.value === "move" },
    { title: "Turn", does: () => takeTool("turn"), isOn: handTool.value === "turn" },
    { title: "Size", does: () => takeTool("size"), isOn: handTool.value === "size" },
  ];
  return (
    <div class="build-next" role="group" aria-label={`What to do with ${name}`}>
      <strong>{name}</strong>
      <div class="build-acts">
        {acts.map(({ title, does, isOn }) => (
          <button key={title} type="button" aria-pressed={isOn} onClick={does}>
            {title}
          </button>
        ))}
        <ColourField object={object} number={number} />
        <button type="button" title="All its numbers, in Objects" onClick={() => showPanel("objects")}>
          Numbers
        </button>
        <button type="button" title="Duplicate (Ctrl+D)" onClick={duplicateSelected}>
          Duplicate
        </button>
        <button type="button" title="Remove (Delete)" onClick={removeSelected}>
          Remove
        </button>
      </div>
    </div>
  );
}
