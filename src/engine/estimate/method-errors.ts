// What is known about the errors of each fixed-step method: how a sample gives the error of a step, and how much error
// is reported.
import type { Model } from "../model/model.ts";
import type { IntegratorName } from "../model/settings.ts";
import type { Flow } from "../motion/flow.ts";

/** Errors beyond this share of the motion are reported; for the semi-implicit Euler method, beyond the second share. */
const mostShare = 0.02;
const mostShareOfSymplectic = 0.1;

/** The share of the first part of a step that is taken in two parts, chosen so that it fits no vibration. */
export const golden = 0.3819660112501051;

const orders: Readonly<Record<IntegratorName, number>> = {
  "explicit euler": 1,
  "semi-implicit euler": 1,
  "implicit midpoint": 2,
  rk4: 4,
  "dormand-prince": 5,
};

/**
 * The fixed-step method of a motion; null if the integrator controls its errors itself, or there is nothing to
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

/** The errors of a run grow with this power of the step. */
export function orderOf(method: IntegratorName): number {
  return orders[method];
}

/** The factor from the difference between one step and two parts to the error of the step. */
export function errorFactor(method: IntegratorName): number {
  const power = orders[method] + 1;
  return 1 / (1 - powerOf(golden, power) - powerOf(1 - golden, power));
}

function powerOf(x: number, exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i++) power *= x;
  return power;
}

/** Whether errors of a method do not cancel by themselves: then their growth counts. */
export function growsFreely(method: IntegratorName): boolean {
  return method === "rk4" || method === "explicit euler";
}
