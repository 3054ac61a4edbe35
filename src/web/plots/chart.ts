// A plot on a canvas, by uPlot in its mode for points in any order, which serves time and phase plots.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { niceRange, niceStep, spanOf } from "../../record/plot/ticks.ts";
import { type AxisWidth, axesOf } from "./chart-axes.ts";
import type { Drawn, DrawnCurve } from "./curves.ts";
import { listenForPinch, type Pinch } from "./pinch.ts";

export interface ChartColours {
  readonly curves: readonly string[];
  readonly ink: string;
  readonly grid: string;
}

export interface ChartListener {
  /** Called when the pointer is at a point of the plot, or has left it. */
  hover(at: { readonly x: number; readonly y: number } | null): void;
  seek(at: { readonly x: number; readonly y: number }): void;
  /** Called after drawing: a place on the screen may mean other numbers now. */
  drawn(): void;
  /** Called with the visible ranges of both axes. */
  scaled(x: readonly [number, number], y: readonly [number, number]): void;
}

interface Window {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Dashes of the lines, so that they differ without colour too. */
export const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [12, 4], [1, 4]];
export const curveColours = 7;

export class Chart {
  readonly plot: uPlot;
  private readonly listener: ChartListener;
  /** The drawn content. */
  drawn: Drawn;
  /** What a person has zoomed to; null shows everything. */
  private zoom: Window | null = null;
  private press: { x: number; y: number; pan: Window | null } | null = null;
  /** Whether both axes have one scale. */
  private isEqual: boolean;
  private readonly axisWidth: AxisWidth;

  constructor(
    host: HTMLElement,
    drawn: Drawn,
    isEqual: boolean,
    axisWidth: AxisWidth,
    colours: ChartColours,
    listener: ChartListener,
  ) {
    this.drawn = drawn;
    this.axisWidth = axisWidth;
    this.isEqual = isEqual;
    this.listener = listener;
    this.plot = new uPlot(this.options(host, colours), this.data(), host);
    this.listen();
    this.rescale();
  }

  /** Shows the same curves with more points. */
  update(drawn: Drawn): void {
    this.drawn = drawn;
    this.plot.setData(this.data(), false);
    this.rescale();
  }

  setEqual(isEqual: boolean): void {
    this.isEqual = isEqual;
    this.rescale();
  }

  resize(width: number, height: number): void {
    if (width <= 0) return;
    this.plot.setSize({ width, height });
    this.rescale();
  }

  reset(): void {
    this.setZoom(null);
  }

