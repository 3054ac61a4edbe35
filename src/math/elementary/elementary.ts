/**
 * Elementary functions whose bits depend on nothing but IEEE-754 arithmetic: every engine gives the same result for the
 * same argument. Special values follow C99 Annex F.
 *
 * Errors are in ulp of the true value. "Measured" is the largest found in 1.5 million arguments per function of the
 * kinds the tests use (any bit pattern, the function's own region, beside its hard points, on grids), against integer
 * arithmetic.
 */
export { atan, atan2 } from "./arctangent.ts";
export { exp, expm1 } from "./exponential.ts";
export { cosh, sinh, tanh } from "./hyperbolic.ts";
export { acos, asin } from "./inverse-trigonometric.ts";
export { log, log1p } from "./logarithm.ts";
export { pow } from "./power.ts";
export { cbrt, hypot } from "./roots.ts";
export { cos, sin, tan } from "./trigonometric.ts";
