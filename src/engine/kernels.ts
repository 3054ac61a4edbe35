// The compiled laws of a run and the memory they work on: registered values, those of a stage, results, and banks of context
// attributes.
import { Kernel, Machine } from "../compiler/kernel.ts";
import { shapeOf, type Value } from "../compiler/value.ts";
import type { ContextScope } from "../language/context-scope.ts";
import { shapeKey } from "../language/shape.ts";
import { ContextKernels, type Held, type Part } from "./context-kernels.ts";
import type { Body, Group, Model } from "./model.ts";
import { PairKernels } from "./pair-kernels.ts";
import type { Application } from "./state.ts";

/** So many numbers of context attributes and geometric data are expected per body; beyond, the interpreter does the work. */
const bankPerBody = 200;
const leastBank = 10_000;
/** What the processor fetches at once; regions and banks begin with it. */
const lineNumbers = 8;
/** A pose: position and orientation. */
const poseNumbers = 12;

/** Bodies next to each other under the same law. */
export interface Batch extends Held {
  readonly kernels: ContextKernels;
  /** The place of the first in its group. */
  readonly first: number;
}

export class Kernels {
  readonly machine: Machine;
  readonly registered: Float64Array;
  readonly stage: Float64Array;
  /** A second stage, where closed forms are looked at. */
  readonly looked: Float64Array;
  readonly out: Float64Array;
  /** Who has filled the regions last: another must fill them anew. */
  filler: object | null = null;
  /** Counts up whenever an application may have come to need other kernels. */
  version = 0;
  private readonly model: Model;
  private readonly pose: Float64Array;
  private used: number;
  private readonly end: number;
  private readonly contexts = new Map<ContextScope, Map<Group, Map<string, ContextKernels | null>>>();
  private readonly pairs = new Map<ContextScope, Map<Group, Map<Group, PairKernels | null>>>();
  private readonly known = new WeakMap<Application, ContextKernels>();

