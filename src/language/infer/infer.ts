// Shapes before the run: an evaluation in which every value is only its shape (and, where it is known, its number).
// Functions are evaluated once for each combination of argument shapes; recursion is iterated to a fixed point.

import { type Attribute, preludeScope, type Scope } from "../names/scope.ts";
import { prelude } from "../prelude/prelude.ts";
import { describeKind, fitsKind, formOf, type Native, natives } from "../shapes/natives.ts";
import {
  boolean,
  describeShape,
  joinShapes,
  matrix,
  never,
  real,
  type Shape,
  sequence,
  shapeKey,
  unknown,
  vector,
} from "../shapes/shape.ts";
import type { BinaryExpr, CallExpr, Definition, Expr } from "../syntax/ast.ts";
import { Diagnostics } from "../syntax/diagnostic.ts";
import { componentIndex } from "../syntax/habit-names.ts";
import { placeOf, type Span } from "../syntax/span.ts";
import { didYouMean } from "../syntax/suggest.ts";
import {
  adviseArgument,
  argumentSwaps,
  innerProductMeant,
  numberInPlace,
  productMeant,
  swapAdvice,
  takes,
  toArgument,
} from "./advice.ts";
import { KnownDirections } from "./directions.ts";
import { foldConstants } from "./fold-constants.ts";
import { objectAccess, sayAccess } from "./object-access.ts";
import { binaryShape, unaryShape } from "./operator.ts";
import { UnknownNames } from "./unknown-names.ts";

/** A value as far as it is known: its shape, and the number or boolean it surely is. */
export interface KnownValue {
  readonly shape: Shape;
  readonly constant: number | boolean | null;
}

export interface InferFrame {
  readonly scope: Scope;
  readonly definition: Definition | null;
  readonly args: readonly KnownValue[];
  readonly registered: boolean;
  /** The caller of the function, for the notes of a mistake inside it. */
  readonly caller: { readonly span: Span; readonly frame: InferFrame } | null;
  readonly depth: number;
}

/** What only the environment of a law knows. */
export interface ShapeHost {
  attributeShape(attribute: Attribute, span: Span, frame: InferFrame): Shape;
  /** The shape of a special form's value; null if there is no such form here. */
  specialShape(call: CallExpr, frame: InferFrame, inference: Inference): Shape | null;
  /** Whether functions have no rates but those that are stated; in laws of links they have those that follow. */
  readonly hasStatedRatesOnly?: boolean;
  /** Whether a name is that of an object, which cannot be used in expressions. */
  isObject?(name: string): boolean;
  /** Advice for a name that is unknown here. */
  adviseName?(name: string, frame: InferFrame): readonly string[];
  /** Receives functions without parameters that depend on each other, if nothing else finds such cycles. */
  cycle?(definitions: readonly Definition[]): void;
}

/** The limit on evaluating calls: in all, and for each definition. */
const mostSteps = 400_000;
const stepsPerDefinition = 2_000;
/** Beyond this many nested calls, numbers are forgotten and only shapes are kept. */
const deepestConstants = 6;
/** Beyond this many nested expressions, across calls, evaluation ends: the stack must hold. */
const deepestExpressions = 1_000;
/** A call takes as much of the stack as this many expressions. */
const depthOfCall = 2;
/** Shapes settle within a few rounds; what has not settled by then is unknown. */
const mostRounds = 8;

/** The result of a function for arguments of certain shapes. */
interface Result {
  readonly definition: Definition;
  value: KnownValue;
  /** Whether it is final. */
  settled: boolean;
  /** The round of a recursion in which `value` was last found. */
  round: number;
  /** The place on the stack of active calls, or -1. */
  place: number;
  /** The lowest call on that stack whose unsettled value was used for this one. */
  lowest: number;
}

function known(shape: Shape, constant: number | boolean | null = null): KnownValue {
  return { shape, constant };
}

