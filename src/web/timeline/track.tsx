// The line itself: scrubbed by pointer and keys, with the marks of events.
import { computed, effect } from "@preact/signals";
import type { RefObject, TargetedPointerEvent } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { goToParting, partingTime } from "../compare/comparison.ts";
import { goTo, jumpTo, readTime, scrub, selectEvent, step, stepEvent, time } from "../state/clock.ts";
import { events, frames, reached } from "../state/run.ts";
import { describeMark, type Mark, markNear, markPath, marksOf } from "./marks.ts";

/** Pixels around a mark that belong to it. */
const reach = 4;

export function Track({ start, end, decimals }: { start: number; end: number; decimals: number }) {
  const track = useRef<HTMLDivElement>(null);
  const width = useWidth(track);
  const marks = useMemo(() => marksOf(events.value, start, end, width), [events.value, start, end, width]);
  const drawn = useMemo(
    () =>
      [...marks].map(([type, list]) => (
        <path key={type} class={`mark ${type}`} data-count={list.length} d={markPath(type, list)} />
      )),
    [marks],
  );
  const head = useRef<HTMLDivElement>(null);
  const share = (t: number) => Math.min(1, Math.max(0, (t - start) / Math.max(1e-12, end - start)));
  const known = useRef<HTMLDivElement>(null);
  // What changes with every picture, or often, is moved without rendering the rest again.
  useLayoutEffect(
    () =>
      effect(() => {
        head.current!.style.transform = `translateX(${share(time.value) * width}px)`;
      }),
    [start, end, width],
  );
  useLayoutEffect(
    () =>
      effect(() => {
        known.current!.style.transform = `scaleX(${share(reached.value)})`;
      }),
    [start, end, width],
  );
  const said = useMemo(() => computed(() => `${readTime.value.toFixed(decimals)} seconds of ${end}`), [decimals, end]);
  const { near, ...pointer } = usePointer(marks, (x) => scrub(start + (x / Math.max(1, width)) * (end - start)));
  return (
    <div
      class="track"
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label="Time line"
      aria-valuemin={start}
      aria-valuemax={end}
      aria-valuenow={readTime}
      aria-valuetext={said}
      onMouseDown={(event) => {
        // A drag selects no text: dragging selected text would be another act, and end this one.
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
      }}
      {...pointer}
      onKeyDown={(event) => moveByKey(event, start, end)}
    >
      <div class="rail" />
      <div class="reached" ref={known} />
      <div class="head" ref={head} />
      <svg class="marks" aria-hidden="true">
        {drawn}
      </svg>
      <Parting share={share} />
      {near && (
        <div class="mark-name" role="tooltip" style={{ left: `${Math.max(90, Math.min(width - 90, near.x))}px` }}>
          {describeMark(near)}
        </div>
      )}
    </div>
  );
}

/** The width of an element, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}

/**
 * A press on a mark selects its event, a drag moves the time, and a pointer that only hovers names the mark near it.
 */
function usePointer(marks: ReturnType<typeof marksOf>, follow: (x: number) => void) {
  const [near, setNear] = useState<Mark | null>(null);
  const press = useRef<{ readonly mark: Mark | null; readonly x: number; isMoved: boolean } | null>(null);
  const xOf = (event: TargetedPointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    near,
    onPointerDown(event: TargetedPointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const x = xOf(event);
      const mark = markNear(marks, x, reach);
      press.current = { mark, x, isMoved: false };
      if (!mark) follow(x);
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
      const x = xOf(event);
      if (event.buttons !== 1 || !press.current) {
        setNear(markNear(marks, x, reach));
        return;
      }
      press.current.isMoved ||= Math.abs(x - press.current.x) > 3;
      if (press.current.isMoved || !press.current.mark) follow(x);
    },
    onPointerUp() {
      if (press.current?.mark && !press.current.isMoved) selectEvent(press.current.mark.event.number);
      press.current = null;
    },
    onPointerLeave: () => setNear(null),
  };
}

function moveByKey(event: KeyboardEvent, start: number, end: number): void {
  const by = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : -1;
  if (/^Arrow/.test(event.key)) event.shiftKey ? stepEvent(by) : step(by);
  else if (event.key === "PageUp") goTo(time.value + (end - start) / 20);
  else if (event.key === "PageDown") goTo(time.value - (end - start) / 20);
  else if (event.key === "Home") jumpTo(start);
  else if (event.key === "End") jumpTo(frames.value ? reached.value : end);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A mark where the run parts from the one it is compared with. For the pointer; the panel has a button for keys. */
function Parting({ share }: { share(time: number): number }) {
  const at = partingTime();
  if (at === null) return null;
  return (
    <button
      type="button"
      class="parting"
      tabIndex={-1}
      style={{ left: `${100 * share(at)}%` }}
      title={`A and B diverge at ${at.toFixed(6)} s: go there`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={goToParting}
    >
      ≠
    </button>
  );
}
