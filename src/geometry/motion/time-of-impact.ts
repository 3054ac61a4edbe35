// When two moving bodies meet: the first time at which their distance, positive before, reaches zero.
//
// With bounds on both motions the search is sure: nothing that goes deeper than `touch` is missed (advance.ts).
// Without, the motion is sampled at `samples` times, and a dip of the distance between samples is followed to its
// minimum: a dip that shows in no sample, or two dips between the same samples, can be missed. `sampled` says which it
// was, and `unresolved` that the samples do not show the motion.
//
// What counts as an impact:
// - Apart at the start (by more than `touch`): the distance reaches zero. A graze that overlaps by less than `touch`
//   may go unreported; one that comes near without reaching zero is never reported.
// - Touching at the start (within ±`touch`): parting is no impact; having parted, closing again is one, at the time of
//   closing. Sinking in by more than `touch` without having parted is an impact at the last time seen apart, or else at
//   the start itself: then the caller must know whether this pair may pass through each other.
// - Overlapping at the start: nothing until they have parted, then as above. If the caller says that the overlap
//   `touches`,
//   as a law may leave it that holds bodies together, they touch at the distance `level`, or where they are: sinking
//   deeper is an impact. While bodies touch or overlap the motion is sampled, from very small steps upwards, so that
//   parting at once is seen.
//
// The reported time is one at which the bodies are still apart, at most the tolerance before one at which they are not.
// The search keeps its state in this module: a motion must not start another search.
import { createManifold, type Manifold } from "../contact/manifold.ts";
import { collide } from "../pairs/pairs.ts";
import { findReach } from "../shapes/bounds.ts";
import { copyPose, createPose, type Pose } from "../shapes/pose.ts";
import { advance } from "./advance.ts";
import { type Approach, createApproach } from "./approach.ts";
import { boundClosing, type Moving } from "./motion.ts";
import { findDip, lastBeforeZero } from "./root.ts";

/** A stretch of time. */
export interface TimeStretch {
  readonly from: number;
  readonly to: number;
}

export interface ImpactSettings {
  /** The precision of the time, relative to the interval; never below the spacing of doubles. */
  readonly tolerance: number;
  /** The distance within which bodies touch, relative to the reach of the smaller one. */
  readonly touch: number;
  /** Number of parts where the interval must be sampled. */
  readonly samples: number;
  /** Whether bodies that overlap at the start pass through each other until they have parted, or count as touching. */
  readonly overlap: "passes" | "touches";
  /** The distance at which the latter touch, at most 0. */
  readonly level: number;
}

export const IMPACT_SETTINGS: ImpactSettings = {
  tolerance: 1e-12,
  touch: 1e-9,
  samples: 64,
  overlap: "passes",
  level: 0,
};

export interface Impact {
  time: number;
  /** The distance that counts as none: 0, or less if the bodies overlapped and counted as touching. */
  level: number;
  /** The state of the bodies at the beginning. */
  start: "apart" | "touching" | "overlapping";
  /** Whether sampling, not only bounds, decided. */
  sampled: boolean;
  /** Whether the distance goes up and down faster than samples show: an impact may have been missed. */
  unresolved: boolean;
  /** Number of evaluations of the poses. */
  evaluations: number;
  /** The pose at the time of impact. */
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** The contacts then, within a margin of `touch`. */
  readonly contact: Manifold;
}

export function createImpact(): Impact {
  return {
    time: 0,
    level: 0,
    start: "apart",
    sampled: false,
    unresolved: false,
    evaluations: 0,
    poseA: createPose(),
    poseB: createPose(),
    contact: createManifold(),
  };
}

/** The spacing of doubles of magnitude 1: positions and times are not known more precisely. */
const SPACING = 2.220446049250313e-16;
/** The first sample for touching bodies, as a share of the sampled interval. */
const FIRST_SAMPLE = 1 / 1099511627776;

const approach: Approach = createApproach();

/** Searches the interval without its beginning, and writes the result; false if there is no impact. */
export function findImpact(
  out: Impact,
  a: Moving,
  b: Moving,
  stretch: TimeStretch,
  settings: ImpactSettings = IMPACT_SETTINGS,
): boolean {
  const { from: t0, to: t1 } = stretch;
  approach.a = a;
  approach.b = b;
  approach.evaluations = 0;
  approach.from = t0;
  approach.until = t1;
  approach.samples = settings.samples;
  approach.tolerance = Math.max(settings.tolerance * (t1 - t0), 2 * SPACING * Math.max(Math.abs(t0), Math.abs(t1)));
  approach.point[0] = t0;
  approach.distanceAt(approach.point);
  measureStart(approach, settings);
  boundClosing(approach);
  const distance = approach.point[1];
  const { touch } = approach;
  out.start = distance > touch ? "apart" : distance >= -touch ? "touching" : "overlapping";
  approach.level = 0;
  if (settings.overlap === "touches") approach.level = distance < settings.level - touch ? distance : settings.level;
  out.sampled = out.unresolved = false;
  approach.time = Number.NaN;
  search(out);
  out.evaluations = approach.evaluations;
  if (!(approach.time <= t1)) return false;
  describe(out);
  return true;
}

/** Searches from the beginning, which has been evaluated; leaves the time of the impact, if there is one. */
function search(out: Impact): void {
  const { speed } = approach;
  if (out.start !== "apart") {
    if (speed === 0) return;
    out.sampled = true;
    awaitParting(out.start);
    if (parting.sunk) approach.time = sinkingTime();
    if (parting.sunk || Number.isNaN(parting.time)) return;
    approach.level = 0;
  }
  if (speed === Infinity) {
    out.sampled = true;
    out.unresolved = sample();
  } else if (advance(approach) === "too many steps") {
    out.sampled = out.unresolved = true;
    sample();
  }
}

