// Gaps of constraints closed after a step. Poses move only along what a push of the unknowns would make of them, (∂q'/∂x) B μ, and
// velocities only along B λ: what a push does is seen by letting the laws state their rates with it and without.
import { findReach } from "../geometry/bounds.ts";
import { isInfinite } from "../geometry/shape.ts";
import type { ChangeParts } from "./change-steps.ts";
import type { ConstraintSystem } from "./constraint-system.ts";
import { findDriven } from "./driven-numbers.ts";
import type { LinkRun } from "./link-run.ts";
import { normalizeOrientation } from "./orientation.ts";
import { Problem } from "./problem.ts";
import type { StageMemory } from "./run-memory.ts";
import { stabilisationOf } from "./stabilisation.ts";
import type { StageLaws } from "./stage.ts";

/** As long as gaps are smaller than this, relative to the lengths in play, and so is their growth in a unit of time, nothing is done. */
const gapTolerance = 1e-11;
const growthTolerance = 1e-9;
/** What is smaller is left alone even then. */
const leastGap = 1e-12;
const leastGrowth = 1e-11;
/** First values that violate a constraint by more, relative to the lengths in play, are a mistake. */
const firstTolerance = 1e-6;
const mostIterations = 10;
const hint = "place the objects so that it holds, or write start = projected in the simulation";

/** The lengths in play, as the experiment begins: a run that is taken up from a kept state goes on with the same. */
function lengthOf(system: ConstraintSystem, initial: Float64Array): number {
  const out = new Float64Array(1);
  let length = 0;
  for (const { geometry, position } of system.runs.flatMap(({ link }) => link.bodies.flatMap((body) => body ?? []))) {
    for (let k = 0; k < 3; k++) length = Math.max(length, Math.abs(initial[position.offset + k * position.stride]));
    if (isInfinite(geometry)) continue;
    findReach(out, geometry);
    length = Math.max(length, out[0]);
  }
  return length;
}

type Start = "as given" | "projected";

/** A gap that dies away at a rate is allowed at the start. */
function isYielding({ link }: LinkRun): boolean {
  return typeof stabilisationOf(link.context) === "number";
}

export class Projection {
  private readonly stages: StageLaws;
  private readonly stage: StageMemory;
  private readonly system: ConstraintSystem;
  private readonly driven: Int32Array;
  private readonly led: Int32Array;
  private readonly length: number;
  /** For a program; null where it does not know how to normalise an orientation. */
  readonly changes: ChangeParts | null;
  /** Rates without a push, what a push makes of them, and what a push of poses works in. */
  private readonly before: Float64Array;
  private readonly change: Float64Array;
  private readonly moved: Float64Array;
  /** What accumulators held before a push. */
  private readonly pushed: Float64Array;

  constructor(stages: StageLaws, system: ConstraintSystem) {
    this.stages = stages;
    this.stage = stages.laws.memory.stage;
    this.system = system;
    const { terms } = stages;
    const { driven, led } = findDriven(system, terms);
    this.driven = driven;
    this.led = led;
    this.changes = terms.turning.some(({ slot }) => slot.size === 9)
      ? null
      : {
          driven,
          led,
          velocities: system.undonePlaces("velocities"),
          values: system.undonePlaces("values"),
          sums: system.sums,
          turning: terms.turning.flatMap(({ slot, at }) => (slot.size === 4 ? [at] : [])),
        };
    this.before = new Float64Array(stages.terms.size);
    this.change = new Float64Array(stages.terms.size);
    this.pushed = new Float64Array(system.sums.length);
    this.moved = new Float64Array(stages.terms.size);
    this.length = lengthOf(system, stages.laws.model.initial);
  }

  /** Whether the first values had to be changed. Where they violate a constraint and are to stay as given, that is a mistake. */
  begin(registered: Float64Array, t: number, y: Float64Array, start: Start): boolean {
    const { system } = this;
    const length = this.length;
    this.lookAt(registered, t, y);
    if (start === "as given") {
      this.refuseGap("at the start");
      const growth = system.worst("all velocities")[0];
      const run = system.worstRun("all velocities");
      if (growth > firstTolerance * length && !isYielding(run))
        throw new Problem("constraint", run.link.declaration.name.span, `'${run.link.name}' is violated at the start: its constraint changes at a rate of ${growth} instead of 0`, hint);
      return false;
    }
    this.attach(registered, t, y, start);
    return true;
  } // biome-ignore format: one sentence

  /** Velocities, and gaps where they are to be closed, become what the constraints demand from now on. */
  attach(registered: Float64Array, t: number, y: Float64Array, start: Start): void {
    this.lookAt(registered, t, y);
    if (start === "as given") this.refuseGap(`at t = ${t}, when links have changed`);
    else {
      this.closeGaps(registered, y);
      const left = this.system.worst("all values")[0];
      const { link } = this.system.worstRun("all values");
      if (left > firstTolerance * this.length)
        throw new Problem("constraint", link.declaration.name.span, `'${link.name}' cannot be met from where the objects are: ${left} is left of its constraint`, "place them nearer to where it holds");
    }
    this.stopGrowth(registered, y);
  } // biome-ignore format: one sentence

