/**
 * Elementary functions whose bits depend on nothing but IEEE-754 arithmetic: every engine gives the same result for the
 * same argument. Special values follow C99 Annex F.
 *
 * Errors are in ulp of the true value. "Measured" is the largest found in 1.5 million arguments per function of the
 * kinds the tests use (any bit pattern, the function's own region, beside its hard points, on grids), against integer
 * arithmetic.
 */
export { atan, atan2 } from "./elementary/arctangent.ts";
export { exp, expm1 } from "./elementary/exponential.ts";
export { cosh, sinh, tanh } from "./elementary/hyperbolic.ts";
export { acos, asin } from "./elementary/inverse-trigonometric.ts";
export { log, log1p } from "./elementary/logarithm.ts";
export { pow } from "./elementary/power.ts";
export { cbrt, hypot } from "./elementary/roots.ts";
export { cos, sin, tan } from "./elementary/trigonometric.ts";
