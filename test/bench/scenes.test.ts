// What the suite `scenes` measures about scenes, on cases with known answers.
import { expect, test } from "vitest";
import { assess } from "../../bench/scenes/assessment.ts";
import { countLost, deepestOverlap, energyOf } from "../../bench/scenes/quality.ts";
import { bodySize, type Motion, modelOf, movingOf, pit, type Scene } from "../../bench/scenes/scene.ts";
import { virtuafiz } from "../../bench/scenes/virtuafiz.ts";

const balls: Scene = { name: "5 balls", path: "bench/scenes/balls.vfl", count: 5, isPile: false };
const pile: Scene = { name: "pile", path: "experiments/pile-10.vfl", isPile: true };

function rowsOf(motion: Motion, count: number): Float64Array {
  const rows = new Float64Array(bodySize * count);
  motion.read(rows);
  return rows;
}

test("balls moved into each other overlap by what their centres lack", () => {
  const model = modelOf(balls);
  const rows = rowsOf(virtuafiz.create(model), 5);
  expect(deepestOverlap(model, rows)).toBe(0);
  const radii = movingOf(model).map(({ geometry }) => (geometry.kind === "sphere" ? geometry.radius : NaN));
  for (let k = 0; k < 3; k++) rows[bodySize + k] = rows[k];
  rows[bodySize + 2] += radii[0] + radii[1] - 0.03;
  expect(deepestOverlap(model, rows)).toBeCloseTo(0.03, 14);
  rows[0] = NaN;
  expect(deepestOverlap(model, rows)).toBeNaN();
});

test("a ball within a wall or all under the ground is lost, and so is one whose numbers are none", () => {
  const model = modelOf(balls);
  const rows = rowsOf(virtuafiz.create(model), 5);
  const { geometry } = movingOf(model)[0];
  const radius = geometry.kind === "sphere" ? geometry.radius : NaN;
  rows[2] = -radius + 1e-6;
  expect(countLost(model, rows)).toBe(0);
  rows[2] = -radius - 1e-6;
  rows[bodySize] = 1e3;
  rows[2 * bodySize + 7] = NaN;
  expect(countLost(model, rows)).toBe(3);
});

test("energy is m v² / 2 + w · I w / 2 + m g z, in the frame of a turned body", () => {
  const scene: Scene = { name: "5 boxes", path: "bench/scenes/boxes.vfl", count: 5, isPile: false };
  const model = modelOf(scene);
  const rows = rowsOf(virtuafiz.create(model), 5);
  const before = energyOf(model, rows);
  // Turned by 90° about x its own y axis is along the world's z.
  rows.set([Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 3, 0, 0, 0, 2], 3);
  const { geometry } = movingOf(model)[0];
  const [a, , c] = geometry.kind === "cuboid" ? geometry.half : [];
  const about = (10 / 3) * (a ** 2 + c ** 2);
  expect(energyOf(model, rows) - before).toBeCloseTo(10 * 4.5 + 2 * about, 11);
});

test("a pile of ten stands: its height, its drift and its overlaps as they are watched", () => {
  const { height, drift, overlap, energyError } = assess(virtuafiz, pile, 0.4);
  expect(Math.abs(height! - 1)).toBeLessThan(1e-3);
  expect(drift).toBeLessThan(1e-4);
  expect(overlap).toBeLessThan(1e-3);
  expect(energyError).toBeLessThan(1e-9);
});

test("boxes and balls that come to rest are all there, hardly overlap and gain no energy", () => {
  for (const bodies of ["boxes", "balls"]) {
    const { overlap, energyError } = assess(virtuafiz, pit(bodies, 20), 2);
    expect(overlap).toBeLessThan(5e-3);
    expect(energyError).toBe(0);
  }
});
