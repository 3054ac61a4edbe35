// A chain in its plane by its angles alone, so that no joint can open: an independent answer to compare with.
//
// θ_i is the angle of rod i against the x axis and e_i its direction. The centre of rod i is l (e_1 + … + e_{i-1} + e_i
// / 2). With its velocity Lagrange's equations are
//   Σ_j a_ij cos(θ_i - θ_j) θ_j'' = - Σ_j a_ij sin(θ_i - θ_j) θ_j'² - b_i cos θ_i,
// where all rods beyond the later one of i and j count whole, and that itself in part:
//   a_ij = m l² (beyond(max(i, j)) + 1/2) for i ≠ j,  a_ii = m l² (beyond(i) + 1/4) + I,  b_i = m g l (beyond(i) +
// 1/2).
import { type Chain, gravity, inertia, mass, rodSize } from "./chain.ts";

/** The rods at a time, as an engine reads them, by steps of about so many seconds. */
export function referenceRods(chain: Chain, time: number, about: number): Float64Array {
  const { links, angle } = chain;
  const state = new Float64Array(2 * links).fill(angle, 0, links);
  const steps = Math.ceil(time / about);
  const advance = extrapolation(state.length, rates(chain));
  for (let n = 0; n < steps; n++) advance(state, time / steps);
  return rodsOf(chain, state);
}

/** In the plane y = 0 an angle grows against the y axis. */
function rodsOf({ links, length }: Chain, state: Float64Array): Float64Array {
  const rods = new Float64Array(links * rodSize);
  let [x, z, vx, vz] = [0, 0, 0, 0];
  for (let i = 0; i < links; i++) {
    const [half, rate] = [length / 2, state[links + i]];
    const [cos, sin] = [Math.cos(state[i]), Math.sin(state[i])];
    const place = [x + half * cos, 0, z + half * sin];
    const velocity = [vx - half * rate * sin, 0, vz + half * rate * cos];
    rods.set([...place, cos, 0, sin, ...velocity, 0, -rate, 0], i * rodSize);
    x += length * cos;
    z += length * sin;
    vx -= length * rate * sin;
    vz += length * rate * cos;
  }
  return rods;
}

type Rates = (state: Float64Array, out: Float64Array) => void;

/** Of angles, then of their rates. */
function rates(chain: Chain): Rates {
  const { links: n, length: l } = chain;
  const { across } = inertia(chain);
  const beyond = (i: number) => n - 1 - i;
  const a = (i: number, j: number) =>
    i === j ? mass * l * l * (beyond(i) + 1 / 4) + across : mass * l * l * (beyond(Math.max(i, j)) + 1 / 2);
  const [cos, sin, matrix] = [new Float64Array(n), new Float64Array(n), new Float64Array(n * n)];
  return (state, out) => {
    for (let i = 0; i < n; i++) {
      cos[i] = Math.cos(state[i]);
      sin[i] = Math.sin(state[i]);
      out[i] = state[n + i];
    }
    for (let i = 0; i < n; i++) {
      let right = -mass * gravity * l * (beyond(i) + 1 / 2) * cos[i];
      for (let j = 0; j < n; j++) {
        matrix[i * n + j] = a(i, j) * (cos[i] * cos[j] + sin[i] * sin[j]);
        right -= a(i, j) * (sin[i] * cos[j] - cos[i] * sin[j]) * state[n + j] ** 2;
      }
      out[n + i] = right;
    }
    solve(matrix, n, out.subarray(n));
  };
}

/** Symmetric and positive: Cholesky, in place. */
function solve(m: Float64Array, n: number, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = m[i * n + j];
      for (let k = 0; k < j; k++) sum -= m[i * n + k] * m[j * n + k];
      m[i * n + j] = i === j ? Math.sqrt(sum) : sum / m[j * n + j];
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= m[i * n + k] * x[k];
    x[i] /= m[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= m[k * n + i] * x[k];
    x[i] /= m[i * n + i];
  }
}

/**
 * Parts of a step. The error of the midpoint rule has even powers of them only, so that each one more gives two orders:
 * eight.
 */
const parts = [2, 4, 6, 8];

/**
 * A step by Gragg's midpoint rule, extrapolated (Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I,
 * II.9).
 */
function extrapolation(size: number, rates: Rates): (state: Float64Array, step: number) => void {
  const [before, now, rate] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const table = parts.map(() => new Float64Array(size));
  return (state, step) => {
    parts.forEach((count, row) => {
      const h = step / count;
      rates(state, rate);
      for (let k = 0; k < size; k++) {
        before[k] = state[k];
        now[k] = state[k] + h * rate[k];
      }
      for (let n = 1; n < count; n++) {
        rates(now, rate);
        for (let k = 0; k < size; k++) {
          const next = before[k] + 2 * h * rate[k];
          before[k] = now[k];
          now[k] = next;
        }
      }
      table[row].set(now);
    });
    for (let order = 1; order < parts.length; order++)
      for (let row = parts.length - 1; row >= order; row--) {
        const gain = (parts[row] / parts[row - order]) ** 2 - 1;
        for (let k = 0; k < size; k++) table[row][k] += (table[row][k] - table[row - 1][k]) / gain;
      }
    state.set(table[parts.length - 1]);
  };
}
