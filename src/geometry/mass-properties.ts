// How matter of density 1 that fills a shape is spread: volume, centre, inertia. Geometry only; what a mass does is the laws'.
//
// The inertia tensor about the centre, in the axes of the shape's frame, is ∫ (|x|² 1 - x xᵀ) dV: moments on the diagonal, minus the
// products of inertia beside it.
import type { Mat3 } from "../math/mat3.ts";
import { symmetricEigen } from "../math/symmetric-eigen.ts";
import type { Vec3 } from "../math/vec3.ts";
import type { Shape } from "./shape.ts";

const PI = 3.141592653589793;

export interface MassProperties {
  volume: number;
  /** In the shape's frame. */
  readonly center: Vec3;
  /** About the centre, for density 1. */
  readonly inertia: Mat3;
}

export function createMassProperties(): MassProperties {
  return { volume: 0, center: new Float64Array(3), inertia: new Float64Array(9) };
}

/** Returns "", or a sentence on why the shape has none. */
export function massPropertiesOf(out: MassProperties, shape: Shape): string {
  out.center.fill(0);
  out.inertia.fill(0);
  switch (shape.kind) {
    case "sphere": {
      const r = shape.radius;
      out.volume = (4 / 3) * PI * r * r * r;
      const moment = 0.4 * out.volume * r * r;
      for (let i = 0; i < 3; i++) out.inertia[4 * i] = moment;
      return "";
    }
    case "cuboid": {
      const [x, y, z] = shape.half;
      out.volume = 8 * x * y * z;
      out.inertia[0] = (out.volume * (y * y + z * z)) / 3;
      out.inertia[4] = (out.volume * (x * x + z * z)) / 3;
      out.inertia[8] = (out.volume * (x * x + y * y)) / 3;
      return "";
    }
    default:
      return `A ${shape.kind} has no end, and so neither volume nor centre of mass.`;
  }
}

/** The inertia tensor about the centre of a body of the given mass, evenly filled. `out` may be that of `properties`. */
export function inertiaForMass(out: Mat3, properties: MassProperties, mass: number): Mat3 {
  const density = mass / properties.volume;
  for (let i = 0; i < 9; i++) out[i] = density * properties.inertia[i];
  return out;
}

const work: Mat3 = new Float64Array(9);

/** Principal moments, rising, and in the columns of `axes` a rotation from the principal axes to the tensor's frame. */
export function principalAxes(moments: Vec3, axes: Mat3, inertia: Mat3): void {
  work.set(inertia);
  symmetricEigen(moments, axes, work, 3);
}
