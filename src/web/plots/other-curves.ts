// The curves of the run that is compared with, B: from its frames, which have its attributes and measures.
import { measureSize } from "../protocol/messages.ts";
import type { Frames } from "../state/run.ts";
import type { CurveStore } from "./curve-store.ts";
import type { DrawnCurve } from "./curves.ts";
import type { CurveSpec, PlotSpec } from "./spec.ts";

type Numbers = (frame: number) => readonly number[];

/** The numbers of a measure or an attribute at a frame. */
export function readerOf(all: Frames, path: string): Numbers | null {
  const { measures, bodies, links, world } = all.layout;
  const measure = measures.indexOf(path);
  if (measure >= 0)
    return (frame) =>
      Array.from({ length: measureSize }, (_, k) => all.measure(frame, measure, k)).filter(Number.isFinite);
  const dot = path.indexOf(".");
  const slots = dot < 0 ? world : [...bodies, ...links].find((one) => one.name === path.slice(0, dot))?.slots;
  const slot = slots?.find((one) => one.name === path.slice(dot + 1));
  return slot
    ? (frame) => Array.from({ length: slot.size }, (_, k) => all.memory(frame)[slot.offset + k * slot.stride])
    : null;
}

/** One number of B at a frame; `part` counts from 1. */
function partOf(all: Frames, path: string): { read: Numbers; part: number | null } | null {
  const [, base, part] = /^(.*?)(?:#(\d+))?$/.exec(path)!;
  const read = path === "t" ? (frame: number) => [all.times[frame]] : readerOf(all, base);
  return read && { read, part: part === undefined ? null : Number(part) };
}

/** The curves of B beside those of A, as far as frames have them; numbers in units other than SI are left out. */
export function otherCurves(plot: PlotSpec, curves: readonly DrawnCurve[], b: Frames, store: CurveStore): DrawnCurve[] {
  const across = partOf(b, plot.against);
  if (!across || b.count === 0) return [];
  const frames = Array.from({ length: b.count }, (_, i) => i);
  const rows = Int32Array.from(frames, (i) => store.rowAt(b.times[i], store.times.length));
  const x = Float64Array.from(frames, (i) => across.read(i)[(across.part ?? 1) - 1]);
  return curves.flatMap((curve) => {
    const spec: CurveSpec | undefined = plot.curves[curve.of];
    const found = spec && spec.unit === undefined ? partOf(b, spec.path) : null;
    if (!found) return [];
    const component = curves.filter(({ of }) => of === curve.of).indexOf(curve);
    const number = (values: readonly number[]) =>
      spec.as === "norm" ? Math.hypot(...values) : values[(found.part ?? component + 1) - 1];
    const y = Float64Array.from(frames, (i) => number(found.read(i)) ?? Number.NaN);
    return [{ name: `${curve.name} of B`, path: null, unit: curve.unit, of: curve.of, x, y, rows }];
  });
}
