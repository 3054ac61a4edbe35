// What does not change during a run: the bodies, where their attributes live, the laws, the settings.
import type { Value } from "../../compiler/values/value.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
import type { Checked } from "../../language/check/check.ts";
import { bodiesOf, type Environment, type ObjectShapes } from "../../language/declare/environment.ts";
import type {
  ContextDeclaration,
  EventDeclaration,
  MeasuresDeclaration,
  ObjectDeclaration,
  PhysicalType,
  SimulationDeclaration,
} from "../../language/declare/experiment.ts";
import type { Scope } from "../../language/names/scope.ts";
import { describeGiven } from "../../language/syntax/describe-given.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { askedFields } from "../../language/syntax/simulation-settings.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { createBodies, numberOfCopies } from "./bodies.ts";
import { type Curves, createCurves } from "./curves.ts";
import { type GivenValues, Replacements, readGiven } from "./given-values.ts";
import { evaluateOwner } from "./initial-values.ts";
import { createLinks, type Link } from "./link.ts";
import { MemoryBuilder } from "./memory-builder.ts";
import { Preparation } from "./preparation.ts";
import { RunError } from "./run-error.ts";
import { type Overrides, readSettings, type Settings } from "./settings.ts";
import { findResizers, type Sizing } from "./sizing.ts";
import type { Slot } from "./slot.ts";
import { createSolverSlots, type SolverSlots } from "./solver.ts";

/** Adjacent bodies of one kind, whose attributes have the same shapes. */
export interface Group {
  readonly first: number;
  readonly count: number;
}

export interface Body {
  readonly index: number;
  readonly group: Group;
  readonly name: string;
  readonly physicalType: PhysicalType;
  readonly declaration: ObjectDeclaration;
  /** The shape at the start; `sizing` says how laws change it. */
  readonly geometry: BodyShape;
  /** How laws change its size; null if they do not. */
  readonly sizing: Sizing | null;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly position: Slot;
  readonly orientation: Slot;
  /** For the scopes of laws. */
  readonly shapes: ObjectShapes;
}

export interface Model {
  /** The options it was made with besides the text. */
  readonly options: ModelOptions;
  readonly simulation: SimulationDeclaration;
  readonly settings: Settings;
  /** In canonical order: by name, then by copy. */
  readonly bodies: readonly Body[];
  readonly byName: ReadonlyMap<string, Body>;
  /** The bodies whose size laws change. */
  readonly resized: readonly Body[];
  readonly links: readonly Link[];
  readonly linkNamed: ReadonlyMap<string, Link>;
  /** Where the run stores the quality of constraint solutions; null without constraints. */
  readonly solver: SolverSlots | null;
  readonly world: ReadonlyMap<string, Slot>;
  readonly curves: Curves;
  /** World attributes that only a person changes during the run. */
  readonly inputs: ReadonlySet<string>;
  readonly contexts: readonly ContextDeclaration[];
  readonly events: readonly EventDeclaration[];
  readonly measures: readonly MeasuresDeclaration[];
  readonly environment: Environment;
  readonly dimensions: Checked["dimensions"];
  readonly scope: Scope;
  /** The memory a run starts with. */
  readonly initial: Float64Array;
  /** Notes about the model, for the person, before it runs. */
  readonly notes: readonly string[];
  /** Warnings about its first values and settings, with their places in the text. */
  readonly warnings: readonly Diagnostic[];
}

export interface ModelOptions {
  /** The name of the simulation if the text has several; the first by default. */
  readonly simulation?: string;
  readonly overrides?: Overrides;
  /** First values: `g`, `ball.v` (for all copies of an object), `ball3.v`, `spring.length`. */
  readonly values?: GivenValues;
}

export const optionNames: readonly (keyof ModelOptions)[] = ["simulation", "overrides", "values"];
/** Options of the run itself: a program may use one record for both. */
export const runOptionNames = ["at", "resume", "evaluation", "inputs", "onPhase"] as const;

/** A model without the warnings about it, which create-model.ts adds. */
export type PlainModel = Omit<Model, "warnings">;

export function createPlainModel(checked: Checked, options: ModelOptions): PlainModel {
  const { experiment, environment, dimensions, scope } = checked;
  const simulation = chooseSimulation(experiment.simulations, options.simulation, checked);
  refuseOptions(options, simulation);
  const settings = readSettings(simulation, scope, options.overrides ?? {});
  const names = simulation.contexts?.map((word) => word.name);
  const contexts = names
    ? experiment.contexts.filter((context) => names.includes(context.name.name))
    : experiment.contexts;
  return {
    options,
    simulation,
    settings,
    ...createParts(checked, { simulation, settings, contexts, values: options.values }),
    inputs: new Set(experiment.inputs.map(({ name }) => name)),
    contexts: contexts.toSorted((a, b) => (a.name.name < b.name.name ? -1 : 1)),
    events: experiment.events.toSorted((a, b) => (a.name.name < b.name.name ? -1 : 1)),
    measures: experiment.measures,
    environment,
    dimensions,
    scope,
  };
}

