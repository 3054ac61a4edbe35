// Settings of a simulation that contradict each other, or that have no effect.

import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Scope } from "../../language/names/scope.ts";
import { type Definition, type Expr, partsOf } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { settingsFor } from "../../language/syntax/simulation-settings.ts";
import type { PlainModel } from "../model/model.ts";
import { readIntegrator } from "../model/settings.ts";
import { stabilisationOf } from "../model/stabilisation.ts";

/** A run with more steps takes long on any machine. */
const manySteps = 20_000_000;
/** A step of the simplest experiment takes about a microsecond. */
const stepsInMinute = 60_000_000;

export function settingDoubts(model: PlainModel): Diagnostic[] {
  return [...lengthsOfTime(model), ...framesDoubts(model), ...idleSettings(model), ...stabilisationDoubts(model)];
}

function doubtAt({ simulation }: PlainModel, key: string, message: string, ...notes: string[]): Diagnostic[] {
  const span = simulation.settings.get(key)?.valueSpan;
  return span ? [{ severity: "warning", code: "setting", message, span, notes }] : [];
}

/** Doubts about durations that do not fit together. */
function lengthsOfTime(model: PlainModel): Diagnostic[] {
  const { step, duration, tolerance } = model.settings;
  return [
    ...(tolerance >= step
      ? doubtAt(
          model,
          "tolerance",
          `a 'tolerance' of ${tolerance} is not shorter than the step, ${step}: impacts and events are found a ` +
            `whole step too early or too late`,
          "a tolerance is a time; write tolerance = 1e-9, or leave it out",
        )
      : []),
    ...(duration > 0 && step > duration
      ? doubtAt(
          model,
          "step",
          `a 'step' of ${step} is longer than the whole run, ${duration}: the run is a single step`,
          "write a shorter 'step', such as 0.01",
        )
      : []),
  ];
}

/** Doubts about frames that are too few to be intended. */
function framesDoubts(model: PlainModel): Diagnostic[] {
  const { frames, duration, step } = model.settings;
  const pictures = frames * duration;
  const isOfStep = frames === step && frames < 1 && pictures < 10;
  if (!(duration > 0) || (pictures >= 1 && !isOfStep)) return [];
  const count = pictures < 1 ? "none between its start and its end" : `${Math.floor(pictures)}`;
  return doubtAt(
    model,
    "frames",
    `'frames' is the number of pictures per unit of time: of a run of ${duration}, ${frames} makes ${count}`,
    `for a picture every ${frames}, write frames = ${Number((1 / frames).toPrecision(12))}`,
  );
}

export function manyStepsOf({ settings, simulation }: PlainModel): Diagnostic | null {
  const { step, duration } = settings;
  const steps = duration / step;
  if (steps <= manySteps) return null;
  const span =
    simulation.settings.get("step")?.valueSpan ??
    simulation.settings.get("duration")?.valueSpan ??
    simulation.name.span;
  const minutes = Math.ceil(steps / stepsInMinute);
  const time =
    minutes < 120
      ? `${minutes} minutes`
      : minutes < 2880
        ? `${Math.floor(minutes / 60)} hours`
        : `${Math.floor(minutes / 1440)} days`;
  return {
    severity: "warning",
    code: "setting",
    message: `a step of ${step} makes ${Number(steps.toPrecision(3))} steps, which take at least ${time}`,
    span,
    notes: ["write a longer 'step', or a shorter 'duration'"],
  };
}

const ofPairs = settingsFor("pairs");
const ofSleep = settingsFor("sleep");

/** Doubts about settings that affect nothing in this simulation. */
function idleSettings(model: PlainModel): Diagnostic[] {
  const { settings, contexts, simulation } = model;
  const isStepping = settings.scheme === "time stepping";
  const strikes = contexts.some(({ type }) => type === "collision");
  const hasPairs = contexts.some(({ type, appliedToPairs }) => type === "contact" && appliedToPairs);
  const leaveOut = "leave it out";
  const idle = (key: string, why: string, note = leaveOut) =>
    doubtAt(model, key, `'${key}' does nothing here: ${why}`, note).map((one) => ({ ...one, code: "no-effect" }));
  if (!isStepping)
    return [
      ...[...ofPairs, ...ofSleep].flatMap((key) =>
        idle(key, "it is for time stepping, and this run goes from event to event", hasPairs ? toStep : leaveOut),
      ),
      ...(strikes ? [] : idle("separation", "it is for collision laws, and there is none")),
      ...idleTolerance(model),
      ...idleStart(model),
    ];
  return [
    ...(hasPairs || strikes ? [] : ofPairs.flatMap((key) => idle(key, "no law is for pairs in contact"))),
    ...(simulation.settings.has("sleep speed")
      ? []
      : idle("sleep time", "without a sleep speed nothing sleeps", "write sleep speed = … too, or leave it out")),
    ...idle("separation", "time stepping does not search for impacts"),
    ...idleStart(model),
  ];
}

