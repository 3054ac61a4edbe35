// Values that laws of links and contacts compute from one body alone, whatever the other body is: for example its
// rotation, or its response to a torque. A kernel over the bodies of a group computes them once for all links or
// contact points at the body, into rows that the kernels of links and contacts read.

import type { KernelSource } from "../../compiler/emit/module.ts";
import { Graph } from "../../compiler/graph/graph.ts";
import type { MemoryPlace, Node, NodeGraph } from "../../compiler/graph/node.ts";
import { isRefusal } from "../../compiler/graph/refusal.ts";
import type { Region } from "../../compiler/graph/region.ts";
import { rebuild, splitInvariant } from "../../compiler/kernel/invariant-split.ts";
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Allocate } from "../state/run-memory.ts";
import { cacheRegions, linkRegions } from "./regions.ts";

/** Nodes that cannot be copied from one graph to another by themselves and stay where they are. */
const bound: ReadonlySet<string> = new Set(["pick", "parameter", "branch", "invoke", "host", "others"]);

/** There is no room for another row. */
class NoRoom extends Error {}

/**
 * Where kernels find the numbers: behind a base that has this distance from the start of the memory, with this distance
 * between bodies.
 */
export interface SharedLayout {
  readonly base: Region;
  readonly start: number;
  readonly stride: number;
}

/**
 * Kernels of links compute several links at a time: each number has its own row. Their first base is the start of the
 * memory.
 */
const inRows: SharedLayout = { base: linkRegions.memory, start: 0, stride: 1 };

export class BodyCache {
  private readonly machine: Machine;
  private readonly count: number;
  private readonly allocate: Allocate;
  private readonly isChanging: Uint8Array | null;
  private readonly layout: SharedLayout;
  /** The graph of all forms of links or contacts, as seen from the body at the first end. */
  private readonly graph = new Graph();
  /** The start of each number's row, and the rows of numbers that are constant between events. */
  private readonly rows = new Map<Node, number>();
  private readonly invariants = new Map<Node, number>();
  /** The start of the next row, and the number of rows there is room for. */
  private next = 0;
  private free = 0;
  private kernels: { readonly prepare: Kernel; readonly run: Kernel; readonly rows: number } | null = null;

  /**
   * `count`: number of bodies; `isChanging` says which numbers of the memory change between events, null if that is
   * unknown.
   */
  constructor(machine: Machine, count: number, allocate: Allocate, isChanging: Uint8Array | null, layout = inRows) {
    this.machine = machine;
    this.count = count;
    this.allocate = allocate;
    this.isChanging = isChanging;
    this.layout = layout;
  }

  /**
   * A source that reads what depends on one end's body alone from rows, except what is written; null if that is
   * impossible.
   */
  split(
    source: KernelSource,
    end: 0 | 1,
    isWritten: (place: MemoryPlace) => boolean = () => false,
  ): KernelSource | null {
    const { graph } = source;
    const isCommon = (place: MemoryPlace) => place.index === null && place.base === cacheRegions.stage;
    const varies = (place: MemoryPlace) => (place.index !== end && !isCommon(place)) || isWritten(place);
    const copy = this.copier(graph);
    try {
      const { prepare, iterate } = splitInvariant(source, varies, (_, node) => this.read(copy(node), end), bound);
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

  private load({ base: from, offset, index }: MemoryPlace, kind: "real" | "boolean"): Node {
    return this.graph.load({ base: from, offset, index: index === null ? null : 0 }, kind);
  }

  /** Where kernels of links or contacts find a number. */
  private read(node: Node, end: 0 | 1): MemoryPlace {
    const { base: from, start, stride } = this.layout;
    return { base: from, offset: 8 * (this.row(this.rows, node) - start), index: end, stride };
  }

  private row(rows: Map<Node, number>, node: Node): number {
    let row = rows.get(node);
    if (row === undefined) {
      if (this.free === 0) {
        const { stride } = this.layout;
        const at = this.allocate(this.count * stride);
        if (at === null) throw new NoRoom();
        this.next = at;
        this.free = stride;
      }
      rows.set(node, (row = this.next++));
      this.free--;
    }
    return row;
  }

  /**
   * Computes everything of a range of bodies where nothing is known to be constant, from the memories behind the first
   * two bases. Calls `lose` with bodies that have no value, or no kernel.
   */
  compute(
    start: ReadonlyNumbers,
    memory: ReadonlyNumbers,
    first: number,
    end: number,
    lose: (place: number) => void,
  ): void {
    if (this.rows.size === 0) return;
    this.renew();
    for (let place = first; place < end; place++) {
      if (this.kernels) place = this.kernels.run.over(start.byteOffset, memory.byteOffset, 0, 0, place, end);
      if (place === Kernel.done) return;
      lose(place);
    }
  }

  /** Makes kernels for all numbers that have been asked for. */
  private renew(): void {
    if (this.kernels?.rows !== this.rows.size) this.kernels = this.compile();
  }

  /** Computes the constant numbers of a range of bodies. Null if there is no value, or no kernel. */
  hold(stage: Float64Array, first: number, end: number): SharedRange | null {
    this.renew();
    if (this.kernels?.prepare.over(0, stage.byteOffset, 0, 0, first, end) !== Kernel.done) return null;
    return { prepare: this.kernels.prepare, kernel: this.kernels.run, first, end };
  }

  private compile(): typeof this.kernels {
    const { graph, machine, rows, invariants } = this;
    const { stride } = this.layout;
    const out = (row: number): MemoryPlace => ({ base: cacheRegions.memory, offset: 8 * row, index: 0, stride });
    const stores = Array.from(rows, ([node, row]) => ({ node, place: out(row), mustBeFinite: false }));
    const source = { graph, functions: [], stores, duties: graph.duties.all, fuel: 0, depth: 0 };
    const varies = ({ offset }: MemoryPlace) => this.isChanging?.[offset / 8] !== 0;
    try {
      const { prepare, iterate } = splitInvariant(source, varies, (_, node) => out(this.row(invariants, node)));
      return { prepare: machine.compile(prepare), run: machine.compile(iterate), rows: rows.size };
    } catch (error) {
      if (error instanceof NoRoom || isRefusal(error)) return null;
      throw error;
    }
  }
}

/** Neighbours of a group, and the kernel that computes their shared numbers. */
export interface SharedRange {
  /** The kernel for their constant numbers. */
  readonly prepare: Kernel;
  readonly kernel: Kernel;
  readonly first: number;
  readonly end: number;
}

/** Computes the constant numbers again; false if a body has no value. */
export function prepareShared({ prepare, first, end }: SharedRange, stage: Float64Array): boolean {
  return prepare.over(0, stage.byteOffset, 0, 0, first, end) === Kernel.done;
}

/** Computes the shared numbers; false if a body has no value. */
export function runShared({ kernel, first, end }: SharedRange, stage: Float64Array): boolean {
  return kernel.over(0, stage.byteOffset, 0, 0, first, end) === Kernel.done;
}

/** The step of a program that computes the shared numbers. */
export function sharedStep({ kernel, first, end }: SharedRange, stage: Float64Array): ProgramStep {
  return { kind: "run", kernel, args: [0, stage.byteOffset, 0, 0, 8 * first, 0, 8 * end] };
}

/** Places as ranges of consecutive ones. */
export function rangesOf(places: Iterable<number>): { first: number; end: number }[] {
  const ranges: { first: number; end: number }[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.end === place) last.end++;
    else ranges.push({ first: place, end: place + 1 });
  }
  return ranges;
}
