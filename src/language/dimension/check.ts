// The dimensions of a whole text: of first values, laws, measures, events, studies and settings. What is stated comes
// first, so that a mismatch is reported where a law departs from it.
import { closedFormsIn } from "../declare/closed-form.ts";
import { ContextScope, orderDefinitions, type ScopeLaws } from "../declare/context-scope.ts";
import { attributeName, type Environment, InitialScope } from "../declare/environment.ts";
import type { ContextDeclaration, Experiment, Named } from "../declare/experiment.ts";
import type { LoadedFile } from "../declare/load.ts";
import { measuresScope } from "../declare/measures-scope.ts";
import { StudyScope } from "../declare/study.ts";
import type { Attribute, Scope } from "../names/scope.ts";
import type { Shape } from "../shapes/shape.ts";
import type { AttributeItem, CallExpr, Definition, Expr } from "../syntax/ast.ts";
import type { Source, Span } from "../syntax/span.ts";
import { isContribution, isRate, isValue } from "../syntax/statement.ts";
import type { Dimension } from "../syntax/unit.ts";
import { groundOf } from "./answer.ts";
import { AttributeNames, attributeKeys } from "./attribute.ts";
import { ground, lengthDimension, pure, timeDimension } from "./dimension.ts";
import { type DimensionFrame, type DimensionHost, outermost, type Repair } from "./host.ts";
import { DimensionInference } from "./infer.ts";
import { findRepair } from "./repair.ts";
import { type SpecialHost, specialDimension } from "./special.ts";
import { DimensionTable, settingDimensions } from "./table.ts";
import { all, any, type DimensionValue, type Mismatch, rankOf } from "./value.ts";
import { mid } from "./words.ts";

/** A context, and the names it was checked with. */
export interface Applied {
  readonly context: ContextDeclaration;
  readonly scope: ContextScope;
}

export interface Checkable {
  readonly files: readonly LoadedFile[];
  readonly experiment: Experiment;
  readonly environment: Environment;
  readonly applied: readonly Applied[];
}

/** What is known about the dimensions of a text. */
export interface FoundDimensions {
  /**
   * The dimension of `ball.v`, `g`, `energy`, `rope.lambda` or, for a context, `fall.t0`; null if it is unknown, or
   * entries differ.
   */
  dimensionOf(path: string): Dimension | null;
}

export interface Told {
  readonly span: Span;
  readonly message: string;
  readonly notes: readonly string[];
}

/** The most searches for repairs; a text with more mistakes has others to mend first. */
const mostRepairs = 30;

export class DimensionCheck implements DimensionHost, SpecialHost, FoundDimensions {
  readonly inference: DimensionInference;
  readonly table: DimensionTable;
  readonly experiment: Experiment;
  readonly environment: Environment;
  private readonly checkable: Checkable;
  readonly told: Told[] = [];
  /**
   * Attributes whose first value is a number without a unit, by their keys in the table; and those that count as pure.
   */
  private readonly numbers = new Set<string>();
  private readonly taken: ReadonlySet<string>;
  private readonly withUnits: ReadonlySet<Source>;
  private readonly names: AttributeNames;
  private repairs = 0;

  /** Where the inference of dimensions gave up; null if it was complete. */
  get exhausted(): Span | null {
    return this.inference.exhausted;
  }

  constructor(checkable: Checkable, taken: ReadonlySet<string>) {
    this.checkable = checkable;
    this.experiment = checkable.experiment;
    this.environment = checkable.environment;
    this.taken = taken;
    this.withUnits = new Set(checkable.files.filter(({ file }) => file.hasUnits).map(({ file }) => file.span.source));
    this.inference = new DimensionInference(this);
    this.table = new DimensionTable(this.inference.values);
    this.names = new AttributeNames(this.table, this.environment);
  }

  run(): void {
    const { files, applied } = this.checkable;
    // For an imported library only the laws in use; for the text itself all laws.
    const own = files[0].file.span.source;
    const laws = applied.filter(
      ({ context, scope }) => scope.cast.objects.length > 0 || context.block.span.source === own,
    );
    for (const law of laws) this.units(law);
    this.firstValues();
    for (const law of laws) this.law(law.context.functions, law.scope, law.context.attributes);
    for (const { file, scope } of files) {
      if (file.span.source !== own) continue;
      for (const definition of file.definitions) this.libraryFunction(definition, scope);
    }
    this.observers();
    this.settings();
  }

  private libraryFunction(definition: Definition, scope: Scope): void {
    if (definition.params.length > 0) this.inference.isSound(definition, scope);
    else this.inference.function(definition, scope, [], null);
  }

  private units({ context, scope }: Applied): void {
    for (const { name, nameSpan, unit } of [...context.units, ...context.attributes]) {
      const attribute = unit && scope.attribute(name);
      if (attribute) this.expect(this.attribute(attribute, scope), all(ground(unit.dimension), null), nameSpan, name);
    }
  }

