// A link's law as the compiler sees it: where the attributes of its ends lie, and how they change along the motion.

import { Derivative, type Direction, type Tangent } from "../../compiler/graph/derivative.ts";
import type { Graph } from "../../compiler/graph/graph.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { Unlowered } from "../../compiler/graph/refusal.ts";
import type { Region } from "../../compiler/graph/region.ts";
import type { LowerHost } from "../../compiler/lower/host.ts";
import { Lowering } from "../../compiler/lower/lower.ts";
import {
  booleanOf,
  type Lowered,
  lowerConstant,
  matrixOfNodes,
  nodesOf,
  realOf,
  vectorOfNodes,
} from "../../compiler/lower/lowered.ts";
import { lowerBinary } from "../../compiler/lower/operators.ts";
import type { Inliner, LowerFrame, Outlines } from "../../compiler/lower/outlines.ts";
import type { Curve } from "../../geometry/curves/curve.ts";
import { curveNamed } from "../../language/declare/environment.ts";
import { type Attribute, attributeKey } from "../../language/names/scope.ts";
import { natives, ownShapeCall } from "../../language/shapes/natives.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { CallExpr, Definition } from "../../language/syntax/ast.ts";
import { isFirstRate } from "../../language/syntax/statement.ts";
import { initialAttributes } from "../laws/context-attributes.ts";
import { loadValue, slotPlace } from "../laws/places.ts";
import { linkRegions } from "../laws/regions.ts";
import type { Curves } from "../model/curves.ts";
import { attachments, type Link } from "../model/link.ts";
import type { Body, Model } from "../model/model.ts";
import { type Slot, sizeOfShape } from "../model/slot.ts";
import type { Application } from "../state/application.ts";

/** One end of a link: a body with the law that moves it, or the world. */
export interface End {
  readonly body: Body | null;
  readonly application: Application | null;
}

/** The law of the body at an end, in the same graph as the link's. */
class EndPlaces implements LowerHost {
  private readonly model: Model;
  private readonly whole: LinkPlaces;
  private readonly end: End;
  private readonly index: 0 | 1;

  constructor(model: Model, whole: LinkPlaces, end: End, index: 0 | 1) {
    this.model = model;
    this.whole = whole;
    this.end = end;
    this.index = index;
  }

  attribute(attribute: Attribute, _registered: boolean, graph: Graph): Lowered | null {
    const { owner, name } = attribute;
    const load = (slot: Slot | undefined, index: 0 | 1 | null) =>
      slot ? loadValue(graph, slot.shape, (k) => slotPlace(slot, k, linkRegions.stage, index)) : null;
    switch (owner.kind) {
      case "world":
      case "named object":
      case "named link":
        return this.whole.common(attribute, graph);
      case "object":
        return owner.index === 0 ? load(this.slot(name), this.index) : null;
      case "context":
        return constantOf(this.end.application!, name, this.model.curves, graph);
      default:
        return null;
    }
  }

  /** The slot of an attribute, relative to the first body of the group. */
  slot(name: string): Slot | undefined {
    const { body } = this.end;
    return body ? this.model.bodies[body.group.first].slots.get(name) : undefined;
  }

  special(call: CallExpr): null {
    if (ownShapeCall(call.name, call.args.length))
      throw new Unlowered(
        `the law of a body asks for its ${call.name}, which links do not follow: ` +
          `state it in the attributes of the object`,
      );
    return null;
  }

  curve(name: string): Curve | null {
    return this.model.curves.get(name) ?? null;
  }
}

export class LinkPlaces implements LowerHost {
  /** Whether the unknowns count as zero, while what does not depend on them is lowered. */
  unknownsAreZero = false;
  private readonly model: Model;
  private readonly link: Link;
  private readonly ends: readonly End[];
  private readonly outlines: Outlines;
  private readonly hosts: readonly EndPlaces[];
  /** Per graph, the lowering of the link's law and of those at its ends. */
  private readonly lowerings = new Map<Graph, readonly Lowering[]>();
  private readonly motions = new Map<Graph, Direction>();
  /**
   * The attributes of loaded numbers that laws of other bodies may change: attributes of the world, of links, of named
   * objects.
   */
  private readonly leaves = new Map<Node, Attribute>();
  /** Those of them whose rates were asked for and are unknown here: they are treated as constant. */
  readonly still = new Set<Attribute>();
  /** Attributes being lowered by the law that states them; prevents circles. */
  private readonly inHand = new Set<string>();

