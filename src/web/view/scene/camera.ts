// The camera: fits what happens into the picture, looks from named sides, follows a body.
import { type PerspectiveCamera, Vector3 } from "three";
import type { Extent, ViewDirections } from "./extent.ts";

export type ViewSide = "front" | "top" | "side" | "default" | "origin" | "origin from above";

/** Whether a side looks at the origin, wherever things happen. */
export function isOrigin(side: ViewSide): boolean {
  return side === "origin" || side === "origin from above";
}

/** 004 looks at the origin from this high above the ground. */
const slant = (55 * Math.PI) / 180;

/** The shape of the picture: width over height, and the share of its height that is covered at its top. */
export interface PictureShape {
  readonly aspect: number;
  readonly covered: number;
}

/** A chosen direction, and how many times better another must be to be worth turning the picture. */
export interface ChosenDirection {
  readonly direction: Vector3;
  readonly worthTurning: number;
}

/** Where the camera stands, seen from what it looks at. */
export function directionOf(
  side: ViewSide,
  extent: Extent,
  shape: PictureShape,
  before: ChosenDirection | null = null,
): Vector3 {
  const { directions } = extent;
  switch (side) {
    case "front":
      return along(directions, 0, -1, 0);
    case "side":
      return along(directions, 1, 0, 0);
    case "origin":
      return along(directions, 0, -Math.cos(slant), Math.sin(slant));
    case "top":
    case "origin from above":
      // Not exactly from above, so that right stays right.
      return along(directions, 0, -1e-3, 1);
    case "default":
      return best(extent, shape, before);
  }
}

function along({ right, forward, up }: ViewDirections, x: number, y: number, z: number): Vector3 {
  const sum = right.clone().multiplyScalar(x).addScaledVector(forward, y).addScaledVector(up, z);
  return sum.normalize();
}

/** Degrees from the front to the right, and above the horizontal, among which the default direction is chosen. */
const turns = [-72, -58, -44, -30, -17, 17, 30, 44, 58, 72, 108, 150, -108, -150] as const;
const heights = [9, 13, 20, 30, 42, 54] as const;

/**
 * The default direction: from the front, a little aside and above, chosen so that the motion fills a picture of this
 * shape best.
 */
function best(extent: Extent, shape: PictureShape, before: ChosenDirection | null): Vector3 {
  const { directions, slope } = extent;
  // A slope is seen as steep as it is from its side.
  if (slope) {
    const aside = slope.across.clone().multiplyScalar(-0.95).addScaledVector(slope.out, 0.28);
    return aside.addScaledVector(directions.up, 0.24).normalize();
  }
  const score = scoreIn(extent, shape);
  const liking = likingIn(extent, shape);
  const liked = (direction: Vector3) => score(direction, liking(direction));
  let chosen = before?.direction ?? null;
  let highest = before ? before.worthTurning * liked(before.direction) : Number.NEGATIVE_INFINITY;
  for (const height of heights)
    for (const turn of turns) {
      const [a, b] = [(turn * Math.PI) / 180, (height * Math.PI) / 180];
      const direction = along(directions, Math.sin(a) * Math.cos(b), -Math.cos(a) * Math.cos(b), Math.sin(b));
      const worth = liked(direction);
      if (worth <= highest) continue;
      highest = worth;
      chosen = direction;
    }
  return chosen!;
}

/**
 * The weight of a direction, by its degrees to the right of the front and above the horizontal: a motion in a plane is
 * seen from the front, a flat scene from above. A narrow picture may be taken from farther aside.
 */
function likingIn({ directions, low, high }: Extent, { aspect }: PictureShape): (direction: Vector3) => number {
  const span = high.clone().sub(low);
  const [wide, deep, tall] = [directions.right, directions.forward, directions.up].map((axis) =>
    Math.abs(span.dot(axis)),
  );
  const isFlat = tall < 0.2 * Math.max(wide, deep) && Math.min(wide, deep) > 0.3 * Math.max(wide, deep);
  const isSheet = deep < 0.35 * Math.max(wide, tall);
  const usualTurn = deep > 2 * Math.max(wide, tall) ? 62 : isSheet ? 17 : 30;
  // From low over the ground heights can be compared, and the horizon is in the picture.
  const usualHeight = isFlat ? 42 : isSheet || tall > 1.5 * Math.max(wide, deep) ? 9 : 16;
  const strictness = 1.3 * Math.min(1, aspect / 1.5) ** 1.5;
  const degrees = 180 / Math.PI;
  return (direction) => {
    const turn = degrees * Math.atan2(direction.dot(directions.right), -direction.dot(directions.forward));
    const height = degrees * Math.asin(direction.dot(directions.up));
    if (Math.abs(turn) > 90) return 0.3;
    const [aside, above] = [(Math.abs(turn) - usualTurn) / 60, (height - usualHeight) / 36];
    return Math.max(0.1, 1 - strictness * aside * aside - above * above - (turn < 0 ? 0.03 : 0));
  };
}

