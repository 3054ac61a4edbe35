// The camera: fits what happens into the picture, looks from named sides, follows a body.
import { type PerspectiveCamera, Vector3 } from "three";
import type { Directions, Extent } from "./extent.ts";

export type Side = "front" | "top" | "side" | "default" | "origin" | "origin from above";

/** Whether a side looks at the origin, wherever things happen. */
export function isOrigin(side: Side): boolean {
  return side === "origin" || side === "origin from above";
}

/** 004 looks at the origin from this high above the ground. */
const slant = (55 * Math.PI) / 180;

/** Where the camera stands, seen from what it looks at. */
export function directionOf(side: Side, extent: Extent): Vector3 {
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
      return best(extent);
  }
}

function along({ right, forward, up }: Directions, x: number, y: number, z: number): Vector3 {
  const sum = right.clone().multiplyScalar(x).addScaledVector(forward, y).addScaledVector(up, z);
  return sum.normalize();
}

/**
 * The default direction: from the front, a little aside and above; a flat scene is seen from the side that shows it.
 */
function best(extent: Extent): Vector3 {
  const { directions, low, high, radius } = extent;
  const span = high.clone().sub(low);
  const [wide, deep, tall] = [directions.right, directions.forward, directions.up].map((axis) =>
    Math.abs(span.dot(axis)),
  );
  const isFlat = tall < 0.25 * Math.max(wide, deep);
  const isSheet = deep < 0.3 * Math.max(wide, tall);
  const isSheetAside = !isSheet && wide < 0.3 * Math.max(deep, tall);
  const height = isFlat && Math.min(wide, deep) > 0.3 * Math.max(wide, deep) ? 0.95 : 0.34;
  const first: [number, number] = isSheetAside ? [0.9, -0.35] : isSheet ? [0.28, -0.95] : [0.5, -0.8];
  const turns: [number, number][] = [first, [-first[0], first[1]], [first[0], -first[1]], [-first[0], -first[1]]];
  // Sides where no plane is in between come first.
  const blocked = (direction: Vector3) => {
    const eye = extent.centre.clone().addScaledVector(direction, 3 * radius);
    return extent.planes.filter(({ point, normal }) => eye.clone().sub(point).dot(normal) < 0).length;
  };
  const candidates = turns.map(([x, y]) => along(directions, x, y, height));
  return candidates.reduce((a, b) => (blocked(b) < blocked(a) ? b : a));
}

/** Whether all balls are within the picture, but for a little. */
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

/**
 * Puts the camera where all balls just fit, and returns its target. `covered` is the share of the height of the picture
 * that is covered at its top.
 */
export function fitCamera(camera: PerspectiveCamera, extent: Extent, direction: Vector3, covered: number): Vector3 {
  const { balls, centre, radius, directions } = extent;
  camera.up.copy(directions.up);
  camera.position.copy(centre).addScaledVector(direction, radius);
  camera.lookAt(centre);
  camera.updateMatrixWorld();
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  const half = Math.tan((camera.fov * Math.PI) / 360);
  const lowest = 0.8 * half;
  const highest = half * Math.max(0.3, Math.min(0.8, 0.95 - 2 * covered));
  const widest = lowest * camera.aspect;
  // A ball is left of the right edge of the picture if x + s z + r sqrt(1 + s²) <= cx + s cz; so for the four edges.
  const edges = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  const at = new Vector3();
  for (const [x, y, z, reach] of balls) {
    at.set(x, y, z).sub(centre);
    const [across, above, near] = [at.dot(right), at.dot(up), at.dot(direction)];
    const sideways = widest * near + reach * Math.hypot(1, widest);
    edges[0] = Math.max(edges[0], across + sideways);
    edges[1] = Math.max(edges[1], -across + sideways);
    edges[2] = Math.max(edges[2], above + highest * near + reach * Math.hypot(1, highest));
    edges[3] = Math.max(edges[3], -above + lowest * near + reach * Math.hypot(1, lowest));
  }
  const fits =
    balls.length > 0
      ? Math.max((edges[0] + edges[1]) / (2 * widest), (edges[2] + edges[3]) / (highest + lowest))
      : 3 * radius;
  const nearest = balls.reduce(
    (most, [x, y, z, reach]) => Math.max(most, at.set(x, y, z).sub(centre).dot(direction) + reach),
    0,
  );
  const distance = Math.max(fits, nearest + 0.2 * radius);
  const target = centre.clone();
  if (balls.length > 0) {
    target.addScaledVector(right, (edges[0] - edges[1]) / 2);
    target.addScaledVector(up, (edges[2] - edges[3] + (lowest - highest) * distance) / 2);
  }
  camera.position.copy(target).addScaledVector(direction, distance);
  camera.lookAt(target);
  return target;
}
