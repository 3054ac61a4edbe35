// The time as a number, and a field to type another.
import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { goTo, readTime, selectedEvent, time } from "../state/clock.ts";
import { events, frames, reached } from "../state/run.ts";
import { timeDecimals } from "../ui/shown-number.ts";

/** Number of decimals that distinguish two frames. */
export const timeDigits = computed(() => {
  reached.value;
  const all = frames.value;
  return timeDecimals(all && all.count > 1 ? all.times[1] - all.times[0] : 0.01);
});

const chosenEvent = computed(() => (selectedEvent.value === null ? undefined : events.value[selectedEvent.value]));

const timeText = computed(() => {
  const chosen = chosenEvent.value;
  // Events are located far more finely than frames lie.
  const isAtEvent = chosen && Math.abs(chosen.time - time.value) < 1e-9;
  return `${isAtEvent ? chosen.time.toFixed(6) : time.value.toFixed(timeDigits.value)} s`;
});

/** Number of characters of the longest time. */
const timeWidth = computed(() => (frames.value?.layout.end ?? 1).toFixed(timeDigits.value).length + 2);

const isTyping = signal(false);

/** Opens the field. */
export function typeTime(): void {
  isTyping.value = frames.peek() !== null;
}

/** A time as people write it: `1.5`, `1,5 s`, `20 ms`; null for anything else. */
export function readSeconds(text: string): number | null {
  const found = /^\s*([-+]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?)\s*(s|ms|min)?\s*$/i.exec(text);
  if (!found) return null;
  const factor = { s: 1, ms: 1e-3, min: 60 }[(found[2] ?? "s").toLowerCase()]!;
  return Number(found[1].replace(",", ".")) * factor;
}

export function ClockField() {
  if (isTyping.value) return <TimeField />;
  return (
    <span class="clock">
      <output
        class="time"
        aria-label="Time"
        title="Double click to type a time"
        style={{ "--digits": timeWidth.value }}
        onDblClick={typeTime}
      >
        <span class="steady">{timeText}</span>
      </output>
      <button type="button" class="sign" title="Type a time" aria-label="Type a time" onClick={typeTime}>
        ✎
      </button>
    </span>
  );
}

function TimeField() {
  const field = useRef<HTMLInputElement>(null);
  // Immediately, not after the next picture: what is typed right after the click is meant for the field.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const close = () => {
    isTyping.value = false;
  };
  return (
    <input
      ref={field}
      class="time-field number"
      aria-label="Go to the time, in seconds"
      title="A time in s; Enter goes there, Escape leaves it"
      inputMode="decimal"
      autocomplete="off"
      defaultValue={String(Number(readTime.peek().toFixed(6)))}
      onInput={(event) => event.currentTarget.removeAttribute("aria-invalid")}
      onBlur={close}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
        if (event.key !== "Enter") return;
        const wanted = readSeconds(event.currentTarget.value);
        if (wanted === null) event.currentTarget.setAttribute("aria-invalid", "true");
        else {
          goTo(wanted);
          close();
        }
      }}
    />
  );
}

/** Says which event is chosen. */
export function ChosenEvent() {
  const chosen = chosenEvent.value;
  return (
    <p class="hidden" role="status">
      {chosen && `${chosen.type} of ${chosen.objects.join(" and ")} at ${chosen.time.toFixed(6)} seconds`}
    </p>
  );
}
