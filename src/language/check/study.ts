// Studies: checks that what they vary exists and the values fit, and that each result is one number of a run.

import { type Environment, linkNamed, objectNamed } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { measuresScope } from "../declare/measures-scope.ts";
import {
  isReduction,
  mostRuns,
  reductions,
  type StudyDeclaration,
  StudyScope,
  type Target,
  targetOf,
  type Variation,
} from "../declare/study.ts";
import { Inference, type InferFrame } from "../infer/infer.ts";
import type { Scope } from "../names/scope.ts";
import { boolean, describeShape, joinShapes, real, type Shape, sameShape, unknown } from "../shapes/shape.ts";
import { type CallExpr, type Expr, partsOf, type Word } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { integratorNames } from "../syntax/setting-names.ts";
import { askedNumbers } from "../syntax/simulation-settings.ts";
import { didYouMean, integratorMeant } from "../syntax/suggest.ts";
import { MeasureCheck } from "./measures.ts";

export function checkStudies(
  experiment: Experiment,
  environment: Environment,
  scope: Scope,
  diagnostics: Diagnostics,
): void {
  const measures = measuresScope(experiment.measures, scope, environment);
  for (const study of experiment.studies) {
    checkWhole(study, experiment, diagnostics);
    for (const variation of study.variations) checkVariation(variation, study, environment, diagnostics);
    checkRuns(study, diagnostics);
    const names = new StudyScope(study, measures, environment);
    const check = new ReductionCheck(study, names, experiment, environment, diagnostics);
    check.run();
    for (const { value } of study.kept) check.checkKept(value);
    for (const { value } of study.limits) check.checkLimit(value);
    checkNames(study, diagnostics);
  }
}

function checkWhole(study: StudyDeclaration, experiment: Experiment, diagnostics: Diagnostics): void {
  const { block, simulation, variations, kept } = study;
  const simulations = experiment.simulations.map(({ name }) => name.name);
  if (simulation && !simulations.includes(simulation.name))
    diagnostics.error(
      "unknown-name",
      simulation.span,
      `there is no simulation called '${simulation.name}'`,
      ...didYouMean(simulation.name, simulations),
    );
  const says = (verb: string) => block.settings.some(({ key }) => key.startsWith(`${verb} `));
  if (variations.length === 0 && !says("vary"))
    diagnostics.missingKey(block.kindSpan, "vary", "this study varies nothing", "add vary step = {0.1, 0.05, 0.02}");
  if (kept.length === 0 && !says("keep"))
    diagnostics.missingKey(
      block.kindSpan,
      "keep",
      "this study keeps nothing",
      "add keep my_result = maximum(my_measure)",
    );
}

function checkVariation(
  variation: Variation,
  study: StudyDeclaration,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  const target = targetOf(variation, environment);
  if (!target) {
    if (!environment.open) tellMissing(variation, environment, diagnostics);
    return;
  }
  if (target.kind === "integrator") checkIntegrators(variation, diagnostics);
  else checkValues(variation, target, study, environment, diagnostics);
}

function checkIntegrators({ values, valuesSpan }: Variation, diagnostics: Diagnostics): void {
  const all = `there are: ${integratorNames.join(", ")}`;
  if (values.kind === "words") {
    for (const { name, span } of values.words)
      if (!(integratorNames as readonly string[]).includes(name))
        diagnostics.error(
          "setting",
          span,
          `there is no integrator '${name}'`,
          ...integratorMeant(name, integratorNames),
          all,
        );
  } else if (values.kind !== "broken")
    diagnostics.error("setting", valuesSpan, "'vary integrator' takes names in braces", all);
}

function checkValues(
  variation: Variation,
  target: Target,
  study: StudyDeclaration,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  const { values } = variation;
  if (values.kind === "words") {
    const message = `'${variation.label}' takes values, not words`;
    diagnostics.error("setting", values.words[0].span, message);
    return;
  }
  const shape = shapeOfTarget(target, environment);
  const inference = new Inference({ attributeShape: () => unknown, specialShape: () => null }, diagnostics);
  const expect = (expr: Expr, wanted: Shape, what: string) => {
    const found = inference.run(expr, study.scope).shape;
    if (!fits(target, found, wanted))
      diagnostics.error(
        "shapes",
        expr.span,
        `${what} is ${describeShape(wanted)}, and this is ${describeShape(found)}`,
      );
  };
  if (values.kind === "list") for (const element of values.elements) expect(element, shape, `'${variation.label}'`);
  if (values.kind === "range") {
    const { call } = values;
    if (call.args.length !== 3) diagnostics.error("arguments", call.span, `write ${call.name}(from, to, how many)`);
    else if (!joinShapes(shape, real))
      diagnostics.error(
        "shapes",
        call.span,
        `'${variation.label}' is ${describeShape(shape)}, and a range is of reals`,
        "list the values in braces",
      );
    else for (const arg of call.args) expect(arg, real, `an end or the number of values of ${call.name}`);
  }
  inference.reportUnknownNames();
}

