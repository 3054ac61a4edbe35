// Vectors of space, and the representation shared by all small linear algebra here.
//
// Every vector, quaternion and matrix is a Float64Array, matrices row after row. One element kind keeps the call sites
// monomorphic, holds no boxed numbers, and lets a function work on a `subarray` of the state's memory as well as on a
// value of its own. Results go into the first argument, `out`, which may be one of the inputs unless a function says
// otherwise. Sums are taken from left to right, in the order written: the order is part of the result. A number that a
// function returns or takes as an argument may be allocated on the heap; a number in an array is not.

export type Numbers = Float64Array;

/** `[x, y, z]`. */
export type Vec3 = Numbers;

export function set(out: Vec3, x: number, y: number, z: number): Vec3 {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

export function copy(out: Vec3, a: Vec3): Vec3 {
  out[0] = a[0];
  out[1] = a[1];
  out[2] = a[2];
  return out;
}

export function add(out: Vec3, a: Vec3, b: Vec3): Vec3 {
  out[0] = a[0] + b[0];
  out[1] = a[1] + b[1];
  out[2] = a[2] + b[2];
  return out;
}

export function sub(out: Vec3, a: Vec3, b: Vec3): Vec3 {
  out[0] = a[0] - b[0];
  out[1] = a[1] - b[1];
  out[2] = a[2] - b[2];
  return out;
}

export function scale(out: Vec3, a: Vec3, s: number): Vec3 {
  out[0] = a[0] * s;
  out[1] = a[1] * s;
  out[2] = a[2] * s;
  return out;
}

/** `a + s b`. */
export function addScaled(out: Vec3, a: Vec3, b: Vec3, s: number): Vec3 {
  out[0] = a[0] + b[0] * s;
  out[1] = a[1] + b[1] * s;
  out[2] = a[2] + b[2] * s;
  return out;
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(out: Vec3, a: Vec3, b: Vec3): Vec3 {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** Accurate where the squares neither overflow nor underflow: lengths between 1e-150 and 1e150. */
export function length(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}

export function distance(a: Vec3, b: Vec3): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** The direction of `a`; of the zero vector, zero. */
export function normalize(out: Vec3, a: Vec3): Vec3 {
  const l = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  out[0] = l === 0 ? 0 : a[0] / l;
  out[1] = l === 0 ? 0 : a[1] / l;
  out[2] = l === 0 ? 0 : a[2] / l;
  return out;
}

/**
 * A right-handed orthonormal basis whose first vector is the unit vector `n`: the columns of `out`, a 3×3 matrix, are
 * n, t and n × t, so that `out` maps coordinates in the basis to those of the world. Continuous in `n` except at n =
 * (0, 0, -1).
 */
// Frisvad, "Building an orthonormal basis from a 3D unit vector without normalization" (2012), turns (0, 0, 1) into n
// by the shortest way. With k = 1 / (1 + z) the turned x and y axes are
//   t = (1 - k x², -k x y, -x),   n × t = (-k x y, 1 - k y², -y).
// Near z = -1 the sum 1 + z cancels; Duff et al., "Building an orthonormal basis, revisited" (2017), mend that with
// another basis for z < 0, and so lose continuity on the whole equator. Here the basis is kept and, for z < 0, k is
// written (1 - z) / (x² + y²), which does not cancel; dividing x and y by the larger of them keeps the squares
// from underflow.
export function basisFrom(out: Numbers, n: Vec3): Numbers {
  const x = n[0];
  const y = n[1];
  const z = n[2];
  let u = x;
  let v = y;
  let k = 1;
  if (z >= 0) {
    k = 1 / (1 + z);
  } else {
    const larger = Math.max(Math.abs(x), Math.abs(y));
    if (larger > 0) {
      u = x / larger;
      v = y / larger;
      k = (1 - z) / (u * u + v * v);
    } else {
      // The one point without a limit: the value when approached along x.
      u = 1;
      v = 0;
      k = 2;
    }
  }
  const shared = -k * u * v;
  out[0] = x;
  out[1] = 1 - k * u * u;
  out[2] = shared;
  out[3] = y;
  out[4] = shared;
  out[5] = 1 - k * v * v;
  out[6] = z;
  out[7] = -x;
  out[8] = -y;
  return out;
}