  /** Null where the platform has no WebAssembly, or no memory for it: then the interpreter does everything. */
  static create(model: Model): Kernels | null {
    if (typeof WebAssembly === "undefined") return null;
    try {
      return new Kernels(model);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  private constructor(model: Model) {
    this.model = model;
    const length = model.initial.length;
    const size = Math.ceil(length / lineNumbers) * lineNumbers;
    const banks = leastBank + bankPerBody * (model.bodies.length + model.links.length);
    this.machine = new Machine(4 * size + poseNumbers + banks);
    const region = (number: number) => this.view(Machine.first + number * size, length);
    this.registered = region(0);
    this.stage = region(1);
    this.looked = region(2);
    this.out = region(3);
    this.pose = this.view(Machine.first + 4 * size, poseNumbers);
    this.used = Machine.first + 4 * size + poseNumbers;
    this.end = this.used + banks;
  }

  private view(from: number, size: number): Float64Array {
    return this.machine.reals.subarray(from, from + size);
  }

  private readonly allocate = (numbers: number): number | null => {
    const first = Math.ceil(this.used / lineNumbers) * lineNumbers;
    if (first + numbers > this.end) return null;
    this.used = first + numbers;
    return first;
  };

  /** Room for so many numbers in the machine's memory, or null. */
  room(numbers: number): Float64Array | null {
    const first = this.allocate(numbers);
    return first === null ? null : this.view(first, numbers);
  }

  /** The kernels for an application that begins with these attributes. */
  private find(scope: ContextScope, body: Body, attributes: ReadonlyMap<string, Value>, given: ReadonlyMap<string, Value>): ContextKernels | null {
    let byGroup = this.contexts.get(scope);
    if (!byGroup) this.contexts.set(scope, (byGroup = new Map()));
    let byForm = byGroup.get(body.group);
    if (!byForm) byGroup.set(body.group, (byForm = new Map()));
    const key = `${formOf(attributes)}|${formOf(given)}`;
    let kernels = byForm.get(key);
    if (kernels === undefined)
      byForm.set(key, (kernels = ContextKernels.create(this.model, this.machine, scope, body.group, attributes, given, this.allocate)));
    return kernels;
  } // biome-ignore format: one signature

  /** The kernels that serve an application, or null. */
  of(application: Application): ContextKernels | null {
    let kernels = this.known.get(application) ?? null;
    if (!kernels) {
      kernels = this.find(application.scope, application.body, application.attributes, application.given);
      if (kernels) this.known.set(application, kernels);
    }
    return kernels;
  }

  /** Computes the first-time-only attributes of an application; false where the interpreter must. */
  begin(application: Application, memory: Float64Array): boolean {
    const { body, scope, attributes, given } = application;
    const kernels = this.find(scope, body, attributes, given);
    if (!kernels) return false;
    const kernel = kernels.kernel("first");
    if (!kernel || kernels.registersObjects) return false;
    const place = body.index - body.group.first;
    this.filler = null;
    this.registered.set(memory);
    kernels.forget(application);
    kernels.write(given, place);
    kernels.write(attributes, place);
    if (this.runOne(kernel, this.registered, this.registered, kernels.bank, this.out, place) !== Kernel.done) return false;
    kernels.take(application);
    this.known.set(application, kernels);
    return true;
  } // biome-ignore format: one test

  /** An application whose context attributes have changed: others may be there now. */
  changed(application: Application): void {
    this.known.get(application)?.forget(application);
    this.known.delete(application);
    this.version++;
  }

  /**
   * Runs a part of a law over a batch, from the registered values and a stage into `out`. Calls `interpret` for the bodies that the
   * kernel does not do.
   */
  run(batch: Batch, part: Part, stage: Float64Array, interpret: (application: Application) => void): void {
    const { kernels, applications, first } = batch;
    const kernel = kernels.kernel(part);
    if (!kernel) {
      for (const application of applications) interpret(application);
      return;
    }
    const end = first + applications.length;
    for (let place = first; place < end; place++) {
      kernels.holdAll(batch);
      place = kernel.over(this.registered.byteOffset, stage.byteOffset, 8 * kernels.bank, this.out.byteOffset, place, end);
      if (place === Kernel.done) return;
      interpret(applications[place - first]);
    } // biome-ignore format: one call
  }

  /** The position or orientation that a law gives one body at a stage, or null where the interpreter must be asked. */
  posePart(application: Application, part: "position" | "orientation", stage: Float64Array): Float64Array | null {
    const kernels = this.of(application);
    const kernel = kernels?.kernel(part);
    if (!kernels || !kernel) return null;
    kernels.hold(application);
    const { body } = application;
    const place = body.index - body.group.first;
    if (this.runOne(kernel, this.registered, stage, kernels.bank, this.pose, place) !== Kernel.done) return null;
    return this.pose.subarray(0, body[part].size);
  }

  private runOne(kernel: Kernel, registered: Float64Array, stage: Float64Array, bank: number, out: Float64Array, place: number): number {
    return kernel.over(registered.byteOffset, stage.byteOffset, 8 * bank, out.byteOffset, place, place + 1);
  } // biome-ignore format: one signature

  /** The kernel of a pair's law, or null. */
  pair(scope: ContextScope, [a, b]: readonly [Body, Body], attributes: ReadonlyMap<string, Value>): PairKernels | null {
    let byFirst = this.pairs.get(scope);
    if (!byFirst) this.pairs.set(scope, (byFirst = new Map()));
    let bySecond = byFirst.get(a.group);
    if (!bySecond) byFirst.set(a.group, (bySecond = new Map()));
    let kernels = bySecond.get(b.group);
    if (kernels === undefined)
      bySecond.set(b.group, (kernels = PairKernels.create(this.model, this.machine, scope, [a, b], attributes, this.allocate)));
    return kernels;
  } // biome-ignore format: one call

  /** Applications of neighbours under one law together. */
  batches(applications: readonly Application[]): (Batch | Application)[] {
    const found: (Batch | Application)[] = [];
    let last: { kernels: ContextKernels; applications: Application[]; first: number; held: number } | null = null;
    for (const application of applications) {
      const { body } = application;
      const place = body.index - body.group.first;
      const kernels = this.of(application);
      if (last && last.kernels === kernels && place === last.first + last.applications.length)
        last.applications.push(application);
      else if (kernels) found.push((last = { kernels, applications: [application], first: place, held: -1 }));
      else {
        found.push(application);
        last = null;
      }
    }
    return found;
  }
}

function formOf(values: ReadonlyMap<string, Value>): string {
  let form = "";
  for (const [name, value] of values) form += `${name}:${shapeKey(shapeOf(value))} `;
  return form;
}
