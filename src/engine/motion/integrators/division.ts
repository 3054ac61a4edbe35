// A step divided where a law switches. An integrator has its order where the law has one formula: all that a piece of a
// step looks at lies on one side of every switch. The longest such piece is taken, and another, until less than the
// tolerance is left before the switch; a piece as short as that leads across.

import { type Node, type Step, type System, type Watch, workOf } from "./method.ts";
import { slidAtOnce, slide } from "./sliding.ts";

/** So many pieces may a step be divided into; so many may lead across switches, and so many of these in a row. */
const mostPieces = 60;
const mostAcross = 20;
const mostTurns = 6;
/** A piece that leads to no other side is so many times longer the next time. */
const growth = 16;
const mostProbes = 100;
/**
 * So many probes may a step take in all; and pieces shorter than this share of it are no progress between two
 * crossings.
 */
const mostOfStep = 400;
/**
 * And so many rates of single numbers may be asked for meanwhile: an implicit method asks for all of them a thousand
 * times in a probe.
 */
const mostRates = 500_000;
const leastProgress = 1e-4;
/**
 * The work vector that holds where a piece begins, before that for the rates where it ends; those before it are the
 * integrators'.
 */
const pieceStart = 9;

/** What a piece that leads across a switch may get wrong, by its length and the jump of the rates there. */
const leastError = 1e-13;

/** A piece that is tried with different lengths; what a watch saw of it tells whether it counts. */
export interface Piece {
  take(length: number): void;
  /** The rates that were found last, near the end; null where no rates were asked for across a switch that was seen. */
  readonly lastRates: Float64Array | null;
}

/** How a step is divided. */
export class Division {
  /** Whether the piece leads across a switch, and must be taken as it is. */
  isAcross = false;
  private readonly watch: Watch;
  private readonly t: number;
  private readonly h: number;
  private readonly system: System;
  /** How often rates had been asked for when the step began. */
  private readonly evaluations: number;
  private readonly widest: number;
  private pieces = 0;
  private crossings = 0;
  private probes = 0;
  private turns = 0;
  private across = 0;
  /** The switch that was crossed last, and its number before. */
  private number = -1;
  private before = 0;
  /** The switch that was located last, and how narrowly: it need not be more so than makes a difference. */
  private located = -1;
  private width = 0;
  /** How far it is to the other side, where that is as near as it was located. */
  private reach = 0;

  /** `widest`: a piece that leads across is no longer. */
  constructor(watch: Watch, system: System, widest = system.h) {
    this.watch = watch;
    this.system = system;
    this.t = system.t;
    this.h = system.h;
    this.widest = widest;
    this.evaluations = system.evaluations ?? 0;
  }

  /** Whether rates were asked for as often as they may be. */
  get isSpent(): boolean {
    return ((this.system.evaluations ?? 0) - this.evaluations) * this.system.size > mostRates;
  }

  /**
   * The length of the next piece, of so much during which a switch was seen to change its side. 0: it is to be stepped
   * over.
   */
  next(piece: Piece, rest: number): number {
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
    // A number that is rounded may need longer to change.
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

  /** The motion goes on along the switch: it has not turned back. */
  slid(): void {
    this.turns = 0;
    this.isAcross = false;
  }

  /**
   * The longest piece on one side, but for the tolerance; 0 where it is shorter. By Illinois' rule on the switch's
   * number, or halving.
   */
  private longest(piece: Piece, rest: number, tolerance: number): number {
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

/** The largest difference of rates on both sides; without end where they are not known. */
function jumpOf(one: Float64Array | null, other: Float64Array | null): number {
  if (!one || !other) return Number.POSITIVE_INFINITY;
  let jump = 0;
  for (let k = 0; k < one.length; k++) jump = Math.max(jump, Math.abs(one[k] - other[k]));
  return Number.isNaN(jump) ? Number.POSITIVE_INFINITY : jump;
}

/**
 * The same step, divided where a law switches. `last`: the vector of the work that holds the rates it found near its
 * end, or -1.
 */
export function divided(step: Step, last: number): Step {
  return (system, y, out, node) => {
    const { watch } = system;
    if (!watch) return step(system, y, out, node);
    const { t, h } = system;
    watch.begin();
    const failed = step(system, y, out);
    // An integrator need not have looked at the end.
    system.t = t + h;
    if (!failed && watch.crossed < 0) system.showWatch?.(out, null);
    if (watch.crossed < 0) return failed;
    system.t = t;
    system.h = h;
    return takePieces({ step, last }, system, watch, y, out, node);
  };
}

/** Whether the rates that were found last were on the other side of the switch that was seen, or no switch was. */
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
  node?: Node,
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
   * A jump may leave an implicit step without a solution: a piece as short as leads across follows the rates where it
   * begins.
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
