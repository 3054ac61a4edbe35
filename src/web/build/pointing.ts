// The meaning of a pointer in space: a place to stand on, a point of a body, a point of the world.
import { Plane, Quaternion, Vector3 } from "three";
import type { BodyInfo } from "../protocol/messages.ts";
import { snap } from "../view/hand/hand-edit.ts";
import { niceLength } from "../view/scene/nice-length.ts";
import type { BodyScene } from "../view/scene/scene.ts";

export interface Spot {
  readonly point: Vector3;
  /** The direction away from the surface. */
  readonly normal: Vector3;
}

export function pointerAt(view: BodyScene, event: { clientX: number; clientY: number }): [number, number] {
  const box = view.renderer.domElement.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2];
}

/** The spacing of the grid to which points snap. */
export function gridStep(view: BodyScene): number {
  return niceLength(view.gridUnit / 5);
}

export function up(view: BodyScene): Vector3 {
  return view.extent?.directions.up.clone() ?? new Vector3(0, 0, 1);
}

export function snapped(point: Vector3, step: number): Vector3 {
  return step === 0 ? point : point.fromArray(point.toArray().map((one) => snap(one, step)));
}

/** The horizontal direction of an axis of the world that points most towards the person. */
export function towardsPerson(view: BodyScene): Vector3 {
  const normal = view.camera.getWorldDirection(new Vector3()).negate();
  const { right, forward } = view.extent?.directions ?? { right: new Vector3(1, 0, 0), forward: new Vector3(0, 1, 0) };
  const [across, along] = [normal.dot(right), normal.dot(forward)];
  const [axis, part] = Math.abs(across) > Math.abs(along) ? [right, across] : [forward, along];
  return axis.clone().multiplyScalar(part < 0 ? -1 : 1);
}

/** The upright plane through a point that faces the person. */
export function wallThrough(view: BodyScene, point: Vector3): Plane {
  return new Plane().setFromNormalAndCoplanarPoint(towardsPerson(view), point);
}

export function onPlane(view: BodyScene, at: [number, number], plane: Plane): Vector3 | null {
  return view.ray(...at).ray.intersectPlane(plane, new Vector3());
}

/** The ground under the pointer: an infinite plane seen from its free side. */
function onGround(view: BodyScene, at: [number, number]): Spot | null {
  const { ray } = view.ray(...at);
  const found = (view.extent?.planes ?? []).flatMap(({ normal, point }) => {
    if (normal.dot(ray.direction) >= 0) return [];
    const hit = ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, point), new Vector3());
    return hit ? [{ point: hit, normal: normal.clone() }] : [];
  });
  const near = found.sort((a, b) => a.point.distanceTo(ray.origin) - b.point.distanceTo(ray.origin))[0];
  // Far behind the scene the ground is not meant.
  const far = 6 * view.size;
  return near && near.point.distanceTo(view.controls.target) < far ? near : null;
}

/**
 * The place of something put under the pointer: on the visible body or the ground there; without either, or if
 * `isHigh`, in the air, in the upright plane through the camera's target.
 */
export function spotAt(view: BodyScene, at: [number, number], isHigh: boolean): Spot | null {
  const above = up(view);
  if (!isHigh) {
    const body = view.pick(...at);
    if (body) return { point: body.point.clone(), normal: above };
    const ground = onGround(view, at);
    if (ground) return ground;
  }
  const point = onPlane(view, at, wallThrough(view, view.controls.target));
  return point && { point, normal: above };
}

/** An end of a link: a point of a body in its own frame, or of the world. */
export interface Anchor {
  /** Null: the world. */
  readonly body: BodyInfo | null;
  readonly number: number;
  readonly local: Vector3;
  readonly world: Vector3;
}

/** Pixels around the centre of a body, or of a face, that mean the centre. */
const near = 14;

