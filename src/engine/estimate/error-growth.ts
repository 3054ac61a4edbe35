// What happens to an error as the motion continues, as a companion shows: it fades, stays or grows.
import { log } from "../../math/elementary/elementary.ts";
import { type Companion, type ErrorLedger, lastedFor } from "../state/error-ledger.ts";
import type { Rows } from "./motion-sizes.ts";

/** An error that shrinks to this share of its size is forgotten. */
export const forgotten = 0.02;
/**
 * The number of decay times after which an error counts as forgotten; an error that shrinks more slowly is not
 * forgotten.
 */
const timesToForget = 4;
const lateShare = 0.9;
/** An error that has shrunk to this share is being forgotten. */
const fading = 0.3;
/** Observed errors represent those of at most this many times as many steps. */
const mostLike = 4;
/** Errors may grow without limit, as in chaos: growth beyond this does not count. */
export const mostGrowth = 3;
/**
 * Errors of a period grow evenly with time: by at most this factor more than the time. This is concluded only after the
 * second number of steps.
 */
const evenly = 1.25;
/** Smaller growth may be that of a vibration, whose errors come and go. */
const least = 2;
export const firstSeen = 8;

export const nothingSeen = { followed: 0, most: 1 };

/** Notes whether errors followed for this number of steps grow evenly. */
export function seeGrowth(companion: Companion, growth: number, followed: number): void {
  const { marks } = companion;
  companion.most = Math.max(companion.most, growth);
  const [older, newer] = marks;
  if (followed >= firstSeen && older.followed > 0) {
    const isEven = companion.most >= least && companion.most <= (evenly * older.most * followed) / older.followed;
    const before = (newer.most - older.most) / (newer.followed - older.followed);
    const since = (companion.most - older.most) / (followed - older.followed);
    companion.slope = isEven ? Math.min(before, since) : 0;
  }
  if (followed < Math.max(4, 2 * newer.followed)) return;
  marks[0] = newer;
  marks[1] = { followed, most: companion.most };
}

/** Number of steps for which errors last: all so far, unless events end them. */
export function ageOf(ledger: ErrorLedger, { row }: Pick<Rows, "row">, steps: number): number {
  let age = 0;
  for (const one of row) age = Math.max(age, lastedFor(ledger, one, steps));
  return age;
}

/** The sum of errors of a row over this number of steps, if they resemble those that were observed. */
export function seenFor({ seen, watched }: ErrorLedger, row: number, steps: number): number {
  return watched === 0 ? 0 : seen[row] * Math.min(mostLike, steps / watched);
}

/** The factor of a sum of errors that last for this number of steps. */
export function grownBy({ factor, slope }: Pick<ErrorLedger, "factor" | "slope">, steps: number): number {
  return slope > 0 ? Math.max(factor, 1 + slope * steps) : factor;
}

/**
 * The error of a run as a multiple of the sum of its steps' errors, which last for `age` steps, by a companion so far.
 */
export function shownBy(companion: Companion, age: number): number {
  const { growth, far } = companion;
  const followed = companion.looked - companion.steps;
  const remembered = far - companion.steps;
  if (remembered <= lateShare * followed) return Math.min(1, Math.max(1, remembered / timesToForget) / age);
  if (growth < fading && companion.slope === 0) return Math.min(1, followed / -log(growth) / age);
  return growthOf(companion);
}

export function growthOf({ growth }: Companion): number {
  return Math.min(mostGrowth, Math.max(1, growth));
}