export class Inference {
  private readonly host: ShapeHost;
  private readonly diagnostics: Diagnostics;
  private readonly results = new Map<Definition, Map<string, Result>>();
  private readonly calls: Result[] = [];
  /** Results found within an unfinished recursion. */
  private readonly unsettled: Result[] = [];
  /** The lowest place on the stack whose unsettled value has been used since this was last reset. */
  private lowest = Infinity;
  private round = 0;
  private rounds = 0;
  private changed = false;
  private nesting = 0;
  /** Functions known to call each other without end, reported once. */
  private readonly endless = new Set<Definition>();
  /** The names that were not found; the caller takes or reports them. */
  readonly unknownNames: UnknownNames;
  private steps = 0;
  private readonly directions = new KnownDirections();

  constructor(host: ShapeHost, diagnostics: Diagnostics) {
    this.host = host;
    this.diagnostics = diagnostics;
    this.unknownNames = new UnknownNames(host);
  }

  /** The shape of an expression outside all functions. */
  run(expr: Expr, scope: Scope): KnownValue {
    return this.infer(expr, { scope, definition: null, args: [], registered: false, caller: null, depth: 0 });
  }

  /** The shape of a zero-argument function's value. */
  compute(definition: Definition, scope: Scope, registered: boolean, caller: InferFrame["caller"] = null): KnownValue {
    if (caller === null) this.steps -= stepsPerDefinition;
    return this.call(definition, scope, [], registered, caller, caller === null ? 0 : caller.frame.depth + 1);
  }

  infer(expr: Expr, frame: InferFrame): KnownValue {
    if (++this.steps > mostSteps || this.nesting >= deepestExpressions) return known(unknown);
    this.nesting++;
    const result = this.follow(expr, frame);
    this.nesting--;
    return result;
  }

  /** The shapes of expressions in a frame. */
  private shapesIn(frame: InferFrame): (expr: Expr) => Shape {
    return (expr) => this.infer(expr, frame).shape;
  }

  private follow(expr: Expr, frame: InferFrame): KnownValue {
    switch (expr.kind) {
      case "number":
        return known(real, expr.value);
      case "boolean":
        return known(boolean, expr.value);
      case "name":
        return this.name(expr.name, expr.span, frame);
      case "unit":
        return this.withUnit(expr, frame);
      case "unary": {
        const operand = this.infer(expr.operand, frame);
        const result = unaryShape(expr.op, operand.shape);
        if ("expected" in result) return this.misfit(expr.op, expr.opSpan, frame, result.expected, [operand.shape]);
        const constant =
          typeof operand.constant === "number" ? (expr.op === "-" ? -operand.constant : operand.constant) : null;
        this.directions.set(expr, expr.operand);
        return known(result.shape, expr.op === "!" ? null : constant);
      }
      case "binary":
        return this.binary(expr, frame);
      case "if":
        return this.branch(expr, frame);
      case "call":
        return this.callExpr(expr, frame);
      case "vector":
        return this.vector(expr.elements, expr.span, frame);
      case "sequence": {
        let element: Shape = never;
        for (const item of expr.elements) {
          const { shape } = this.infer(item, frame);
          if (shape.kind === "sequence")
            this.error(
              "shape",
              item.span,
              frame,
              "a sequence holds reals, booleans, vectors and matrices",
              "to join sequences, write ++",
            );
          element = joinShapes(element, shape.kind === "sequence" ? unknown : shape) ?? unknown;
        }
        return known(sequence(element));
      }
      case "derivative":
        return this.derivative(expr, frame);
      case "error":
        return known(unknown);
    }
  }

