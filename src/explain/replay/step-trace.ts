// One step taken again by the interpreter, with all that was looked at in it kept: what laws saw at each stage,
// and the rates they gave.

import { Laws } from "../../engine/laws/laws.ts";
import type { Model } from "../../engine/model/model.ts";
import { placesOfSlots, type Slot } from "../../engine/model/slot.ts";
import { Flow } from "../../engine/motion/flow.ts";
import { Integration } from "../../engine/motion/integration.ts";
import { StageLaws } from "../../engine/motion/stage-laws.ts";
import { findAccumulators } from "../../engine/motion/stage-places.ts";
import type { Players } from "../../engine/state/application.ts";
import type { State } from "../../engine/state/state.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Journal, SeenPoint } from "./journal.ts";

/** Rates asked for at an instant of a step. */
export interface Look {
  readonly t: number;
  /** The length of the step, or of the part of it that is taken. */
  readonly h: number;
  /** Of one rank only; null for all. */
  readonly rank: number | null;
  readonly y: Float64Array;
  readonly rates: Float64Array;
  /** What the laws saw. */
  readonly stage: Float64Array;
  /** In time stepping: how much had been done in the step before, and the contact points that contributed. */
  readonly deeds: number;
  readonly added: readonly SeenPoint[];
}

/** A piece of a step that a switch of a law divided: how many looks were taken when it was done, and where it led. */
export interface PieceEnd {
  readonly looks: number;
  readonly y: Float64Array;
  /** Whether it slid along a switch, by an average of rates on both sides. */
  readonly isSlid: boolean;
}

class TracedIntegration extends Integration {
  readonly looks: Look[] = [];
  readonly pieces: PieceEnd[] = [];
  /** Where the integrator led, before orientations were normalised and constraints closed. */
  raw: Float64Array | null = null;

  override derivative(y: Float64Array, out: Float64Array): void {
    const { t, h } = this;
    super.derivative(y, out);
    this.note({ t, h, rank: null, y, rates: out });
  }

  override derivativeOfRank(rank: number, y: Float64Array, out: Float64Array): void {
    const { t, h } = this;
    super.derivativeOfRank(rank, y, out);
    this.note({ t, h, rank, y, rates: out });
  }

  tookPiece(y: Float64Array, isSlid: boolean): void {
    this.pieces.push({ looks: this.looks.length, y: y.slice(), isSlid });
  }

  protected override beginAgain(): void {
    this.looks.length = 0;
    super.beginAgain();
  }

  private note({ y, rates, ...rest }: Omit<Look, "stage" | "deeds" | "added">): void {
    const stage = this.laws.memory.stage.numbers.slice();
    this.looks.push({ ...rest, y: y.slice(), rates: rates.slice(), stage, deeds: 0, added: [] });
  }

  protected override complete(y: Float64Array): void {
    this.raw = y.slice();
    super.complete(y);
  }
}

/** What a step that is taken again leaves. */
interface Parts {
  readonly laws: Laws;
  readonly stages: StageLaws;
  readonly from: number;
  readonly until: number;
  readonly registered: Float64Array;
  /** What laws saw at the end, where closed forms are evaluated, and all that held then. */
  readonly stage: Float64Array;
  readonly memory: Float64Array;
  /** The integrated vector: at the start, as the integrator left it, and after what is done to it then. */
  readonly start: Float64Array;
  readonly raw: Float64Array;
  readonly end: Float64Array;
  readonly looks: readonly Look[];
  readonly pieces: readonly PieceEnd[];
  /** Points that contributed to the stage at the end. */
  readonly added: readonly SeenPoint[];
  readonly swept: Swept | null;
}

/**
 * Of a step of time stepping: what was done, when it would have ended, had nothing happened, and where it would have
 * led.
 */
export interface Swept {
  readonly journal: Journal;
  readonly to: number;
  readonly last: Float64Array;
}

export interface StepTrace extends Parts {
  isAccumulator(place: number): boolean;
  /** A stage as contributions see it: sums not yet begun. */
  withoutSums(stage: Float64Array): Float64Array;
}

export function stepTrace(parts: Parts): StepTrace {
  const { laws, stages, added, looks } = parts;
  const contributing = stages.active.filter(({ context }) => context.functions.some(({ op }) => op === "+="));
  const places = new Set(findAccumulators(laws, contributing));
  for (const { form, players } of [...added, ...looks.flatMap((look) => look.added)])
    for (const place of placesOfSlots(contributedSlots(laws, form.scope, players))) places.add(place);
  for (const { bodies, scope } of laws.model.links)
    for (const { op, name } of scope.laws.functions) {
      const owner = op === "+=" ? scope.attribute(name) : null;
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
    const attribute = definition.op === "+=" ? scope.attribute(definition.name) : null;
    return (attribute && laws.slotOf(attribute, players)) ?? [];
  });
}

/** Laws compiled for one step serve all. */
const knownLaws = new WeakMap<Model, Laws>();

function lawsOf(model: Model): Laws {
  let laws = knownLaws.get(model);
  if (!laws) knownLaws.set(model, (laws = new Laws(model, "interpreted")));
  return laws;
}

/** The step from `before`, as far as `until`, by an integrator. */
export function traceIntegration(model: Model, before: State, until: number): StepTrace {
  const laws = lawsOf(model);
  const { registered, stage } = laws.memory;
  registered.set(before.memory);
  laws.memory.changed();
  const active = before.applications.flatMap((one) => (one ? [{ ...one, attributes: new Map(one.attributes) }] : []));
  const stages = new StageLaws(laws, active, registered);
  const integration = new TracedIntegration(laws, registered, stages);
  const flow = new Flow(laws, registered, stages, integration).begin(before.time, until);
  const memory = flow.memoryAt(until).slice();
  const seen = stage.numbers.slice();
  const end = integration.at({ time: until }).slice();
  const { start, looks, pieces } = integration;
  const at = { laws, stages, from: before.time, until, registered: before.memory };
  return stepTrace({
    ...at,
    memory,
    stage: seen,
    start,
    raw: integration.raw ?? end,
    end,
    looks,
    pieces,
    added: [],
    swept: null,
  });
}
