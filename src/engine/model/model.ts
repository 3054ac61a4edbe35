// What does not change during a run: the bodies, where their attributes live, the laws, the settings.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { shapeOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import type { Shape as Geometry } from "../../geometry/shapes/shape.ts";
import type { Checked } from "../../language/check/check.ts";
import {
  attributeName,
  bodiesOf,
  type Environment,
  InitialScope,
  type ObjectShapes,
} from "../../language/declare/environment.ts";
import type {
  ContextDeclaration,
  EventDeclaration,
  MeasuresDeclaration,
  ObjectDeclaration,
  PhysicalType,
  SimulationDeclaration,
} from "../../language/declare/experiment.ts";
import { isShapeData } from "../../language/declare/object-attributes.ts";
import type { Scope } from "../../language/names/scope.ts";
import { type Shape, shapeKey } from "../../language/shapes/shape.ts";
import { describeGiven } from "../../language/syntax/describe-given.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { askedFields } from "../../language/syntax/simulation-settings.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { BodyShapes } from "./body-shape.ts";
import { type Curves, createCurves } from "./curves.ts";
import { doubtsOf } from "./doubts.ts";
import { type GivenValues, readGiven } from "./given-values.ts";
import { evaluateOwner } from "./initial-values.ts";
import { createLinks, type Link } from "./link.ts";
import { MemoryBuilder } from "./memory-builder.ts";
import { Preparation } from "./preparation.ts";
import { RunError } from "./run-error.ts";
import { type Overrides, readSettings, type Settings } from "./settings.ts";
import { findResizers, type Resizer, type Sizing, sizingOf } from "./sizing.ts";
import type { Slot } from "./slot.ts";
import { createSolverSlots, type SolverSlots } from "./solver.ts";

/** Bodies of one kind, next to each other, whose attributes have the same shapes. */
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
  /** As it is at first; `sizing` tells what laws make of it. */
  readonly geometry: Geometry;
  /** Where laws change its size; null where its shape stays. */
  readonly sizing: Sizing | null;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly position: Slot;
  readonly orientation: Slot;
  /** For the scopes of laws. */
  readonly shapes: ObjectShapes;
}

export interface Model {
  /** What it was asked for besides the text. */
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
  /** Where the run keeps what the solution of constraints is worth; null without constraints. */
  readonly solver: SolverSlots | null;
  readonly world: ReadonlyMap<string, Slot>;
  readonly curves: Curves;
  /** World attributes that change only by what a person does while it runs. */
  readonly inputs: ReadonlySet<string>;
  readonly contexts: readonly ContextDeclaration[];
  readonly events: readonly EventDeclaration[];
  readonly measures: readonly MeasuresDeclaration[];
  readonly environment: Environment;
  readonly dimensions: Checked["dimensions"];
  readonly scope: Scope;
  /** The memory a run starts with. */
  readonly initial: Float64Array;
  /** What a person should know of it before it runs. */
  readonly notes: readonly string[];
  /** What is doubtful in its first values and settings, with its place in the text. */
  readonly warnings: readonly Diagnostic[];
}

export interface ModelOptions {
  /** Which simulation, where the text has several; the first otherwise. */
  readonly simulation?: string;
  readonly overrides?: Overrides;
  /** `g`, `ball.v` (of an object with copies: of all of them), `ball3.v`, `spring.length`, with their first values. */
  readonly values?: GivenValues;
}

export const optionNames: readonly (keyof ModelOptions)[] = ["simulation", "overrides", "values"];
/** Options of the run itself: a program may hand on one record to both. */
export const runOptionNames = ["at", "resume", "evaluation", "inputs", "onPhase"] as const;

/** The most bodies a run may have. */
export const mostBodies = 20_000;

