// A column of numbers reduced to pixels: for each pixel the first, the lowest, the highest and the last number. New
// rows are added to it, so the cost of a line depends on its pixels, not on the length of the run.
import type { PathColumn } from "../plots/column.ts";
import type { CurveStore } from "../plots/curve-store.ts";

const mostLines = 3;
/** Number of values that are kept of a pixel: first, lowest, highest, last. */
const kept = 4;

export class SparkOutline {
  private readonly column: PathColumn;
  private readonly store: CurveStore;
  private readonly start: number;
  private readonly scale: number;
  private readonly width: number;
  private rows = 0;
  private lines: Float64Array[] = [];
  private low = Number.POSITIVE_INFINITY;
  private high = Number.NEGATIVE_INFINITY;

  constructor(column: PathColumn, store: CurveStore, start: number, end: number, width: number) {
    this.column = column;
    this.store = store;
    this.start = start;
    this.width = width;
    this.scale = (width - 1) / Math.max(1e-12, end - start);
  }

  /** SVG paths of the first components, in a box of a height. */
  paths(height: number): string[] {
    this.extend();
    const { low, high } = this;
    // Rounding errors are drawn as the straight line that they stand for.
    const isFlat = high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-12);
    const y = (value: number) => (isFlat ? height / 2 : 2 + (height - 4) * (1 - (value - low) / (high - low)));
    return this.lines.map((line) => pathOf(line, y));
  }

  private extend(): void {
    const { column, store, width } = this;
    const count = Math.min(mostLines, column.width);
    while (this.lines.length < count) this.lines.push(new Float64Array(kept * width).fill(Number.NaN));
    for (; this.rows < column.rows; this.rows++) {
      const at = Math.round((store.times.numbers[this.rows] - this.start) * this.scale);
      const pixel = kept * Math.min(width - 1, Math.max(0, at));
      for (let k = 0; k < column.width; k++) {
        const value = column.at(this.rows, k);
        if (!Number.isFinite(value)) continue;
        this.low = Math.min(this.low, value);
        this.high = Math.max(this.high, value);
        if (k < count) addTo(this.lines[k], pixel, value);
      }
    }
  }
}

function addTo(line: Float64Array, pixel: number, value: number): void {
  if (Number.isNaN(line[pixel])) line.fill(value, pixel, pixel + kept);
  line[pixel + 1] = Math.min(line[pixel + 1], value);
  line[pixel + 2] = Math.max(line[pixel + 2], value);
  line[pixel + 3] = value;
}

/** An SVG path through each pixel: from its first number over its lowest and highest to its last. */
function pathOf(line: Float64Array, y: (value: number) => number): string {
  let path = "";
  for (let i = 0; i < line.length; i += kept) {
    if (Number.isNaN(line[i])) continue;
    const x = i / kept;
    let last = "";
    for (let k = 0; k < kept; k++) {
      const next = y(line[i + k]).toFixed(1);
      if (next !== last) path += k > 0 ? `V${next}` : `${path === "" ? "M" : "L"}${x} ${next}`;
      last = next;
    }
  }
  return path;
}