  private name(name: string, span: Span, frame: InferFrame): KnownValue {
    const position = frame.definition ? frame.definition.params.findIndex((param) => param.name === name) : -1;
    if (position >= 0) return frame.args[position];
    const attribute = frame.registered ? frame.scope.attribute(name) : null;
    if (attribute) return known(this.host.attributeShape(attribute, span, frame));
    const binding = frame.scope.lookup(name);
    switch (binding?.kind) {
      case "constant":
        return known(real, binding.value);
      case "attribute":
        return known(this.host.attributeShape(binding.attribute, span, frame));
      case "function":
        if (binding.definition.params.length > 0) return this.uncalled(name, binding.definition.params, span, frame);
        return this.compute(binding.definition, binding.scope, frame.registered, { span, frame });
      case "native":
        return this.uncalled(name, binding.native.params, span, frame);
      default:
        return this.unknownName(name, span, frame);
    }
  }

  private derivative(expr: Extract<Expr, { kind: "derivative" }>, frame: InferFrame): KnownValue {
    const binding = frame.scope.lookup(expr.name + "'".repeat(expr.order));
    if (binding?.kind === "function")
      return this.compute(binding.definition, binding.scope, frame.registered, { span: expr.span, frame });
    const base = frame.scope.lookup(expr.name) ?? null;
    if (base?.kind === "function" && base.definition.params.length === 0) {
      const { shape } = this.compute(base.definition, base.scope, frame.registered, { span: expr.span, frame });
      return shape.kind === "matrix" && this.host.hasStatedRatesOnly ? this.noRate(expr, shape, frame) : known(shape);
    }
    if (!base) return this.unknownName(expr.name, expr.span, frame);
    const shape = base.kind === "attribute" ? this.host.attributeShape(base.attribute, expr.span, frame) : unknown;
    return this.noRate(expr, shape, frame);
  }

  /** A prime behind a matrix is how other languages write its transpose. */
  private noRate({ name, order, span }: Extract<Expr, { kind: "derivative" }>, shape: Shape, frame: InferFrame) {
    const transpose = `a prime is a rate: for the transpose, write matrixTranspose(${name})`;
    const notes = shape.kind === "matrix" && order === 1 ? [transpose] : [`state it: ${name}' = …`];
    this.error("no-rate", span, frame, `no rate of '${name}' is stated here`, ...notes);
    return known(unknown);
  }

  private withUnit(expr: Extract<Expr, { kind: "unit" }>, frame: InferFrame): KnownValue {
    const value = this.infer(expr.value, frame);
    if (value.shape.kind === "boolean" || value.shape.kind === "sequence")
      return this.misfit(`[${expr.unit.text}]`, expr.unitSpan, frame, "a unit follows a real, a vector or a matrix", [
        value.shape,
      ]);
    this.directions.set(expr, expr.value);
    return known(value.shape, typeof value.constant === "number" ? value.constant * expr.unit.factor : null);
  }

  private binary(expr: BinaryExpr, frame: InferFrame): KnownValue {
    if (this.isOfObject(expr, frame)) return known(unknown);
    const left = this.infer(expr.left, frame);
    if (this.isComponent(expr, left.shape, frame)) return known(real);
    const right = this.infer(expr.right, frame);
    const constant = typeof right.constant === "number" ? right.constant : null;
    const result = binaryShape(expr.op, left.shape, right.shape, constant);
    if ("expected" in result) {
      const hint =
        result.hint ??
        innerProductMeant(expr, left.shape, right.shape, this.shapesIn(frame)) ??
        numberInPlace(expr, left.shape, right.shape, this.shapesIn(frame));
      return this.misfit(expr.op, expr.opSpan, frame, result.expected, [left.shape, right.shape], hint);
    }
    if (result.shape.kind === "vector" && frame.scope !== preludeScope)
      this.directions.follow(expr, left.shape, right.shape, this.diagnostics);
    return known(result.shape, foldConstants(expr.op, left.constant, right.constant));
  }

  /** `ball.position`, an attribute of an object in other languages; reported here. */
  private isOfObject(expr: BinaryExpr, frame: InferFrame): boolean {
    const isOwn = (name: string) => frame.definition?.params.some((param) => param.name === name) === true;
    const isObject = (name: string) => this.host.isObject?.(name) === true && !isOwn(name) && !frame.scope.lookup(name);
    const access = objectAccess(expr, isObject);
    if (access) this.error("unknown-name", access.object.span, frame, ...sayAccess(access));
    return access !== null;
  }

