// The chart inside the page: made when its curves change, fed when rows come in, led by the time line and leading it.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { goTo, scrub, time } from "../state/clock.ts";
import { explain, shownMoment } from "../state/explaining.ts";
import { theme } from "../state/settings.ts";
import { inTurn } from "../state/turns.ts";
import type { Chart } from "./chart.ts";
import type { AxisWidth } from "./chart-axes.ts";
import type { CurveStore } from "./curve-store.ts";
import { type Drawn, type DrawnCurve, readAt } from "./curves.ts";

/** The time that a pointer on some plot is at; all plots read their numbers there. */
export const hoverTime = signal<number | null>(null);

/** For those who hear the chart. */
const howToUse =
  "Drag to zoom, Shift and drag to move, wheel, two fingers or + and − to zoom, 0 or a double click for all, " +
  "a click jumps there, one more on the dot asks why.";

interface ChartViewProps {
  readonly drawn: Drawn;
  readonly store: CurveStore;
  readonly isTime: boolean;
  readonly isEqual: boolean;
  /** Of the numbers beside this chart and those above and below it. */
  readonly axisWidth: AxisWidth;
  readonly label: string;
}

export function ChartView({ drawn, store, isTime, isEqual, axisWidth, label }: ChartViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const now = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const latest = useRef({ drawn, store, isTime, isEqual });
  latest.current = { drawn, store, isTime, isEqual };
  const names = [drawn.xLabel, ...drawn.curves.map(({ name, unit }) => `${name} ${unit}`)].join("\n");

  const timeAt = (at: { x: number; y: number }): number =>
    latest.current.isTime ? at.x : nearestTime(latest.current, at, chart.current!);

  const place = () => {
    const made = chart.current;
    if (!made || !now.current || !dots.current) return;
    const { store, isTime } = latest.current;
    // As far as the chart goes: rows come in a little after the frames, and what is new is drawn a little after that.
    const { drawn } = made;
    const line = isTime ? made.place(Math.min(time.peek(), drawn.xSpan?.[1] ?? Number.POSITIVE_INFINITY), null) : null;
    put(now.current, line && `translateX(${line.left}px)`);
    for (const [i, dot] of [...dots.current.children].entries()) {
      const curve = drawn.curves[i];
      const { x, y } = curve ? readAt(curve, store, time.peek()) : { x: Number.NaN, y: Number.NaN };
      const at = Number.isFinite(x) && Number.isFinite(y) ? made.place(x, y) : null;
      put(dot as HTMLElement, at && `translate(${at.left}px, ${at.top}px)`);
    }
  };

  useEffect(() => {
    let isGone = false;
    const stops: (() => void)[] = [];
    void import("./chart.ts").then(({ Chart, curveColours }) => {
      if (isGone || !host.current) return;
      const element = host.current;
      const make = () => {
        chart.current?.destroy();
        chart.current = new Chart(
          element,
          latest.current.drawn,
          latest.current.isEqual,
          axisWidth,
          coloursOf(element, curveColours),
          {
            hover: (at) => {
              hoverTime.value = at && timeAt(at);
            },
            seek: (at) => goTo(timeAt(at)),
            drawn: place,
            scaled: (x, y) => Object.assign(element.dataset, { x: x.join(" "), y: y.join(" ") }),
          },
        );
        chart.current.plot.over.append(now.current!, dots.current!);
        place();
      };
      const observer = new ResizeObserver(([{ contentRect }]) => {
        chart.current?.resize(contentRect.width, contentRect.height);
        place();
      });
      const isDark = matchMedia("(prefers-color-scheme: dark)");
      // After the page has taken the colours.
      const remake = () => requestAnimationFrame(() => !isGone && make());
      isDark.addEventListener("change", remake);
      let isFirst = true;
      stops.push(
        effect(() => {
          theme.value;
          if (!isFirst) remake();
          isFirst = false;
        }),
        () => isDark.removeEventListener("change", remake),
        () => observer.disconnect(),
      );
      make();
      observer.observe(element);
      stops.push(
        effect(() => {
          time.value;
          place();
        }),
      );
    });
    return () => {
      isGone = true;
      for (const stop of stops) stop();
      hoverTime.value = null;
      chart.current?.destroy();
      chart.current = null;
    };
  }, [names, isTime]);

  // Charts that have news are drawn in turn: all in one picture would be a late one.
  const renew = useRef(() => {
    chart.current?.update(latest.current.drawn);
    place();
  });
  useEffect(() => inTurn(renew.current), [drawn]);

  useEffect(() => {
    chart.current?.setEqual(isEqual);
    place();
  }, [isEqual]);

  const follow = (event: PointerEvent) => {
    const made = chart.current;
    if (!made) return;
    scrub(made.plot.posToVal(event.clientX - made.plot.over.getBoundingClientRect().left, "x"));
  };
  return (
    <div
      class="chart"
      ref={host}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom it
      tabIndex={0}
      aria-label={`${label}. ${howToUse}`}
      title="Drag: zoom · Shift-drag: move · double click: all · click: jump there · click the dot: why?"
      onKeyDown={(event) => {
        if (event.key === "+" || event.key === "=") chart.current?.zoomBy(0.8);
        else if (event.key === "-") chart.current?.zoomBy(1.25);
        else if (event.key === "0") chart.current?.reset();
        else return;
        event.stopPropagation();
        event.preventDefault();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider of the time line is its twin for keys */}
      <div
        class="now"
        ref={now}
        onMouseDown={(event) => event.stopPropagation()}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => event.buttons === 1 && follow(event)}
      />
      <div class="dots" ref={dots}>
        {drawn.curves.map(({ name, path, of }, i) => (
          // For the pointer; the numbers of the legend are its twins for keys. Where dots meet, the first curve is
          // meant.
          <button
            key={`${of} ${name}`}
            type="button"
            tabIndex={-1}
            data-curve={i % 7}
            style={{ zIndex: drawn.curves.length - i }}
            disabled={path === null}
            title={path === null ? name : `Why is ${name} what it is?`}
            onMouseDown={(event) => event.stopPropagation()}
            onClick={(event) => {
              event.stopPropagation();
              // The second click of a double click means the plot.
              if (event.detail < 2 && path !== null) explain(path, shownMoment());
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** Puts an element somewhere, or nowhere; where nothing changes the page is left in peace. */
function put(element: HTMLElement, transform: string | null): void {
  if (element.hidden !== (transform === null)) element.hidden = transform === null;
  if (transform !== null) element.style.transform = transform;
}

/** Of the point that is nearest on the screen. */
function nearestTime(
  { drawn, store }: { drawn: Drawn; store: CurveStore },
  at: { x: number; y: number },
  chart: Chart,
) {
  const { min: x0, max: x1 } = chart.plot.scales["x"];
  const { min: y0, max: y1 } = chart.plot.scales["y"];
  let best = { distance: Number.POSITIVE_INFINITY, row: 0 };
  const look = ({ x, y, rows }: DrawnCurve) => {
    for (let i = 0; i < x.length; i++) {
      const distance = ((x[i] - at.x) / (x1! - x0!)) ** 2 + ((y[i] - at.y) / (y1! - y0!)) ** 2;
      if (distance < best.distance) best = { distance, row: rows[i] };
    }
  };
  for (const curve of drawn.curves) look(curve);
  return store.times.numbers[best.row];
}

/** The colours as the style sheets mix them for light or dark. */
function coloursOf(host: HTMLElement, count: number) {
  const probe = document.createElement("i");
  probe.hidden = true;
  host.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    curves: Array.from({ length: count }, (_, i) => colour(`--curve-${i}`)),
    ink: colour("--quiet"),
    grid: colour("--line"),
  };
  probe.remove();
  return colours;
}
