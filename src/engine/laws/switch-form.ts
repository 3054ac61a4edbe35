// The switches of a continuous law: numbers whose sides tell which of its formulas hold.

import type { Store } from "../../compiler/emit/module.ts";
import type { MemoryPlace } from "../../compiler/graph/node.ts";
import { isRefusal } from "../../compiler/graph/refusal.ts";
import { findSwitches, type Switches } from "../../compiler/graph/switches.ts";
import type { Lowering } from "../../compiler/lower/lower.ts";
import { nodesOf } from "../../compiler/lower/lowered.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { isContribution, isFirstRate, withoutEnd } from "../../language/syntax/statement.ts";
import type { Model } from "../model/model.ts";
import { LawGraphs } from "./law-graph.ts";
import { findMutable } from "./mutable-slots.ts";
import { lawRegions, ownShape } from "./regions.ts";

/** Whether a number of a stage changes within a step. */
export function movingIn(model: Model): (place: MemoryPlace) => boolean {
  const changing = findMutable(model);
  return ({ base: from, offset }) => from !== lawRegions.registered && changing[offset / 8] === 1;
}

export interface LoweredSwitches extends Switches {
  /** Whether a formula of the law cannot be lowered here. */
  readonly isRefused: boolean;
}

/**
 * The switches of the rates and sums of a law, and of its closed forms where other laws see them, as far as they can be
 * lowered.
 */
export function lowerSwitches(model: Model, scope: ContextScope, lowering: Lowering): LoweredSwitches {
  let isRefused = false;
  const looksAtOthers = model.contexts.some(({ aliases }) =>
    aliases.some(({ target }) => target.kind === "others" || target.kind === "object"),
  );
  const roots = scope.laws.functions.flatMap((definition) => {
    const { params, name } = definition;
    const attribute = scope.attribute(name);
    if (!attribute || params.length > 0) return [];
    const isSeen = (looksAtOthers || attribute.owner.kind !== "object") && !scope.firstTime.has(definition);
    if (!isFirstRate(definition) && !isContribution(definition) && !isSeen) return [];
    try {
      return [...nodesOf(lowering.compute(definition, scope, false))];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      isRefused = true;
      return [];
    }
  });
  const moving = movingIn(model);
  const isResized = model.contexts.some(({ functions }) => functions.some(({ name }) => withoutEnd(name) === "size"));
  const isMoving = (place: MemoryPlace) =>
    place.base === ownShape ? isResized : place.base === lawRegions.stage && moving(place);
  const isReadable = (place: MemoryPlace) => place.base !== ownShape;
  const found = findSwitches(lowering.graph, roots, lowering.outlines.functions, isMoving, "taken", isReadable);
  return { all: found.all, isHidden: isRefused || found.isHidden, isRefused };
}

/** The numbers of the switches as results: each in a row for `count` bodies. */
export function storeSwitches({ all }: Switches, count: number): Store[] {
  return all.map(({ node }, k) => ({
    node,
    place: { base: lawRegions.out, offset: 8 * k * count, index: 0 },
    mustBeFinite: false,
  }));
}

/** The switches of all laws of a run. */
export function switchesOf(model: Model): LawGraphs<Switches> {
  return new LawGraphs(model, ({ scope }) => (lowering, places) => {
    places.seesShape = true;
    const found = lowerSwitches(model, scope, lowering);
    return { found, stores: storeSwitches(found, 1) };
  });
}