  constructor(model: Model, link: Link, ends: readonly End[], outlines: Outlines) {
    this.model = model;
    this.link = link;
    this.ends = ends;
    this.outlines = outlines;
    this.hosts = ends.map((end, i) => new EndPlaces(model, this, end, i === 0 ? 0 : 1));
  }

  private loweringsIn(graph: Graph): readonly Lowering[] {
    let known = this.lowerings.get(graph);
    if (!known) {
      known = [...this.hosts, this].map((host) => new Lowering(graph, host, this.outlines));
      this.lowerings.set(graph, known);
    }
    return known;
  }

  attribute(attribute: Attribute, _registered: boolean, graph: Graph): Lowered | null {
    const { owner, name } = attribute;
    switch (owner.kind) {
      case "object":
        return this.ofEnd(owner.index, name, graph);
      case "link":
        return this.ofLink(name, graph);
      case "given":
        return this.given(name, graph);
      case "context": {
        const value = initialAttributes(this.link.scope, this.model.curves).get(name);
        return value === undefined ? null : lowerConstant(graph, value);
      }
      default:
        return this.common(attribute, graph);
    }
  }

  /**
   * An attribute of the world, of a named object or of a named link: as the law at an end states it, or as in the
   * stage.
   */
  common(attribute: Attribute, graph: Graph): Lowered | null {
    const { owner, name } = attribute;
    if (owner.kind === "named link" && owner.name === this.link.name) return this.ofLink(name, graph);
    const slot =
      owner.kind === "world"
        ? this.model.world.get(name)
        : owner.kind === "named object"
          ? this.model.byName.get(owner.name)?.slots.get(name)
          : owner.kind === "named link"
            ? this.model.linkNamed.get(owner.name)?.slots.get(name)
            : undefined;
    if (!slot) return null;
    return this.stated(attribute, graph) ?? this.watched(attribute, graph, slot, linkRegions.stage);
  }

  /** Loads numbers that laws of other bodies may change. */
  private watched(attribute: Attribute, graph: Graph, slot: Slot, from: Region): Lowered {
    const value = loadValue(graph, slot.shape, (k) => slotPlace(slot, k, from, null));
    for (const node of nodesOf(value)) this.leaves.set(node, attribute);
    return value;
  }

  /** What a law at an end states by `=` for an attribute that is not its body's. */
  private stated(attribute: Attribute, graph: Graph): Lowered | null {
    const key = attributeKey(attribute);
    for (const [i, { application }] of this.ends.entries()) {
      const update = application?.scope.updateOf(attribute);
      if (!update || application!.scope.firstTime.has(update) || this.inHand.has(key)) continue;
      this.inHand.add(key);
      try {
        return this.loweringsIn(graph)[i].compute(update, application!.scope, false);
      } finally {
        this.inHand.delete(key);
      }
    }
    return null;
  }

  /** An attribute of the body at an end, as its own law gives it at this instant. */
  private ofEnd(index: number, name: string, graph: Graph): Lowered | null {
    const { body, application } = this.ends[index];
    if (!body) {
      const shape = this.link.scope.cast.objects[index].attributes.get(name);
      return shape ? zeroOf(shape, graph) : null;
    }
    const update = updateAtEnd(application, name);
    if (update) return this.loweringsIn(graph)[index].compute(update, application!.scope, false);
    return this.hosts[index].attribute({ owner: { kind: "object", index: 0 }, name }, false, graph);
  }

  /** A number of the link: kernels get the place of the first link of its group. */
  private ofLink(name: string, graph: Graph): Lowered | null {
    const slot = this.model.links[this.link.group.first].slots.get(name);
    if (!slot) return null;
    const stated = this.isAlone ? this.stated(this.namedOf(name), graph) : null;
    return stated ?? this.watched({ owner: { kind: "link" }, name }, graph, slot, linkRegions.link);
  }

