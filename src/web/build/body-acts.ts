// Acts on the selected body, for the tools and the keys.
import { duplicateBody, removeBody } from "../objects/object-edits.ts";
import type { ObjectOutline } from "../protocol/text.ts";
import { outline } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";

/** The object of the selected body, if it stands in the text itself. */
function selectedObject(): ObjectOutline | null {
  const body = frames.value?.layout.bodies.find(({ name }) => name === selectedBody.value);
  const name = body?.object ?? selectedBody.value;
  return outline.value.objects.find((one) => one.name === name && one.file === null) ?? null;
}

export function duplicateSelected(): void {
  const object = selectedObject();
  if (object) selectedBody.value = duplicateBody(object) ?? selectedBody.value;
}

export function removeSelected(): void {
  const object = selectedObject();
  if (!object) return;
  removeBody(object);
  selectedBody.value = null;
}
