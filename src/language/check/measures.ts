// Measures and events: they name objects by aliases, and measures add up over all objects.

import { ContextScope, type Laws } from "../declare/context-scope.ts";
import type { Experiment } from "../declare/experiment.ts";
import { bodiesOf, type ObjectShapes, type Surroundings, signatureOf } from "../declare/surroundings.ts";
import type { Inference, InferFrame } from "../infer/infer.ts";
import type { Binding, Scope } from "../names/scope.ts";
import { joinShapes, never, type Shape, unknown } from "../shapes/shape.ts";
import type { CallExpr, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanText } from "../syntax/span.ts";
import { LawCheck } from "./laws.ts";
import { keepBefore } from "./statements.ts";

export function checkMeasures(experiment: Experiment, surroundings: Surroundings, diagnostics: Diagnostics): void {
  const nobody = { objects: [], link: null };
  for (const { definitions, aliases, scope } of experiment.measures) {
    const laws: Laws = { functions: definitions, aliases, attributes: new Set(), context: null, below: scope };
    new MeasureCheck(laws, experiment, surroundings, diagnostics).run();
    for (const { name, nameSpan } of definitions)
      if (surroundings.world.has(name))
        diagnostics.error(
          "duplicate",
          nameSpan,
          `'${name}' is an attribute of the world: a measure of that name would not be seen`,
          "choose another name for the measure",
        );
  }
  for (const event of experiment.events) {
    const { functions, aliases, scope, when } = event;
    const laws: Laws = { functions, aliases, attributes: new Set(), context: null, below: scope };
    const check = new LawCheck(laws, nobody, surroundings, diagnostics);
    check.run();
    if (when) check.checkCondition(when);
  }
}

/** Laws about all objects at once: `total` sums over them. */
export class MeasureCheck extends LawCheck {
  private readonly around: Surroundings;
  /** Of the objects that are summed over, one of each kind. */
  private readonly summed: readonly ObjectShapes[];
  private readonly lawNames: ReadonlySet<string>;

  constructor(laws: Laws, experiment: Experiment, surroundings: Surroundings, diagnostics: Diagnostics) {
    super(laws, { objects: [], link: null }, surroundings, diagnostics);
    this.around = surroundings;
    this.lawNames = lawNamesOf(experiment);
    const moving = bodiesOf(surroundings).filter(({ declaration }) => declaration.physicalType === "dynamic");
    this.summed = [...new Map(moving.toReversed().map((object) => [signatureOf(object), object])).values()].reverse();
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
    if (call.name === "totalLinks") return unknown;
    let sum: Shape = never;
    for (const object of this.summed) {
      const scope = new ObjectScope(object, frame.scope, this.lawNames, this.around);
      if (this.isLacking(object, scope, call.args[0])) continue;
      sum = joinShapes(sum, inference.infer(call.args[0], { ...frame, scope }).shape) ?? unknown;
    }
    return sum.kind === "never" ? unknown : sum;
  }

  /** Whether an object has not what is summed up and others have; told where it is declared. */
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

  // Attributes of the object at hand inside total(…).
  override attributeShape(...[attribute, span, frame]: Parameters<LawCheck["attributeShape"]>): Shape {
    if (frame.scope instanceof ObjectScope && attribute.owner.kind === "object")
      return frame.scope.object.attributes.get(attribute.name) ?? unknown;
    return super.attributeShape(attribute, span, frame);
  }
}

/** The functions of the laws that go on. */
export function lawNamesOf({ contexts }: Experiment): ReadonlySet<string> {
  const lasting = contexts.filter(({ type }) => type === "free fall" || type === "contact");
  return new Set(lasting.flatMap(({ functions }) => functions.map(({ name }) => name)));
}

/** The names of one object's laws: its attributes, and the functions of the contexts it may be in. */
export class ObjectScope implements Scope {
  readonly object: ObjectShapes;
  private readonly below: Scope;
  private readonly own: ContextScope;
  private readonly lawNames: ReadonlySet<string>;

  constructor(object: ObjectShapes, below: Scope, lawNames: ReadonlySet<string>, surroundings: Surroundings) {
    this.object = object;
    this.below = below;
    this.lawNames = lawNames;
    const laws: Laws = { functions: [], aliases: [], attributes: new Set(), context: null, below };
    this.own = new ContextScope(laws, { objects: [object], link: null }, surroundings);
  }

  attribute(name: string) {
    return this.own.attribute(name) ?? this.below.attribute(name);
  }

  lookup(name: string): Binding | null {
    const attribute = this.own.attribute(name);
    if (attribute) return { kind: "attribute", attribute };
    // A function of the object's current context: which one it is, the run tells.
    if (this.lawNames.has(name)) return { kind: "attribute", attribute: { owner: { kind: "object", index: 0 }, name } };
    return this.below.lookup(name);
  }

  names(): Iterable<string> {
    return [...this.own.names(), ...this.lawNames];
  }
}
