// `if` on dissolved values: both sides computed and one selected if that is cheap, otherwise a real branch.
import type { Graph } from "../graph/graph.ts";
import { costOf, type Node } from "../graph/node.ts";
import { Unlowered } from "../graph/refusal.ts";
import { formOfLowered, type Lowered, nodesOf, withNodes } from "./lowered.ts";

/** Both sides are computed if they cost no more than this together and cannot fail. */
const cheapBranches = 30;
const failing: ReadonlySet<string> = new Set(["invoke", "host", "others", "branch"]);

/** One of two values. If one side cannot be lowered, the kernel gives up when the run takes that side. */
export function lowerBranch(graph: Graph, condition: Node, lowerYes: () => Lowered, lowerNo: () => Lowered): Lowered {
  const constant = graph.booleanValue(condition);
  if (constant !== null) return constant ? lowerYes() : lowerNo();
  const before = graph.nodes.length;
  const { value: yes, duties: yesDuties } = graph.duties.apart(() => attempt(lowerYes));
  const { value: no, duties: noDuties } = graph.duties.apart(() => attempt(lowerNo));
  if (yes instanceof Unlowered && no instanceof Unlowered) throw yes;
  if (yes instanceof Unlowered || no instanceof Unlowered) {
    const isYes = no instanceof Unlowered;
    graph.check(isYes ? condition : graph.unary("not", condition));
    for (const duty of isYes ? yesDuties : noDuties) graph.duties.add(duty);
    return (isYes ? yes : no) as Lowered;
  }
  if (formOfLowered(yes) !== formOfLowered(no)) throw new Unlowered("the sides of an if have different shapes");
  const a = nodesOf(yes);
  const b = nodesOf(no);
  const open = (duties: readonly Node[]) => duties.filter((duty) => !graph.duties.has(duty));
  const duties = { yes: open(yesDuties), no: open(noDuties) };
  const isDutiful = duties.yes.length + duties.no.length > 0;
  if (isDutiful || !isCheap(graph, before)) return withNodes(yes, graph.branch(condition, a, b, duties));
  return withNodes(
    yes,
    a.map((node, k) => graph.select(condition, node, b[k])),
  );
}

/** Whether the nodes from `first` on cannot fail and are cheap enough to compute always. */
function isCheap(graph: Graph, first: Node): boolean {
  let cost = 0;
  for (let node = first; cost <= cheapBranches && node < graph.nodes.length; node++) {
    const data = graph.data(node);
    cost += failing.has(data.op) ? cheapBranches + 1 : costOf(data);
  }
  return cost <= cheapBranches;
}

function attempt(lower: () => Lowered): Lowered | Unlowered {
  try {
    return lower();
  } catch (error) {
    if (error instanceof Unlowered) return error;
    throw error;
  }
}
