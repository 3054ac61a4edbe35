// The words that settings may have.

export const integratorNames = [
  "explicit euler",
  "semi-implicit euler",
  "implicit midpoint",
  "rk4",
  "dormand-prince",
] as const;
export const schemeNames = ["event driven", "time stepping"] as const;
/**
 * The order in which contact points are visited: by their bodies, outwards from static bodies, there and back, or by
 * the law's urgency.
 */
export const sweepOrderNames = ["fixed", "bottom up", "alternating", "greatest first"] as const;
/** Where contact laws of pairs are applied: at all points that represent a contact, or at one in its middle. */
export const contactPointsNames = ["all", "middle"] as const;
/** How the fixed point of the sweeps is sought besides sweeping. */
export const accelerationNames = ["none", "newton"] as const;
/** What happens to first values that violate constraints. */
export const startNames = ["as given", "projected"] as const;
/** To which bodies a contact law is applied: to two that touch, or to all that touch each other. */
export const appliedTo = ["pair", "group"] as const;
export const solverMethods = ["direct", "bicgstab", "gauss-seidel"] as const;
export const stabilisationNames = ["projection", "none"] as const;
/** How links are drawn. */
export const drawingNames = ["rod", "joint", "spring", "rope", "motor", "nothing"] as const;
