// One step of the elimination of a chain of constraints: the block of a link is eliminated from the equations of the
// link after it, its parent. The matrix is never assembled: its entries are products of numbers in both workspaces.
//
// In a workspace: `right`; from the elimination U with the inverse pivots on its diagonal, the rows right of it (A),
// and the reduced right-hand side (b); what children subtracted from the block (S) and from the right-hand side (r),
// and the largest of their gaps (gap); `found`, the unknowns; the residual (rest).
//
// There is no pivoting: if a pivot loses too many digits compared to the original entry, the step gives up.
import type { KernelSource, Store } from "../../compiler/emit/module.ts";
import { Graph } from "../../compiler/graph/graph.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { Unlowered } from "../../compiler/graph/refusal.ts";
import { passRegions } from "../laws/regions.ts";
import type { LinkForm } from "./form.ts";
import { largestOf, leastPart, leastPivot } from "./least-pivot.ts";
import { Workspace } from "./workspace.ts";

export interface ChainStep {
  readonly form: LinkForm;
  /** Null at the end of a chain. `shared`: the ends by which both are on the same body. */
  readonly parent: { readonly form: LinkForm; readonly shared: readonly (readonly [number, number])[] } | null;
  /** Whether others have been eliminated from its equations, and whether it is the first child of its parent. */
  readonly hasChildren: boolean;
  readonly isFirst: boolean;
  /**
   * The typical length of a chain that is held at two places, whose last link may be redundant; null for other chains.
   */
  readonly length: number | null;
}

export interface ChainSources {
  readonly eliminate: KernelSource;
  readonly substitute: KernelSource;
  /** Computes the residual of the right-hand side. */
  readonly check: KernelSource;
}

/** Throws `Unlowered` where a pivot is zero by its form. */
export function writeChainStep(step: ChainStep): ChainSources {
  const eliminated = eliminate(step);
  return { eliminate: eliminated.source, substitute: substitute(step, eliminated.rows), check: check(step) };
}

type Row = (Node | undefined)[];

function eliminate(step: ChainStep): { source: KernelSource; rows: Row[] } {
  const { form, parent } = step;
  const graph = new Graph();
  const own = new Workspace(graph, form, passRegions.workspace);
  const other = parent && new Workspace(graph, parent.form, passRegions.partner);
  const [m, n] = [form.rows, parent?.form.rows ?? 0];
  const rows = ownRows(step, own, other);
  const below = rowsOfParent(step, own, other);
  const all = [...rows, ...below];
  const stores: Store[] = [];
  const least = findLeast(step, own, other, stores);
  for (let p = 0; p < m; p++) {
    const pivot = rows[p][p];
    const before = own.part("own", p * m + p);
    if (pivot === undefined || before === undefined) throw new Unlowered("a pivot is zero");
    graph.check(graph.binary("lt", graph.binary("mul", least, graph.unary("abs", before)), graph.unary("abs", pivot)));
    const inverse = graph.binary("div", graph.real(1), pivot);
    for (const row of all.slice(p + 1)) clearEntry(graph, row, p, rows[p], inverse);
    stores.push(own.store("U", p * m + p, inverse));
  }
  const put = (room: Workspace, part: Parameters<Workspace["store"]>[0], k: number, node: Node | undefined) => {
    if (node !== undefined) stores.push(room.store(part, k, node));
  };
  for (const [p, row] of rows.entries()) {
    for (let l = p + 1; l < m; l++) put(own, "U", p * m + l, row[l]);
    for (let l = 0; l < n; l++) put(own, "A", p * n + l, row[m + l]);
    put(own, "b", p, row[m + n]);
  }
  for (const [i, row] of below.entries()) {
    for (let l = 0; l < n; l++) put(other!, "S", i * n + l, row[m + l] ?? graph.real(0));
    put(other!, "r", i, row[m + n] ?? graph.real(0));
  }
  return { source: sourceOf(graph, stores), rows };
}

/** The equations of the link: its own columns, those of the parent, and the right-hand side. */
function ownRows({ form, parent, hasChildren }: ChainStep, own: Workspace, other: Workspace | null): Row[] {
  const [m, n] = [form.rows, parent?.form.rows ?? 0];
  return range(m).map((i) => [
    ...range(m).map((l) =>
      hasChildren ? own.sum(own.part("own", i * m + l), own.load("S", i * m + l)) : own.part("own", i * m + l),
    ),
    ...range(n).map((l) => couple(own, other!, parent!.shared, i, l)),
    hasChildren ? own.sum(own.load("right", i), own.load("r", i)) : own.load("right", i),
  ]);
}

/** What is subtracted from the equations of the parent, in the same columns. */
function rowsOfParent({ form, parent, isFirst }: ChainStep, own: Workspace, other: Workspace | null): Row[] {
  if (!parent || !other) return [];
  const [m, n] = [form.rows, parent.form.rows];
  const shared = parent.shared.map(([a, b]) => [b, a] as const);
  return range(n).map((i) => [
    ...range(m).map((l) => couple(other, own, shared, i, l)),
    ...range(n).map((l) => (isFirst ? undefined : other.load("S", i * n + l))),
    isFirst ? undefined : other.load("r", i),
  ]);
}

