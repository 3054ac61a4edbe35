// A whole text checked before anything runs: its imports, blocks, names and shapes.

import { applies, checkRequirements } from "../declare/applicability.ts";
import { type Cast, type ContextScope, lawsOf } from "../declare/context-scope.ts";
import { loadDataFiles } from "../declare/data-file.ts";
import { declareFile } from "../declare/declare.ts";
import {
  bodiesOf,
  describeEnvironment,
  type Environment,
  type ObjectShapes,
  signatureOf,
} from "../declare/environment.ts";
import {
  type ContextDeclaration,
  type Experiment,
  emptyExperiment,
  type SimulationDeclaration,
} from "../declare/experiment.ts";
import { loadFiles, type ReadImport } from "../declare/load.ts";
import type { Applied, FoundDimensions } from "../dimension/check.ts";
import { reportBothEnds } from "../laws/both-ends.ts";
import { reportDrivingFriction } from "../laws/driving-friction.ts";
import {
  reportIdleInstants,
  reportNearNames,
  reportStrayJumps,
  reportUnmovedLinks,
  reportUnread,
  whyIdle,
  wordsOfObservers,
} from "../laws/effect.ts";
import { checkFunctions } from "../laws/functions.ts";
import { IdleLaws, type Idleness } from "../laws/governance.ts";
import { LawCheck } from "../laws/laws.ts";
import { reportLostFirstValues, reportLostWrites, reportRivals, reportUnmeantFirstValues } from "../laws/lost.ts";
import { reportMeantRates } from "../laws/meant-rates.ts";
import { reportMissingMass } from "../laws/missing-mass.ts";
import { reportOneSided } from "../laws/one-sided.ts";
import { reportRestarts } from "../laws/restarts.ts";
import { type GoverningContext, SimulationStatements } from "../laws/simulation-statements.ts";
import { Contributions } from "../laws/state.ts";
import { reportStepwiseRates } from "../laws/stepwise-rates.ts";
import { reportSumReads } from "../laws/sum-reads.ts";
import { reportTorques } from "../laws/torques.ts";
import type { Scope } from "../names/scope.ts";
import type { Word } from "../syntax/ast.ts";
import { type Diagnostic, Diagnostics } from "../syntax/diagnostic.ts";
import { tellForeignComments } from "../syntax/foreign-comment.ts";
import { ParseCache } from "../syntax/parse-cache.ts";
import type { Source, Span } from "../syntax/span.ts";
import { withoutEnd } from "../syntax/statement.ts";
import { didYouMean } from "../syntax/suggest.ts";
import { checkAngles } from "./angles.ts";
import { checkBench } from "./bench.ts";
import { blameFirstValues, withoutFollowingValues } from "./blame.ts";
import { blameUnits } from "./blame-units.ts";
import { blameWorld } from "./blame-world.ts";
import { ContextChoice, castsOf, Ties } from "./casts.ts";
import { checkConditions } from "./conditions.ts";
import { checkConstantConditions } from "./constant-conditions.ts";
import { checkConvertedUnits } from "./converted-units.ts";
import { checkCurves } from "./curves.ts";
import { blameDecimalCommas } from "./decimal-comma.ts";
import { checkDimensions } from "./dimensions.ts";
import { checkInertiaDegrees } from "./inertia-degree.ts";
import { checkLessons } from "./lesson.ts";
import { tellLibrary } from "./library.ts";
import { checkMeasures } from "./measures.ts";
import { checkSettings, wordsOf } from "./settings.ts";
import { checkStudies } from "./study.ts";
import { checkTakingPart } from "./takes-part.ts";

export interface Checked {
  /** What is wrong, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  readonly experiment: Experiment;
  readonly environment: Environment;
  /** Null for a text without units. */
  readonly dimensions: FoundDimensions | null;
  /** The functions of the text itself. */
  readonly scope: Scope;
  readonly source: Source;
}

