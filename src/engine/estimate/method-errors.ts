// What is known of the errors of each fixed-step method: how the error of a step follows from a look at it, and how
// much of it is reported.
import type { Model } from "../model/model.ts";
import type { IntegratorName } from "../model/settings.ts";
import type { Flow } from "../motion/flow.ts";

/** Errors beyond this share of the motion are reported; those of the semi-implicit Euler method beyond the other. */
const mostShare = 0.02;
const mostShareOfSymplectic = 0.1;

/** The first part of a step that is taken in two, as a share that no vibration is a multiple of. */
export const golden = 0.3819660112501051;

const orders: Readonly<Record<IntegratorName, number>> = {
  "explicit euler": 1,
  "semi-implicit euler": 1,
  "implicit midpoint": 2,
  rk4: 4,
  "dormand-prince": 5,
};

/**
 * The fixed-step method of a motion; null where the integrator sees to its errors itself, or there is nothing to
 * integrate.
 */
export function methodOf({ stages }: Flow, model: Model): IntegratorName | null {
  if (stages.terms.size === 0) return null;
  if (isStepping(model)) return "semi-implicit euler";
  return stages.integrator === "dormand-prince" ? null : stages.integrator;
}

export function isStepping({ settings }: Model): boolean {
  return settings.scheme === "time stepping";
}

/** The share of the motion beyond which the errors of a method are reported. */
export function limitOf(method: IntegratorName): number {
  return method === "semi-implicit euler" ? mostShareOfSymplectic : mostShare;
}

/** The error of a step, by its difference from one in two parts. */
export function errorFactor(method: IntegratorName): number {
  const power = orders[method] + 1;
  return 1 / (1 - powerOf(golden, power) - powerOf(1 - golden, power));
}

function powerOf(x: number, exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i++) power *= x;
  return power;
}

/** Whether the errors of a method do not take each other back by themselves: then what grows out of them counts. */
export function growsFreely(method: IntegratorName): boolean {
  return method === "rk4" || method === "explicit euler";
}
