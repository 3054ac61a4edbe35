// One graph for many links, one after another: each reads and writes its own workspace, that of another link, and its
// bodies. A link may read what the link before it wrote, so that an elimination is a pass.
import type { KernelSource } from "../../compiler/emit/module.ts";
import { entryWord, entryWords } from "../../compiler/emit/traversal.ts";
import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import type { MemoryPlace } from "../../compiler/graph/node.ts";
import { Kernel } from "../../compiler/kernel/kernel.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import { passRegions } from "../laws/regions.ts";
import type { RunMemory } from "../state/run-memory.ts";

/** The graph of a pass; the kernel is null if the interpreter does everything. */
export interface PassSource {
  readonly source: KernelSource;
  readonly kernel: Kernel | null;
}

/** The number of numbers that an entry of a link takes in memory. */
export const entryNumbers = entryWords / 2;

/** The data of a link in a pass, in bytes: where its regions begin, and the places of its bodies. */
export interface PassEntry {
  /** The distance from the stage to the workspace of its partner, if it has one. */
  readonly partner: number;
  readonly workspace: number;
  readonly own: number;
  readonly other: number;
}

export class LinkPass {
  private readonly pass: PassSource;
  private readonly memory: RunMemory;
  /** The words of all entries, in the layout that kernels read. */
  private readonly entries: Int32Array;
  readonly count: number;
  private at = 0;

  constructor(pass: PassSource, memory: RunMemory, entries: readonly PassEntry[]) {
    this.pass = pass;
    this.memory = memory;
    this.entries = new Int32Array(entryWords * entries.length);
    for (const [k, { partner, workspace, own, other }] of entries.entries()) {
      this.entries[entryWords * k + entryWord.third] = partner;
      this.entries[entryWords * k + entryWord.fourth] = workspace;
      this.entries[entryWords * k + entryWord.own] = own;
      this.entries[entryWords * k + entryWord.other] = other;
    }
    this.count = entries.length;
  }

  /** Writes the entries to the place where kernels read them. */
  hold(at: number): void {
    this.at = at;
    this.memory.machine?.words.set(this.entries, 2 * at);
  }

  /** The step of a program that does the same as `run`; null if nothing is compiled. */
  step(from: number): ProgramStep | null {
    const { kernel } = this.pass;
    const end = this.at + entryNumbers * this.count;
    return kernel && { kind: "run", kernel, args: [from, from, 0, 0, 8 * this.at, 0, 8 * end] };
  }

  /** `from`: the first and second base, in bytes. False if a link gives up. */
  run(from: number): boolean {
    const { kernel } = this.pass;
    if (kernel) return kernel.over(from, from, 0, 0, this.at, this.at + entryNumbers * this.count) === Kernel.done;
    try {
      for (let k = 0; k < this.count; k++) this.evaluate(from, k);
      return true;
    } catch (error) {
      if (error instanceof GivenUp) return false;
      throw error;
    }
  }

  /** Evaluates node by node. */
  private evaluate(from: number, number: number): void {
    const { numbers } = this.memory;
    const { graph, duties, stores } = this.pass.source;
    const words = this.entries.subarray(entryWords * number, entryWords * (number + 1));
    const startOf = (region: number) => {
      if (region === passRegions.workspace) return words[entryWord.fourth];
      return region === passRegions.partner ? from + words[entryWord.third] : from;
    };
    const index = (place: MemoryPlace) => {
      const body = place.index === null ? 0 : words[place.index === 0 ? entryWord.own : entryWord.other];
      return (startOf(place.base) + place.offset + body) / 8;
    };
    const values = new GraphValues(graph, (place) => numbers[index(place)]);
    values.do(duties);
    const found = stores.map(({ node }) => values.of(node));
    for (const [k, { place, mustBeFinite }] of stores.entries()) {
      if (mustBeFinite && !Number.isFinite(found[k])) throw new GivenUp("a number is not finite");
      numbers[index(place!)] = found[k];
    }
  }
}
