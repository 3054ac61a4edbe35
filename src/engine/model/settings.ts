// The settings of a simulation, complete, with their defaults.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { wordsOf } from "../../language/check/settings.ts";
import type { SimulationDeclaration } from "../../language/declare/experiment.ts";
import type { Scope } from "../../language/names/scope.ts";
import {
  accelerationNames,
  contactPointsNames,
  integratorNames,
  schemeNames,
  startNames,
  sweepOrderNames,
} from "../../language/syntax/setting-names.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { Problem } from "./run-error.ts";

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
  /** Whether the simulation says how often or in which order. */
  readonly saysIterations: boolean;
  /** How the fixed point of the sweeps is sought besides. Null where it is not said. */
  readonly acceleration: (typeof accelerationNames)[number] | null;
  /**
   * Bodies nearer than this, or than they come in a step, are in contact in time stepping; 0: those that touch. Null
   * where it is not said.
   */
  readonly margin: number | null;
  /** In time stepping, bodies of which no point is faster than this for so long fall asleep; below 0 none does. */
  readonly sleepSpeed: number;
  readonly sleepTime: number;
}

/** What a person may ask for instead of what the text says. */
export type Overrides = Partial<Pick<Settings, "duration" | "step" | "integrator" | "frames" | "seed">>;

const defaultStep = 0.01;
const defaultFrames = 60;
const defaultTolerance = 1e-14;
const defaultIterations = 40;
const defaultSleepTime = 0.5;

/** Bounds of the work within a step: a run must be able to hand back control after each. */
const mostFramesInStep = 10_000;
const mostIterations = 10_000;
/**
 * A step, the duration and the time between frames are at least so many spacings of the numbers at the ends of the run.
 */
const leastSpacings = 1_000;

export function readSettings(simulation: SimulationDeclaration, scope: Scope, overrides: Overrides): Settings {
  refuseOverrides(simulation, overrides);
  const asked: Readonly<Record<string, unknown>> = overrides;
  const number = (key: string, fallback: number, least: "positive" | "any" | "not negative" | "whole"): number => {
    const setting = simulation.settings.get(key);
    const isAsked = asked[key] !== undefined;
    if (!setting && !isAsked) return fallback;
    const expr = setting?.value.kind === "expression" ? setting.value.value : null;
    const value = isAsked ? asked[key] : expr && new Interpreter().run(expr, scope);
    const span = setting?.valueSpan ?? simulation.name.span;
    if (typeof value !== "number" || !Number.isFinite(value))
      throw new Problem("setting", span, `'${key}' takes a number`);
    if ((least === "positive" && value <= 0) || (least === "not negative" && value < 0))
      throw new Problem("setting", span, `'${key}' must be ${least}, and is ${value}`);
    if (least === "whole" && !Number.isInteger(value))
      throw new Problem("setting", span, `'${key}' is a whole number, and is ${value}`, `write ${Math.floor(value)}`);
    return value;
  };
  const step = number("step", defaultStep, "positive");
  const initialTime = number("initial time", 0, "any");
  const duration = number("duration", 10, "not negative");
  const frames = number("frames", defaultFrames, "positive");
  const spanOf = (key: string) => simulation.settings.get(key)?.valueSpan ?? simulation.name.span;
  const farthest = Math.abs(initialTime) > Math.abs(initialTime + duration) ? initialTime : initialTime + duration;
  const spacing = Math.abs(farthest) * Number.EPSILON * leastSpacings;
  const lost =
    spacing > step
      ? `a step of ${step}`
      : duration > 0 && spacing > duration
        ? `a duration of ${duration}`
        : spacing > 1 / frames
          ? "the time from frame to frame"
          : null;
  if (lost)
    throw new Problem(
      "setting",
      spanOf(farthest === initialTime ? "initial time" : "duration"),
      `at t = ${farthest} ${lost} is lost in the rounding of times`,
      farthest === initialTime ? "start nearer to 0" : "write a shorter 'duration' or a longer 'step'",
    );
  const pictures = frames * Math.min(step, duration);
  if (pictures > mostFramesInStep)
    throw new Problem(
      "setting",
      spanOf("frames"),
      `'frames' asks for ${pictures} pictures in one step, and at most ${mostFramesInStep} are recorded`,
      "write smaller 'frames', or a shorter 'step'",
    );
  return {
    initialTime,
    duration,
    step,
    integrator: readIntegrator(simulation) ?? "rk4",
    askedIntegrator: overrides.integrator ?? null,
    frames,
    tolerance: number("tolerance", defaultTolerance, "positive"),
    separation: number("separation", 1e-3 * step, "positive"),
    seed: number("seed", 1, "whole"),
    start: readName(simulation, "start", startNames),
    scheme: readName(simulation, "scheme", schemeNames),
    iterations: readIterations(simulation, scope) ?? defaultIterations,
    sweepOrder: readName(simulation, "sweep order", sweepOrderNames),
    contactPoints: readName(simulation, "contact points", contactPointsNames),
    saysIterations: simulation.settings.has("iterations") || simulation.settings.has("sweep order"),
    acceleration: simulation.settings.has("acceleration")
      ? readName(simulation, "acceleration", accelerationNames)
      : null,
    margin: simulation.settings.has("margin") ? number("margin", 0, "not negative") : null,
    sleepSpeed: number("sleep speed", -1, "not negative"),
    sleepTime: number("sleep time", defaultSleepTime, "not negative"),
  };
}

const overrideNames: readonly (keyof Overrides)[] = ["duration", "step", "integrator", "frames", "seed"];

/** What a program asks for must be a setting that can be asked for, and an integrator that there is. */
function refuseOverrides({ name }: SimulationDeclaration, overrides: Overrides): void {
  for (const key of Object.keys(overrides))
    if (!(overrideNames as readonly string[]).includes(key))
      throw new Problem(
        "setting",
        name.span,
        `'${key}' cannot be asked for in place of the text's`,
        ...didYouMean(key, overrideNames),
        `there are: ${overrideNames.join(", ")}`,
      );
  const { integrator } = overrides;
  if (integrator === undefined || integratorNames.includes(integrator)) return;
  throw new Problem(
    "setting",
    name.span,
    `there is no integrator '${String(integrator)}'`,
    ...didYouMean(String(integrator), integratorNames),
    `there are: ${integratorNames.join(", ")}`,
  );
}

/** How often a simulation or a contact law wants its laws applied in a step; null if it does not say. */
export function readIterations({ settings }: Pick<SimulationDeclaration, "settings">, scope: Scope): number | null {
  const setting = settings.get("iterations");
  if (!setting) return null;
  const value = setting.value.kind === "expression" ? new Interpreter().run(setting.value.value, scope) : null;
  if (typeof value === "number" && value >= 1 && value <= mostIterations) return value;
  throw new Problem("setting", setting.valueSpan, `'iterations' is a number from 1 to ${mostIterations}`);
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
