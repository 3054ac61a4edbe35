// The values at the very instant of the selected event, just after it: frames lie beside it.
import { effect, signal } from "@preact/signals";
import { selectedEvent } from "./clock.ts";
import { frames, memoryAt } from "./run.ts";

/** All attributes at that instant; null if none is selected, or until they have come. */
export const instant = signal<Float64Array | null>(null);

effect(() => {
  const event = selectedEvent.value;
  const all = frames.value;
  instant.value = null;
  if (event === null || !all) return;
  memoryAt({ event, side: "after" }).then(
    (memory) => {
      if (selectedEvent.peek() === event && frames.peek() === all) instant.value = memory;
    },
    // A run that is over has other events.
    () => {},
  );
});
