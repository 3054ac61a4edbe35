// The conditions of all event blocks as one kernel.
import { Kernel } from "../compiler/kernel.ts";
import { lowerKernel } from "../compiler/kernel-source.ts";
import { Unlowered } from "../compiler/lowered.ts";
import type { ContextScope } from "../language/context-scope.ts";
import type { EventDeclaration } from "../language/experiment.ts";
import { isRefusal } from "./context-kernels.ts";
import type { Kernels } from "./kernels.ts";
import { base, LawPlaces } from "./law-places.ts";
import type { Model } from "./model.ts";

export class ConditionKernel {
  private readonly kernels: Kernels;
  private readonly kernel: Kernel;
  private readonly count: number;

  private constructor(kernels: Kernels, kernel: Kernel, count: number) {
    this.kernels = kernels;
    this.kernel = kernel;
    this.count = count;
  }

  /** Null where one of the conditions cannot be compiled. */
  static create(
    model: Model,
    kernels: Kernels,
    events: readonly EventDeclaration[],
    scopes: readonly ContextScope[],
  ): ConditionKernel | null {
    if (events.length === 0 || events.length > kernels.out.length) return null;
    const places = new LawPlaces(model, [], () => null, 1);
    try {
      const source = lowerKernel(places, (lowering) =>
        events.map(({ when }, i) => {
          // In the condition every attribute means its value, not what the event will make of it.
          const frame = { scope: scopes[i], definition: null, args: [], registered: true };
          const value = when && lowering.into(lowering.graph).lower(when, frame);
          if (value?.kind !== "boolean") throw new Unlowered("a condition must be true or false");
          return { node: value.node, place: { base: base.out, offset: 8 * i, index: null }, mustBeFinite: false };
        }),
      );
      return new ConditionKernel(kernels, kernels.machine.compile(source), events.length);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }

  /** Whether each condition holds in a memory; null where the interpreter must be asked. */
  evaluate(memory: Float64Array): boolean[] | null {
    const { registered, out } = this.kernels;
    this.kernels.filler = null;
    registered.set(memory);
    if (this.kernel.over(registered.byteOffset, registered.byteOffset, 0, out.byteOffset, 0, 1) !== Kernel.done)
      return null;
    return Array.from({ length: this.count }, (_, i) => out[i] !== 0);
  }
}