/** An orientation may have any of its forms; all other values keep their shapes. */
function fits(target: Target, found: Shape, wanted: Shape): boolean {
  if (target.kind === "object" && target.attribute === "orientation" && !sameShape(wanted, real))
    return found.kind !== "boolean" && found.kind !== "sequence" && found.kind !== "real";
  return joinShapes(found, wanted) !== null;
}

function shapeOfTarget(target: Target, environment: Environment): Shape {
  if (target.kind === "world") return environment.world.get(target.attribute) ?? unknown;
  if (target.kind === "object")
    return objectNamed(environment, target.owner)?.attributes.get(target.attribute) ?? unknown;
  if (target.kind === "link") return linkNamed(environment, target.owner)?.attributes.get(target.attribute) ?? unknown;
  return real;
}

function tellMissing({ name, owner }: Variation, environment: Environment, diagnostics: Diagnostics): void {
  if (!owner) {
    const own = [...environment.world.keys()].filter((key) => key !== "t" && key !== "dt");
    const known = [...askedNumbers, "integrator", ...own];
    const holders = [...environment.objects].filter(([, { attributes }]) => attributes.has(name.name));
    const whose = holders.slice(0, 1).map(([object]) => `of an object: vary ${name.name} of ${object} = …`);
    diagnostics.error(
      "unknown-name",
      name.span,
      `there is no '${name.name}' to vary`,
      ...didYouMean(name.name, known),
      ...whose,
      `there are: ${known.join(", ")}`,
    );
    return;
  }
  const found = objectNamed(environment, owner.name) ?? linkNamed(environment, owner.name);
  if (found) {
    diagnostics.error(
      "unknown-name",
      name.span,
      `'${owner.name}' has no attribute '${name.name}'`,
      ...didYouMean(name.name, found.attributes.keys()),
    );
    return;
  }
  const known = [...environment.objects.keys(), ...environment.links.keys()];
  diagnostics.error(
    "unknown-name",
    owner.span,
    `there is no object or link called '${owner.name}'`,
    ...didYouMean(owner.name, known),
  );
}

/** Checks the number of runs as far as the text shows it; the rest is known when the values are computed. */
function checkRuns({ variations }: StudyDeclaration, diagnostics: Diagnostics): void {
  let runs = 1;
  for (const { values, valuesSpan } of variations) {
    if (values.kind === "words") runs *= values.words.length;
    if (values.kind === "list") runs *= values.elements.length;
    const last = values.kind === "range" ? values.call.args[2] : null;
    if (last?.kind === "number") runs *= Math.max(1, last.value);
    if (runs <= mostRuns) continue;
    diagnostics.error("too-many", valuesSpan, tooManyRuns(runs), "list fewer values, or make two studies");
    return;
  }
}

export function tooManyRuns(runs: number): string {
  return `a study has at most ${mostRuns} runs, and these values make ${runs}`;
}

function checkNames({ plot, against, kept, limits, variations }: StudyDeclaration, diagnostics: Diagnostics): void {
  const results = kept.map(({ name }) => name.name);
  const varied = variations.map(({ name }) => name.name);
  const expect = ({ name, span }: Word, known: readonly string[], what: string) => {
    if (!known.includes(name))
      diagnostics.error("unknown-name", span, `'${name}' is ${what}`, ...didYouMean(name, known));
  };
  for (const { name } of kept)
    if (variations.some(({ label }) => label === name.name))
      diagnostics.error("duplicate", name.span, `'${name.name}' is varied: what is kept needs another name`);
  for (const word of plot) expect(word, results, "not kept in this study");
  for (const { name } of limits) expect(name, results, "not kept in this study");
  if (!against) return;
  expect(against, [...varied, ...results], "neither varied nor kept in this study");
  if (varied.filter((name) => name === against.name).length > 1)
    diagnostics.error(
      "duplicate",
      against.span,
      `several variations are called '${against.name}': it is not clear which one is the horizontal axis`,
      "vary one of them by an attribute of the world",
    );
}

/** Checks results: reductions of what changes during the run, and arithmetic on them. */
export class ReductionCheck extends MeasureCheck {
  private readonly names: StudyScope;
  private readonly told: Diagnostics;
  private readonly events: readonly string[];

