// Values that a law computes from the body's own attributes that only events change (such as the inverse of a tensor):
// computed when its application is held, and kept in rows for all bodies of a group.
import type { KernelSource } from "../../compiler/emit/module.ts";
import type { MemoryPlace } from "../../compiler/graph/node.ts";
import { GraphTooLarge } from "../../compiler/graph/refusal.ts";
import { splitInvariant } from "../../compiler/kernel/invariant-split.ts";
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import type { Group, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Allocate } from "../state/run-memory.ts";
import { findMutable } from "./mutable-slots.ts";
import { lawRegions } from "./regions.ts";

const none: readonly never[] = [];

export class GroupInvariants<Part> {
  private readonly model: Model;
  private readonly machine: Machine;
  private readonly group: Group;
  private readonly bank: number;
  private readonly allocate: Allocate;
  private parts: readonly { readonly part: Part; readonly kernel: Kernel; readonly source: KernelSource }[] = [];

  constructor(model: Model, machine: Machine, group: Group, bank: number, allocate: Allocate) {
    this.model = model;
    this.machine = machine;
    this.group = group;
    this.bank = bank;
    this.allocate = allocate;
  }

  /**
   * The kernel for what changes, given the prepared rest; null if nothing is constant, or there is no room for it.
   */
  split(part: Part, source: KernelSource): Kernel | null {
    const { machine, bank, allocate, group } = this;
    const isChanging = findMutable(this.model);
    const varies = ({ base: from, offset, index }: MemoryPlace) =>
      (from !== lawRegions.registered && from !== lawRegions.stage) || index !== 0 || isChanging[offset / 8] === 1;
    const rows: MemoryPlace[] = [];
    const row = (k: number): MemoryPlace => {
      if (rows[k]) return rows[k];
      const at = allocate(group.count);
      if (at === null) throw new GraphTooLarge("there is no room for what stays");
      return (rows[k] = { base: lawRegions.bank, offset: 8 * (at - bank), index: 0 });
    };
    try {
      const { prepare, iterate, cached } = splitInvariant(source, varies, row);
      if (cached === 0) return null;
      this.parts = [...this.parts, { part, kernel: machine.compile(prepare), source }];
      return machine.compile(iterate);
    } catch (error) {
      if (error instanceof GraphTooLarge) return null;
      throw error;
    }
  }

  /**
   * Computes the constant values of neighbours. Returns the kernels of parts for which that failed, with nothing kept.
   */
  prepare(
    registered: ReadonlyNumbers,
    bank: number,
    first: number,
    end: number,
  ): readonly { part: Part; kernel: Kernel }[] {
    const at = registered.byteOffset;
    let failed = none as typeof this.parts;
    for (let i = 0; i < this.parts.length; i++)
      if (this.parts[i].kernel.over(at, at, 8 * bank, 0, first, end) !== Kernel.done)
        failed = [...failed, this.parts[i]];
    if (failed.length === 0) return none;
    this.parts = this.parts.filter((part) => !failed.includes(part));
    return failed.map(({ part, source }) => ({ part, kernel: this.machine.compile(source) }));
  }
}
