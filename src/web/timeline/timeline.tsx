// The time line: play, step, scrub, jump to events, speed.
import { useRef } from "preact/hooks";
import {
  changeSpeed,
  isLooping,
  isPlaying,
  pause,
  seek,
  selectEvent,
  speed,
  step,
  time,
  toggle,
} from "../state/clock.ts";
import { events, frames, phase, reached, stopRun } from "../state/run.ts";

export function Timeline() {
  const all = frames.value;
  const [start, end] = all ? [all.layout.start, all.layout.end] : [0, 1];
  const share = (t: number) => `${(100 * (t - start)) / Math.max(1e-12, end - start)}%`;
  const track = useRef<HTMLDivElement>(null);
  const scrub = (event: PointerEvent) => {
    const box = track.current!.getBoundingClientRect();
    pause();
    selectEvent(null);
    seek(start + ((event.clientX - box.left) / box.width) * (end - start));
  };
  return (
    <div class="timeline" role="group" aria-label="Time">
      <button type="button" title="To the start (Home)" aria-label="To the start" onClick={() => seek(start)}>⏮</button>
      <button type="button" title="One frame back (←)" aria-label="One frame back" onClick={() => step(-1)}>◀</button>
      <button type="button" class="play" title="Play or pause (Space)" aria-label={isPlaying.value ? "Pause" : "Play"} onClick={toggle}>
        {isPlaying.value ? "❚❚" : "▶"}
      </button>
      <button type="button" title="One frame on (→)" aria-label="One frame on" onClick={() => step(1)}>▶</button>
      <button type="button" title="Again from the start when it ends" aria-label="Loop" aria-pressed={isLooping.value} onClick={() => { isLooping.value = !isLooping.value; }}>⟳</button>
      <output class="time" aria-label="Time">{time.value.toFixed(3)} s</output>
      <div
        class="track"
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label="Time line"
        aria-valuemin={start}
        aria-valuemax={end}
        aria-valuenow={time.value}
        aria-valuetext={`${time.value.toFixed(3)} seconds of ${end}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && scrub(event)}
      >
        <div class="reached" style={{ width: share(reached.value) }} />
        {marksOf(start, end).map(({ number, at, type }) => (
          <i key={number} class={`mark ${type.replace(" ", "-")}`} style={{ left: share(at) }} />
        ))}
        <div class="head" style={{ left: share(time.value) }} />
      </div>
      <span class="end">{end} s</span>
      <button type="button" title="Slower (-)" aria-label="Slower" onClick={() => changeSpeed(-1)}>−</button>
      <output class="speed" aria-label="Speed">×{speed.value < 1 ? `1/${1 / speed.value}` : speed.value}</output>
      <button type="button" title="Faster (+)" aria-label="Faster" onClick={() => changeSpeed(1)}>+</button>
      {phase.value === "running" && <button type="button" class="stop" title="Stop computing" onClick={stopRun}>Stop</button>}
    </div>
  ); // biome-ignore format: one button a line
}

/** Marks of what happens, no closer than the eye can part them. */
function marksOf(start: number, end: number) {
  const most = 600;
  const seen = new Set<string>();
  const marks: { number: number; at: number; type: string }[] = [];
  for (const { number, time: at, type } of events.value) {
    if (type === "free fall") continue;
    const key = `${type} ${Math.round((most * (at - start)) / Math.max(1e-12, end - start))}`;
    if (seen.has(key)) continue;
    seen.add(key);
    marks.push({ number, at, type });
  }
  return marks;
}
