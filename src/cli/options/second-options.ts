// Options of `virtuafiz compare` for the second run only.
import type { Options } from "./command.ts";

/** Values that may differ in run B. */
export const secondOptions: Options = {
  "set-b": { type: "string", multiple: true },
  "simulation-b": { type: "string" },
  "step-b": { type: "string" },
  "integrator-b": { type: "string" },
  "seed-b": { type: "string" },
};
