// The words that settings may say.

export const integratorNames = [
  "explicit euler",
  "semi-implicit euler",
  "implicit midpoint",
  "rk4",
  "dormand-prince",
] as const;
export const schemeNames = ["event driven", "time stepping"] as const;
/**
 * In which order contact points are gone through: by their bodies, from what stands still outwards, there and back, or
 * by what the law says.
 */
export const sweepOrderNames = ["fixed", "bottom up", "alternating", "greatest first"] as const;
/**
 * Where contact laws of pairs are applied: at all points that stand for where two bodies touch, or at one in the
 * middle.
 */
export const contactPointsNames = ["all", "middle"] as const;
/** How the fixed point of the sweeps is sought besides sweeping. */
export const accelerationNames = ["none", "newton"] as const;
/** How bodies under constraints that their first values violate begin. */
export const startNames = ["as given", "projected"] as const;
export const solverNames = ["direct", "bicgstab", "gauss-seidel"] as const;
export const stabilisationNames = ["projection", "none"] as const;
/** How links are drawn. */
export const drawingNames = ["rod", "joint", "spring", "rope", "motor", "nothing"] as const;