  /** Unifies the dimension of an attribute elsewhere with the one here. */
  private expect(known: DimensionValue, here: DimensionValue, span: Span, name: string): void {
    const frame = outermost(this.checkable.files[0].scope);
    this.inference.agree(
      known,
      here,
      [],
      span,
      frame,
      (want, is) => `makes '${name}' ${mid(is)} and elsewhere it is ${want}`,
    );
  }

  private firstValues(): void {
    const { experiment, environment } = this;
    const { files } = this.checkable;
    const { scope } = files[0];
    const world = [...experiment.world, ...experiment.inputs].map(({ name, nameSpan, unit, body, span }) => ({
      name,
      nameSpan,
      unit,
      value: body,
      span,
    }));
    this.holder("world", world, new Map(), scope, environment.world);
    for (const { declaration, attributes } of environment.objects.values())
      this.holder("object", declaration.attributes, environment.world, scope, attributes);
    for (const { declaration, attributes } of environment.links.values()) {
      const around = this.holder(
        `link ${declaration.kind?.name}`,
        declaration.attributes,
        environment.world,
        scope,
        attributes,
      );
      for (const { at } of declaration.between)
        if (at) this.wanted(at, all(lengthDimension, 1), around, "the place of a link");
    }
    for (const curve of environment.curves.values()) {
      const around = new InitialScope([], environment.world, curve.scope);
      if (curve.points?.kind === "sequence")
        for (const point of curve.points.elements)
          this.wanted(point, all(lengthDimension, 1), around, "a point of a curve");
      if (curve.point && this.inference.isSound(curve.point, around)) {
        const args = [this.table.get(`curve ${curve.name.name}`, { kind: "real" })];
        const frame: DimensionFrame = { scope: around, definition: curve.point, args, caller: null, depth: 0 };
        this.fits(curve.point.body, all(lengthDimension, 1), frame, "a point of a curve");
      }
    }
  }

  private holder(
    prefix: string,
    items: readonly AttributeItem[],
    world: Environment["world"],
    below: Scope,
    shapes: ReadonlyMap<string, Shape>,
  ): Scope {
    const scope = new InitialScope(items, world, below);
    this.names.holders.set(scope, prefix);
    for (const { name, value } of items) {
      if (!value) continue;
      const key = `${prefix} ${attributeName(name)}`;
      const shape = shapes.get(attributeName(name)) ?? null;
      const found = this.inference.run(value, scope);
      const known = this.table.find(key);
      if (found.kind === "bare") this.numbers.add(key);
      if (this.taken.has(key)) this.table.set(key, all(pure, rankOf(found)));
      else if (!known) this.table.set(key, this.table.opened(found, shape));
      else this.wantedValue(value, found, known, scope, `'${name}'`);
    }
    return scope;
  }

  private wanted(expr: Expr, want: DimensionValue, scope: Scope, what: string): void {
    this.fits(expr, want, outermost(scope), what);
  }

  private fits(expr: Expr, want: DimensionValue, frame: DimensionFrame, what: string): void {
    this.wantedValue(expr, this.inference.infer(expr, frame), want, frame.scope, what, frame);
  }

  private wantedValue(
    expr: Expr,
    found: DimensionValue,
    want: DimensionValue,
    scope: Scope,
    what: string,
    frame?: DimensionFrame,
  ): void {
    const at = frame ?? outermost(scope);
    this.inference.agree(want, found, [expr], expr.span, at, (wants, is) => `is ${mid(is)} and ${what} is ${wants}`);
  }

  private law(functions: readonly Definition[], scope: ContextScope, items: readonly AttributeItem[]): void {
    for (const { name, value } of items) {
      const attribute = value && scope.attribute(name);
      if (attribute) this.wanted(value, this.attribute(attribute, scope), scope.laws.below, `'${name}'`);
    }
    // A value kept from the beginning has a known dimension, from which many others follow.
    const first = functions.filter((definition) => scope.firstTime.has(definition));
    for (const definition of new Set([...first, ...orderDefinitions(functions)])) this.definition(definition, scope);
  }

  private definition(definition: Definition, scope: ContextScope): void {
    const { name, params, order, body } = definition;
    if (params.length > 0) {
      this.inference.isSound(definition, scope);
      return;
    }
    const value = this.inference.function(definition, scope, [], null);
    const attribute = this.attributeNamed(name, scope);
    if (!attribute) {
      if (isValue(definition)) this.remember(`function ${name}`, value);
      return;
    }
    const known = this.attribute(attribute, scope);
    const want = !isRate(definition) ? known : this.inference.values.scale(known, timeDimension, -order);
    const frame: DimensionFrame = { scope, definition, args: [], caller: null, depth: 0 };
    const what = isRate(definition) ? `the rate of '${name}'` : `'${name}'`;
    this.inference.agree(want, value, [body], body.span, frame, (wants, is) =>
      isContribution(definition)
        ? `adds ${mid(is)} to '${name}', which is ${wants}`
        : `is ${mid(is)} and ${what} is ${wants}`,
    );
  }

