import fc from "fast-check";
import { expect, test } from "vitest";
import { createProximity } from "../../src/geometry/contact/proximity.ts";
import { AT_REST, type Motion, type MotionBound, type Moving, staying } from "../../src/geometry/motion/motion.ts";
import { createImpact, findImpact, IMPACT_SETTINGS, type Impact } from "../../src/geometry/motion/time-of-impact.ts";
import { measureDistance } from "../../src/geometry/pairs/pairs.ts";
import { createPose, type Pose } from "../../src/geometry/shapes/pose.ts";
import type { BodyShape } from "../../src/geometry/shapes/shape.ts";
import { cuboid, halfSpace, plane, poseOf, rotationOf, sphere, type V } from "./reference.ts";

const G = 9.81;
const ground = staying(halfSpace, poseOf([0, 0, 0]));
const bounds = (speed: number, angularSpeed = 0, acceleration = 0, angularAcceleration = 0): MotionBound => ({
  speed,
  angularSpeed,
  acceleration,
  angularAcceleration,
});

/** From `at` with velocity `v` and acceleration `g`, turning about the unit vector `axis` at `w`. */
function flight(at: V, v: V, g: V = [0, 0, 0], axis: V = [0, 0, 1], w = 0): Motion {
  return ([t], out) => {
    for (let i = 0; i < 3; i++) out.position[i] = at[i] + v[i] * t + (g[i] * t * t) / 2;
    const s = Math.sin((w * t) / 2);
    out.rotation.set(rotationOf([Math.cos((w * t) / 2), axis[0] * s, axis[1] * s, axis[2] * s]));
  };
}

function impactOf(a: Moving, b: Moving, t0: number, t1: number): Impact | null {
  const out = createImpact();
  return findImpact(out, a, b, { from: t0, to: t1 }) ? out : null;
}

/** Without its bound. */
const unknown = ({ shape, motion }: Moving): Moving => ({ shape, motion, bound: null });

/** The first time of many at which the bodies overlap, by fine sampling. */
function firstOverlap(a: Moving, b: Moving, t0: number, t1: number, samples: number): number {
  const proximity = createProximity();
  const poses: [Pose, Pose] = [createPose(), createPose()];
  for (let i = 0; i <= samples; i++) {
    const t = t0 + ((t1 - t0) * i) / samples;
    a.motion(Float64Array.of(t), poses[0]);
    b.motion(Float64Array.of(t), poses[1]);
    if (measureDistance(proximity, a.shape, poses[0], b.shape, poses[1]).distance <= 0) return t;
  }
  return Infinity;
}

test("a ball dropped from 1 m meets the ground at the root of its parabola, within 1e-12 s", () => {
  const ball: Moving = {
    shape: sphere(0.1),
    motion: flight([0, 0, 1.1], [0, 0, 0], [0, 0, -G]),
    bound: bounds(10, 0, G),
  };
  const found = impactOf(ball, ground, 0, 1)!;
  expect(Math.abs(found.time - Math.sqrt(2 / G))).toBeLessThan(1e-12);
  expect(found.start).toBe("apart");
  expect(found.sampled).toBe(false);
  expect(found.evaluations).toBeLessThan(60);
  expect(found.contact.count).toBe(1);
  expect([...found.contact.normal]).toEqual([0, 0, 1]);
  expect(Math.abs(found.contact.center[2])).toBeLessThan(1e-12);
});

test("speed bounds alone, and sampling alone, find the same time", () => {
  const ball: Moving = {
    shape: sphere(0.1),
    motion: flight([0, 0, 1.1], [0, 0, 0], [0, 0, -G]),
    bound: bounds(10, 0, Infinity),
  };
  expect(Math.abs(impactOf(ball, ground, 0, 1)!.time - Math.sqrt(2 / G))).toBeLessThan(1e-12);
  const sampled = impactOf(unknown(ball), ground, 0, 1)!;
  expect(Math.abs(sampled.time - Math.sqrt(2 / G))).toBeLessThan(1e-12);
  expect(sampled.sampled).toBe(true);
});