/** The usual anchors of a body: its centre and the ends of its axes. */
function eyes(view: BodyScene, number: number, body: BodyInfo): Vector3[] {
  const half = view.bodies.halves[number];
  const centre = new Vector3();
  if (!half || body.shape.kind === "sphere") return [centre];
  const ends = [new Vector3(half.x, 0, 0), new Vector3(0, half.y, 0), new Vector3(0, 0, half.z)];
  const isRound = body.shape.kind !== "cuboid";
  const kept = isRound ? ends.slice(2) : ends;
  return [centre, ...kept.flatMap((end) => [end, end.clone().negate()])];
}

/** The point of a body under the pointer; null without a body there. */
export function anchorAt(view: BodyScene, at: [number, number], isFree: boolean): Anchor | null {
  const hit = view.pick(...at);
  if (!hit) return null;
  const { number, body } = hit;
  const [position, turn] = [view.bodies.positions[number], view.bodies.turns[number]];
  const world = (local: Vector3) => local.clone().applyQuaternion(turn).add(position);
  if (body.physicalType === "static") {
    const point = snapped(hit.point.clone(), gridStep(view));
    return { body: null, number: -1, local: point, world: point };
  }
  const canvas = view.renderer.domElement;
  const pixels = (local: Vector3) => {
    const seen = world(local).project(view.camera);
    return Math.hypot(((seen.x - at[0]) * canvas.clientWidth) / 2, ((seen.y - at[1]) * canvas.clientHeight) / 2);
  };
  const [best] = eyes(view, number, body).sort((a, b) => pixels(a) - pixels(b));
  const isCentre = best.lengthSq() === 0 && body.shape.kind === "sphere";
  if (!isFree && (isCentre || pixels(best) < near)) return { body, number, local: best, world: world(best) };
  const local = hit.point.clone().sub(position).applyQuaternion(turn.clone().invert());
  snapped(local, gridStep(view) / 10);
  return { body, number, local, world: world(local) };
}

/** A point of the world under the pointer: in the upright plane through another point, but not under the ground. */
export function worldAnchor(view: BodyScene, at: [number, number], through: Vector3): Anchor | null {
  const point = onPlane(view, at, wallThrough(view, through));
  const ground = onGround(view, at);
  const isUnder = ground && point && point.clone().sub(ground.point).dot(ground.normal) < 0;
  const found = isUnder ? ground.point : point;
  if (!found) return null;
  const world = snapped(found.clone(), gridStep(view));
  // It stays in the plane of the other end.
  if (!isUnder) wallThrough(view, through).projectPoint(world, world);
  world.fromArray(world.toArray().map((one) => Number(one.toFixed(9)) || 0));
  return { body: null, number: -1, local: world, world };
}

/** The rotation of the first frame against the second, as a quaternion with the scalar first. */
export function turnBetween(view: BodyScene, [a, b]: readonly [Anchor, Anchor]): number[] {
  const turn = turnOf(view, a).invert().multiply(turnOf(view, b));
  return [turn.w, turn.x, turn.y, turn.z].map((one) => Number(one.toFixed(10)) || 0);
}

export function turnOf(view: BodyScene, { number }: Anchor): Quaternion {
  return number < 0 ? new Quaternion() : view.bodies.turns[number].clone();
}

/** A direction of the world in the frame of an end. */
export function seenFrom(view: BodyScene, anchor: Anchor, direction: Vector3): [number, number, number] {
  const local = direction.clone().applyQuaternion(turnOf(view, anchor).invert());
  return local.toArray().map((one) => Number(one.toFixed(9)) || 0) as [number, number, number];
}

/** The ends of a link that holds two bodies together at one point: that of the second end. */
export function meeting(view: BodyScene, [a, b]: readonly [Anchor, Anchor]): readonly [Anchor, Anchor] {
  const local = b.world.clone();
  if (a.body) local.sub(view.bodies.positions[a.number]).applyQuaternion(turnOf(view, a).invert());
  local.fromArray(local.toArray().map((one) => Number(one.toFixed(9)) || 0));
  return [{ ...a, local, world: b.world }, b];
}
