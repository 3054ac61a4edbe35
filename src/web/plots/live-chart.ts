// A chart in the page: made again when colours change, extended when rows arrive, synchronised with the time line.
import { effect, signal } from "@preact/signals";
import { goTo, scrub, time } from "../state/clock.ts";
import { theme } from "../state/settings.ts";
import type { Chart } from "./chart.ts";
import type { AxisWidth } from "./chart-axes.ts";
import type { CurveStore } from "./curve-store.ts";
import { type Drawn, type DrawnCurve, readAt } from "./curves.ts";

/** The time that a pointer on some plot is at; all plots read their numbers there. */
export const hoverTime = signal<number | null>(null);

/** What a chart shows. */
export interface ChartContent {
  readonly drawn: Drawn;
  readonly store: CurveStore;
  readonly isTime: boolean;
  readonly isEqual: boolean;
}

/** The chart's own element, the line of the time that is shown, and a dot for each curve. */
export interface ChartElements {
  readonly host: HTMLElement;
  readonly now: HTMLElement;
  readonly dots: HTMLElement;
}

export class LiveChart {
  private readonly elements: ChartElements;
  private readonly axisWidth: AxisWidth;
  /** The content as it is now. */
  private readonly content: () => ChartContent;
  private chart: Chart | null = null;
  private readonly stops: (() => void)[] = [];
  private isGone = false;

  constructor(elements: ChartElements, axisWidth: AxisWidth, content: () => ChartContent) {
    this.elements = elements;
    this.axisWidth = axisWidth;
    this.content = content;
    void import("./chart.ts").then((loaded) => {
      if (!this.isGone) this.begin(loaded);
    });
  }

  end(): void {
    this.isGone = true;
    for (const stop of this.stops) stop();
    hoverTime.value = null;
    this.chart?.destroy();
    this.chart = null;
  }

  private begin(loaded: typeof import("./chart.ts")): void {
    const observer = new ResizeObserver(([{ contentRect }]) => {
      this.chart?.resize(contentRect.width, contentRect.height);
      this.place();
    });
    const isDark = matchMedia("(prefers-color-scheme: dark)");
    // After the page has taken the colours.
    const remake = () => requestAnimationFrame(() => !this.isGone && this.make(loaded));
    isDark.addEventListener("change", remake);
    let isFirst = true;
    this.stops.push(
      effect(() => {
        theme.value;
        if (!isFirst) remake();
        isFirst = false;
      }),
      () => isDark.removeEventListener("change", remake),
      () => observer.disconnect(),
    );
    this.make(loaded);
    observer.observe(this.elements.host);
    this.stops.push(
      effect(() => {
        time.value;
        this.place();
      }),
    );
  }

  private make({ Chart, curveColours }: typeof import("./chart.ts")): void {
    const { host, now, dots } = this.elements;
    this.chart?.destroy();
    const { drawn, isEqual } = this.content();
    this.chart = new Chart(host, drawn, isEqual, this.axisWidth, coloursOf(host, curveColours), {
      hover: (at) => {
        hoverTime.value = at && this.timeAt(at);
      },
      seek: (at) => goTo(this.timeAt(at)),
      drawn: () => this.place(),
      scaled: (x, y) => Object.assign(host.dataset, { x: x.join(" "), y: y.join(" ") }),
    });
    this.chart.plot.over.append(now, dots);
    this.place();
  }

  private timeAt(at: { x: number; y: number }): number {
    const content = this.content();
    return content.isTime ? at.x : nearestTime(content, at, this.chart!);
  }

  /** Puts the line and the dots where the time that is shown is. */
  private place(): void {
    if (!this.chart) return;
    const { store, isTime } = this.content();
    // Up to the end of the chart: rows arrive slightly after the frames, and are drawn slightly after that.
    const { drawn } = this.chart;
    const last = drawn.xSpan?.[1] ?? Number.POSITIVE_INFINITY;
    const line = isTime ? this.chart.place(Math.min(time.peek(), last), null) : null;
    put(this.elements.now, line && `translateX(${line.left}px)`);
    for (const [i, dot] of [...this.elements.dots.children].entries()) {
      const curve = drawn.curves[i];
      const { x, y } = curve ? readAt(curve, store, time.peek()) : { x: Number.NaN, y: Number.NaN };
      const at = Number.isFinite(x) && Number.isFinite(y) ? this.chart.place(x, y) : null;
      put(dot as HTMLElement, at && `translate(${at.left}px, ${at.top}px)`);
    }
  }

  /**
   * Shows curves that have more points. Other curves need another chart, which comes after the next picture: this one
   * keeps what it has until then.
   */
  update(): void {
    const { chart } = this;
    const { drawn } = this.content();
    if (!chart || !areSameCurves(drawn, chart.drawn)) return;
    chart.update(drawn);
    this.place();
  }

  setEqual(isEqual: boolean): void {
    this.chart?.setEqual(isEqual);
    this.place();
  }

  /** Moves the time to the pointer. */
  follow({ clientX }: PointerEvent): void {
    if (!this.chart) return;
    const { plot } = this.chart;
    scrub(plot.posToVal(clientX - plot.over.getBoundingClientRect().left, "x"));
  }

  zoomBy(factor: number): void {
    this.chart?.zoomBy(factor);
  }

  showAll(): void {
    this.chart?.reset();
  }
}

function areSameCurves({ curves }: Drawn, { curves: others }: Drawn): boolean {
  return (
    curves.length === others.length && curves.every(({ name, of }, i) => name === others[i].name && of === others[i].of)
  );
}

/** Moves an element, or hides it; changes the page only where necessary. */
function put(element: HTMLElement, transform: string | null): void {
  if (element.hidden !== (transform === null)) element.hidden = transform === null;
  if (transform !== null) element.style.transform = transform;
}

/** The time of the point that is nearest on the screen. */
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