export function createModel(checked: Checked, options: ModelOptions = {}): Model {
  const { experiment, environment, dimensions, scope } = checked;
  const simulation = chooseSimulation(experiment.simulations, options.simulation, checked);
  refuseOptions(options, simulation);
  const settings = readSettings(simulation, scope, options.overrides ?? {});
  const values = readGiven(options.values, environment);
  if ("code" in values) throw new RunError(values.code, simulation.name.span, values.message, ...values.notes);
  const used = new Set<string>();
  const replacements = (prefix: string) => {
    const own = new Map<string, Value>();
    for (const [key, value] of values) {
      if (!key.startsWith(prefix) || (prefix === "" && key.includes("."))) continue;
      own.set(attributeName(key.slice(prefix.length)), value);
      used.add(key);
    }
    return own;
  };
  const memory = new MemoryBuilder();
  const preparation = new Preparation();
  const worldItems = [...experiment.world, ...experiment.inputs].map(({ name, nameSpan, body, unit, span }) => ({
    name,
    nameSpan,
    value: body,
    unit,
    span,
  }));
  const worldValues = evaluateOwner({
    name: "world",
    items: worldItems,
    index: 0,
    seed: settings.seed,
    world: new Map(),
    below: scope,
    replaced: replacements(""),
    ownShape: null,
    preparation,
  }).values;
  worldValues.set("t", settings.initialTime);
  worldValues.set("dt", settings.step);
  const curves = createCurves(experiment.curves, worldValues);
  const span = simulation.name.span;
  const [world] = memory.place(
    [worldValues],
    (name) => experiment.world.find((item) => item.name === name)?.span ?? span,
  );

  const contextNames =
    simulation.contexts?.map((word) => word.name) ?? experiment.contexts.map((context) => context.name.name);
  const contexts = experiment.contexts.filter((context) => contextNames.includes(context.name.name));
  const resizers = findResizers(contexts, experiment.events);
  const bodies: Body[] = [];
  const names =
    simulation.objects?.map((word) => word.name) ??
    bodiesOf(environment).map(({ declaration }) => declaration.name.name);
  /** What is given of all copies, and what is given of this one, which goes before. */
  const replacementsOf = ({ name: { name }, copies }: Pick<ObjectDeclaration, "name" | "copies">, own: string) =>
    copies ? new Map([...replacements(`${name}.`), ...replacements(`${own}.`)]) : replacements(`${own}.`);
  const evaluate = (name: string, declaration: ObjectDeclaration, copy: number) =>
    evaluateOwner({
      name,
      items: declaration.attributes,
      index: copy,
      seed: settings.seed,
      world: worldValues,
      below: scope,
      replaced: replacementsOf(declaration, name),
      ownShape: (sayings) => shapes.create(declaration, sayings),
      preparation,
      curves,
    });
  const shapes = new BodyShapes(
    experiment.files,
    ({ object }) => {
      const part = environment.objects.get(object.name);
      if (!part) throw new RunError("unknown-name", object.span, `there is no object called '${object.name}'`);
      const { shape, sayings } = evaluate(object.name, part.declaration, 1);
      return { shape: shape()!, sayings };
    },
    preparation,
  );
  for (const name of [...new Set(names)].sort()) {
    const object = environment.objects.get(name);
    if (!object) continue;
    const { declaration } = object;
    const count = copies(declaration, worldValues, scope);
    if (bodies.length + count > mostBodies)
      throw new RunError("too-many", declaration.name.span, `a run holds at most ${mostBodies} objects`);
    const drafts: Draft[] = [];
    for (let copy = 1; copy <= count; copy++) {
      const bodyName = declaration.copies ? `${name}${copy}` : name;
      const replaced = replacementsOf(declaration, bodyName);
      const { values: raw, shape } = evaluate(bodyName, declaration, copy);
      // What every object has may be asked for where the text does not state it.
      for (const name of ["position", "orientation"]) if (replaced.has(name)) raw.set(name, replaced.get(name)!);
      drafts.push(draftBody(bodyName, declaration, raw, shape()!));
    }
    for (const alike of groupsOf(drafts))
      bodies.push(...createBodies(bodies.length, declaration, alike, memory, resizers));
  }
  const byName = new Map(bodies.map((body) => [body.name, body]));
  const links = createLinks({
    links: experiment.links,
    contexts,
    byName,
    environment,
    scope,
    seed: settings.seed,
    preparation,
    world: worldValues,
    curves,
    copies: (declaration) => copies(declaration, worldValues, scope),
    replacements: replacementsOf,
    place: (owners, spanOf) => memory.place(owners, spanOf),
  });
  for (const key of values.keys())
    if (!used.has(key))
      throw new RunError("unknown-name", span, `there is no '${key}' in the simulation '${simulation.name.name}'`);
  const model = {
    options,
    simulation,
    settings,
    bodies,
    byName,
    resized: bodies.filter(({ sizing }) => sizing !== null),
    links,
    solver: links.some(({ unknowns }) => unknowns.length > 0)
      ? createSolverSlots((owners) => memory.place(owners, () => span))
      : null,
    linkNamed: new Map(links.map((link) => [link.name, link])),
    world,
    curves,
    inputs: new Set(experiment.inputs.map(({ name }) => name)),
    contexts: contexts.sort((a, b) => (a.name.name < b.name.name ? -1 : 1)),
    events: experiment.events.toSorted((a, b) => (a.name.name < b.name.name ? -1 : 1)),
    measures: experiment.measures,
    environment,
    dimensions,
    scope,
    initial: memory.finish(),
    notes: [...shapes.notes],
  };
  return { ...model, warnings: doubtsOf(model, experiment) };
}