  /** Laws of several contexts may have functions of one name; differing dimensions are unknown to measures. */
  private remember(key: string, value: DimensionValue): void {
    const known = this.table.find(key);
    const { solution, values } = this.inference;
    const keyOf = (one: DimensionValue) => (values.dimOf(one) ? solution.key(values.dimOf(one)!) : values.key(one));
    this.table.set(key, !known || keyOf(known) === keyOf(value) ? value : any);
  }

  private observers(): void {
    const { experiment, environment } = this;
    const { files } = this.checkable;
    const measures = measuresScope(experiment.measures, files[0].scope, environment);
    this.measures(measures);
    this.events();
    this.studies(measures);
    for (const lesson of experiment.lessons) {
      const names = new StudyScope(lesson, measures, environment);
      for (const { goal } of lesson.steps) if (goal) this.inference.run(goal, names);
    }
  }

  private measures(measures: ContextScope): void {
    for (const definition of orderDefinitions(measures.laws.functions)) {
      if (definition.params.length > 0) this.inference.isSound(definition, measures);
      else this.table.set(`measure ${definition.name}`, this.inference.function(definition, measures, [], null));
    }
    const states = measures.laws.functions.filter(({ params }) => params.length === 0);
    for (const [{ name }, expected] of closedFormsIn(states, (one) => one.name)) {
      const [want, is] = [name, expected.name].map((one) => this.table.find(`measure ${one}`)!);
      const frame: DimensionFrame = { scope: measures, definition: expected, args: [], caller: null, depth: 0 };
      this.inference.agree(
        want,
        is,
        [expected.body],
        expected.body.span,
        frame,
        (wants, found) => `is ${mid(found)} and '${name}', its measure, is ${wants}`,
      );
    }
  }

  private events(): void {
    const { experiment, environment } = this;
    for (const { functions, aliases, scope, when } of experiment.events) {
      const laws: ScopeLaws = { functions, aliases, attributes: new Set(), context: null, below: scope };
      const names = new ContextScope(laws, { objects: [], link: null }, environment);
      this.law(functions, names, []);
      if (when) this.inference.run(when, names);
    }
  }

  private studies(measures: ContextScope): void {
    const { experiment, environment } = this;
    for (const study of experiment.studies) {
      const names = new StudyScope(study, measures, environment);
      for (const { name, value } of study.kept) this.table.set(`kept ${name.name}`, this.inference.run(value, names));
      for (const { name, value } of study.limits) {
        const kept = this.table.find(`kept ${name.name}`);
        if (kept) this.wanted(value, kept, study.scope, `'${name.name}'`);
      }
    }
  }

  private settings(): void {
    const { experiment } = this;
    const { files } = this.checkable;
    const blocks: Named[] = [...experiment.simulations, ...experiment.contexts];
    for (const { settings } of blocks)
      for (const { key, value } of settings.values()) {
        const dim = settingDimensions.get(key);
        if (dim && value.kind === "expression" && value.value.kind !== "name")
          this.wanted(value.value, all(dim, 0), files[0].scope, `'${key}'`);
      }
  }

  attribute(attribute: Attribute, scope: Scope): DimensionValue {
    return this.names.attribute(attribute, scope);
  }

  attributeNamed(name: string, scope: Scope): Attribute | null {
    return this.names.attributeNamed(name, scope);
  }

  dimensionOf(path: string): Dimension | null {
    const key = attributeKeys(path, this.experiment, this.environment).find(
      (candidate) => this.table.find(candidate) !== null,
    );
    const value = key === undefined ? null : this.table.find(key);
    return !value || value.kind === "bare" ? null : groundOf(value, this.inference);
  }

  /** Numbers without a unit to which laws give a fraction of a mass or of a time. */
  strangeNumbers(): string[] {
    return [...this.numbers].filter((key) => {
      const dimension = groundOf(this.table.find(key)!, this.inference);
      return dimension?.slice(1, 3).some((exponent) => !Number.isInteger(exponent));
    });
  }

  special(call: CallExpr, frame: DimensionFrame): DimensionValue | null {
    return specialDimension(call, frame, this);
  }

  tell(span: Span, message: string, notes: readonly string[]): void {
    if (this.withUnits.has(span.source)) this.told.push({ span, message, notes });
  }

  repair(parts: readonly Expr[], frame: DimensionFrame, mismatch: Mismatch): Repair | null {
    return ++this.repairs > mostRepairs ? null : findRepair(parts, frame, mismatch, this.inference);
  }
}