  constructor(
    study: Pick<StudyDeclaration, "aliases" | "scope">,
    names: StudyScope,
    experiment: Experiment,
    environment: Environment,
    diagnostics: Diagnostics,
  ) {
    const laws = {
      functions: [],
      aliases: study.aliases,
      attributes: new Set<string>(),
      context: null,
      below: study.scope,
    };
    super(laws, experiment, environment, diagnostics);
    this.names = names;
    this.told = diagnostics;
    this.events = [...experiment.contexts, ...experiment.events].map(({ name }) => name.name);
  }

  checkKept(expr: Expr): void {
    if (!this.isReduced(expr)) return;
    const { shape } = this.inference.run(expr, this.names);
    this.inference.reportUnknownNames();
    if (!joinShapes(shape, real))
      this.told.error(
        "shapes",
        expr.span,
        `what is kept is a real, and this is ${describeShape(shape)}`,
        "of a vector keep norm(…), or one component: … # 1",
      );
  }

  /** Checks a goal: a condition on such numbers. */
  checkGoal(expr: Expr): void {
    if (!this.isReduced(expr)) return;
    const { shape } = this.inference.run(expr, this.names);
    this.inference.reportUnknownNames();
    if (!joinShapes(shape, boolean))
      this.told.error(
        "shapes",
        expr.span,
        `a goal is a condition, and this is ${describeShape(shape)}`,
        "such as maximum(height) > 2 [m]",
      );
  }

  checkLimit(expr: Expr): void {
    const { shape } = this.inference.run(expr, this.scope.laws.below);
    this.inference.reportUnknownNames();
    if (!joinShapes(shape, real))
      this.told.error("shapes", expr.span, `a limit is a real, and this is ${describeShape(shape)}`);
  }

  /** Whether everything that changes during the run is inside a reduction; reports what is not. */
  private isReduced(expr: Expr): boolean {
    if (isReduction(expr, this.names)) return true;
    if (expr.kind === "call" && (expr.name === "total" || expr.name === "totalLinks"))
      return this.tell(expr, expr.nameSpan);
    if (expr.kind === "name") {
      const binding = this.names.lookup(expr.name);
      const isMeasure = binding?.kind === "function" && binding.scope === this.names.measures;
      if (isMeasure || binding?.kind === "attribute") return this.tell(expr, expr.span);
    }
    let isReduced = true;
    for (const part of partsOf(expr)) isReduced = this.isReduced(part) && isReduced;
    return isReduced;
  }

  private tell(expr: Expr & { name: string }, span: Word["span"]): boolean {
    const what = expr.kind === "call" ? `${expr.name}(…)` : expr.name;
    this.told.error(
      "reduction",
      span,
      `'${what}' changes during the run: say which value is kept`,
      `final(${what}), maximum(${what}), mean(${what}), drift(${what}), …`,
    );
    return false;
  }

  override specialShape(call: CallExpr, frame: InferFrame, inference: Inference): Shape | null {
    const takes = reductions.get(call.name);
    if (takes === undefined) return super.specialShape(call, frame, inference);
    // Inside total(…) names are those of one object, and a reduction is about the whole run.
    if (frame.scope !== this.names) {
      inference.error("reduction", call.span, frame, `${call.name} cannot be inside total( ) or a function`);
      return unknown;
    }
    if (takes === "nothing" || takes === "event") return this.counted(call, takes, frame, inference);
    if (call.args.length !== 1) {
      inference.error(
        "arguments",
        call.span,
        frame,
        `write ${call.name}(${takes === "condition" ? "condition" : "value"})`,
      );
      return unknown;
    }
    const [arg] = call.args;
    const { shape } = inference.infer(arg, frame);
    const isLength = shape.kind === "vector" || joinShapes(shape, real) !== null;
    const fit =
      takes === "value" ||
      (takes === "length" ? isLength : joinShapes(shape, takes === "condition" ? boolean : real) !== null);
    const wanted = takes === "condition" ? "a condition" : takes === "length" ? "a real or a vector" : "a real";
    if (!fit)
      inference.error(
        "arguments",
        arg.span,
        frame,
        `${call.name} takes ${wanted}, and this is ${describeShape(shape)}`,
      );
    return takes === "value" ? shape : real;
  }

  private counted(call: CallExpr, takes: "nothing" | "event", frame: InferFrame, inference: Inference): Shape {
    const [arg] = call.args;
    if (call.args.length > (takes === "event" ? 1 : 0) || (arg && arg.kind !== "name"))
      inference.error(
        "arguments",
        call.span,
        frame,
        takes === "event" ? "write countEvents(), or countEvents(name of a law or event)" : `write ${call.name}()`,
      );
    else if (arg?.kind === "name" && !this.events.includes(arg.name))
      inference.error(
        "unknown-name",
        arg.span,
        frame,
        `no context and no event is called '${arg.name}'`,
        ...didYouMean(arg.name, this.events),
      );
    return real;
  }
}