  private refuseGap(when: string): void {
    const gap = this.system.worst("all values")[0];
    const run = this.system.worstRun("all values");
    if (gap > firstTolerance * this.length && !isYielding(run))
      throw new Problem("constraint", run.link.declaration.name.span, `'${run.link.name}' is violated ${when}: its constraint is ${gap} instead of 0`, hint);
  } // biome-ignore format: one sentence

  /**
   * Changes the integrated vector so that poses and velocities meet the constraints that are to be projected; both by the same
   * factors, so that what a pose's change does to velocities is left for the next look. The stage says when.
   */
  close(registered: Float64Array, y: Float64Array): void {
    const { system } = this;
    const length = this.length;
    let lastGap = Number.POSITIVE_INFINITY;
    let lastGrowth = Number.POSITIVE_INFINITY;
    for (let i = 0; i < mostIterations; i++) {
      this.look(registered, y);
      const gap = system.worst("values")[0];
      const growth = system.worst("velocities")[0];
      const isOpen = gap > gapTolerance * length && gap <= lastGap / 2;
      const isGrowing = growth > growthTolerance * length && growth <= lastGrowth / 2;
      if (!isOpen && !isGrowing) return;
      const stops = growth > leastGrowth * length && growth <= lastGrowth / 2;
      const closes = gap > leastGap * length && gap <= lastGap / 2;
      lastGap = gap;
      lastGrowth = growth;
      this.stage.forget();
      const { quick } = this.stages;
      if (quick?.canChange) {
        if (quick.change(y, stops, closes)) continue;
        this.look(registered, y);
      }
      this.changeBoth(registered, y, stops, closes);
    }
    this.look(registered, y);
  }

  /** Velocities, poses, or both by the same factors. */
  private changeBoth(registered: Float64Array, y: Float64Array, stops: boolean, closes: boolean): void {
    const { system } = this;
    this.beginPush(registered);
    if (stops) {
      system.solveChanges("velocities");
      this.push(registered, this.change);
    }
    if (closes) {
      system.solveChanges("values");
      this.movePoses(registered, y);
    }
    if (stops) this.addChange(y);
  }

  private closeGaps(registered: Float64Array, y: Float64Array): void {
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < mostIterations; i++) {
      this.look(registered, y);
      const gap = this.system.worst("all values")[0];
      if (gap <= gapTolerance * this.length || gap > last / 2) return;
      last = gap;
      this.beginPush(registered);
      this.system.solveChanges("all values");
      this.movePoses(registered, y);
    }
    this.look(registered, y);
  }

  /** Velocities that keep all constraints, as after a jump. They must have been looked at. */
  stopGrowth(registered: Float64Array, y: Float64Array): void {
    // The second time for what rounding left.
    for (let i = 0; i < 2; i++) {
      this.beginPush(registered);
      this.system.solveChanges("all velocities");
      this.push(registered, this.change);
      this.addChange(y);
      this.look(registered, y);
    }
  }

  private addChange(y: Float64Array): void {
    const { driven, change } = this;
    for (let i = 0; i < driven.length; i++) y[driven[i]] += change[driven[i]];
  }

  /** Before a step of some length is taken. */
  lookAt(registered: Float64Array, t: number, y: Float64Array): void {
    this.stage.at(t, t);
    this.look(registered, y);
  }

  private look(registered: Float64Array, y: Float64Array): void {
    this.stages.prepare(this.stage, registered, y, "looked at");
  }

  /** What was looked at becomes what pushes are compared with. */
  private beginPush(registered: Float64Array): void {
    this.stage.forget();
    this.system.factor();
    this.stages.derivative(this.stage.numbers, registered, this.before, null);
  }

  /** What the unknowns do to the rates that they change. */
  private push(registered: Float64Array, out: Float64Array): void {
    const { before, pushed, driven } = this;
    const { sums } = this.system;
    const stage = this.stage.numbers;
    for (let i = 0; i < sums.length; i++) pushed[i] = stage[sums[i]];
    this.system.push(stage);
    this.stages.derivative(stage, registered, out, null);
    for (let i = 0; i < sums.length; i++) stage[sums[i]] = pushed[i];
    for (let i = 0; i < driven.length; i++) out[driven[i]] -= before[driven[i]];
  }

  private movePoses(registered: Float64Array, y: Float64Array): void {
    const { before, moved, driven, led } = this;
    const { turning, places } = this.stages.terms;
    const stage = this.stage.numbers;
    this.push(registered, moved);
    for (let i = 0; i < driven.length; i++) stage[places[driven[i]]] = y[driven[i]] + moved[driven[i]];
    this.stages.derivative(stage, registered, moved, null);
    for (let i = 0; i < led.length; i++) y[led[i]] += moved[led[i]] - before[led[i]];
    for (let i = 0; i < turning.length; i++) normalizeOrientation(y, turning[i].at, turning[i].slot.size);
  }
}
