// The derivatives of all bodies' rates with respect to the integrated numbers: by the laws' formulas where a body's
// rates depend on its own numbers alone; bodies that depend on others are treated together, by differences.

import { Derivative } from "../../compiler/graph/derivative.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { Unlowered } from "../../compiler/graph/refusal.ts";
import type { Lowering } from "../../compiler/lower/lower.ts";
import { nodesOf } from "../../compiler/lower/lowered.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { isContribution, isFirstRate } from "../../language/syntax/statement.ts";
import { LawGraphs, type LowerLaw } from "../laws/law-graph.ts";
import type { Laws } from "../laws/laws.ts";
import { type LawPlaces, sumContributions } from "../laws/places.ts";
import { lawRegions } from "../laws/regions.ts";
import { along } from "../links/places.ts";
import type { Body, Model } from "../model/model.ts";
import type { Application } from "../state/application.ts";
import type { Jacobian } from "./integrators/method.ts";
import type { StageLaws } from "./stage-laws.ts";

/**
 * The derivatives of all laws of a run, row after row: of the rates, in the order of the text, with respect to the
 * attributes that have them. Made once a run; see `Laws.once`.
 */
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
  // Code lowered before treats the sums as independent numbers.
  const withSums = new (lowering.constructor as typeof Lowering)(graph, places, lowering.outlines);
  const rates: Node[] = [];
  const leaves: Node[] = [];
  for (const definition of scope.laws.functions) {
    const attribute = isFirstRate(definition) ? scope.attribute(definition.name) : null;
    if (!attribute) continue;
    if (attribute.owner.kind !== "object") throw new Unlowered("the rate of an attribute of others");
    if (!model.bodies[body.group.first].slots.has(attribute.name)) continue;
    rates.push(...nodesOf(withSums.compute(definition, scope, false)));
    leaves.push(...nodesOf(places.attribute(own(attribute.name), false, graph)!));
  }
  const columns = leaves.map((leaf) => new Derivative(graph, along(new Map([[leaf, graph.real(1)]]))));
  const zero = graph.real(0);
  const nodes = rates.flatMap((rate) => columns.map((column) => column.of(rate) ?? zero));
  const place = (k: number) => ({ base: lawRegions.out, offset: 8 * k, index: 0 as const });
  return { found: null, stores: nodes.map((node, k) => ({ node, place: place(k), mustBeFinite: false })) };
}

export class RateJacobian implements Jacobian {
  readonly blocks: readonly Int32Array[];
  private readonly laws: Laws;
  private readonly stages: StageLaws;
  /** Per block, the number of its only application with rates; -1 if it has several. */
  private readonly alone: readonly number[];

  constructor(laws: Laws, stages: StageLaws) {
    this.laws = laws;
    this.stages = stages;
    const { rated } = stages.acting;
    const { all, shared } = stages.terms;
    const isTogether =
      shared.size > 0 || all.some(({ application, slot }) => application.body.slots.get(slot.name) !== slot);
    const root = joinBodies(laws.model, stages, isTogether);
    const linked = new Set(laws.model.links.flatMap(({ bodies }) => bodies.map((body) => body?.index)));
    const blocks = blocksOf(stages, root);
    this.blocks = blocks.map(({ numbers }) => Int32Array.from(numbers));
    this.alone = blocks.map(({ owners }) => {
      const [first] = owners;
      return owners.size === 1 && !isTogether && !linked.has(rated[first].body.index) ? first : -1;
    });
  }

  /** Writes the derivatives in a prepared stage. */
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

/**
 * Joins the bodies whose rates depend on each other; returns the representative of each body, and the bodies joined
 * with it.
 */
function joinBodies({ links, byName, bodies: all }: Model, stages: StageLaws, isTogether: boolean) {
  const { rated } = stages.acting;
  const { root, join } = disjoint(all.length);
  for (const { body } of isTogether ? rated : []) join(body.index, rated[0].body.index);
  for (const { bodies } of links) for (const body of bodies) if (body && bodies[0]) join(body.index, bodies[0].index);
  for (const { body, context } of stages.active)
    for (const { target } of context.aliases)
      for (const { index } of bodiesSeen(target, rated, byName)) join(body.index, index);
  return root;
}

/** The bodies that a law refers to by an alias. */
function bodiesSeen(
  target: ContextDeclaration["aliases"][number]["target"],
  rated: readonly Application[],
  byName: Model["byName"],
): readonly Body[] {
  if (target.kind === "others") return rated.map(({ body }) => body);
  const named = target.kind === "object" ? byName.get(target.name.name) : null;
  return named ? [named] : [];
}

/** The integrated numbers of joined bodies, each once, and the applications that give their rates. */
function blocksOf({ acting: { rated }, terms: { all, size } }: StageLaws, root: (body: number) => number) {
  const blocks = new Map<number, { numbers: number[]; owners: Set<number> }>();
  const taken = new Uint8Array(size);
  for (const { application, slot, at } of all) {
    const key = root(application.body.index);
    const block = blocks.get(key) ?? { numbers: [], owners: new Set<number>() };
    blocks.set(key, block);
    block.owners.add(rated.indexOf(application));
    for (let k = at; k < at + slot.size; k++) if (taken[k]++ === 0) block.numbers.push(k);
  }
  return [...blocks.values()];
}

/** Disjoint sets of numbers. */
function disjoint(count: number): { root(one: number): number; join(one: number, other: number): void } {
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  const root = (one: number): number => {
    let at = one;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]];
    return at;
  };
  return { root, join: (one, other) => void (parents[root(one)] = root(other)) };
}
