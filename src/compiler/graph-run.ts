// A graph of one parameter, computed as it stands: what a kernel would give, bit for bit, without one.
import { elementaryFunctions } from "./graph.ts";
import type { Node, NodeData, NodeGraph } from "./node.ts";

/** Truths are 1 and 0. Nodes that the graph gains are computed like those before. */
export class GraphRun {
  /** Whether a check did not hold since the parameter was set. */
  hasFailed = false;
  private readonly graph: NodeGraph;
  private parameter = Number.NaN;
  private values = new Float64Array(0);
  /** The run in which each value was computed. */
  private runs = new Uint32Array(0);
  private run = 0;

  constructor(graph: NodeGraph) {
    this.graph = graph;
  }

  /** What is known of this parameter already is kept. */
  at(parameter: number): void {
    const { length } = this.graph.nodes;
    if (length > this.values.length) {
      this.values = new Float64Array(2 * length);
      this.runs = new Uint32Array(2 * length);
      this.run = 0;
    }
    if (this.run > 0 && Object.is(parameter, this.parameter)) return;
    this.parameter = parameter;
    this.hasFailed = false;
    this.run = (this.run + 1) >>> 0;
    if (this.run === 0) this.runs.fill(0);
    this.run = Math.max(1, this.run);
  }

  value(node: Node): number {
    if (this.runs[node] === this.run) return this.values[node];
    const value = this.compute(this.graph.data(node));
    this.runs[node] = this.run;
    this.values[node] = value;
    return value;
  }

  private compute(data: NodeData): number {
    switch (data.op) {
      case "real":
        return data.value;
      case "boolean":
        return data.value ? 1 : 0;
      case "parameter":
        return this.parameter;
      case "neg":
        return -this.value(data.a);
      case "sqrt":
        return Math.sqrt(this.value(data.a));
      case "abs":
        return Math.abs(this.value(data.a));
      case "floor":
        return Math.floor(this.value(data.a));
      case "not":
        return 1 - this.value(data.a);
      case "elementary":
        return elementaryFunctions[data.name](...data.args.map((arg) => this.value(arg)));
      case "select":
        return this.value(this.value(data.condition) ? data.a : data.b);
      case "check":
        if (!this.value(data.condition)) this.hasFailed = true;
        return 1;
      case "branch": {
        const isYes = this.value(data.condition) !== 0;
        for (const duty of isYes ? data.duties.yes : data.duties.no) this.value(duty);
        return isYes ? 1 : 0;
      }
      case "pick": {
        const from = this.graph.data(data.from);
        if (from.op !== "branch") throw new Error(`${from.op} is not computed here`);
        return this.value((this.value(data.from) ? from.yes : from.no)[data.number]);
      }
      case "load":
      case "invoke":
      case "host":
      case "others":
        throw new Error(`${data.op} is not computed here`);
      default:
        return binary(data.op, this.value(data.a), this.value(data.b));
    }
  }
}

function binary(op: Extract<NodeData, { b: Node }>["op"], a: number, b: number): number {
  switch (op) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "div":
      return a / b;
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "lt":
      return a < b ? 1 : 0;
    case "le":
      return a <= b ? 1 : 0;
    case "eq":
      return a === b ? 1 : 0;
    case "ne":
      return a !== b ? 1 : 0;
    case "and":
      return a && b ? 1 : 0;
    case "or":
      return a || b ? 1 : 0;
    default:
      throw new Error(`${op} takes no two numbers`);
  }
}