  /** `v.z`, a component in other languages; reported here. */
  private isComponent({ op, left, right }: BinaryExpr, { kind }: Shape, frame: InferFrame): boolean {
    // `g . position.z` reads as (g . position) . z.
    const last = left.kind === "binary" && left.op === "." && left.right.kind === "name" ? left.right : null;
    if (op !== "." || right.kind !== "name" || (kind !== "vector" && !(kind === "real" && last))) return false;
    const index = frame.definition?.params.some(({ name }) => name === right.name) ? null : componentIndex(right.name);
    if (index === null || frame.scope.lookup(right.name)) return false;
    const vector = left.kind === "name" ? left.name : (last?.name ?? "(…)");
    const note = `for the component write ${vector} # ${index}`;
    this.error("unknown-name", right.span, frame, `'${right.name}' is not defined here`, note);
    return true;
  }

  private branch(expr: Extract<Expr, { kind: "if" }>, frame: InferFrame): KnownValue {
    const condition = this.infer(expr.condition, frame);
    if (condition.shape.kind !== "boolean" && condition.shape.kind !== "unknown" && condition.shape.kind !== "never")
      this.error(
        "shape",
        expr.condition.span,
        frame,
        `a condition must be a boolean, and this is ${describeShape(condition.shape)}`,
      );
    if (condition.shape.kind === "never") return known(never);
    // A recursion over known numbers is evaluated only where it leads.
    if (frame.args.length > 0 && typeof condition.constant === "boolean")
      return this.infer(condition.constant ? expr.yes : expr.no, frame);
    const yes = this.infer(expr.yes, frame).shape;
    const no = this.infer(expr.no, frame).shape;
    const shape = joinShapes(yes, no);
    if (shape) return known(shape);
    const message = `the branches differ: 'then' gives ${describeShape(yes)}, 'else' gives ${describeShape(no)}`;
    this.error("branches", expr.no.span, frame, message);
    return known(unknown);
  }

  private vector(elements: readonly Expr[], span: Span, frame: InferFrame): KnownValue {
    if (elements.length === 0) this.error("shape", span, frame, "a vector has at least one element");
    let element: Shape = never;
    for (const item of elements) {
      const { shape } = this.infer(item, frame);
      const fits = shape.kind !== "boolean" && shape.kind !== "sequence" && shape.kind !== "matrix";
      const joined = fits ? joinShapes(element, shape) : null;
      if (!joined) {
        const like = element.kind === "never" ? "a real or a vector" : `${describeShape(element)} like the first`;
        this.error(
          "shape",
          item.span,
          frame,
          `an element of this vector must be ${like}, and this is ${describeShape(shape)}`,
        );
        return known(unknown);
      }
      element = joined;
    }
    if (element.kind === "vector") return known(matrix(elements.length, element.length));
    return known(element.kind === "real" ? vector(elements.length) : unknown);
  }

  private callExpr(call: CallExpr, frame: InferFrame): KnownValue {
    const binding = frame.scope.lookup(call.name);
    if (binding?.kind === "function") {
      const args = call.args.map((arg) => this.infer(arg, frame));
      if (!this.checkCount(call, binding.definition.params.length, frame)) return known(unknown);
      return this.call(
        binding.definition,
        binding.scope,
        args,
        frame.registered,
        { span: call.span, frame },
        frame.depth + 1,
      );
    }
    if (binding?.kind === "native" && binding.native.ownShape !== call.args.length)
      return this.callNative(binding.native, call, frame);
    const special = this.host.specialShape(call, frame, this);
    if (special) return known(special);
    if (binding?.kind === "native") return this.callNative(binding.native, call, frame);
    const isParameter = frame.definition?.params.some(({ name }) => name === call.name) === true;
    if (!binding && !isParameter) return this.unknownName(call.name, call.nameSpan, frame);
    this.error(
      "not-a-function",
      call.nameSpan,
      frame,
      `'${call.name}' is not a function`,
      this.adviseCall(call, frame),
    );
    return known(unknown);
  }

