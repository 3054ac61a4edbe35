// Gaps of constraints closed after a step. Poses move only along what a push of the unknowns would make of them,
// (∂q'/∂x) B μ, and velocities only along B λ: what a push does is seen by letting the laws state their rates with it
// and without.

import type { ConstraintSystem } from "../links/constraint-system.ts";
import type { Change } from "../links/constraint-tables.ts";
import type { LinkInstance } from "../links/instance.ts";
import { normalizeOrientation } from "../model/orientation.ts";
import { RunError } from "../model/run-error.ts";
import { stabilisationOf } from "../model/stabilisation.ts";
import type { StageMemory } from "../state/run-memory.ts";
import { findDriven } from "./driven-numbers.ts";
import type { ChangeParts } from "./projection-program.ts";
import type { StageLaws } from "./stage-laws.ts";

/**
 * As long as gaps are smaller than this, relative to the lengths in play, and so is their growth in a unit of time,
 * nothing is done.
 */
const gapTolerance = 1e-11;
const growthTolerance = 1e-9;
/** What is smaller is left alone even then. */
const leastGap = 1e-12;
const leastGrowth = 1e-11;
/**
 * First values that violate a constraint by more, relative to the lengths in play, are a mistake; what a step leaves
 * open by more ends the run.
 */
const mostOpen = 1e-6;
const mostIterations = 10;
const hint = "place the objects so that it holds, or write start = projected in the simulation";
const hintOfVelocities = "give velocities that meet it, or write start = projected in the simulation";
const hintAfterJump =
  "no velocities keep it together with the other constraints: change what the event, law or input of this instant " +
  "gives, or take away a constraint";

type Start = "as given" | "projected";

/** What is stated of velocities is a gap of velocities itself; what is stated of poses has a rate. */
function wordsOf(what: Change, order: number, gap: number): string {
  const isRate = what.endsWith("velocities") && order === 2;
  return isRate ? `changes at a rate of ${gap} instead of 0` : `is ${gap} instead of 0`;
}