test("a throw is followed over many steps and found in the one where it ends", () => {
  const ball: Moving = {
    shape: sphere(0.1),
    motion: flight([0, 0, 1.1], [3, 0, 7], [0, 0, -G]),
    bound: bounds(30, 0, G),
  };
  const exact = (7 + Math.sqrt(49 + 2 * G)) / G;
  const hits = [];
  for (let k = 0; k < 120; k++) {
    const found = impactOf(ball, ground, k / 60, (k + 1) / 60);
    if (found !== null) {
      hits.push(found.time);
      break;
    }
  }
  expect(hits.length).toBe(1);
  expect(Math.abs(hits[0] - exact)).toBeLessThan(1e-13);
});

test.each([
  ["a cuboid 1 cm thick", cuboid(0.01, 4, 4), 0.005],
  ["a plane", plane, 0],
])("a bullet at 1,000 m/s hits %s within a frame of 1/60 s", (_name, wall, halfThickness) => {
  // The plane's normal is turned along x.
  const pose = wall.kind === "plane" ? poseOf([5, 0, 0], [Math.SQRT1_2, 0, Math.SQRT1_2, 0]) : poseOf([5, 0, 0]);
  for (const shape of [sphere(0.002), cuboid(0.004, 0.004, 0.004)]) {
    const bullet: Moving = { shape, motion: flight([0.1, 0, 0], [1000, 0, 0]), bound: bounds(1000) };
    const exact = (5 - halfThickness - 0.002 - 0.1) / 1000;
    for (const one of [bullet, { ...bullet, bound: bounds(1000, 0, Infinity) }, unknown(bullet)]) {
      const found = impactOf(one, staying(wall, pose), 0, 1 / 60)!;
      expect(Math.abs(found.time - exact)).toBeLessThan(2e-14);
      expect(found.contact.count).toBeGreaterThan(0);
      expect(found.contact.normal[0]).toBeCloseTo(-1, 14);
    }
  }
});

test("a turning rod meets a wall when its corner gets there", () => {
  // Half length l and half width b: the farthest point in x is l |cos φ| + b |sin φ|; the wall is at x = 0.6.
  const [l, b, w] = [1, 0.1, 3];
  const rod: Moving = {
    shape: cuboid(2 * b, 2 * l, 0.2),
    motion: flight([0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1], w),
    bound: bounds(0, w),
  };
  const wall = staying(plane, poseOf([0.6, 0, 0], [Math.SQRT1_2, 0, Math.SQRT1_2, 0]));
  // l sin φ + b cos φ = √(l² + b²) sin(φ + atan(b/l)) = 0.6.
  const exact = (Math.asin(0.6 / Math.hypot(l, b)) - Math.atan(b / l)) / w;
  const found = impactOf(rod, wall, 0, 1)!;
  expect(Math.abs(found.time - exact)).toBeLessThan(1e-12);
  expect(Math.abs(impactOf(unknown(rod), wall, 0, 1)!.time - exact)).toBeLessThan(1e-12);
});

test("a turning plane meets a resting ball when it gets there", () => {
  const w = 0.7;
  const door: Moving = {
    shape: plane,
    motion: flight([0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 0, 0], w),
    bound: bounds(0, w),
  };
  const ball = staying(sphere(0.25), poseOf([0, 2, 1]));
  // The height of the centre over the plane turned by φ is 1 cos φ - 2 sin φ = √5 cos(φ + atan 2).
  const exact = (Math.acos(0.25 / Math.sqrt(5)) - Math.atan(2)) / w;
  const found = impactOf(ball, door, 0, 1)!;
  expect(found.sampled).toBe(false);
  expect(Math.abs(found.time - exact)).toBeLessThan(1e-12);
});