  zoomBy(factor: number): void {
    const { x, y } = this.window();
    this.zoomAt((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, factor);
  }

  /** Where a point of the plot is inside the area of the curves, in pixels; null outside. */
  place(x: number, y: number | null): { left: number; top: number } | null {
    const left = this.plot.valToPos(x, "x");
    const top = y === null ? 0 : this.plot.valToPos(y, "y");
    // The value in uPlot: asking the page would force a layout in every picture.
    const [width, height] = [this.plot.bbox.width / uPlot.pxRatio, this.plot.bbox.height / uPlot.pxRatio];
    const isInside = left >= -0.5 && left <= width + 0.5 && top >= -0.5 && top <= height + 0.5;
    return isInside ? { left, top } : null;
  }

  destroy(): void {
    this.axisWidth.leave(this.plot);
    this.plot.destroy();
  }

  private data(): uPlot.AlignedData {
    const curves = this.drawn.curves.length > 0 ? this.drawn.curves : [nothing];
    return [null, ...curves.map(({ x, y }) => [x, y])] as unknown as uPlot.AlignedData;
  }

  private whole(): Window {
    const { curves, xSpan } = this.drawn;
    const x = xSpan ?? spanOf(finite(curves, "x"));
    const y = spanOf(finite(curves, "y"));
    return { x, y: niceRange(y, niceStep((y[1] - y[0]) / 4)) };
  }

  private window(): Window {
    return this.zoom ?? this.whole();
  }

  /** The window with space added on two sides, so that a pixel is worth as much in both directions. */
  private equalized({ x, y }: Window): Window {
    const { width, height } = this.plot.over.getBoundingClientRect();
    if (width === 0 || height === 0) return { x, y };
    const unit = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
    const about = ([low, high]: readonly [number, number], pixels: number): [number, number] => [
      (low + high - unit * pixels) / 2,
      (low + high + unit * pixels) / 2,
    ];
    return { x: about(x, width), y: about(y, height) };
  }

  private rescale(): void {
    const { x, y } = this.isEqual ? this.equalized(this.window()) : this.window();
    this.plot.batch(() => {
      this.plot.setScale("x", { min: x[0], max: x[1] });
      this.plot.setScale("y", { min: y[0], max: y[1] });
    });
    this.listener.scaled(x, y);
  }

  private setZoom(zoom: Window | null): void {
    this.zoom = zoom;
    this.rescale();
  }

  private zoomAt(x: number, y: number, factor: number): void {
    const about = ([low, high]: readonly [number, number], at: number): [number, number] => [
      at + (low - at) * factor,
      at + (high - at) * factor,
    ];
    const now = this.window();
    const next = { x: about(now.x, x), y: about(now.y, y) };
    const { x: all } = this.whole();
    this.setZoom(factor > 1 && next.x[1] - next.x[0] >= all[1] - all[0] ? null : next);
  }

  /** Zooms and moves so that the points under two fingers stay under them. */
  private pinch({ x, y }: Window, from: Pinch, to: Pinch): void {
    const { width, height } = this.plot.over.getBoundingClientRect();
    const factor = from.distance / to.distance;
    const [wide, tall] = [x[1] - x[0], y[1] - y[0]];
    const left = x[0] + (from.x / width) * wide - (to.x / width) * wide * factor;
    const top = y[1] - (from.y / height) * tall + (to.y / height) * tall * factor;
    this.setZoom({ x: [left, left + wide * factor], y: [top - tall * factor, top] });
  }

  private listen(): void {
    const { over } = this.plot;
    let held = this.window();
    const hold = () => {
      held = this.window();
    };
    listenForPinch(over, hold, (from, to) => this.pinch(held, from, to));
    const at = (event: MouseEvent) => {
      const box = over.getBoundingClientRect();
      const [left, top] = [event.clientX - box.left, event.clientY - box.top];
      return { left, top, x: this.plot.posToVal(left, "x"), y: this.plot.posToVal(top, "y") };
    };
    over.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const { x, y } = at(event);
        this.zoomAt(x, y, Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))));
      },
      { passive: false },
    );
    over.addEventListener("dblclick", () => this.reset());
    over.addEventListener("mousedown", (event) => {
      const isPan = event.shiftKey || event.button === 1;
      this.press = { x: event.clientX, y: event.clientY, pan: isPan ? this.window() : null };
      if (isPan) event.preventDefault();
    });
    over.addEventListener("mousemove", (event) => {
      const { press } = this;
      if (press?.pan && event.buttons !== 0) this.pan(press.pan, event.clientX - press.x, event.clientY - press.y);
      else if (event.buttons === 0) this.listener.hover(at(event));
    });
    over.addEventListener("mouseleave", () => this.listener.hover(null));
    over.addEventListener("click", (event) => {
      const moved = this.press ? Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) : 0;
      if (moved < 4 && event.detail < 2) this.listener.seek(at(event));
    });
  }

  private pan(from: Window, right: number, down: number): void {
    const { width, height } = this.plot.over.getBoundingClientRect();
    const shift = ([low, high]: readonly [number, number], by: number): [number, number] => [
      low + by * (high - low),
      high + by * (high - low),
    ];
    this.setZoom({ x: shift(from.x, -right / width), y: shift(from.y, down / height) });
  }

  private select(): void {
    const { left, top, width, height } = this.plot.select;
    if (width <= 3 && height <= 3) return;
    const value = (pixels: number, scale: "x" | "y") => this.plot.posToVal(pixels, scale);
    const now = this.window();
    const zoom: Window = {
      x: width > 3 ? [value(left, "x"), value(left + width, "x")] : now.x,
      y: height > 3 ? [value(top + height, "y"), value(top, "y")] : now.y,
    };
    this.plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.setZoom(zoom);
  }

  private options(host: HTMLElement, { curves, ink, grid }: ChartColours): uPlot.Options {
    const list = this.drawn.curves.length > 0 ? this.drawn.curves : [nothing];
    return {
      mode: 2,
      width: Math.max(120, host.clientWidth),
      height: host.clientHeight,
      legend: { show: false },
      padding: [8, 12, 0, 0],
      scales: { x: { time: false, auto: false }, y: { auto: false } },
      axes: axesOf(this.drawn, this.axisWidth, ink, grid),
      series: [
        {},
        ...list.map((_, i) => ({
          facets: [
            { scale: "x", auto: true },
            { scale: "y", auto: true },
          ],
          stroke: curves[i % curves.length],
          width: 1.75,
          dash: [...dashes[i % dashes.length]],
          points: { show: false },
          paths: drawLine,
        })),
      ] as uPlot.Series[],
      cursor: {
        points: { show: false },
        drag: { x: true, y: true, uni: 24, setScale: false },
        bind: {
          dblclick: () => null,
          mousedown: (_, __, handler) => (event) => (event.shiftKey || event.button !== 0 ? null : handler(event)),
        },
      },
      hooks: { setSelect: [() => this.select()], draw: [() => this.listener.drawn()] },
    };
  }
}

const nothing: Pick<DrawnCurve, "x" | "y"> = { x: new Float64Array(0), y: new Float64Array(0) };

function* finite(curves: readonly DrawnCurve[], axis: "x" | "y"): Generator<number> {
  for (const { x, y } of curves)
    for (let i = 0; i < x.length; i++)
      if (Number.isFinite(x[i]) && Number.isFinite(y[i])) yield axis === "x" ? x[i] : y[i];
}

/**
 * The line through the points in their order. Values that are not finite leave a gap; points within one pixel are left
 * out.
 */
function drawLine(u: uPlot, series: number): uPlot.Series.Paths {
  const [x, y] = u.data[series] as unknown as [Float64Array, Float64Array];
  const path = new Path2D();
  let isDown = false;
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (let i = 0; i < x.length; i++) {
    if (!Number.isFinite(x[i]) || !Number.isFinite(y[i])) {
      isDown = false;
      continue;
    }
    const [px, py] = [u.valToPos(x[i], "x", true), u.valToPos(y[i], "y", true)];
    if (!isDown) {
      path.moveTo(px, py);
      path.lineTo(px + 0.01, py);
    } else if (Math.abs(px - lastX) + Math.abs(py - lastY) < 0.5 && i + 1 < x.length) continue;
    else path.lineTo(px, py);
    isDown = true;
    [lastX, lastY] = [px, py];
  }
  return { stroke: path };
}
