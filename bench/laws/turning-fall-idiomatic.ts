// Free fall with rotation in closed form, thesis 5.1, as an application programmer writes it.
import { type Falling, fall } from "./free-fall-idiomatic.ts";
import {
  eulerAngles,
  length,
  multiplyQuaternions,
  type Quaternion,
  quaternionAbout,
  rotationOf,
  type Vec3,
} from "./vector.ts";

export interface Turning extends Falling {
  readonly w: Vec3;
  readonly quaternion0: Quaternion;
  /** Euler angles. */
  orientation: Vec3;
}

export function fallTurning(body: Turning, g: Vec3, t: number): void {
  fall(body, g, t);
  const turn = quaternionAbout(body.w, length(body.w) * (t - body.t0));
  body.orientation = eulerAngles(rotationOf(multiplyQuaternions(turn, body.quaternion0)));
}
