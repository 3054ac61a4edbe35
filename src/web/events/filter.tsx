// The filter of the list of events: types, an interval of time, and objects that must all take part.
import { effect, signal } from "@preact/signals";
import type { EventInfo } from "../protocol/messages.ts";
import { events, frames } from "../state/run.ts";
import { NameBox } from "../ui/name-box.tsx";

export interface EventFilter {
  readonly types: readonly EventInfo["type"][];
  readonly from: number | null;
  readonly to: number | null;
  /** Objects that must all take part. */
  readonly objects: readonly string[];
}

/** Types as people call them, with the sign of their mark on the time line. */
export const eventTypes: readonly { type: EventInfo["type"]; title: string; sign: string }[] = [
  { type: "collision", title: "Collisions", sign: "▼" },
  { type: "contact", title: "Contacts", sign: "■" },
  { type: "event", title: "Event blocks", sign: "●" },
  { type: "free fall", title: "Free falls", sign: "○" },
];

export const everything: EventFilter = {
  types: eventTypes.map(({ type }) => type),
  from: null,
  to: null,
  objects: [],
};

export const filter = signal<EventFilter>(everything);

// Objects that the new experiment does not have are dropped.
effect(() => {
  const bodies = frames.value?.layout.bodies;
  const { objects } = filter.peek();
  if (!bodies || objects.length === 0) return;
  const known = objects.filter((name) => bodies.some((body) => body.name === name));
  if (known.length < objects.length) filter.value = { ...filter.peek(), objects: known };
});

export function filtered(all: readonly EventInfo[], { types, from, to, objects }: EventFilter): readonly EventInfo[] {
  if (types.length === eventTypes.length && from === null && to === null && objects.length === 0) return all;
  return all.filter(
    (event) =>
      types.includes(event.type) &&
      (from === null || event.time >= from) &&
      (to === null || event.time <= to) &&
      objects.every((name) => event.objects.includes(name)),
  );
}

export function EventsFilter() {
  const { types, from, to, objects } = filter.value;
  const set = (change: Partial<EventFilter>) => {
    filter.value = { ...filter.value, ...change };
  };
  const counts = new Map<string, number>();
  for (const { type } of events.value) counts.set(type, (counts.get(type) ?? 0) + 1);
  const names = frames.value?.layout.bodies.map((body) => body.name) ?? [];
  return (
    <fieldset class="events-filter">
      <legend class="hidden">Which events</legend>
      <div class="types">
        {eventTypes
          .filter(({ type }) => counts.has(type) || !types.includes(type))
          .map(({ type, title, sign }) => (
            <button
              key={type}
              type="button"
              class={`type ${type.replace(" ", "-")}`}
              aria-pressed={types.includes(type)}
              onClick={() =>
                set({ types: types.includes(type) ? types.filter((one) => one !== type) : [...types, type] })
              }
            >
              <i aria-hidden="true">{sign}</i> {title} <span class="quiet">{counts.get(type) ?? 0}</span>
            </button>
          ))}
      </div>
      <div class="where">
        <TimeBox label="From time" value={from} onChange={(value) => set({ from: value })} />
        <span class="quiet">to</span>
        <TimeBox label="To time" value={to} onChange={(value) => set({ to: value })} />
        <span class="quiet">s</span>
        <NameBox
          label="Objects that take part"
          placeholder="with object …"
          names={names.filter((name) => !objects.includes(name))}
          onPick={(name) => names.includes(name) && set({ objects: [...objects, name] })}
        />
      </div>
      {objects.length > 0 && (
        <div class="chips">
          {objects.map((name) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-label={`No longer only with ${name}`}
              onClick={() => set({ objects: objects.filter((one) => one !== name) })}
            >
              {name} ×
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}

function TimeBox(props: { label: string; value: number | null; onChange(value: number | null): void }) {
  return (
    <input
      type="text"
      inputMode="decimal"
      class="time-box number"
      aria-label={props.label}
      placeholder={props.label === "From time" ? "start" : "end"}
      value={props.value ?? ""}
      onInput={(event) => {
        const text = event.currentTarget.value.trim();
        const value = Number(text.replace(",", "."));
        props.onChange(text === "" || Number.isNaN(value) ? null : value);
      }}
    />
  );
}
