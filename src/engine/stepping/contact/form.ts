// A contact law on bodies of two groups: the length of its points' rows, what it writes, and its kernels.

import type { Store } from "../../../compiler/emit/module.ts";
import type { Graph } from "../../../compiler/graph/graph.ts";
import type { MemoryPlace, Node } from "../../../compiler/graph/node.ts";
import { isRefusal, Unlowered } from "../../../compiler/graph/refusal.ts";
import { splitInvariant } from "../../../compiler/kernel/invariant-split.ts";
import type { Kernel, Machine } from "../../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../../compiler/kernel/kernel-source.ts";
import type { Lowering } from "../../../compiler/lower/lower.ts";
import { type Lowered, nodesOf, shapeOfLowered } from "../../../compiler/lower/lowered.ts";
import { shapeOf, type Value } from "../../../compiler/values/value.ts";
import type { ContextScope } from "../../../language/declare/context-scope.ts";
import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import type { Attribute } from "../../../language/names/scope.ts";
import { type Shape, sameShape } from "../../../language/shapes/shape.ts";
import type { Definition } from "../../../language/syntax/ast.ts";
import { isContribution, isPlainValue, isRate } from "../../../language/syntax/statement.ts";
import type { BodyCache } from "../../laws/body-cache.ts";
import { initialAttributes } from "../../laws/context-attributes.ts";
import { lowerFirst } from "../../laws/context-kernels.ts";
import { type BankSlot, slotPlace, sumContributions } from "../../laws/places.ts";
import { contactRegions } from "../../laws/regions.ts";
import type { Body, Model } from "../../model/model.ts";
import { RunError } from "../../model/run-error.ts";
import { type Slot, sizeOfShape, writeSlot } from "../../model/slot.ts";
import { ContactPlaces, rowHeader, rowPenetration, rowPlace, variesInSweep } from "./places.ts";

/**
 * Every row has space for this many numbers, plus three times those that last. A law whose kernels would need more is
 * interpreted.
 */
const leastRoom = 40;
const roomPerLasting = 3;

/** An attribute of one of the bodies, as the law of a pair sees it. */
export interface PairSlot {
  readonly index: 0 | 1;
  /** The slot of the first body of the group. */
  readonly slot: Slot;
}

export interface ContactKernels {
  /** Computes first-time-only attributes of new points. */
  readonly first: Kernel | null;
  /** Computes what is constant during the sweeps of a step. */
  readonly prepare: Kernel;
  readonly iterate: Kernel;
  /** Computes what is added to accumulators. */
  readonly contribute: Kernel | null;
  /** Writes the urgency of a point into its row; null if the order does not use it. */
  readonly urgency: Kernel | null;
}

export class ContactForm {
  readonly context: ContextDeclaration;
  readonly scope: ContextScope;
  /** The first bodies of the groups. */
  readonly bodies: readonly [Body, Body];
  readonly model: Model;
  /** The places of the context's attributes in a row. */
  readonly slots: ReadonlyMap<string, BankSlot>;
  /** The initial contents of a row behind its header. */
  readonly initial: Float64Array;
  /** What the law writes to the bodies, and what it contributes to. */
  readonly updated: readonly PairSlot[];
  readonly accumulators: readonly PairSlot[];
  /** Whether it moves or resizes the bodies while it is iterated. */
  readonly movesBodies: boolean;
  /** Whether it has something to do in a sweep, at the beginning of a point, and for accumulators. */
  readonly isSwept: boolean;
  readonly hasFirst: boolean;
  /** Its index among all forms. */
  number = 0;
  /** Number of numbers of a row that last from step to step: the geometry, and the attributes. */
  readonly lasting: number;
  /** Number of numbers of a row; with kernels more than those that last. */
  size: number;
  /** The largest number of numbers of a row: it counts for the limit of a run, with kernels or without. */
  room: number;
  /**
   * The function that gives the urgency of a point, and the place of its value in a row; null if the order does not
   * use it.
   */
  readonly urgency: Definition | null;
  urgencyAt = 0;
  /** Null if the interpreter does everything, or the law cannot be compiled. */
  kernels: ContactKernels | null = null;

