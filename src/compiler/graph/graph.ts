// The scalar DAG: vectors and matrices are dissolved, equal nodes exist once, constants are folded. No rewriting
// changes a bit: what holds only for real numbers (x·0 = 0, x + 0 = x) is left alone.
import type { Curve } from "../../geometry/curves/curve.ts";
import * as elementary from "../../math/elementary/elementary.ts";
import type { ElementaryName } from "../../math/elementary/module.ts";
import { answerSize, type Question, scratchNumbers } from "../values/question.ts";
import { Duties } from "./duties.ts";
import type { BinaryNode, MemoryPlace, Node, NodeData, NodeGraph, Outlined, ScalarKind, UnaryNode } from "./node.ts";
import { GraphTooLarge } from "./refusal.ts";

export const elementaryFunctions: Readonly<Record<ElementaryName, (...args: number[]) => number>> = {
  ...elementary,
} as never;

const booleans: ReadonlySet<string> = new Set(["boolean", "not", "lt", "le", "eq", "ne", "and", "or", "check"]);

/** A graph with more nodes than this is a mistake of the compiler or of the text. */
const mostNodes = 200_000;

/** Number of bodies that a kernel computes at a time: two if it can, or always one. */
export type Taking = "together" | "one at a time";

/**
 * Keys of operations on one or two nodes are numbers, those of choices are larger: all below 2^53, as there are at most
 * `mostNodes` nodes.
 */
const operations = [
  "neg",
  "sqrt",
  "abs",
  "floor",
  "not",
  "add",
  "sub",
  "mul",
  "div",
  "min",
  "max",
  "lt",
  "le",
  "eq",
  "ne",
  "and",
  "or",
] as const;
const codes = Object.fromEntries(operations.map((op, code) => [op, code])) as Readonly<
  Record<UnaryNode | BinaryNode, number>
>;
const keyOf = (first: number, a: Node, b: Node) => (first * mostNodes + a) * mostNodes + b;
const firstChoice = keyOf(operations.length, 0, 0);

export class Graph implements NodeGraph {
  readonly nodes: NodeData[] = [];
  /** Matrices that are the frames of orientations: their nine numbers, row after row. */
  readonly rotations: { readonly orientation: readonly Node[]; readonly axes: readonly Node[] }[] = [];
  /** Products of 3×3 matrices and vectors: those of rotations have derivatives of their own. */
  readonly products: {
    readonly matrix: readonly Node[];
    readonly vector: readonly Node[];
    readonly result: readonly Node[];
  }[] = [];
  /** Rates of orientations made from angular velocities. */
  readonly turns: {
    readonly orientation: readonly Node[];
    readonly w: readonly Node[];
    readonly rate: readonly Node[];
  }[] = [];
  /** Comparisons made by a law itself, and numbers that it gets by comparing. */
  readonly switches = new Set<Node>();
  readonly duties = new Duties();
  isSpending = false;
  private readonly known = new Map<string | number, Node>();
  private readonly curves: Curve[] = [];
  /** If bodies are computed one at a time, a rarely taken side costs less as a branch than as a selection. */
  readonly bodies: Taking;

  constructor(bodies: Taking = "together") {
    this.bodies = bodies;
  }

  data(node: Node): NodeData {
    return this.nodes[node];
  }

  kind(node: Node): ScalarKind {
    const data = this.nodes[node];
    if (data.op === "pick" || data.op === "parameter" || data.op === "load") return data.kind;
    if (data.op === "select") return this.kind(data.a);
    return booleans.has(data.op) ? "boolean" : "real";
  }

  private make(key: string | number, data: NodeData): Node {
    const before = this.known.get(key);
    if (before !== undefined) return before;
    if (this.nodes.length >= mostNodes) throw new GraphTooLarge("the law is too large to be compiled");
    const node = this.nodes.push(data) - 1;
    this.known.set(key, node);
    return node;
  }

  real(value: number): Node {
    return this.make(Object.is(value, -0) ? "r-0" : `r${value}`, { op: "real", value });
  }

  boolean(value: boolean): Node {
    return this.make(value ? "true" : "false", { op: "boolean", value });
  }

  parameter(number: number, kind: ScalarKind): Node {
    return this.make(`p${number}`, { op: "parameter", number, kind });
  }