  /**
   * Whether the law is lowered for this link alone, not for its copies too: then laws can change its numbers by its
   * name.
   */
  private get isAlone(): boolean {
    return this.link.group.count === 1;
  }

  private namedOf(name: string): Attribute {
    return { owner: { kind: "named link", name: this.link.name }, name };
  }

  private given(name: string, graph: Graph): Lowered | null {
    const { context } = this.link;
    if (context.unknowns.some((word) => word.name === name)) {
      const value = this.ofLink(name, graph);
      return this.unknownsAreZero && value ? withZeros(value, graph) : value;
    }
    if (name === "attached") return this.ofLink(name, graph);
    if (name === "iteration") return realOf(graph.real(1));
    const index = name === "anchor1" ? 0 : name === "anchor2" ? 1 : null;
    return index === null ? null : this.anchor(index, graph);
  }

  private anchor(index: number, graph: Graph): Lowered {
    const at = this.ofLink(attachments[index], graph)!;
    if (!this.ends[index].body) return at;
    const lowering = this.loweringsIn(graph)[2];
    const orientation = this.ofEnd(index, "orientation", graph)!;
    const arm = lowerBinary(graph, "*", lowering.native(natives.get("rotation")!, [orientation], false), at);
    return lowerBinary(graph, "+", this.ofEnd(index, "position", graph)!, arm);
  }

  /** `curve1` and `curve2` are the ends of this link, where they are curves. */
  curve(name: string): Curve | null {
    const declared = curveNamed(this.model.environment, name, this.link.scope.cast.link);
    return declared ? (this.model.curves.get(declared.name.name) ?? null) : null;
  }

  /**
   * `derivative(C, x)`: a column for each number of x; those of an orientation are rotations about the axes of the
   * world.
   */
  special(call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered | null {
    if (call.name !== "derivative" || call.args.length !== 2) return null;
    const { graph } = lowering;
    const values = nodesOf(lowering.lower(call.args[0], frame));
    const by = call.args[1];
    const attribute = by.kind === "name" ? frame.scope.attribute(by.name) : null;
    if (!attribute) throw new Unlowered("derivative takes the name of an attribute as its second argument");
    const columns = this.directions(attribute, graph).map((direction) => new Derivative(graph, direction));
    const zero = graph.real(0);
    const nodes = values.flatMap((value) => columns.map((column) => column.of(value) ?? zero));
    return matrixOfNodes(values.length, columns.length, nodes);
  }

  private directions(attribute: Attribute, graph: Graph): Direction[] {
    const { owner, name } = attribute;
    const isEnd = owner.kind === "object";
    if (isEnd && !this.ends[owner.index].body) {
      const count = name === "orientation" ? 3 : nodesOf(this.attribute(attribute, false, graph)!).length;
      return Array.from({ length: count }, () => still);
    }
    if (isEnd && updateAtEnd(this.ends[owner.index].application, name))
      throw new Unlowered(`'${name}' follows from a law: there is no derivative by it`);
    const value = this.attribute(attribute, false, graph);
    if (!value) throw new Unlowered(`'${name}' has no value`);
    const leaves = nodesOf(value);
    if (!isEnd || name !== "orientation") return leaves.map((leaf) => along(new Map([[leaf, graph.real(1)]])));
    return [0, 1, 2].map((axis) => {
      const turn = [0, 1, 2].map((k) => graph.real(k === axis ? 1 : 0));
      const lowering = this.loweringsIn(graph)[2];
      const rates = nodesOf(lowering.native(natives.get("orientationRate")!, [value, vectorOfNodes(turn)], false));
      const direction = along(new Map(leaves.map((leaf, k) => [leaf, rates[k]])));
      const isIt = (orientation: readonly Node[]) => orientation.join() === leaves.join();
      return {
        ...direction,
        turn: (orientation) => (isIt(orientation) ? turn.map((node, k) => (k === axis ? node : null)) : null),
      };
    });
  }

  /** `C'`, `C''`: along the rates that the laws at the ends state. */
  rate(name: string, order: number, frame: LowerFrame, lowering: Inliner): Lowered | null {
    const binding = frame.scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) return null;
    const value = lowering.lower({ kind: "name", name, span: binding.definition.nameSpan }, frame);
    const { graph } = lowering;
    let nodes: readonly Node[] = nodesOf(value);
    for (let k = 0; k < order; k++) {
      const derivative = new Derivative(graph, this.motion(graph));
      nodes = nodes.map((node) => derivative.of(node) ?? graph.real(0));
    }
    return value.kind === "real" ? realOf(nodes[0]) : vectorOfNodes(nodes);
  }