  /** What to write in place of a call of something that is not a function. */
  private adviseCall(call: CallExpr, frame: InferFrame): string {
    const binding = frame.scope.lookup(call.name);
    if (binding && natives.has(call.name))
      return `the ${binding.kind} '${call.name}' hides the native function: choose another name`;
    const { shape } = this.name(call.name, call.nameSpan, frame);
    // In a library any name may be an attribute to come; a called name is more likely a misspelt function.
    const isGuess =
      binding?.kind === "attribute" && binding.attribute.owner.kind === "object" && shape.kind === "unknown";
    const near = isGuess ? didYouMean(call.name, natives.keys())[0] : undefined;
    return near ?? productMeant(call, shape, binding !== null, this.shapesIn(frame)) ?? "write it without ( )";
  }

  private callNative(native: Native, call: CallExpr, frame: InferFrame): KnownValue {
    const args = call.args.map((arg) => this.infer(arg, frame));
    if (!this.checkCount(call, native.params.length, frame)) return known(unknown);
    for (const [i, param] of native.params.entries()) {
      if (fitsKind(param.kind, args[i].shape)) continue;
      const message =
        `${native.name} takes ${describeKind(param.kind)} as ${param.name}, and this is ` +
        `${describeShape(args[i].shape)}`;
      const isSwapped = argumentSwaps(args).filter((tried) => takes(native, tried)).length === 1;
      const isLength = native.name === "abs" && args[i].shape.kind === "vector";
      this.error(
        "arguments",
        call.args[i].span,
        frame,
        message,
        ...(isSwapped ? [swapAdvice(native.name, native.params)] : []),
        ...adviseArgument(call.args[i], isLength, param.kind === "real", this.shapesIn(frame)),
      );
      return known(unknown);
    }
    if (!native.shape) {
      const name = native.forms ? formOf(native.forms, args[0].shape) : native.name;
      if (name === null) return known(native.name === "rotation" ? matrix(3, 3) : args[0].shape);
      // Mistakes were reported above; the prelude itself is right.
      return this.call(prelude().get(name)!, preludeScope, args, false, { span: call.span, frame }, frame.depth + 1);
    }
    const result = native.shape(args.map(toArgument));
    if (typeof result === "string") {
      this.error("arguments", call.span, frame, result);
      return known(unknown);
    }
    const first = args[0].shape;
    return known(result, native.name === "vectorDimension" && first.kind === "vector" ? first.length : null);
  }

  /** Arguments that the function would accept: in another order, or one with another shape. */
  private adviseArguments({ definition, scope, args }: InferFrame): string[] {
    const { name, params } = definition!;
    const fits = (tried: readonly KnownValue[]) => {
      const silent = new Diagnostics();
      new Inference(this.host, silent).call(definition!, scope, tried, false, null, 0);
      return !silent.hasErrors;
    };
    if (argumentSwaps(args).filter(fits).length === 1) return [swapAdvice(name, params)];
    const usual: readonly Shape[] = [real, vector(3), matrix(3, 3)];
    const found = params.flatMap((param, i) =>
      usual.filter((shape) => fits(args.with(i, known(shape)))).map((shape) => ({ param, shape })),
    );
    const [first] = found;
    if (!first || found.some(({ param }) => param !== first.param)) return [];
    const fitting = found.map(({ shape }) => describeShape(shape)).join(" or ");
    return [`as '${first.param.name}' ${fitting} would fit`];
  }