/** Subtracts a multiple of the row of pivot p from another row, so that the other's entry in column p vanishes. */
function clearEntry(graph: Graph, row: Row, p: number, pivots: Row, inverse: Node): void {
  const entry = row[p];
  if (entry === undefined) return;
  const factor = graph.binary("mul", entry, inverse);
  for (let l = p + 1; l < row.length; l++) {
    const value = pivots[l];
    if (value !== undefined) row[l] = subtract(graph, row[l], graph.binary("mul", factor, value));
  }
}

/** The part of the original entry that a pivot must keep; the gaps are passed on to the parent. */
function findLeast(step: ChainStep, own: Workspace, other: Workspace | null, stores: Store[]): Node {
  const { graph } = own;
  if (step.length === null) return graph.real(leastPivot);
  const gaps = range(step.form.rows).flatMap((k) => own.gap(k) ?? []);
  const gap = largestOf(graph, step.hasChildren ? [...gaps, own.load("gap", 0)] : gaps);
  if (other) stores.push(other.store("gap", 0, step.isFirst ? gap : graph.binary("max", other.load("gap", 0), gap)));
  return leastPart(graph, gap, step.length);
}

function substitute({ form, parent }: ChainStep, rows: readonly Row[]): KernelSource {
  const graph = new Graph();
  const own = new Workspace(graph, form, passRegions.workspace);
  const other = parent && new Workspace(graph, parent.form, passRegions.partner);
  const [m, n] = [form.rows, parent?.form.rows ?? 0];
  const unknowns: Node[] = [];
  for (let p = m - 1; p >= 0; p--) {
    let sum = own.load("b", p);
    for (let l = 0; l < n; l++)
      if (rows[p][m + l] !== undefined)
        sum = graph.binary("sub", sum, graph.binary("mul", own.load("A", p * n + l), other!.load("found", l)));
    for (let l = m - 1; l > p; l--)
      if (rows[p][l] !== undefined)
        sum = graph.binary("sub", sum, graph.binary("mul", own.load("U", p * m + l), unknowns[l]));
    unknowns[p] = graph.binary("mul", sum, own.load("U", p * m + p));
  }
  return sourceOf(
    graph,
    unknowns.map((node, p) => ({ ...own.store("found", p, node), mustBeFinite: true })),
  );
}

function check({ form, parent, hasChildren, isFirst }: ChainStep): KernelSource {
  const graph = new Graph();
  const own = new Workspace(graph, form, passRegions.workspace);
  const other = parent && new Workspace(graph, parent.form, passRegions.partner);
  const [m, n] = [form.rows, parent?.form.rows ?? 0];
  const less = (sum: Node | undefined, entry: Node | undefined, room: Workspace, l: number) =>
    entry === undefined ? sum : subtract(graph, sum, graph.binary("mul", entry, room.load("found", l)));
  const stores = range(m).map((i) => {
    let rest: Node | undefined = hasChildren
      ? graph.binary("add", own.load("right", i), own.load("rest", i))
      : own.load("right", i);
    for (let l = 0; l < m; l++) rest = less(rest, own.part("own", i * m + l), own, l);
    for (let l = 0; l < n; l++) rest = less(rest, couple(own, other!, parent!.shared, i, l), other!, l);
    return own.store("rest", i, rest!);
  });
  for (let i = 0; i < n; i++) {
    let rest: Node | undefined = isFirst ? undefined : other!.load("rest", i);
    for (let l = 0; l < m; l++)
      rest = less(
        rest,
        couple(
          other!,
          own,
          parent!.shared.map(([a, b]) => [b, a] as const),
          i,
          l,
        ),
        own,
        l,
      );
    stores.push(other!.store("rest", i, rest ?? graph.real(0)));
  }
  return sourceOf(graph, stores);
}

/**
 * The effect of the unknown `l` of the other constraint on the equation `i` of this one, through the bodies they share.
 */
function couple(
  one: Workspace,
  other: Workspace,
  shared: readonly (readonly [number, number])[],
  i: number,
  l: number,
): Node | undefined {
  const { graph } = one;
  let sum: Node | undefined;
  for (const [end, otherEnd] of shared) {
    const count = one.form.forces[end];
    for (let q = 0; q < count; q++) {
      const a = one.ofEnd("onConstraint", end, i * count + q);
      const b = other.ofEnd("ofUnknowns", otherEnd, q * other.form.rows + l);
      if (a === undefined || b === undefined) continue;
      const term = graph.binary("mul", a, b);
      sum = sum === undefined ? term : graph.binary("add", sum, term);
    }
  }
  return sum;
}

function subtract(graph: Graph, from: Node | undefined, term: Node): Node {
  return from === undefined ? graph.unary("neg", term) : graph.binary("sub", from, term);
}

function sourceOf(graph: Graph, stores: readonly Store[]): KernelSource {
  return { graph, functions: [], stores, duties: graph.duties.all, fuel: 0, depth: 0, traversal: { kind: "links" } };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