/** Code that checks a text repeatedly while it is typed keeps the `cache`. */
export function checkSource(source: Source, read: ReadImport, cache = new ParseCache()): Checked {
  if (typeof source?.text !== "string") throw new Error("checkSource takes what createSource returns");
  if (typeof read !== "function") throw new Error("checkSource takes a function that reads the files of imports");
  const diagnostics = new Diagnostics();
  const files = loadFiles(source, read, diagnostics, cache);
  const experiment = emptyExperiment();
  for (const { file, scope } of files) declareFile(file, scope, experiment, diagnostics);
  loadDataFiles(experiment, read, diagnostics);
  const main = files[0];
  for (const query of main.file.queries)
    diagnostics.warning(
      "query",
      query.span,
      "$ asks the interpreter for a value; in an experiment it does nothing",
      "use a measure",
    );
  for (const item of main.file.exports)
    diagnostics.warning("query", item.span, "export is for the interpreter; in an experiment it does nothing");
  const environment = describeEnvironment(experiment, main.scope, source, diagnostics);
  for (const { file, scope } of files) checkFunctions(file.definitions, scope, environment, diagnostics);
  const applied = checkExperiment(experiment, environment, diagnostics);
  warnEndless(experiment, diagnostics);
  checkCurves(experiment, environment, diagnostics);
  checkSettings(experiment, environment, main.scope, diagnostics);
  checkTakingPart(experiment, environment, diagnostics);
  checkMeasures(experiment, environment, diagnostics);
  checkConditions(experiment, diagnostics);
  checkConstantConditions(experiment, environment.main, diagnostics);
  checkConvertedUnits(main.file.definitions, experiment, diagnostics);
  if (experiment.studies.length > 0) checkStudies(experiment, environment, main.scope, diagnostics);
  checkLessons(experiment, environment, main.scope, diagnostics);
  checkBench(experiment, environment, main.scope, diagnostics);
  checkAngles(main.file.definitions, experiment, environment, diagnostics);
  const checkable = { files, experiment, environment, applied };
  const dimensions = checkDimensions(checkable, diagnostics);
  // A text that does not name it needs no such check, and the lab need not load it.
  if (/inertia/i.test(environment.main.text)) checkInertiaDegrees(experiment, environment.main, diagnostics);
  const recheck = (changed: Environment) => {
    const again = new Diagnostics();
    checkExperiment(experiment, changed, again);
    checkMeasures(experiment, changed, again);
    return again.all;
  };
  const isRightWith = (world: Environment["world"]) =>
    !recheck({ ...environment, world }).some(({ severity }) => severity === "error");
  const found = diagnostics.sorted();
  const isMismatched = found.some(({ code }) => code === "dimensions");
  const sorted = tellForeignComments(source, isMismatched ? blameUnits(found, checkable) : found);
  const hasErrors = sorted.some(({ severity }) => severity === "error");
  const commas = hasErrors ? blameDecimalCommas(sorted, experiment, environment, recheck) : sorted;
  const blamed = hasErrors ? blameWorld(commas, experiment, environment, isRightWith) : commas;
  const sound = withoutFollowing(withoutFollowingValues(blamed, experiment), experiment);
  const told = tellLibrary(sound, source, read);
  return {
    diagnostics: told,
    experiment,
    environment,
    dimensions,
    scope: main.scope,
    source,
  };
}

/** Whether a file is missing, which may contain any law or function that is not found. */
function lacksImport(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === "import");
}

function textBetween({ text }: Source, one: number, other: number): string {
  return text.slice(Math.min(one, other), Math.max(one, other));
}

function isCall({ source, to }: Span): boolean {
  return source.text[to] === "(";
}

/**
 * Leaves out warnings of no effect if there is an error, which may be their cause: they are reported once the error is
 * mended.
 */
