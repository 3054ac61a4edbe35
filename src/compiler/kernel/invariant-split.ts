// Splits laws that are iterated: what does not depend on the law's own output is computed once by one kernel and
// cached; the other kernel, which runs again and again, computes the rest.
import type { KernelSource, Store } from "../emit/module.ts";
import { Graph } from "../graph/graph.ts";
import { type MemoryPlace, type Node, type NodeData, operandsOf } from "../graph/node.ts";

export interface Split {
  /** Computes the invariant part into the cache. */
  readonly prepare: KernelSource;
  /** Computes the rest from the cache and from the numbers that change. */
  readonly iterate: KernelSource;
  /** Number of cached numbers. */
  readonly cached: number;
}

const several: ReadonlySet<string> = new Set(["branch", "invoke", "host", "others"]);

const none: ReadonlySet<string> = new Set();

/**
 * `varies` says which places the law writes; `cache` says where the k-th invariant, this node, is kept. The results of
 * operations in `left` stay where they are.
 */
export function splitInvariant(
  source: KernelSource,
  varies: (place: MemoryPlace) => boolean,
  cache: (k: number, node: Node) => MemoryPlace,
  left = none,
): Split {
  const { graph, stores, duties, functions, fuel, depth } = source;
  const changes = findMutable(source, varies, left);
  const after = new Graph();
  const known = new Map<Node, Node>();
  const kept: Node[] = [];
  const places: MemoryPlace[] = [];
  const again = (node: Node): Node => {
    let made = known.get(node);
    if (made === undefined) known.set(node, (made = make(node)));
    return made;
  };
  const make = (node: Node): Node => {
    const data = graph.data(node);
    if (
      !changes[node] &&
      data.op !== "real" &&
      data.op !== "boolean" &&
      data.op !== "load" &&
      data.op !== "parameter"
    ) {
      kept.push(node);
      places.push(cache(kept.length - 1, node));
      return after.load(places.at(-1)!, graph.kind(node));
    }
    return rebuild(after, data, again, (from, number) => pickAgain(from, number));
  };
  const groups = new Map<Node, { readonly picks: readonly Node[]; readonly duty: Node | undefined }>();
  const group = (node: Node) => {
    let made = groups.get(node);
    if (!made) {
      const { value, duties } = after.duties.apart(() => rebuildSeveral(after, graph.data(node), again, dutiesAgain));
      groups.set(node, (made = { picks: value, duty: duties.at(-1) }));
    }
    return made;
  };
  const pickAgain = (from: Node, number: number): Node => group(from).picks[number];
  const dutyAgain = (node: Node): Node | undefined => {
    const data = graph.data(node);
    if (data.op !== "check") return group(node).duty;
    return after.duties.apart(() => after.check(again(data.condition))).duties.at(-1);
  };
  const dutiesAgain = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node) => (changes[node] ? (dutyAgain(node) ?? []) : []));
  const stored = stores.map((store): Store => ({ ...store, node: again(store.node) }));
  const dutiful = dutiesAgain(duties);
  const keep = kept.map((node, k): Store => ({ node, place: places[k], mustBeFinite: false }));
  return {
    prepare: { graph, functions, stores: keep, duties: duties.filter((node) => !changes[node]), fuel, depth },
    iterate: { graph: after, functions, stores: stored, duties: dutiful, fuel, depth },
    cached: kept.length,
  };
}

/**
 * Nodes that must be computed in each iteration: those that depend on what the law writes, and those that can fail but
 * are not needed every time.
 */
function findMutable(
  { graph, stores, duties }: KernelSource,
  varies: (place: MemoryPlace) => boolean,
  left: ReadonlySet<string>,
): boolean[] {
  const changes: boolean[] = [];
  const canFail: boolean[] = [];
  for (const data of graph.nodes) {
    const operands = operandsOf(data);
    const reads = data.op === "load" && varies(data.place);
    // An outlined function may read anything.
    const calls = data.op === "invoke" || data.op === "others" || left.has(data.op);
    changes.push(reads || calls || operands.some((operand) => changes[operand]));
    canFail.push(data.op === "check" || several.has(data.op) || operands.some((operand) => canFail[operand]));
  }
  const isSure = findSure(graph, [...stores.map(({ node }) => node), ...duties]);
  return changes.map((change, node) => change || (canFail[node] && !isSure[node]));
}

/** Nodes that are computed whichever branches are taken. */
function findSure(graph: KernelSource["graph"], roots: readonly Node[]): boolean[] {
  const isSure: boolean[] = graph.nodes.map(() => false);
  for (const node of roots) isSure[node] = true;
  for (let node = graph.nodes.length - 1; node >= 0; node--) {
    if (!isSure[node]) continue;
    const data = graph.data(node);
    for (const operand of data.op === "branch" ? [data.condition] : operandsOf(data)) isSure[operand] = true;
  }
  return isSure;
}

/** A copy of a node in another graph; `again` gives its operands there. */
export function rebuild(
  graph: Graph,
  data: NodeData,
  again: (node: Node) => Node,
  pick: (from: Node, number: number) => Node,
): Node {
  switch (data.op) {
    case "real":
      return graph.real(data.value);
    case "boolean":
      return graph.boolean(data.value);
    case "parameter":
      return graph.parameter(data.number, data.kind);
    case "load":
      return graph.load(data.place, data.kind);
    case "neg":
    case "sqrt":
    case "abs":
    case "floor":
    case "not":
      return graph.unary(data.op, again(data.a));
    case "elementary":
      return graph.elementary(data.name, data.args.map(again));
    case "select":
      return graph.select(again(data.condition), again(data.a), again(data.b));
    case "pick":
      return pick(data.from, data.number);
    case "check":
    case "branch":
    case "invoke":
    case "host":
    case "others":
      throw new Error(`${data.op} is rebuilt by its results`);
    default:
      return graph.binary(data.op, again(data.a), again(data.b));
  }
}

function rebuildSeveral(
  graph: Graph,
  data: NodeData,
  again: (node: Node) => Node,
  dutiesAgain: (nodes: readonly Node[]) => Node[],
): Node[] {
  switch (data.op) {
    case "branch": {
      const duties = { yes: dutiesAgain(data.duties.yes), no: dutiesAgain(data.duties.no) };
      return graph.branch(again(data.condition), data.yes.map(again), data.no.map(again), duties);
    }
    case "invoke":
      return graph.invoke(data.outlined, data.args.map(again));
    case "host":
      return graph.ask(data.question, data.args.map(again));
    case "others":
      return graph.others(data.outlined, data.count, data.self, data.args.map(again), data.sums?.map(again) ?? null);
    default:
      throw new Error(`${data.op} has one result`);
  }
}
