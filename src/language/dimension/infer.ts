// Dimensions before the run: an evaluation in which every value is only its dimension. Functions are evaluated once for
// each combination of dimensions they are called with, so they are as general as possible; an unknown dimension may be
// determined by later equations.
import type { Scope } from "../names/scope.ts";
import type { BinaryExpr, CallExpr, Definition, Expr } from "../syntax/ast.ts";
import { visitNames } from "../syntax/names-in.ts";
import { placeOf, type Span } from "../syntax/span.ts";
import { isPure } from "../syntax/unit.ts";
import { DimensionSolution, ground, timeDimension } from "./dimension.ts";
import type { DimensionFrame, DimensionHost, Dimensions, Phrase, Trial } from "./host.ts";
import { outermost } from "./host.ts";
import { nativeDimension } from "./native.ts";
import { type MismatchReport, Operators } from "./operator.ts";
import {
  all,
  any,
  bare,
  type DimensionValue,
  DimensionValues,
  isZero,
  literal,
  type Mismatch,
  rankOf,
  valueSize,
} from "./value.ts";
import { describeMismatch, mid } from "./words.ts";

/** The most steps: expressions, and exponents in them; and as many for repairs. */
export const mostSteps = 1_000_000;
const deepestCalls = 24;
const deepestNumbers = 3;
/** The depth to which a recursion is followed whose arguments change their dimensions. */
const deepestRecursion = 1;
const deepestExpressions = 1_000;

interface Followed {
  value: DimensionValue | null;
  /** The result of a recursive call inside it, if there was one. */
  recursive: DimensionValue | null;
}

export class DimensionInference implements Dimensions {
  readonly solution = new DimensionSolution();
  readonly values = new DimensionValues(this.solution);
  readonly operators = new Operators(this.values);
  readonly host: DimensionHost;
  private readonly followed = new Map<Definition, Map<string, Followed>>();
  /** Functions with parameters, and whether they are consistent in themselves. */
  private readonly sound = new Map<Definition, boolean>();
  private steps = 0;
  /** The steps spent on trials, and those spent before the current trial. */
  private trialSteps = 0;
  private beforeTrial = 0;
  /** Where the steps ran out; what comes later is not checked. */
  exhausted: Span | null = null;
  private nesting = 0;
  private told = 0;
  private trial: Trial | null = null;
  private isTrialBroken = false;

  constructor(host: DimensionHost) {
    this.host = host;
  }

  infer(expr: Expr, frame: DimensionFrame): DimensionValue {
    if (this.isExhausted(expr) || this.nesting >= deepestExpressions) return any;
    this.nesting++;
    const written = () => this.follow(expr, frame);
    const value = this.trial?.expr === expr ? this.trial.change(written, frame) : written();
    this.nesting--;
    this.steps += 1 + valueSize(value);
    return value;
  }

  private spent(): number {
    return this.steps + this.solution.work;
  }

  private isExhausted(expr: Expr): boolean {
    const isTrial = this.trial !== null;
    if (this.spent() - (isTrial ? this.beforeTrial - this.trialSteps : this.trialSteps) <= mostSteps) return false;
    if (isTrial) this.isTrialBroken = true;
    else this.exhausted ??= expr.span;
    return true;
  }

  run(expr: Expr, scope: Scope): DimensionValue {
    return this.infer(expr, outermost(scope));
  }

  tryWith(trial: Trial, body: () => boolean): boolean {
    if (this.trialSteps > mostSteps) return false;
    const mark = this.solution.mark();
    this.beforeTrial = this.spent();
    this.trial = trial;
    this.isTrialBroken = false;
    const result = body() && !this.isTrialBroken;
    this.trial = null;
    this.trialSteps += this.spent() - this.beforeTrial;
    this.solution.undo(mark);
    return result;
  }

