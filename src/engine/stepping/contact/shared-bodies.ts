// What contact laws compute from one body alone is computed once a step for all of its contact points. A body's numbers
// lie together, behind the cell that has the number of the iteration.
import type { Machine } from "../../../compiler/kernel/kernel.ts";
import { BodyCache } from "../../laws/body-cache.ts";
import { contactRegions } from "../../laws/regions.ts";
import type { Body, Group } from "../../model/model.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { lineNumbers, type RunMemory } from "../../state/run-memory.ts";

export class SharedBodies {
  /** The cell with the number of the iteration. */
  readonly cell: number;
  /** Per body, 1 if it has points whose laws are to be applied; written by whoever takes up points. */
  readonly isNeeded: Uint8Array;
  /** Per body, 1 where some of its values do not exist or have no kernel: the interpreter handles its points. */
  readonly isLost: Uint8Array;
  private hasLost = false;
  private readonly memory: RunMemory;
  private readonly shared: { readonly group: Group; readonly numbers: BodyCache }[] = [];
  /** The first body of the present group. */
  private first = 0;

  constructor(memory: RunMemory, bodies: number) {
    this.memory = memory;
    this.cell = memory.allocate(1)!;
    this.isNeeded = new Uint8Array(bodies);
    this.isLost = new Uint8Array(bodies);
  }

  /**
   * What points share about bodies of this body's group; bodies that nothing moves have no cache, each point has its
   * own values.
   */
  of(machine: Machine, { group, physicalType }: Body): BodyCache | null {
    if (physicalType !== "dynamic") return null;
    const known = this.shared.find((one) => one.group === group);
    if (known) return known.numbers;
    const layout = { base: contactRegions.shared, start: this.cell, stride: 2 * lineNumbers };
    const numbers = new BodyCache(machine, group.count, this.memory.allocate, null, layout);
    this.shared.push({ group, numbers });
    return numbers;
  }

  /**
   * Computes the cache for bodies that need it, from the start of the step and from a memory; returns whether some are
   * lost.
   */
  compute(start: ReadonlyNumbers, memory: ReadonlyNumbers): boolean {
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