  constructor(model: Model, context: ContextDeclaration, scope: ContextScope, bodies: readonly [Body, Body]) {
    this.model = model;
    this.context = context;
    this.scope = scope;
    this.bodies = bodies.map((body) => model.bodies[body.group.first]) as [Body, Body];
    const values = initialAttributes(scope, model.curves);
    const slots = new Map<string, BankSlot>();
    let at = rowHeader;
    const add = (name: string, shape: Shape) => {
      const size = sizeOfShape(shape);
      if (size === null)
        throw new RunError(
          "shape",
          context.name.span,
          `'${name}' of the contact law '${context.name.name}' has no fixed shape`,
        );
      slots.set(name, { at, shape });
      at += size;
    };
    for (const [name, value] of values) add(name, shapeOf(value));
    for (const [name, shape] of this.laterShapes(slots)) if (!slots.has(name)) add(name, shape);
    for (const item of context.attributes)
      if (!slots.has(item.name))
        throw new RunError(
          "no-value",
          item.span,
          `'${item.name}' of the contact law '${context.name.name}' needs a first value, such as ${item.name} = 0`,
        );
    this.slots = slots;
    this.lasting = this.size = at;
    this.room = Math.max(leastRoom, roomPerLasting * at);
    this.initial = this.firstNumbers(values, at);
    this.updated = writtenSlots(scope, this.bodies);
    this.movesBodies = this.updated.some(({ slot: { name } }) => /^(position|orientation|size)$/.test(name));
    this.accumulators = summedSlots(scope, this.bodies);
    this.isSwept = isSwept(scope);
    this.hasFirst = context.firstTimeOnly.length > 0;
    this.urgency = model.settings.sweepOrder === "greatest first" && this.isSwept ? this.findUrgency() : null;
  }

  private findUrgency(): Definition {
    const { name } = this.context;
    const found = this.scope.laws.functions.find((law) => law.name === "urgency" && isPlainValue(law));
    if (!found)
      throw new RunError(
        "urgency",
        name.span,
        `'sweep order = greatest first' needs a function 'urgency' in the contact law '${name.name}'`,
      );
    return found;
  }

  private firstNumbers(values: ReadonlyMap<string, Value>, size: number): Float64Array {
    const numbers = new Float64Array(size);
    for (const [name, value] of values) {
      const { at, shape } = this.slots.get(name)!;
      writeSlot(numbers, { name, offset: at, stride: 1, size: sizeOfShape(shape)!, shape }, value);
    }
    return numbers.slice(rowHeader);
  }

