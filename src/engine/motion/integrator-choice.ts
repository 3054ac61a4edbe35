// Which integrator moves the bodies of a step.

import { RunError } from "../model/run-error.ts";
import { type IntegratorName, readIntegrator, type Settings } from "../model/settings.ts";
import type { Application } from "../state/application.ts";

/**
 * One integrator for everything that moves together: the one asked for, the one that contexts name, or the
 * simulation's.
 */
export function chooseIntegrator(settings: Settings, active: readonly Application[]): IntegratorName {
  const { integrator, askedIntegrator } = settings;
  if (askedIntegrator) return askedIntegrator;
  let chosen: { name: IntegratorName; application: Application } | null = null;
  for (const application of active) {
    const name = readIntegrator(application.context);
    if (name && chosen && name !== chosen.name)
      throw new RunError(
        "setting",
        application.context.name.span,
        `'${application.context.name.name}' and '${chosen.application.context.name.name}' name different integrators`,
        "bodies that move together are integrated together",
      );
    if (name) chosen = { name, application };
  }
  return chosen?.name ?? integrator;
}
