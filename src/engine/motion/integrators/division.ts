// A step divided where a law switches. An integrator has its order where the law has one formula: all instants
// evaluated for a piece of a step lie on one side of every switch. The longest such piece is taken, and another, until
// the switch is closer than the tolerance; a piece of that length crosses it.

import { type StageWatch, type Step, type System, type Watch, workOf } from "./method.ts";
import { slidAtOnce, slide } from "./sliding.ts";

/** The most pieces of a step, the most of them that cross switches, and the most of those in a row. */
const mostPieces = 60;
const mostAcross = 20;
const mostTurns = 6;
/** The growth factor of the next piece after a piece that crosses no switch. */
const growth = 16;
const mostProbes = 100;
/**
 * The most probes of a step. Pieces shorter than the share `leastProgress` of it count as no progress between two
 * crossings.
 */
const mostOfStep = 400;
/** The most evaluations of single rates in a step: an implicit method needs all of them a thousand times in a probe. */
const mostRates = 500_000;
const leastProgress = 1e-4;
/**
 * The work vector that holds the start of a piece; the one before it holds the rates at its end; those before belong to
 * the integrators.
 */
const pieceStart = 9;

/** The allowed error of a piece that crosses a switch: its length times the jump of the rates there. */
const leastError = 1e-13;

/** A piece that is tried with different lengths; the sides seen by a watch decide whether it is accepted. */
export interface TrialPiece {
  take(length: number): void;
  /** The last rates found, near the end; null if no rates were evaluated on the other side of a switch. */
  readonly lastRates: Float64Array | null;
}

/** How a step is divided. */
export class Division {
  /** Whether the piece crosses a switch, and must be taken as it is. */
  isAcross = false;
  private readonly watch: Watch;
  private readonly t: number;
  private readonly h: number;
  private readonly system: System;
  /** Number of evaluations of rates when the step began. */
  private readonly evaluations: number;
  private readonly widest: number;
  private pieces = 0;
  private crossings = 0;
  private probes = 0;
  private turns = 0;
  private across = 0;
  /** The last crossed switch, and its number before. */
  private number = -1;
  private before = 0;
  /** The last located switch, and the precision of its place: as much as matters. */
  private located = -1;
  private width = 0;
  /** The distance to the other side, if that is as near as the precision of location. */
  private reach = 0;

  /** `widest`: the longest piece that may cross a switch. */
  constructor(watch: Watch, system: System, widest = system.h) {
    this.watch = watch;
    this.system = system;
    this.t = system.t;
    this.h = system.h;
    this.widest = widest;
    this.evaluations = system.evaluations ?? 0;
  }

  /** Whether the limit on evaluations of rates is reached. */
  get isSpent(): boolean {
    return ((this.system.evaluations ?? 0) - this.evaluations) * this.system.size > mostRates;
  }

  /**
   * The length of the next piece within `rest`, during which a switch changes its side. 0: the switch is to be stepped
   * over.
   */
  next(piece: TrialPiece, rest: number): number {
    const { watch } = this;
    const { crossed } = watch;
    const least = watch.toleranceOf(crossed, this.h);
    const tolerance = this.located === crossed ? Math.max(least, this.width) : least;
    if (++this.pieces > mostPieces || this.crossings > mostAcross || this.probes > mostOfStep || this.isSpent) {
      watch.stepOver(crossed, "many", this.t);
      return 0;
    }
    const start = watch.first[crossed];
    this.reach = 0;
    const length = rest > 4 * tolerance ? this.longest(piece, rest, tolerance) : 0;
    this.isAcross = length === 0;
    if (!this.isAcross) {
      if (length > leastProgress * this.h) this.turns = 0;
      return length;
    }
    // A rounded number may need longer to change.
    const isStill = this.number === crossed && !watch.isOther(crossed, this.before, start);
    this.across = isStill && this.turns > 0 ? growth * this.across : Math.max(tolerance, this.reach);
    if (++this.turns > mostTurns) {
      watch.stepOver(crossed, "turns", this.t);
      return 0;
    }
    this.number = crossed;
    this.before = start;
    this.crossings++;
    return Math.min(this.across, rest);
  }

  /** The motion continues along the switch: it has not turned back. */
  slid(): void {
    this.turns = 0;
    this.isAcross = false;
  }