test("fast spinning long cuboids meet where fine sampling sees them meet", () => {
  const unitNumber = fc.double({ min: -1, max: 1, noNaN: true });
  let hits = 0;
  fc.assert(
    fc.property(fc.tuple(unitNumber, unitNumber, unitNumber, unitNumber, unitNumber), ([x, y, z, u, v]) => {
      const axis: V = [u, v, 1].map((c) => c / Math.hypot(u, v, 1)) as V;
      const spinning: Moving = {
        shape: cuboid(2, 0.1, 0.05),
        motion: flight([0, 0, 1.5 + z / 4], [x, y, -20], [0, 0, -G], axis, 200),
        bound: bounds(25, 200, G),
      };
      for (const target of [
        ground,
        staying(cuboid(3, 3, 0.01), poseOf([0, 0, 0])),
        staying(sphere(0.3), poseOf([x, y, 0])),
      ]) {
        const found = impactOf(spinning, target, 0, 0.1);
        const seen = firstOverlap(spinning, target, 0, 0.1, 5000);
        if (found === null) {
          expect(seen).toBe(Infinity);
        } else {
          hits++;
          expect(found.sampled).toBe(false);
          // Sampling is late by up to a sample, and by more where a corner only dips in.
          expect(found.time).toBeLessThanOrEqual(seen);
          const proximity = createProximity();
          const gap = measureDistance(proximity, spinning.shape, found.poseA, target.shape, found.poseB).distance;
          expect(gap).toBeGreaterThan(0);
          expect(gap).toBeLessThan(1e-9);
          expect(firstOverlap(spinning, target, found.time, found.time + 1e-12, 10)).toBeLessThan(Infinity);
        }
      }
    }),
    { seed: 5, numRuns: 20 },
  );
  expect(hits).toBeGreaterThan(20);
});

test("a graze that comes near without reaching is no impact, one that overlaps is", () => {
  // The lowest point of the path is at t = 1/2, `gap` above the ground.
  const swoop = (gap: number): Moving => ({
    shape: sphere(0.1),
    motion: ([t], out) => {
      out.position.set([t, 0, 0.1 + gap + (t - 0.5) * (t - 0.5)]);
    },
    bound: bounds(1.5, 0, 2),
  });
  for (const one of [swoop(1e-3), swoop(1e-6), swoop(1e-12)]) {
    expect(impactOf(one, ground, 0, 1)).toBe(null);
    expect(impactOf(unknown(one), ground, 0, 1)).toBe(null);
  }
  for (const depth of [1e-3, 1e-6, 1e-9]) {
    const exact = 0.5 - Math.sqrt(depth);
    expect(Math.abs(impactOf(swoop(-depth), ground, 0, 1)!.time - exact)).toBeLessThan(1e-11);
    expect(Math.abs(impactOf(unknown(swoop(-depth)), ground, 0, 1)!.time - exact)).toBeLessThan(1e-11);
  }
});

test("sliding along at a small gap takes few evaluations, not small steps", () => {
  const slider: Moving = { shape: cuboid(1, 1, 1), motion: flight([0, 0, 0.5 + 1e-8], [10, 0, 0]), bound: bounds(10) };
  const out = createImpact();
  expect(findImpact(out, slider, ground, { from: 0, to: 1 })).toBe(false);
  expect(out.evaluations).toBeLessThan(10);
});

