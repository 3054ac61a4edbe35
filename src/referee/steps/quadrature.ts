// The integral of recorded rates over an interval, from the moments around it: a polynomial through them, integrated
// exactly.

import type { MotionByLaws } from "../laws/motion.ts";
import type { RecordedMoment } from "../reading/moment.ts";
import { readNumbers, type Slot, writeNumbers } from "../reading/reading.ts";

/** Points and weights of Gauss on the interval from 0 to 1: exact for polynomials up to the seventh power. */
const gauss = [
  [0.06943184420297371, 0.17392742256872692],
  [0.33000947820757187, 0.32607257743127305],
  [0.6699905217924281, 0.32607257743127305],
  [0.9305681557970262, 0.17392742256872692],
] as const;

export interface Quadratures {
  /** The memory at the end of the interval by six moments. */
  readonly fine: Float64Array;
  /** The results by four moments, for each set of four with both ends: where rates are not smooth they differ. */
  readonly coarse: readonly Float64Array[];
}

const kept = new WeakMap<RecordedMoment, ReadonlyMap<Slot, readonly number[]>>();

/** Null if there are fewer than six moments. */
export function quadratures(
  motion: MotionByLaws,
  stretch: readonly RecordedMoment[],
  place: number,
): Quadratures | null {
  if (stretch.length < 6) return null;
  return {
    fine: integrated(motion, around(stretch, place, 6), stretch, place),
    coarse: [place - 2, place - 1, place]
      .filter((first) => first >= 0 && first + 4 <= stretch.length)
      .map((first) => integrated(motion, stretch.slice(first, first + 4), stretch, place)),
  };
}

/** This many moments around an interval, as evenly on both sides as the moments between two events allow. */
function around(stretch: readonly RecordedMoment[], place: number, count: number): RecordedMoment[] {
  const first = Math.max(0, Math.min(stretch.length - count, place - count / 2 + 1));
  return stretch.slice(first, first + count);
}

function integrated(
  motion: MotionByLaws,
  nodes: readonly RecordedMoment[],
  stretch: readonly RecordedMoment[],
  place: number,
): Float64Array {
  const [from, to] = [stretch[place], stretch[place + 1]];
  const h = to.time - from.time;
  const weights = nodes.map((_, i) =>
    gauss.reduce(
      (sum, [x, w]) =>
        sum +
        w *
          h *
          lagrange(
            nodes.map(({ time }) => time),
            i,
            from.time + x * h,
          ),
      0,
    ),
  );
  const memory = from.memory.slice();
  const rates = nodes.map((node) => ratesAt(motion, node));
  for (const slot of rates[0].keys()) {
    const numbers = readNumbers(from.memory, slot);
    for (const [i, rate] of rates.entries())
      for (const [k, x] of (rate.get(slot) ?? []).entries()) numbers[k] += weights[i] * x;
    writeNumbers(memory, slot, numbers);
  }
  return memory;
}

function ratesAt(motion: MotionByLaws, moment: RecordedMoment): ReadonlyMap<Slot, readonly number[]> {
  let rates = kept.get(moment);
  if (!rates) {
    rates = new Map(motion.rates(moment.memory, moment.memory).map(({ slot, numbers }) => [slot, numbers]));
    kept.set(moment, rates);
  }
  return rates;
}

/** The polynomial that is 1 at time i and 0 at the others. */
function lagrange(times: readonly number[], i: number, t: number): number {
  return times.reduce((product, other, k) => (k === i ? product : (product * (t - other)) / (times[i] - other)), 1);
}
