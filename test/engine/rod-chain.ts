// A chain of equal rods that hangs from a pivot and swings in a plane, by Lagrange's equations in the angles of its
// rods: an independent way to the motion that the engine finds from free bodies and joints.

export interface RodChain {
  readonly count: number;
  readonly length: number;
  readonly mass: number;
  /** Moment of a rod about its centre. */
  readonly moment: number;
  readonly gravity: number;
}

/** Angles from the vertical and their rates at a time, from rest at the given angles. */
export function swing(chain: RodChain, angles: readonly number[], time: number, steps: number): number[] {
  let y = [...angles, ...angles.map(() => 0)];
  for (let k = 0; k < steps; k++) y = extrapolate((state) => rates(chain, state), y, time / steps);
  return y;
}

/** Where the centres of the rods and the free end are: x and height. */
export function placesOf(
  { count, length }: RodChain,
  angles: readonly number[],
): { centres: number[][]; end: number[] } {
  const end = [0, 0];
  const centres: number[][] = [];
  for (const angle of angles.slice(0, count)) {
    const way = [length * Math.sin(angle), -length * Math.cos(angle)];
    centres.push([end[0] + way[0] / 2, end[1] + way[1] / 2]);
    end[0] += way[0];
    end[1] += way[1];
  }
  return { centres, end };
}

/**
 * The centre of rod i lies at Σ c_ij (sin θ_j, -cos θ_j), with c_ij = l above, l/2 for the rod itself. So, with
 * S_jk = Σ_i m c_ij c_ik: Σ_k S_jk (cos(θ_j - θ_k) θ_k'' + sin(θ_j - θ_k) θ_k'²) + I θ_j'' = -g sin θ_j Σ_i m c_ij.
 */
function rates({ count: n, length, mass, moment, gravity }: RodChain, y: readonly number[]): number[] {
  const matrix: number[][] = [];
  for (let j = 0; j < n; j++) {
    const row: number[] = [];
    let right = -gravity * Math.sin(y[j]) * mass * length * (0.5 + (n - 1 - j));
    for (let k = 0; k < n; k++) {
      const later = n - 1 - Math.max(j, k);
      const sum = mass * length * length * (later + (j === k ? 0.25 : 0.5));
      row.push(sum * Math.cos(y[j] - y[k]) + (j === k ? moment : 0));
      right -= sum * Math.sin(y[j] - y[k]) * y[n + k] ** 2;
    }
    matrix.push([...row, right]);
  }
  return [...y.slice(n), ...eliminate(matrix)];
}

/** The solution of a symmetric positive system, the right side being the last column. */
function eliminate(matrix: number[][]): number[] {
  const n = matrix.length;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const factor = matrix[j][i] / matrix[i][i];
      for (let k = i; k <= n; k++) matrix[j][k] -= factor * matrix[i][k];
    }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = matrix[i][n];
    for (let k = i + 1; k < n; k++) sum -= matrix[i][k] * x[k];
    x[i] = sum / matrix[i][i];
  }
  return x;
}

/**
 * Gragg's midpoint rule with 2, 4, … 16 substeps, extrapolated in the square of the substep (Hairer, Nørsett, Wanner
 * II.9): order 16.
 */
export function extrapolate(f: (y: readonly number[]) => number[], y: readonly number[], step: number): number[] {
  let last: number[][] = [];
  for (let k = 0; k < 8; k++) {
    const count = 2 * (k + 1);
    const h = step / count;
    let before = [...y];
    let now = add(y, f(y), h);
    for (let i = 1; i < count; i++) [before, now] = [now, add(before, f(now), 2 * h)];
    const row = [add(add(before, now, 1), f(now), h).map((x) => x / 2)];
    for (let j = 1; j <= k; j++) {
      const ratio = (count / (2 * (k - j + 1))) ** 2;
      row.push(row[j - 1].map((x, i) => x + (x - last[j - 1][i]) / (ratio - 1)));
    }
    last = row;
  }
  return last[7];
}

function add(a: readonly number[], b: readonly number[], s: number): number[] {
  return a.map((x, i) => x + s * b[i]);
}
