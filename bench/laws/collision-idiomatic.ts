// The collision of two dynamic bodies with restitution and friction, thesis 5.2.2 corrected
// (laws/impulse-collision.vfl), as an application programmer writes it.
import {
  add,
  addMatrices,
  basisAlong,
  cross,
  diagonal,
  divide,
  dot,
  inverse,
  type Mat3,
  multiply,
  type Quaternion,
  rotationOf,
  scale,
  skew,
  subtract,
  subtractMatrices,
  transform,
  transpose,
  type Vec3,
  zero,
} from "./vector.ts";

export interface Body {
  readonly mass: number;
  /** In the body's own frame. */
  readonly inertia: Mat3;
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly v: Vec3;
  readonly w: Vec3;
}

export interface Impact {
  readonly point: Vec3;
  readonly normal: Vec3;
  readonly restitution: number;
  readonly friction: number;
}

export interface Velocities {
  readonly v1: Vec3;
  readonly w1: Vec3;
  readonly v2: Vec3;
  readonly w2: Vec3;
}

export function collide(body1: Body, body2: Body, impact: Impact): Velocities {
  const basis = basisAlong(impact.normal);
  const toContact = transpose(basis);
  const arm1 = subtract(impact.point, body1.position);
  const arm2 = subtract(impact.point, body2.position);
  const inverseInertia1 = inverseWorldInertia(body1);
  const inverseInertia2 = inverseWorldInertia(body2);
  const relativeVelocity = transform(toContact, subtract(pointVelocity(body1, arm1), pointVelocity(body2, arm2)));
  const both = addMatrices(response(body1.mass, inverseInertia1, arm1), response(body2.mass, inverseInertia2, arm2));
  const changePerImpulse = multiply(multiply(toContact, both), basis);
  const impulse = transform(basis, newtonImpulse(changePerImpulse, relativeVelocity, impact));
  return {
    v1: add(body1.v, divide(impulse, body1.mass)),
    v2: subtract(body2.v, divide(impulse, body2.mass)),
    w1: add(body1.w, transform(inverseInertia1, cross(arm1, impulse))),
    w2: subtract(body2.w, transform(inverseInertia2, cross(arm2, impulse))),
  };
}

function inverseWorldInertia({ inertia, orientation }: Body): Mat3 {
  const R = rotationOf(orientation);
  return multiply(multiply(R, inverse(inertia)), transpose(R));
}

function pointVelocity({ v, w }: Body, arm: Vec3): Vec3 {
  return add(v, cross(w, arm));
}

/** The change of a point's velocity for a unit impulse there: 1/m - [d] I⁻¹ [d]. */
function response(mass: number, inverseInertia: Mat3, arm: Vec3): Mat3 {
  const d = skew(arm);
  return subtractMatrices(diagonal(1 / mass), multiply(multiply(d, inverseInertia), d));
}

/** In the contact frame, whose x axis is the normal: K changes the relative velocity u per impulse. */
function newtonImpulse(K: Mat3, u: Vec3, { restitution, friction }: Impact): Vec3 {
  if (u.x >= 0) return zero;
  const change = -(1 + restitution) * u.x;
  const sticking = transform(inverse(K), { x: change, y: -u.y, z: -u.z });
  const tangential = Math.sqrt(sticking.y * sticking.y + sticking.z * sticking.z);
  if (tangential <= friction * sticking.x) return sticking;
  const direction = { x: 1, y: (friction * sticking.y) / tangential, z: (friction * sticking.z) / tangential };
  const normalRow = { x: K[0], y: K[1], z: K[2] };
  return scale(direction, change / dot(normalRow, direction));
}
