// The oracle: evaluates expressions as the language says, in the plainest way. Compiled laws must equal it bit for bit.
import type { Curve } from "../../geometry/curves/curve.ts";
import { type Attribute, type Binding, preludeScope, type Scope } from "../../language/names/scope.ts";
import { prelude } from "../../language/prelude/prelude.ts";
import {
  curveCalls,
  describeKind,
  fitsKind,
  formOf,
  largestDimension,
  type Native,
} from "../../language/shapes/natives.ts";
import { describeShape } from "../../language/shapes/shape.ts";
import type { BinaryExpr, CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import type { Span } from "../../language/syntax/span.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { Budget } from "../values/budget.ts";
import { answerCurve, type CurveQuestion, curveAnswerSize, curveCost, derivedCalls } from "../values/curve-call.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { formatValue, sequenceOf, shapeOf, type Value, vectorOf } from "../values/value.ts";
import { applyBinary, applyUnary, isMisfit, type Misfit, operatorCost, resultSize, sizeOf } from "./operators.ts";
import { primitives } from "./primitives.ts";

/** Where an expression stands: the function around it, its arguments, and what names mean. */
export interface CallFrame {
  readonly scope: Scope;
  readonly definition: Definition | null;
  readonly args: readonly Value[];
  /** In first-time-only functions and in functions they call, every attribute means its registered value. */
  readonly registered: boolean;
}

/** The environment of an evaluation: the attributes, and the calls that only a running experiment can answer. */
export interface Host {
  /** The value of an attribute; null if it has none. */
  read(attribute: Attribute, registered: boolean): Value | null;
  /** The call `name(…)` of a special form such as `total`; null if this host does not know the form. */
  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null;
  /** The curve of that name; `curve1` and `curve2` may be the ends of a link. Absent if there are no curves. */
  curve?(name: string): Curve | null;
  /** The rate `C'` of a function along the motion, if no law states it. Absent if nothing moves. */
  rate?(name: string, order: number, frame: CallFrame): Value | null;
  /** Receives the side of each comparison, in the order in which they are made; see `sideOf`. */
  tookSide?(side: number): void;
}

/** A host without attributes and special forms: the interactive interpreter. */
export const emptyHost: Host = { read: () => null, special: () => null };

/** One evaluation: one instant, stage or iteration. Zero-argument functions are computed at most once in it. */
export class Interpreter {
  readonly budget: Budget;
  private readonly host: Host;
  private readonly computed = new Map<Definition, Value>();
  private readonly computedRegistered = new Map<Definition, Value>();
  private readonly computing = new Set<Definition>();
  /** The last call of a native from outside the prelude: an error inside the native is reported there. */
  private nativeCall: { readonly call: CallExpr; readonly frame: CallFrame } | null = null;

  constructor(host: Host = emptyHost, budget: Budget = new Budget()) {
    this.host = host;
    this.budget = budget;
  }

  /** The value of an expression at the top, outside all functions. */
  run(expr: Expr, scope: Scope): Value {
    return this.evaluate(expr, { scope, definition: null, args: [], registered: false });
  }

  /** The value of a zero-argument function. */
  compute(definition: Definition, scope: Scope, registered: boolean): Value {
    const memo = registered ? this.computedRegistered : this.computed;
    const known = memo.get(definition);
    if (known !== undefined) return known;
    const frame: CallFrame = { scope, definition, args: [], registered };
    if (this.computing.has(definition))
      this.fail("cycle", definition.nameSpan, frame, `'${definition.name}' needs its own value`, [
        `for the value before, write previous(${definition.name})`,
      ]);
    this.computing.add(definition);
    const value = this.evaluate(definition.body, frame);
    this.computing.delete(definition);
    memo.set(definition, value);
    return value;
  }

  /** Gives a zero-argument function this value from now on, whatever its text says. */
  assume(definition: Definition, value: Value): void {
    this.computed.set(definition, value);
  }

  evaluate(start: Expr, startFrame: CallFrame): Value {
    const budget = this.budget;
    if (++budget.depth > budget.limits.depth) this.failDepth(start, startFrame);
    let expr = start;
    let frame = startFrame;
    // Branches and tail calls take no depth: they continue in this loop.
    for (;;) {
      if (expr.kind === "if") {
        expr = this.condition(expr.condition, frame) ? expr.yes : expr.no;
        continue;
      }
      if (expr.kind === "call") {
        const next = this.enter(expr, frame);
        if (!("definition" in next)) {
          budget.depth--;
          return next.value;
        }
        expr = next.definition!.body;
        frame = next;
        continue;
      }
      const value = this.simple(expr, frame);
      budget.depth--;
      return value;
    }
  }

  private simple(expr: Exclude<Expr, { kind: "if" } | CallExpr>, frame: CallFrame): Value {
    switch (expr.kind) {
      case "number":
      case "boolean":
        return expr.value;
      case "name":
        return this.name(expr.name, expr.span, frame);
      case "unit":
        return this.withUnit(expr, frame);
      case "unary": {
        const operand = this.evaluate(expr.operand, frame);
        this.spend(sizeOf(operand), expr.span, frame);
        const result = applyUnary(expr.op, operand);
        return isMisfit(result) ? this.misfit(expr.op, expr.opSpan, frame, result, [operand]) : result;
      }
      case "binary":
        return expr.op === "&" || expr.op === "|" ? this.logical(expr, frame) : this.binary(expr, frame);
      case "vector":
        return this.vector(expr.elements, expr.span, frame);
      case "sequence": {
        this.allocate(expr.elements.length, expr.span, frame);
        const items = expr.elements.map((element) => this.evaluate(element, frame));
        for (const [i, item] of items.entries())
          if (typeof item === "object" && item.kind === "sequence")
            this.fail("shape", expr.elements[i].span, frame, "a sequence holds reals, booleans, vectors and matrices", [
              "to join sequences, write ++",
            ]);
        const sequence = sequenceOf(items);
        this.allocate(sizeOf(sequence), expr.span, frame);
        return sequence;
      }
      case "derivative":
        return this.derivative(expr.name, expr.order, expr.span, frame);
      case "error":
        return this.fail("syntax", expr.span, frame, "this text is broken", []);
    }
  }

  condition(expr: Expr, frame: CallFrame): boolean {
    const value = this.evaluate(expr, frame);
    if (typeof value === "boolean") return value;
    return this.fail("shape", expr.span, frame, "a condition must be true or false", [`found ${shown(value)}`]);
  }

  private name(name: string, span: Span, frame: CallFrame): Value {
    const position = frame.definition ? frame.definition.params.findIndex((param) => param.name === name) : -1;
    if (position >= 0) return frame.args[position];
    if (frame.registered) {
      const attribute = frame.scope.attribute(name);
      if (attribute) return this.attribute(attribute, name, span, frame);
    }
    const binding = frame.scope.lookup(name);
    switch (binding?.kind) {
      case "constant":
        return binding.value;
      case "attribute":
        return this.attribute(binding.attribute, name, span, frame);
      case "function":
        if (binding.definition.params.length > 0)
          return this.failUncalled(name, binding.definition.params, span, frame);
        this.spend(1, span, frame);
        return this.compute(binding.definition, binding.scope, frame.registered);
      case "native":
        return this.failUncalled(name, binding.native.params, span, frame);
      default:
        return this.failUnknown(name, span, frame);
    }
  }

  private attribute(attribute: Attribute, name: string, span: Span, frame: CallFrame): Value {
    return (
      this.host.read(attribute, frame.registered) ??
      this.fail("no-value", span, frame, `'${name}' has no value yet`, [])
    );
  }

  /** `v'`: the rate that the context states for v. */
  private derivative(name: string, order: number, span: Span, frame: CallFrame): Value {
    const binding = frame.scope.lookup(name + "'".repeat(order));
    if (binding?.kind === "function") return this.compute(binding.definition, binding.scope, frame.registered);
    const rate = this.host.rate?.(name, order, frame) ?? null;
    if (rate !== null) return rate;
    return this.fail("no-rate", span, frame, `no rate of '${name}' is stated here`, [`state it: ${name}' = …`]);
  }

  /** The frame in which a call continues, or its value if it is done. */
  private enter(call: CallExpr, frame: CallFrame): CallFrame | { value: Value } {
    const binding = frame.scope.lookup(call.name);
    this.spend(1, call.span, frame);
    if (binding?.kind === "function") return this.enterFunction(binding, call, frame);
    if (binding?.kind === "native" && binding.native.ownShape !== call.args.length)
      return this.callNative(binding.native, call, frame);
    if (!binding && curveCalls.has(call.name)) return this.callCurve(call, frame);
    const special = this.host.special(call, frame, this);
    if (special !== null) return { value: special };
    if (binding?.kind === "native") return this.callNative(binding.native, call, frame);
    if (binding)
      return this.fail("not-a-function", call.nameSpan, frame, `'${call.name}' is not a function`, [
        `write it without ( )`,
      ]);
    return this.failUnknown(call.name, call.nameSpan, frame);
  }

  private enterFunction(
    binding: Binding & { kind: "function" },
    call: CallExpr,
    frame: CallFrame,
  ): CallFrame | { value: Value } {
    const { definition, scope } = binding;
    this.checkCount(call, definition.params.length, frame);
    if (definition.params.length === 0) return { value: this.compute(definition, scope, frame.registered) };
    const args = call.args.map((arg) => this.evaluate(arg, frame));
    return { scope, definition, args, registered: frame.registered };
  }

  private callNative(native: Native, call: CallExpr, frame: CallFrame): CallFrame | { value: Value } {
    this.checkCount(call, native.params.length, frame);
    const args = call.args.map((arg) => this.evaluate(arg, frame));
    for (const [i, param] of native.params.entries()) {
      if (!fitsKind(param.kind, shapeOf(args[i])))
        return this.misfit(
          native.name,
          call.nameSpan,
          frame,
          { misfit: `${native.name} takes ${describeKind(param.kind)} as ${param.name}` },
          args,
        );
    }
    const primitive = primitives.get(native.name);
    if (!primitive) {
      const name = native.forms ? formOf(native.forms, shapeOf(args[0]))! : native.name;
      if (frame.scope !== preludeScope) this.nativeCall = { call, frame };
      return { scope: preludeScope, definition: prelude().get(name)!, args, registered: frame.registered };
    }
    this.allocate(primitiveSize(native.name, args), call.span, frame);
    this.spend(primitiveCost(native.name, args), call.span, frame);
    const result = primitive(...args);
    if (isMisfit(result)) return this.misfit(native.name, call.nameSpan, frame, result, args);
    if (this.host.tookSide) {
      const side = sideOf(native.name, args);
      if (side !== null) this.host.tookSide(side);
    }
    return { value: result };
  }

  /** `pointAt(wire, s)`: the first argument is the name of a curve. */
  private callCurve(call: CallExpr, frame: CallFrame): CallFrame | { value: Value } {
    const { param } = curveCalls.get(call.name)!;
    this.checkCount(call, param ? 2 : 1, frame);
    const [name, second] = call.args;
    const curve = name.kind === "name" ? (this.host.curve?.(name.name) ?? null) : null;
    if (!curve) {
      const said =
        name.kind === "name" ? `there is no curve called '${name.name}'` : `${call.name} takes the name of a curve`;
      return this.fail("unknown-name", name.span, frame, said, []);
    }
    this.spend(curveCost(call.name), call.span, frame);
    if (!param) return { value: curve.length };
    const value = this.evaluate(second, frame);
    if (!fitsKind(param.kind, shapeOf(value)))
      return this.misfit(
        call.name,
        call.nameSpan,
        frame,
        { misfit: `${call.name} takes ${describeKind(param.kind)} as ${param.name}` },
        [value],
      );
    const args = typeof value === "object" && value.kind === "vector" ? value.data : Float64Array.of(value as number);
    const ask = (part: CurveQuestion["part"]) => {
      const out = new Float64Array(curveAnswerSize({ curve, part }));
      if (!answerCurve(out, { curve, part }, args))
        this.fail("no-value", call.span, frame, "the formula of this curve has no value there", []);
      return out;
    };
    const derived = derivedCalls.get(call.name);
    if (!derived) return { value: ask(call.name === "nearest" ? "nearest" : "length")[0] };
    const vectors = derived.orders.map((order) => vectorOf(ask(order)));
    if (!derived.helper) return { value: vectors[0] };
    if (derived.takesReference) vectors.push(vectorOf(curve.reference));
    if (frame.scope !== preludeScope) this.nativeCall = { call, frame };
    return {
      scope: preludeScope,
      definition: prelude().get(derived.helper)!,
      args: vectors,
      registered: frame.registered,
    };
  }

  private checkCount(call: CallExpr, count: number, frame: CallFrame): void {
    if (call.args.length === count) return;
    const takes = count === 1 ? "1 argument" : `${count} arguments`;
    this.fail(
      "arguments",
      call.span,
      frame,
      `function '${call.name}' takes ${takes} and is given ${call.args.length}`,
      [],
    );
  }

  private logical(expr: BinaryExpr, frame: CallFrame): Value {
    const left = this.evaluate(expr.left, frame);
    const stops = expr.op === "&" ? left === false : left === true;
    if (stops) return left;
    const right = this.evaluate(expr.right, frame);
    if (typeof left === "boolean" && typeof right === "boolean") return right;
    return this.misfit(expr.op, expr.opSpan, frame, { misfit: `${expr.op} takes two booleans` }, [left, right]);
  }

  private binary(expr: BinaryExpr, frame: CallFrame): Value {
    const left = this.evaluate(expr.left, frame);
    const right = this.evaluate(expr.right, frame);
    const cost = operatorCost(expr.op, left, right);
    if (cost > 2) {
      this.spend(cost, expr.span, frame);
      this.allocate(resultSize(expr.op, left, right), expr.span, frame);
    }
    const result = applyBinary(expr.op, left, right);
    if (typeof result === "boolean") this.host.tookSide?.(result ? 1 : -1);
    return isMisfit(result) ? this.misfit(expr.op, expr.opSpan, frame, result, [left, right]) : result;
  }

  private vector(elements: readonly Expr[], span: Span, frame: CallFrame): Value {
    if (elements.length === 0) return this.fail("shape", span, frame, "a vector has at least one element", []);
    this.allocate(elements.length, span, frame);
    const values = elements.map((element) => this.evaluate(element, frame));
    const first = values[0];
    if (typeof first === "number") {
      const data = new Float64Array(values.length);
      for (const [i, value] of values.entries()) {
        if (typeof value !== "number") return this.failElement(elements[i], value, "a real like the first", frame);
        data[i] = value;
      }
      return { kind: "vector", data };
    }
    if (typeof first !== "object" || first.kind !== "vector")
      return this.failElement(elements[0], first, "a real or a vector", frame);
    const cols = first.data.length;
    this.allocate(values.length * cols, span, frame);
    const data = new Float64Array(values.length * cols);
    for (const [i, value] of values.entries()) {
      if (typeof value !== "object" || value.kind !== "vector" || value.data.length !== cols)
        return this.failElement(elements[i], value, `a row of ${cols} like the first`, frame);
      data.set(value.data, i * cols);
    }
    return { kind: "matrix", rows: values.length, cols, data };
  }

  private withUnit(expr: Extract<Expr, { kind: "unit" }>, frame: CallFrame): Value {
    const value = this.evaluate(expr.value, frame);
    if (
      expr.unit.factor === 1 &&
      (typeof value === "number" || (typeof value === "object" && value.kind !== "sequence"))
    )
      return value;
    const result = applyBinary("*", value, expr.unit.factor);
    return isMisfit(result)
      ? this.misfit(
          `[${expr.unit.text}]`,
          expr.unitSpan,
          frame,
          { misfit: "a unit follows a real, a vector or a matrix" },
          [value],
        )
      : result;
  }

  private spend(cost: number, span: Span, frame: CallFrame): void {
    this.budget.fuel -= cost;
    if (this.budget.fuel < 0)
      this.fail("fuel", span, frame, "this takes too long", [
        `stopped after ${this.budget.limits.fuel} steps of work; does a recursion end?`,
      ]);
  }

  private allocate(count: number, span: Span, frame: CallFrame): void {
    this.budget.memory -= count;
    if (this.budget.memory < 0)
      this.fail("memory", span, frame, "this takes too much memory", [
        `stopped after ${this.budget.limits.memory} numbers`,
      ]);
  }

  fail(code: string, span: Span, frame: CallFrame, message: string, notes: readonly string[]): never {
    if (frame.scope === preludeScope && this.nativeCall) {
      const { call, frame: outside } = this.nativeCall;
      const said =
        code === "arguments" || code === "shape"
          ? `function '${call.name}' called with invalid/incompatible argument(s)`
          : message;
      throw new EvaluationError(code, call.nameSpan, outside.definition?.name ?? null, said, notes);
    }
    throw new EvaluationError(code, span, frame.definition?.name ?? null, message, notes);
  }

  private misfit(name: string, span: Span, frame: CallFrame, misfit: Misfit, values: readonly Value[]): never {
    const notes = [`${misfit.misfit}; found ${values.map(shown).join(" and ")}`];
    if (misfit.hint) notes.push(misfit.hint);
    return this.fail(
      "arguments",
      span,
      frame,
      `function '${name}' called with invalid/incompatible argument(s)`,
      notes,
    );
  }

  private failElement(element: Expr, value: Value, expected: string, frame: CallFrame): never {
    return this.fail("shape", element.span, frame, "the elements of a vector must be alike", [
      `expected ${expected}; found ${shown(value)}`,
    ]);
  }

  private failUnknown(name: string, span: Span, frame: CallFrame): never {
    const known = [...(frame.definition?.params.map((param) => param.name) ?? []), ...frame.scope.names()];
    return this.fail("unknown-name", span, frame, `'${name}' is not defined`, didYouMean(name, known));
  }

  private failUncalled(
    name: string,
    params: readonly { readonly name: string }[],
    span: Span,
    frame: CallFrame,
  ): never {
    const call = `${name}(${params.map((param) => param.name).join(", ")})`;
    return this.fail("arguments", span, frame, `'${name}' is a function`, [`call it: ${call}`]);
  }

  private failDepth(expr: Expr, frame: CallFrame): never {
    return this.fail("depth", expr.span, frame, "this calls itself too deeply", [
      `stopped at a depth of ${this.budget.limits.depth}; does the recursion end?`,
    ]);
  }
}

/**
 * The formula that a native uses for these arguments if it has several: 0 if two meet without a jump and both hold. A
 * comparison has the sides 1 and -1.
 */
function sideOf(name: string, [first, second]: readonly Value[]): number | null {
  const sign = (x: number) => (x > 0 ? 1 : x < 0 ? -1 : 0);
  if (name === "abs") return sign(first as number);
  if (name === "min" || name === "max") return sign((first as number) - (second as number));
  return name === "floor" ? Math.floor(first as number) + 0.5 : null;
}

/** A value for a message: what it is, and its text if that is short. */
function shown(value: Value): string {
  const text = sizeOf(value) <= 60 ? formatValue(value) : null;
  return text !== null && text.length <= 60
    ? `${describeShape(shapeOf(value))}, ${text}`
    : describeShape(shapeOf(value));
}

/** How many numbers a primitive's result has, counted before it is computed. */
function primitiveSize(name: string, args: readonly Value[]): number {
  const [first, second] = args;
  if (name === "identityMatrix" && typeof first === "number")
    return first >= 1 && first <= largestDimension ? first * first : 1;
  if (name === "outerProduct") return sizeOf(first) * sizeOf(second);
  return args.reduce<number>((sum, arg) => sum + sizeOf(arg), 0);
}

function primitiveCost(name: string, args: readonly Value[]): number {
  const [first] = args;
  if (typeof first === "object" && first.kind === "matrix") {
    const n = first.rows;
    if (name.startsWith("eigen")) return 200 * n * n * n;
    if (name !== "matrixTranspose" && name !== "subMatrix") return n * n * n;
  }
  return primitiveSize(name, args);
}
