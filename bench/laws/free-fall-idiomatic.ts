// Free fall without rotation, thesis 3.2, as an application programmer writes it.
import { add, scale, type Vec3 } from "./vector.ts";

export interface Falling {
  readonly t0: number;
  readonly v0: Vec3;
  readonly position0: Vec3;
  v: Vec3;
  position: Vec3;
}

export function fall(body: Falling, g: Vec3, t: number): void {
  const time = t - body.t0;
  const drop = scale(scale(g, 0.5), time * time);
  body.v = add(body.v0, scale(g, time));
  body.position = add(add(body.position0, scale(body.v0, time)), drop);
}
