// Bodies that stay in contact without friction, thesis 5.3 (laws/force-contact.vfl), as an engine author writes it.

export interface ContactMemory {
  readonly mass: Float64Array;
  /** Of all bodies above each. */
  readonly massAbove: Float64Array;
  /** Whether a way leads down to a static body. */
  readonly isHeld: Uint8Array;
  /** Of the surface below each. */
  readonly normal: Float64Array;
  readonly t0: Float64Array;
  readonly v0: Float64Array;
  readonly position0: Float64Array;
  readonly v: Float64Array;
  readonly position: Float64Array;
}

export function slideAll(memory: ContactMemory, g: Float64Array, t: number, count: number): void {
  const { mass, massAbove, isHeld, normal, t0, v0, position0, v, position } = memory;
  const gx = g[0];
  const gy = g[1];
  const gz = g[2];
  for (let i = 0, x = 0; i < count; i++, x += 3) {
    const y = x + 1;
    const z = x + 2;
    const m = mass[i] + massAbove[i];
    const fx = m * gx;
    const fy = m * gy;
    const fz = m * gz;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    if (isHeld[i] !== 0) {
      nx = normal[x];
      ny = normal[y];
      nz = normal[z];
    }
    const reaction = -(fx * nx + fy * ny + fz * nz);
    const ax = (fx + reaction * nx) / m;
    const ay = (fy + reaction * ny) / m;
    const az = (fz + reaction * nz) / m;
    const time = t - t0[i];
    const square = time * time;
    const vx = v0[x];
    const vy = v0[y];
    const vz = v0[z];
    v[x] = vx + ax * time;
    v[y] = vy + ay * time;
    v[z] = vz + az * time;
    position[x] = position0[x] + vx * time + 0.5 * ax * square;
    position[y] = position0[y] + vy * time + 0.5 * ay * square;
    position[z] = position0[z] + vz * time + 0.5 * az * square;
  }
}
