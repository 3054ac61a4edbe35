// The time line: play, step, scrub, jump to events, speed; and what the run has to say.

import { computed } from "@preact/signals";
import { MeasureStrip } from "../measures/strip.tsx";
import {
  changeSpeed,
  frame,
  isLooping,
  isPlaying,
  jumpTo,
  selectedEvent,
  setSpeed,
  speed,
  speeds,
  step,
  time,
  toggle,
} from "../state/clock.ts";
import { events, frames, reached } from "../state/run.ts";
import { timeDecimals } from "../ui/shown-number.ts";
import { Icon } from "./icons.tsx";
import { Status } from "./status.tsx";
import { Track } from "./track.tsx";
import "./timeline.css";

export function Timeline() {
  const all = frames.value;
  const [start, end] = all ? [all.layout.start, all.layout.end] : [0, 1];
  return (
    <div class="timeline" role="group" aria-label="Time">
      <div class="controls">
        <button type="button" title="To the start (Home)" aria-label="To the start" onClick={() => jumpTo(start)}>
          <Icon name="start" />
        </button>
        <BackButton />
        <button
          type="button"
          class="play"
          title={isPlaying.value ? "Pause (Space)" : "Play (Space)"}
          aria-label={isPlaying.value ? "Pause" : "Play"}
          onClick={toggle}
        >
          <Icon name={isPlaying.value ? "pause" : "play"} />
        </button>
        <button type="button" title="One frame on (→)" aria-label="One frame on" onClick={() => step(1)}>
          <Icon name="on" />
        </button>
        <button
          type="button"
          title="Again from the start when it ends"
          aria-label="Loop"
          aria-pressed={isLooping.value}
          onClick={() => {
            isLooping.value = !isLooping.value;
          }}
        >
          <Icon name="loop" />
        </button>
        <TimeOutput />
      </div>
      <Track start={start} end={end} decimals={timeDigits.value} />
      <span class="end">{Number(end.toPrecision(6))} s</span>
      <div class="speeds">
        <button
          type="button"
          title="Slower (-)"
          aria-label="Slower"
          disabled={speed.value <= speeds[0]}
          onClick={() => changeSpeed(-1)}
        >
          <Icon name="slower" />
        </button>
        <button
          type="button"
          class="speed"
          title="Back to true speed"
          aria-label={`Speed ${speedName(speed.value)}`}
          onClick={() => setSpeed(1)}
        >
          {speedName(speed.value)}
        </button>
        <button
          type="button"
          title="Faster (+)"
          aria-label="Faster"
          disabled={speed.value >= speeds[speeds.length - 1]}
          onClick={() => changeSpeed(1)}
        >
          <Icon name="faster" />
        </button>
      </div>
      <div class="strip">
        <MeasureStrip />
      </div>
      <ChosenEvent />
      <Status />
    </div>
  );
}

const chosenEvent = computed(() => (selectedEvent.value === null ? undefined : events.value[selectedEvent.value]));
/** Number of decimals that distinguish two frames. */
const timeDigits = computed(() => {
  reached.value;
  const all = frames.value;
  return timeDecimals(all && all.count > 1 ? all.times[1] - all.times[0] : 0.01);
});
const isFirstFrame = computed(() => !frames.value || frame.value === 0);

// What changes with every picture, or is asked for events, is a component of its own, so that the rest is not rendered
// again each time.

const timeText = computed(() => {
  const chosen = chosenEvent.value;
  // Events are located far more finely than frames lie.
  const isAtEvent = chosen && Math.abs(chosen.time - time.value) < 1e-9;
  return `${isAtEvent ? chosen.time.toFixed(6) : time.value.toFixed(timeDigits.value)} s`;
});

/** Number of characters of the longest time. */
const timeWidth = computed(() => (frames.value?.layout.end ?? 1).toFixed(timeDigits.value).length + 2);

function TimeOutput() {
  return (
    <output class="time" aria-label="Time" style={{ "--digits": timeWidth.value }}>
      <span class="steady">{timeText}</span>
    </output>
  );
}

function BackButton() {
  return (
    <button
      type="button"
      title="One frame back (←)"
      aria-label="One frame back"
      disabled={isFirstFrame.value}
      onClick={() => step(-1)}
    >
      <Icon name="back" />
    </button>
  );
}

function ChosenEvent() {
  const chosen = chosenEvent.value;
  return (
    <p class="hidden" role="status">
      {chosen && `${chosen.type} of ${chosen.objects.join(" and ")} at ${chosen.time.toFixed(6)} seconds`}
    </p>
  );
}

function speedName(value: number): string {
  const signs = new Map([
    [1 / 2, "½"],
    [1 / 4, "¼"],
    [1 / 8, "⅛"],
  ]);
  return `×${signs.get(value) ?? (value < 1 ? `1/${Math.round(1 / value)}` : value)}`;
}
