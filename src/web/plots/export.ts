// A plot to take away: SVG, PNG, CSV.

import { type PlotCurve, plotSvg } from "../../record/plot/svg.ts";
import { csvLines } from "../../record/table/csv.ts";
import type { CurveStore } from "./curve-store.ts";
import { type Drawn, sharedUnit, withUnit } from "./curves.ts";
import type { PlotSpec } from "./spec.ts";

export function plotAsSvg(drawn: Drawn, plot: PlotSpec, title: string): string {
  const units = new Set(drawn.curves.map(({ unit }) => unit));
  const curves = drawn.curves.map(
    (curve): PlotCurve => ({
      name: units.size > 1 ? withUnit(curve.name, curve.unit) : curve.name,
      points: Array.from(curve.x, (x, i) => ({ x, y: curve.y[i] })),
    }),
  );
  const isPlace = (path: string) => /\.pos(ition)?#\d$/.test(path);
  const isTrajectory = isPlace(plot.against) && plot.curves.every(({ path }) => isPlace(path));
  return plotSvg({
    title: `${title}: ${drawn.curves.map(({ name }) => name).join(", ")} over ${drawn.xName}`,
    xLabel: drawn.xLabel,
    yLabel: curves.length === 1 ? withUnit(drawn.curves[0].name, drawn.curves[0].unit) : sharedUnit(drawn),
    curves,
    scales: (plot.isEqual ?? isTrajectory) && plot.against !== "t" ? "equal" : "free",
  });
}

/** All rows that are drawn as CSV, with both sides of events, and with digits that read back as the same bits. */
export function plotAsCsv(drawn: Drawn, plot: PlotSpec, store: CurveStore): string {
  const isTime = plot.against === "t";
  const names = [
    ...(isTime ? [] : [headed(drawn.xName, drawn.xUnit)]),
    ...drawn.curves.map(({ name, unit }) => headed(name, unit)),
  ];
  const rows = new Map<number, (number | null)[]>();
  for (const [k, curve] of drawn.curves.entries())
    for (const [i, row] of curve.rows.entries()) {
      const cells = rows.get(row) ?? names.map(() => null);
      if (!isTime) cells[0] = numberOrNull(curve.x[i]);
      cells[k + (isTime ? 0 : 1)] = numberOrNull(curve.y[i]);
      rows.set(row, cells);
    }
  const sorted = [...rows].sort(([a], [b]) => a - b);
  const table = { names, rows: sorted.map(([row, cells]) => ({ time: store.times.numbers[row], cells })) };
  return [...csvLines(table)].join("");
}

/** The head of a column, `ball.v.x [m/s]`, as on the command line. */
function headed(name: string, unit: string | null): string {
  return unit === null ? name : `${name} [${unit}]`;
}

function numberOrNull(x: number): number | null {
  return Number.isNaN(x) ? null : x;
}

/** The picture at twice its size, for printing. */
export async function svgAsPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * picture.naturalWidth;
    canvas.height = 2 * picture.naturalHeight;
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function saveDownload(data: Blob | string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every system takes for a file. */
export function fileName(title: string, ending: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${plain === "" ? "plot" : plain.slice(0, 80)}.${ending}`;
}
