// Small systems of constraints, unrolled: the elimination of one pattern as one straight kernel, without entries that
// are zero by their form. There is no pivoting: if a pivot loses too many digits compared to the original entry, the
// kernel gives up, and the general solver is used.

import type { KernelSource, Store } from "../../compiler/emit/module.ts";
import { Graph } from "../../compiler/graph/graph.ts";
import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { Kernel } from "../../compiler/kernel/kernel.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import type { BlockPattern } from "../../math/block/block-matrix.ts";
import { createBlockPlan } from "../../math/block/plan.ts";
import { solverRegions } from "../laws/regions.ts";
import type { RunMemory } from "../state/run-memory.ts";
import { couplingSize } from "./couplings.ts";
import type { LinkInstance } from "./instance.ts";
import { largestOf, leastPart } from "./least-pivot.ts";

/** Systems with more numbers, or whose graph is too large, are not unrolled. */
const mostRows = 100;
const mostNodes = 20_000;

export interface UnrolledParts {
  readonly instances: readonly LinkInstance[];
  readonly pattern: BlockPattern;
  /** The places of the diagonal blocks, except those with -1 in `diagonal`. */
  readonly diagonal: Int32Array;
  readonly own: Int32Array;
  readonly couplings: Int32Array;
  /** Where the gaps of constraints of poses lie, or -1, and the typical length. */
  readonly gaps: Int32Array;
  readonly length: number;
}

export class UnrolledSolver {
  private readonly numbers: Float64Array;
  /** Where the remaining part of the worst pivot is stored. */
  private readonly at: number;
  private readonly source: KernelSource;
  private readonly kernel: Kernel | null;

  private constructor(source: KernelSource, kernel: Kernel | null, memory: RunMemory, at: number) {
    this.source = source;
    this.kernel = kernel;
    this.numbers = memory.numbers;
    this.at = at;
  }

  /** Null where the system is too large. */
  static create(parts: UnrolledParts, memory: RunMemory): UnrolledSolver | null {
    const { rows } = parts.pattern;
    const at = rows <= mostRows ? memory.allocate(1) : null;
    if (at === null) return null;
    const source = writeElimination(parts, at);
    if (!source) return null;
    return new UnrolledSolver(source, memory.machine?.compileIfPossible(source) ?? null, memory, at);
  }

  /** Computes the unknowns from the right-hand sides in the workspaces; false if the general solver is needed. */
  solve(): boolean {
    if (this.kernel) return this.kernel.over(0, 0, 0, 0, 0, 1) === Kernel.done;
    const { graph, duties, stores } = this.source;
    const values = new GraphValues(graph, ({ offset }) => this.numbers[offset / 8]);
    try {
      values.do(duties);
      const found = stores.map(({ node }) => values.of(node));
      for (const [k, { place }] of stores.entries()) this.numbers[place!.offset / 8] = found[k];
      return found.every(Number.isFinite);
    } catch (error) {
      if (error instanceof GivenUp) return false;
      throw error;
    }
  }

  /** The steps of a program that does the same as `solve`. */
  steps(): (ProgramStep | null)[] {
    return [this.kernel && { kind: "run", kernel: this.kernel, args: [0, 0, 0, 0, 0, 0, 8] }];
  }

  /** Writes the reciprocal of the remaining part of the worst pivot. */
  findCondition(out: Float64Array, at: number): void {
    out[at] = 1 / this.numbers[this.at];
  }
}