function withoutFollowing(diagnostics: readonly Diagnostic[], { blocks }: Experiment): readonly Diagnostic[] {
  if (!diagnostics.some(({ severity }) => severity === "error")) return diagnostics;
  const isBroken = diagnostics.some(({ code }) => code === "syntax");
  const isLacking = lacksImport(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  // A value of the wrong shape has the wrong dimension, too.
  const isMisfit = ({ source, from, to }: Span) =>
    errors.some(({ span }) => span.source === source && span.from <= from && span.to >= to);
  // What is made with a rate that is not there has no dimension.
  const isMadeOfNoRate = ({ source, from, to }: Span) =>
    errors.some(({ code, span }) => code === "no-rate" && span.source === source && span.from >= from && span.to <= to);
  const isOnBrokenLine = ({ source, from }: Span) =>
    errors.some(
      ({ code, span }) =>
        code === "syntax" && span.source === source && !/\n/.test(textBetween(source, span.from, from)),
    );
  // What a block lacks may be what could not be read of it.
  const isOfBrokenBlock = ({ source, from }: Span) => {
    const block = blocks.find(({ kindSpan }) => kindSpan.source === source && kindSpan.from === from);
    return errors.some(
      ({ code, span }) => block && code === "syntax" && span.from >= block.span.from && span.to <= block.span.to,
    );
  };
  return diagnostics.filter(({ severity, code, span }) =>
    severity === "error"
      ? !(isLacking && code === "unknown-name" && isCall(span)) &&
        !(code === "applicability" && isOnBrokenLine(span)) &&
        !(code === "missing-key" && isOfBrokenBlock(span))
      : !(
          code === "no-effect" ||
          code === "one-sided" ||
          (code === "dimensions" && (isBroken || isMisfit(span) || isMadeOfNoRate(span)))
        ),
  );
}

/** Warns of infinite dynamic bodies, which have no centre and no mass. */
function warnEndless({ objects }: Experiment, diagnostics: Diagnostics): void {
  for (const { name, physicalType, geometricalType, settings } of objects)
    if (physicalType === "dynamic" && (geometricalType === "half space" || geometricalType === "plane"))
      diagnostics.warning(
        "setting",
        settings.get("physical type")?.valueSpan ?? name.span,
        `'${name.name}' is dynamic, but a ${geometricalType} is infinite: laws move it as if it were a body`,
        "write physical type = static, or driven if it follows its own law, or make it a cuboid",
      );
}

/** Checks that compounds are made of existing objects, and not of themselves. */
function checkParts({ objects }: Experiment, environment: Environment, diagnostics: Diagnostics): void {
  for (const { name, parts } of objects)
    for (const { object } of parts) {
      checkKnown(object, environment.objects, "object", diagnostics);
      if (isPart(name.name, object.name, environment, new Set()))
        diagnostics.error("cycle", object.span, `'${name.name}' is a part of itself`);
    }
}

/** Checks that a link names a law by its kind, and objects or curves at its ends. */
function checkNamesOfLinks({ links, contexts }: Experiment, environment: Environment, diagnostics: Diagnostics): void {
  const kinds = contexts
    .filter((context) => context.type === "link" || context.type === "constraint")
    .map((context) => context.name.name);
  for (const { kind, between } of links) {
    if (kind && !kinds.includes(kind.name) && !lacksImport(diagnostics.all))
      diagnostics.error(
        "unknown-name",
        kind.span,
        `no link or constraint context is called '${kind.name}'`,
        ...didYouMean(kind.name, kinds),
      );
    for (const { object } of between)
      if (object.name !== "world" && !environment.curves.has(object.name))
        checkKnown(object, environment.objects, "object", diagnostics);
  }
}

/** The casts that contexts were checked for. */
function checkExperiment(experiment: Experiment, environment: Environment, diagnostics: Diagnostics): Applied[] {
  for (const context of experiment.contexts) {
    checkRequirements(context.requirements, diagnostics);
    for (const { object } of environment.open ? [] : context.requirements)
      if (object) checkKnown(object, environment.objects, "object", diagnostics);
    checkFirstTimeOnly(context, environment, diagnostics);
  }
  checkParts(experiment, environment, diagnostics);
  checkNamesOfLinks(experiment, environment, diagnostics);
  const applied: Applied[] = [];
  const governance = new IdleLaws(environment);
  for (const simulation of experiment.simulations)
    checkSimulation(simulation, { experiment, environment, applied, governance }, diagnostics);
  governance.report(diagnostics);
  for (const event of experiment.events) reportStrayJumps(event, environment, diagnostics);
  // A context that no simulation uses is checked on all objects it may meet, or on unknown ones.
  const checked = new Set(applied.map(({ context }) => context));
  const rest = experiment.contexts.filter((context) => !checked.has(context));
  for (const context of rest) {
    const casts =
      environment.open || experiment.simulations.length > 0
        ? []
        : castsOf(new ContextChoice([context]), context, bodiesOf(environment), environment);
    applied.push({ context, scope: checkContext(context, casts, environment, diagnostics)[0] });
  }
  return applied;
}

/** Whether an object is another, or a part of it, or of its parts. */
function isPart(name: string, whole: string, environment: Environment, seen: Set<string>): boolean {
  if (name === whole) return true;
  if (seen.has(whole)) return false;
  seen.add(whole);
  const parts = environment.objects.get(whole)?.declaration.parts ?? [];
  return parts.some(({ object }) => isPart(name, object.name, environment, seen));
}

/** The text around a simulation, and the laws seen in it so far. */
interface Progress {
  readonly experiment: Experiment;
  readonly environment: Environment;
  readonly applied: Applied[];
  readonly governance: IdleLaws;
}

function checkSimulation(simulation: SimulationDeclaration, progress: Progress, diagnostics: Diagnostics): void {
  const { experiment, environment, applied, governance } = progress;
  const contextNames = new Map(experiment.contexts.map((context) => [context.name.name, context]));
  for (const word of simulation.objects ?? []) checkKnown(word, environment.objects, "object", diagnostics);
  for (const word of lacksImport(diagnostics.all) ? [] : (simulation.contexts ?? []))
    checkKnown(word, contextNames, "context", diagnostics);
  const objects = simulation.objects
    ? simulation.objects.flatMap((word) => environment.objects.get(word.name) ?? [])
    : bodiesOf(environment);
  const contexts = simulation.contexts
    ? simulation.contexts.flatMap((word) => contextNames.get(word.name) ?? [])
    : experiment.contexts;
  const choice = new ContextChoice(contexts);
  const ties = new Ties(simulation, experiment, environment.main, diagnostics);
  const contributions = new Contributions();
  const governing: GoverningContext[] = [];
  const observed = wordsOfObservers(experiment);
  for (const context of contexts) {
    const casts = castsOf(choice, context, objects, environment, ties.note);
    const isToldOf = context.requirements.some(({ object }) => object && !environment.objects.has(object.name));
    const idle = idlenessOf(context, casts, objects, { simulation, choice, environment });
    if (!isToldOf) governance.note(context, simulation, idle);
    if (casts.length === 0) continue;
    const scopes = checkContext(context, casts, environment, diagnostics);
    applied.push({ context, scope: scopes[0] });
    governing.push({ context, scopes });
    contributions.note({ context, scopes }, (object) => `${choice.kindOf(object)} ${signatureOf(object)}`);
    reportNearNames({ context, scopes }, environment, observed, diagnostics);
    if (idle === null) reportIdleInstants({ context, scopes }, environment, diagnostics);
  }
  ties.report();
  contributions.report(diagnostics);
  const statements = new SimulationStatements(governing, experiment, environment);
  reportRivals(statements, (object) => choice.select("free fall", [object]), diagnostics);
  const chosen = simulation.settings.get("contexts_involved")?.valueSpan ?? simulation.name.span;
  reportLostWrites(statements, { scheme: schemeOf(simulation), span: chosen }, diagnostics);
  reportLostFirstValues(statements, diagnostics);
  reportUnmeantFirstValues(statements, diagnostics);
  reportUnread(statements, observed, diagnostics);
  reportSumReads(statements, diagnostics);
  reportMeantRates(governing, statements, experiment, diagnostics);
  reportOneSided(governing, diagnostics);
  reportBothEnds(governing, diagnostics);
  reportDrivingFriction(governing, experiment, diagnostics);
  reportMissingMass(governing, experiment, diagnostics);
  if (/anchor|collisionPoint/.test(environment.main.text)) reportTorques(governing, diagnostics);
  reportRestarts(governing, simulation, diagnostics);
  reportStepwiseRates(statements, diagnostics);
  const isGoverned = (object: ObjectShapes) =>
    choice.select("free fall", [object]).size > 0 || contexts.some(({ type }) => type === "contact");
  reportUnmovedLinks({ objects, contexts, isGoverned }, environment, diagnostics);
}

function schemeOf({ settings }: SimulationDeclaration): string {
  const setting = settings.get("scheme");
  return (setting && wordsOf(setting)) ?? "event driven";
}

/** Why a context has no effect in a simulation; null if it may have one. */
function idlenessOf(
  context: ContextDeclaration,
  casts: readonly Cast[],
  objects: readonly ObjectShapes[],
  around: { simulation: SimulationDeclaration; choice: ContextChoice; environment: Environment },
): Idleness | null {
  const scheme = schemeOf(around.simulation);
  if (context.type === "contact" && context.appliedToPairs && scheme !== "time stepping") return { kind: "of pairs" };
  const isGroup = context.type === "contact" && !context.appliedToPairs;
  if (isGroup && scheme === "time stepping") return { kind: "of groups" };
  // Only the run shows which objects form a group.
  const declarations = objects.map(({ declaration }) => declaration);
  if (casts.length > 0 || (isGroup && applies(context, declarations))) return null;
  const absent = around.simulation.objects ? absentOf(context, objects, around) : [];
  return absent.length > 0
    ? { kind: "not involved", objects: absent }
    : { kind: "nobody", why: whyIdle(context, objects) };
}

/** Objects that a simulation leaves out although a pair law would govern them together with one that takes part. */
function absentOf(
  context: ContextDeclaration,
  objects: readonly ObjectShapes[],
  { choice, environment }: { choice: ContextChoice; environment: Environment },
): readonly string[] {
  if (context.type !== "collision" && !context.appliedToPairs) return [];
  const there = new Set(objects);
  const all = bodiesOf(environment);
  const left = all.filter((object) => !there.has(object));
  for (const object of choice.representatives(left))
    if (objects.some((one) => choice.select(context.type, [one, object]).has(context)))
      return [object.declaration.name.name];
  return [];
}

function checkKnown(word: Word, known: ReadonlyMap<string, unknown>, what: string, diagnostics: Diagnostics): void {
  if (known.has(word.name)) return;
  diagnostics.error(
    "unknown-name",
    word.span,
    `there is no ${what} called '${word.name}'`,
    ...didYouMean(word.name, known.keys()),
  );
}

/** The scopes of a context, for each cast it was checked with. */
function checkContext(
  context: ContextDeclaration,
  casts: readonly Cast[],
  environment: Environment,
  diagnostics: Diagnostics,
): ContextScope[] {
  const laws = lawsOf(context);
  // The law has no objects yet: any name may be an attribute of objects to come. In a law of another file, a name never
  // means an attribute of this text's world that happens to have it.
  const nobody: Cast = { objects: [], link: null };
  const isImported = context.name.span.source !== environment.main;
  const world = isImported ? new Map() : environment.world;
  const around = casts.length > 0 ? environment : { ...environment, world, open: true };
  return (casts.length > 0 ? casts : [nobody]).map((cast) => {
    const found = new Diagnostics();
    const check = new LawCheck(laws, cast, around, found);
    check.run();
    for (const diagnostic of blameFirstValues(found.all, laws, cast, around)) diagnostics.add(diagnostic);
    return check.scope;
  });
}

function checkFirstTimeOnly(context: ContextDeclaration, environment: Environment, diagnostics: Diagnostics): void {
  const own = new Set(context.attributes.map((item) => item.name));
  const isKnown = (name: string) =>
    own.has(name) ||
    environment.open ||
    [...environment.objects.values()].some((object) => object.attributes.has(name));
  const stated = new Set(context.functions.map(({ name }) => withoutEnd(name)));
  for (const alias of context.aliases) stated.add(alias.attribute.name);
  for (const word of context.firstTimeOnly) {
    // A law without any functions is still to be written.
    const isStated =
      context.functions.length === 0 ||
      stated.has(word.name) ||
      context.functions.some(({ name }) => name === word.name);
    if (isKnown(word.name) && !isStated)
      diagnostics.warning(
        "no-effect",
        word.span,
        `no function here computes '${word.name}': listing it does nothing`,
        `add ${word.name} = … to the functions`,
      );
    if (!isKnown(word.name)) {
      const message = `'${word.name}' is not an attribute of this context`;
      diagnostics.error(
        "unknown-name",
        word.span,
        message,
        "list it in attributes = { }",
        ...didYouMean(word.name, own),
      );
    }
  }
}
