// Where a law changes its formula: the comparisons on which its numbers depend. Each is a number whose side shows which
// formula holds. Comparisons inside natives, such as for a pivot, change no formula and do not count.
import type { Graph } from "./graph.ts";
import { type MemoryPlace, type Node, type NodeData, type NodeGraph, type Outlined, operandsOf } from "./node.ts";

/**
 * How the number of a switch determines its side. `below`: by whether it is negative, `up to`: by whether it is
 * positive; the formula may jump. `bend`: by its sign, where 0 belongs to both sides; the formula is continuous.
 * `count`: by the number itself.
 */
export type Sides = "below" | "up to" | "bend" | "count";

export interface Switch {
  readonly node: Node;
  readonly sides: Sides;
}

/** Whether two numbers of a switch are on different sides; NaN is on none. */
export function isOtherSide(sides: Sides, a: number, b: number): boolean {
  if (Number.isNaN(a) || Number.isNaN(b)) return false;
  switch (sides) {
    case "below":
      return a < 0 !== b < 0;
    case "up to":
      return a <= 0 !== b <= 0;
    case "bend":
      return (a < 0 && b > 0) || (a > 0 && b < 0);
    case "count":
      return a !== b;
  }
}

export interface Switches {
  readonly all: readonly Switch[];
  /**
   * Whether there may be more switches, hidden by recursions, by sums over many bodies, or by numbers that cannot be
   * read.
   */
  readonly isHidden: boolean;
}

const nothing = Number.NaN;
/**
 * With more other bodies than this, some pair would switch in nearly every step, and locating each instant would cost
 * more than the steps.
 */
export const mostOthers = 24;
const lazy: ReadonlySet<string> = new Set(["branch", "invoke", "host", "others"]);

/** `taken`: a switch on the side of an `if` that is not taken has no value; `all`: it has a value like the others. */
export type Asked = "taken" | "all";

/**
 * The switches behind these nodes, new nodes of the same graph, that depend on numbers that move. `functions` takes
 * what must be computed in functions. What is made of places that are not readable is hidden.
 */
export function findSwitches(
  graph: Graph,
  roots: readonly Node[],
  functions: Outlined[],
  isMoving: (place: MemoryPlace) => boolean,
  asked: Asked = "taken",
  isReadable: (place: MemoryPlace) => boolean = () => true,
): Switches {
  const search = new Search(graph, functions, isMoving, asked, isReadable);
  search.follow(roots);
  return { all: search.found, isHidden: search.isHidden };
}

class Search {
  readonly found: Switch[] = [];
  isHidden = false;
  private readonly graph: Graph;
  private readonly functions: Outlined[];
  private readonly isMoving: (place: MemoryPlace) => boolean;
  private readonly asked: Asked;
  private readonly isReadable: (place: MemoryPlace) => boolean;
  private readonly moving = new Map<Node, boolean>();
  /** The condition under which a node is evaluated; null if it always is. */
  private readonly guards = new Map<Node, Node | null>();

  constructor(
    graph: Graph,
    functions: Outlined[],
    isMoving: (place: MemoryPlace) => boolean,
    asked: Asked,
    isReadable: (place: MemoryPlace) => boolean,
  ) {
    this.graph = graph;
    this.asked = asked;
    this.functions = functions;
    this.isMoving = isMoving;
    this.isReadable = isReadable;
  }

  follow(roots: readonly Node[]): void {
    for (const root of roots) this.guards.set(root, null);
    // Operands lie before their users: when a node is reached, all its users have been seen.
    for (let node = Math.max(-1, ...roots); node >= 0; node--) if (this.guards.has(node)) this.look(node);
  }

  private look(node: Node): void {
    const { graph } = this;
    const data = graph.data(node);
    const guard = this.guards.get(node)!;
    if (data.op === "branch" || (data.op === "select" && this.asked === "taken")) {
      const [yes, no] = data.op === "select" ? [[data.a], [data.b]] : [data.yes, data.no];
      this.ask(data.condition, guard);
      for (const side of yes) this.ask(side, this.both(guard, data.condition));
      for (const side of no) this.ask(side, this.both(guard, graph.unary("not", data.condition)));
    } else if (data.op !== "check") for (const operand of operandsOf(data)) this.ask(operand, guard);
    if (graph.switches.has(node)) this.add(node, data, guard);
    else if (data.op === "invoke" || data.op === "others") this.enter(data, guard);
  }

  private ask(node: Node, guard: Node | null): void {
    const known = this.guards.get(node);
    if (known === null) return;
    this.guards.set(node, known === undefined || guard === null ? guard : this.graph.binary("or", known, guard));
  }

  private both(guard: Node | null, condition: Node): Node {
    return guard === null ? condition : this.graph.binary("and", guard, condition);
  }

