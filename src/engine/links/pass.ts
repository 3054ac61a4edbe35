// One graph for many links, link after link: each reads and writes its own room, that of another, and its bodies. What
// a link leaves the next may read, so that an elimination is a pass.
import type { KernelSource } from "../../compiler/emit/module.ts";
import { entryWords } from "../../compiler/emit/traversal.ts";
import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import type { Place } from "../../compiler/graph/node.ts";
import { Kernel } from "../../compiler/kernel/kernel.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import { base } from "../laws/places.ts";
import type { RunMemory } from "../state/run-memory.ts";

/** What a pass runs: the kernel is null where the interpreter does everything. */
export interface PassSource {
  readonly source: KernelSource;
  readonly kernel: Kernel | null;
}

/** How much of the memory the entry of a link takes. */
export const entryNumbers = entryWords / 2;

export class LinkPass {
  private readonly pass: PassSource;
  private readonly memory: RunMemory;
  /** Per link: where the third base lies behind the second, the fourth base, and both bodies, all in bytes. */
  private readonly entries: Int32Array;
  readonly count: number;
  private at = 0;

  constructor(pass: PassSource, memory: RunMemory, entries: readonly (readonly number[])[]) {
    this.pass = pass;
    this.memory = memory;
    this.entries = Int32Array.from(entries.flat());
    this.count = entries.length;
  }

  /** Writes the entries where kernels read them. */
  hold(at: number): void {
    this.at = at;
    this.memory.machine?.words.set(this.entries, 2 * at);
  }

  /** The same as `run` for a program; null where nothing is compiled. */
  step(from: number): ProgramStep | null {
    const { kernel } = this.pass;
    const end = this.at + entryNumbers * this.count;
    return kernel && { kind: "run", kernel, args: [from, from, 0, 0, 8 * this.at, 0, 8 * end] };
  }

  /** `from`: where first and second base lie, in bytes. False where a link gives up. */
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

  /** Node by node. */
  private evaluate(from: number, number: number): void {
    const { numbers } = this.memory;
    const { graph, duties, stores } = this.pass.source;
    const [behind, room, ...bodies] = this.entries.subarray(entryWords * number, entryWords * (number + 1));
    const index = (place: Place) => {
      const start = place.base === base.bank ? from + behind : place.base === base.out ? room : from;
      return (start + place.offset + (place.index === null ? 0 : bodies[place.index])) / 8;
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
