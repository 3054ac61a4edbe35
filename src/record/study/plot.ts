// The plot of a study: a result over a varied value, a curve for each combination of the others.
import { type PlotCurve, plotSvg } from "../plot/svg.ts";
import { acrossOf, curvesOfKept, isLogarithmic, studyLimit } from "./fit.ts";
import type { Grid } from "./grid.ts";
import type { StudyRow } from "./study.ts";

const mostCurves = 28;

/** The SVG, or why there is nothing to draw. */
export function studySvg(grid: Grid, rows: readonly StudyRow[]): string | { readonly problem: string } {
  const { study } = grid;
  const across = acrossOf(grid);
  if (!across) return { problem: "no number is varied, so there is nothing to plot against" };
  const names = study.plot.length > 0 ? study.plot.map(({ name }) => name) : [study.kept[0].name.name];
  const curves = names.flatMap((name) => {
    const kept = study.kept.findIndex((one) => one.name.name === name);
    return curvesOfKept(grid, rows, kept).map(
      (curve): PlotCurve => ({
        name: names.length > 1 ? [name, curve.name].filter((part) => part !== "").join(", ") : curve.name || name,
        // Lines go from left to right, in whatever order the values are listed.
        points: across.axis ? [...curve.points].sort((a, b) => a.x - b.x) : curve.points,
        marks: "dots",
      }),
    );
  });
  if (curves.length > mostCurves)
    return { problem: `${curves.length} curves are too many for one plot; at most ${mostCurves}` };
  const points = curves.flatMap((curve) => curve.points.filter(({ y }) => Number.isFinite(y)));
  if (points.length === 0) return { problem: "no run has a value that could be drawn" };
  const isLogX = isLogarithmic(points.map(({ x }) => x));
  const isLogY = isLogX && points.every(({ y }) => y > 0) && spread(points.map(({ y }) => y)) > 10;
  const limits = study.limits.filter(({ name }) => names.includes(name.name));
  const ends = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const drawn = limits.map(({ name, value }): PlotCurve => {
    const y = studyLimit(value, grid);
    return { name: `limit of ${name.name}`, points: ends.map((x) => ({ x, y })) };
  });
  return plotSvg({
    title: `${study.name.name}: ${names.join(", ")} against ${across.label}`,
    xLabel: across.label,
    yLabel: names.join(", "),
    curves: [...curves, ...drawn],
    scales: isLogY ? "logarithmic" : isLogX ? "logarithmic to the right" : "free",
  });
}

function spread(numbers: readonly number[]): number {
  return Math.max(...numbers) / Math.min(...numbers);
}
