// Where each node of a graph is computed: as late as all its uses allow, so that a side of a branch is only paid for
// when it is taken; and what does not depend on the body, once for all of them.
import { type Node, type NodeData, type NodeGraph, operandsOf } from "../graph/node.ts";

/** A part of the code that runs as a whole: what all bodies share, one body, or one side of a branch. */
export interface CodeRegion {
  readonly parent: CodeRegion | null;
  readonly depth: number;
  /** In the order of computation. */
  readonly nodes: Node[];
}

export interface Placement {
  readonly common: CodeRegion;
  readonly body: CodeRegion;
  /** Null for nodes that nothing needs. */
  readonly regions: readonly (CodeRegion | null)[];
  /** Nodes whose value is stored because it is used more than once or in another region. */
  readonly isKept: readonly boolean[];
  /** The sides of each branch. */
  readonly sides: ReadonlyMap<Node, { readonly yes: CodeRegion; readonly no: CodeRegion }>;
  /** The results that are used of each node with several results. */
  readonly picks: ReadonlyMap<Node, ReadonlyMap<number, Node>>;
}

/** Nodes with several results. */
const several: ReadonlySet<string> = new Set(["branch", "invoke", "host", "others"]);

/** Nodes without a value to store, or whose value is free to compute again. */
const fleeting: ReadonlySet<string> = new Set(["check", "real", "boolean", "parameter", "pick"]);

/**
 * Decides where each node is computed. Roots are the results, duties are computed because they may fail. The values of
 * `changing` bases differ from body to body.
 */
export function place(
  graph: NodeGraph,
  roots: readonly Node[],
  duties: readonly Node[],
  changingBases: readonly number[] = [],
): Placement {
  const placing = new Placing(graph);
  const isCommon = findCommon(graph, changingBases);
  for (const root of [...roots, ...duties]) placing.use(root, placing.body);
  // Users lie after what they use: going backwards, all uses of a node are known when it is reached.
  for (let node = graph.nodes.length - 1; node >= 0; node--) placing.visit(node, isCommon[node]);
  return placing.finish();
}

/** The regions found so far while the nodes are visited backwards. */
class Placing {
  readonly common: CodeRegion = { parent: null, depth: 0, nodes: [] };
  readonly body: CodeRegion = { parent: this.common, depth: 1, nodes: [] };
  private readonly nodes: readonly NodeData[];
  private readonly regions: (CodeRegion | null)[];
  private readonly uses: number[];
  /** Per node, whether it is used in another region than its own. */
  private readonly isAway: boolean[];
  private readonly sides = new Map<Node, { yes: CodeRegion; no: CodeRegion }>();
  private readonly picks = new Map<Node, Map<number, Node>>();
  /**
   * A check is made in every region that asks for it: in an outer region it might stop a body that does not need it.
   */
  private readonly checks = new Map<Node, Set<CodeRegion>>();

  constructor({ nodes }: NodeGraph) {
    this.nodes = nodes;
    this.regions = nodes.map(() => null);
    this.uses = nodes.map(() => 0);
    this.isAway = nodes.map(() => false);
  }

  /** Notes that a region needs a node. */
  use(node: Node, from: CodeRegion): void {
    if (this.nodes[node].op === "check") {
      this.regions[node] = from;
      this.checks.set(node, (this.checks.get(node) ?? new Set()).add(from));
      return;
    }
    const before = this.regions[node];
    if (before && before !== from) this.isAway[node] = true;
    this.regions[node] = before ? meet(before, from) : from;
    this.uses[node]++;
  }

  /** Fixes the region of a node whose uses are all known, and notes what the node uses itself. */
  visit(node: Node, isCommon: boolean): void {
    let region = this.regions[node];
    if (!region) return;
    const data = this.nodes[node];
    if (data.op === "check") {
      for (const asking of this.checks.get(node)!) this.use(data.condition, asking);
      return;
    }
    if (isCommon && region === this.body) {
      this.regions[node] = region = this.common;
      this.isAway[node] = true;
    }
    if (data.op === "branch") {
      this.visitSides(node, data, region);
      return;
    }
    if (data.op === "pick") {
      let wanted = this.picks.get(data.from);
      if (!wanted) this.picks.set(data.from, (wanted = new Map()));
      wanted.set(data.number, node);
    }
    const operands = operandsOf(data);
    for (let i = 0; i < operands.length; i++) this.use(operands[i], region);
  }

  private visitSides(node: Node, data: NodeData & { op: "branch" }, region: CodeRegion): void {
    const yes: CodeRegion = { parent: region, depth: region.depth + 1, nodes: [] };
    const no: CodeRegion = { parent: region, depth: region.depth + 1, nodes: [] };
    this.sides.set(node, { yes, no });
    this.use(data.condition, region);
    for (const number of this.picks.get(node)?.keys() ?? []) {
      this.use(data.yes[number], yes);
      this.use(data.no[number], no);
    }
    for (const duty of data.duties.yes) this.use(duty, yes);
    for (const duty of data.duties.no) this.use(duty, no);
  }

  private isKept(data: NodeData, node: Node): boolean {
    if (!this.regions[node] || fleeting.has(data.op)) return false;
    return this.uses[node] > 1 || this.isAway[node] || several.has(data.op);
  }

  /** Lists the nodes of each region in the order of computation. */
  finish(): Placement {
    const { nodes, common, body, regions, sides, picks } = this;
    const isKept = nodes.map((data, node) => this.isKept(data, node));
    for (let node = 0; node < nodes.length; node++) {
      if (isKept[node]) regions[node]!.nodes.push(node);
      if (nodes[node].op === "check") for (const asking of this.checks.get(node) ?? []) asking.nodes.push(node);
    }
    return { common, body, regions, isKept, sides, picks };
  }
}

function meet(a: CodeRegion, b: CodeRegion): CodeRegion {
  let x = a;
  let y = b;
  while (x !== y) {
    if (x.depth >= y.depth) x = x.parent!;
    else y = y.parent!;
  }
  return x;
}

/** Nodes that are the same for all bodies and cannot fail. */
function findCommon(graph: NodeGraph, changingBases: readonly number[]): boolean[] {
  const isCommon: boolean[] = [];
  for (const data of graph.nodes) {
    const isBound =
      data.op === "check" ||
      data.op === "pick" ||
      data.op === "parameter" ||
      several.has(data.op) ||
      (data.op === "load" && (data.place.index !== null || changingBases.includes(data.place.base)));
    const operands = isBound ? [] : operandsOf(data);
    let areCommon = !isBound;
    for (let i = 0; i < operands.length; i++) areCommon &&= isCommon[operands[i]];
    isCommon.push(areCommon);
  }
  return isCommon;
}
