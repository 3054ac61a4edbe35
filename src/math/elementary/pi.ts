/**
 * π and π/2 as an unevaluated sum of the nearest double and the nearest double of the remainder (error below 2^-108).
 */
export const PI = 3.141592653589793;
export const PI_TAIL = 1.2246467991473532e-16;
export const HALF_PI = 1.5707963267948966;
export const HALF_PI_TAIL = 6.123233995736766e-17;
export const QUARTER_PI = 0.7853981633974483;
