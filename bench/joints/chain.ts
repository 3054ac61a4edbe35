// Chains of thin rods that hang from a fixed point at the origin, and what is asked of their motion. z is up; they are
// let go at rest, straight, in the plane y = 0.

export interface Chain {
  readonly name: string;
  readonly links: number;
  /** Of a rod, in metres, with square ends; each has a mass of 1 kg. */
  readonly length: number;
  readonly thickness: number;
  /** Of all rods at first, against the x axis, upwards. */
  readonly angle: number;
  readonly joint: "ball" | "hinge";
  /** How long energy and gaps are watched, in seconds. */
  readonly duration: number;
}

export const doublePendulum: Chain = {
  name: "double pendulum",
  links: 2,
  length: 1,
  thickness: 0.1,
  angle: -Math.PI / 4,
  joint: "hinge",
  duration: 10,
};

export function rope(links: number, duration: number): Chain {
  return { name: `rope of ${links}`, links, length: 0.5, thickness: 0.05, angle: 0, joint: "ball", duration };
}

export const mass = 1;
export const gravity = 9.81;
/** In seconds. */
export const step = 0.001;

/** About the rod's own line, and across it. */
export function inertia({ length, thickness }: Chain): { along: number; across: number } {
  return { along: (mass * thickness ** 2) / 6, across: (mass * (length ** 2 + thickness ** 2)) / 12 };
}

/** From the near end of a rod at rest to its far one. */
export function direction({ angle }: Chain): [number, number, number] {
  return [Math.cos(angle), 0, Math.sin(angle)];
}

/** The near end of rod i at rest; that of the rod after the last is the tip. */
export function end(chain: Chain, i: number): [number, number, number] {
  const [x, y, z] = direction(chain);
  const s = chain.length * i;
  return [x * s, y * s, z * s];
}

/** A motion in some engine. */
export interface Motion {
  /** What solves the joints, in a few words. */
  readonly settings: string;
  step(): void;
  /**
   * For each rod, in a row: centre, direction from the near end to the far one, velocity, angular velocity, in the
   * world's frame.
   */
  read(rods: Float64Array): void;
  /** Gives its memory back. */
  free(): void;
}

export interface Engine {
  readonly name: string;
  readonly version: string;
  /** The chain at rest. */
  create(chain: Chain): Motion;
}

/** Numbers per rod in `read`. */
export const rodSize = 12;

/** Kinetic and potential. */
export function energy(chain: Chain, rods: Float64Array): number {
  const { along, across } = inertia(chain);
  let sum = 0;
  for (let at = 0; at < rods.length; at += rodSize) {
    const turning = across * dot(rods, at + 9, at + 9) + (along - across) * dot(rods, at + 3, at + 9) ** 2;
    sum += (mass * dot(rods, at + 6, at + 6) + turning) / 2 + mass * gravity * rods[at + 2];
  }
  return sum;
}

/** How far apart the ends are that a joint holds together, where that is most. */
export function largestGap({ length }: Chain, rods: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < rods.length; at += rodSize) {
    const before = at - rodSize;
    const apart = [0, 1, 2].map((k) => {
      const far = before < 0 ? 0 : rods[before + k] + (length / 2) * rods[before + 3 + k];
      return rods[at + k] - (length / 2) * rods[at + 3 + k] - far;
    });
    // Written so that NaN is larger than all.
    const gap = Math.hypot(...apart);
    if (!(gap <= largest)) largest = gap;
  }
  return largest;
}

/** The far end of the last rod. */
export function tip({ length }: Chain, rods: Float64Array): [number, number, number] {
  const at = rods.length - rodSize;
  const coordinate = (k: number) => rods[at + k] + (length / 2) * rods[at + 3 + k];
  return [coordinate(0), coordinate(1), coordinate(2)];
}

/** Turns `v` by the unit quaternion w + xi + yj + zk, into `out`. */
export function turn(out: Float64Array, at: number, [w, x, y, z]: readonly number[], v: readonly number[]): void {
  const cross = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  out[at] = v[0] + w * cross[0] + y * cross[2] - z * cross[1];
  out[at + 1] = v[1] + w * cross[1] + z * cross[0] - x * cross[2];
  out[at + 2] = v[2] + w * cross[2] + x * cross[1] - y * cross[0];
}

function dot(rods: Float64Array, a: number, b: number): number {
  return rods[a] * rods[b] + rods[a + 1] * rods[b + 1] + rods[a + 2] * rods[b + 2];
}
