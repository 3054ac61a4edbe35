// The compiled laws of a run, over its memory.
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { shapeKey } from "../../language/shapes/shape.ts";
import type { Body, Group, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Application } from "../state/application.ts";
import type { RunMemory } from "../state/run-memory.ts";
import { startingAttributes } from "./context-attributes.ts";
import { ContextKernels, type Held, type KernelPart, type PosePart } from "./context-kernels.ts";
import { PairKernels } from "./pair-kernels.ts";

const nobody: readonly Application[] = [];
/** A pose: position and orientation. */
const poseNumbers = 12;

/** Adjacent bodies under the same law. */
export interface Batch extends Held {
  readonly kernels: ContextKernels;
  /** The place of the first body in its group. */
  readonly first: number;
}

/** What switches are computed from, and where their numbers go. */
export interface SwitchMemory {
  readonly registered: ReadonlyNumbers;
  readonly stage: Float64Array;
  readonly out: Float64Array;
}

/** Computes by the interpreter, for an application, what has no kernel. */
export type Interpret = (application: Application) => void;

export class Kernels {
  readonly machine: Machine;
  /** The results, until the next kernel runs. */
  readonly out: Float64Array;
  /**
   * Increases whenever an application may need other kernels: its attributes have changed, see `changed`. It is one of
   * the counters by which the holder of results sees whether they are still true. Each only increases, and is advanced
   * by the owner of what it counts, in the method that changes it; holders keep its value and compare:
   *
   *   RunMemory.epoch         writes to registered values; stages that are copies or prepared compare it
   *   RunMemory.jumpEpoch     those not by a law: links compare it before they compute constant values again
   *   Kernels.version         other kernels for an application: batches and programs are then made again
   *   ContextKernels.changes  writes to the bank of a law; `Held.held` is its value when a batch was copied there
   *   Kernels.banks.changes   writes to any bank: a program then asks each of its batches whether it is still there
   *   LinkLaws.holds          other kernels or workspaces for links: programs are then made again
   */
  version = 0;
  /** The number of writes to all banks. */
  readonly banks = { changes: 0 };
  private readonly model: Model;
  private readonly memory: RunMemory;
  /** Where a position, an orientation or a size is computed, in the machine's memory. */
  private readonly pose: number;
  private readonly contexts = new Map<ContextScope, Map<Group, Map<string, ContextKernels | null>>>();
  private readonly pairs = new Map<ContextScope, Map<Group, Map<Group, PairKernels | null>>>();
  private readonly known = new WeakMap<Application, ContextKernels>();
  /** The applications that have begun again and have not been left. */
  private again = nobody;

  constructor(model: Model, memory: RunMemory, machine: Machine) {
    this.model = model;
    this.memory = memory;
    this.machine = machine;
    this.out = memory.out;
    this.pose = memory.allocate(poseNumbers)!;
  }

  /** The kernels for an application that begins with these attributes. */
  private find(
    scope: ContextScope,
    body: Body,
    attributes: ReadonlyMap<string, Value>,
    given: ReadonlyMap<string, Value>,
  ): ContextKernels | null {
    let byGroup = this.contexts.get(scope);
    if (!byGroup) this.contexts.set(scope, (byGroup = new Map()));
    let byForm = byGroup.get(body.group);
    if (!byForm) byGroup.set(body.group, (byForm = new Map()));
    const key = `${formOf(attributes)}|${formOf(given)}`;
    let kernels = byForm.get(key);
    if (kernels === undefined)
      byForm.set(
        key,
        (kernels = ContextKernels.create(
          {
            model: this.model,
            machine: this.machine,
            scope,
            group: body.group,
            allocate: this.memory.allocate,
            banks: this.banks,
          },
          attributes,
          given,
        )),
      );
    return kernels;
  }

  /** The kernels that serve an application, or null. */
  of(application: Application): ContextKernels | null {
    let kernels = this.known.get(application) ?? null;
    if (!kernels) {
      kernels = this.find(application.scope, application.body, application.attributes, application.given);
      if (kernels) this.known.set(application, kernels);
    }
    return kernels;
  }

  /**
   * Computes the first-time-only attributes of an application; false if the interpreter must, for example in a
   * separate memory.
   */
  begin(application: Application, memory: ReadonlyNumbers): boolean {
    if (memory.buffer !== this.out.buffer) return false;
    const { body, scope, attributes, given } = application;
    const kernels = this.find(scope, body, attributes, given);
    if (!kernels) return false;
    const kernel = kernels.kernel("first");
    if (!kernel || kernels.registersObjects) return false;
    const place = body.index - body.group.first;
    kernels.forget(application);
    kernels.write(given, place);
    kernels.write(attributes, place);
    if (this.runOne(kernel, memory, memory, kernels.bank, this.out.byteOffset, place) !== Kernel.done) return false;
    kernels.take(application);
    this.known.set(application, kernels);
    return true;
  }

