// The distance of two convex cores that are apart: Gilbert, Johnson, Keerthi, "A fast procedure for computing the
// distance between complex objects in three-dimensional space" (1988), in double precision.
//
// The nearest point v of a simplex gives an upper bound of the distance, the support plane across it a lower one. The
// search ends when they agree up to rounding, or when rounding allows no further vertex: then the simplex is the best
// possible.
import { type MinkowskiDifference, SCALE, supportDifference } from "./difference.ts";
import { reduceSimplex, type Simplex } from "./simplex.ts";

const RELATIVE = 1e-14;
/** Relative to the lengths involved: bounds this near are equal. */
const ABSOLUTE = 2e-16;
/** At smaller distances, rounding decides on which side of a face the origin is. */
const TOUCHING = 4e-15;
/** A safety limit: normally rounding ends the search. */
const MOST_VERTICES = 200;

const direction = new Float64Array(3);

/**
 * Whether the cores are apart. Leaves the simplex: the one nearest to the origin if they are, one around it if they are
 * not.
 */
export function separateCores(simplex: Simplex, difference: MinkowskiDifference): boolean {
  const least = ABSOLUTE * difference.lengths[SCALE];
  const { w, a, b, nearest } = simplex;
  for (let x = 0; x < 3; x++) direction[x] = difference.bInA.position[x];
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) direction[2] = 1;
  supportDifference(w, a, b, 0, difference, direction);
  simplex.count = 1;
  simplex.limit[0] = Infinity;
  if (reduceSimplex(simplex) === 0) return true;
  for (let i = 0; i < MOST_VERTICES; i++) {
    const squared = nearest[0] * nearest[0] + nearest[1] * nearest[1] + nearest[2] * nearest[2];
    const length = Math.sqrt(squared);
    if (length <= TOUCHING * difference.lengths[SCALE]) return false;
    for (let x = 0; x < 3; x++) direction[x] = -simplex.normal[x];
    const last = simplex.count;
    supportDifference(w, a, b, last, difference, direction);
    const lower = -(direction[0] * w[3 * last] + direction[1] * w[3 * last + 1] + direction[2] * w[3 * last + 2]);
    if (length - lower <= RELATIVE * length + least || isKnown(simplex, last)) return true;
    simplex.count++;
    simplex.limit[0] = squared;
    const found = reduceSimplex(simplex);
    if (found === 2) return false;
    if (found === 0) {
      simplex.count = last;
      return true;
    }
  }
  return true;
}

function isKnown({ w }: Simplex, last: number): boolean {
  for (let i = 0; i < last; i++) {
    if (w[3 * i] === w[3 * last] && w[3 * i + 1] === w[3 * last + 1] && w[3 * i + 2] === w[3 * last + 2]) return true;
  }
  return false;
}
