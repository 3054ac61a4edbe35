// Conservative advancement: from a time at which two bodies are apart, through stretches of time proved free of impacts, to
// the first impact. After Mirtich, "Impulse-based dynamic simulation of rigid body systems" (1996), whose steps d/speed
// stall beside a body that is near but not met; the shadows on a fixed direction carry past such.
//
// A stretch [t, t + h] is free, with d the distance at t, n its normal and e the gap of the shadows on n at t + h, if
//   d + e > B h            each point moves at most at the speed bound, so the gap on n is at least (d + e - B h)/2, or
//   min(d, e) > A h²/8     each point's place along n is off the chord between its places at t and t + h by at most A h²/8,
//                          with A the bound on the acceleration; so the gap is off its own chord by no more.
// Where no such stretch of a length above max(d, touch)/B exists a step of that length is taken: while d > touch it is free too,
// and at most `touch` deep is what happens in it otherwise.
import type { Vec3 } from "../math/vec3.ts";
import { type Approach, gapAlongAt } from "./approach.ts";
import { lastBeforeZero } from "./root.ts";

/** Times with at most this many steps are found by bounds alone. */
export const MOST_STEPS = 20_000;

/** Doubles of magnitude 1 are this far apart: times are not known better, and a step is at least that. */
const SPACING = 2.220446049250313e-16;

/** Shares of a stretch that failed, of which the next one is tried. */
const LEAST_SHARE = 0.05;
const MOST_SHARE = 0.9;

export interface Advance {
  /** The time reached: of the impact, or t1. */
  time: number;
  outcome: "impact" | "free" | "too many steps";
}

const normal: Vec3 = new Float64Array(3);
const result: Advance = { time: 0, outcome: "free" };

/** `distance` > 0 is that at t0, for which `approach` was last asked. The result is reused by the next call. */
export function advance(approach: Approach, t0: number, distance: number): Advance {
  const { until: t1, speed, touch, tolerance } = approach;
  let t = t0;
  let d = distance;
  let stretch = t1 - t0;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const rest = t1 - t;
    const sure = Math.max(d, touch) / speed;
    const h = sure >= rest ? rest : freeStretch(approach, t, d, Math.min(4 * stretch, rest), sure);
    const next = h === rest ? t1 : Math.min(t1, Math.max(t + h, t + SPACING * Math.abs(t)));
    const after = approach.distanceAt(next);
    if (after <= 0) return conclude(lastBeforeZero(approach.distanceAt, t, d, next, after, tolerance), "impact");
    // A pose that is no number is for whoever commits it to find.
    if (next === t1 || Number.isNaN(after)) return conclude(next, "free");
    t = next;
    d = after;
    stretch = h;
  }
  return conclude(t, "too many steps");
}

/** A length from `sure` to `longest` of time after t, free of impacts (or just `sure`). */
function freeStretch(approach: Approach, t: number, d: number, longest: number, sure: number): number {
  const { speed, acceleration } = approach;
  normal.set(approach.proximity.normal);
  let h = longest;
  while (h > sure) {
    gapAlongAt(approach, normal, t + h);
    const e = approach.gap;
    const least = Math.min(d, e);
    if (d + e > speed * h || least > (acceleration * h * h) / 8) return h;
    // Where the chord of the gap meets zero, or where its bow would.
    const share = e < d ? (MOST_SHARE * d) / (d - e) : MOST_SHARE;
    let shorter = h * Math.max(LEAST_SHARE, Math.min(MOST_SHARE, share));
    if (acceleration > 0)
      shorter = Math.min(shorter, Math.sqrt((8 * MOST_SHARE * Math.max(least, 0.1 * d)) / acceleration));
    h = shorter;
  }
  return sure;
}

function conclude(time: number, outcome: Advance["outcome"]): Advance {
  result.time = time;
  result.outcome = outcome;
  return result;
}
