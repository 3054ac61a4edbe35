// When two moving bodies meet: the first time at which their distance, positive before, reaches zero.
//
// With bounds on both motions the search is sure: nothing that goes deeper than `touch` is missed (advance.ts). Without, the
// motion is sampled at `samples` times, and a dip of the distance between samples is followed to its minimum: a dip that
// shows in no sample, or two dips between the same samples, can be missed. `sampled` says which it was.
//
// What counts as an impact:
// - Apart at the start (by more than `touch`): the distance reaches zero. A graze that overlaps by less than `touch` may go
//   unreported; one that comes near without reaching zero is never reported.
// - Touching at the start (within ±`touch`): parting is no impact; having parted, closing again is one, at the time of
//   closing. Sinking in by more than `touch` without having parted is an impact at the last time seen apart, or else at the
//   start itself, t0: there it is for the caller to know whether this pair may pass through each other.
// - Overlapping at the start: nothing until they have parted, then as above.
// While bodies touch or overlap the motion is sampled, from very small steps upwards, so that parting at once is seen.
//
// The time reported is one at which the bodies are still apart, at most the tolerance before one at which they are not.
// The search keeps its state in this module: it must not be entered again from within a motion.
import * as vec3 from "../math/vec3.ts";
import { advance } from "./advance.ts";
import { type Approach, createApproach } from "./approach.ts";
import { reachOf } from "./bounds.ts";
import { createManifold, type Manifold } from "./manifold.ts";
import { boundClosing, type Moving } from "./motion.ts";
import { collide } from "./pairs.ts";
import { copyPose, createPose, type Pose } from "./pose.ts";
import { findDip, lastBeforeZero } from "./root.ts";

export interface ImpactSettings {
  /** Of the time, relative to t1 - t0; never below the spacing of doubles. */
  readonly tolerance: number;
  /** The distance within which bodies touch, relative to the reach of the smaller one. */
  readonly touch: number;
  /** How many stretches t0 to t1 is divided into where it has to be sampled. */
  readonly samples: number;
}

export const IMPACT_SETTINGS: ImpactSettings = { tolerance: 1e-12, touch: 1e-9, samples: 64 };

export interface Impact {
  time: number;
  /** How the bodies were at t0. */
  start: "apart" | "touching" | "overlapping";
  /** Whether anything but bounds decided. */
  sampled: boolean;
  /** How often the poses were asked for. */
  evaluations: number;
  /** At the time of impact. */
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** The contacts then, within a margin of `touch`. */
  readonly contact: Manifold;
}

export function createImpact(): Impact {
  return {
    time: 0,
    start: "apart",
    sampled: false,
    evaluations: 0,
    poseA: createPose(),
    poseB: createPose(),
    contact: createManifold(),
  };
}

/** Doubles of magnitude 1 are this far apart; positions and times are not known better. */
const SPACING = 2.220446049250313e-16;
/** The first sample of bodies in touch, as a share of the sampled stretch. */
const FIRST_SAMPLE = 1 / 1099511627776;

const approach: Approach = createApproach();

/** Looks in (t0, t1] and writes what it finds; false if nothing. */
export function findImpact(
  out: Impact,
  a: Moving,
  b: Moving,
  t0: number,
  t1: number,
  settings: ImpactSettings = IMPACT_SETTINGS,
): boolean {
  approach.a = a;
  approach.b = b;
  approach.evaluations = 0;
  const distance = approach.distanceAt(t0);
  findTouch(approach, settings);
  const { touch } = approach;
  approach.until = t1;
  approach.tolerance = Math.max(settings.tolerance * (t1 - t0), 2 * SPACING * Math.max(Math.abs(t0), Math.abs(t1)));
  out.start = distance > touch ? "apart" : distance >= -touch ? "touching" : "overlapping";
  out.sampled = false;
  const apart = vec3.distance(approach.poseA.position, approach.poseB.position);
  boundClosing(approach, a, b, apart, t1 - t0);
  const time = search(out, t0, distance, settings.samples);
  out.evaluations = approach.evaluations;
  if (!(time <= t1)) return false;
  describe(out, time, touch);
  return true;
}