  private follow(expr: Expr, frame: DimensionFrame): DimensionValue {
    switch (expr.kind) {
      case "number":
        return literal(expr.value);
      case "name":
        return this.name(expr.name, frame, expr.span);
      case "unit":
        return this.withUnit(expr, frame);
      case "unary": {
        const value = this.infer(expr.operand, frame);
        return expr.op === "-" && value.kind === "bare" && value.number
          ? bare(-value.number, value.rank, value.loose)
          : value;
      }
      case "binary":
        return this.binary(expr, frame);
      case "if":
        this.infer(expr.condition, frame);
        return this.agree(
          this.infer(expr.yes, frame),
          this.infer(expr.no, frame),
          [expr.yes, expr.no],
          expr.no.span,
          frame,
          (left, right) => `gives ${mid(left)} in one branch and ${mid(right)} in the other`,
        );
      case "call":
        return this.call(expr, frame);
      case "vector":
        return this.values.list(expr.elements.map((element) => this.infer(element, frame)));
      case "sequence":
        for (const element of expr.elements) this.infer(element, frame);
        return any;
      case "derivative":
        return this.values.scale(this.name(expr.name, frame, expr.span), timeDimension, -expr.order);
      default:
        return any;
    }
  }

  name(name: string, frame: DimensionFrame, span: Span): DimensionValue {
    const position = frame.definition ? frame.definition.params.findIndex((param) => param.name === name) : -1;
    if (position >= 0) return frame.args[position] ?? any;
    const attribute = this.host.attributeNamed(name, frame.scope);
    if (attribute) return this.host.attribute(attribute, frame.scope);
    const binding = frame.scope.lookup(name);
    if (binding?.kind === "attribute") return this.host.attribute(binding.attribute, frame.scope);
    if (binding?.kind === "constant") return bare(null);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) return any;
    return this.function(binding.definition, binding.scope, [], { span, frame });
  }

  agree(
    a: DimensionValue,
    b: DimensionValue,
    parts: readonly Expr[],
    span: Span,
    frame: DimensionFrame,
    phrase: Phrase,
  ): DimensionValue {
    const agreed = this.values.agree(a, b);
    if ("value" in agreed) return agreed.value;
    this.report(agreed.mismatch, parts, span, frame, phrase);
    return any;
  }

  report(mismatch: Mismatch, parts: readonly Expr[], span: Span, frame: DimensionFrame, phrase: Phrase): void {
    if (this.trial) {
      this.isTrialBroken = true;
      return;
    }
    const { left, right } = describeMismatch(mismatch, this.solution);
    const repair = this.host.repair(parts, frame, mismatch);
    this.forgive(parts, frame, repair?.definition ?? null);
    this.tell(span, frame, phrase(left, right), repair ? [repair.words] : []);
  }

  /** One mistake, one diagnostic: a function that is responsible, or contains the mistake, is not reported again. */
  private forgive(parts: readonly Expr[], frame: DimensionFrame, blamed: Definition | null): void {
    const definitions = new Set(blamed ? [blamed] : []);
    for (const part of blamed ? [] : parts)
      visitNames(part, (name) => {
        const binding = this.host.attributeNamed(name, frame.scope) ? null : frame.scope.lookup(name);
        if (binding?.kind === "function" && binding.definition.params.length === 0) definitions.add(binding.definition);
        return true;
      });
    for (const definition of definitions)
      for (const entry of this.followed.get(definition)?.values() ?? []) entry.value = any;
  }

  /** A mistake inside a function that is consistent in itself comes from its arguments. */
  tell(span: Span, frame: DimensionFrame, phrase: string, notes: readonly string[]): void {
    if (this.trial) {
      this.isTrialBroken = true;
      return;
    }
    this.told++;
    let at = span;
    let called: string | null = null;
    for (let f = frame; f.caller && f.definition && f.definition.params.length > 0; f = f.caller.frame) {
      at = f.caller.span;
      called = f.definition.name;
    }
    if (called === null) this.host.tell(span, `this ${phrase}`, notes);
    else {
      const { line, column } = placeOf(span.source, span.from);
      this.host.tell(at, `with these arguments '${called}' ${phrase}`, [
        `it does so at ${line}:${column} of ${span.source.name}`,
      ]);
    }
  }

  /** A unit makes a quantity of a number; for a quantity it states the dimension, and must not convert it again. */
  private withUnit(expr: Extract<Expr, { kind: "unit" }>, frame: DimensionFrame): DimensionValue {
    const value = this.infer(expr.value, frame);
    const { dimension, factor, text } = expr.unit;
    const unit = all(ground(dimension), null);
    const entries = value.kind === "list" ? value.items : [value];
    const isNumber = (entry: DimensionValue) =>
      entry.kind === "bare" || (entry.kind === "all" && this.values.isPure(entry));
    if (entries.every(isNumber)) return all(ground(dimension), rankOf(value));
    if (isPure(dimension)) return value;
    if (factor !== 1)
      this.tell(expr.unitSpan, frame, `applies [${text}] to a quantity that already has a unit`, [
        "a unit with a factor belongs to a number: leave it out here",
      ]);
    else
      for (const entry of entries)
        if (!isNumber(entry))
          this.agree(
            unit,
            entry,
            [expr.value],
            expr.unitSpan,
            frame,
            (want, is) => `gives the unit of ${mid(want)} to what is ${is}`,
          );
    return all(ground(dimension), rankOf(value));
  }

  private binary(expr: BinaryExpr, frame: DimensionFrame): DimensionValue {
    const { op, opSpan } = expr;
    const left = this.infer(expr.left, frame);
    const right = this.infer(expr.right, frame);
    const inSum: MismatchReport = (mismatch) =>
      this.report(mismatch, [], opSpan, frame, (a, b) => `adds ${mid(b)} to ${mid(a)} in its sum of products`);
    switch (op) {
      case "+":
      case "-": {
        if (left.kind === "bare" && right.kind === "bare") {
          const [a, b] = [left.number, right.number];
          return bare(
            a === null || b === null ? null : op === "+" ? a + b : a - b,
            left.rank ?? right.rank,
            left.loose || right.loose,
          );
        }
        return this.agree(left, right, [expr.left, expr.right], opSpan, frame, (a, b) =>
          op === "+" ? `adds ${mid(b)} to ${a}` : `subtracts ${mid(b)} from ${a}`,
        );
      }
      case "*":
        return this.operators.product(left, right, inSum);
      case ".":
        return this.operators.inner(left, right, inSum);
      case "/":
        return this.operators.quotient(left, right);
      case "^":
        return this.operators.power(left, right, (mismatch) =>
          this.report(
            mismatch,
            [],
            opSpan,
            frame,
            (_, b) => `takes ${mid(b)} as an exponent, which must be a pure number`,
          ),
        );
      case "#":
        return this.operators.entry(left, right, (mismatch) =>
          this.report(
            mismatch,
            [],
            opSpan,
            frame,
            (_, b) => `takes ${mid(b)} as an index, which must be a pure number`,
          ),
        );
      case "&":
      case "|":
      case "++":
        return any;
      default:
        this.agree(left, right, [expr.left, expr.right], opSpan, frame, (a, b) => `compares ${mid(a)} with ${b}`);
        return any;
    }
  }

  private call(call: CallExpr, frame: DimensionFrame): DimensionValue {
    const binding = frame.scope.lookup(call.name);
    if (binding?.kind === "function") {
      const args = call.args.map((arg) => this.infer(arg, frame));
      const { params } = binding.definition;
      if (args.length !== params.length) return any;
      for (const [i, param] of params.entries()) {
        if (!param.unit) continue;
        const wanted = all(ground(param.unit.dimension), rankOf(args[i]));
        this.agree(
          wanted,
          args[i],
          [call.args[i]],
          call.args[i].span,
          frame,
          (want, is) => `is ${mid(is)} and '${call.name}' takes ${mid(want)} as '${param.name}'`,
        );
        args[i] = wanted;
      }
      return this.function(binding.definition, binding.scope, args, { span: call.span, frame });
    }
    const special = this.host.special(call, frame);
    if (special) return special;
    if (binding?.kind === "native") return nativeDimension(binding.native, call, frame, this);
    for (const arg of call.args) this.infer(arg, frame);
    return any;
  }

  /** The result of a function for these arguments. */
  function(
    definition: Definition,
    scope: Scope,
    given: readonly DimensionValue[],
    caller: DimensionFrame["caller"],
  ): DimensionValue {
    const stated = definition.unit ? all(ground(definition.unit.dimension), null) : null;
    if (definition.params.length > 0) {
      const isSound = this.isSound(definition, scope);
      if (stated && (!isSound || definition.params.every((param) => param.unit))) return stated;
      if (!isSound) return any;
    }
    const depth = caller ? caller.frame.depth + 1 : 0;
    if (depth > deepestCalls) return any;
    // Beyond a few nested calls numbers are forgotten, so that a counting recursion is recognised.
    const args = depth <= deepestNumbers ? given : given.map(withoutNumber);
    const key = args.map((arg) => this.values.key(arg)).join(";");
    let byKey = this.followed.get(definition);
    if (!byKey) this.followed.set(definition, (byKey = new Map()));
    const isTried = this.trial?.within.has(definition) === true;
    const known = isTried ? undefined : byKey.get(key);
    if (known) return known.value ?? (known.recursive ??= this.values.open());
    if (activeCalls(definition, caller) > deepestRecursion) return any;
    const entry: Followed = { value: null, recursive: null };
    if (!this.trial) byKey.set(key, entry);
    const frame: DimensionFrame = { scope, definition, args, caller, depth };
    let value = this.infer(definition.body, frame);
    // Functions without parameters that depend on each other are reported as a cycle.
    if (entry.recursive && args.length > 0)
      value = this.agree(
        entry.recursive,
        value,
        [definition.body],
        definition.body.span,
        frame,
        (a, b) => `gives ${b}, but where it calls itself ${a}`,
      );
    entry.value = stated ? this.state(stated, value, definition, frame) : withoutUnit(value, definition);
    return entry.value;
  }

  private state(
    stated: DimensionValue,
    value: DimensionValue,
    definition: Definition,
    frame: DimensionFrame,
  ): DimensionValue {
    this.agree(
      stated,
      value,
      [definition.body],
      definition.body.span,
      frame,
      (want, is) => `is ${mid(is)} and '${definition.name}' is stated as ${want}`,
    );
    return stated.kind === "all" ? all(stated.dim, rankOf(value)) : stated;
  }

  /** Checks a function by itself, once: with arguments of the stated dimensions, or of any. */
  isSound(definition: Definition, scope: Scope): boolean {
    const known = this.sound.get(definition);
    if (known !== undefined) return known;
    this.sound.set(definition, true);
    if (this.trial) return true;
    const before = this.told;
    const args = definition.params.map(({ unit }) => (unit ? all(ground(unit.dimension), null) : this.values.open()));
    const frame: DimensionFrame = { scope, definition, args, caller: null, depth: 0 };
    const value = this.infer(definition.body, frame);
    if (definition.unit) this.state(all(ground(definition.unit.dimension), null), value, definition, frame);
    const isSound = this.told === before;
    this.sound.set(definition, isSound);
    return isSound;
  }
}

/** A named constant without a unit may be a quantity whose unit was left out. */
function withoutUnit(value: DimensionValue, { params }: Definition): DimensionValue {
  if (params.length > 0 || value.kind !== "bare" || isZero(value)) return value;
  return bare(value.number, value.rank, true);
}

function withoutNumber(arg: DimensionValue): DimensionValue {
  return arg.kind === "bare" && arg.number ? bare(null, arg.rank, arg.loose) : arg;
}

/** Number of nested calls of a function under evaluation. */
function activeCalls(definition: Definition, caller: DimensionFrame["caller"]): number {
  let active = 0;
  for (let f = caller?.frame; f; f = f.caller?.frame) if (f.definition === definition) active++;
  return active;
}