  /** Shapes of context attributes without a first value, as far as they can be inferred from the law. */
  private laterShapes(slots: ReadonlyMap<string, BankSlot>): [string, Shape][] {
    const found: [string, Shape][] = [];
    const { model, scope, bodies } = this;
    try {
      const places = new ContactPlaces(
        model,
        bodies.map(({ group }) => group),
        slots,
        "swept",
      );
      lowerKernel(places, (lowering) => {
        for (const { attribute, value } of lowerFirst(scope, places, lowering))
          if (attribute.owner.kind === "context") found.push([attribute.name, shapeOfLowered(value)]);
        return [];
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    return found;
  }

  /**
   * Compiles the law; `varies` names the attributes of bodies that contact laws write, `shared` is what the points of a
   * body share.
   */
  compile(machine: Machine, varies: ReadonlySet<string>, shared: (body: Body) => BodyCache | null): void {
    const { model, bodies } = this;
    const groups = bodies.map(({ group }) => group);
    const lower = (
      stores: (lowering: Lowering, places: ContactPlaces) => readonly Store[],
      kind: "swept" | "contributing" = "swept",
    ) => {
      const places = new ContactPlaces(model, groups, this.slots, kind);
      return lowerKernel(places, (lowering) => stores(lowering, places));
    };
    const table = { traversal: { kind: "points" } } as const;
    const changing = this.changingPlaces(varies);
    const isWritten = ({ base: from, offset, index }: MemoryPlace) =>
      from === contactRegions.row
        ? changing.row(offset / 8)
        : from !== contactRegions.registered && index !== null && changing.body(index, offset / 8);
    try {
      const first = this.hasFirst ? lower((lowering, places) => this.lowerFirst(lowering, places)) : null;
      let sweep = lower((lowering) => this.lowerUpdates(lowering));
      for (const side of [0, 1] as const) sweep = shared(bodies[side])?.split(sweep, side, isWritten) ?? sweep;
      const added =
        this.accumulators.length > 0 ? lower((lowering) => this.lowerContributions(lowering), "contributing") : null;
      const { prepare, iterate, cached } = splitInvariant(
        sweep,
        (place) => variesInSweep(place, isWritten),
        (k) => rowPlace(this.size + k),
      );
      this.urgencyAt = this.size + cached;
      const urgency = this.urgency && lower((lowering) => this.lowerUrgency(lowering));
      const size = this.size + cached + (urgency ? 1 : 0);
      if (size > this.room) return;
      this.kernels = {
        first: first && machine.compile({ ...first, ...table }),
        prepare: machine.compile({ ...prepare, ...table }),
        iterate: machine.compile({ ...iterate, ...table }),
        contribute: added && machine.compile({ ...added, ...table }),
        urgency: urgency && machine.compile({ ...urgency, ...table }),
      };
      this.size = size;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  /**
   * The places that change during sweeps: attributes of bodies by name; in a row, the updated attributes and the depth
   * of the overlap.
   */
  private changingPlaces(varies: ReadonlySet<string>) {
    const { bodies, movesBodies } = this;
    const names = new Set(this.updatedAttributes);
    const own = [...this.slots].filter(([name]) => names.has(name)).map(([, slot]) => slot);
    const slots = bodies.map((body) => [...body.slots.values()].filter((slot) => varies.has(slot.name)));
    const within = (at: number, from: number, size: number, stride: number) =>
      at >= from && at < from + size * stride && (at - from) % stride === 0;
    return {
      row: (at: number) =>
        (movesBodies && at === rowPenetration) || own.some((slot) => within(at, slot.at, sizeOfShape(slot.shape)!, 1)),
      body: (index: number, at: number) =>
        slots[index].some(({ offset, stride, size }) => within(at, offset, size, stride)),
    };
  }

  /** The context's updated attributes, in the order of the text. */
  get updatedAttributes(): string[] {
    return statementsOf(this.scope, isUpdate(this.scope)).flatMap(({ attribute: { owner, name } }) =>
      owner.kind === "context" ? [name] : [],
    );
  }

  /** Their new numbers by name, without booleans. */
  newAttributes(lowering: Lowering): Map<string, readonly Node[]> {
    const found = new Map<string, readonly Node[]>();
    for (const { attribute, definition } of statementsOf(this.scope, isUpdate(this.scope))) {
      if (attribute.owner.kind !== "context") continue;
      const value = lowering.compute(definition, this.scope, false);
      if (value.kind !== "boolean") found.set(attribute.name, [...nodesOf(value)]);
    }
    return found;
  }

  /** The new numbers of one of the bodies, by their places for the first body of the group. */
  newColumns(lowering: Lowering, side: 0 | 1): Map<number, Node> {
    const found = new Map<number, Node>();
    for (const { attribute, definition } of statementsOf(this.scope, isUpdate(this.scope))) {
      const { owner, name } = attribute;
      if (owner.kind !== "object" || owner.index !== side) continue;
      for (const { node, place } of this.storeInBody(side, name, lowering.compute(definition, this.scope, false)))
        if (place) found.set(place.offset / 8, node);
    }
    return found;
  }

  private lowerFirst(lowering: Lowering, places: ContactPlaces): Store[] {
    return lowerFirst(this.scope, places, lowering).flatMap(({ attribute, value }) => {
      if (attribute.owner.kind !== "context") throw new Unlowered("a point begins with its own attributes");
      return this.storeInRow(attribute.name, value, lowering.graph);
    });
  }

  private lowerUpdates(lowering: Lowering): Store[] {
    const seen = new Set<string>();
    return statementsOf(this.scope, isUpdate(this.scope)).flatMap(({ attribute, definition }) => {
      const value = lowering.compute(definition, this.scope, false);
      const { owner, name } = attribute;
      const key = `${owner.kind} ${owner.kind === "object" ? owner.index : ""} ${name}`;
      if (seen.has(key)) throw new Unlowered(`'${name}' is given twice`);
      seen.add(key);
      if (owner.kind === "context") return this.storeInRow(name, value, lowering.graph);
      if (owner.kind !== "object") throw new Unlowered(`'${name}' is not of the pair`);
      return this.storeInBody(owner.index as 0 | 1, name, value);
    });
  }

  private lowerUrgency(lowering: Lowering): Store[] {
    const value = lowering.compute(this.urgency!, this.scope, false);
    if (value.kind !== "real") throw new Unlowered("an urgency that is not a number");
    return [{ node: value.node, place: rowPlace(this.urgencyAt), mustBeFinite: true }];
  }

  private lowerContributions(lowering: Lowering): Store[] {
    const { graph } = lowering;
    const sums = new Map<string, { index: 0 | 1; name: string; terms: Lowered[] }>();
    for (const { attribute, definition } of statementsOf(this.scope, isContribution)) {
      const { owner, name } = attribute;
      if (owner.kind !== "object") throw new Unlowered("a contribution to others");
      const index = owner.index as 0 | 1;
      const sum = sums.get(`${index} ${name}`) ?? { index, name, terms: [] };
      sum.terms.push(lowering.compute(definition, this.scope, false));
      sums.set(`${index} ${name}`, sum);
    }
    return [...sums.values()].flatMap(({ index, name, terms }) => {
      const stores = this.storeInBody(index, name, sumContributions(graph, terms));
      return stores.map(({ node, place, mustBeFinite }) =>
        place
          ? { node: graph.binary("add", graph.load(place, "real"), node), place, mustBeFinite }
          : { node, place, mustBeFinite },
      );
    });
  }

  private storeInRow(name: string, value: Lowered, graph: Graph): Store[] {
    const slot = this.slots.get(name);
    if (!slot || !sameShape(slot.shape, shapeOfLowered(value))) throw new Unlowered(`'${name}' changes its shape`);
    return nodesOf(value).map((node, k) => ({
      node,
      place: rowPlace(slot.at + k),
      mustBeFinite: graph.kind(node) === "real",
    }));
  }

  /**
   * Static bodies are not written, nor are driven ones by the law of a pair; their values are computed nevertheless.
   */
  private storeInBody(index: 0 | 1, name: string, value: Lowered): Store[] {
    const body = this.bodies[index];
    const slot = body.slots.get(name);
    const isWritable = slot !== undefined && body.physicalType === "dynamic";
    if (isWritable && !sameShape(slot.shape, shapeOfLowered(value))) throw new Unlowered("another shape");
    return nodesOf(value).map((node, k) => ({
      node,
      place: isWritable ? slotPlace(slot, k, contactRegions.stage, index) : null,
      mustBeFinite: true,
    }));
  }
}

type Wanted = (definition: Definition) => boolean;

/** The functions without parameters that state attributes, in the order of the text. */
function statementsOf(scope: ContextScope, wanted: Wanted): { attribute: Attribute; definition: Definition }[] {
  return scope.laws.functions.flatMap((definition) => {
    const isWanted = definition.params.length === 0 && !isRate(definition) && wanted(definition);
    const attribute = isWanted ? scope.attribute(definition.name) : null;
    return attribute ? [{ attribute, definition }] : [];
  });
}

function slotsOf(scope: ContextScope, bodies: readonly [Body, Body], wanted: Wanted): PairSlot[] {
  return statementsOf(scope, wanted).flatMap(({ attribute: { owner, name } }) => {
    const body = owner.kind === "object" ? bodies[owner.index] : null;
    const slot = body?.physicalType === "dynamic" ? body.slots.get(name) : undefined;
    return slot && owner.kind === "object" ? [{ index: owner.index as 0 | 1, slot }] : [];
  });
}

function isUpdate(scope: ContextScope): Wanted {
  return (definition) => scope.isUpdate(definition);
}

/** What a law writes to two bodies in a sweep. */
export function writtenSlots(scope: ContextScope, bodies: readonly [Body, Body]): PairSlot[] {
  return slotsOf(scope, bodies, isUpdate(scope));
}

/** The accumulators to which it contributes. */
export function summedSlots(scope: ContextScope, bodies: readonly [Body, Body]): PairSlot[] {
  return slotsOf(scope, bodies, isContribution);
}

/** Whether it has something to do in a sweep. */
export function isSwept(scope: ContextScope): boolean {
  return statementsOf(scope, isUpdate(scope)).length > 0;
}
