// Bodies that stay in contact without friction, thesis 5.3 (laws/force-contact.vfl), as an application programmer
// writes it.
import { add, divide, dot, scale, type Vec3, zero } from "./vector.ts";

export interface Resting {
  readonly mass: number;
  /** Of all bodies above. */
  readonly massAbove: number;
  /** Of the surface below; null where nothing leads to a static body. */
  readonly surface: Vec3 | null;
  readonly t0: number;
  readonly v0: Vec3;
  readonly position0: Vec3;
  v: Vec3;
  position: Vec3;
}

export function slide(body: Resting, g: Vec3, t: number): void {
  const normal = body.surface ?? zero;
  const mass = body.mass + body.massAbove;
  const weight = scale(g, mass);
  const reaction = scale(normal, -dot(weight, normal));
  const acceleration = divide(add(weight, reaction), mass);
  const time = t - body.t0;
  const gain = scale(scale(acceleration, 0.5), time * time);
  body.v = add(body.v0, scale(acceleration, time));
  body.position = add(add(body.position0, scale(body.v0, time)), gain);
}
