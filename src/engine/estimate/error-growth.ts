// What becomes of an error as the motion goes on: forgotten, kept or grown, as a companion shows it.
import { log } from "../../math/elementary/elementary.ts";
import { type Companion, type ErrorLedger, lastedFor } from "../state/error-ledger.ts";
import type { Rows } from "./motion-sizes.ts";

/** An error that comes back to this share of its size is forgotten. */
export const forgotten = 0.02;
/** How many times it has become less by the factor e then; and one that is seen later than this is not forgotten. */
const timesToForget = 4;
const lateShare = 0.9;
/** One that has come back to this share is being forgotten. */
const fading = 0.3;
/** At most for this many times as many steps do those that were watched stand. */
const mostLike = 4;
/** Errors may grow without end, as in chaos: no more of it counts. */
export const mostGrowth = 3;
/**
 * Those of a period grow evenly with time: by no more than this times as much as the time does. Not before these many
 * steps is it said.
 */
const evenly = 1.25;
export const firstSeen = 8;

export const nothingSeen = { followed: 0, most: 1 };

/** Whether errors that have been followed for so many steps grow evenly. */
export function seeGrowth(companion: Companion, growth: number, followed: number): void {
  const { marks } = companion;
  companion.most = Math.max(companion.most, growth);
  const [older, newer] = marks;
  if (followed >= firstSeen && older.followed > 0) {
    const isEven = companion.most <= (evenly * older.most * followed) / older.followed;
    const before = (newer.most - older.most) / (newer.followed - older.followed);
    const since = (companion.most - older.most) / (followed - older.followed);
    companion.slope = isEven ? Math.min(before, since) : 0;
  }
  if (followed < Math.max(4, 2 * newer.followed)) return;
  marks[0] = newer;
  marks[1] = { followed, most: companion.most };
}

/** For how many steps errors last: all so far, unless events end them. */
export function ageOf(ledger: ErrorLedger, { row }: Pick<Rows, "row">, steps: number): number {
  let age = 0;
  for (const one of row) age = Math.max(age, lastedFor(ledger, one, steps));
  return age;
}

/** The sum of errors over so many steps, as a share of the motion, if they are like those that were watched. */
export function seenFor({ seen, watched }: ErrorLedger, steps: number): number {
  return watched === 0 ? 0 : seen * Math.min(mostLike, steps / watched);
}

/** The factor of a sum of errors that last for so many steps. */
export function grownBy({ factor, slope }: Pick<ErrorLedger, "factor" | "slope">, steps: number): number {
  return slope > 0 ? Math.max(factor, 1 + slope * steps) : factor;
}

/**
 * How many times the sum of errors, which last for `age` steps, a run is off, by a companion that has been followed up
 * to now.
 */
export function shownBy(companion: Companion, steps: number, age: number, isFree: boolean): number {
  const { growth, far } = companion;
  const followed = steps - companion.steps;
  const remembered = far - companion.steps;
  if (remembered <= lateShare * followed) return Math.min(1, Math.max(1, remembered / timesToForget) / age);
  if (isFree && growth < fading && companion.slope === 0) return Math.min(1, followed / -log(growth) / age);
  return growthOf(companion);
}

export function growthOf({ growth }: Companion): number {
  return Math.min(mostGrowth, Math.max(1, growth));
}
