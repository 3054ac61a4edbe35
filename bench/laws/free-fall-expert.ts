// Free fall without rotation, thesis 3.2, as an engine author writes it: flat memory, three numbers a vector.

export interface FallMemory {
  readonly t0: Float64Array;
  readonly v0: Float64Array;
  readonly position0: Float64Array;
  readonly v: Float64Array;
  readonly position: Float64Array;
}

export function fallAll(memory: FallMemory, g: Float64Array, t: number, count: number): void {
  const { t0, v0, position0, v, position } = memory;
  const gx = g[0];
  const gy = g[1];
  const gz = g[2];
  const hx = 0.5 * gx;
  const hy = 0.5 * gy;
  const hz = 0.5 * gz;
  for (let i = 0, x = 0; i < count; i++, x += 3) {
    const time = t - t0[i];
    const square = time * time;
    const y = x + 1;
    const z = x + 2;
    const vx = v0[x];
    const vy = v0[y];
    const vz = v0[z];
    v[x] = vx + gx * time;
    v[y] = vy + gy * time;
    v[z] = vz + gz * time;
    position[x] = position0[x] + vx * time + hx * square;
    position[y] = position0[y] + vy * time + hy * square;
    position[z] = position0[z] + vz * time + hz * square;
  }
}