/** A name that is no option, such as that of an attribute, would be lost. */
function refuseOptions(options: ModelOptions, { name: { name, span } }: SimulationDeclaration): void {
  for (const [key, value] of Object.entries(options)) {
    if (([...optionNames, ...runOptionNames] as readonly string[]).includes(key)) continue;
    const notes = [
      ...didYouMean(key, optionNames),
      `there are: ${optionNames.join(", ")}`,
      (askedFields as readonly string[]).includes(key)
        ? `settings stand in overrides: { ${key}: ${describeGiven(value)} }`
        : `first values stand in values: { ${key}: … }`,
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

function copies(
  declaration: Pick<ObjectDeclaration, "copies">,
  world: ReadonlyMap<string, Value>,
  scope: Scope,
): number {
  if (!declaration.copies) return 1;
  const host = { read: ({ name }: { name: string }) => world.get(name) ?? null, special: () => null };
  const shapes = new Map<string, Shape>([...world].map(([name, value]) => [name, shapeOf(value)]));
  const count = new Interpreter(host).run(declaration.copies, new InitialScope([], shapes, scope));
  if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
  throw new RunError("setting", declaration.copies.span, "'copies' is a whole number");
}

/** A body to be: its name and the values it starts with. */
interface Draft {
  readonly name: string;
  readonly values: ReadonlyMap<string, Value>;
  readonly geometry: Geometry;
  /** Equal where the attributes have the same names and shapes. */
  readonly form: string;
}

function draftBody(
  name: string,
  { geometricalType }: ObjectDeclaration,
  raw: ReadonlyMap<string, Value>,
  geometry: Geometry,
): Draft {
  const values = new Map<string, Value>();
  for (const [attribute, value] of raw)
    if (!isShapeData(geometricalType, attribute)) values.set(attributeName(attribute), value);
  if (!values.has("position")) values.set("position", vectorOf([0, 0, 0]));
  if (!values.has("orientation")) values.set("orientation", vectorOf([0, 0, 0]));
  const form = [...values].map(([attribute, value]) => `${attribute}:${shapeKey(shapeOf(value))}`);
  return { name, values, geometry, form: form.sort().join(" ") };
}

/** Neighbours of one form together. */
function groupsOf(drafts: readonly Draft[]): Draft[][] {
  const groups: Draft[][] = [];
  for (const draft of drafts) {
    const last = groups.at(-1);
    if (last?.[0].form === draft.form) last.push(draft);
    else groups.push([draft]);
  }
  return groups;
}

function createBodies(
  first: number,
  declaration: ObjectDeclaration,
  drafts: readonly Draft[],
  memory: MemoryBuilder,
  resizers: readonly Resizer[],
): Body[] {
  const spanOf = (attribute: string) =>
    declaration.attributes.find((item) => attributeName(item.name) === attribute)?.span ?? declaration.name.span;
  const group: Group = { first, count: drafts.length };
  const places = memory.place(
    drafts.map(({ values }) => values),
    spanOf,
  );
  const attributes = new Map<string, Shape>([...places[0]].map(([attribute, slot]) => [attribute, slot.shape]));
  return drafts.map(({ name, geometry, values }, i) => {
    const slots = places[i];
    return {
      index: first + i,
      group,
      name,
      physicalType: declaration.physicalType,
      declaration,
      geometry,
      sizing: sizingOf({ name, declaration, geometry, slot: slots.get("size"), values, resizers }),
      slots,
      position: slots.get("position")!,
      orientation: slots.get("orientation")!,
      shapes: { declaration, attributes },
    };
  });
}
