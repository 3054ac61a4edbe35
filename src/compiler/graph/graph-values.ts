// A graph evaluated node by node: the interpreter for what only graphs have, such as derivatives. It gives the same
// bits as the graph's kernel.
import { defaultLimits } from "../values/budget.ts";
import { answerQuestion, answerSize } from "../values/question.ts";
import { elementaryFunctions } from "./graph.ts";
import type { MemoryPlace, Node, NodeData, NodeGraph, Outlined } from "./node.ts";

/** Thrown where a kernel would give up. */
export class GivenUp extends Error {}

/** Reads a number; in a sum over others, `other` is the place of the other body in its group. */
export type LoadNumber = (place: MemoryPlace, other: number) => number;

/** What recursions may still spend. */
interface Allowance {
  fuel: number;
  depth: number;
}

export class GraphValues {
  private readonly graph: NodeGraph;
  private readonly load: LoadNumber;
  private parameters: readonly number[];
  /** The values computed so far; booleans are 0 and 1. */
  private values: Float64Array;
  private isKnown: Uint8Array;
  /** The results of branches, functions and the host. */
  private readonly lists = new Map<Node, ArrayLike<number>>();
  /** The places of the body and of the other one in their groups. */
  private readonly own: number;
  private readonly other: number;
  /** Null until there is a recursion. */
  private allowance: Allowance | null = null;

  constructor(graph: NodeGraph, load: LoadNumber, parameters: readonly number[] = [], own = 0, other = 0) {
    this.graph = graph;
    this.load = load;
    this.own = own;
    this.other = other;
    this.parameters = parameters;
    this.values = new Float64Array(graph.nodes.length);
    this.isKnown = new Uint8Array(graph.nodes.length);
  }

  /** Forgets all values and takes other parameters; the graph may have grown. */
  restart(parameters: readonly number[]): void {
    const { length } = this.graph.nodes;
    this.parameters = parameters;
    this.allowance = null;
    this.lists.clear();
    if (length > this.values.length) {
      this.values = new Float64Array(length);
      this.isKnown = new Uint8Array(length);
    } else this.isKnown.fill(0);
  }

  of(node: Node): number {
    if (this.isKnown[node] === 1) return this.values[node];
    const value = this.find(this.graph.data(node));
    this.isKnown[node] = 1;
    this.values[node] = value;
    return value;
  }

  /** Computes the duties, which may fail. */
  do(duties: readonly Node[]): void {
    for (const duty of duties) {
      const { op } = this.graph.data(duty);
      if (op === "branch" || op === "invoke" || op === "host" || op === "others") this.list(duty);
      else this.of(duty);
    }
  }

  private find(data: NodeData): number {
    switch (data.op) {
      case "real":
        return data.value;
      case "boolean":
        return data.value ? 1 : 0;
      case "parameter":
        return this.parameters[data.number];
      case "load":
        return this.load(data.place, this.other);
      case "neg":
        return -this.of(data.a);
      case "sqrt":
        return Math.sqrt(this.of(data.a));
      case "abs":
        return Math.abs(this.of(data.a));
      case "floor":
        return Math.floor(this.of(data.a));
      case "not":
        return this.of(data.a) === 0 ? 1 : 0;
      case "elementary":
        return elementaryFunctions[data.name](...data.args.map((arg) => this.of(arg)));
      case "select":
        return this.of(data.condition) !== 0 ? this.of(data.a) : this.of(data.b);
      case "check":
        if (this.of(data.condition) === 0) throw new GivenUp("a value is not there");
        return 1;
      case "pick":
        return this.list(data.from)[data.number];
      case "branch":
      case "invoke":
      case "host":
      case "others":
        throw new GivenUp(`${data.op} is no number`);
      default:
        return this.binary(data);
    }
  }

  private binary({ op, a, b }: Extract<NodeData, { a: Node; b: Node; condition?: never }>): number {
    const [x, y] = [this.of(a), this.of(b)];
    switch (op) {
      case "add":
        return x + y;
      case "sub":
        return x - y;
      case "mul":
        return x * y;
      case "div":
        return x / y;
      case "min":
        return Math.min(x, y);
      case "max":
        return Math.max(x, y);
      case "lt":
        return x < y ? 1 : 0;
      case "le":
        return x <= y ? 1 : 0;
      case "eq":
        return x === y ? 1 : 0;
      case "ne":
        return x !== y ? 1 : 0;
      case "and":
        return x !== 0 && y !== 0 ? 1 : 0;
      case "or":
        return x !== 0 || y !== 0 ? 1 : 0;
    }
  }

  private list(node: Node): ArrayLike<number> {
    let found = this.lists.get(node);
    if (!found) this.lists.set(node, (found = this.findList(this.graph.data(node))));
    return found;
  }

  private findList(data: NodeData): ArrayLike<number> {
    switch (data.op) {
      case "branch": {
        const side = this.of(data.condition) !== 0 ? "yes" : "no";
        this.do(data.duties[side]);
        return data[side].map((node) => this.of(node));
      }
      case "invoke":
        return this.call(data.outlined, this.given(data.args), this.other);
      case "host":
        return this.host(data);
      case "others":
        return this.sum(data);
      default:
        throw new GivenUp(`${data.op} gives one number`);
    }
  }

  private given(args: readonly Node[]): number[] {
    return args.map((arg) => this.of(arg));
  }

  private call({ body, isRecursive, cost }: Outlined, args: readonly number[], other: number): number[] {
    if (!body) throw new GivenUp("a function has no body");
    this.allowance ??= { fuel: defaultLimits.fuel, depth: defaultLimits.depth };
    const { allowance } = this;
    const depth = isRecursive ? Math.max(1, cost.depth) : 0;
    if (isRecursive) allowance.fuel -= Math.max(1, cost.fuel);
    allowance.depth -= depth;
    if (allowance.fuel < 0) throw new GivenUp("a recursion takes too long; does it end?");
    if (allowance.depth < 0) throw new GivenUp("a recursion goes too deep; does it end?");
    const inner = new GraphValues(body.graph, this.load, args, this.own, other);
    inner.allowance = allowance;
    inner.do(body.duties);
    const results = body.results.map((node) => inner.of(node));
    allowance.depth += depth;
    return results;
  }

  private sum({ outlined, count, self, args, sums }: NodeData & { op: "others" }): number[] {
    let sum = sums && this.given(sums);
    for (let other = 0; other < count; other++) {
      if (self && other === this.own) continue;
      const terms = this.call(outlined, this.given(args), other);
      sum = sum ? sum.map((part, k) => part + terms[k]) : terms;
    }
    return sum ?? outlined.results.map(() => 0);
  }

  private host({ question, args }: NodeData & { op: "host" }): ArrayLike<number> {
    const found = new Float64Array(answerSize(question));
    const asked = Float64Array.from(args, (arg) => this.of(arg));
    if (!answerQuestion(found, question, asked)) throw new GivenUp(`${question.part} has no value`);
    return found;
  }
}
