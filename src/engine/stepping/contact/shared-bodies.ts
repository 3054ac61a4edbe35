// What contact laws compute from one body alone is computed once a step for all of its contact points. A body's numbers
// lie together, behind the cell that has the number of the iteration.
import type { Machine } from "../../../compiler/kernel/kernel.ts";
import { BodyCache } from "../../laws/body-cache.ts";
import { base } from "../../laws/places.ts";
import type { Body, Group } from "../../model/model.ts";
import { lineNumbers, type RunMemory } from "../../state/run-memory.ts";

export class SharedBodies {
  /** Where the number of the iteration lies. */
  readonly cell: number;
  /** Per body, 1 where it has points whose laws are to be applied; whoever takes up points writes it. */
  readonly isNeeded: Uint8Array;
  /** Per body, 1 where something of it has no value, or no kernel: its points are the interpreter's. */
  readonly isLost: Uint8Array;
  private hasLost = false;
  private readonly memory: RunMemory;
  private readonly shared: { readonly group: Group; readonly numbers: BodyCache }[] = [];
  /** The first body of the group in hand. */
  private first = 0;

  constructor(memory: RunMemory, bodies: number) {
    this.memory = memory;
    this.cell = memory.allocate(1)!;
    this.isNeeded = new Uint8Array(bodies);
    this.isLost = new Uint8Array(bodies);
  }

  /** What points share of bodies of the group of this one; of those that nothing moves each point has its own. */
  of(machine: Machine, { group, physicalType }: Body): BodyCache | null {
    if (physicalType !== "dynamic") return null;
    const known = this.shared.find((one) => one.group === group);
    if (known) return known.numbers;
    const layout = { base: base.bank, start: this.cell, stride: 2 * lineNumbers };
    const numbers = new BodyCache(machine, group.count, this.memory.allocate, null, layout);
    this.shared.push({ group, numbers });
    return numbers;
  }

  /**
   * Computes it for those that need it, as they were when the step began and are in a memory; tells whether some are
   * lost.
   */
  compute(start: Float64Array, memory: Float64Array): boolean {
    const { isNeeded, isLost, shared } = this;
    if (this.hasLost) isLost.fill(0);
    this.hasLost = false;
    for (let k = 0; k < shared.length; k++) {
      const { group, numbers } = shared[k];
      this.first = group.first;
      for (let from = 0; from < group.count; from++) {
        let to = from;
        while (to < group.count && isNeeded[group.first + to] === 1) to++;
        if (to > from) numbers.compute(start, memory, from, to, this.lose);
        from = to;
      }
    }
    return this.hasLost;
  }

  private readonly lose = (place: number): void => {
    this.isLost[this.first + place] = 1;
    this.hasLost = true;
  };
}