/** Null where a pivot is zero by its form, or the code would be too large. */
function writeElimination(parts: UnrolledParts, at: number): KernelSource | null {
  const graph = new Graph();
  const { pattern } = parts;
  const { rows, rowStart } = pattern;
  const load = (place: number) => graph.load({ base: solverRegions.memory, offset: 8 * place, index: null }, "real");
  const matrix = loadMatrix(parts, graph, load);
  const placesOf = (part: "right" | "found") =>
    parts.instances.flatMap((instance) =>
      Array.from({ length: instance.form.rows }, (_, i) => instance.at + instance.form[part] + i),
    );
  const right = placesOf("right").map(load);
  const order = [...createBlockPlan(pattern).node].flatMap((node) =>
    Array.from({ length: pattern.size[node] }, (_, k) => rowStart[node] + k),
  );
  const position = new Int32Array(rows);
  for (const [k, row] of order.entries()) position[row] = k;
  const first = matrix.map((line, row) => line.get(row));
  const inverse: Node[] = [];
  let least: Node = graph.real(1);
  const gaps = [...parts.gaps].flatMap((place) => (place >= 0 ? [load(place)] : []));
  const leastLeft = leastPart(graph, largestOf(graph, gaps), parts.length);
  for (const [k, row] of order.entries()) {
    const pivot = matrix[row].get(row);
    const before = first[row];
    if (pivot === undefined || before === undefined || graph.nodes.length > mostNodes) return null;
    const left = graph.binary("div", graph.unary("abs", pivot), graph.unary("abs", before));
    least = graph.binary("min", least, left);
    graph.check(graph.binary("lt", leastLeft, left));
    inverse[row] = graph.binary("div", graph.real(1), pivot);
    const later = [...matrix[row]].filter(([column]) => position[column] > k);
    for (const below of order.slice(k + 1)) {
      const entry = matrix[below].get(row);
      if (entry === undefined) continue;
      matrix[below].delete(row);
      const factor = graph.binary("mul", entry, inverse[row]);
      for (const [column, value] of later) subtract(graph, matrix[below], column, graph.binary("mul", factor, value));
      right[below] = graph.binary("sub", right[below], graph.binary("mul", factor, right[row]));
    }
  }
  const unknowns: Node[] = [];
  for (const row of [...order].reverse()) {
    let sum = right[row];
    for (const [column, value] of matrix[row])
      if (position[column] > position[row])
        sum = graph.binary("sub", sum, graph.binary("mul", value, unknowns[column]));
    unknowns[row] = graph.binary("mul", sum, inverse[row]);
  }
  const store = (node: Node, place: number): Store => ({
    node,
    place: { base: solverRegions.memory, offset: 8 * place, index: null },
    mustBeFinite: true,
  });
  const found = placesOf("found");
  const stores = [...unknowns.map((node, row) => store(node, found[row])), store(least, at)];
  return { graph, functions: [], stores, duties: graph.duties.all, fuel: 0, depth: 0 };
}

/** The matrix by rows: diagonal blocks from kernels, and products through the bodies that constraints share. */
function loadMatrix(parts: UnrolledParts, graph: Graph, load: (place: number) => Node): Map<number, Node>[] {
  const { instances, pattern, diagonal, own } = parts;
  const written = new Set(
    instances.flatMap(({ at, form }) => form.source.stores.map(({ place }) => at + place!.offset / 8)),
  );
  const matrix = Array.from({ length: pattern.rows }, () => new Map<number, Node>());
  for (const [k, { form }] of instances.entries())
    for (let e = 0; diagonal[k] >= 0 && e < form.rows * form.rows; e++) {
      const first = pattern.rowStart[k];
      if (written.has(own[k] + e))
        matrix[first + Math.floor(e / form.rows)].set(first + (e % form.rows), load(own[k] + e));
    }
  loadCouplings(matrix, parts, written, graph, load);
  return matrix;
}

/** Adds the products of numbers that kernels have written; the others are zero by their form. */
function loadCouplings(
  matrix: readonly Map<number, Node>[],
  { pattern, couplings }: UnrolledParts,
  written: ReadonlySet<number>,
  graph: Graph,
  load: (place: number) => Node,
): void {
  const { rowStart } = pattern;
  const blocks = blocksByPlace(pattern);
  for (let c = 0; c < couplings.length; c += couplingSize) {
    const [left, right, at, height, width, inner] = couplings.subarray(c, c + couplingSize);
    const [one, other] = blocks.get(at)!;
    for (let i = 0; i < height; i++)
      for (let j = 0; j < width; j++)
        for (let q = 0; q < inner; q++) {
          const [a, b] = [left + i * inner + q, right + q * width + j];
          if (written.has(a) && written.has(b))
            add(graph, matrix[rowStart[one] + i], rowStart[other] + j, graph.binary("mul", load(a), load(b)));
        }
  }
}

/** The row and the column of each block, by the place of its first number. */
function blocksByPlace({ count, blockStart, blockColumn, blockAt }: BlockPattern) {
  const blocks = new Map<number, readonly [number, number]>();
  for (let i = 0; i < count; i++)
    for (let block = blockStart[i]; block < blockStart[i + 1]; block++)
      blocks.set(blockAt[block], [i, blockColumn[block]]);
  return blocks;
}

function add(graph: Graph, line: Map<number, Node>, column: number, term: Node): void {
  const known = line.get(column);
  line.set(column, known === undefined ? term : graph.binary("add", known, term));
}

function subtract(graph: Graph, line: Map<number, Node>, column: number, term: Node): void {
  const known = line.get(column);
  line.set(column, known === undefined ? graph.unary("neg", term) : graph.binary("sub", known, term));
}
