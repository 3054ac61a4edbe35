// Conservative advancement: from a time at which two bodies are apart, through intervals proved free of impacts, to the
// first impact. After Mirtich, "Impulse-based dynamic simulation of rigid body systems" (1996), whose steps d/speed
// stall beside a body that is near but not hit; projections on a fixed direction lead past such a body.
//
// A stretch [t, t + h] is free, with d the distance at t, n its normal and e the gap of the shadows on n at t + h, if
//   d + e > B h            each point moves at most at the speed bound, so the gap on n is at least (d + e - B h)/2, or
//   min(d, e) > A h²/8     each point's place along n is off the chord between its places at t and t + h by at most A
//   h²/8,
//                          with A the bound on the acceleration; so the gap is off its own chord by no more. Where no
//                          such stretch of a length above max(d, touch)/B exists a step of that length is taken: while
//                          d > touch it is free too, and at most `touch` deep is what happens in it otherwise.
import type { Vec3 } from "../../math/vectors/vec3.ts";
import { type Approach, findGapAlong } from "./approach.ts";
import { lastBeforeZero } from "./root.ts";

/** The most times that are found by bounds alone, without sampling. */
export const MOST_STEPS = 20_000;

/** The spacing of doubles of magnitude 1: times are not known more precisely, and no step is shorter. */
const SPACING = 2.220446049250313e-16;

/** The shares of a failed interval that are tried next. */
const LEAST_SHARE = 0.05;
const MOST_SHARE = 0.9;

const normal: Vec3 = new Float64Array(3);
/** In memory: the interval under examination: its beginning, the distance there, its least length, and its length. */
const stretch = new Float64Array(4);
const [FROM, DISTANCE, SURE, LENGTH] = [0, 1, 2, 3];

/**
 * Advances from the last evaluated time, at which the distance was positive. Leaves the time of an impact in
 * `approach.time`.
 */
export function advance(approach: Approach): "impact" | "free" | "too many steps" {
  const { point, until: t1, speed, touch } = approach;
  let t = point[0];
  let d = point[1];
  stretch[LENGTH] = t1 - t;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const rest = t1 - t;
    const sure = Math.max(d, touch) / speed;
    if (sure >= rest) stretch[LENGTH] = rest;
    else {
      stretch[FROM] = t;
      stretch[DISTANCE] = d;
      stretch[SURE] = sure;
      stretch[LENGTH] = Math.min(4 * stretch[LENGTH], rest);
      shortenToFree(approach);
    }
    const h = stretch[LENGTH];
    point[0] = h === rest ? t1 : Math.min(t1, Math.max(t + h, t + SPACING * Math.abs(t)));
    approach.distanceAt(point);
    const next = point[0];
    const after = point[1];
    if (after <= 0) {
      // Passed in memory: numbers passed as arguments would be allocated in every round of this loop.
      stretch[FROM] = t;
      stretch[DISTANCE] = d;
      approach.time = impactWithin(approach);
      return "impact";
    }
    // A pose with NaN is reported by whoever commits it.
    if (next === t1 || Number.isNaN(after)) return "free";
    t = next;
    d = after;
  }
  return "too many steps";
}

/** The impact between the beginning of the interval and the last evaluated time. */
function impactWithin({ distanceAt, point, tolerance }: Approach): number {
  return lastBeforeZero(distanceAt, stretch[FROM], stretch[DISTANCE], point[0], point[1], tolerance);
}

/** Shortens the interval until it is free of impacts, or just as long as is certain. */
function shortenToFree(approach: Approach): void {
  const { point, speed, acceleration } = approach;
  const t = stretch[FROM];
  const d = stretch[DISTANCE];
  const sure = stretch[SURE];
  normal.set(approach.proximity.normal);
  let h = stretch[LENGTH];
  while (h > sure) {
    point[0] = t + h;
    findGapAlong(approach, normal);
    const e = approach.gap;
    const least = Math.min(d, e);
    if (d + e > speed * h || least > (acceleration * h * h) / 8) {
      stretch[LENGTH] = h;
      return;
    }
    // Where the chord of the gap meets zero, or where its bow would.
    const share = e < d ? (MOST_SHARE * d) / (d - e) : MOST_SHARE;
    let shorter = h * Math.max(LEAST_SHARE, Math.min(MOST_SHARE, share));
    if (acceleration > 0)
      shorter = Math.min(shorter, Math.sqrt((8 * MOST_SHARE * Math.max(least, 0.1 * d)) / acceleration));
    h = shorter;
  }
  stretch[LENGTH] = sure;
}
