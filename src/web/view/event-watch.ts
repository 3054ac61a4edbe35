// The bodies of the selected event are kept in colour, and all are drawn where they are at its very instant.
import { effect } from "@preact/signals";
import { selectedEvent } from "../state/clock.ts";
import { instant } from "../state/instant.ts";
import { events } from "../state/run.ts";
import type { BodyScene } from "./scene/scene.ts";
import { drawsEventWires } from "./scene/view-settings.ts";

export function watchEvent(view: BodyScene): () => void {
  return effect(() => {
    const event = selectedEvent.value === null ? undefined : events.value[selectedEvent.value];
    view.instant = instant.value;
    const involved = event ? new Set(event.objects) : null;
    view.bodies.setAside(involved);
    view.bodies.setWired(drawsEventWires.value ? involved : null);
    view.invalidate();
  });
}