/** A gap that dies away at a rate is allowed at the start. */
function isYielding({ link }: LinkInstance): boolean {
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
    this.length = system.length;
  }

  /**
   * Whether the first values had to be changed. Where they violate a constraint and are to stay as given, that is a
   * mistake.
   */
  begin(registered: Float64Array, t: number, y: Float64Array, start: Start): boolean {
    this.lookAt(registered, t, y);
    if (start === "as given") {
      this.refuseGap("all values", "at the start");
      this.refuseGap("all velocities", "at the start", hintOfVelocities);
      return false;
    }
    this.attach(registered, t, y, start);
    return true;
  }

  /** Velocities, and gaps where they are to be closed, become what the constraints demand from now on. */
  attach(registered: Float64Array, t: number, y: Float64Array, start: Start): void {
    this.lookAt(registered, t, y);
    if (start === "as given") this.refuseGap("all values", `at t = ${t}, when links have changed`);
    else {
      this.closeGaps(registered, y);
      const left = this.system.worst("all values")[0];
      const { link } = this.system.worstRow("all values").run;
      if (left > mostOpen * this.length)
        throw new RunError(
          "constraint",
          link.declaration.name.span,
          `'${link.name}' cannot be met from where the objects are: ${left} is left of its constraint`,
          "place them nearer to where it holds",
        );
    }
    this.stopGrowth(registered, y);
  }

  /** Refuses first values that leave a constraint open; where its gap dies away at a rate, it is told only. */
  private refuseGap(what: Change, when: string, advice = hint): void {
    if (this.system.worst(what)[0] <= mostOpen * this.length) return;
    const open = this.system.rowsBeyond(what, mostOpen * this.length).sort((a, b) => b.gap - a.gap);
    for (const { run, constraint, order, gap } of open) {
      const { link } = run;
      const { name, declaration } = link;
      const which = link.context.constraints.length > 1 ? `constraint '${constraint}'` : "constraint";
      const message = `'${name}' is violated ${when}: its ${which} ${wordsOf(what, order, gap)}`;
      const { span } = declaration.name;
      if (!isYielding(run)) throw new RunError("constraint", span, message, advice);
      const notes = ["its 'stabilisation' closes the gap during the run, with forces of its own", advice];
      this.stages.laws.warnOnce(`violated ${what} ${name}`, {
        severity: "warning",
        code: "constraint",
        message,
        span,
        notes,
      });
    }
  }

  /**
   * Changes the integrated vector so that poses and velocities meet the constraints that are to be projected; both by
   * the same factors, so that what a pose's change does to velocities is left for the next look. The stage says when.
   */
  close(registered: Float64Array, y: Float64Array): void {
    const { system } = this;
    const length = this.length;
    let lastGap = Number.POSITIVE_INFINITY;
    let lastGrowth = Number.POSITIVE_INFINITY;
    let hasMoved = false;
    for (let i = 0; i < mostIterations; i++) {
      this.look(registered, y);
      const gap = system.worst("values")[0];
      const growth = system.worst("velocities")[0];
      const isOpen = gap > gapTolerance * length && gap <= lastGap / 2;
      // Other poses have other velocities to stop: these need not have become less.
      const slows = growth <= lastGrowth / 2 || hasMoved;
      const isGrowing = growth > growthTolerance * length && slows;
      if (!isOpen && !isGrowing) {
        if (gap > mostOpen * length || growth > mostOpen * length) this.refuseOpen();
        return;
      }
      const stops = growth > leastGrowth * length && slows;
      const closes = gap > leastGap * length && gap <= lastGap / 2;
      lastGap = gap;
      lastGrowth = growth;
      hasMoved = closes;
      this.stage.forget();
      const { compiled } = this.stages;
      if (compiled?.canChange) {
        if (compiled.change(y, stops, closes)) continue;
        this.look(registered, y);
      }
      this.changeBoth(registered, y, stops, closes);
    }
    this.look(registered, y);
    this.refuseOpen();
  }

  /**
   * Ends the run where a step has left open what cannot be closed: what followed would not be the motion of what is
   * linked.
   */
  private refuseOpen(): void {
    if (this.system.worst("values")[0] > mostOpen * this.length) throw this.leftOpen("values");
    if (this.system.worst("velocities")[0] > mostOpen * this.length) throw this.leftOpen("velocities");
  }

  private leftOpen(what: "values" | "velocities"): RunError {
    const gap = this.system.worst(what)[0];
    const { run, order } = this.system.worstRow(what);
    const { declaration, name } = run.link;
    const { integrator, laws } = this.stages;
    const canChoose = integrator !== "dormand-prince" && laws.model.settings.scheme === "event driven";
    return new RunError(
      "constraint",
      declaration.name.span,
      `'${name}' cannot be kept at t = ${this.stage.t}: its constraint ${wordsOf(what, order, gap)} after a step, ` +
        `and projection does not close it`,
      canChoose ? "take a smaller step, or integrator = dormand-prince, which chooses its own" : "take a smaller step",
    );
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

  /** Whether velocities that were looked at violate constraints that are to be projected. */
  get isGrowing(): boolean {
    return this.system.worst("velocities")[0] > growthTolerance * this.length;
  }

  /**
   * Velocities that keep all constraints, or those that are to be projected, as after a jump. They must have been
   * looked at.
   */
  stopGrowth(
    registered: Float64Array,
    y: Float64Array,
    what: "all velocities" | "velocities" = "all velocities",
  ): void {
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < mostIterations; i++) {
      const growth = this.system.worst(what)[0];
      // The second time for what rounding left; further ones where velocities do not enter linearly.
      if (i >= 2 && (growth <= growthTolerance * this.length || growth > last / 2)) break;
      last = growth;
      this.beginPush(registered);
      this.system.solveChanges(what);
      this.push(registered, this.change);
      this.addChange(y);
      this.look(registered, y);
    }
    this.refuseGap(what, `at t = ${this.stage.t}, after a jump`, hintAfterJump);
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
