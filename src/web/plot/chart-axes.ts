// The axes of a plot: their numbers, and the units beside them.
import type uPlot from "uplot";
import { type Drawn, sharedUnit } from "./curves.ts";

const font = "12px system-ui, sans-serif";

export function axesOf(drawn: Drawn, ink: string, grid: string): uPlot.Axis[] {
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    font,
    gap: 4,
    values: labels,
  };
  const digits = (_: unknown, values: string[] | null) =>
    18 + 7 * Math.max(2, ...(values ?? []).map((value) => String(value).length));
  return [
    { ...axis, ...beside(drawn.xLabel), size: 26, space: 60 },
    { ...axis, ...beside(sharedUnit(drawn)), size: digits, space: 34 },
  ];
}

function beside(label: string): uPlot.Axis {
  return label === "" ? {} : { label, labelSize: 15, labelGap: 0, labelFont: font };
}

function labels(_: unknown, splits: number[]): string[] {
  return splits.map((value) => String(Number(value.toPrecision(10))).replace("-", "−"));
}
