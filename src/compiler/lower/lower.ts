// Laws to graphs: one of the four passes over the tree. Every step mirrors the interpreter's; what cannot be known
// before the run, or surely fails, is not lowered, and a kernel that reaches it gives up.
import { type Attribute, preludeScope, type Scope } from "../../language/names/scope.ts";
import { prelude } from "../../language/prelude/prelude.ts";
import { curveCalls, describeKind, fitsKind, formOf, type Native } from "../../language/shapes/natives.ts";
import { describeShape } from "../../language/shapes/shape.ts";
import type { BinaryExpr, CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import { NeedsFunction, Unlowered } from "../graph/refusal.ts";
import { lowerBranch } from "./branch.ts";
import { lowerCurveCall } from "./curve.ts";
import { type KnownLowered, type LowerHost, use } from "./host.ts";
import {
  booleanOf,
  formOfLowered,
  type Lowered,
  nodesOf,
  realOf,
  shapeOfLowered,
  sizeOfLowered,
  stackValues,
} from "./lowered.ts";
import { lowerBinary, lowerUnary } from "./operators.ts";
import type { Inliner, LowerFrame, Outlines } from "./outlines.ts";
import { lowerPrimitives, nativeCost } from "./primitives.ts";

/** The stack holds about three times this depth. */
const deepestLowered = 400;
const comparing: ReadonlySet<string> = new Set(["abs", "min", "max", "floor"]);
const switching: ReadonlySet<string> = new Set(["lt", "le", ...comparing]);

export class Lowering implements Inliner {
  readonly graph: Graph;
  readonly host: LowerHost;
  readonly outlines: Outlines;
  /** An upper bound of what the interpreter would spend. */
  fuel = 0;
  depth = 0;
  deepest = 0;
  /** The sides of branches around what is being lowered, by number. */
  private readonly sides: number[] = [];
  private nextSide = 0;
  private readonly computed = new Map<Definition, KnownLowered>();
  private readonly computedRegistered = new Map<Definition, KnownLowered>();
  private readonly computing = new Set<Definition>();
  private readonly called = new Map<Definition, Map<string, KnownLowered>>();

  constructor(graph: Graph, host: LowerHost, outlines: Outlines) {
    this.graph = graph;
    this.host = host;
    this.outlines = outlines;
  }

  into(graph: Graph): Lowering {
    return new Lowering(graph, this.host, this.outlines);
  }

  /** The value of a zero-argument function. */
  compute(definition: Definition, scope: Scope, registered: boolean): Lowered {
    const memo = registered ? this.computedRegistered : this.computed;
    const known = memo.get(definition);
    // The run may decide which of its uses comes first, and at which depth.
    if (known) {
      this.reach(known.depth);
      // If it was lowered on the other side of an `if`, it may not have been computed yet.
      if (!known.sides.every((side, i) => side === this.sides[i])) this.spend(known.fuel);
      return use(this.graph, known);
    }
    if (this.computing.has(definition)) throw new Unlowered(`'${definition.name}' needs its own value`);
    this.computing.add(definition);
    try {
      const made = this.measure(() => this.lower(definition.body, { scope, definition, args: [], registered }));
      memo.set(definition, made);
      return use(this.graph, made);
    } finally {
      this.computing.delete(definition);
    }
  }

  lower(expr: Expr, frame: LowerFrame): Lowered {
    this.depth++;
    try {
      this.reach(0);
      return this.follow(expr, frame);
    } finally {
      this.depth--;
    }
  }

  private follow(expr: Expr, frame: LowerFrame): Lowered {
    switch (expr.kind) {
      case "number":
        return realOf(this.graph.real(expr.value));
      case "boolean":
        return booleanOf(this.graph.boolean(expr.value));
      case "name":
        return this.name(expr.name, frame);
      case "unit": {
        const value = this.lower(expr.value, frame);
        return expr.unit.factor === 1 && value.kind !== "boolean" && value.kind !== "sequence"
          ? value
          : lowerBinary(this.graph, "*", value, realOf(this.graph.real(expr.unit.factor)));
      }
      case "unary": {
        const operand = this.lower(expr.operand, frame);
        this.spend(sizeOfLowered(operand));
        return lowerUnary(this.graph, expr.op, operand);
      }
      case "binary":
        return expr.op === "&" || expr.op === "|" ? this.logical(expr, frame) : this.binary(expr, frame);
      case "if":
        return this.branch(
          this.condition(expr.condition, frame),
          () => this.lower(expr.yes, frame),
          () => this.lower(expr.no, frame),
        );
      case "call":
        return this.call(expr, frame);
      case "vector": {
        const value = stackValues(expr.elements.map((element) => this.lower(element, frame)));
        this.spend(2 * nodesOf(value).length);
        return value;
      }
      case "sequence": {
        const items = expr.elements.map((element) => this.lower(element, frame));
        if (items.some((item) => item.kind === "sequence")) throw new Unlowered("a sequence holds no sequences");
        this.spend(2 * items.reduce((sum, item) => sum + sizeOfLowered(item), 1));
        return { kind: "sequence", items };
      }
      case "derivative": {
        const binding = frame.scope.lookup(expr.name + "'".repeat(expr.order));
        if (binding?.kind === "function") return this.compute(binding.definition, binding.scope, frame.registered);
        const rate = this.host.rate?.(expr.name, expr.order, frame, this);
        if (!rate) throw new Unlowered(`no rate of '${expr.name}' is stated here`);
        return rate;
      }
      case "error":
        throw new Unlowered("this text is broken");
    }
  }

  /** One of two values; the side that takes more fuel counts. */
  private branch(condition: Node, yes: () => Lowered, no: () => Lowered): Lowered {
    const before = this.fuel;
    let most = before;
    const side = (lower: () => Lowered) => () => {
      this.fuel = before;
      this.sides.push(this.nextSide++);
      try {
        return lower();
      } finally {
        this.sides.pop();
        most = Math.max(most, this.fuel);
      }
    };
    try {
      return lowerBranch(this.graph, condition, side(yes), side(no));
    } finally {
      this.fuel = most;
    }
  }

  private condition(expr: Expr, frame: LowerFrame): Node {
    const value = this.lower(expr, frame);
    if (value.kind !== "boolean") throw new Unlowered("a condition must be true or false");
    return value.node;
  }

  private name(name: string, frame: LowerFrame): Lowered {
    const params = frame.definition?.params ?? [];
    for (let i = 0; i < params.length; i++) if (params[i].name === name) return frame.args[i];
    if (frame.registered) {
      const attribute = frame.scope.attribute(name);
      if (attribute) return this.attribute(attribute, true);
    }
    const binding = frame.scope.lookup(name);
    switch (binding?.kind) {
      case "constant":
        return realOf(this.graph.real(binding.value));
      case "attribute":
        return this.attribute(binding.attribute, frame.registered);
      case "function":
        if (binding.definition.params.length > 0) throw new Unlowered(`'${name}' is a function`);
        this.spend(1);
        return this.compute(binding.definition, binding.scope, frame.registered);
      default:
        throw new Unlowered(`'${name}' has no value`);
    }
  }

  attribute(attribute: Attribute, registered: boolean): Lowered {
    const value = this.host.attribute(attribute, registered, this.graph);
    if (!value) throw new Unlowered(`'${attribute.name}' has no value yet`);
    return value;
  }

  private call(call: CallExpr, frame: LowerFrame): Lowered {
    const binding = frame.scope.lookup(call.name);
    this.spend(1);
    if (binding?.kind === "function") {
      const { definition, scope } = binding;
      checkCount(call, definition.params.length);
      if (definition.params.length === 0) return this.compute(definition, scope, frame.registered);
      const args = call.args.map((arg) => this.lower(arg, frame));
      return this.callFunction(definition, scope, args, frame.registered);
    }
    if (binding?.kind === "native" && binding.native.ownShape !== call.args.length)
      return this.callNative(binding.native, call, frame);
    if (!binding && curveCalls.has(call.name)) return lowerCurveCall(this, call, frame);
    if (call.name === "previous" && call.args.length === 1 && call.args[0].kind === "name") {
      const attribute = frame.scope.attribute(call.args[0].name);
      if (attribute) return this.attribute(attribute, true);
    }
    const special = this.host.special(call, frame, this);
    if (special) return special;
    if (binding?.kind === "native") return this.callNative(binding.native, call, frame);
    throw new Unlowered(`'${call.name}' cannot be called here`);
  }

  private callNative(native: Native, call: CallExpr, frame: LowerFrame): Lowered {
    checkCount(call, native.params.length);
    const args = call.args.map((arg) => this.lower(arg, frame));
    const value = this.native(native, args, frame.registered);
    if (comparing.has(native.name)) this.mark(value, frame);
    return value;
  }

  /** Marks a number or a boolean that a law gets by comparing; comparisons inside natives do not concern the law. */
  private mark(value: Lowered, { scope, definition }: LowerFrame): void {
    if (scope === preludeScope && definition?.name !== "sign") return;
    for (const node of nodesOf(value)) if (switching.has(this.graph.data(node).op)) this.graph.switches.add(node);
  }

  /** The result of a native for these values. */
  native(native: Native, args: readonly Lowered[], registered: boolean): Lowered {
    const misfit = native.params.findIndex((param, i) => !fitsKind(param.kind, shapeOfLowered(args[i])));
    if (misfit >= 0) {
      const [takes, given] = [describeKind(native.params[misfit].kind), describeShape(shapeOfLowered(args[misfit]))];
      throw new Unlowered(`${native.name} takes ${takes}, and this is ${given}`);
    }
    const primitive = lowerPrimitives.get(native.name);
    if (!primitive) {
      const name = native.forms ? formOf(native.forms, shapeOfLowered(args[0]))! : native.name;
      const value = this.callFunction(prelude().get(name)!, preludeScope, args, registered);
      const { rotations, turns } = this.graph;
      if (native.name === "rotation") rotations.push({ orientation: nodesOf(args[0]), axes: nodesOf(value) });
      if (native.name === "orientationRate")
        turns.push({ orientation: nodesOf(args[0]), w: nodesOf(args[1]), rate: nodesOf(value) });
      return value;
    }
    const result = primitive(this.graph, args);
    this.spend(nativeCost(this.graph, native.name, args));
    return result;
  }

  /** A call with arguments: inlined, unless the function is a recursion, or large and called before. */
  callFunction(definition: Definition, scope: Scope, args: readonly Lowered[], registered: boolean): Lowered {
    let memo = this.called.get(definition);
    if (!memo) this.called.set(definition, (memo = new Map()));
    const key = `${registered}${args.map((arg) => `${formOfLowered(arg)}:${nodesOf(arg).join()}`).join(";")}`;
    const known = memo.get(key);
    if (known) {
      this.spend(known.fuel);
      this.reach(known.depth);
      return use(this.graph, known);
    }
    const { isSpending } = this.graph;
    this.graph.isSpending = false;
    const made = this.measure(() => this.outlines.call(this, definition, scope, args, registered));
    // A recursion counts what it spends while it runs; this does not count it again.
    if (!this.graph.isSpending) memo.set(key, made);
    this.graph.isSpending ||= isSpending;
    return use(this.graph, made);
  }

  /** A value with what it took of the budget. */
  private measure(lower: () => Lowered): KnownLowered {
    const { fuel, deepest } = this;
    this.deepest = this.depth;
    try {
      const { value, duties } = this.graph.duties.apart(lower);
      const { sides } = this;
      return { value, duties, fuel: this.fuel - fuel, depth: this.deepest - this.depth, sides: [...sides] };
    } finally {
      this.deepest = Math.max(deepest, this.deepest);
    }
  }

  /** Notes how deeply expressions are nested here. */
  reach(depth: number): void {
    this.deepest = Math.max(this.deepest, this.depth + depth);
    if (this.deepest > Math.min(deepestLowered, this.outlines.limits.depth))
      throw new Unlowered("this nests too deeply to be compiled");
  }

  private logical(expr: BinaryExpr, frame: LowerFrame): Lowered {
    const left = this.condition(expr.left, frame);
    const right = () => booleanOf(this.condition(expr.right, frame));
    const stop = () => booleanOf(this.graph.boolean(expr.op === "|"));
    return expr.op === "&" ? this.branch(left, right, stop) : this.branch(left, stop, right);
  }

  private binary(expr: BinaryExpr, frame: LowerFrame): Lowered {
    const left = this.lower(expr.left, frame);
    const right = this.lower(expr.right, frame);
    const result = lowerBinary(this.graph, expr.op, left, right);
    if (result.kind === "boolean") this.mark(result, frame);
    const isMatrix = left.kind === "matrix" && (expr.op === "*" || expr.op === "^");
    const factor = !isMatrix ? 1 : expr.op === "^" ? 64 * left.rows : left.cols;
    this.spend(Math.max(sizeOfLowered(left) + sizeOfLowered(right), factor * sizeOfLowered(result)));
    return result;
  }

  /** Counts fuel and memory together: an upper bound of what the interpreter spends. */
  spend(cost: number): void {
    this.fuel += cost;
    if (this.fuel > this.outlines.limits.fuel) throw new NeedsFunction(null, "this takes too long to be written out");
  }
}

function checkCount(call: CallExpr, count: number): void {
  if (call.args.length !== count) throw new Unlowered(`'${call.name}' takes ${count} arguments`);
}
