// Measures and events: they name objects by aliases, and measures add up over all objects.
import { checkClosedForms } from "../declare/closed-form.ts";
import type { ScopeLaws } from "../declare/context-scope.ts";
import { bodiesOf, type Environment, type ObjectShapes, signatureOf } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { lawNamesOf, linkScopes, ObjectScope } from "../declare/measures-scope.ts";
import type { Inference, InferFrame } from "../infer/infer.ts";
import { LawCheck } from "../laws/laws.ts";
import { keepBefore } from "../laws/statements.ts";
import type { Scope } from "../names/scope.ts";
import { joinShapes, never, type Shape, unknown } from "../shapes/shape.ts";
import { type CallExpr, type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanLine, spanText } from "../syntax/span.ts";
import { didYouMean } from "../syntax/suggest.ts";

export function checkMeasures(experiment: Experiment, environment: Environment, diagnostics: Diagnostics): void {
  const nobody = { objects: [], link: null };
  checkClosedForms(
    experiment.measures.flatMap(({ definitions }) => definitions),
    diagnostics,
  );
  for (const { definitions, aliases, scope } of experiment.measures) {
    const laws: ScopeLaws = { functions: definitions, aliases, attributes: new Set(), context: null, below: scope };
    new MeasureCheck(laws, experiment, environment, diagnostics).run();
    for (const { name, nameSpan } of definitions)
      if (environment.world.has(name))
        diagnostics.error(
          "duplicate",
          nameSpan,
          `'${name}' is a world attribute: it would hide a measure of the same name`,
          "choose another name for the measure",
        );
  }
  for (const event of experiment.events) {
    const { functions, aliases, scope, when } = event;
    const laws: ScopeLaws = { functions, aliases, attributes: new Set(), context: null, below: scope };
    const check = new LawCheck(laws, nobody, environment, diagnostics);
    check.run();
    if (when) check.checkCondition(when);
  }
}

/** A longer sum is not written out. */
const longestTotal = 60;

function hasTotal(expr: Expr): boolean {
  return (expr.kind === "call" && expr.name === "total") || partsOf(expr).some(hasTotal);
}

/** Checks laws about all objects at once: `total` sums over them. */
export class MeasureCheck extends LawCheck {
  private readonly around: Environment;
  private readonly experiment: Experiment;
  /** One object of each kind that is summed over. */
  private readonly summed: readonly ObjectShapes[];
  private readonly lawNames: ReadonlySet<string>;
  /** Measures for which advice on summing has been given. */
  private readonly advised = new Set<Definition>();

  constructor(laws: ScopeLaws, experiment: Experiment, environment: Environment, diagnostics: Diagnostics) {
    super(laws, { objects: [], link: null }, environment, diagnostics);
    this.around = environment;
    this.experiment = experiment;
    this.lawNames = lawNamesOf(experiment);
    const moving = bodiesOf(environment).filter(({ declaration }) => declaration.physicalType === "dynamic");
    this.summed = [...new Map(moving.toReversed().map((object) => [signatureOf(object), object])).values()].reverse();
  }

  /** Advice for an attribute of bodies without their name: of one body, or summed over all. */
  override adviseName(name: string, frame: InferFrame): readonly string[] {
    const notes = super.adviseName(name, frame);
    const { definition } = frame;
    if (!definition || definition.params.length > 0 || this.advised.has(definition)) return notes;
    if (!this.summed.some(({ attributes }) => attributes.has(name)) || hasTotal(definition.body)) return notes;
    this.advised.add(definition);
    const body = spanLine(definition.body.span);
    const written = body.length <= longestTotal ? `${definition.name} = total(${body})` : "total(…)";
    return [...notes, `or sum up over all dynamic objects: ${written}`];
  }

  /** Measures change nothing. */
  protected override checkStatements(): void {}

  override specialShape(call: CallExpr, frame: InferFrame, inference: Inference): Shape | null {
    if (call.name === "previous" && call.args.length === 1) return this.refusePrevious(call, frame);
    if (call.name !== "total" && call.name !== "totalLinks") return super.specialShape(call, frame, inference);
    if (call.args.length !== 1) {
      inference.error("arguments", call.span, frame, `write ${call.name}(expression)`);
      return unknown;
    }
    if (call.name === "totalLinks") {
      this.checkLinkNames(call.args[0], frame);
      return unknown;
    }
    let sum: Shape = never;
    for (const object of this.summed) {
      const scope = new ObjectScope(object, frame.scope, this.lawNames, this.around);
      if (this.isLacking(object, scope, call.args[0])) continue;
      sum = joinShapes(sum, inference.infer(call.args[0], { ...frame, scope }).shape) ?? unknown;
    }
    return sum.kind === "never" ? unknown : sum;
  }

  /** Checks the names that are summed over links. */
  private checkLinkNames(summand: Expr, frame: InferFrame): void {
    const params = new Set(frame.definition?.params.map(({ name }) => name));
    const scopes = linkScopes(this.experiment, this.around, frame.scope);
    const wanted = new Set<string>();
    visitNames(summand, (said, args) => {
      const name = said.replace(/'+$/, "");
      if (args === null && !params.has(name)) wanted.add(name);
      return true;
    });
    for (const name of wanted) {
      const lacking = scopes.filter((scope) => !scope.lookup(name));
      const [one] = lacking;
      if (!one) continue;
      if (lacking.length === scopes.length)
        this.inference.error(
          "unknown-name",
          summand.span,
          frame,
          `no link has '${name}', which totalLinks(…) sums up`,
          ...didYouMean(name, one.names()),
        );
      else
        this.diagnostics.error(
          "unknown-name",
          one.link.declaration.name.span,
          `'${one.link.declaration.name.name}' lacks '${name}', which totalLinks(…) sums up over all links`,
          `give it ${name} = … in its attributes, or in the functions of its law`,
        );
    }
  }

  /** Whether an object lacks an attribute that is summed and others have; reported where it is declared. */
  private isLacking({ declaration: { name: object } }: ObjectShapes, scope: Scope, summand: Expr): boolean {
    const missing = new Set<string>();
    visitNames(summand, (said, args) => {
      const name = said.replace(/'+$/, "");
      const isOthers = () => this.summed.some(({ attributes }) => attributes.has(name));
      if (args === null && !scope.lookup(name) && isOthers()) missing.add(name);
      return true;
    });
    const [name] = missing;
    if (name === undefined) return false;
    this.diagnostics.error(
      "unknown-name",
      object.span,
      `'${object.name}' lacks '${name}', which total(…) sums up over all dynamic objects`,
      `add ${name} = … to its attributes`,
    );
    return true;
  }

  private refusePrevious({ args: [arg], span }: CallExpr, frame: InferFrame): Shape {
    const said = spanText(arg.span);
    const message = `a measure sees one instant: previous(${said}) would be ${said} itself`;
    this.inference.error("special", span, frame, message, `write ${said}; ${keepBefore(said)}`);
    return this.inference.infer(arg, frame).shape;
  }

  // Attributes of the current object inside total(…).
  override attributeShape(...[attribute, span, frame]: Parameters<LawCheck["attributeShape"]>): Shape {
    if (frame.scope instanceof ObjectScope && attribute.owner.kind === "object")
      return frame.scope.object.attributes.get(attribute.name) ?? unknown;
    return super.attributeShape(attribute, span, frame);
  }
}
