// The time line: play, step, scrub, jump to events, speed; and the status of the run.

import { computed } from "@preact/signals";
import { MeasureStrip } from "../measures/strip.tsx";
import { start as runFromStart } from "../session/session.ts";
import {
  changeSpeed,
  frame,
  isLooping,
  isPlaying,
  jumpTo,
  setSpeed,
  speed,
  speeds,
  step,
  toggle,
} from "../state/clock.ts";
import { outline } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { chooseSimulation, chosenSimulation } from "../state/simulations.ts";
import { ChosenEvent, ClockField, timeDigits } from "./clock-field.tsx";
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
        <ClockField />
        <SimulationChoice />
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

const isFirstFrame = computed(() => !frames.value || frame.value === 0);

// What changes with every picture, or depends on events, is a separate component, so that the rest is not rendered
// again each time.

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

/** Which simulation of the text runs, where it has several. */
function SimulationChoice() {
  const { simulations } = outline.value;
  if (simulations.length < 2) return null;
  const names = simulations.map(({ name }) => name);
  const chosen = chosenSimulation.value;
  return (
    <select
      class="simulation"
      aria-label="Simulation"
      title="Which simulation of the text runs"
      value={chosen !== null && names.includes(chosen) ? chosen : names[0]}
      onChange={(event) => {
        chooseSimulation(event.currentTarget.value);
        runFromStart();
      }}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
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