/** How well things are seen from a direction: how large they are and how far they spread in the picture. */
function scoreIn(extent: Extent, shape: PictureShape): (direction: Vector3, liking: number) => number {
  const { balls, centre, radius, planes, directions } = extent;
  const few = balls.filter((_, i) => i % Math.ceil(balls.length / 400) === 0);
  const sample = { ...extent, balls: few };
  const reach = few.reduce((sum, ball) => sum + ball[3], 0) / Math.max(1, few.length);
  const at = new Vector3();
  return (direction, liking) => {
    const [right, up] = sidesOf(direction, directions.up);
    let [xx, xy, yy] = [0, 0, 0];
    for (const [x, y, z] of few) {
      at.set(x, y, z).sub(centre);
      const [across, above] = [at.dot(right), at.dot(up)];
      xx += across * across;
      xy += across * above;
      yy += above * above;
    }
    const [middle, rest] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
    const [long, wide] = [middle + rest, middle - rest].map((sum) =>
      Math.sqrt(Math.max(0, sum) / Math.max(1, few.length)),
    );
    const { distance } = fitIn(sample, direction, shape);
    const eye = centre.clone().addScaledVector(direction, 3 * radius);
    const blocked = planes.filter(({ point, normal }) => eye.clone().sub(point).dot(normal) < 0).length;
    return ((long + 2 * wide + 2 * reach) / distance) * liking * 0.4 ** blocked;
  };
}

/** Right and up in a picture that is taken from a direction. */
function sidesOf(direction: Vector3, upwards: Vector3): [Vector3, Vector3] {
  const right = upwards.clone().cross(direction).normalize();
  return [right, direction.clone().cross(right)];
}

/** Whether all balls are within the picture, within a small tolerance. */
export function isInSight(camera: PerspectiveCamera, { balls }: Extent): boolean {
  camera.updateMatrixWorld();
  const tallest = Math.tan((camera.fov * Math.PI) / 360);
  const widest = tallest * camera.aspect;
  const at = new Vector3();
  return balls.every(([x, y, z, reach]) => {
    at.set(x, y, z).applyMatrix4(camera.matrixWorldInverse);
    const within = (side: number, edge: number) => Math.abs(side) + 0.8 * reach <= -at.z * edge * 1.02;
    return at.z < 0 && within(at.x, widest) && within(at.y, tallest);
  });
}

/** Puts the camera where all balls fit around a point that it looks at. */
export function aimCamera(
  camera: PerspectiveCamera,
  { balls, directions, radius }: Extent,
  direction: Vector3,
  target: Vector3,
): void {
  camera.up.copy(directions.up);
  camera.position.copy(target).addScaledVector(direction, radius);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  const tallest = Math.tan((camera.fov * Math.PI) / 360) * 0.8;
  const widest = tallest * camera.aspect;
  const at = new Vector3();
  let distance = 1.2 * radius;
  for (const [x, y, z, reach] of balls) {
    at.set(x, y, z).sub(target);
    const sideways = (Math.abs(at.dot(right)) + reach * Math.hypot(1, widest)) / widest;
    const upwards = (Math.abs(at.dot(up)) + reach * Math.hypot(1, tallest)) / tallest;
    distance = Math.max(distance, at.dot(direction) + Math.max(sideways, upwards));
  }
  camera.position.copy(target).addScaledVector(direction, distance);
  camera.lookAt(target);
}

/** Puts the camera where all balls just fit, and returns its target. */
export function fitCamera(camera: PerspectiveCamera, extent: Extent, direction: Vector3, covered: number): Vector3 {
  const { target, distance } = fitIn(extent, direction, { aspect: camera.aspect, covered });
  camera.up.copy(extent.directions.up);
  camera.position.copy(target).addScaledVector(direction, distance);
  camera.lookAt(target);
  return target;
}

/** The angle of view from the bottom to the top of the picture, in degrees. */
export const fieldOfView = 32;
/** The share of the picture that things fill; the rest is for words and arrows at the edge. */
const filled = 0.85;

/** What to look at, and from how far, so that all balls are in the picture. */
function fitIn(
  { balls, centre, radius, directions }: Pick<Extent, "balls" | "centre" | "radius" | "directions">,
  direction: Vector3,
  { aspect, covered }: PictureShape,
): { target: Vector3; distance: number } {
  const [right, up] = sidesOf(direction, directions.up);
  const half = Math.tan((fieldOfView * Math.PI) / 360);
  const lowest = filled * half;
  const highest = half * Math.max(0.3, Math.min(filled, 0.97 - 2 * covered));
  const widest = lowest * aspect;
  // A ball is left of the right edge of the picture if x + s z + r sqrt(1 + s²) <= cx + s cz; so for the four edges.
  const edges = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  let nearest = 0;
  const at = new Vector3();
  for (const [x, y, z, reach] of balls) {
    at.set(x, y, z).sub(centre);
    const [across, above, near] = [at.dot(right), at.dot(up), at.dot(direction)];
    const sideways = widest * near + reach * Math.hypot(1, widest);
    edges[0] = Math.max(edges[0], across + sideways);
    edges[1] = Math.max(edges[1], -across + sideways);
    edges[2] = Math.max(edges[2], above + highest * near + reach * Math.hypot(1, highest));
    edges[3] = Math.max(edges[3], -above + lowest * near + reach * Math.hypot(1, lowest));
    nearest = Math.max(nearest, near + reach);
  }
  if (balls.length === 0) return { target: centre.clone(), distance: 3 * radius };
  const fits = Math.max((edges[0] + edges[1]) / (2 * widest), (edges[2] + edges[3]) / (highest + lowest));
  const distance = Math.max(fits, nearest + 0.2 * radius);
  const target = centre.clone();
  target.addScaledVector(right, (edges[0] - edges[1]) / 2);
  target.addScaledVector(up, (edges[2] - edges[3] + (lowest - highest) * distance) / 2);
  return { target, distance };
}