  load(place: MemoryPlace, kind: ScalarKind): Node {
    return this.make(`l${place.base},${place.offset},${place.index},${place.stride ?? 1},${kind}`, {
      op: "load",
      place,
      kind,
    });
  }

  /** The number that a node surely is, or null. */
  realValue(node: Node): number | null {
    const data = this.nodes[node];
    return data.op === "real" ? data.value : null;
  }

  booleanValue(node: Node): boolean | null {
    const data = this.nodes[node];
    return data.op === "boolean" ? data.value : null;
  }

  unary(op: UnaryNode, a: Node): Node {
    const data = this.nodes[a];
    if (op === "not") {
      if (data.op === "boolean") return this.boolean(!data.value);
      if (data.op === "not") return data.a;
    } else {
      if (data.op === "real") return this.real(onReal(op, data.value));
      if (op === "neg" && data.op === "neg") return data.a;
      if (op === "abs" && (data.op === "neg" || data.op === "abs")) return this.unary("abs", data.a);
    }
    return this.make(keyOf(codes[op], a, 0), { op, a });
  }

  binary(op: BinaryNode, a: Node, b: Node): Node {
    const x = this.nodes[a];
    const y = this.nodes[b];
    if (x.op === "real" && y.op === "real") return this.folded(op, x.value, y.value);
    const simpler = this.simplified(op, a, b);
    if (simpler !== null) return simpler;
    // Sums and products of two do not depend on the order: the lower node comes first, so that both orders are found as
    // one node.
    const commutes = op !== "sub" && op !== "div" && op !== "lt" && op !== "le";
    if (commutes && a > b) return this.make(keyOf(codes[op], b, a), { op, a: b, b: a });
    return this.make(keyOf(codes[op], a, b), { op, a, b });
  }

  /** An existing node, or a shorter operation with the same bits; null if there is none. */
  private simplified(op: BinaryNode, a: Node, b: Node): Node | null {
    const x = this.nodes[a];
    const y = this.nodes[b];
    switch (op) {
      case "add":
        if (isReal(x, -0)) return b;
        if (isReal(y, -0)) return a;
        if (y.op === "neg") return this.binary("sub", a, y.a);
        return x.op === "neg" ? this.binary("sub", b, x.a) : null;
      case "sub":
        if (isReal(y, 0)) return a;
        return y.op === "neg" ? this.binary("add", a, y.a) : null;
      case "mul":
        if (isReal(x, 1)) return b;
        if (isReal(x, -1)) return this.unary("neg", b);
        return this.withoutSigns("mul", a, b);
      case "div":
        return this.withoutSigns("div", a, b);
      case "and":
      case "or":
        return this.decided(op, a, b);
      default:
        return null;
    }
  }

  /** A product or quotient by 1 or -1, or with the signs of its operands taken out. */
  private withoutSigns(op: "mul" | "div", a: Node, b: Node): Node | null {
    const x = this.nodes[a];
    const y = this.nodes[b];
    if (isReal(y, 1)) return a;
    if (isReal(y, -1)) return this.unary("neg", a);
    if (x.op === "neg" && y.op === "neg") return this.binary(op, x.a, y.a);
    if (x.op === "neg") return this.unary("neg", this.binary(op, x.a, b));
    return y.op === "neg" ? this.unary("neg", this.binary(op, a, y.a)) : null;
  }

  /** The result of `and` or `or` if one operand decides it, or both are the same; else null. */
  private decided(op: "and" | "or", a: Node, b: Node): Node | null {
    const x = this.nodes[a];
    const y = this.nodes[b];
    const stops = op === "or";
    if (x.op === "boolean") return x.value === stops ? a : b;
    if (y.op === "boolean") return y.value === stops ? b : a;
    return a === b ? a : null;
  }

  private folded(op: BinaryNode, a: number, b: number): Node {
    switch (op) {
      case "add":
        return this.real(a + b);
      case "sub":
        return this.real(a - b);
      case "mul":
        return this.real(a * b);
      case "div":
        return this.real(a / b);
      case "min":
        return this.real(Math.min(a, b));
      case "max":
        return this.real(Math.max(a, b));
      case "lt":
        return this.boolean(a < b);
      case "le":
        return this.boolean(a <= b);
      case "eq":
        return this.boolean(a === b);
      default:
        return this.boolean(a !== b);
    }
  }

