// The bodies, the world, the run and the laws as forms: changes here are changes of the text.
import { computed } from "@preact/signals";
import { jumpTo, pause, readTime, time } from "../state/clock.ts";
import { outline } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import "./objects.css";
import { AttributeFields, AttributeValues } from "./attributes.tsx";
import { BodyForm } from "./body-form.tsx";
import type { BodyKind } from "./body-text.ts";
import { LinkEditor } from "./link-form.tsx";
import { addBody } from "./object-edits.ts";
import { LawsForm, SimulationForm } from "./simulation-form.tsx";

const kinds: readonly { kind: BodyKind; title: string }[] = [
  { kind: "sphere", title: "Sphere" },
  { kind: "cuboid", title: "Cuboid" },
  { kind: "cylinder", title: "Cylinder" },
  { kind: "cone", title: "Cone" },
  { kind: "capsule", title: "Capsule" },
  { kind: "plane", title: "Plane" },
  { kind: "half space", title: "Half space" },
];

function AddRow() {
  return (
    <div class="add-row" role="group" aria-label="Add a body">
      <span class="quiet">Add</span>
      {kinds.map(({ kind, title }) => (
        <button
          key={kind}
          type="button"
          aria-label={`Add a ${kind}`}
          onClick={() => {
            selectedBody.value = addBody(kind);
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Whether the shown time is the start: there first values can be changed. */
const isAtStart = computed(() => {
  const all = frames.value;
  return !all || time.value <= all.layout.start + 1e-12;
});

function TimeRow({ isEditable }: { isEditable: boolean }) {
  const start = frames.value?.layout.start ?? 0;
  return (
    <p class="time-row quiet">
      {isEditable ? (
        <span>At the start: every number can be changed.</span>
      ) : (
        <>
          <span>
            At <span class="number">{readTime.value.toFixed(3)} s</span>
          </span>
          <button
            type="button"
            onClick={() => {
              pause();
              jumpTo(start);
            }}
          >
            Change at the start
          </button>
        </>
      )}
    </p>
  );
}

export default function ObjectsPanel() {
  const { objects, links, world, simulations } = outline.value;
  const isEditable = isAtStart.value;
  const slots = frames.value?.layout.world.filter(({ name }) => name !== "t" && name !== "dt") ?? [];
  return (
    <div class="objects-view">
      <AddRow />
      <TimeRow isEditable={isEditable} />
      {objects.length === 0 && <p class="quiet">No bodies yet. Add one, or write a block: object {"{ }"}</p>}
      {objects.map((object) => (
        <BodyForm key={object.name} object={object} isEditable={isEditable} />
      ))}
      {links.map((link) => (
        <LinkEditor key={link.name} link={link} isEditable={isEditable} />
      ))}
      <details class="body-form" open>
        <summary>
          <span class="body-name">World</span>
        </summary>
        {world.length === 0 && slots.length === 0 && <p class="quiet">The world has no attributes of its own.</p>}
        {isEditable ? (
          <AttributeFields holder={null} attributes={world} />
        ) : (
          <AttributeValues owner="" slots={slots} attributes={world} />
        )}
      </details>
      {simulations.map((simulation) => (
        <details key={simulation.name} class="body-form" open={simulations.length === 1}>
          <summary>
            <span class="body-name">Run</span>
            <span class="quiet">{simulation.name}</span>
          </summary>
          <SimulationForm simulation={simulation} />
        </details>
      ))}
      <details class="body-form">
        <summary>
          <span class="body-name">Laws</span>
        </summary>
        <LawsForm />
      </details>
    </div>
  );
}
