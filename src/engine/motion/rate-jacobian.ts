// How the rates of all bodies change with the numbers that are integrated: by the derivatives of the laws' formulas
// where a body's rates follow from its own numbers alone; who depends on others is put together with them, and is for
// differences.

import { Derivative } from "../../compiler/graph/derivative.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { Unlowered } from "../../compiler/graph/refusal.ts";
import type { Lowering } from "../../compiler/lower/lower.ts";
import { nodesOf } from "../../compiler/lower/lowered.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import { LawGraphs, type LowerLaw } from "../laws/law-graph.ts";
import type { Laws } from "../laws/laws.ts";
import { base, type LawPlaces, sumContributions } from "../laws/places.ts";
import { along } from "../links/places.ts";
import type { Model } from "../model/model.ts";
import type { Application } from "../state/application.ts";
import type { Jacobian } from "./integrators/method.ts";
import type { StageLaws } from "./stage-laws.ts";

/**
 * The derivatives of all laws of a run, row after row: of the rates, in the order written, by the attributes that have
 * them.
 */
/** How the rates of laws change with what they are of: see `Laws.once`. */
function derivativesOf({ model }: Laws): LawGraphs<null> {
  return new LawGraphs(
    model,
    (application) => (lowering, places) => lowerDerivatives(model, application, lowering, places),
  );
}

function lowerDerivatives(
  model: Model,
  { scope, body }: Application,
  lowering: Lowering,
  places: LawPlaces,
): ReturnType<LowerLaw<null>> {
  const { graph } = lowering;
  const own = (name: string): Attribute => ({ owner: { kind: "object", index: 0 }, name });
  const sums = new Map<string, Parameters<typeof sumContributions>[1][number][]>();
  for (const definition of scope.laws.functions) {
    const attribute = isContribution(definition) ? scope.attribute(definition.name) : null;
    if (!attribute) continue;
    if (attribute.owner.kind !== "object") throw new Unlowered("a contribution to others");
    sums.set(attribute.name, [...(sums.get(attribute.name) ?? []), lowering.compute(definition, scope, false)]);
  }
  for (const [name, terms] of sums) places.define(own(name), sumContributions(graph, terms));
  // What was lowered before has seen the sums as numbers of their own.
  const withSums = new (lowering.constructor as typeof Lowering)(graph, places, lowering.outlines);
  const rates: Node[] = [];
  const leaves: Node[] = [];
  for (const definition of scope.laws.functions) {
    const attribute = definition.order === 1 ? scope.attribute(definition.name) : null;
    if (!attribute) continue;
    if (attribute.owner.kind !== "object") throw new Unlowered("the rate of an attribute of others");
    if (!model.bodies[body.group.first].slots.has(attribute.name)) continue;
    rates.push(...nodesOf(withSums.compute(definition, scope, false)));
    leaves.push(...nodesOf(places.attribute(own(attribute.name), false, graph)!));
  }
  const columns = leaves.map((leaf) => new Derivative(graph, along(new Map([[leaf, graph.real(1)]]))));
  const zero = graph.real(0);
  const nodes = rates.flatMap((rate) => columns.map((column) => column.of(rate) ?? zero));
  const place = (k: number) => ({ base: base.out, offset: 8 * k, index: 0 as const });
  return { found: null, stores: nodes.map((node, k) => ({ node, place: place(k), mustBeFinite: false })) };
}

export class RateJacobian implements Jacobian {
  readonly blocks: readonly Int32Array[];
  private readonly laws: Laws;
  private readonly stages: StageLaws;
  /** Per block the number of the one application that it is of, among those with rates; -1 where it is of several. */
  private readonly alone: readonly number[];

  constructor(laws: Laws, stages: StageLaws) {
    this.laws = laws;
    this.stages = stages;
    const { rated } = stages.acting;
    const { all, shared, size } = stages.terms;
    const { root, join } = disjoint(laws.model.bodies.length);
    const isTogether =
      shared.size > 0 || all.some(({ application, slot }) => application.body.slots.get(slot.name) !== slot);
    for (const { body } of isTogether ? rated : []) join(body.index, rated[0].body.index);
    for (const { bodies } of laws.model.links)
      for (const body of bodies) if (body && bodies[0]) join(body.index, bodies[0].index);
    for (const { body, context } of stages.active)
      for (const { target } of context.aliases) {
        if (target.kind === "others") for (const other of rated) join(body.index, other.body.index);
        const named = target.kind === "object" ? laws.model.byName.get(target.name.name) : null;
        if (named) join(body.index, named.index);
      }
    const linked = new Set(laws.model.links.flatMap(({ bodies }) => bodies.map((body) => body?.index)));
    const members = new Map<number, { numbers: number[]; owners: Set<number> }>();
    const taken = new Uint8Array(size);
    for (const { application, slot, at } of all) {
      const key = root(application.body.index);
      const block = members.get(key) ?? { numbers: [], owners: new Set<number>() };
      members.set(key, block);
      block.owners.add(rated.indexOf(application));
      for (let k = at; k < at + slot.size; k++) if (taken[k]++ === 0) block.numbers.push(k);
    }
    const blocks = [...members.values()];
    this.blocks = blocks.map(({ numbers }) => Int32Array.from(numbers));
    this.alone = blocks.map(({ owners }) => {
      const [first] = owners;
      return owners.size === 1 && !isTogether && !linked.has(rated[first].body.index) ? first : -1;
    });
  }

  /** In a stage that has been prepared. */
  find(block: number, out: Float64Array): boolean {
    const { laws, stages } = this;
    const application = stages.acting.rated[this.alone[block]];
    if (!application || !this.fits(application, block)) return false;
    laws.kernels?.bringBack();
    const { registered, stage } = laws.memory;
    const form = laws.once(derivativesOf).of(application)!;
    if (!form.evaluate(application, registered, stage.numbers, out, 0)) return false;
    const { length } = this.blocks[block];
    for (let k = 0; k < length * length; k++) if (!Number.isFinite(out[k])) return false;
    return true;
  }

  private fits(application: Application, block: number): boolean {
    const form = this.laws.once(derivativesOf).of(application);
    const { length } = this.blocks[block];
    return form !== null && form.size === length * length;
  }
}

/** Sets of numbers that are joined. */
function disjoint(count: number): { root(one: number): number; join(one: number, other: number): void } {
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  const root = (one: number): number => {
    let at = one;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]];
    return at;
  };
  return { root, join: (one, other) => void (parents[root(one)] = root(other)) };
}
