// The physics of the suite `joints`: the reference, which shares nothing with the engine, and ours against it.
import { expect, test } from "vitest";
import {
  type Chain,
  doublePendulum,
  type Engine,
  energy,
  gravity,
  inertia,
  largestGap,
  mass,
  rope,
  tip,
} from "../../bench/joints/chain.ts";
import { assess, referenceStep } from "../../bench/joints/joints.ts";
import { referenceRods } from "../../bench/joints/reference.ts";
import { virtuafiz } from "../../bench/joints/virtuafiz.ts";
import { timeSteps } from "../../bench/timing.ts";

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((x, k) => x - b[k]));
}

function tipAt(chain: Chain, time: number, step: number): readonly number[] {
  return tip(chain, referenceRods(chain, time, step));
}

test("a rod let go from the horizontal hangs down after K(sin 45°) √(I / (m g l / 2))", () => {
  const chain = rope(1, 1);
  const { length } = chain;
  const aboutEnd = inertia(chain).across + mass * (length / 2) ** 2;
  // The complete elliptic integral of the first kind, of the modulus sin(90° / 2).
  const quarter = 1.854074677301372 * Math.sqrt(aboutEnd / ((mass * gravity * length) / 2));
  expect(distance(tipAt(chain, quarter, 0.002), [0, 0, -length])).toBeLessThan(1e-12);
});

test("the reference keeps energy, and its joints", () => {
  for (const chain of [doublePendulum, rope(20, 1)]) {
    const [first, last] = [0, 1].map((time) => referenceRods(chain, time, referenceStep));
    expect(Math.abs(energy(chain, last) - energy(chain, first))).toBeLessThan(1e-11 * chain.links ** 2);
    expect(largestGap(chain, last)).toBeLessThan(1e-14 * chain.links);
  }
});

test("the reference converges at order 8, and has long converged at its step", () => {
  const exact = tipAt(doublePendulum, 1, referenceStep);
  const [coarse, fine] = [0.04, 0.02].map((step) => distance(tipAt(doublePendulum, 1, step), exact));
  expect(Math.log2(coarse / fine)).toBeGreaterThan(7.5);
  const chain = rope(20, 1);
  expect(distance(tipAt(chain, 1, referenceStep), tipAt(chain, 1, referenceStep / 2))).toBeLessThan(1e-12);
});

test("ends that a joint should hold are apart by what separates them", () => {
  const rods = referenceRods(doublePendulum, 0, 1);
  expect(largestGap(doublePendulum, rods)).toBeLessThan(1e-15);
  rods[12 + 1] += 0.25;
  expect(largestGap(doublePendulum, rods)).toBeCloseTo(0.25, 15);
  rods[0] = NaN;
  expect(largestGap(doublePendulum, rods)).toBeNaN();
});

test("the laws of the library swing the double pendulum as its angles do", () => {
  const chain = { ...doublePendulum, duration: 1 };
  const { tipError, drift, gap } = assess(virtuafiz, chain, tipAt(chain, 1, referenceStep));
  expect(tipError).toBeLessThan(1e-8);
  expect(drift).toBeLessThan(1e-9);
  expect(gap).toBeLessThan(1e-9);
});

test("the laws of the library let the rope of 20 fall as its angles do", () => {
  const chain = rope(20, 1);
  const { tipError, drift, gap } = assess(virtuafiz, chain, tipAt(chain, 1, referenceStep));
  expect(tipError).toBeLessThan(1e-6);
  expect(drift).toBeLessThan(1e-9);
  expect(gap).toBeLessThan(1e-9);
});

test("a step's time is the mean over the motion, of each stretch in its quickest round", () => {
  let clock = 0;
  let rounds = 0;
  // Later steps take longer. Every round but one is disturbed somewhere, each elsewhere.
  const engine = (name: string, microseconds: number): Engine => ({
    name,
    version: "",
    create() {
      const round = rounds++ % 3;
      let n = 0;
      const step = () => {
        clock += (microseconds * (n < 30 ? 1 : 3) * (n % 30 === 10 * round ? 100 : 1)) / 1000;
        n++;
      };
      return { settings: "", step, read() {}, free() {} };
    },
  });
  const contenders = [engine("quick", 2), engine("slow", 4)].map((engine) => () => engine.create(doublePendulum));
  const [quick, slow] = timeSteps(contenders, { from: 20, to: 50, rounds: 6 }, () => clock);
  // 10 steps at once, 20 at three times that.
  expect(quick.best).toBeCloseTo((2 * (10 + 3 * 20)) / 30, 9);
  expect(slow.best).toBeCloseTo((4 * (10 + 3 * 20)) / 30, 9);
  expect(quick.median).toBeGreaterThanOrEqual(quick.best);
});
