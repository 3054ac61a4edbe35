// A chart as a part of the page, with its line of time and its dots.
import { useEffect, useRef } from "preact/hooks";
import { explain, shownMoment } from "../state/explaining.ts";
import { inTurn } from "../state/turns.ts";
import type { AxisWidth } from "./chart-axes.ts";
import { type ChartContent, LiveChart } from "./live-chart.ts";

/** The label for screen readers. */
const howToUse =
  "Drag to zoom, Shift and drag to move, wheel, two fingers or + and − to zoom, 0 or a double click for all, " +
  "a click jumps there, one more on the dot asks why.";

interface ChartViewProps extends ChartContent {
  /** The width of the numbers beside this chart, shared with those above and below it. */
  readonly axisWidth: AxisWidth;
  readonly label: string;
}

export function ChartView({ drawn, store, isTime, isEqual, axisWidth, label }: ChartViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const now = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const chart = useRef<LiveChart | null>(null);
  const latest = useRef<ChartContent>({ drawn, store, isTime, isEqual });
  latest.current = { drawn, store, isTime, isEqual };
  const names = [drawn.xLabel, ...drawn.curves.map(({ name, unit }) => `${name} ${unit}`)].join("\n");

  useEffect(() => {
    const elements = { host: host.current!, now: now.current!, dots: dots.current! };
    const made = new LiveChart(elements, axisWidth, () => latest.current);
    chart.current = made;
    return () => {
      chart.current = null;
      made.end();
    };
  }, [names, isTime]);

  // Charts with new rows are drawn in turn: all in one frame would delay it.
  const renew = useRef(() => chart.current?.update());
  useEffect(() => inTurn(renew.current), [drawn]);

  useEffect(() => chart.current?.setEqual(isEqual), [isEqual]);

  return (
    <div
      class="chart"
      ref={host}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom it
      tabIndex={0}
      aria-label={`${label}. ${howToUse}`}
      title="Drag: zoom · Shift-drag: move · double click: all · click: jump there · click the dot: why?"
      onKeyDown={(event) => {
        if (event.key === "+" || event.key === "=") chart.current?.zoomBy(0.8);
        else if (event.key === "-") chart.current?.zoomBy(1.25);
        else if (event.key === "0") chart.current?.showAll();
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
        onPointerMove={(event) => event.buttons === 1 && chart.current?.follow(event)}
      />
      <div class="dots" ref={dots}>
        {drawn.curves.map(({ name, path, of }, i) => (
          // For the pointer; keys use the numbers of the legend. If dots coincide, the first curve is meant.
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
