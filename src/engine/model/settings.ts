// The settings of a simulation, complete, with their defaults.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { wordsOf } from "../../language/check/settings.ts";
import type { SimulationDeclaration } from "../../language/declare/experiment.ts";
import type { Scope } from "../../language/names/scope.ts";
import { describeGiven } from "../../language/syntax/describe-given.ts";
import { integratorNames } from "../../language/syntax/setting-names.ts";
import {
  type AskedField,
  askedFields,
  fitsSign,
  numberSetting,
  numberSettings,
  type SettingValues,
  wordSettings,
} from "../../language/syntax/simulation-settings.ts";
import type { Span } from "../../language/syntax/span.ts";
import { didYouMean, integratorMeant } from "../../language/syntax/suggest.ts";
import { RunError } from "./run-error.ts";

export { integratorNames };
export type IntegratorName = (typeof integratorNames)[number];

/** The values of all settings (see the table in simulation-settings.ts), and how some of them were given. */
export interface Settings extends SettingValues {
  /** The integrator that a person chose instead of all those in the text. */
  readonly askedIntegrator: IntegratorName | null;
  /** Whether the simulation says how often or in which order contact laws are applied. */
  readonly saysIterations: boolean;
}

/** Settings that a person may override. */
export type Overrides = Partial<Pick<Settings, AskedField>>;

/** Bounds on the work within a step: a run must be able to return control after each step. */
const mostFramesInStep = 10_000;
/**
 * A step, the duration and the time between frames are at least this many spacings of doubles at both ends of the run.
 */
const leastSpacings = 1_000;

export function readSettings(simulation: SimulationDeclaration, scope: Scope, overrides: Overrides): Settings {
  refuseOverrides(simulation, overrides);
  const asked: Readonly<Record<string, unknown>> = overrides;
  const values: Record<string, number | string | null> = {};
  for (const row of numberSettings)
    values[row.field] = readNumber(simulation, row, scope, asked[row.field]) ?? defaultOf(row, values);
  for (const { key, field, words, fallback } of wordSettings)
    values[field] = readWord(simulation, key, words) ?? fallback;
  const settings = {
    ...(values as SettingValues),
    askedIntegrator: overrides.integrator ?? null,
    saysIterations: simulation.settings.has("iterations") || simulation.settings.has("sweep order"),
  };
  refuseLostTimes(simulation, settings);
  refuseCrowdedFrames(simulation, settings);
  return settings;
}

/** `values`: those of the rows before. */
function defaultOf({ fallback }: NumberSetting, values: Readonly<Record<string, unknown>>): number | null {
  return fallback !== null && typeof fallback === "object" ? fallback.stepsLong * (values["step"] as number) : fallback;
}

function spanOf({ settings, name }: SimulationDeclaration, key: string): Span {
  return settings.get(key)?.valueSpan ?? name.span;
}

type NumberSetting = (typeof numberSettings)[number];

/** The number that a person asked for, otherwise that of the text; null if neither has one. */
function readNumber(
  block: Pick<SimulationDeclaration, "settings" | "name">,
  { key, number: rule, least, most }: NumberSetting,
  scope: Scope,
  asked?: unknown,
): number | null {
  const setting = block.settings.get(key);
  if (!setting && asked === undefined) return null;
  const expr = setting?.value.kind === "expression" ? setting.value.value : null;
  const value = asked !== undefined ? asked : expr && new Interpreter().run(expr, scope);
  const span = setting?.valueSpan ?? block.name.span;
  if (least !== undefined && !(typeof value === "number" && value >= least && value <= most!))
    throw new RunError("setting", span, `'${key}' is a number from ${least} to ${most}`);
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new RunError("setting", span, `'${key}' takes a number`);
  if (!fitsSign(rule, value)) throw new RunError("setting", span, `'${key}' must be ${rule}, and is ${value}`);
  if (rule === "whole" && !Number.isInteger(value))
    throw new RunError("setting", span, `'${key}' is a whole number, and is ${value}`, `write ${Math.floor(value)}`);
  return value;
}

/** Refuses times whose steps, frames or whole run would be lost in rounding. */
function refuseLostTimes(simulation: SimulationDeclaration, settings: Settings): void {
  const { initialTime, duration, step, frames } = settings;
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
  if (!lost) return;
  throw new RunError(
    "setting",
    spanOf(simulation, farthest === initialTime ? "initial time" : "duration"),
    `at t = ${farthest} ${lost} is lost in the rounding of times`,
    farthest === initialTime ? "start nearer to 0" : "write a shorter 'duration' or a longer 'step'",
  );
}

function refuseCrowdedFrames(simulation: SimulationDeclaration, { frames, step, duration }: Settings): void {
  const pictures = frames * Math.min(step, duration);
  if (pictures <= mostFramesInStep) return;
  throw new RunError(
    "setting",
    spanOf(simulation, "frames"),
    `'frames' asks for ${pictures} pictures in one step, and at most ${mostFramesInStep} are recorded`,
    "write smaller 'frames', or a shorter 'step'",
  );
}

/** Refuses overrides by a program that are no settings, cannot be overridden, or name an unknown integrator. */
function refuseOverrides({ name }: SimulationDeclaration, overrides: Overrides): void {
  if (typeof overrides !== "object" || Array.isArray(overrides))
    throw new RunError(
      "setting",
      name.span,
      `settings are a record, and this is ${describeGiven(overrides)}`,
      "write overrides: { step: 0.001 }",
    );
  for (const key of Object.keys(overrides))
    if (!(askedFields as readonly string[]).includes(key))
      throw new RunError(
        "setting",
        name.span,
        `'${key}' cannot be overridden`,
        ...didYouMean(key, askedFields),
        `there are: ${askedFields.join(", ")}`,
      );
  const { integrator } = overrides;
  if (integrator === undefined || integratorNames.includes(integrator)) return;
  throw new RunError(
    "setting",
    name.span,
    `there is no integrator '${String(integrator)}'`,
    ...integratorMeant(String(integrator), integratorNames),
    `there are: ${integratorNames.join(", ")}`,
  );
}

/** How often a contact law is to be applied in a step; null if it does not say. */
export function readIterations(block: Pick<SimulationDeclaration, "settings" | "name">, scope: Scope): number | null {
  return readNumber(block, numberSetting("iterations"), scope);
}

/** The word of a setting, one of these; null if the setting is absent. */
function readWord<Word extends string>(
  { settings }: Pick<SimulationDeclaration, "settings">,
  key: string,
  words: readonly Word[],
): Word | null {
  const setting = settings.get(key);
  if (!setting) return null;
  const found = words.find((word) => word === wordsOf(setting));
  if (found === undefined) throw new RunError("setting", setting.valueSpan, `'${key}' is one of: ${words.join(", ")}`);
  return found;
}

/** The integrator a simulation or a context names, or null if it names none. */
export function readIntegrator(block: Pick<SimulationDeclaration, "settings">): IntegratorName | null {
  return readWord(block, "integrator", integratorNames);
}
