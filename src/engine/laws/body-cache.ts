// What laws of links and contacts compute from one body alone, whoever the other is: its rotation, say, or how it
// answers to a torque. It is computed once for all links or contact points at the body, by a kernel over the bodies of
// a group, into rows that their kernels read.
import type { KernelSource } from "../../compiler/emit/module.ts";
import { Graph } from "../../compiler/graph/graph.ts";
import type { Node, NodeGraph, Place } from "../../compiler/graph/node.ts";
import { isRefusal } from "../../compiler/graph/refusal.ts";
import { rebuild, splitInvariant } from "../../compiler/kernel/invariant-split.ts";
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import type { Allocate } from "../state/run-memory.ts";
import { base } from "./places.ts";

/** What cannot be taken from one graph to another node by node, and stays where it is. */
const bound: ReadonlySet<string> = new Set(["pick", "parameter", "branch", "invoke", "host", "others"]);

/** There is no room for another row. */
class NoRoom extends Error {}

/**
 * Where kernels find the numbers: behind a base that lies so many numbers behind the beginning of the memory, a body's
 * so many apart.
 */
export interface SharedLayout {
  readonly base: number;
  readonly start: number;
  readonly stride: number;
}

/**
 * Kernels of links go through several at a time: each number lies in a row. Their first base is the beginning of the
 * memory.
 */
const inRows: SharedLayout = { base: base.registered, start: 0, stride: 1 };

export class BodyCache {
  private readonly machine: Machine;
  private readonly count: number;
  private readonly allocate: Allocate;
  private readonly isChanging: Uint8Array | null;
  private readonly layout: SharedLayout;
  /** Of all forms of links or contacts, as seen from the body at the first end. */
  private readonly graph = new Graph();
  /** Where each number's row begins, and the rows of what stays between events. */
  private readonly rows = new Map<Node, number>();
  private readonly staying = new Map<Node, number>();
  /** Where the next number's row begins, and for how many there is room. */
  private next = 0;
  private free = 0;
  private kernels: { readonly prepare: Kernel; readonly run: Kernel; readonly rows: number } | null = null;

  /**
   * For so many bodies; `isChanging` tells which numbers of the memory do not stay between events, null that none is
   * known to.
   */
  constructor(machine: Machine, count: number, allocate: Allocate, isChanging: Uint8Array | null, layout = inRows) {
    this.machine = machine;
    this.count = count;
    this.allocate = allocate;
    this.isChanging = isChanging;
    this.layout = layout;
  }

  /**
   * A source that reads what depends on the body at an end alone from rows, but for what is written; null where that
   * cannot be.
   */
  split(source: KernelSource, end: 0 | 1, isWritten: (place: Place) => boolean = () => false): KernelSource | null {
    const { graph } = source;
    const isCommon = (place: Place) => place.index === null && place.base === base.stage;
    const varies = (place: Place) => (place.index !== end && !isCommon(place)) || isWritten(place);
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

  private load({ base: from, offset, index }: Place, kind: "real" | "boolean"): Node {
    return this.graph.load({ base: from, offset, index: index === null ? null : 0 }, kind);
  }

  /** Where kernels of links or contacts find a number. */
  private read(node: Node, end: 0 | 1): Place {
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
   * Computes everything of neighbours where nothing is known to stay, from the memories behind the first two bases;
   * `lose` is told who has no value, or no kernel.
   */
  compute(start: Float64Array, memory: Float64Array, first: number, end: number, lose: (place: number) => void): void {
    if (this.rows.size === 0) return;
    this.renew();
    for (let place = first; place < end; place++) {
      if (this.kernels) place = this.kernels.run.over(start.byteOffset, memory.byteOffset, 0, 0, place, end);
      if (place === Kernel.done) return;
      lose(place);
    }
  }

  /** Kernels for all numbers that are asked for by now. */
  private renew(): void {
    if (this.kernels?.rows !== this.rows.size) this.kernels = this.compile();
  }

  /** Computes what stays of neighbours. Null where there is no value, or no kernel. */
  hold(stage: Float64Array, first: number, end: number): SharedRange | null {
    this.renew();
    if (this.kernels?.prepare.over(0, stage.byteOffset, 0, 0, first, end) !== Kernel.done) return null;
    return { prepare: this.kernels.prepare, kernel: this.kernels.run, first, end };
  }

  private compile(): typeof this.kernels {
    const { graph, machine, rows, staying } = this;
    const { stride } = this.layout;
    const out = (row: number): Place => ({ base: base.out, offset: 8 * row, index: 0, stride });
    const stores = Array.from(rows, ([node, row]) => ({ node, place: out(row), mustBeFinite: false }));
    const source = { graph, functions: [], stores, duties: graph.duties.all, fuel: 0, depth: 0 };
    const varies = ({ offset }: Place) => this.isChanging?.[offset / 8] !== 0;
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
