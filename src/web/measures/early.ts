// Measures as they arrive with the frames: immediately, while those at both sides of thousands of events are still
// being computed.

import { CurveStore } from "../plots/curve-store.ts";
import { measureSize } from "../protocol/messages.ts";
import { arrived, type Frames, frames } from "../state/run.ts";

let store = new CurveStore();
let owner: Frames | null = null;

/** The rows of the frames that are in; its columns are the measures. */
export function frameStore(): CurveStore {
  arrived.value;
  const all = frames.value;
  if (owner !== all) {
    owner = all;
    store = new CurveStore();
  }
  if (!all || store.times.length === all.count) return store;
  const first = store.times.length;
  const count = all.count - first;
  for (const [k, name] of all.layout.measures.entries()) {
    const at = (row: number, component: number) => all.measure(first + row, k, component);
    const known = store.column(name).shape;
    const width = known ? (known[0] ?? 1) : widthOf(at);
    const values = Float64Array.from({ length: width * count }, (_, i) => at(Math.floor(i / width), i % width));
    const shape = known ?? (width === 0 ? null : width === 1 ? [] : [width]);
    store.column(name).append({ shape, values, unit: all.layout.units.get(name) ?? null, missing: null }, count);
  }
  store.times.append(all.times.subarray(first, all.count));
  for (let i = 0; i < count; i++) store.sides.push(-1);
  return store;
}

/** The number of numbers of a measure, by its first row. */
function widthOf(at: (row: number, component: number) => number): number {
  let width = 0;
  while (width < measureSize && Number.isFinite(at(0, width))) width++;
  return width;
}