  private checkCount(call: CallExpr, count: number, frame: InferFrame): boolean {
    if (call.args.length === count) return true;
    const takes = count === 1 ? "1 argument" : `${count} arguments`;
    const isNested = /^(max|min)$/.test(call.name) && call.args.length > count;
    const product =
      count === 0
        ? productMeant(
            call,
            this.name(call.name, call.nameSpan, frame).shape,
            frame.scope.lookup(call.name) !== null,
            this.shapesIn(frame),
          )
        : null;
    const isOfElements = /^(max|min)$/.test(call.name) && call.args.length === 1;
    const ofElements =
      `of the elements of a vector write ${call.name}(v # 1, ${call.name}(v # 2, v # 3)); its ` + `length is norm(v)`;
    const own = isOfElements
      ? ofElements
      : call.name === "inertiaTensor"
        ? "that of the object's own shape is inertiaTensor(mass)"
        : product;
    const notes = isNested ? [`write ${call.name}(a, ${call.name}(b, c))`] : own === null ? [] : [own];
    this.error(
      "arguments",
      call.span,
      frame,
      `'${call.name}' takes ${takes} and is given ${call.args.length}`,
      ...notes,
    );
    return false;
  }

  /** Evaluates a function for arguments of these shapes, until a recursive result no longer changes. */
  private call(
    definition: Definition,
    scope: Scope,
    given: readonly KnownValue[],
    registered: boolean,
    caller: InferFrame["caller"],
    depth: number,
  ): KnownValue {
    const args = depth > deepestConstants ? given.map((arg) => known(arg.shape)) : given;
    const forms = args.map((arg) => `${shapeKey(arg.shape)}=${arg.constant}`).join(",");
    const key = `${registered ? "registered " : ""}${forms}`;
    // Arguments come first: if one never gives a value, neither does the call.
    if (args.some((arg) => arg.shape.kind === "never")) return known(never);
    let byKey = this.results.get(definition);
    if (!byKey) this.results.set(definition, (byKey = new Map()));
    let result = byKey.get(key);
    if (result?.settled) return result.value;
    if (result && result.place >= 0) {
      this.lowest = Math.min(this.lowest, result.place);
      if (args.length === 0) this.host.cycle?.(this.calls.slice(result.place).map((call) => call.definition));
      return result.value;
    }
    if (result && result.round === this.round) {
      this.lowest = Math.min(this.lowest, result.lowest);
      return result.value;
    }
    if (!result)
      byKey.set(key, (result = { definition, value: known(never), settled: false, round: -1, place: -1, lowest: -1 }));
    const frame: InferFrame = { scope, definition, args, registered, caller, depth };
    this.settle(result, frame);
    return result.value;
  }

  /** Evaluates a body; the lowest call of a recursion repeats it until nothing changes. */
  private settle(result: Result, frame: InferFrame): void {
    const below = this.lowest;
    const outerRound = this.round;
    const first = this.unsettled.length;
    result.place = this.calls.length;
    this.calls.push(result);
    this.nesting += depthOfCall;
    this.lowest = Infinity;
    this.update(result, frame);
    if (this.lowest < result.place) {
      result.lowest = this.lowest;
      this.unsettled.push(result);
    } else {
      const isRecursive = this.lowest === result.place;
      const outerChanged = this.changed;
      for (let i = 0; isRecursive && i < mostRounds; i++) {
        this.round = ++this.rounds;
        this.changed = false;
        this.update(result, frame);
        if (!this.changed) break;
        if (i === mostRounds - 1) result.value = known(unknown);
      }
      this.changed = outerChanged;
      this.round = outerRound;
      this.lowest = Infinity;
      const settled = [result, ...this.unsettled.splice(first)];
      for (const other of settled) other.settled = true;
      if (isRecursive && result.value.shape.kind === "never") this.reportEndless(settled);
    }
    this.nesting -= depthOfCall;
    this.calls.pop();
    result.place = -1;
    this.lowest = Math.min(below, this.lowest);
  }

