// The axes of a plot: their numbers, and the units beside them.
import type uPlot from "uplot";
import { type Drawn, sharedUnit } from "./curves.ts";

const labelSize = 15;
const font = "12px system-ui, sans-serif";

/**
 * The width of the numbers at the left, shared by all charts above each other, so that one time is at one place in all.
 */
export class AxisWidth {
  private readonly needs = new Map<uPlot, number>();
  private widest = 0;

  /** The width for one chart that needs `need`; if that changes the common width, the others are drawn again. */
  take(plot: uPlot, need: number): number {
    this.needs.set(plot, need);
    this.share(plot);
    return this.widest;
  }

  leave(plot: uPlot): void {
    this.needs.delete(plot);
    this.share(plot);
  }

  private share(by: uPlot): void {
    const widest = Math.max(0, ...this.needs.values());
    if (widest === this.widest) return;
    this.widest = widest;
    for (const other of this.needs.keys())
      if (other !== by) queueMicrotask(() => this.needs.has(other) && other.redraw(false, true));
  }
}

export function axesOf(drawn: Drawn, width: AxisWidth, ink: string, grid: string): uPlot.Axis[] {
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    font,
    gap: 4,
    values: labels,
  };
  const unit = sharedUnit(drawn);
  // The unit beside the numbers takes its own space, which not every chart has.
  const beyond = unit === "" ? 0 : labelSize;
  const digits = (plot: uPlot, values: string[] | null) =>
    width.take(plot, beyond + 18 + 7 * Math.max(2, ...(values ?? []).map((value) => String(value).length))) - beyond;
  return [
    { ...axis, ...beside(drawn.xLabel), size: 26, space: 60 },
    { ...axis, ...beside(unit), size: digits, space: 34 },
  ];
}

function beside(label: string): uPlot.Axis {
  return label === "" ? {} : { label, labelSize, labelGap: 0, labelFont: font };
}

function labels(_: unknown, splits: number[]): string[] {
  return splits.map((value) => String(Number(value.toPrecision(10))).replace("-", "−"));
}
