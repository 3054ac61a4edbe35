// Where a law's attributes lie in the memory of kernels: the compiler's view of the players.
import { Graph } from "../../compiler/graph/graph.ts";
import type { MemoryPlace, Outlined } from "../../compiler/graph/node.ts";
import { Unlowered } from "../../compiler/graph/refusal.ts";
import type { LowerHost } from "../../compiler/lower/host.ts";
import {
  formOfLowered,
  kindsOf,
  type Lowered,
  lowerConstant,
  nodesOf,
  shapeOfLowered,
  withNodes,
} from "../../compiler/lower/lowered.ts";
import { lowerBinary } from "../../compiler/lower/operators.ts";
import type { Inliner, LowerFrame } from "../../compiler/lower/outlines.ts";
import type { Curve } from "../../geometry/curves/curve.ts";
import { heldByLinks, heldCall } from "../../language/names/held-by-links.ts";
import { type Attribute, attributeKey } from "../../language/names/scope.ts";
import { ownShapeCall } from "../../language/shapes/natives.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import type { Group, Model } from "../model/model.ts";
import type { Slot } from "../model/slot.ts";
import { heldShape, zeroOf } from "./held-values.ts";
import { othersNamed } from "./law-reads.ts";
import { lawRegions, type Region } from "./regions.ts";

/**
 * Values of a body's own shape lie in no memory. A search that only asks what a number depends on sees them as loaded
 * from behind this base; kernels refuse it.
 */
export const ownShape = 4;

/** A stretch of a bank: each of its numbers lies in a row for all bodies of a group, or by itself. */
export interface BankSlot {
  readonly at: number;
  readonly shape: Shape;
}

/** A value whose numbers are loaded from places. */
export function loadValue(graph: Graph, shape: Shape, placeOf: (k: number) => MemoryPlace): Lowered {
  const load = (k: number) => graph.load(placeOf(k), shape.kind === "boolean" ? "boolean" : "real");
  switch (shape.kind) {
    case "real":
    case "boolean":
      return { kind: shape.kind, node: load(0) };
    case "vector":
      return { kind: "vector", nodes: Array.from({ length: shape.length! }, (_, k) => load(k)) };
    case "matrix": {
      const [rows, cols] = [shape.rows!, shape.cols!];
      return { kind: "matrix", rows, cols, nodes: Array.from({ length: rows * cols }, (_, k) => load(k)) };
    }
    default:
      throw new Unlowered("a sequence has no place in memory");
  }
}

/** The place of a number of a slot, relative to the first body of its group; `index` says which body is meant. */
export function slotPlace(slot: Slot, k: number, from: Region, index: MemoryPlace["index"]): MemoryPlace {
  return { base: from, offset: 8 * (slot.offset + k * slot.stride), index };
}

export class LawPlaces implements LowerHost {
  private readonly model: Model;
  /** The groups of the bodies with index 0 and 1. */
  private readonly groups: readonly Group[];
  /** The bank slots for the body with this index: attributes of the context, and what the geometry supplies. */
  private readonly bank: (name: string, index: number) => BankSlot | null;
  /** The distance between numbers of the bank, and whether it has a row for the bodies. */
  private readonly bankStride: number;
  /** Values of first-time-only attributes computed so far. */
  private readonly given = new Map<string, Lowered>();
  /** The group that `each other object` means, inside sumOthers. */
  private other: Group | null = null;

  /** Where `previous` finds attributes in the memory. */
  protected readonly registeredIn: Region = lawRegions.registered;
  /** Where the bank holds what links take back, for a call of `heldByLinks`; null if no link does. */
  heldIn: ((key: string, shape: Shape) => BankSlot) | null = null;

  /**
   * Whether `inertiaTensor(mass)` and `centerOfMass()` are treated as unreadable numbers; otherwise they are refused.
   */
  seesShape = false;

  constructor(model: Model, groups: readonly Group[], bank: LawPlaces["bank"], bankStride: number) {
    this.model = model;
    this.groups = groups;
    this.bank = bank;
    this.bankStride = bankStride;
  }

  /** Sets the value of an attribute from here on. */
  define(attribute: Attribute, value: Lowered): void {
    this.given.set(attributeKey(attribute), value);
  }

  attribute(attribute: Attribute, registered: boolean, graph: Graph): Lowered | null {
    const defined = this.given.get(attributeKey(attribute));
    if (defined) return defined;
    return this.attributeIn(attribute, registered ? this.registeredIn : lawRegions.stage, graph);
  }

  /** The value of an attribute in the memory behind a base. */
  protected attributeIn({ owner, name }: Attribute, from: Region, graph: Graph): Lowered | null {
    const inSlot = (slot: Slot | undefined, index: MemoryPlace["index"]) =>
      slot ? loadValue(graph, slot.shape, (k) => slotPlace(slot, k, from, index)) : null;
    switch (owner.kind) {
      case "world":
        return inSlot(this.model.world.get(name), null);
      case "object":
        return inSlot(this.slot(this.groups[owner.index], name), owner.index === 0 ? 0 : 1);
      case "named object":
        return inSlot(this.model.byName.get(owner.name)?.slots.get(name), null);
      case "named link":
        return inSlot(this.model.linkNamed.get(owner.name)?.slots.get(name), null);
      case "others":
        return this.other ? inSlot(this.slot(this.other, name), 1) : null;
      case "context":
      case "given": {
        const slot = this.bank(name, owner.index);
        return slot && loadValue(graph, slot.shape, (k) => this.bankPlace(slot, k));
      }
      default:
        return null;
    }
  }