/** The end of an interval in contact. */
const parting = { time: 0, sunk: false, lastApart: Number.NaN, distanceThen: 0, distance: 0 };

/**
 * Follows touching or overlapping bodies: until they are apart by more than `touch` or, if touching before, deeper than
 * it.
 */
// Times after t0 double from FIRST_SAMPLE up to a share 1/samples, then stay: bodies that part at once and stay apart
// for a while are noticed in the second half of that interval at the latest. Overlapping bodies cannot part before
// (touch - d)/speed.
function awaitParting(start: "touching" | "overlapping"): void {
  const { from: t0, until: t1, speed, touch, level, samples, point } = approach;
  const deepest = start === "touching" || level < 0 ? level - touch : Number.NEGATIVE_INFINITY;
  const span = t1 - t0;
  let t = t0;
  let step = span * FIRST_SAMPLE;
  parting.sunk = false;
  parting.time = Number.NaN;
  parting.lastApart = Number.NaN;
  while (t < t1) {
    t = Math.min(t1, Math.max(t + step, t + SPACING * Math.abs(t)));
    point[0] = t;
    approach.distanceAt(point);
    const d = point[1];
    if (d > touch) {
      parting.time = t;
      return;
    }
    if (d > level) {
      parting.lastApart = t;
      parting.distanceThen = d - level;
    }
    if (d < deepest) {
      parting.sunk = true;
      parting.time = t;
      parting.distance = d - level;
      return;
    }
    step = Math.max(Math.min(2 * step, t - t0, span / samples), (level - d) / speed);
  }
}

function sinkingTime(): number {
  const { lastApart, distanceThen, time, distance } = parting;
  if (Number.isNaN(lastApart)) return approach.from;
  return lastBeforeZero(heightAt, lastApart, distanceThen, time, distance, approach.tolerance);
}

/** The distance above the level at which the bodies touch. */
function heightAt(point: Float64Array): void {
  approach.distanceAt(point);
  point[1] -= approach.level;
}

/** A distance that turns round more often than once in this many samples is not resolved. */
const SAMPLES_A_TURN = 4;

/** How often the time before an impact is sampled again; each pass finds one in a shorter interval than the last. */
const MOST_ROUNDS = 64;

/**
 * Leaves the first impact that sampling shows from the last evaluated time, at which the distance was positive: the
 * time before it, sampled as finely as the whole interval, shows none. Returns whether the distance changes direction
 * too fast for the samples.
 */
function sample(): boolean {
  const from = approach.point[0];
  const distance = approach.point[1];
  let until = approach.until;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    approach.point[0] = from;
    approach.point[1] = distance;
    const found = sampleUpTo(until);
    if (Number.isNaN(found)) return isUnresolved;
    approach.time = until = found;
    if (found <= from) return false;
  }
  return true;
}

/** Whether the distance changed direction too fast for the last samples. */
let isUnresolved = false;

/** The first impact that samples show up to a time; NaN for none. */
function sampleUpTo(t1: number): number {
  const { point, samples, tolerance, distanceAt } = approach;
  const t0 = point[0];
  let before = t0;
  let t = t0;
  let atBefore = Infinity;
  let atT = point[1];
  let turns = 0;
  for (let i = 1; i <= samples; i++) {
    const next = i === samples ? t1 : t0 + ((t1 - t0) * i) / samples;
    point[0] = next;
    distanceAt(point);
    const atNext = point[1];
    if (i > 1 && (atNext - atT) * (atT - atBefore) < 0) turns++;
    if (atNext > 0 && atT <= atBefore && atT <= atNext && t > before) {
      const dip = findDip(distanceAt, before, next, tolerance);
      if (!Number.isNaN(dip)) {
        point[0] = dip;
        distanceAt(point);
        return lastBeforeZero(distanceAt, before, atBefore, dip, point[1], tolerance);
      }
    }
    if (atNext <= 0) return lastBeforeZero(distanceAt, t, atT, next, atNext, tolerance);
    before = t;
    t = next;
    atBefore = atT;
    atT = atNext;
  }
  isUnresolved = SAMPLES_A_TURN * turns > samples;
  return Number.NaN;
}

const reachA = new Float64Array(1);
const reachB = new Float64Array(1);

/** Finds the distance within which the bodies touch, at their present poses, and the distance of their centres. */
function measureStart(out: Approach, settings: ImpactSettings): void {
  const p = out.poseA.position;
  const q = out.poseB.position;
  findReach(reachA, out.a.shape);
  findReach(reachB, out.b.shape);
  const reach = Math.min(reachA[0], reachB[0]);
  const far = Math.sqrt(Math.max(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], q[0] * q[0] + q[1] * q[1] + q[2] * q[2]));
  out.touch = Math.max(settings.touch * (reach === Infinity ? 1 : reach), 16 * SPACING * far);
  const x = p[0] - q[0];
  const y = p[1] - q[1];
  const z = p[2] - q[2];
  out.apart = Math.sqrt(x * x + y * y + z * z);
  out.duration = out.until - out.from;
}

function describe(out: Impact): void {
  const { time, touch, point } = approach;
  out.time = point[0] = time;
  out.level = approach.level;
  approach.distanceAt(point);
  copyPose(out.poseA, approach.poseA);
  copyPose(out.poseB, approach.poseB);
  collide(out.contact, approach.a.shape, out.poseA, approach.b.shape, out.poseB, Math.max(touch, 2 * point[1]));
}
