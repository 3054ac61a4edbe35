// The benchmark bicycle: four bodies, three hinges and two wheels that roll by constraints on velocities, against the
// linear equations that Meijaard, Papadopoulos, Ruina and Schwab derived by hand and by two programs (2007). All four
// modes take part in what follows a push.
import { describe, expect, test } from "vitest";
import { type Outcome, run } from "./gallery.ts";

type Pair = readonly [number, number];
type Matrix = readonly [Pair, Pair];
const mass: Matrix = [
  [80.81722, 2.31941332208709],
  [2.31941332208709, 0.29784188199686],
];
const damping: Matrix = [
  [0, 33.86641391492494],
  [-0.85035641456978, 1.6854039739756],
];
const byGravity: Matrix = [
  [-80.95, -2.59951685249872],
  [-2.59951685249872, -0.80329488458618],
];
const bySpeed: Matrix = [
  [0, 76.59734589573222],
  [0, 2.65431523794604],
];
const gravity = 9.81;

/** The rates of lean, steer and their rates by M q'' + v C1 q' + (g K0 + v² K2) q = 0. */
function ratesAt(v: number, [lean, steer, leanRate, steerRate]: readonly number[]): number[] {
  const [a, b] = [0, 1].map((i) => {
    const stiffness = (j: 0 | 1) => gravity * byGravity[i][j] + v * v * bySpeed[i][j];
    return -(v * (damping[i][0] * leanRate + damping[i][1] * steerRate) + stiffness(0) * lean + stiffness(1) * steer);
  });
  const [[p, q], [r, s]] = mass;
  const determinant = p * s - q * r;
  return [leanRate, steerRate, (s * a - q * b) / determinant, (p * b - r * a) / determinant];
}

/** Lean and steer at a time, after a push, by RK4 in small steps. */
function linear(v: number, leanRate: number, time: number): number[] {
  const h = 1e-4;
  let y = [0, 0, leanRate, 0];
  const shifted = (by: number, f: number[]) => y.map((x, k) => x + by * f[k]);
  for (let n = Math.round(time / h); n > 0; n--) {
    const a = ratesAt(v, y);
    const b = ratesAt(v, shifted(h / 2, a));
    const c = ratesAt(v, shifted(h / 2, b));
    const d = ratesAt(v, shifted(h, c));
    y = y.map((x, k) => x + (h / 6) * (a[k] + 2 * b[k] + 2 * c[k] + d[k]));
  }
  return y.slice(0, 2);
}

const ride = (v: number, leanRate: number, duration: number): Outcome =>
  run("bicycle", { overrides: { duration } }, (text) =>
    text.replace("speed = 5 [m/s]", `speed = ${v} [m/s]`).replace("lean_rate = 0.3", `lean_rate = ${leanRate}`),
  );

describe("the bicycle", () => {
  test.each([4, 4.6, 5, 10])("follows the benchmark's linear equations after a small push at %s m/s", (v) => {
    const push = 1e-4;
    const { value } = ride(v, push, 2);
    for (const time of [0.5, 1, 1.5, 2]) {
      const [lean, steer] = linear(v, push, time);
      // What is not linear is smaller by the square of the push.
      expect(Math.abs(value("lean", time) - lean)).toBeLessThan(3e-7 * push);
      expect(Math.abs(value("steer", time) - steer)).toBeLessThan(3e-7 * push);
    }
  });

  test("comes upright by itself at 5 m/s, sways for ever at 3.5 m/s, tips over at 10 m/s, and keeps its energy", () => {
    const [stable, slow, fast] = [ride(5, 0.3, 8), ride(3.5, 0.3, 8), ride(10, 0.3, 8)];
    const timesOf = ({ recording }: Outcome, since = 0) =>
      recording.frames.map(({ time }) => time).filter((time) => time >= since);
    const largestSince = (outcome: Outcome, since: number) =>
      Math.max(...timesOf(outcome, since).map((time) => Math.abs(outcome.value("lean", time))));
    expect(largestSince(stable, 0)).toBeGreaterThan(0.05);
    expect(largestSince(stable, 7)).toBeLessThan(0.002);
    expect(largestSince(slow, 7)).toBeGreaterThan(0.2);
    const leans = [2, 4, 6, 8].map((time) => fast.value("lean", time));
    expect(leans.toSorted((a, b) => a - b)).toEqual(leans);
    for (const outcome of [stable, slow, fast]) {
      const energies = timesOf(outcome).map((time) => outcome.value("energy", time));
      for (const energy of energies) expect(Math.abs(energy / energies[0] - 1)).toBeLessThan(1e-9);
    }
  });
});
