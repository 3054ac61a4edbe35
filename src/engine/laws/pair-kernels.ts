// The kernel of a collision law on two bodies: first-time-only attributes and updates in one go.
import type { Store } from "../../compiler/emit/module.ts";
import { isRefusal, Unlowered } from "../../compiler/graph/refusal.ts";
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../compiler/kernel/kernel-source.ts";
import type { Lowering } from "../../compiler/lower/lower.ts";
import { type Lowered, nodesOf, shapeOfLowered } from "../../compiler/lower/lowered.ts";
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { type Attribute, attributeKey } from "../../language/names/scope.ts";
import { type Shape, sameShape } from "../../language/shapes/shape.ts";
import type { Body, Group, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { readSlot, type Slot, sizeOfShape } from "../model/slot.ts";
import type { Allocate } from "../state/run-memory.ts";
import { lowerFirst } from "./context-kernels.ts";
import { impactPlace, impactSize, writeImpact } from "./pair-row.ts";
import { type BankSlot, LawPlaces, slotPlace } from "./places.ts";
import { lawRegions } from "./regions.ts";

type Values = ReadonlyMap<string, Value>;

/** A value that the law is given under a name, for the body with an index. */
interface Input extends BankSlot {
  readonly index: number;
  readonly name: string;
}

/**
 * An attribute of the context after the law: the place of its value among the results, and whether it existed before
 * the updates.
 */
interface Written {
  readonly index: number;
  readonly name: string;
  readonly slot: Slot;
  readonly isFirst: boolean;
}

/** Where the numbers of a kernel lie: its bank, the end of the impact in it, and what it reads and writes there. */
interface PairNumbers {
  readonly bank: number;
  readonly impactEnd: number;
  readonly inputs: readonly Input[];
  readonly written: readonly Written[];
  readonly held: ReadonlyMap<string, BankSlot>;
}

export class PairKernels {
  private readonly kernel: Kernel;
  private readonly machine: Machine;
  private readonly bank: number;
  /** All data of the impact that the law reads lie before this. */
  private readonly impactEnd: number;
  /**
   * The attributes with a first value that the law reads, per index. They lie in the bank behind the row of the impact.
   */
  private readonly inputs: readonly Input[];
  private readonly written: readonly Written[];
  /** Where the law finds what links take back, by the keys of its calls. */
  private readonly held: ReadonlyMap<string, BankSlot>;
  /** The first bodies of the groups for which it was made. */
  private readonly firstOwn: number;
  private readonly firstOther: number;

  private constructor(kernel: Kernel, machine: Machine, [own, other]: readonly Group[], numbers: PairNumbers) {
    this.kernel = kernel;
    this.machine = machine;
    this.bank = numbers.bank;
    this.impactEnd = numbers.impactEnd;
    this.inputs = numbers.inputs;
    this.written = numbers.written;
    this.held = numbers.held;
    this.firstOwn = own.first;
    this.firstOther = other.first;
  }

  static create(
    model: Model,
    machine: Machine,
    scope: ContextScope,
    bodies: readonly [Body, Body],
    attributes: Values,
    allocate: Allocate,
  ): PairKernels | null {
    const inputs: Input[] = [];
    let at = impactSize;
    let impactEnd = 0;
    const add = (index: number, name: string, shape: Shape) => {
      const size = sizeOfShape(shape);
      if (size === null) throw new Unlowered("no place in memory");
      inputs.push({ index, name, at, shape });
      at += size;
    };
    const written: Written[] = [];
    const read = new Set<Input>();
    const inputOf = (name: string, index: number): BankSlot | null => {
      const place = impactPlace(name, index);
      const shape = place < 0 ? null : scope.givenShape(name);
      if (shape) {
        impactEnd = Math.max(impactEnd, place + sizeOfShape(shape)!);
        return { at: place, shape };
      }
      const found = inputs.find((input) => input.name === name && input.index === index);
      if (found) read.add(found);
      return found ?? null;
    };
    try {
      for (const index of [0, 1]) for (const [name, value] of attributes) add(index, name, shapeOf(value));
      const groups = bodies.map((body) => body.group);
      const places = new LawPlaces(model, groups, inputOf, 1);
      const held = new Map<string, BankSlot>();
      if (model.links.length > 0)
        places.heldIn = (key, shape) => {
          let slot = held.get(key);
          if (slot) return slot;
          held.set(key, (slot = { at, shape }));
          at += sizeOfShape(shape)!;
          return slot;
        };
      const source = lowerKernel(
        places,
        (lowering) =>
          lowerPair(model, bodies, { scope, places, lowering }, written, (size) => {
            at += size;
            return at - size;
          }),
        "one at a time",
      );
      const bank = allocate(at);
      return bank === null
        ? null
        : new PairKernels(machine.compile(source), machine, groups, {
            bank,
            impactEnd,
            inputs: [...read],
            written,
            held,
          });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }

  /**
   * Applies the law to two bodies of the groups it was made for, at an impact (impact-row.ts): from `registered` into
   * `out`, both parts of the run's memory and often the same one, as a kernel writes after it has read all. The
   * attributes of the context are put into `attributes`, as they are before the updates, and into `after`. False, with
   * nothing changed, where the kernel gives up.
   */
  apply(
    bodies: readonly [Body, Body],
    registered: ReadonlyNumbers,
    out: Float64Array,
    impact: Float64Array,
    attributes: readonly Map<string, Value>[],
    after: readonly Map<string, Value>[],
  ): boolean {
    writeImpact(this.machine.reals, this.bank, impact, this.impactEnd);
    if (this.inputs.length > 0) this.writeInputs(attributes);
    const own = bodies[0].index - this.firstOwn;
    const other = bodies[1].index - this.firstOther;
    const r = registered.byteOffset;
    if (this.kernel.over(r, r, 8 * this.bank, out.byteOffset, own, own + 1, other) !== Kernel.done) return false;
    if (this.written.length > 0) this.takeWritten(attributes, after);
    return true;
  }

  /** Sets what links take back before the law is applied, by the keys of its calls; zero where nothing is given. */
  supply(given: Values): void {
    if (this.held.size === 0) return;
    const { reals } = this.machine;
    for (const [key, { at, shape }] of this.held) {
      const value = given.get(key);
      const from = this.bank + at;
      if (typeof value === "object" && value.kind !== "sequence") reals.set(value.data, from);
      else reals.fill(typeof value === "number" ? value : 0, from, from + sizeOfShape(shape)!);
    }
  }

  private writeInputs(attributes: readonly Values[]): void {
    const { reals } = this.machine;
    for (const { index, name, at } of this.inputs) {
      const value = attributes[index].get(name)!;
      if (typeof value !== "object") reals[this.bank + at] = Number(value);
      else if (value.kind !== "sequence") reals.set(value.data, this.bank + at);
    }
  }

  private takeWritten(attributes: readonly Map<string, Value>[], after: readonly Map<string, Value>[]): void {
    const bank = this.machine.reals.subarray(this.bank);
    for (const { index, name, slot, isFirst } of this.written) {
      const value = readSlot(bank, slot);
      if (isFirst) attributes[index].set(name, value);
      after[index].set(name, value);
    }
  }
}

/** A law, and the lowering of it. */
interface LoweredLaw {
  readonly scope: ContextScope;
  readonly places: LawPlaces;
  readonly lowering: Lowering;
}

/** A store for each value of the law, and descriptions of them. `take` allocates numbers and returns their place. */
function lowerPair(
  model: Model,
  bodies: readonly [Body, Body],
  { scope, places, lowering }: LoweredLaw,
  written: Written[],
  take: (size: number) => number,
): Store[] {
  const stores: Store[] = [];
  const seen = new Set<string>();
  const put = (attribute: Attribute, value: Lowered, isFirst: boolean) => {
    const { owner, name } = attribute;
    const nodes = nodesOf(value);
    if (seen.has(attributeKey(attribute))) throw new Unlowered(`'${name}' is given twice`);
    seen.add(attributeKey(attribute));
    if (owner.kind === "context") {
      const slot = bankSlot(name, value, take);
      written.push({ index: owner.index, name, slot, isFirst });
      for (const [k, node] of nodes.entries())
        stores.push({
          node,
          place: { base: lawRegions.bank, offset: 8 * (slot.offset + k), index: null },
          mustBeFinite: true,
        });
      return;
    }
    if (owner.kind !== "object" || isFirst) throw new Unlowered(`'${name}' is not of the pair`);
    const slot = writableSlot(model, bodies[owner.index], name, value);
    const index = owner.index === 0 ? 0 : 1;
    for (const [k, node] of nodes.entries())
      stores.push({ node, place: slot && slotPlace(slot, k, lawRegions.out, index), mustBeFinite: true });
  };
  for (const { attribute, value } of lowerFirst(scope, places, lowering)) put(attribute, value, true);
  for (const definition of scope.laws.functions) {
    if (definition.params.length > 0 || !scope.isUpdate(definition)) continue;
    const attribute = scope.attribute(definition.name);
    if (attribute) put(attribute, lowering.compute(definition, scope, false), false);
  }
  return stores;
}

/** A place for a value that a law gives to its context. */
function bankSlot(name: string, value: Lowered, take: (size: number) => number): Slot {
  const shape = shapeOfLowered(value);
  const size = sizeOfShape(shape);
  if (size === null) throw new Unlowered("no place in memory");
  return { name, offset: take(size), stride: 1, size, shape };
}

/** Where a law writes an attribute of a body; null if it does not. */
// Static bodies are not written, nor are driven ones by the law of a pair; their values are computed nevertheless.
function writableSlot(model: Model, body: Body, name: string, value: Lowered): Slot | null {
  const slot = model.bodies[body.group.first].slots.get(name);
  if (!slot || body.physicalType !== "dynamic") return null;
  if (!sameShape(slot.shape, shapeOfLowered(value))) throw new Unlowered("another shape");
  return slot;
}