/** The time of the impact; NaN if there is none. */
function search(out: Impact, t0: number, distance: number, samples: number): number {
  const { until: t1, speed, touch, tolerance } = approach;
  let t = t0;
  if (out.start !== "apart") {
    if (speed === 0) return Number.NaN;
    out.sampled = true;
    const parted = awaitParting(t0, t1, speed, touch, samples, out.start === "touching");
    if (parted.sunk) return sinkingTime(t0, parted, tolerance);
    t = parted.time;
    if (Number.isNaN(t)) return t;
  }
  const d = t === t0 ? distance : approach.distanceAt(t);
  if (speed === Infinity) {
    out.sampled = true;
    return sample(t, d, t1, samples, tolerance);
  }
  const reached = advance(approach, t, d);
  if (reached.outcome === "impact") return reached.time;
  if (reached.outcome === "free") return Number.NaN;
  out.sampled = true;
  return sample(reached.time, approach.distanceAt(reached.time), t1, samples, tolerance);
}

/** The end of a stretch in touch. Reused by the next call. */
const parting = { time: 0, sunk: false, lastApart: Number.NaN, distanceThen: 0, distance: 0 };

/** Follows bodies in touch or overlapping: until they are apart by more than `touch`, or, if that counts, deeper than it. */
// Times after t0 double from FIRST_SAMPLE up to a share 1/samples, then stay: bodies that part at once and stay apart for some
// while are seen in the second half of it at the latest. Overlapping bodies cannot part before (touch - d)/speed.
function awaitParting(
  t0: number,
  t1: number,
  speed: number,
  touch: number,
  samples: number,
  sinking: boolean,
): typeof parting {
  const span = t1 - t0;
  let t = t0;
  let step = span * FIRST_SAMPLE;
  parting.sunk = false;
  parting.time = Number.NaN;
  parting.lastApart = Number.NaN;
  while (t < t1) {
    t = Math.min(t1, Math.max(t + step, t + SPACING * Math.abs(t)));
    const d = approach.distanceAt(t);
    if (d > touch) {
      parting.time = t;
      return parting;
    }
    if (d > 0) {
      parting.lastApart = t;
      parting.distanceThen = d;
    }
    if (sinking && d < -touch) {
      parting.sunk = true;
      parting.time = t;
      parting.distance = d;
      return parting;
    }
    step = Math.max(Math.min(2 * step, t - t0, span / samples), -d / speed);
  }
  return parting;
}

function sinkingTime(t0: number, parted: typeof parting, tolerance: number): number {
  if (Number.isNaN(parted.lastApart)) return t0;
  return lastBeforeZero(
    approach.distanceAt,
    parted.lastApart,
    parted.distanceThen,
    parted.time,
    parted.distance,
    tolerance,
  );
}

/** The first impact that sampling shows from t0, where the distance is positive; NaN if none. */
function sample(t0: number, distance: number, t1: number, samples: number, tolerance: number): number {
  let [before, t, atBefore, atT] = [t0, t0, Infinity, distance];
  for (let i = 1; i <= samples; i++) {
    const next = i === samples ? t1 : t0 + ((t1 - t0) * i) / samples;
    const atNext = approach.distanceAt(next);
    if (atNext > 0 && atT <= atBefore && atT <= atNext && t > before) {
      const dip = findDip(approach.distanceAt, before, next, tolerance);
      if (!Number.isNaN(dip)) {
        return lastBeforeZero(approach.distanceAt, before, atBefore, dip, approach.distanceAt(dip), tolerance);
      }
    }
    if (atNext <= 0) return lastBeforeZero(approach.distanceAt, t, atT, next, atNext, tolerance);
    [before, t, atBefore, atT] = [t, next, atT, atNext];
  }
  return Number.NaN;
}

/** The distance within which the bodies touch, at their present poses. */
function findTouch(out: Approach, settings: ImpactSettings): void {
  const reach = Math.min(reachOf(out.a.shape), reachOf(out.b.shape));
  const far = Math.max(vec3.length(out.poseA.position), vec3.length(out.poseB.position));
  out.touch = Math.max(settings.touch * (reach === Infinity ? 1 : reach), 16 * SPACING * far);
}

function describe(out: Impact, time: number, touch: number): void {
  const distance = approach.distanceAt(time);
  out.time = time;
  copyPose(out.poseA, approach.poseA);
  copyPose(out.poseB, approach.poseB);
  collide(out.contact, approach.a.shape, out.poseA, approach.b.shape, out.poseB, Math.max(touch, 2 * distance));
}
