// Slopes: half spaces that are neither level nor walls. A single one would look like level ground seen at a slant, so
// it is drawn as a ramp: cut at the edge of the scene, on a level below, with its angle.
import { Vector3 } from "three";
import type { EndlessPlane, Extent, ViewDirections } from "./extent.ts";

export interface Slope {
  readonly plane: EndlessPlane;
  /** The angle to the horizontal, in radians. */
  readonly angle: number;
  /** The horizontal direction in which it descends, and the one across. */
  readonly out: Vector3;
  readonly across: Vector3;
  /** The lower edge and the upper edge of the ramp, each from its near to its far end. */
  readonly low: readonly [Vector3, Vector3];
  readonly high: readonly [Vector3, Vector3];
  /** The height of the lower edge. */
  readonly height: number;
}

const flattest = Math.cos(Math.PI / 180);
const steepest = Math.cos((75 * Math.PI) / 180);

/** The slope of a scene that has one, without level ground and other half spaces. */
export function slopeOf(
  planes: readonly EndlessPlane[],
  directions: ViewDirections,
  balls: Extent["balls"],
  radius: number,
): Slope | null {
  const solid = planes.filter(({ isSolid }) => isSolid);
  if (solid.length !== 1 || planes.length !== 1) return null;
  const [plane] = solid;
  const { up, forward, right } = directions;
  const steepness = plane.normal.dot(up);
  if (steepness > flattest || steepness < steepest) return null;
  const out = plane.normal.clone().addScaledVector(up, -steepness).normalize();
  const across = up.clone().cross(out);
  // From the near side to the far side.
  if (across.dot(forward) - 0.3 * across.dot(right) < 0) across.negate();
  const angle = Math.acos(steepness);
  const down = out.clone().multiplyScalar(Math.cos(angle)).addScaledVector(up, -Math.sin(angle));
  const at = new Vector3();
  const [downs, sides]: [number[], number[]] = [[], []];
  for (const [x, y, z, reach] of balls) {
    at.set(x, y, z).sub(plane.point);
    downs.push(at.dot(down) - reach, at.dot(down) + reach);
    sides.push(at.dot(across) - reach, at.dot(across) + reach);
  }
  const margin = 0.2 * radius;
  const [first, last] = [least(downs) - margin, most(downs) + margin];
  const [near, far] = [least(sides) - margin, most(sides) + margin];
  const corner = (along: number, side: number) =>
    plane.point.clone().addScaledVector(down, along).addScaledVector(across, side);
  const low = [corner(last, near), corner(last, far)] as const;
  const high = [corner(first, near), corner(first, far)] as const;
  return { plane, angle, out, across, low, high, height: low[0].dot(up) };
}

/** The minimum of a list, which may be too long for the arguments of `Math.min`. */
const least = (of: readonly number[]) => of.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (of: readonly number[]) => of.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

export function cornersOfRamp(slope: Slope, up: Vector3): readonly Vector3[] {
  return [...slope.low, ...slope.high, ...feetOf(slope, up)];
}

/** The corners of the level rectangle below the slope that are not on it: below the near and the far end of its top. */
export function feetOf({ high, height }: Slope, up: Vector3): [Vector3, Vector3] {
  const below = (point: Vector3) => point.clone().addScaledVector(up, height - point.dot(up));
  return [below(high[0]), below(high[1])];
}
