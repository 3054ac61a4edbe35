// The settings of a simulation, complete, with their defaults.
import { Interpreter } from "../compiler/interpreter.ts";
import {
  accelerationNames, contactPointsNames, integratorNames, schemeNames, startNames, sweepOrderNames, wordsOf,
} from "../language/check-settings.ts"; // biome-ignore format: a list
import type { SimulationDeclaration } from "../language/experiment.ts";
import type { Scope } from "../language/scope.ts";
import { Problem } from "./problem.ts";

export { integratorNames };
export type IntegratorName = (typeof integratorNames)[number];

export interface Settings {
  readonly initialTime: number;
  readonly duration: number;
  /** Steps end at multiples of it, or at an event. */
  readonly step: number;
  /** Of the laws that name none. */
  readonly integrator: IntegratorName;
  /** Asked for instead of all that the text names, if a person did. */
  readonly askedIntegrator: IntegratorName | null;
  /** Recorded per unit of time. */
  readonly frames: number;
  /** Of located times. */
  readonly tolerance: number;
  /** How long free fall is tried to see whether a pair comes apart. */
  readonly separation: number;
  readonly seed: number;
  /** Whether first values that violate constraints are made to meet them. */
  readonly start: (typeof startNames)[number];
  readonly scheme: (typeof schemeNames)[number];
  /** How often contact laws are applied in a step of time stepping. */
  readonly iterations: number;
  /** In which order they are applied to the contact points. */
  readonly sweepOrder: (typeof sweepOrderNames)[number];
  /** At which points of a pair they are applied. */
  readonly contactPoints: (typeof contactPointsNames)[number];
  /** How the fixed point of the sweeps is sought besides. */
  readonly acceleration: (typeof accelerationNames)[number];
  /** Bodies nearer than this, or than they come in a step, are in contact in time stepping; 0: those that touch. */
  readonly margin: number;
  /** In time stepping, bodies of which no point is faster than this for so long fall asleep; below 0 none does. */
  readonly sleepSpeed: number;
  readonly sleepTime: number;
}

/** What a person may ask for instead of what the text says. */
export type Overrides = Partial<Pick<Settings, "duration" | "step" | "integrator" | "frames" | "seed">>;

const defaultStep = 0.01;
const defaultFrames = 60;
const defaultTolerance = 1e-14;
const defaultIterations = 10;
const defaultSleepTime = 0.5;

export function readSettings(simulation: SimulationDeclaration, scope: Scope, overrides: Overrides): Settings {
  const number = (key: string, fallback: number, least: "positive" | "any" | "not negative"): number => {
    const setting = simulation.settings.get(key);
    if (!setting) return fallback;
    const value = setting.value.kind === "expression" ? new Interpreter().run(setting.value.value, scope) : null;
    if (typeof value !== "number" || !Number.isFinite(value))
      throw new Problem("setting", setting.valueSpan, `'${key}' takes a number`);
    if ((least === "positive" && value <= 0) || (least === "not negative" && value < 0))
      throw new Problem("setting", setting.valueSpan, `'${key}' must be ${least}, and is ${value}`);
    return value;
  };
  const step = overrides.step ?? number("step", defaultStep, "positive");
  return {
    initialTime: number("initial time", 0, "any"),
    duration: overrides.duration ?? number("duration", 10, "not negative"),
    step,
    integrator: readIntegrator(simulation) ?? "rk4",
    askedIntegrator: overrides.integrator ?? null,
    frames: overrides.frames ?? number("frames", defaultFrames, "positive"),
    tolerance: number("tolerance", defaultTolerance, "positive"),
    separation: number("separation", 1e-3 * step, "positive"),
    seed: overrides.seed ?? number("seed", 1, "any"),
    start: readName(simulation, "start", startNames),
    scheme: readName(simulation, "scheme", schemeNames),
    iterations: number("iterations", defaultIterations, "positive"),
    sweepOrder: readName(simulation, "sweep order", sweepOrderNames),
    contactPoints: readName(simulation, "contact points", contactPointsNames),
    acceleration: readName(simulation, "acceleration", accelerationNames),
    margin: number("margin", 0, "not negative"),
    sleepSpeed: number("sleep speed", -1, "not negative"),
    sleepTime: number("sleep time", defaultSleepTime, "not negative"),
  };
}

/** One of the names that a setting may say; the first where it says nothing. */
function readName<Name extends string>({ settings }: SimulationDeclaration, key: string, names: readonly Name[]): Name {
  const setting = settings.get(key);
  if (!setting) return names[0];
  const found = names.find((name) => name === wordsOf(setting));
  if (!found) throw new Problem("setting", setting.valueSpan, `'${key}' is one of: ${names.join(", ")}`);
  return found;
}

/** The integrator a simulation or a context names, or null if it names none. */
export function readIntegrator(block: Pick<SimulationDeclaration, "settings">): IntegratorName | null {
  const setting = block.settings.get("integrator");
  if (!setting) return null;
  const found = integratorNames.find((name) => name === wordsOf(setting));
  if (!found)
    throw new Problem("setting", setting.valueSpan, `the integrator is one of: ${integratorNames.join(", ")}`);
  return found;
}