/** The parts of a text that a simulation takes. */
interface Chosen {
  readonly simulation: SimulationDeclaration;
  readonly settings: Settings;
  /** In the order of the text. */
  readonly contexts: readonly ContextDeclaration[];
  readonly values: GivenValues | undefined;
}

/** Everything that has values: the world, bodies and links, with their places in memory. */
function createParts(checked: Checked, { simulation, settings, contexts, values }: Chosen) {
  const { experiment, environment, scope } = checked;
  const { seed } = settings;
  const { span } = simulation.name;
  const given = readGiven(values, environment);
  if ("code" in given) throw new RunError(given.code, span, given.message, ...given.notes);
  const replacements = new Replacements(given);
  const memory = new MemoryBuilder();
  const preparation = new Preparation();
  const worldValues = evaluateWorld(checked, settings, replacements, preparation);
  const curves = createCurves(experiment.curves, worldValues);
  const [world] = memory.place(
    [worldValues],
    (name) => experiment.world.find((item) => item.name === name)?.span ?? span,
  );
  const resizers = findResizers(contexts, experiment.events);
  const names =
    simulation.objects?.map((word) => word.name) ??
    bodiesOf(environment).map(({ declaration }) => declaration.name.name);
  const shared = { seed, preparation, world: worldValues, curves };
  const { bodies, notes } = createBodies({ checked, replacements, memory, resizers, ...shared }, names);
  const byName = new Map(bodies.map((body) => [body.name, body]));
  const links = createLinks({
    links: experiment.links,
    contexts,
    byName,
    environment,
    scope,
    ...shared,
    copies: (declaration) => numberOfCopies(declaration, worldValues, scope),
    replacements: (declaration, name) => replacements.ofCopy(declaration, name),
    place: (owners, spanOf) => memory.place(owners, spanOf),
  });
  const [unused] = replacements.unused();
  if (unused !== undefined)
    throw new RunError("unknown-name", span, `there is no '${unused}' in the simulation '${simulation.name.name}'`);
  const solver = links.some(({ unknowns }) => unknowns.length > 0)
    ? createSolverSlots((owners) => memory.place(owners, () => span))
    : null;
  const resized = bodies.filter(({ sizing }) => sizing !== null);
  const linkNamed = new Map(links.map((link) => [link.name, link]));
  return { bodies, byName, resized, links, solver, linkNamed, world, curves, initial: memory.finish(), notes };
}

/** The first values of the world, with the time and the step. */
function evaluateWorld(
  { experiment, scope }: Checked,
  { seed, initialTime, step }: Settings,
  replacements: Replacements,
  preparation: Preparation,
): Map<string, Value> {
  const items = [...experiment.world, ...experiment.inputs].map(({ name, nameSpan, body, unit, span }) => ({
    name,
    nameSpan,
    value: body,
    unit,
    span,
  }));
  const { values } = evaluateOwner({
    name: "world",
    items,
    index: 0,
    seed,
    world: new Map(),
    below: scope,
    replaced: replacements.ofWorld(),
    ownShape: null,
    preparation,
  });
  values.set("t", initialTime);
  values.set("dt", step);
  return values;
}

/** Refuses unknown options: a misspelt one, or the name of an attribute, would be ignored. */
function refuseOptions(options: ModelOptions, { name: { name, span } }: SimulationDeclaration): void {
  for (const [key, value] of Object.entries(options)) {
    if (([...optionNames, ...runOptionNames] as readonly string[]).includes(key)) continue;
    const notes = [
      ...didYouMean(key, optionNames),
      `there are: ${optionNames.join(", ")}`,
      (askedFields as readonly string[]).includes(key)
        ? `settings belong in overrides: { ${key}: ${describeGiven(value)} }`
        : `first values belong in values: { ${key}: … }`,
    ];
    throw new RunError("unknown-name", span, `there is no option '${key}' for the simulation '${name}'`, ...notes);
  }
}

function chooseSimulation(
  all: readonly SimulationDeclaration[],
  wanted: string | undefined,
  checked: Checked,
): SimulationDeclaration {
  const found = wanted === undefined ? all[0] : all.find((simulation) => simulation.name.name === wanted);
  if (found) return found;
  const source = checked.source;
  const span = { source, from: 0, to: 0 };
  if (wanted === undefined)
    throw new RunError(
      "missing-block",
      span,
      "there is no simulation to run",
      "add simulation { name = … initial time = 0 duration = 10 }",
    );
  const names = all.map((simulation) => simulation.name.name);
  const notes = [
    ...didYouMean(String(wanted), names),
    names.length === 0 ? "the text has none" : `there are: ${names.join(", ")}`,
  ];
  throw new RunError("unknown-name", span, `there is no simulation called '${wanted}'`, ...notes);
}