  private update(result: Result, frame: InferFrame): void {
    const value = this.infer(result.definition.body, frame);
    if (shapeKey(value.shape) !== shapeKey(result.value.shape) || value.constant !== result.value.constant)
      this.changed = true;
    result.value = value;
    result.round = this.round;
  }

  private reportEndless(recursion: readonly Result[]): void {
    const { definition } = recursion[0];
    recursion[0].value = known(unknown);
    const isTold = definition.params.length === 0 || recursion.some((result) => this.endless.has(result.definition));
    for (const result of recursion) this.endless.add(result.definition);
    if (isTold) return;
    this.diagnostics.error(
      "endless",
      definition.nameSpan,
      `'${definition.name}' calls itself without end`,
      "a recursion needs a branch that does not call it",
    );
  }

  error(code: string, span: Span, frame: InferFrame, message: string, ...notes: string[]): void {
    if (frame.scope === preludeScope) {
      // The prelude is right, so the mistake is in the call from outside.
      let outside = frame.caller;
      while (outside && outside.frame.scope === preludeScope) outside = outside.frame.caller;
      if (outside)
        this.error("arguments", outside.span, outside.frame, "these arguments do not fit together", message, ...notes);
      return;
    }
    const call = misfits.has(code) ? callFromOutside(frame, span) : null;
    if (call) {
      const { line, column } = placeOf(span.source, span.from);
      const args = call.args.map((arg) => describeShape(arg.shape)).join(", ");
      this.error(
        code,
        call.caller!.span,
        call.caller!.frame,
        `'${call.definition!.name}' cannot take ${args}`,
        ...this.adviseArguments(call),
        `at ${span.source.name}:${line}:${column}: ${message}`,
        ...notes,
      );
      return;
    }
    // A mistake inside a function may come from its call.
    if (frame.definition && frame.caller && frame.args.some((arg) => arg.shape.kind !== "unknown")) {
      const args = frame.args.map((arg) => describeShape(arg.shape)).join(", ");
      const { source, from } = frame.caller.span;
      const { line, column } = placeOf(source, from);
      notes.push(`when '${frame.definition.name}' is called with ${args} at ${line}:${column}`);
    }
    this.diagnostics.error(code, span, message, ...notes);
  }

  private misfit(
    op: string,
    span: Span,
    frame: InferFrame,
    expected: string,
    shapes: Shape[],
    hint?: string,
  ): KnownValue {
    const found = shapes.map(describeShape).join(" and ");
    this.error("shapes", span, frame, `'${op}' cannot take ${found}`, expected, ...(hint ? [hint] : []));
    return known(unknown);
  }

  private unknownName(name: string, span: Span, frame: InferFrame): KnownValue {
    this.unknownNames.note(name, span, frame);
    return known(unknown);
  }

  /** Reports each unknown name once, where it first occurs. */
  reportUnknownNames(): void {
    this.unknownNames.report(this.diagnostics);
  }

  private uncalled(
    name: string,
    params: readonly { readonly name: string }[],
    span: Span,
    frame: InferFrame,
  ): KnownValue {
    const call = `${name}(${params.map((param) => param.name).join(", ")})`;
    this.error("arguments", span, frame, `'${name}' is a function`, `call it: ${call}`);
    return known(unknown);
  }
}

/** Codes of errors about the shapes of arguments. */
const misfits: ReadonlySet<string> = new Set(["shapes", "shape", "arguments", "branches"]);

/**
 * The call from another text that led to a place in this one: an imported function is right in itself, so the mistake
 * is in its call. Null if it was called from its own text, or by no call with known arguments.
 */
function callFromOutside(frame: InferFrame, { source }: Span): InferFrame | null {
  for (let at: InferFrame | undefined = frame; at; at = at.caller?.frame)
    if (at.caller && at.caller.span.source !== source && at.definition?.nameSpan.source === source)
      return at.args.length > 0 ? at : null;
  return null;
}
