// What the view can do, over the view: small and quiet, each with its name and its key.

import { showTrails } from "../state/bench.ts";
import { selectedBody } from "../state/selection.ts";
import { takePicture } from "./capture.ts";
import { followable, type ViewCommand, viewCommands } from "./commands.ts";
import { ViewIcon } from "./icons.tsx";
import { followedBody, handTool, isVectorPanelOpen, trailsOfSelected } from "./scene/view-settings.ts";

const groups = [
  ["fit", "front", "side", "top"],
  ["axes", "contacts", "trails", "vectors", "wireframe", "mirror"],
  ["hand-move", "hand-turn", "hand-size"],
];

const byId = new Map(viewCommands.map((command) => [command.id, command]));

export function Toolbar() {
  return (
    <div class="view-tools" role="toolbar" aria-label="View">
      {groups.map((ids) => (
        <div key={ids[0]} class="view-group">
          {ids.map((id) => (
            <Tool key={id} command={byId.get(id)!} />
          ))}
          {ids.includes("vectors") && <VectorButton />}
          {ids[0] === "fit" && <Follow />}
        </div>
      ))}
      <div class="view-group">
        <button
          type="button"
          aria-label="Picture of the view"
          title="Picture of the view (PNG)"
          onClick={() => void takePicture()}
        >
          <ViewIcon name="picture" />
        </button>
      </div>
      <Hints />
    </div>
  );
}

function Tool({ command: { id, name, keys, run, isOn } }: { command: ViewCommand }) {
  const key = keys.length > 0 ? ` (${keys[0].length === 1 ? keys[0].toUpperCase() : keys[0]})` : "";
  return (
    <button type="button" aria-label={name} title={name + key} aria-pressed={isOn?.()} onClick={run}>
      <ViewIcon name={id} />
    </button>
  );
}

function VectorButton() {
  return (
    <button
      type="button"
      aria-label="Choose vectors"
      title="Choose vectors: which, where, how long, in which colour"
      aria-expanded={isVectorPanelOpen.value}
      onClick={() => {
        isVectorPanelOpen.value = !isVectorPanelOpen.value;
      }}
    >
      <ViewIcon name="more" />
    </button>
  );
}

function Follow() {
  const names = followable();
  if (names.length === 0) return null;
  return (
    <label class="view-follow" title="Follow a body with the camera (F1, F2 …)">
      <ViewIcon name="follow" />
      <select
        aria-label="Follow a body"
        value={followedBody.value ?? ""}
        onChange={(event) => {
          followedBody.value = event.currentTarget.value || null;
        }}
      >
        <option value="">nobody</option>
        {names.slice(0, 200).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What can be done next with what is chosen. */
function Hints() {
  const body = selectedBody.value;
  return (
    <>
      {showTrails.value && body !== null && (
        <label class="view-hint">
          <input
            type="checkbox"
            checked={trailsOfSelected.value}
            onChange={() => {
              trailsOfSelected.value = !trailsOfSelected.value;
            }}
          />
          trail of {body} only
        </label>
      )}
      {handTool.value !== null && (
        <span class="view-hint">{body === null ? "Click a body." : `Pull the handles of ${body}.`}</span>
      )}
    </>
  );
}
