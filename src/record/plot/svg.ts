// A plot as SVG, written by hand: a pure function of its curves.
import { type Point, pathOf } from "./line.ts";
import { log10, logRange, logTicks } from "./log-axis.ts";
import { niceRange, niceStep, niceTicks, spanOf, type Ticks, ticksBy } from "./ticks.ts";

export interface PlotCurve {
  readonly name: string;
  /** The points in the units of the axes; those that are not finite leave a gap. */
  readonly points: readonly Point[];
  /** Shows single points; the lines between them only guide the eye. */
  readonly marks?: "dots";
}

export interface Plot {
  /** The title for the tab of a viewer and for people who cannot see the plot. */
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly PlotCurve[];
  /** Equal: units are equally long on both axes, so that shapes are true. Logarithmic: the x axis, or both. */
  readonly scales: "free" | "equal" | "logarithmic to the right" | "logarithmic";
}

const widest = 900;
const tallest = 560;
const font = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const margin = { top: 24, right: 32, bottom: 56 };
const rowHeight = 22;
/** The average width of characters at 13 pixels, in a wide font. */
const characterWidth = 7.2;
const digitWidth = 7.8;
const indent = 16;

/**
 * Okabe and Ito's colours without the yellow, which is invisible on white: distinguishable with every kind of colour
 * vision.
 */
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333"];
/** The lines are dashed after all colours have been used. */
const dashes = ["", "7 4", "2 4", "9 4 2 4"];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Range = readonly [low: number, high: number];

export function plotSvg(plot: Plot): string {
  const { yLabel } = plot;
  const isLogAcross = plot.scales === "logarithmic" || plot.scales === "logarithmic to the right";
  const isLogUp = plot.scales === "logarithmic";
  const curves = isLogAcross ? plot.curves.map((curve) => takeLogarithms(curve, isLogUp)) : plot.curves;
  const [xSpan, ySpan] = [spanOf(coordinates(curves, "x")), spanOf(coordinates(curves, "y"))];
  const isEqual = plot.scales === "equal";
  const yStep = niceStep((ySpan[1] - ySpan[0]) / 6);
  const yRange: Range = isLogUp ? logRange(ySpan) : niceRange(ySpan, yStep);
  const xRange: Range = isEqual ? niceRange(xSpan, niceStep((xSpan[1] - xSpan[0]) / 6)) : xSpan;
  const rough = isLogUp ? logTicks(...yRange, 8) : ticksBy(...yRange, yStep);
  const longest = Math.max(...rough.labels.map((label) => label.length), 3);
  const left = indent + 10 + longest * digitWidth;
  const legend = curves.length > 1 ? legendRows(curves) : [];
  const yHeading = joined(yLabel, rough.factor);
  const top = margin.top + (yHeading === "" ? 0 : rowHeight) + legend.length * rowHeight + 8;
  const space = { across: widest - left - margin.right, up: Math.max(200, tallest - top - margin.bottom) };
  const area = isEqual ? fitEqual(xRange, yRange, space) : { xRange, yRange, ...space };
  const box: Box = { left, right: left + area.across, top, bottom: top + area.up };
  const width = Math.ceil(Math.max(box.right + margin.right, ...legend.map(({ right }) => right)));
  const height = Math.ceil(box.bottom + margin.bottom);
  const [x0, x1] = area.xRange;
  const [y0, y1] = area.yRange;
  const x = (value: number) => box.left + ((value - x0) / (x1 - x0)) * area.across;
  const y = (value: number) => box.bottom - ((value - y0) / (y1 - y0)) * area.up;
  const equalStep = niceStep((75 * (x1 - x0)) / area.across);
  const freeTicks = isLogAcross ? logTicks : niceTicks;
  const xTicks = isEqual ? ticksBy(x0, x1, equalStep) : freeTicks(x0, x1, area.across / 100);
  const yTicks = isEqual ? ticksBy(y0, y1, equalStep) : rough;
  const path = ({ points }: PlotCurve) => pathOf(points.map((point) => ({ x: x(point.x), y: y(point.y) })));
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ` +
      `${height}" role="img" font-family="${font}" font-size="13">`,
    `<title>${escapeXml(plot.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...axisX(xTicks, x, box, joined(plot.xLabel, xTicks.factor)),
    ...axisY(yTicks, y, box, isLogUp ? null : y(0)),
    ...heading(yHeading),
    ...legendLines(legend, yHeading),
    `<g fill="none" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round">`,
    ...curves.map(
      (curve, i) => `<path ${strokeOf(i)} d="${path(curve)}"><title>${escapeXml(curve.name)}</title></path>`,
    ),
    `</g>`,
    ...curves.flatMap(({ points, marks }, i) => (marks ? dots(points, x, y, i) : [])),
    `</svg>`,
  ];
  return `${lines.join("\n")}\n`;
}

function takeLogarithms(curve: PlotCurve, up: boolean): PlotCurve {
  const points = curve.points.map((point) => ({ x: log10(point.x), y: up ? log10(point.y) : point.y }));
  return { ...curve, points };
}

function dots(
  points: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
  i: number,
): string[] {
  const seen = points.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
  const colour = colours[i % colours.length];
  return seen.map(
    (point) => `<circle cx="${x(point.x).toFixed(2)}" cy="${y(point.y).toFixed(2)}" r="3.5" fill="${colour}"/>`,
  );
}