  private add(node: Node, data: NodeData, guard: Node | null): void {
    if (!this.moves(node)) return;
    if (data.op === "lt" || data.op === "le" || data.op === "min" || data.op === "max") {
      const sides = data.op === "lt" ? "below" : data.op === "le" ? "up to" : "bend";
      this.put(this.graph.binary("sub", data.a, data.b), sides, guard);
    } else if (data.op === "abs") this.put(data.a, "bend", guard);
    else if (data.op === "floor") this.put(node, "count", guard);
  }

  /**
   * Adds a switch. One that depends on a recursion, or on places that cannot be read, cannot be evaluated node by node:
   * it is hidden from kernels as well.
   */
  private put(node: Node, sides: Sides, guard: Node | null): void {
    const { graph } = this;
    const needed = guard === null ? [node] : [node, guard];
    if (callsRecursion(graph, needed) || readsHidden(graph, needed, this.isReadable)) {
      this.isHidden = true;
      return;
    }
    const none = graph.real(nothing);
    if (guard === null) this.found.push({ node, sides });
    else if (this.isLazy(node)) this.found.push({ node: graph.branch(guard, [node], [none])[0], sides });
    else this.found.push({ node: graph.select(guard, node, none), sides });
  }

  private isLazy(node: Node, seen = new Set<Node>()): boolean {
    if (seen.has(node)) return false;
    seen.add(node);
    const data = this.graph.data(node);
    return lazy.has(data.op) || operandsOf(data).some((operand) => this.isLazy(operand, seen));
  }

  private moves(node: Node): boolean {
    let moves = this.moving.get(node);
    if (moves === undefined) {
      const data = this.graph.data(node);
      if (data.op === "load") moves = this.isMoving(data.place);
      else if (data.op === "parameter" || data.op === "others") moves = true;
      else moves = operandsOf(data).some((operand) => this.moves(operand));
      this.moving.set(node, moves);
    }
    return moves;
  }

  private findIn(body: NonNullable<Outlined["body"]>, functions: Outlined[]): Switches {
    return findSwitches(body.graph as Graph, body.results, functions, this.isMoving, "taken", this.isReadable);
  }

  /** The switches inside a function: their numbers or, for a sum over others, how many of them are on one side. */
  private enter(data: NodeData & { op: "invoke" | "others" }, guard: Node | null): void {
    const { outlined, args } = data;
    const { body, isRecursive } = outlined;
    if (data.op === "invoke" && !args.some((arg) => this.moves(arg))) return;
    if (!body || isRecursive || (data.op === "others" && data.count > mostOthers)) {
      this.isHidden ||= !body || isRecursive || this.findIn(body, []).all.length > 0;
      return;
    }
    const graph = body.graph as Graph;
    const inner = this.findIn(body, this.functions);
    this.isHidden ||= inner.isHidden;
    if (inner.all.length === 0) return;
    const isSum = data.op === "others";
    const results = inner.all.map((one) => (isSum ? counted(graph, one) : one.node));
    const kinds = results.map(() => "real" as const);
    const name = `switches${this.functions.length}`;
    const made: Outlined = { ...outlined, name, results: kinds, body: { graph, results, duties: [] } };
    this.functions.push(made);
    const nodes = isSum ? this.graph.others(made, data.count, data.self, args, null) : this.graph.invoke(made, args);
    for (const [i, node] of nodes.entries()) this.put(node, isSum ? "count" : inner.all[i].sides, guard);
  }
}

/** Whether these nodes depend on places that cannot be read, also through functions. */
function readsHidden(
  graph: NodeGraph,
  nodes: readonly Node[],
  isReadable: (place: MemoryPlace) => boolean,
  seen = new Set<Node>(),
): boolean {
  return nodes.some((node) => {
    if (seen.has(node)) return false;
    seen.add(node);
    const data = graph.data(node);
    if (data.op === "load") return !isReadable(data.place);
    const body = data.op === "invoke" || data.op === "others" ? data.outlined.body : null;
    if (body && readsHidden(body.graph, body.results, isReadable)) return true;
    return readsHidden(graph, operandsOf(data), isReadable, seen);
  });
}

/** Whether these nodes depend on recursions, directly or through other functions. */
function callsRecursion(graph: NodeGraph, nodes: readonly Node[], seen = new Set<Node>()): boolean {
  return nodes.some((node) => {
    if (!graph.isSpending || seen.has(node)) return false;
    seen.add(node);
    const data = graph.data(node);
    if (data.op === "invoke" || data.op === "others") {
      const { body, isRecursive } = data.outlined;
      if (!body || isRecursive || callsRecursion(body.graph, [...body.results, ...body.duties])) return true;
    }
    return callsRecursion(graph, operandsOf(data), seen);
  });
}

/** 1 on one side of a switch and 0 on the other. */
function counted(graph: Graph, { node, sides }: Switch): Node {
  const [zero, one] = [graph.real(0), graph.real(1)];
  if (sides === "count") return graph.select(graph.binary("eq", node, node), node, zero);
  return graph.select(graph.binary(sides === "below" ? "lt" : "le", node, zero), one, zero);
}
