// What laws of links compute from one body alone, whatever the link: its rotation, say, or how it answers to a torque. It is computed
// once for all links at the body, by a kernel over the bodies of a group under one law, into rows that kernels of links read.
import type { KernelSource } from "../compiler/emit-module.ts";
import { Graph } from "../compiler/graph.ts";
import { rebuild, splitInvariant } from "../compiler/invariant-split.ts";
import { Kernel, type Machine } from "../compiler/kernel.ts";
import type { Node, NodeGraph, Place } from "../compiler/node.ts";
import type { ProgramStep } from "../compiler/program-step.ts";
import { base } from "./law-places.ts";
import { isRefusal } from "./refusal.ts";
import type { Allocate } from "./run-memory.ts";

/** What cannot be taken from one graph to another node by node. */
const bound: ReadonlySet<string> = new Set(["pick", "parameter", "branch", "invoke", "host", "others"]);

/** There is no room for another row. */
class NoRoom extends Error {}

export class SharedNumbers {
  private readonly machine: Machine;
  private readonly count: number;
  private readonly allocate: Allocate;
  private readonly isChanging: Uint8Array;
  /** Of all forms of links, as seen from the body at the first end. */
  private readonly graph = new Graph();
  /** Where each number's row begins, and the rows of what stays between events. */
  private readonly rows = new Map<Node, number>();
  private readonly staying = new Map<Node, number>();
  private kernels: { readonly prepare: Kernel; readonly run: Kernel; readonly rows: number } | null = null;

  /** For so many bodies; `isChanging` tells which numbers of the memory do not stay between events. */
  constructor(machine: Machine, count: number, allocate: Allocate, isChanging: Uint8Array) {
    this.machine = machine;
    this.count = count;
    this.allocate = allocate;
    this.isChanging = isChanging;
  }

  /** A source that reads what depends on the body at an end alone from rows; null where that cannot be. */
  split(source: KernelSource, end: 0 | 1): KernelSource | null {
    const { graph } = source;
    if (graph.nodes.some(({ op }) => bound.has(op))) return null;
    const varies = (place: Place) => place.index !== end && !(place.index === null && place.base === base.stage);
    const copy = this.copier(graph);
    try {
      const { prepare, iterate } = splitInvariant(source, varies, (_, node) => this.read(copy(node), end));
      for (const duty of prepare.duties) {
        const data = graph.data(duty);
        if (data.op === "check") this.graph.check(copy(data.condition));
      }
      return iterate;
    } catch (error) {
      if (error instanceof NoRoom) return null;
      throw error;
    }
  }

  private copier(from: NodeGraph): (node: Node) => Node {
    const known = new Map<Node, Node>();
    const copy = (node: Node): Node => {
      let made = known.get(node);
      if (made !== undefined) return made;
      const data = from.data(node);
      made = data.op === "load" ? this.load(data.place, data.kind) : rebuild(this.graph, data, copy, copy);
      known.set(node, made);
      return made;
    };
    return copy;
  }

  private load({ base: from, offset, index }: Place, kind: "real" | "boolean"): Node {
    return this.graph.load({ base: from, offset, index: index === null ? null : 0 }, kind);
  }

  /** Where kernels of links find a number: rows lie at places of the whole memory, and their first base is its beginning. */
  private read(node: Node, end: 0 | 1): Place {
    return { base: base.registered, offset: 8 * this.row(this.rows, node), index: end };
  }

  private row(rows: Map<Node, number>, node: Node): number {
    let row = rows.get(node);
    if (row === undefined) {
      const at = this.allocate(this.count);
      if (at === null) throw new NoRoom();
      rows.set(node, (row = at));
    }
    return row;
  }

  /** Computes what stays of neighbours. Null where there is no value, or no kernel. */
  hold(stage: Float64Array, first: number, end: number): SharedRange | null {
    if (this.kernels?.rows !== this.rows.size) this.kernels = this.compile();
    if (this.kernels?.prepare.over(0, stage.byteOffset, 0, 0, first, end) !== Kernel.done) return null;
    return { prepare: this.kernels.prepare, kernel: this.kernels.run, first, end };
  }

  private compile(): typeof this.kernels {
    const { graph, machine, rows, staying } = this;
    const out = (row: number): Place => ({ base: base.out, offset: 8 * row, index: 0 });
    const stores = Array.from(rows, ([node, row]) => ({ node, place: out(row), mustBeFinite: false }));
    const source = { graph, functions: [], stores, duties: graph.duties.all, fuel: 0, depth: 0 };
    const varies = ({ offset }: Place) => this.isChanging[offset / 8] === 1;
    try {
      const { prepare, iterate } = splitInvariant(source, varies, (_, node) => out(this.row(staying, node)));
      return { prepare: machine.compile(prepare), run: machine.compile(iterate), rows: rows.size };
    } catch (error) {
      if (error instanceof NoRoom || isRefusal(error)) return null;
      throw error;
    }
  }
}

/** Neighbours of a group for whom a kernel computes what is shared. */
export interface SharedRange {
  /** For what stays of them. */
  readonly prepare: Kernel;
  readonly kernel: Kernel;
  readonly first: number;
  readonly end: number;
}

/** Computes what stays once more; false where a body has no value. */
export function prepareShared({ prepare, first, end }: SharedRange, stage: Float64Array): boolean {
  return prepare.over(0, stage.byteOffset, 0, 0, first, end) === Kernel.done;
}

/** False where a body has no value. */
export function runShared({ kernel, first, end }: SharedRange, stage: Float64Array): boolean {
  return kernel.over(0, stage.byteOffset, 0, 0, first, end) === Kernel.done;
}

/** The same for a program. */
export function sharedStep({ kernel, first, end }: SharedRange, stage: Float64Array): ProgramStep {
  return { kind: "run", kernel, args: [0, stage.byteOffset, 0, 0, 8 * first, 0, 8 * end] };
}

/** Places as ranges of such as follow each other. */
export function rangesOf(places: Iterable<number>): { first: number; end: number }[] {
  const ranges: { first: number; end: number }[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.end === place) last.end++;
    else ranges.push({ first: place, end: place + 1 });
  }
  return ranges;
}