function joined(label: string, factor: string): string {
  return [label, factor].filter((part) => part !== "").join("  ");
}

function* coordinates(curves: readonly PlotCurve[], axis: "x" | "y"): Generator<number> {
  for (const { points } of curves)
    for (const point of points) if (Number.isFinite(point.x) && Number.isFinite(point.y)) yield point[axis];
}

interface Area {
  readonly xRange: Range;
  readonly yRange: Range;
  readonly across: number;
  readonly up: number;
}

const smallest = { across: 260, up: 180 };

/** Gives units the same length on both axes: the drawing takes only the space it needs, down to a smallest size. */
function fitEqual(xRange: Range, yRange: Range, space: { across: number; up: number }): Area {
  const perUnit = Math.min(space.across / (xRange[1] - xRange[0]), space.up / (yRange[1] - yRange[0]));
  const stretch = ([low, high]: Range, least: number): { range: Range; length: number } => {
    const length = Math.max(least, (high - low) * perUnit);
    const more = (length / perUnit - (high - low)) / 2;
    return { range: [low - more, high + more], length };
  };
  const x = stretch(xRange, smallest.across);
  const y = stretch(yRange, smallest.up);
  return { xRange: x.range, yRange: y.range, across: x.length, up: y.length };
}

function strokeOf(i: number): string {
  const dash = dashes[Math.floor(i / colours.length) % dashes.length];
  return `stroke="${colours[i % colours.length]}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
}

const grid = "#e6e6e6";
const axisLine = "#8c8c8c";
const ink = "#262626";
const quietInk = "#595959";

function axisX(ticks: Ticks, x: (value: number) => number, box: Box, label: string): string[] {
  const marks = ticks.values.map((value) => x(value).toFixed(2));
  const bottom = box.bottom.toFixed(2);
  const strokes = marks.map((at) => `M${at} ${bottom}v5`).join("");
  return [
    `<path stroke="${grid}" d="${marks.map((at) => `M${at} ${box.top}V${bottom}`).join("")}"/>`,
    `<path stroke="${axisLine}" d="M${box.left.toFixed(2)} ${bottom}H${box.right.toFixed(2)}${strokes}"/>`,
    `<g fill="${quietInk}" text-anchor="middle">`,
    ...marks.map((at, i) => `<text x="${at}" y="${(box.bottom + 20).toFixed(2)}">${escapeXml(ticks.labels[i])}</text>`),
    `</g>`,
    `<text x="${box.right.toFixed(2)}" y="${(box.bottom + 44).toFixed(2)}" fill="${ink}" ` +
      `text-anchor="end">${escapeXml(label)}</text>`,
  ];
}

/** `zero` is the place of the zero line, if there is one. */
function axisY(ticks: Ticks, y: (value: number) => number, box: Box, zero: number | null): string[] {
  const left = box.left.toFixed(2);
  const line = (at: number) => `M${left} ${at.toFixed(2)}H${box.right.toFixed(2)}`;
  const isSeen = zero !== null && zero > box.top && zero < box.bottom - 1;
  return [
    `<path stroke="${grid}" d="${ticks.values.map((value) => line(y(value))).join("")}"/>`,
    ...(isSeen ? [`<path stroke="${axisLine}" d="${line(zero)}"/>`] : []),
    `<g fill="${quietInk}" text-anchor="end">`,
    ...ticks.values.map(
      (value, i) =>
        `<text x="${(box.left - 8).toFixed(2)}" ` +
        `y="${(y(value) + 4.5).toFixed(2)}">${escapeXml(ticks.labels[i])}</text>`,
    ),
    `</g>`,
  ];
}

/** The label of the y axis, placed above it rather than sideways along it. */
function heading(label: string): string[] {
  return label === "" ? [] : [`<text x="${indent}" y="${margin.top + 6}" fill="${ink}">${escapeXml(label)}</text>`];
}

interface Entry {
  readonly curve: number;
  readonly name: string;
  readonly left: number;
}

interface LegendRow {
  readonly entries: readonly Entry[];
  readonly right: number;
}

const sample = 22;

/** The names of the curves in as many rows as they need. */
function legendRows(curves: readonly PlotCurve[]): LegendRow[] {
  const rows: LegendRow[] = [];
  let entries: Entry[] = [];
  let left = indent;
  for (const [curve, { name }] of curves.entries()) {
    const space = sample + 8 + name.length * characterWidth + 20;
    if (entries.length > 0 && left + space > widest - margin.right) {
      rows.push({ entries, right: left });
      entries = [];
      left = indent;
    }
    entries.push({ curve, name, left });
    left += space;
  }
  return [...rows, { entries, right: left }];
}

function legendLines(rows: readonly LegendRow[], label: string): string[] {
  const first = margin.top + (label === "" ? 0 : rowHeight);
  return rows.flatMap(({ entries }, i) =>
    entries.map(({ curve, name, left }) => {
      const y = first + i * rowHeight + 6;
      const line = `<path ${strokeOf(curve)} stroke-width="2.5" d="M${left.toFixed(2)} ${y - 4.5}h${sample}"/>`;
      return `${line}<text x="${(left + sample + 8).toFixed(2)}" y="${y}" fill="${ink}">${escapeXml(name)}</text>`;
    }),
  );
}

/**
 * Text inside an element or an attribute; characters that XML cannot hold, or that change the direction of writing,
 * become a replacement mark.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\P{C}\t\n\r]/gu, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
