// Compiled kernels as contenders: as a run calls them, and the kernel alone, with all it reads in place.
import { Kernel } from "../../src/compiler/kernel/kernel.ts";
import type { Kernels } from "../../src/engine/laws/kernels.ts";
import type { Body } from "../../src/engine/model/model.ts";
import { copySlot } from "../../src/engine/model/slot.ts";
import type { Players } from "../../src/engine/state/application.ts";
import type { RunMemory } from "../../src/engine/state/run-memory.ts";
import type { Contender } from "../measure.ts";
import { type BodyStart, LawModel, type PairStart } from "./law-model.ts";

/** The names of the contenders. */
const whole = "compiled";
const alone = "compiled, kernel alone";

class CompiledLaw extends LawModel {
  readonly kernels: Kernels;
  private readonly updates: readonly string[];

  constructor(start: BodyStart | PairStart) {
    super(start, "compiled");
    this.updates = start.updates;
    this.kernels = this.laws.kernels!;
    this.place();
  }

  get run(): RunMemory {
    return this.laws.memory;
  }

  get stage(): Float64Array {
    return this.run.stage.numbers;
  }

  private place(): void {
    this.stage.set(this.memory);
  }

  /** The results of all bodies that a memory holds. */
  outputs(memory: Float64Array): Float64Array {
    const numbers: number[] = [];
    for (const body of this.model.bodies)
      for (const name of this.updates) {
        const slot = body.slots.get(name)!;
        numbers.push(...copySlot(memory, slot, new Float64Array(slot.size)));
      }
    return Float64Array.from(numbers);
  }

  /** All bodies under the law, from one start, as one batch. */
  batch({ attributes, given }: BodyStart) {
    const applications = this.model.bodies.map((body, i) => {
      const application = this.laws.begin(this.context, body, given(i), this.memory, 0);
      for (const [name, value] of attributes(i))
        if (application.attributes.has(name)) application.attributes.set(name, value);
      this.kernels.changed(application);
      return application;
    });
    const [batch, ...others] = this.kernels.batches(applications);
    if (others.length > 0 || !("kernels" in batch)) throw new Error("the law is not one batch");
    this.place();
    // Brings the context attributes into their bank, for the kernel alone.
    this.kernels.run(batch, "updates", this.memory, this.stage, refuse);
    return batch;
  }

  pair({ bodies, attributes }: Players) {
    const scope = this.laws.scopeOf(this.context, bodies);
    const pair = this.kernels.pair(scope, bodies as [Body, Body], attributes[0]);
    if (!pair) throw new Error("the law has no kernel");
    return pair;
  }
}

function refuse(): never {
  throw new Error("the kernel gave up");
}

/** A law of one body on all bodies: one call for all of them. */
export function compiledBodies(start: BodyStart): Contender[] {
  return [wholeBodies(start), kernelOnBodies(start)];
}

function wholeBodies(start: BodyStart): Contender {
  const law = new CompiledLaw(start);
  const { kernels } = law;
  const batch = law.batch(start);
  return {
    name: whole,
    run: () => kernels.run(batch, "updates", law.memory, law.stage, refuse),
    outputs: () => law.outputs(kernels.out),
  };
}

function kernelOnBodies(start: BodyStart): Contender {
  const law = new CompiledLaw(start);
  const { kernels } = law;
  const batch = law.batch(start);
  const kernel = batch.kernels.kernel("updates")!;
  const count = batch.applications.length;
  const [registered, stage, out] = [law.memory, law.stage, kernels.out].map((view) => view.byteOffset);
  const bank = 8 * batch.kernels.bank;
  kernels.out.fill(0);
  return {
    name: alone,
    run: () => {
      if (kernel.over(registered, stage, bank, out, 0, count) !== Kernel.done) refuse();
    },
    outputs: () => law.outputs(kernels.out),
  };
}

/** A law of two bodies, pair after pair: one call for each. */
export function compiledPairs(start: PairStart): Contender[] {
  return [wholePairs(start), kernelOnPairs(start)];
}

function wholePairs(start: PairStart): Contender {
  const law = new CompiledLaw(start);
  const { kernels } = law;
  const cases = Array.from({ length: start.pairs }, (_, i) => start.players(law, i));
  const pair = law.pair(cases[0]);
  return {
    name: whole,
    run: () => {
      for (const { bodies, attributes, impact } of cases)
        if (!pair.apply(bodies as [Body, Body], law.memory, kernels.out, impact, attributes, attributes)) refuse();
    },
    outputs: () => law.outputs(kernels.out),
  };
}

/** Each pair has a bank of its own here, filled by applying the law once. */
function kernelOnPairs(start: PairStart): Contender {
  const law = new CompiledLaw(start);
  const { kernels } = law;
  const { out, machine } = kernels;
  const registered = law.memory;
  const cases = Array.from({ length: start.pairs }, (_, i) => start.players(law, i));
  const pair = law.pair(cases[0]);
  const { kernel, bank } = pair as unknown as { kernel: Kernel; bank: number };
  const { used, allocate } = law.run as unknown as { used: number; allocate(numbers: number): number };
  const size = used - bank;
  const places = cases.map(({ bodies, attributes, impact }) => {
    if (!pair.apply(bodies as [Body, Body], registered, out, impact, attributes, attributes)) refuse();
    const own = allocate(size);
    machine.reals.copyWithin(own, bank, bank + size);
    const [first, second] = bodies.map((body) => body.index - body.group.first);
    return { bank: 8 * own, first, second };
  });
  out.fill(0);
  const [r, o] = [registered.byteOffset, out.byteOffset];
  return {
    name: alone,
    run: () => {
      for (const { bank, first, second } of places)
        if (kernel.over(r, r, bank, o, first, first + 1, second) !== Kernel.done) refuse();
    },
    outputs: () => law.outputs(out),
  };
}
