// Where the numbers of a contact law lie: those of the bodies as for all laws, those of a contact point in its row.
//
// A row is a part of the run's memory: the geometry of the point, the attributes of the context, and what the law
// computes once a step. Kernels run over tables of rows; the fourth base is the row, the third one the number of the
// iteration, followed by what all points of a body share. In sweeps the first base is the memory at the start of the
// step, the second one the present one.
import type { Graph } from "../../../compiler/graph/graph.ts";
import type { MemoryPlace } from "../../../compiler/graph/node.ts";
import { Unlowered } from "../../../compiler/graph/refusal.ts";
import { type Lowered, nodesOf, withNodes } from "../../../compiler/lower/lowered.ts";
import type { Inliner, LowerFrame } from "../../../compiler/lower/outlines.ts";
import type { Attribute } from "../../../language/names/scope.ts";
import { atStepStart, startAttribute } from "../../../language/names/step-start.ts";
import { real, type Shape, vector } from "../../../language/shapes/shape.ts";
import type { CallExpr } from "../../../language/syntax/ast.ts";
import { type BankSlot, LawPlaces, loadValue } from "../../laws/places.ts";
import { contactRegions, type LawRegions } from "../../laws/regions.ts";
import type { Group, Model } from "../../model/model.ts";

/**
 * The place of the point's geometry in a row. What sweeps rarely read comes first, so that the rest of the row is
 * contiguous.
 */
export const rowPoint = 0;
/** The normal, which points to the body with index 0. */
export const rowNormal = 3;
export const rowPenetration = 6;
export const rowHeader = 7;

const given: ReadonlyMap<string, BankSlot> = new Map<string, { at: number; shape: Shape }>([
  ["collisionPoint", { at: rowPoint, shape: vector(3) }],
  ["collisionNormal", { at: rowNormal, shape: vector(3) }],
  ["penetration", { at: rowPenetration, shape: real }],
]);

export function rowPlace(at: number): MemoryPlace {
  return { base: contactRegions.row, offset: 8 * at, index: null };
}

const iterationPlace: MemoryPlace = { base: contactRegions.shared, offset: 0, index: null };

export class ContactPlaces extends LawPlaces {
  private readonly iteration: number | null;
  protected override readonly regions: LawRegions<"contact">;

  /**
   * `kind`: whether the law is swept, or contributes before all sweeps. If the number of an iteration is given, the law
   * is lowered for that one.
   */
  constructor(
    model: Model,
    groups: readonly Group[],
    slots: ReadonlyMap<string, BankSlot>,
    kind: "swept" | "contributing",
    iteration: number | null = null,
  ) {
    // A context attribute belongs to the contact point, for either body.
    super(model, groups, (name) => slots.get(name) ?? null, 1);
    this.iteration = iteration;
    const { registered, stage } = contactRegions;
    this.regions = { registered: kind === "swept" ? stage : registered, stage };
  }

  override attribute(attribute: Attribute, registered: boolean, graph: Graph): Lowered | null {
    const { owner, name } = attribute;
    if (owner.kind !== "given") return super.attribute(attribute, registered, graph);
    if (name === "iteration")
      return {
        kind: "real",
        node: this.iteration === null ? graph.load(iterationPlace, "real") : graph.real(this.iteration),
      };
    const slot = given.get(name);
    if (!slot) throw new Unlowered(`a contact point has no '${name}'`);
    const value = loadValue(graph, slot.shape, (k) => rowPlace(slot.at + k));
    if (name !== "collisionNormal" || owner.index === 0) return value;
    return withNodes(
      value,
      nodesOf(value).map((node) => graph.binary("sub", graph.real(0), node)),
    );
  }

  override special(call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered | null {
    if (call.name !== atStepStart) return super.special(call, frame, lowering);
    const attribute = startAttribute(call.args, frame.scope);
    return attribute && this.attributeIn(attribute, contactRegions.registered, lowering.graph);
  }

  override bankPlace(slot: BankSlot, k: number): MemoryPlace {
    return rowPlace(slot.at + k);
  }
}

/** Whether a place changes while the law is iterated: the number of the iteration, or what `written` names. */
export function variesInSweep(place: MemoryPlace, isWritten: (place: MemoryPlace) => boolean): boolean {
  return place.base === contactRegions.shared ? place.index === null : isWritten(place);
}