  /**
   * Computes the first-time-only attributes again, from the present memory, for applications that have begun before;
   * until `leave`, nothing else may be computed. False if a law has no kernel for it; it may then have registered some
   * attributes of objects.
   */
  beginAgain(applications: readonly Application[], memory: ReadonlyNumbers): boolean {
    for (let i = 0; i < applications.length; i++) {
      const application = applications[i];
      if (application.context.firstTimeOnly.length === 0) continue;
      const kernels = this.known.get(application);
      const kernel = kernels?.kernel("first");
      if (!kernels || !kernel) return false;
      const { body } = application;
      const place = body.index - body.group.first;
      const registered = kernels.registersObjects ? this.memory.opened(memory) : memory;
      kernels.hold(application);
      kernels.change();
      // The bank holds the results of the last beginning.
      kernels.write(startingAttributes(application.scope, this.model.curves), place);
      if (this.runOne(kernel, registered, memory, kernels.bank, this.out.byteOffset, place) !== Kernel.done)
        return false;
    }
    this.again = applications;
    return true;
  }

  /** Copies back attributes that only the banks hold, before the interpreter reads them. */
  bringBack(): void {
    for (const application of this.again) this.known.get(application)?.take(application);
    this.leave();
  }

  leave(): void {
    this.again = nobody;
  }

  /** The context attributes of an application have changed: others may have appeared. */
  changed(application: Application): void {
    this.known.get(application)?.forget(application);
    this.known.delete(application);
    this.version++;
  }

  /**
   * Runs a part of a law over a batch, from registered values and a stage into `out`. Calls `interpret` for bodies that
   * the kernel leaves out.
   */
  run(batch: Batch, part: KernelPart, registered: ReadonlyNumbers, stage: Float64Array, interpret: Interpret): void {
    const { kernels, applications, first } = batch;
    const end = first + applications.length;
    for (let place = first; place < end; place++) {
      const kernel = kernels.ready(part, batch, registered);
      if (!kernel) {
        for (; place < end; place++) interpret(applications[place - first]);
        return;
      }
      place = kernel.over(registered.byteOffset, stage.byteOffset, 8 * kernels.bank, this.out.byteOffset, place, end);
      if (place === Kernel.done) return;
      interpret(applications[place - first]);
    }
  }

  /**
   * Writes the numbers of the switches of a batch, `count` for each body, from `at` on. Calls `interpret` for bodies
   * that the kernel leaves out.
   */
  runSwitches(
    batch: Batch,
    count: number,
    memory: SwitchMemory,
    at: number,
    interpret: (application: Application, at: number) => void,
  ): void {
    const { kernels, applications, first } = batch;
    const { registered, stage, out } = memory;
    const { length } = applications;
    let done = 0;
    while (done < length) {
      const kernel = kernels.ready("switches", batch, registered);
      const from = done;
      let end = length;
      if (!kernel) end = done;
      else {
        const place = kernel.over(
          registered.byteOffset,
          stage.byteOffset,
          8 * kernels.bank,
          8 * kernels.switchesAt,
          first + done,
          first + length,
        );
        if (place !== Kernel.done) end = place - first;
      }
      const { reals } = this.machine;
      const width = kernels.group.count;
      for (let i = from; i < end; i++)
        for (let k = 0; k < count; k++) out[at + i * count + k] = reals[kernels.switchesAt + k * width + first + i];
      if (end < length) interpret(applications[end], at + end * count);
      done = end + 1;
    }
  }

  /**
   * Writes the position, orientation or size that a law gives one body at a stage; false if the interpreter is
   * needed.
   */
  posePart(
    application: Application,
    part: PosePart,
    registered: ReadonlyNumbers,
    stage: Float64Array,
    out: Float64Array,
  ): boolean {
    const kernels = this.of(application);
    const kernel = kernels?.kernel(part);
    if (!kernels || !kernel) return false;
    kernels.hold(application);
    const { body } = application;
    const place = body.index - body.group.first;
    if (this.runOne(kernel, registered, stage, kernels.bank, 8 * this.pose, place) !== Kernel.done) return false;
    const { reals } = this.machine;
    for (let k = 0; k < body.slots.get(part)!.size; k++) out[k] = reals[this.pose + k];
    return true;
  }

  private runOne(
    kernel: Kernel,
    registered: ReadonlyNumbers,
    stage: ReadonlyNumbers,
    bank: number,
    out: number,
    place: number,
  ): number {
    return kernel.over(registered.byteOffset, stage.byteOffset, 8 * bank, out, place, place + 1);
  }

  /** The kernel of a pair's law, or null. */
  pair(scope: ContextScope, [a, b]: readonly [Body, Body], attributes: ReadonlyMap<string, Value>): PairKernels | null {
    let byFirst = this.pairs.get(scope);
    if (!byFirst) this.pairs.set(scope, (byFirst = new Map()));
    let bySecond = byFirst.get(a.group);
    if (!bySecond) byFirst.set(a.group, (bySecond = new Map()));
    let kernels = bySecond.get(b.group);
    if (kernels === undefined)
      bySecond.set(
        b.group,
        (kernels = PairKernels.create(this.model, this.machine, scope, [a, b], attributes, this.memory.allocate)),
      );
    return kernels;
  }

  /** Applications of neighbours under one law as batches. */
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
