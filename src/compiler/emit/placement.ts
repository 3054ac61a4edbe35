// Where each node of a graph is computed: as late as all its uses allow, so that a side of a branch is only paid for
// when it is taken; and what does not depend on the body, once for all of them.
import { type Node, type NodeGraph, operandsOf } from "../graph/node.ts";

/** A stretch of code that is run as a whole: what is common to all bodies, one body, or one side of a branch. */
export interface Region {
  readonly parent: Region | null;
  readonly depth: number;
  /** In the order of computation. */
  readonly nodes: Node[];
}

export interface Placement {
  readonly common: Region;
  readonly body: Region;
  /** Null for nodes that nothing needs. */
  readonly regions: readonly (Region | null)[];
  /** Nodes whose value is kept, being used more than once or in another region. */
  readonly isKept: readonly boolean[];
  /** The sides of each branch. */
  readonly sides: ReadonlyMap<Node, { readonly yes: Region; readonly no: Region }>;
  /** The results of a node of several that are wanted. */
  readonly picks: ReadonlyMap<Node, ReadonlyMap<number, Node>>;
}

const several: ReadonlySet<string> = new Set(["branch", "invoke", "host", "others"]);

/**
 * Roots are what is wanted, duties what is computed besides, being able to fail. Some bases may change from body to
 * body.
 */
export function place(
  graph: NodeGraph,
  roots: readonly Node[],
  duties: readonly Node[],
  changingBases: readonly number[] = [],
): Placement {
  const { nodes } = graph;
  const common: Region = { parent: null, depth: 0, nodes: [] };
  const body: Region = { parent: common, depth: 1, nodes: [] };
  const regions: (Region | null)[] = nodes.map(() => null);
  const uses: number[] = nodes.map(() => 0);
  const isAway: boolean[] = nodes.map(() => false);
  const sides = new Map<Node, { yes: Region; no: Region }>();
  const picks = new Map<Node, Map<number, Node>>();
  const isCommon = findCommon(graph, changingBases);
  // A check is made in every region that asks for it: further out it might stop what has no need of it.
  const checks = new Map<Node, Set<Region>>();
  const use = (node: Node, from: Region) => {
    if (nodes[node].op === "check") {
      regions[node] = from;
      checks.set(node, (checks.get(node) ?? new Set()).add(from));
      return;
    }
    const before = regions[node];
    if (before && before !== from) isAway[node] = true;
    regions[node] = before ? meet(before, from) : from;
    uses[node]++;
  };
  for (const root of [...roots, ...duties]) use(root, body);
  // Users lie behind what they use: going backwards, all uses of a node are known when it is reached.
  for (let node = nodes.length - 1; node >= 0; node--) {
    let region = regions[node];
    if (!region) continue;
    const data = nodes[node];
    if (data.op === "check") {
      for (const asking of checks.get(node)!) use(data.condition, asking);
      continue;
    }
    if (isCommon[node] && region === body) {
      regions[node] = region = common;
      isAway[node] = true;
    }
    if (data.op === "branch") {
      const yes: Region = { parent: region, depth: region.depth + 1, nodes: [] };
      const no: Region = { parent: region, depth: region.depth + 1, nodes: [] };
      sides.set(node, { yes, no });
      use(data.condition, region);
      for (const number of picks.get(node)?.keys() ?? []) {
        use(data.yes[number], yes);
        use(data.no[number], no);
      }
      for (const duty of data.duties.yes) use(duty, yes);
      for (const duty of data.duties.no) use(duty, no);
      continue;
    }
    if (data.op === "pick") {
      let wanted = picks.get(data.from);
      if (!wanted) picks.set(data.from, (wanted = new Map()));
      wanted.set(data.number, node);
    }
    const operands = operandsOf(data);
    for (let i = 0; i < operands.length; i++) use(operands[i], region);
  }
  const isKept = nodes.map((data, node) => {
    if (!regions[node] || data.op === "check" || data.op === "real" || data.op === "boolean" || data.op === "parameter")
      return false;
    return data.op !== "pick" && (uses[node] > 1 || isAway[node] || several.has(data.op));
  });
  for (let node = 0; node < nodes.length; node++) {
    if (isKept[node]) regions[node]!.nodes.push(node);
    if (nodes[node].op === "check") for (const asking of checks.get(node) ?? []) asking.nodes.push(node);
  }
  return { common, body, regions, isKept, sides, picks };
}

function meet(a: Region, b: Region): Region {
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