  /**
   * The longest piece on one side, within the tolerance; 0 if it is shorter. Found by Illinois' rule on the switch's
   * number, or by bisection.
   */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one search, whose steps share all of its state
  private longest(piece: TrialPiece, rest: number, tolerance: number): number {
    const { watch } = this;
    let number = watch.crossed;
    let [low, high] = [4 * tolerance, rest];
    let above = watch.last[number];
    piece.take(low);
    if (watch.crossed >= 0) return 0;
    watch.keep();
    let below = watch.low[number];
    let rates = piece.lastRates?.slice() ?? null;
    let jump = Number.POSITIVE_INFINITY;
    let moved = 0;
    for (let probe = 0; probe < mostProbes && high - low > tolerance && !this.isSpent; probe++) {
      if ((high - low) * jump <= leastError && high - low <= this.widest) break;
      let length = (low + high) / 2;
      const isBracketed = (below < 0 && above > 0) || (below > 0 && above < 0);
      if (isBracketed && probe % 3 !== 2) length = (low * above - high * below) / (above - below);
      length = Math.min(Math.max(length, low + tolerance / 4), high - tolerance / 4);
      if (!(length > low && length < high)) break;
      this.probes++;
      piece.take(length);
      if (watch.crossed < 0) {
        low = length;
        watch.keep();
        below = watch.low[number];
        rates = piece.lastRates?.slice() ?? null;
        if (moved < 0) above /= 2;
        moved = -1;
        continue;
      }
      high = length;
      if (moved > 0 && number === watch.crossed) below /= 2;
      if (number !== watch.crossed) below = watch.low[watch.crossed];
      number = watch.crossed;
      above = watch.last[number];
      jump = jumpOf(rates, piece.lastRates);
      moved = 1;
    }
    this.located = number;
    this.width = high - low;
    if (low > 4 * this.width) return low;
    this.reach = high;
    return 0;
  }
}

/** The largest difference between rates on both sides; infinite where they are unknown. */
function jumpOf(one: Float64Array | null, other: Float64Array | null): number {
  if (!one || !other) return Number.POSITIVE_INFINITY;
  let jump = 0;
  for (let k = 0; k < one.length; k++) jump = Math.max(jump, Math.abs(one[k] - other[k]));
  return Number.isNaN(jump) ? Number.POSITIVE_INFINITY : jump;
}

/** The same step, divided where a law switches. `last`: the work vector with the rates near the step's end, or -1. */
export function divided(step: Step, last: number): Step {
  return (system, y, out, node) => {
    const { watch } = system;
    if (!watch) return step(system, y, out, node);
    const { t, h } = system;
    watch.begin();
    const failed = step(system, y, out);
    // An integrator may not have evaluated the end.
    system.t = t + h;
    if (!failed && watch.crossed < 0) system.showWatch?.(out, null);
    if (watch.crossed < 0) return failed;
    system.t = t;
    system.h = h;
    return takePieces({ step, last }, system, watch, y, out, node);
  };
}

/** Whether the last rates belong to the other side of the switch that was seen, or no switch was seen. */
export function areTelling(watch: Watch): boolean {
  const { crossed, first, last } = watch;
  return crossed < 0 || watch.isOther(crossed, first[crossed], last[crossed]);
}

function takePieces(
  { step, last }: { readonly step: Step; readonly last: number },
  system: System,
  watch: Watch,
  y: Float64Array,
  out: Float64Array,
  node?: StageWatch,
): string | null {
  const { t, h } = system;
  const from = workOf(system, pieceStart + 3)[pieceStart];
  const end = system.work[pieceStart + 1];
  const slidTo = system.work[pieceStart + 2];
  const division = new Division(watch, system);
  const sliding = slidAtOnce(step);
  let done = 0;
  let failed: string | null = null;
  const piece = {
    lastRates: null as Float64Array | null,
    take(length: number) {
      system.t = t + done;
      system.h = length;
      watch.begin();
      failed = step(system, from, out);
      piece.lastRates = last >= 0 && areTelling(watch) ? system.work[last] : null;
      if (failed || watch.crossed >= 0) return;
      system.t = t + done + length;
      system.showWatch?.(out, end);
      if (last >= 0) piece.lastRates = end;
    },
  };
  const tell = (values: Float64Array) => {
    if (!node) return;
    const rate = system.work[0];
    system.t = t + done;
    system.derivative(values, rate);
    node(values, rate);
  };
  /**
   * A jump may leave an implicit step without a solution: a piece just long enough to cross follows the rates at its
   * beginning.
   */
  const leadAcross = (length: number) => {
    system.t = t + done;
    system.derivative(from, end);
    for (let k = 0; k < system.size; k++) out[k] = from[k] + length * end[k];
  };
  from.set(y);
  for (;;) {
    tell(from);
    const rest = h - done;
    let length = rest;
    piece.take(rest);
    let isSteppedOver = false;
    let slidFor = 0;
    if (watch.crossed >= 0) {
      const found = division.next(piece, rest);
      isSteppedOver = found === 0;
      length = found || rest;
      piece.take(length);
      if (division.isAcross && !isSteppedOver && watch.crossed >= 0) {
        const crossing = { number: watch.crossed, from, t: t + done, rest, h, isSpent: () => division.isSpent };
        slidFor = slide(sliding, system, watch, crossing, slidTo, node);
        if (slidFor > 0) {
          out.set(slidTo);
          length = slidFor;
          division.slid();
        } else piece.take(length);
      }
    }
    if (failed && slidFor === 0) {
      if (isSteppedOver || !division.isAcross) return failed;
      leadAcross(length);
    }
    system.tookPiece?.(out, slidFor > 0);
    if (length >= rest) break;
    from.set(out);
    done += length;
  }
  done = h;
  tell(out);
  return null;
}