test("an overlap that touches: rising is no impact, sinking deeper than it was is one, at that depth", () => {
  const depth = 1e-3;
  const thrown = (v: number): Moving => ({
    shape: sphere(0.1),
    motion: flight([0, 0, 0.1 - depth], [0, 0, v], [0, 0, -G]),
    bound: bounds(30, 0, G),
  });
  const settings = { ...IMPACT_SETTINGS, overlap: "touches", level: -depth } as const;
  const out = createImpact();
  const stretch = { from: 0, to: 1 };
  // Not fast enough to come out: back at the depth it started from after 2 v / g.
  expect(findImpact(out, thrown(0.1), ground, stretch, settings)).toBe(true);
  expect(Math.abs(out.time - 0.2 / G)).toBeLessThan(1e-8);
  expect(out.level).toBe(-depth);
  // Out of it, and back at the ground itself.
  expect(findImpact(out, thrown(1), ground, stretch, settings)).toBe(true);
  expect(Math.abs(out.time - (1 + Math.sqrt(1 - 2 * G * depth)) / G)).toBeLessThan(1e-11);
  expect(out.level).toBe(0);
  expect(findImpact(out, thrown(-0.1), ground, stretch, settings)).toBe(true);
  expect(out.time).toBe(0);
  // Otherwise it passes through.
  expect(impactOf(thrown(0.1), ground, 0, 1)).toBe(null);
});

test("starting in touch: parting is no impact, coming back is one at the time of closing", () => {
  const bounce = (v: number): Moving => ({
    shape: sphere(0.1),
    motion: flight([0, 0, 0.1], [0, 0, v], [0, 0, -G]),
    bound: bounds(30, 0, G),
  });
  expect(impactOf(bounce(5), ground, 0, 0.5)).toBe(null);
  for (const v of [5, 1, 0.1, 1e-2, 1e-3]) {
    for (const one of [bounce(v), unknown(bounce(v))]) {
      const found = impactOf(one, ground, 0, 1.1)!;
      expect(found.start).toBe("touching");
      expect(Math.abs(found.time - (2 * v) / G)).toBeLessThan(1e-11);
    }
  }
});

test("starting in touch and sinking is an impact at the start, resting and overlapping are none", () => {
  const falling: Moving = { shape: sphere(0.1), motion: flight([0, 0, 0.1], [0, 0, -1]), bound: bounds(1) };
  const found = impactOf(falling, ground, 0, 1)!;
  expect(found.time).toBe(0);
  expect(found.start).toBe("touching");
  const sliding: Moving = { shape: sphere(0.1), motion: flight([0, 0, 0.1], [1, 0, 0]), bound: bounds(1) };
  expect(impactOf(sliding, ground, 0, 1)).toBe(null);
  expect(impactOf(staying(sphere(0.1), poseOf([0, 0, 0.1])), ground, 0, 1)).toBe(null);
  const through: Moving = { shape: sphere(0.1), motion: flight([0, 0, 0.05], [0, 0, -1]), bound: bounds(1) };
  expect(impactOf(through, ground, 0, 1)).toBe(null);
});

test("overlapping bodies that part and come back meet at the time of closing", () => {
  const one: Moving = { shape: sphere(0.1), motion: flight([0, 0, 0], [0, 0, 5], [0, 0, -G]), bound: bounds(30, 0, G) };
  const exact = (5 + Math.sqrt(25 - 2 * G * 0.1)) / G;
  const found = impactOf(one, ground, 0, 2)!;
  expect(found.start).toBe("overlapping");
  expect(Math.abs(found.time - exact)).toBeLessThan(1e-11);
});

test("two plates that meet face to edge have one contact centre, in the middle of what touches (WoRB, 3.1)", () => {
  const turn = (angle: number) => [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];
  const plate: BodyShape = cuboid(10, 0.01, 5);
  const first = staying(plate, poseOf([-2.5, 3, 0], turn(Math.PI / 2)));
  const at = rotationOf(turn(Math.PI));
  const second: Moving = {
    shape: plate,
    motion: ([t], out) => {
      out.position.set([6 - t, 3, 2.5]);
      out.rotation.set(at);
    },
    bound: bounds(1),
  };
  const found = impactOf(first, second, 0, 2)!;
  expect(Math.abs(found.time - 1)).toBeLessThan(1e-12);
  expect(found.contact.count).toBe(4);
  for (const [i, x] of [0, 3, 2.5].entries()) expect(Math.abs(found.contact.center[i] - x)).toBeLessThan(1e-9);
  for (const [i, x] of [-1, 0, 0].entries()) expect(Math.abs(found.contact.normal[i] - x)).toBeLessThan(1e-14);
});