  /** The rates that the law at an end states. */
  ratesAt(index: number, graph: Graph): { name: string; loads: readonly Node[]; rate: readonly Node[] }[] {
    const { application } = this.ends[index];
    return (application?.context.functions ?? []).flatMap((definition) => {
      const attribute = isFirstRate(definition) ? application!.scope.attribute(definition.name) : null;
      const isCopy = attribute?.owner.kind === "named link" && attribute.owner.name === this.link.name && !this.isAlone;
      const value = attribute && !isCopy && this.hosts[index].attribute(attribute, false, graph);
      if (!value) return [];
      const rate = this.loweringsIn(graph)[index].compute(definition, application!.scope, false);
      return [{ name: attribute.name, loads: nodesOf(value), rate: nodesOf(rate) }];
    });
  }

  /** How everything that has a rate changes. */
  motion(graph: Graph): Direction {
    const known = this.motions.get(graph);
    if (known) return known;
    const rates = new Map<Node, Tangent>([
      [nodesOf(this.hosts[0].attribute({ owner: { kind: "world" }, name: "t" }, false, graph)!)[0], graph.real(1)],
    ]);
    const turns: { orientation: string; w: readonly Tangent[] }[] = [];
    for (const i of this.ends.keys()) {
      for (const { name, loads, rate } of this.ratesAt(i, graph)) {
        for (const [k, load] of loads.entries()) rates.set(load, rate[k]);
        const made = graph.turns.find(
          (turn) => turn.orientation.join() === loads.join() && turn.rate.join() === rate.join(),
        );
        if (made && name === "orientation") turns.push({ orientation: loads.join(), w: made.w });
      }
    }
    const turn = (orientation: readonly Node[]) =>
      turns.find((one) => one.orientation === orientation.join())?.w ?? null;
    const leaf = (node: Node) => {
      const rate = rates.get(node);
      const attribute = rate === undefined ? this.leaves.get(node) : undefined;
      if (attribute) this.still.add(attribute);
      return rate ?? null;
    };
    const motion = { leaf, turn };
    this.motions.set(graph, motion);
    return motion;
  }
}

/** The function by which a law gives an attribute of its body, except at its beginning only. */
function updateAtEnd(application: Application | null, name: string): Definition | null {
  const update = application?.scope.ownUpdate(name) ?? null;
  return update && !application!.scope.firstTime.has(update) ? update : null;
}

/** An attribute of a context if it is constant. */
function constantOf({ scope, context }: Application, name: string, curves: Curves, graph: Graph): Lowered {
  const value = initialAttributes(scope, curves).get(name);
  const isChanged = context.functions.some((definition) => scope.attribute(definition.name)?.name === name);
  if (value === undefined || isChanged)
    throw new Unlowered(`'${name}' is kept by the law '${context.name.name}', which links do not follow`);
  return lowerConstant(graph, value);
}

function zeroOf(shape: Shape, graph: Graph): Lowered {
  const nodes = Array.from({ length: sizeOfShape(shape) ?? 0 }, () => graph.real(0));
  if (shape.kind === "boolean") return booleanOf(graph.boolean(false));
  if (shape.kind === "matrix") return matrixOfNodes(shape.rows ?? 0, shape.cols ?? 0, nodes);
  return shape.kind === "vector" ? vectorOfNodes(nodes) : realOf(graph.real(0));
}

function withZeros(value: Lowered, graph: Graph): Lowered {
  return value.kind === "real" ? realOf(graph.real(0)) : vectorOfNodes(nodesOf(value).map(() => graph.real(0)));
}

/** A direction in which only these numbers change. */
export function along(tangents: ReadonlyMap<Node, Tangent>): Direction {
  return { leaf: (node) => tangents.get(node) ?? null, turn: () => null };
}

const still: Direction = { leaf: () => null, turn: () => null };
