// Events in order: a list, and everything known about the chosen event.

import type { EventInfo } from "../protocol/messages.ts";
import { selectEvent, selectedEvent } from "../state/clock.ts";
import { events, phase } from "../state/run.ts";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import { EventsFilter, eventTypes, everything, filter, filtered } from "./filter.tsx";
import { EventTrace } from "./trace.tsx";
import "../plots/plots.css";
import "./events.css";

const rowHeight = 28;

export default function EventsPanel() {
  const all = events.value;
  const list = filtered(all, filter.value);
  const chosen = selectedEvent.value;
  const at = chosen === null ? -1 : placeOf(list, chosen);
  const event = chosen === null ? undefined : all[chosen];
  const go = (to: number) => {
    const next = list[Math.max(0, Math.min(list.length - 1, to))];
    if (next) selectEvent(next.number);
  };
  if (all.length === 0)
    return (
      <p class="quiet">
        {phase.value === "running"
          ? "Nothing has happened yet."
          : "Collisions, contacts and event blocks appear here when they happen."}
      </p>
    );
  return (
    <div class="events">
      <EventsFilter />
      <EventsHead listed={list.length} all={all.length} at={at} go={go} />
      <VirtualRows
        role="listbox"
        class="events-list"
        label="Events"
        count={list.length}
        height={rowHeight}
        shown={at}
        active={at >= 0 ? `event-${chosen}` : undefined}
        onKeyDown={(key) => {
          const page = 10;
          const to = {
            ArrowDown: at + 1,
            ArrowUp: at - 1,
            PageDown: at + page,
            PageUp: at - page,
            Home: 0,
            End: list.length,
          }[key.key];
          if (to === undefined) return;
          go(to);
          key.preventDefault();
          key.stopPropagation();
        }}
        row={(index) => <EventRow key={list[index].number} event={list[index]} isChosen={index === at} />}
      />
      {event ? (
        <EventTrace event={event} />
      ) : (
        <p class="quiet">Choose an event: the time goes there, and its numbers before and after it are listed here.</p>
      )}
    </div>
  );
}

interface EventsHeadProps {
  /** Number of listed events, and of all events. */
  readonly listed: number;
  readonly all: number;
  /** The index of the chosen event in the list, or -1. */
  readonly at: number;
  go(to: number): void;
}

function EventsHead({ listed, all, at, go }: EventsHeadProps) {
  return (
    <div class="events-head">
      <span>
        {listed === all ? `${all} ${all === 1 ? "event" : "events"}` : `${listed} of ${all} events`}
        {listed < all && (
          <button
            type="button"
            onClick={() => {
              filter.value = everything;
            }}
          >
            Show all
          </button>
        )}
      </span>
      <span>
        <button
          type="button"
          aria-label="Previous event"
          title="Previous event in the list (Shift+←)"
          disabled={listed === 0 || at === 0}
          onClick={() => go(at < 0 ? listed - 1 : at - 1)}
        >
          ‹ Previous
        </button>
        <button
          type="button"
          aria-label="Next event"
          title="Next event in the list (Shift+→)"
          disabled={listed === 0 || at === listed - 1}
          onClick={() => go(at + 1)}
        >
          Next ›
        </button>
      </span>
    </div>
  );
}

function EventRow({ event, isChosen }: { event: EventInfo; isChosen: boolean }) {
  const { number, type, time, context, objects } = event;
  const kind = eventTypes.find((one) => one.type === type)!;
  return (
    <div
      role="option"
      tabIndex={-1}
      id={`event-${number}`}
      class="event-row"
      aria-selected={isChosen}
      title={`${type} · ${context}`}
      onClick={() => selectEvent(number)}
      onKeyDown={(key) => key.key === "Enter" && selectEvent(number)}
    >
      <i class={`type ${type.replace(" ", "-")}`} aria-hidden="true">
        {kind.sign}
      </i>
      <span class="number">{time.toFixed(6)}</span>
      <span class="hidden">{type}</span>
      <span class="who">{objects.join(" – ")}</span>
      <span class="quiet law">{context}</span>
    </div>
  );
}

/** The index of an event in a list in the order of numbers. */
function placeOf(list: readonly EventInfo[], number: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].number < number) low = middle + 1;
    else high = middle;
  }
  return list[low]?.number === number ? low : -1;
}
