// The conditions of all event blocks as one kernel.

import { isRefusal, Unlowered } from "../../compiler/graph/refusal.ts";
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../compiler/kernel/kernel-source.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { EventDeclaration } from "../../language/declare/experiment.ts";
import { LawPlaces } from "../laws/places.ts";
import { lawRegions } from "../laws/regions.ts";
import type { Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { RunMemory } from "../state/run-memory.ts";

export class ConditionKernel {
  private readonly machine: Machine;
  private readonly kernel: Kernel;
  /** The place of the answers in the machine's memory. */
  private readonly bank: number;
  private readonly count: number;

  private constructor(machine: Machine, kernel: Kernel, bank: number, count: number) {
    this.machine = machine;
    this.kernel = kernel;
    this.bank = bank;
    this.count = count;
  }

  /** Null if one of the conditions cannot be compiled. */
  static create(
    model: Model,
    memory: RunMemory,
    events: readonly EventDeclaration[],
    scopes: readonly ContextScope[],
  ): ConditionKernel | null {
    const { machine } = memory;
    const bank = machine && events.length > 0 ? memory.allocate(events.length) : null;
    if (!machine || bank === null) return null;
    const places = new LawPlaces(model, [], () => null, 1);
    try {
      const source = lowerKernel(places, (lowering) =>
        events.map(({ when }, i) => {
          // In the condition every attribute means its value, not what the event will make of it.
          const frame = { scope: scopes[i], definition: null, args: [], registered: true };
          const value = when && lowering.into(lowering.graph).lower(when, frame);
          if (value?.kind !== "boolean") throw new Unlowered("a condition must be true or false");
          return { node: value.node, place: { base: lawRegions.out, offset: 8 * i, index: null }, mustBeFinite: false };
        }),
      );
      return new ConditionKernel(machine, machine.compile(source), bank, events.length);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }

  /** Writes whether each condition holds in a part of the run's memory; false if the interpreter is needed. */
  evaluate({ byteOffset }: ReadonlyNumbers, out: boolean[]): boolean {
    const { bank, count } = this;
    if (this.kernel.over(byteOffset, byteOffset, 0, 8 * bank, 0, 1) !== Kernel.done) return false;
    const { reals } = this.machine;
    for (let i = 0; i < count; i++) out[i] = reals[bank + i] !== 0;
    return true;
  }
}