  elementary(name: ElementaryName, args: readonly Node[]): Node {
    const values = args.map((arg) => this.realValue(arg));
    if (values.every((value) => value !== null)) {
      return this.real(elementaryFunctions[name](...values));
    }
    return this.make(`${name} ${args.join()}`, { op: "elementary", name, args });
  }

  select(condition: Node, a: Node, b: Node): Node {
    const value = this.booleanValue(condition);
    if (value !== null) return value ? a : b;
    if (a === b) return a;
    const test = this.nodes[condition];
    if (test.op === "not") return this.select(test.a, b, a);
    if (this.kind(a) === "boolean") {
      if (this.booleanValue(a) === true) return this.binary("or", condition, b);
      if (this.booleanValue(b) === false) return this.binary("and", condition, a);
    }
    return this.make(firstChoice + keyOf(condition, a, b), { op: "select", condition, a, b });
  }

  /** States that the condition holds from here on: otherwise the kernel gives up. */
  check(condition: Node): void {
    if (this.booleanValue(condition) === true) return;
    this.duties.add(this.make(`! ${condition}`, { op: "check", condition }));
  }

  branch(
    condition: Node,
    yes: readonly Node[],
    no: readonly Node[],
    duties: (NodeData & { op: "branch" })["duties"] = { yes: [], no: [] },
  ): Node[] {
    const data: NodeData = { op: "branch", condition, yes, no, duties };
    const node = this.make(`if ${condition} ${yes.join()} ${no.join()} ${duties.yes.join()} ${duties.no.join()}`, data);
    if (duties.yes.length + duties.no.length > 0) this.duties.add(node);
    return yes.map((side, k) => (side === no[k] ? side : this.pick(node, k, this.kind(side))));
  }

  invoke(outlined: Outlined, args: readonly Node[]): Node[] {
    const node = this.make(`f${outlined.name} ${args.join()} ${this.turn(outlined)}`, { op: "invoke", outlined, args });
    this.oblige(node, outlined);
    return outlined.results.map((kind, k) => this.pick(node, k, kind));
  }

  others(
    outlined: Outlined,
    count: number,
    self: boolean,
    args: readonly Node[],
    sums: readonly Node[] | null,
  ): Node[] {
    const data: NodeData = { op: "others", outlined, count, self, args, sums };
    const key = `o${outlined.name} ${count} ${self} ${args.join()} ${sums?.join()} ${this.turn(outlined)}`;
    const node = this.make(key, data);
    this.oblige(node, outlined);
    return outlined.results.map((kind, k) => this.pick(node, k, kind));
  }

  /** A function that spends while it runs must run at every call: each call is a node of its own. */
  private turn({ isRecursive, body }: Outlined): string {
    if (!isRecursive && !body?.graph.isSpending) return "";
    this.isSpending = true;
    return `${this.nodes.length}`;
  }

  private oblige(node: Node, { isRecursive, body }: Outlined): void {
    if (isRecursive || !body || body.duties.length > 0) this.duties.add(node);
  }

  /** The numbers that the host answers. */
  ask(question: Question, args: readonly Node[]): Node[] {
    const size = answerSize(question);
    if (Math.max(args.length, size) > scratchNumbers)
      throw new GraphTooLarge(`${question.part} takes too many numbers`);
    const node = this.make(`h${this.numberOf(question)} ${args.join()}`, { op: "host", question, args });
    // A formula may have no value, and a question about a matrix no answer; other questions always have one.
    const isSure = "curve" in question && (question.curve.path.kind !== "formula" || typeof question.part !== "number");
    if (!isSure) this.duties.add(node);
    return Array.from({ length: size }, (_, k) => this.pick(node, k, "real"));
  }

  private numberOf(question: Question): string {
    if (!("curve" in question)) return `${question.part} ${question.rows}`;
    let number = this.curves.indexOf(question.curve);
    if (number < 0) number = this.curves.push(question.curve) - 1;
    return `${number} ${question.part}`;
  }

  private pick(from: Node, number: number, kind: ScalarKind): Node {
    return this.make(`k${from} ${number}`, { op: "pick", from, number, kind });
  }
}

function onReal(op: Exclude<UnaryNode, "not">, x: number): number {
  switch (op) {
    case "neg":
      return -x;
    case "sqrt":
      return Math.sqrt(x);
    case "abs":
      return Math.abs(x);
    case "floor":
      return Math.floor(x);
  }
}

function isReal(data: NodeData, value: number): boolean {
  return data.op === "real" && Object.is(data.value, value);
}