const toStep = "write scheme = time stepping, or leave it out";

function idleStart(model: PlainModel): Diagnostic[] {
  const isNeeded = model.settings.start !== "projected" || model.links.some(({ unknowns }) => unknowns.length > 0);
  if (isNeeded) return [];
  return doubtAt(model, "start", "'start = projected' does nothing here: there are no constraints", "leave it out").map(
    (one) => ({ ...one, code: "no-effect" }),
  );
}

/** Impacts, events and laws that switch are located to the tolerance; without them it has no effect. */
function idleTolerance(model: PlainModel): Diagnostic[] {
  const { contexts, events, settings } = model;
  const touches = contexts.some(({ type }) => type === "collision" || type === "contact");
  if (touches || events.length > 0 || contexts.some(switches)) return [];
  const isAdaptive = settings.integrator === "dormand-prince";
  return doubtAt(
    model,
    "tolerance",
    "'tolerance' does nothing here: it says how exactly the times of impacts and events are found, and there are none",
    isAdaptive ? "leave it out: dormand-prince bounds its error by itself" : "leave it out",
  ).map((one) => ({ ...one, code: "no-effect" }));
}

const switching: ReadonlySet<string> = new Set(["min", "max", "abs", "sign", "floor", "sumOthers"]);

function isSwitch(expr: Expr): boolean {
  if (expr.kind === "binary") return /^[<>=!]/.test(expr.op);
  return expr.kind === "if" || (expr.kind === "call" && switching.has(expr.name));
}

/** Whether a law may change its formula at an instant. */
function switches({ functions, scope }: ContextDeclaration): boolean {
  const seen = new Set<Definition>();
  const own = new Set(functions.map(({ name }) => name));
  const look = (expr: Expr, around: Scope): boolean => {
    if (isSwitch(expr)) return true;
    const isSaid = (expr.kind === "call" || expr.kind === "name") && !own.has(expr.name);
    const binding = isSaid ? around.lookup(expr.name) : null;
    const called = binding?.kind === "function" && !seen.has(binding.definition) ? binding : null;
    if (called) seen.add(called.definition);
    if (called && look(called.definition.body, called.scope)) return true;
    return partsOf(expr).some((part) => look(part, around));
  };
  return functions.some(({ body }) => look(body, scope));
}

/**
 * The largest s h for steps h where gaps decay by exp(-s t): beyond it, the method's root of C' = -s C leaves the unit
 * circle. (For semi-implicit Euler the root of C'' = -2s C' - s² C leaves it from 0.828 on.)
 */
const mostDecay = {
  "explicit euler": 2,
  "semi-implicit euler": 2,
  rk4: 2.785,
} as const;
/** A value of s h that is safe for all methods. */
const calmDecay = { rk4: 1, "explicit euler": 1, "semi-implicit euler": 0.4 } as const;

/** Doubts about stabilisation that is so fast that fixed steps make gaps grow. */
function stabilisationDoubts(model: PlainModel): Diagnostic[] {
  const { settings, contexts, links } = model;
  const { step, scheme, integrator, askedIntegrator } = settings;
  const stated = askedIntegrator ?? contexts.map(readIntegrator).find((one) => one !== null) ?? integrator;
  const named = scheme === "time stepping" ? "semi-implicit euler" : stated;
  if (named === "dormand-prince" || named === "implicit midpoint") return [];
  const acting = new Set(links.map(({ context }) => context));
  return [...acting].flatMap((context) => {
    const setting = context.settings.get("stabilisation");
    const rate = stabilisationOf(context);
    if (!setting || typeof rate !== "number" || rate * step <= mostDecay[named]) return [];
    const round = (x: number) => Number(x.toPrecision(2));
    const message =
      `a 'stabilisation' of ${rate} lets gaps die away in ${round(1 / rate)}, and a step is ${step} long: with ` +
      `${named} they grow instead`;
    const notes = [`write stabilisation = ${round(calmDecay[named] / step)} or less, or projection`];
    return [{ severity: "warning", code: "setting", message, span: setting.valueSpan, notes } as const];
  });
}
