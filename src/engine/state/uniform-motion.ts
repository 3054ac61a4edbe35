// How far an attribute deviates from uniform motion: from the straight line in time that best fits all its sampled
// values. For a car at 30 m/s this is the motion of its suspension; a falling body deviates from the line in its
// position, but its velocity does not.

/** Sums over the sampled values. */
export interface UniformMotion {
  /**
   * Per row: number of values, the sums of their times, of the squares of these, and of the squares of their distances
   * from the first value.
   */
  readonly count: Float64Array;
  readonly t: Float64Array;
  readonly tt: Float64Array;
  readonly yy: Float64Array;
  /** By place of the memory: the sums of the distances from the first value, and of these times the time. */
  readonly y: Float64Array;
  readonly ty: Float64Array;
  /** Per row: the deviation of the attribute, as the amplitude of a vibration with the same deviation. */
  readonly strays: Float64Array;
}

/** Fewer values than this show no line. */
const leastCount = 8;

export function openUniform(rows: number, places: number): UniformMotion {
  const [count, t, tt, yy] = [0, 1, 2, 3].map(() => new Float64Array(rows));
  const strays = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  return { count, t, tt, yy, y: new Float64Array(places), ty: new Float64Array(places), strays };
}

export function copyUniform({ count, t, tt, yy, y, ty, strays }: UniformMotion): UniformMotion {
  return {
    count: count.slice(),
    t: t.slice(),
    tt: tt.slice(),
    yy: yy.slice(),
    y: y.slice(),
    ty: ty.slice(),
    strays: strays.slice(),
  };
}

/** The numbers of a motion: the place of each in the memory, its value, and the memory at the start of the run. */
export interface SeenMotion {
  readonly places: Int32Array;
  readonly values: Float64Array;
  readonly initial: Float64Array;
}

/** Adds the numbers from `at` on of an attribute, as distances from its first ones, at a time since the start. */
export function seeValues(
  motion: UniformMotion,
  row: number,
  time: number,
  seen: SeenMotion,
  at: number,
  size: number,
): void {
  const { count, t, tt, yy, y, ty } = motion;
  const { places, values, initial } = seen;
  count[row]++;
  t[row] += time;
  tt[row] += time * time;
  for (let k = at; k < at + size; k++) {
    const far = values[k] - initial[places[k]];
    yy[row] += far * far;
    y[places[k]] += far;
    ty[places[k]] += time * far;
  }
  const n = count[row];
  const spread = tt[row] - (t[row] * t[row]) / n;
  if (n < leastCount || !(spread > 0)) return;
  let rest = yy[row];
  for (let k = at; k < at + size; k++) {
    const along = ty[places[k]] - (t[row] * y[places[k]]) / n;
    rest -= (y[places[k]] * y[places[k]]) / n + (along * along) / spread;
  }
  // The line has two parameters.
  motion.strays[row] = Math.sqrt((2 * Math.max(0, rest)) / (n - 2));
}
