// The kernels of a continuous context on the bodies of one group, for context attributes and geometric data of certain
// shapes. For what cannot be compiled there is no kernel: the interpreter computes it.

import type { Store } from "../../compiler/emit/module.ts";
import type { Graph } from "../../compiler/graph/graph.ts";
import { isRefusal, Unlowered } from "../../compiler/graph/refusal.ts";
import type { Kernel, Machine } from "../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../compiler/kernel/kernel-source.ts";
import { Lowering } from "../../compiler/lower/lower.ts";
import { type Lowered, nodesOf, shapeOfLowered } from "../../compiler/lower/lowered.ts";
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { type Shape, sameShape } from "../../language/shapes/shape.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution, isFirstRate } from "../../language/syntax/statement.ts";
import type { Group, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { sizeOfShape } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import type { Allocate } from "../state/run-memory.ts";
import { GroupInvariants } from "./group-invariants.ts";
import { type BankSlot, LawPlaces, slotPlace, sumContributions } from "./places.ts";
import { lawRegions } from "./regions.ts";
import { lowerSwitches, storeSwitches } from "./switch-form.ts";

/** The part of a body's pose or shape that a law gives. */
export type PosePart = "position" | "orientation" | "size";

/** What a kernel of a context computes. */
export type KernelPart = "first" | "updates" | "rates" | "contributions" | "switches" | PosePart;

/** The parts that are computed repeatedly. */
const repeated: ReadonlySet<KernelPart> = new Set<KernelPart>(["updates", "rates", "contributions"]);

/** Values by name: a context's attributes, or what the geometry supplies. */
type Values = ReadonlyMap<string, Value>;

/** Applications to neighbours, and the state of the bank when it held all their values. */
export interface Held {
  readonly applications: Application[];
  /** The bank's number of changes when their values were copied there; -1 where they have not been. */
  held: number;
}

/** The law that is compiled, and where its numbers may lie. */
export interface ContextParts {
  readonly model: Model;
  readonly machine: Machine;
  readonly scope: ContextScope;
  readonly group: Group;
  readonly allocate: Allocate;
  readonly banks: { changes: number };
}

export class ContextKernels {
  /** Where the bank begins in the machine's memory. */
  readonly bank: number;
  readonly group: Group;
  private readonly model: Model;
  private readonly machine: Machine;
  private readonly scope: ContextScope;
  private readonly slots: ReadonlyMap<string, BankSlot>;
  /** Per body of the group, the application whose values the bank holds. */
  private readonly holders: (Application | null)[];
  private place = 0;
  /** Counts the changes of this bank; the counter of all banks advances with it. */
  private changes = 0;
  private readonly banks: { changes: number };
  private readonly kernels = new Map<KernelPart, Kernel | null>();
  private readonly invariants: GroupInvariants<KernelPart>;
  /** The attributes of objects that `first` writes into the registered values. */
  private readonly registers: string[] = [];
  private readonly allocate: Allocate;
  /** Where the numbers of switches are computed, in the machine's memory. */
  switchesAt = 0;

  private constructor(
    { model, machine, scope, group, allocate, banks }: ContextParts,
    slots: ReadonlyMap<string, BankSlot>,
    bank: number,
  ) {
    this.banks = banks;
    this.allocate = allocate;
    this.invariants = new GroupInvariants(model, machine, group, bank, allocate);
    this.model = model;
    this.machine = machine;
    this.scope = scope;
    this.group = group;
    this.slots = slots;
    this.bank = bank;
    this.holders = Array.from({ length: group.count }, () => null);
  }

  /**
   * Null if values have no fixed place, or there is no room. `attributes` are those with which the application
   * begins.
   */
  static create(parts: ContextParts, attributes: Values, given: Values): ContextKernels | null {
    const { model, scope, group, allocate } = parts;
    const slots = new Map<string, BankSlot>();
    let at = 0;
    const add = (name: string, shape: Shape) => {
      const size = sizeOfShape(shape);
      if (size === null) throw new Unlowered(`'${name}' has no place in memory`);
      slots.set(name, { at, shape });
      at += size;
    };
    try {
      for (const [name, value] of [...given, ...attributes]) add(name, shapeOf(value));
      const places = new LawPlaces(model, [group], (name) => slots.get(name) ?? null, group.count);
      const found: [string, Shape][] = [];
      lowerKernel(places, (lowering) => {
        for (const { attribute, value } of lowerFirst(scope, places, lowering))
          if (attribute.owner.kind === "context") found.push([attribute.name, shapeOfLowered(value)]);
        return [];
      });
      for (const [name, shape] of found) if (!slots.has(name)) add(name, shape);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
    const bank = allocate(Math.max(1, at) * group.count);
    return bank === null ? null : new ContextKernels(parts, slots, bank);
  }

  kernel(part: KernelPart): Kernel | null {
    let kernel = this.kernels.get(part);
    if (kernel === undefined) {
      kernel = this.compile(part);
      this.kernels.set(part, kernel);
    }
    return kernel;
  }

  private compile(part: KernelPart): Kernel | null {
    const places = new LawPlaces(this.model, [this.group], (name) => this.slots.get(name) ?? null, this.group.count);
    try {
      const lowered = lowerKernel(places, (lowering) => this.lower(part, places, lowering));
      // Code that only looks at sides need not check what may fail.
      const source = part === "switches" ? { ...lowered, duties: [] } : lowered;
      const kernel = repeated.has(part) ? this.invariants.split(part, source) : null;
      if (kernel) this.change();
      return kernel ?? this.machine.compile(source);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }

  private lower(part: KernelPart, places: LawPlaces, lowering: Lowering): Store[] {
    const { graph } = lowering;
    switch (part) {
      case "first":
        return lowerFirst(this.scope, places, lowering).flatMap(({ attribute, value }) => {
          if (attribute.owner.kind !== "context") this.registers.push(attribute.name);
          return this.storeFirst(attribute, value, places, graph);
        });
      case "position":
      case "orientation":
      case "size": {
        const update = this.scope.updateOf({ owner: { kind: "object", index: 0 }, name: part });
        if (!update) throw new Unlowered(`no function gives '${part}'`);
        const nodes = nodesOf(lowering.compute(update, this.scope, false));
        if (nodes.length !== this.model.bodies[this.group.first].slots.get(part)!.size)
          throw new Unlowered("another shape");
        return nodes.map((node, k) => ({
          node,
          place: { base: lawRegions.out, offset: 8 * k, index: null },
          mustBeFinite: true,
        }));
      }
      case "updates":
        return this.definitions((definition) => this.scope.isUpdate(definition)).flatMap(({ attribute, definition }) =>
          this.store(attribute, lowering.compute(definition, this.scope, false), true),
        );
      case "rates":
        return this.definitions(isFirstRate).flatMap(({ attribute, definition }) => {
          if (attribute.owner.kind !== "object") throw new Unlowered("the rate of an attribute of others");
          return this.store(attribute, lowering.compute(definition, this.scope, false), false);
        });
      case "contributions": {
        const sums = new Map<string, { attribute: Attribute; terms: Lowered[] }>();
        for (const { attribute, definition } of this.definitions(isContribution)) {
          if (attribute.owner.kind !== "object") throw new Unlowered("a contribution to others");
          const sum = sums.get(attribute.name) ?? { attribute, terms: [] };
          sum.terms.push(lowering.compute(definition, this.scope, false));
          sums.set(attribute.name, sum);
        }
        return [...sums.values()].flatMap(({ attribute, terms }) =>
          this.store(attribute, sumContributions(graph, terms), false),
        );
      }
      case "switches": {
        const found = lowerSwitches(this.model, this.scope, lowering);
        // If the law's graph, which sees more, finds other switches, all of them are evaluated there.
        if (found.isRefused) throw new Unlowered("a formula of this law is not compiled");
        const at = this.allocate(found.all.length * this.group.count);
        if (at === null) throw new Unlowered("there is no room for the switches");
        this.switchesAt = at;
        return storeSwitches(found, this.group.count);
      }
    }
  }

  /** The functions without parameters that state attributes, in the order of the text. */
  private definitions(wanted: (definition: Definition) => boolean): { attribute: Attribute; definition: Definition }[] {
    return this.scope.laws.functions.flatMap((definition) => {
      const attribute =
        definition.params.length === 0 && wanted(definition) ? this.scope.attribute(definition.name) : null;
      return attribute ? [{ attribute, definition }] : [];
    });
  }

  /** Stores a value of an attribute of the body; a value that cannot be written is computed nevertheless. */
  private store({ owner, name }: Attribute, value: Lowered, mustBeFinite: boolean): Store[] {
    const nodes = nodesOf(value);
    if (owner.kind === "context") return nodes.map((node) => ({ node, place: null, mustBeFinite: false }));
    if (owner.kind !== "object") throw new Unlowered(`'${name}' is not the body's own`);
    const slot = this.model.bodies[this.group.first].slots.get(name);
    if (!slot || !sameShape(slot.shape, shapeOfLowered(value))) throw new Unlowered(`'${name}' has another shape`);
    return nodes.map((node, k) => ({ node, place: slotPlace(slot, k, lawRegions.out, 0), mustBeFinite }));
  }

  private storeFirst(attribute: Attribute, value: Lowered, places: LawPlaces, graph: Graph): Store[] {
    const { owner, name } = attribute;
    if (owner.kind === "context") {
      const slot = this.slots.get(name)!;
      if (!sameShape(slot.shape, shapeOfLowered(value))) throw new Unlowered(`'${name}' changes its shape`);
      return nodesOf(value).map((node, k) => ({
        node,
        place: places.bankPlace(slot, k),
        mustBeFinite: graph.kind(node) === "real",
      }));
    }
    return this.store(attribute, value, true).map((store) => ({
      ...store,
      place: store.place && { ...store.place, base: lawRegions.registered },
    }));
  }

  /** Every write to the bank advances both counters. */
  change(): void {
    this.changes++;
    this.banks.changes++;
  }

  /** Copies an application's values into the bank, unless they are there. */
  hold(application: Application): void {
    const place = application.body.index - this.group.first;
    if (this.holders[place] === application) return;
    this.change();
    this.write(application.given, place);
    this.write(application.attributes, place);
    this.holders[place] = application;
  }

  /** Copies the values of neighbours into the bank, unless it still holds them. */
  private holdAll(batch: Held, registered: ReadonlyNumbers): void {
    if (batch.held === this.changes) return;
    const { applications } = batch;
    for (let i = 0; i < applications.length; i++) this.hold(applications[i]);
    const first = applications[0].body.index - this.group.first;
    const failed = this.invariants.prepare(registered, this.bank, first, first + applications.length);
    for (let i = 0; i < failed.length; i++) this.kernels.set(failed[i].part, failed[i].kernel);
    batch.held = this.changes;
  }

  /** Notes that a batch has other applications, in the same places. */
  renew(batch: Held): void {
    batch.held = -1;
    // A program that stays valid while the banks stay the same must notice that values changed by events are different
    // now.
    this.change();
  }

  /** The kernel of a part, with all it needs of these neighbours in the bank; null where there is none. */
  ready(part: KernelPart, batch: Held, registered: ReadonlyNumbers): Kernel | null {
    if (!this.kernel(part)) return null;
    this.holdAll(batch, registered);
    // Holding the batch may have shown that an invariant has no value.
    return this.kernel(part);
  }

  /** Notes that an application's attributes have changed. */
  forget({ body }: Application): void {
    this.change();
    this.holders[body.index - this.group.first] = null;
  }

  write(values: Values, place: number): void {
    this.place = place;
    values.forEach(this.writeOne);
  }

  private readonly writeOne = (value: Value, name: string): void => {
    const { reals } = this.machine;
    const slot = this.slots.get(name);
    if (!slot) return;
    const at = this.bank + slot.at * this.group.count + this.place;
    if (typeof value !== "object") reals[at] = Number(value);
    else if (value.kind !== "sequence")
      for (let k = 0; k < value.data.length; k++) reals[at + k * this.group.count] = value.data[k];
  };

  /** Copies the context's attributes from the bank, where `first` left them, for an application that begins. */
  take(application: Application): void {
    const place = application.body.index - this.group.first;
    for (const word of application.context.firstTimeOnly) {
      const slot = this.slots.get(word.name);
      if (slot) application.attributes.set(word.name, this.read(slot, place));
    }
    this.change();
    this.holders[place] = application;
  }

  private read({ at, shape }: BankSlot, place: number): Value {
    const { reals } = this.machine;
    const { count } = this.group;
    const from = this.bank + at * count + place;
    if (shape.kind === "boolean") return reals[from] !== 0;
    if (shape.kind === "real") return reals[from];
    const data = Float64Array.from({ length: sizeOfShape(shape)! }, (_, k) => reals[from + k * count]);
    return shape.kind === "matrix"
      ? { kind: "matrix", rows: shape.rows!, cols: shape.cols!, data }
      : { kind: "vector", data };
  }

  /** Whether beginning the law writes attributes of objects. */
  get registersObjects(): boolean {
    return this.registers.length > 0;
  }
}

/** Lowers first-time-only attributes in order, each seeing those before it. */
export function lowerFirst(
  scope: ContextScope,
  places: LawPlaces,
  lowering: Lowering,
): { attribute: Attribute; value: Lowered }[] {
  const found: { attribute: Attribute; value: Lowered }[] = [];
  for (const word of scope.laws.context?.firstTimeOnly ?? []) {
    for (const definition of scope.firstTime) {
      const attribute = scope.attribute(definition.name);
      if (attribute?.name !== word.name) continue;
      // A value computed before may have used the attribute's old value.
      const fresh = new Lowering(lowering.graph, places, lowering.outlines);
      const value = fresh.compute(definition, scope, true);
      lowering.spend(fresh.fuel);
      lowering.reach(fresh.deepest);
      places.define(attribute, value);
      found.push({ attribute, value });
    }
  }
  return found;
}
