// One step computed again by the interpreter, with every evaluation kept: what laws saw at each stage, and the rates
// they gave.

import { Laws } from "../../engine/laws/laws.ts";
import type { Model } from "../../engine/model/model.ts";
import { placesOfSlots, type Slot } from "../../engine/model/slot.ts";
import { Flow } from "../../engine/motion/flow.ts";
import { Integration } from "../../engine/motion/integration.ts";
import { StageLaws } from "../../engine/motion/stage-laws.ts";
import { findAccumulators } from "../../engine/motion/stage-places.ts";
import type { ObservedPoint, ObservedRates, StepObserver } from "../../engine/motion/step-observer.ts";
import type { Players } from "../../engine/state/application.ts";
import type { Snapshot } from "../../engine/state/state.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import type { Journal } from "./journal.ts";

/** Rates evaluated at an instant of a step, with copies of what the laws saw. */
export interface Look extends ObservedRates {
  /** In time stepping: number of actions in the step before it, and the contact points that contributed. */
  readonly deeds: number;
  readonly added: readonly ObservedPoint[];
}

export function lookAt({ y, rates, stage, ...rest }: ObservedRates): ObservedRates {
  return { ...rest, y: y.slice(), rates: rates.slice(), stage: stage.slice() };
}

/** A piece of a step that a switch divided: the number of evaluations at its end, and its result. */
export interface PieceEnd {
  readonly looks: number;
  readonly y: Float64Array;
  /** Whether it slid along a switch, by an average of rates on both sides. */
  readonly isSlid: boolean;
}

/** Records the integration of a step. */
class IntegrationTracer implements StepObserver {
  readonly looks: Look[] = [];
  readonly pieces: PieceEnd[] = [];
  raw: Float64Array | null = null;

  began(): void {
    this.looks.length = 0;
    this.pieces.length = 0;
  }

  rates(rates: ObservedRates): void {
    this.looks.push({ ...lookAt(rates), deeds: 0, added: [] });
  }

  tookPiece(y: Float64Array, isSlid: boolean): void {
    this.pieces.push({ looks: this.looks.length, y: y.slice(), isSlid });
  }

  led(y: Float64Array): void {
    this.raw = y.slice();
  }
}

/** The results of a repeated step. */
interface Parts {
  readonly laws: Laws;
  readonly stages: StageLaws;
  readonly from: number;
  readonly until: number;
  readonly registered: Float64Array;
  /** What laws saw at the end, where closed forms are evaluated, and the memory then. */
  readonly stage: Float64Array;
  readonly memory: Float64Array;
  /** The integrated vector: at the start, after the integrator, and after the corrections at the end. */
  readonly start: Float64Array;
  readonly raw: Float64Array;
  readonly end: Float64Array;
  readonly looks: readonly Look[];
  readonly pieces: readonly PieceEnd[];
  /** Points that contributed to the stage at the end. */
  readonly added: readonly ObservedPoint[];
  readonly swept: Swept | null;
}

/** For a step of time stepping: its actions, its end if nothing had happened, and its result there. */
export interface Swept {
  readonly journal: Journal;
  readonly to: number;
  readonly last: Float64Array;
}

export interface StepTrace extends Parts {
  isAccumulator(place: number): boolean;
  /** A stage as contributions see it: with sums still zero. */
  withoutSums(stage: Float64Array): Float64Array;
}

export function stepTrace(parts: Parts): StepTrace {
  const { laws, stages, added, looks } = parts;
  const contributing = stages.active.filter(({ context }) => context.functions.some(isContribution));
  const places = new Set(findAccumulators(laws, contributing));
  for (const { scope, players } of [...added, ...looks.flatMap((look) => look.added)])
    for (const place of placesOfSlots(contributedSlots(laws, scope, players))) places.add(place);
  for (const { bodies, scope } of laws.model.links)
    for (const definition of scope.laws.functions) {
      const owner = isContribution(definition) ? scope.attribute(definition.name) : null;
      const slot = owner?.owner.kind === "object" ? bodies[owner.owner.index]?.slots.get(owner.name) : null;
      for (const place of slot ? placesOfSlots([slot]) : []) places.add(place);
    }
  const withoutSums = (stage: Float64Array) => {
    const empty = stage.slice();
    for (const place of places) empty[place] = 0;
    return empty;
  };
  return { ...parts, isAccumulator: (place) => places.has(place), withoutSums };
}

function contributedSlots(laws: Laws, scope: ContextScope, players: Players): Slot[] {
  return scope.laws.functions.flatMap((definition) => {
    const attribute = isContribution(definition) ? scope.attribute(definition.name) : null;
    return (attribute && laws.slotOf(attribute, players)) ?? [];
  });
}

/** Laws compiled for one step are reused for all. */
const knownLaws = new WeakMap<Model, Laws>();

function lawsOf(model: Model): Laws {
  let laws = knownLaws.get(model);
  if (!laws) knownLaws.set(model, (laws = new Laws(model, "interpreted")));
  return laws;
}

/** Computes the step from `before` up to `until` again, by an integrator. */
export function traceIntegration(model: Model, before: Snapshot, until: number): StepTrace {
  const laws = lawsOf(model);
  const { registered, stage } = laws.memory;
  laws.memory.restore(before.memory);
  const active = before.applications.flatMap((one) => (one ? [{ ...one, attributes: new Map(one.attributes) }] : []));
  const stages = new StageLaws(laws, active, registered);
  const tracer = new IntegrationTracer();
  const integration = new Integration(laws, registered, stages, tracer);
  const flow = new Flow(laws, registered, stages, integration).begin(before.time, until);
  const memory = flow.memoryAt(until).slice();
  const seen = stage.numbers.slice();
  const end = flow.reached.slice();
  const { looks, pieces, raw } = tracer;
  const at = { laws, stages, from: before.time, until, registered: before.memory };
  return stepTrace({
    ...at,
    memory,
    stage: seen,
    start: flow.started,
    raw: raw ?? end,
    end,
    looks,
    pieces,
    added: [],
    swept: null,
  });
}
