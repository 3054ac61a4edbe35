// What the view shows, by the keys of 004.
import type { Signal } from "@preact/signals";
import type { Command } from "./commands.ts";
import { showAxes, showContacts, showMirror, showTrails, showVectors, showWireframe } from "./state/settings.ts";

function toggles(id: string, name: string, key: string, value: Signal<boolean>): Command {
  const flip = () => {
    value.value = !value.value;
  };
  return { id, name, group: "View", keys: [key], run: flip, isOn: () => value.value };
}

export const viewCommands: readonly Command[] = [
  toggles("axes", "Axes of the bodies", "a", showAxes),
  toggles("contacts", "Contact points and normals", "c", showContacts),
  toggles("mirror", "Mirror in the ground", "m", showMirror),
  toggles("trails", "Trails", "t", showTrails),
  toggles("vectors", "Vectors", "v", showVectors),
  toggles("wireframe", "Wireframe", "w", showWireframe),
];
