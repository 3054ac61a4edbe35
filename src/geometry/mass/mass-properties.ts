// How matter of density 1 is distributed in a shape: volume, centre, inertia. This is only geometry; laws decide what a
// mass does.
//
// The inertia tensor about the centre, in the axes of the shape's frame, is ∫ (|x|² 1 - x xᵀ) dV: moments on the
// diagonal, minus the products of inertia off it.
import type { Mat3 } from "../../math/vectors/mat3.ts";
import { symmetricEigen } from "../../math/vectors/symmetric-eigen.ts";
import type { Vec3 } from "../../math/vectors/vec3.ts";

export interface MassProperties {
  volume: number;
  /** The centre of mass, in the shape's frame. */
  readonly center: Vec3;
  /** About the centre, for density 1. */
  readonly inertia: Mat3;
}

export function createMassProperties(): MassProperties {
  return { volume: 0, center: new Float64Array(3), inertia: new Float64Array(9) };
}

/** The inertia tensor about the centre for a uniform body of the given mass. `out` may be that of `properties`. */
export function inertiaForMass(out: Mat3, properties: MassProperties, mass: number): Mat3 {
  const density = mass / properties.volume;
  for (let i = 0; i < 9; i++) out[i] = density * properties.inertia[i];
  return out;
}

const work: Mat3 = new Float64Array(9);

/**
 * Principal moments in ascending order, and in the columns of `axes` a rotation from the principal axes to the tensor's
 * frame.
 */
export function principalAxes(moments: Vec3, axes: Mat3, inertia: Mat3): void {
  work.set(inertia);
  symmetricEigen(moments, axes, work, 3);
}
