// Checks the laws of one context (or event, or the measures) for one cast: names, cycles, and the shape of every value.

import { type Cast, ContextScope, describeOwner, orderDefinitions, type ScopeLaws } from "../declare/context-scope.ts";
import { curveNameProblem, type Environment, linkNamed, objectNamed } from "../declare/environment.ts";
import type { ObjectDeclaration } from "../declare/experiment.ts";
import { type CurveNameProblem, inferCurveCall } from "../infer/curve.ts";
import { Inference, type InferFrame, type ShapeHost } from "../infer/infer.ts";
import { tellUnknown } from "../infer/unknown-names.ts";
import { heldByLinks, heldCall } from "../names/held-by-links.ts";
import { type Attribute, attributeKey } from "../names/scope.ts";
import { atStepStart, startAttribute } from "../names/step-start.ts";
import { ownShapeCall } from "../shapes/natives.ts";
import { boolean, describeShape, joinShapes, matrix, real, type Shape, unknown } from "../shapes/shape.ts";
import type { CallExpr, Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { rateCalls } from "../syntax/habit-names.ts";
import type { Span } from "../syntax/span.ts";
import {
  isContribution,
  isCurveOfEnd,
  isHigherRate,
  isValue,
  primedName,
  splitEnd,
  withoutEnd,
} from "../syntax/statement.ts";
import { didYouMean } from "../syntax/suggest.ts";
import { adviseOwner, checkAliases } from "./aliases.ts";
import { reportCycles, reportDoubleUpdates } from "./cycle.ts";
import { checkGeometry, checkMissingSize } from "./geometry.ts";
import { type Lack, ownerOf, reportLacks } from "./lacks.ts";
import { reportOthersOutside, reportSumsOfOwn } from "./others.ts";
import { reportRightAngles } from "./right-angles.ts";
import { reportHiddenAttributes, reportHigherRate, reportLinkState } from "./state.ts";
import { reportPrevious, reportStatements } from "./statements.ts";
import { reportTurning } from "./turning.ts";
import { reportHidingAttributes } from "./unread-attributes.ts";

export class LawCheck implements ShapeHost {
  readonly scope: ContextScope;
  readonly inference: Inference;
  private readonly laws: ScopeLaws;
  protected readonly diagnostics: Diagnostics;
  private readonly environment: Environment;
  private readonly pending = new Set<string>();
  /** Attributes that are stated and do not exist. */
  private readonly lacks: Lack[] = [];
  /** Those of them that were reported where they are stated. */
  private readonly stray = new Set<string>();

  constructor(laws: ScopeLaws, cast: Cast, environment: Environment, diagnostics: Diagnostics) {
    this.laws = laws;
    this.environment = environment;
    this.diagnostics = diagnostics;
    this.scope = new ContextScope(laws, cast, environment);
    this.inference = new Inference(this, diagnostics);
  }

  get hasStatedRatesOnly(): boolean {
    const type = this.laws.context?.type;
    return type === "free fall" || type === "collision";
  }

  run(): void {
    checkAliases(this.scope, this.diagnostics);
    this.checkDuplicates();
    reportDoubleUpdates(this.scope, this.diagnostics);
    reportCycles(this.scope, this.diagnostics);
    this.checkStatements();
    for (const { value } of this.laws.context?.attributes ?? []) if (value) this.inference.run(value, this.laws.below);
    for (const definition of orderDefinitions(this.laws.functions)) this.checkDefinition(definition);
    this.reportUnknown();
  }

  /**
   * Reports unknown names: names used by an imported law are missing in its objects, and so are those that similar
   * objects have.
   */
  private reportUnknown(): void {
    const unknownNames = this.inference.unknownNames.take();
    const isLack = ({ name }: Lack) => this.isImported || this.isOthers(name);
    const lacks = [...this.lacks, ...unknownNames.filter(isLack)];
    if (lacks.length > 0) reportLacks(lacks, this.scope, this.diagnostics);
    for (const lack of unknownNames)
      if (!isLack(lack) && !this.stray.has(lack.name))
        tellUnknown(
          lack.name,
          lack.spans,
          lack.notes.length > 0 ? lack.notes : this.adviseValue(lack),
          this.diagnostics,
        );
  }

  private adviseValue({ name }: Lack): string[] {
    const { cast, laws } = this.scope;
    const owner = cast.link ? "link" : cast.objects.length > 0 ? "object" : null;
    return laws.context && owner
      ? [`write ${name} = … in the law, or in the attributes of the ${owner} or of the world`]
      : [];
  }

  /** Whether the object that should have a name lacks it, while another object of the text has it. */
  private isOthers(said: string): boolean {
    const { cast, laws } = this.scope;
    if (!laws.context || cast.objects.length === 0 || cast.link) return false;
    const { name } = ownerOf(said, this.scope);
    const own = new Set(cast.objects.map(({ declaration }) => declaration));
    return [...this.environment.objects.values()].some(
      ({ declaration, attributes }) =>
        !own.has(declaration) && declaration.physicalType !== "static" && attributes.has(name),
    );
  }

  /** What to add where a law states something about an attribute that does not exist. */
  private adviseAttribute(said: string, shape: Shape): string[] {
    const { cast, laws } = this.scope;
    if (!laws.context || cast.objects.length === 0) return didYouMean(said, this.scope.names());
    const { owner, attributes, name } = ownerOf(said, this.scope);
    const zero = shape.kind === "real" ? "0" : shape.kind === "vector" && shape.length === 3 ? "[0, 0, 0]" : "…";
    const longer = [...attributes].find(
      (one) => one !== name && one.startsWith(name) && !/^[12]/.test(one.slice(name.length)),
    );
    const meant = longer ?? (/^[xrs]$/.test(name) && shape.kind === "vector" ? "position" : null);
    const near = meant === null ? didYouMean(said, this.scope.names()) : [`it has '${meant}': is that meant?`];
    return [
      ...near,
      `or add ${name} = ${zero} to the attributes of '${owner.name}'`.replace(near.length > 0 ? "" : "or ", ""),
    ];
  }

  /** Why a name is no curve. In an imported law the error is reported at the link's end. */
  private curveProblem(name: string): CurveNameProblem | null {
    const { link } = this.scope.cast;
    const problem = curveNameProblem(this.environment, name, link);
    const end = link && isCurveOfEnd(name) ? link.declaration.between[Number(name[5]) - 1] : undefined;
    if (!problem || !end || !this.isImported) return problem;
    const { span } = end.object;
    const [message, ...notes] = problem;
    const isTold = this.diagnostics.all.some((one) => one.span.from === span.from && one.span.source === span.source);
    if (!isTold) this.diagnostics.error("unknown-name", span, message, ...notes);
    return null;
  }

  /** An imported law counts as right: what it does not find is missing in its objects. */
  private get isImported(): boolean {
    const source = this.laws.context?.block.span.source;
    return source !== undefined && source !== this.environment.main && this.scope.cast.objects.length > 0;
  }

  /** Checks that every statement has an effect where it stands. */
  protected checkStatements(): void {
    reportStatements(this.scope, this.diagnostics);
    reportLinkState(this.scope, this.diagnostics);
    reportHiddenAttributes(this.scope, this.diagnostics);
    reportHidingAttributes(this.scope, this.diagnostics);
    reportTurning(this.scope, this.diagnostics);
    reportOthersOutside(this.scope, this.diagnostics);
    reportSumsOfOwn(this.scope, this.diagnostics);
    reportRightAngles(this.scope, this.diagnostics);
  }

  /** The shape of the value of a function without parameters; null if there is none of this name. */
  shapeOfFunction(name: string): Shape | null {
    const binding = this.scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) return null;
    return this.inference.compute(binding.definition, binding.scope, false).shape;
  }

  private checkDuplicates(): void {
    const seen = new Set<string>();
    for (const definition of this.laws.functions) {
      if (isContribution(definition)) continue;
      const key = primedName(definition);
      const rated = seen.has(key) && rateCalls.has(key) ? definition.params[0]?.name : undefined;
      const notes = rated === undefined ? [] : [`to state the rate of '${rated}', write ${rated}' = …`];
      if (seen.has(key))
        this.diagnostics.error("duplicate", definition.nameSpan, `'${key}' is defined twice`, ...notes);
      seen.add(key);
    }
  }

  private checkDefinition(definition: Definition): void {
    const { name, params } = definition;
    const attribute = this.scope.attribute(name);
    if (params.length > 0) {
      if (attribute || !isValue(definition))
        this.diagnostics.error(
          "attribute-form",
          params[0].span,
          `'${name}' is an attribute: its law takes no parameters`,
        );
      this.followUnused(definition);
      return;
    }
    const registered = this.scope.firstTime.has(definition);
    const { shape } = this.inference.compute(definition, this.scope, registered);
    if (isValue(definition)) {
      if (attribute) this.checkUpdate(definition, attribute, shape);
      else checkMissingSize(definition, this.scope.cast, this.diagnostics);
      return;
    }
    if (isHigherRate(definition) && !this.isConstraintRate(definition)) {
      reportHigherRate(definition, this.diagnostics);
      return;
    }
    if (attribute) this.checkUpdate(definition, attribute, shape);
    else this.reportNoAttribute(definition, shape);
  }

  /** Reports a rate of or a contribution to something that is not an attribute here. */
  private reportNoAttribute(definition: Definition, shape: Shape): void {
    const { name, nameSpan } = definition;
    if (this.environment.open || this.isConstraintRate(definition) || this.isDropped(name)) return;
    const ofWorld = this.worldNotes(name);
    const notes = ofWorld ?? this.adviseAttribute(name, shape);
    if ((this.isImported || this.isOthers(name)) && !ofWorld) {
      this.lacks.push({ name, spans: [nameSpan], notes });
      return;
    }
    this.stray.add(name);
    if (this.scope.isPair) this.stray.add(withoutEnd(name));
    const what = isContribution(definition) ? "adds to" : "states the rate of";
    this.diagnostics.error(
      "unknown-name",
      nameSpan,
      `this ${what} '${name}', which is not an attribute here`,
      ...notes,
    );
  }

  /** What to write where an imported law means an attribute of the world that it does not name. */
  private worldNotes(name: string): string[] | null {
    if (!this.laws.context || !this.environment.world.has(name)) return null;
    return [
      `the world has an attribute '${name}': to change it, an imported law writes aliases = { use ` +
        `${name} as attribute ${name} of world }`,
    ];
  }

  /** Evaluates an unused function with arguments of any shape, to check the names in it. */
  private followUnused(definition: Definition): void {
    const args = definition.params.map(() => ({ shape: unknown, constant: null }));
    const frame: InferFrame = { scope: this.scope, definition, args, registered: false, caller: null, depth: 0 };
    this.inference.infer(definition.body, frame);
  }

  private isConstraintRate(definition: Definition): boolean {
    return this.laws.context?.constraints.some((word) => word.name === definition.name) === true;
  }

  /**
   * Whether it is written to an object of a pair that no force moves: such values are dropped, with or without the
   * attribute.
   */
  private isDropped(name: string): boolean {
    const numbered = splitEnd(name);
    const object = numbered && this.scope.cast.objects[numbered.end];
    return object ? object.declaration.physicalType !== "dynamic" : false;
  }

  private checkUpdate(definition: Definition, attribute: Attribute, shape: Shape): void {
    const { owner, name } = attribute;
    if (owner.kind === "given") {
      const isAttached = name === "attached";
      const message = isAttached
        ? "the law of a link cannot attach or release it"
        : `'${name}' comes from the geometry: a law cannot change it`;
      const notes = isAttached
        ? [
            "write an event: when = …, aliases = { use held as attribute attached of link NAME }, " +
              "functions = { held = false }",
          ]
        : [];
      this.diagnostics.error("given", definition.nameSpan, message, ...notes);
      return;
    }
    if (owner.kind === "world" && (name === "t" || name === "dt")) {
      this.diagnostics.error("given", definition.nameSpan, `'${name}' belongs to the run: a law cannot change it`);
      return;
    }
    if (owner.kind === "others") {
      this.diagnostics.error(
        "alias",
        definition.nameSpan,
        "the attributes of each other object can be read, not changed",
      );
      return;
    }
    const object = this.ownerOf(attribute);
    const isOthers = owner.kind === "named object" && this.scope.cast.objects[0]?.declaration !== object;
    if (object) checkGeometry(definition, name, object, isOthers, this.diagnostics);
    const declared = owner.kind === "context" ? this.initialShape(attribute) : this.declaredShape(attribute);
    if (!declared || joinShapes(declared, shape)) return;
    const message = `'${definition.name}' is ${describeShape(declared)}, and this gives ${describeShape(shape)}`;
    const isLength = declared.kind === "vector" && declared.length === 3 && shape.kind === "real";
    const direction = isLength ? [`a vector is its length times a direction: … * normalize(d)`] : [];
    this.diagnostics.error(
      "shapes",
      definition.body.span,
      message,
      ...direction,
      `its first value sets its shape, in ${describeOwner(owner)}`,
    );
  }

  attributeShape(attribute: Attribute, span: Span, frame: InferFrame): Shape {
    if (attribute.owner.kind !== "context") return this.declaredShape(attribute) ?? unknown;
    const initial = this.initialShape(attribute);
    if (initial) return initial;
    const update = this.scope.updateOf(attribute);
    const key = attributeKey(attribute);
    if (update) {
      if (this.pending.has(key)) return unknown;
      this.pending.add(key);
      const { shape } = this.inference.compute(update, this.scope, this.scope.firstTime.has(update), { span, frame });
      this.pending.delete(key);
      return shape;
    }
    if (this.scope.lookup(`${attribute.name}'`)) return unknown;
    const message = `'${attribute.name}' never gets a value: it has no function here and no first value`;
    this.inference.error(
      "no-value",
      span,
      frame,
      message,
      `add a function ${attribute.name} = …, or attributes = {${attribute.name} = …}`,
    );
    return unknown;
  }

  /** The shape of a context attribute's initial value. */
  private initialShape(attribute: Attribute): Shape | null {
    const item = this.laws.context?.attributes.find((candidate) => candidate.name === attribute.name);
    if (!item?.value) return null;
    return this.inference.run(item.value, this.laws.below).shape;
  }

  /** The object that owns an attribute; null for other owners. */
  private ownerOf({ owner }: Attribute): ObjectDeclaration | null {
    if (owner.kind === "object") return this.scope.cast.objects[owner.index]?.declaration ?? null;
    return owner.kind === "named object" ? (objectNamed(this.environment, owner.name)?.declaration ?? null) : null;
  }

  private declaredShape({ owner, name }: Attribute): Shape | null {
    const { cast } = this.scope;
    switch (owner.kind) {
      case "world":
        return this.environment.world.get(name) ?? null;
      case "object":
        return cast.objects[owner.index]?.attributes.get(name) ?? null;
      case "link":
        return cast.link?.attributes.get(name) ?? null;
      case "named object":
        return objectNamed(this.environment, owner.name)?.attributes.get(name) ?? null;
      case "named link":
        return linkNamed(this.environment, owner.name)?.attributes.get(name) ?? null;
      case "given":
        return this.scope.givenShape(name);
      case "others":
        for (const object of this.environment.objects.values())
          if (object.attributes.has(name)) return object.attributes.get(name)!;
        return null;
      case "context":
        return null;
    }
  }

  isObject(name: string): boolean {
    return objectNamed(this.environment, name) !== null;
  }

  /** A law has its own objects; measures and events must name whose attributes they mean. */
  adviseName(name: string, _frame: InferFrame): readonly string[] {
    return this.laws.context === null ? adviseOwner(name, this.environment) : [];
  }

  specialShape(call: CallExpr, frame: InferFrame, inference: Inference): Shape | null {
    const own = ownShapeCall(call.name, call.args.length);
    if (own) {
      for (const arg of call.args) inference.infer(arg, frame);
      return own;
    }
    switch (call.name) {
      case "previous":
        return this.previous(call, frame);
      case atStepStart:
        return this.atStepStart(call, frame);
      case "derivative":
        return this.partial(call, frame);
      case heldByLinks:
        return this.held(call, frame);
      case "sumOthers":
        return call.args.length === 1
          ? inference.infer(call.args[0], frame).shape
          : this.wrongCount(call, frame, "sumOthers(expression)");
      case "total":
      case "totalLinks":
        if (this.laws.context === null) return null;
        inference.error(
          "special",
          call.span,
          frame,
          `${call.name} is for measures`,
          "in a law, sumOthers(expression) sums over the others",
        );
        return unknown;
      default:
        return inferCurveCall(call, frame, inference, (name) => this.curveProblem(name));
    }
  }

  private wrongCount(call: CallExpr, frame: InferFrame, form: string): Shape {
    this.inference.error("arguments", call.span, frame, `write ${form}`);
    return unknown;
  }

  private previous(call: CallExpr, frame: InferFrame): Shape {
    const [name] = call.args;
    if (call.args.length !== 1 || name.kind !== "name")
      return this.wrongCount(call, frame, "previous(name), with the name of an attribute");
    const attribute = frame.scope.attribute(name.name);
    if (attribute) return this.attributeShape(attribute, name.span, { ...frame, registered: true });
    if (this.environment.open) return unknown;
    const isStated = this.stray.has(name.name);
    if ((this.isImported || this.isOthers(name.name)) && !this.worldNotes(name.name)) {
      this.lacks.push({ name: name.name, spans: [name.span], notes: [] });
      return unknown;
    }
    if (isStated) return unknown;
    const message = `previous takes the name of an attribute, and '${name.name}' is not one here`;
    const notes = this.worldNotes(name.name) ?? didYouMean(name.name, frame.scope.names());
    this.inference.error("special", name.span, frame, message, ...notes);
    return unknown;
  }

  private atStepStart(call: CallExpr, frame: InferFrame): Shape {
    const { context } = this.laws;
    if (context?.type !== "contact" || !context.appliedToPairs) {
      const notes =
        context?.type === "free fall" ? ["write previous(name): the value at the end of the last step"] : [];
      this.inference.error("special", call.span, frame, `${atStepStart} is for contact laws of pairs`, ...notes);
      return unknown;
    }
    const attribute = startAttribute(call.args, frame.scope);
    if (attribute) return this.attributeShape(attribute, call.args[0].span, { ...frame, registered: true });
    if (this.environment.open) return unknown;
    return this.wrongCount(call, frame, `${atStepStart}(name), with the name of an attribute of an object`);
  }

  /** `derivative(C, x)`: a row for each component of C, a column for each of x (three for an orientation). */
  private partial(call: CallExpr, frame: InferFrame): Shape {
    if (call.args.length !== 2) return this.wrongCount(call, frame, "derivative(C, x)");
    const value = this.inference.infer(call.args[0], frame).shape;
    const by = this.inference.infer(call.args[1], frame).shape;
    const rows = value.kind === "vector" ? value.length : value.kind === "real" ? 1 : null;
    const attribute = call.args[1].kind === "name" ? frame.scope.attribute(call.args[1].name) : null;
    if (attribute?.name === "orientation") return matrix(rows, 3);
    return matrix(rows, by.kind === "vector" ? by.length : by.kind === "real" ? 1 : null);
  }

  /** `heldByLinks(u, p)`: a row for each component of u, a column for each of p, which has as many. */
  private held(call: CallExpr, frame: InferFrame): Shape {
    const asked = heldCall(call, frame.scope);
    const isStray = this.laws.context?.type !== "collision";
    if (isStray || typeof asked === "string") {
      const message = isStray ? `${heldByLinks} is for collision laws` : (asked as string);
      this.inference.error("special", call.span, frame, message);
      return unknown;
    }
    const { shape } = this.inference.infer(call.args[0], frame);
    if (shape.kind === "vector") return matrix(shape.length, shape.length);
    if (shape.kind !== "real" && shape.kind !== "unknown")
      this.inference.error(
        "arguments",
        call.args[0].span,
        frame,
        `${heldByLinks} takes a real or a vector, and this is ${describeShape(shape)}`,
      );
    return shape.kind === "real" ? real : unknown;
  }

  /** Checks that an expression is a boolean: the condition of an event. */
  checkCondition(expr: Expr): void {
    const { shape } = this.inference.infer(expr, {
      scope: this.scope,
      definition: null,
      args: [],
      registered: true,
      caller: null,
      depth: 0,
    });
    this.inference.reportUnknownNames();
    reportPrevious(expr, this.scope, "a condition", this.diagnostics);
    if (!joinShapes(shape, boolean))
      this.diagnostics.error("shape", expr.span, `a condition is a boolean, and this is ${describeShape(shape)}`);
  }
}