test("random flights of cuboids and spheres meet when fine sampling says so, with bounds and without", () => {
  const c = fc.double({ min: -1, max: 1, noNaN: true });
  const six = fc.tuple(c, c, c, c, c, c);
  const shape = fc.constantFrom<BodyShape>(sphere(0.3), cuboid(0.6, 0.4, 0.2), cuboid(0.05, 1, 0.4));
  let hits = 0;
  fc.assert(
    fc.property(six, shape, shape, ([x, y, u, v, w, s], one, other) => {
      const axis: V = [x, u, 1].map((k) => k / Math.hypot(x, u, 1)) as V;
      const a: Moving = {
        shape: one,
        motion: flight([-3, x, y], [6 + w, u, v], [0, 0, -G], axis, 9 * s),
        bound: bounds(20, 9, G),
      };
      const b: Moving = {
        shape: other,
        motion: flight([3, y, x], [-4, v, u], [0, 0, -G], axis, -5 * w),
        bound: bounds(20, 5, G),
      };
      const found = impactOf(a, b, 0, 1);
      const seen = firstOverlap(a, b, 0, 1, 2000);
      expect(found?.time ?? Infinity).toBeLessThanOrEqual(seen);
      if (seen < Infinity) {
        hits++;
        expect(seen - found!.time).toBeLessThan(5e-3);
        expect(found!.contact.count).toBeGreaterThan(0);
        expect(Math.abs(impactOf(unknown(a), unknown(b), 0, 1)!.time - found!.time)).toBeLessThan(5e-3);
      }
    }),
    { seed: 6, numRuns: 150 },
  );
  expect(hits).toBeGreaterThan(25);
});

test("bodies at rest never meet, and cost one evaluation", () => {
  const out = createImpact();
  const resting: Moving = { shape: sphere(1), motion: flight([0, 0, 2], [0, 0, 0]), bound: AT_REST };
  expect(findImpact(out, resting, ground, { from: 0, to: 1 })).toBe(false);
  expect(out.evaluations).toBeLessThan(3);
});

test("sampling finds the first of several dips, also where only a later one shows in its first samples", () => {
  // 1e-3 wide at t = 0.0123, and a wide one at t = 0.5.
  const height = (t: number) =>
    1 - 1.05 * Math.exp(-(((t - 0.0123) / 1e-3) ** 2)) - 1.05 * Math.exp(-(((t - 0.5) / 0.1) ** 2));
  const ball: Moving = {
    shape: sphere(0.1),
    motion: ([t], out) => {
      out.position.set([0, 0, 0.1 + height(t)]);
      out.rotation.set(rotationOf([1, 0, 0, 0]));
    },
    bound: null,
  };
  const found = impactOf(ball, ground, 0, 1)!;
  expect(height(found.time)).toBeGreaterThanOrEqual(-1e-9);
  expect(Math.abs(height(found.time))).toBeLessThan(1e-6);
  expect(found.time).toBeLessThan(0.0123);
});

test("a distance that goes up and down faster than the samples is said to be unresolved", () => {
  const swing = (w: number): Moving => ({
    shape: sphere(0.1),
    motion: ([t], out) => {
      out.position.set([0, 0, 2 + Math.sin(w * t)]);
      out.rotation.set(rotationOf([1, 0, 0, 0]));
    },
    bound: null,
  });
  const out = createImpact();
  expect(findImpact(out, swing(1e5), ground, { from: 0, to: 1 })).toBe(false);
  expect(out.unresolved).toBe(true);
  expect(findImpact(out, swing(10), ground, { from: 0, to: 1 })).toBe(false);
  expect(out.unresolved).toBe(false);
});
