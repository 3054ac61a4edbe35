// How long arrows are: one scale for all vectors of one unit, so that arrows can be added by eye. The lab chooses it
// for the run; a person may set it, in percent: at 100 % an arrow of 1 N is 1 m long.
import { effect, signal } from "@preact/signals";
import { bench } from "../../state/bench.ts";
import { name as experimentName } from "../../state/experiment.ts";
import { stored } from "../../state/settings.ts";
import { isFiniteNumber, isRecord, reportUnreadable } from "../../state/stored-value.ts";
import { printedUnit } from "../../state/units.ts";
import { vectorColour } from "../draw/palette.ts";
import { niceLength } from "../scene/nice-length.ts";
import type { Layer } from "../scene/scene.ts";

/** The scale of the vectors of a unit. */
export interface VectorScale {
  /** The unit, typeset, or a word for the kind of those that have none: `m/s`, `force`. */
  readonly unit: string;
  /** The length in space of a vector of length 1, and what the lab would choose. */
  readonly length: number;
  readonly usual: number;
}

const kinds: Readonly<Record<string, string>> = {
  [vectorColour("normal")]: "normal",
  [vectorColour("torque")]: "spin",
  [vectorColour("v")]: "velocity",
  [vectorColour("a")]: "acceleration",
  [vectorColour("p")]: "momentum",
  [vectorColour("force")]: "force",
};

/** Vectors with the same key are drawn to one scale: those of one unit, or of one kind where no unit is known. */
export function scaleKey(path: string): string {
  return printedUnit(path) || (kinds[vectorColour(path)] ?? path.replace(/^.*\./, ""));
}

/** Lengths that the person has chosen, by their keys. */
export const chosenScales = signal<Readonly<Record<string, number>>>({});
const settingOf = (experiment: string) => `vector-scales.${experiment}`;

effect(() => {
  chosenScales.value = load(experimentName.value);
});

function load(experiment: string): Readonly<Record<string, number>> {
  const found = stored(settingOf(experiment));
  if (found === undefined) return {};
  if (isRecord(found) && Object.values(found).every((length) => isFiniteNumber(length) && length > 0))
    return found as Record<string, number>;
  reportUnreadable("scales of vectors");
  return {};
}

/** Whether the person has chosen the scale. */
export function isScaleChosen(key: string): boolean {
  return Object.hasOwn(chosenScales.value, key);
}

/** Sets the length of a vector of length 1; null lets the lab choose. */
export function setScale(key: string, length: number | null): void {
  const { [key]: _, ...others } = chosenScales.peek();
  chosenScales.value = length === null ? others : { ...others, [key]: length };
  try {
    localStorage.setItem(`virtuafiz.${settingOf(experimentName.peek())}`, JSON.stringify(chosenScales.peek()));
  } catch {
    // Private windows have no storage.
  }
}

/** The scales of the arrows that are drawn, and the pixels that a metre has in the middle of the picture. */
export const drawnScales = signal<{ readonly pixels: number; readonly scales: readonly VectorScale[] }>({
  pixels: 0,
  scales: [],
});

export function setDrawnScales(pixels: number, scales: readonly VectorScale[]): void {
  const next = { pixels: Number(pixels.toPrecision(3)), scales };
  if (JSON.stringify(next) !== JSON.stringify(drawnScales.peek())) drawnScales.value = next;
}

/** The approximate size of what fits into the picture from the place that the text chooses for the camera. */
function seenSize(): number {
  const { camera } = bench.value;
  return camera ? 0.14 * Math.hypot(...camera.at.map((at, k) => at - camera.towards[k])) : 0;
}

/** The scales of a run: a layer that draws nothing, and comes before those that draw arrows. */
export class VectorScales implements Layer {
  /** Whether a scale changed after an arrow had been drawn by it: the picture is to be drawn again. */
  isStale = false;
  private readonly largest = new Map<string, number>();
  private readonly used = new Map<string, VectorScale>();

  reset(): void {
    this.largest.clear();
  }

  update(): void {
    this.used.clear();
    this.isStale = false;
  }

  /** A vector of this length is to be drawn, now or later in the run. */
  include(key: string, length: number): void {
    if (!Number.isFinite(length) || length <= (this.largest.get(key) ?? 0)) return;
    this.largest.set(key, length);
    if (this.used.has(key)) this.isStale = true;
  }

  /**
   * The length in space of a vector of length 1: the largest is about a third of `size`, the extent of the motion. If
   * the text places the camera, of what that sees: at first the extent of the motion is small.
   */
  lengthOf(key: string, size: number): number {
    const usual = niceLength((0.35 * Math.max(size, seenSize())) / (this.largest.get(key) || 1));
    const length = chosenScales.value[key] ?? usual;
    if (!this.used.has(key)) this.used.set(key, { unit: key, length, usual });
    return length;
  }

  /** The scales that this picture used. */
  get list(): readonly VectorScale[] {
    return [...this.used.values()];
  }
}
