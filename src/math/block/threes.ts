// The passes of factor.ts for nodes that all have three rows, written out: chains and nets of ball joints. Places and
// order of operations are the same, without the dispatch on sizes.
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix } from "./block-matrix.ts";
import type { BlockFactor } from "./factor.ts";

/** What `load` of factor.ts does, for nodes of three rows. */
export function loadThrees(factor: BlockFactor, matrix: BlockMatrix): number {
  const { values: v, rowScale: row, columnScale: column } = factor;
  const { count, blockStart, blockColumn } = matrix.pattern;
  const place = factor.plan.place;
  const a = matrix.values;
  let largest = 0;
  let block = 0;
  for (let i = 0; i < count; i++) {
    const rowScale = row[i];
    for (const end = blockStart[i + 1]; block < end; block++) {
      const s = rowScale * column[blockColumn[block]];
      const from = 9 * block;
      const to = place[block];
      const e0 = a[from] * s;
      const e1 = a[from + 1] * s;
      const e2 = a[from + 2] * s;
      const e3 = a[from + 3] * s;
      const e4 = a[from + 4] * s;
      const e5 = a[from + 5] * s;
      const e6 = a[from + 6] * s;
      const e7 = a[from + 7] * s;
      const e8 = a[from + 8] * s;
      v[to] = e0;
      v[to + 1] = e1;
      v[to + 2] = e2;
      v[to + 3] = e3;
      v[to + 4] = e4;
      v[to + 5] = e5;
      v[to + 6] = e6;
      v[to + 7] = e7;
      v[to + 8] = e8;
      const squares = e0 * e0 + e1 * e1 + e2 * e2 + (e3 * e3 + e4 * e4 + e5 * e5) + (e6 * e6 + e7 * e7 + e8 * e8);
      if (squares > largest) largest = squares;
    }
  }
  return largest;
}

/** What `solveBasic` of factor.ts does, for nodes of three rows. */
export function solveThrees(factor: BlockFactor, x: Numbers, b: Numbers): void {
  const { plan, values: v, work: w, rowScale, columnScale } = factor;
  const { node, start, later, diagonal, right, below } = plan;
  const count = node.length;
  for (let k = 0; k < count; k++) {
    const i = node[k];
    const scale = rowScale[i];
    w[3 * k] = b[3 * i] * scale;
    w[3 * k + 1] = b[3 * i + 1] * scale;
    w[3 * k + 2] = b[3 * i + 2] * scale;
  }
  let e = 0;
  for (let k = 0; k < count; k++) {
    const at = 3 * k;
    const g = diagonal[k];
    const b0 = w[at];
    const b1 = w[at + 1];
    const b2 = w[at + 2];
    const x0 = v[g] * b0 + v[g + 1] * b1 + v[g + 2] * b2;
    const x1 = v[g + 3] * b0 + v[g + 4] * b1 + v[g + 5] * b2;
    const x2 = v[g + 6] * b0 + v[g + 7] * b1 + v[g + 8] * b2;
    w[at] = x0;
    w[at + 1] = x1;
    w[at + 2] = x2;
    for (const end = start[k + 1]; e < end; e++) {
      const to = 3 * later[e];
      const a = below[e];
      w[to] -= v[a] * x0 + v[a + 1] * x1 + v[a + 2] * x2;
      w[to + 1] -= v[a + 3] * x0 + v[a + 4] * x1 + v[a + 5] * x2;
      w[to + 2] -= v[a + 6] * x0 + v[a + 7] * x1 + v[a + 8] * x2;
    }
  }
  for (let k = count - 1; k >= 0; k--) {
    const at = 3 * k;
    let y0 = w[at];
    let y1 = w[at + 1];
    let y2 = w[at + 2];
    const end = start[k + 1];
    for (let f = start[k]; f < end; f++) {
      const from = 3 * later[f];
      const a = right[f];
      const x0 = w[from];
      const x1 = w[from + 1];
      const x2 = w[from + 2];
      y0 -= v[a] * x0 + v[a + 1] * x1 + v[a + 2] * x2;
      y1 -= v[a + 3] * x0 + v[a + 4] * x1 + v[a + 5] * x2;
      y2 -= v[a + 6] * x0 + v[a + 7] * x1 + v[a + 8] * x2;
    }
    w[at] = y0;
    w[at + 1] = y1;
    w[at + 2] = y2;
    const i = node[k];
    const scale = columnScale[i];
    x[3 * i] = y0 * scale;
    x[3 * i + 1] = y1 * scale;
    x[3 * i + 2] = y2 * scale;
  }
}