  bankPlace(slot: BankSlot, k: number): MemoryPlace {
    const isRow = this.groups.length === 1;
    return { base: lawRegions.bank, offset: 8 * (slot.at + k) * this.bankStride, index: isRow ? 0 : null };
  }

  slot(group: Group | undefined, name: string): Slot | undefined {
    return group && this.model.bodies[group.first].slots.get(name);
  }

  curve(name: string): Curve | null {
    return this.model.curves.get(name) ?? null;
  }

  special(call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered | null {
    if (call.name === heldByLinks) return this.held(call, frame, lowering);
    const shape = this.seesShape ? ownShapeCall(call.name, call.args.length) : null;
    if (shape) return this.ofShape(shape, call, frame, lowering);
    if (call.name !== "sumOthers" || call.args.length !== 1) return null;
    if (this.groups.length !== 1 || this.other) throw new Unlowered("sumOthers is compiled for one body");
    const asked = othersNamed(call, frame.scope);
    let sum: Lowered | null = null;
    for (const group of groupsIn(this.model)) {
      const { slots } = this.model.bodies[group.first];
      const self = group === this.groups[0];
      if ((self && group.count === 1) || !asked.every((name) => slots.has(name))) continue;
      sum = this.sumOver(group, self, call, frame, lowering, sum);
    }
    if (!sum) throw new Unlowered("sumOthers has no other object to sum over");
    return sum;
  }

  /** What a law says about a body's own shape, for the given mass. */
  private ofShape(shape: Shape, call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered {
    const { graph } = lowering;
    const first = shape.kind === "vector" ? 0 : 3;
    const value = loadValue(graph, shape, (k) => ({ base: ownShape, offset: 8 * (first + k), index: 0 }));
    return call.args.reduce((product, arg) => lowerBinary(graph, "*", product, lowering.lower(arg, frame)), value);
  }

  /** What links take back: from the bank, or zero where no link can. */
  private held(call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered {
    const asked = heldCall(call, frame.scope);
    if (typeof asked === "string") throw new Unlowered(asked);
    const shape = heldShape(shapeOfLowered(lowering.lower(call.args[0], frame)));
    if (!shape) throw new Unlowered(`${heldByLinks} takes a real or a vector`);
    const slot = this.heldIn?.(asked.key, shape);
    return slot
      ? loadValue(lowering.graph, shape, (k) => this.bankPlace(slot, k))
      : lowerConstant(lowering.graph, zeroOf(shape));
  }

  private sumOver(
    group: Group,
    self: boolean,
    call: CallExpr,
    frame: LowerFrame,
    lowering: Inliner,
    sum: Lowered | null,
  ): Lowered {
    const graph = new Graph();
    const inner = lowering.into(graph);
    let number = 0;
    const parameters = frame.args.map((arg) =>
      withNodes(
        arg,
        kindsOf(lowering.graph, arg).map((kind) => graph.parameter(number++, kind)),
      ),
    );
    this.other = group;
    let term: Lowered;
    try {
      term = inner.lower(call.args[0], { ...frame, args: parameters });
    } finally {
      this.other = null;
    }
    if (term.kind === "boolean" || term.kind === "sequence") throw new Unlowered("sumOthers sums numbers");
    if (sum && formOfLowered(sum) !== formOfLowered(term)) throw new Unlowered("the terms have different shapes");
    const functions = lowering.outlines.functions;
    const outlined: Outlined = {
      name: `others${functions.length}`,
      parameters: frame.args.flatMap((arg) => kindsOf(lowering.graph, arg)),
      results: kindsOf(graph, term),
      body: { graph, results: nodesOf(term), duties: graph.duties.all },
      isRecursive: false,
      cost: { fuel: inner.fuel, depth: inner.deepest },
    };
    functions.push(outlined);
    lowering.spend((inner.fuel + 2 * nodesOf(term).length + 2) * group.count);
    lowering.reach(inner.deepest);
    const nodes = lowering.graph.others(outlined, group.count, self, frame.args.flatMap(nodesOf), sum && nodesOf(sum));
    return withNodes(term, nodes);
  }
}

/** All groups, in the order of their bodies. */
function groupsIn(model: Model): Group[] {
  return [...new Set(model.bodies.map((body) => body.group))];
}

/** The sum of contributions, from zero and in the order of the text. */
export function sumContributions(graph: Graph, terms: readonly Lowered[]): Lowered {
  let sum = withNodes(
    terms[0],
    nodesOf(terms[0]).map(() => graph.real(0)),
  );
  for (const term of terms) sum = lowerBinary(graph, "+", sum, term);
  return sum;
}
