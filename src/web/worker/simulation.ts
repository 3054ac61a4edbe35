// Which simulation of a text runs.
import type { ModelOptions } from "../../engine/model/model.ts";
import type { Checked } from "../../language/check/check.ts";

/** The simulation that is wanted, if the text has it; else the first. */
export function simulationOf({ experiment }: Pick<Checked, "experiment">, wanted: string | null): ModelOptions {
  return experiment.simulations.some(({ name }) => name.name === wanted) ? { simulation: wanted! } : {};
}
