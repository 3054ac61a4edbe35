// Closes gaps of constraints after a step. Poses move only in directions in which an impulse of the unknowns moves
// them, (∂q'/∂x) B μ, and velocities only along B λ. The effect of an impulse is the difference between the rates that
// laws state with it and without.

import type { Remedy } from "../../language/syntax/diagnostic.ts";
import type { ConstraintSystem } from "../links/constraint-system.ts";
import type { ProjectedPart } from "../links/constraint-tables.ts";
import type { LinkInstance } from "../links/instance.ts";
import { wordsOfGiven, wordsOfMisplaced } from "../model/link-words.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { normalizeOrientation } from "../model/orientation.ts";
import { RunError } from "../model/run-error.ts";
import { stabilisationOf } from "../model/stabilisation.ts";
import type { StageMemory } from "../state/run-memory.ts";
import { findDriven } from "./driven-numbers.ts";
import type { ProjectionParts } from "./projection-program.ts";
import type { StageLaws } from "./stage-laws.ts";

/** Gaps below this, relative to the typical length, are not closed if their growth in a unit of time is as small. */
const gapTolerance = 1e-11;
const growthTolerance = 1e-9;
/** Gaps below this are never closed. */
const leastGap = 1e-12;
const leastGrowth = 1e-11;
/**
 * First values that violate a constraint by more than this, relative to the typical length, are a mistake; a larger gap
 * after a step ends the run.
 */
const mostOpen = 1e-6;
const mostIterations = 10;
/** For first values: the most moves, the share of its promise that a move must gain, and the shortest move. */
const mostMoves = 200;
const leastGain = 0.1;
const leastShare = 1e-4;

/** What to do about a gap, in words and as something that an interface can offer. */
interface Advice {
  readonly words: string;
  readonly remedy?: Remedy;
}

const advice: Advice = {
  words: "place the objects so that it holds, or write start = projected in the simulation",
  remedy: "project start",
};
const adviceOnVelocities: Advice = {
  words: "give velocities that satisfy it, or write start = projected in the simulation",
  remedy: "project start",
};
const adviceAfterJump: Advice = {
  words:
    "no velocities satisfy all constraints together: change what the event, law or input of this instant " +
    "gives, or remove a constraint",
};

type Start = "as given" | "projected";

/**
 * What the gap is called: a constraint of velocities has a gap of velocities; the gap of a constraint of poses has a
 * rate.
 */
function wordsOf(what: ProjectedPart, order: number, gap: number): string {
  const isRate = what.endsWith("velocities") && order === 2;
  return isRate ? `changes at a rate of ${gap} instead of 0` : `is ${gap} instead of 0`;
}

/** Whether a gap may be open at the start because it decays at a rate. */
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
  /** The parts for a program; null where it cannot normalise an orientation. */
  readonly parts: ProjectionParts | null;
  /** The rates without a push, the rates with it, and a work vector for pushes of poses. */
  private readonly before: Float64Array;
  private readonly change: Float64Array;
  private readonly moved: Float64Array;
  /** The accumulators before a push. */
  private readonly pushed: Float64Array;

  constructor(stages: StageLaws, system: ConstraintSystem) {
    this.stages = stages;
    this.stage = stages.laws.memory.stage;
    this.system = system;
    const { terms } = stages;
    const { driven, led } = findDriven(system, terms);
    this.driven = driven;
    this.led = led;
    this.parts = terms.turning.some(({ slot }) => slot.size === 9)
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
   * Whether the first values had to be changed. If they violate a constraint but must stay as given, that is a mistake.
   */
  begin(registered: ReadonlyNumbers, t: number, y: Float64Array, start: Start): boolean {
    this.lookAt(registered, t, y);
    if (start === "as given") {
      this.refuseGap(registered, "all values", "at the start");
      this.refuseGap(registered, "all velocities", "at the start", adviceOnVelocities);
      return false;
    }
    this.attach(registered, t, y, start);
    return true;
  }

  /** Makes velocities, and gaps that are to be closed, satisfy the constraints from now on. */
  attach(registered: ReadonlyNumbers, t: number, y: Float64Array, start: Start): void {
    this.lookAt(registered, t, y);
    if (start === "as given") this.refuseGap(registered, "all values", `at t = ${t}, when links have changed`);
    else {
      this.closeGaps(registered, y);
      const left = this.system.worst("all values")[0];
      const { link } = this.system.worstRow("all values").instance;
      if (left > mostOpen * this.length)
        throw new RunError(
          "constraint",
          link.declaration.name.span,
          `'${link.name}' cannot be satisfied from these positions: a gap of ${left} remains`,
          "place the objects nearer to where it holds",
        );
    }
    this.stopGrowth(registered, y);
  }

  /** Refuses first values that leave a constraint open; if its gap decays at a rate, only warns. */
  private refuseGap(registered: ReadonlyNumbers, what: ProjectedPart, when: string, { words, remedy } = advice): void {
    if (this.system.worst(what)[0] <= mostOpen * this.length) return;
    const open = this.system.rowsBeyond(what, mostOpen * this.length).sort((a, b) => b.gap - a.gap);
    for (const { instance, constraint, order, gap } of open) {
      const { link } = instance;
      const { name, declaration } = link;
      const which = link.context.constraints.length > 1 ? `constraint '${constraint}'` : "constraint";
      const message = `'${name}' is violated ${when}: its ${which} ${wordsOf(what, order, gap)}`;
      const { span } = declaration.name;
      const given = wordsOfGiven(link, registered);
      const misplaced = words === advice.words ? wordsOfMisplaced(link, registered) : [];
      const mistake = { severity: "error", code: "constraint", message, span, remedy } as const;
      const told = [...misplaced, words, ...given];
      if (!isYielding(instance)) throw RunError.of({ ...mistake, notes: told });
      const notes = ["its 'stabilisation' closes the gap during the run, with forces of its own", ...told];
      this.stages.laws.warnOnce(`violated ${what} ${name}`, { ...mistake, severity: "warning", notes });
    }
  }

  /**
   * Changes the integrated vector so that poses and velocities satisfy the projected constraints; both by the same
   * factors, so that the effect of a pose's change on velocities is corrected in the next pass. The stage gives the
   * time.
   */
  close(registered: ReadonlyNumbers, y: Float64Array): void {
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
      // After a change of poses, the velocities to correct need not have become smaller.
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
      const { evaluation } = this.stages;
      if (evaluation.canChange) {
        if (evaluation.change(y, stops, closes)) continue;
        this.look(registered, y);
      }
      this.changeBoth(registered, y, stops, closes);
    }
    this.look(registered, y);
    this.refuseOpen();
  }

  /**
   * Ends the run if a step has left a gap that cannot be closed: from there on it would not be the motion of linked
   * bodies.
   */
  private refuseOpen(): void {
    if (this.system.worst("values")[0] > mostOpen * this.length) throw this.leftOpen("values");
    if (this.system.worst("velocities")[0] > mostOpen * this.length) throw this.leftOpen("velocities");
  }

  private leftOpen(what: "values" | "velocities"): RunError {
    const gap = this.system.worst(what)[0];
    const { instance, order } = this.system.worstRow(what);
    const { declaration, name } = instance.link;
    const { integrator, laws } = this.stages;
    const canChoose = integrator !== "dormand-prince" && laws.model.settings.scheme === "event driven";
    return new RunError(
      "constraint",
      declaration.name.span,
      `'${name}' cannot be satisfied at t = ${this.stage.t}: its constraint ${wordsOf(what, order, gap)} after a ` +
        "step, and projection does not close it",
      canChoose ? "take a smaller step, or integrator = dormand-prince, which chooses its own" : "take a smaller step",
    );
  }

  /** Changes velocities, poses, or both by the same factors. */
  private changeBoth(registered: ReadonlyNumbers, y: Float64Array, stops: boolean, closes: boolean): void {
    const { system } = this;
    this.beginPush(registered);
    if (stops) {
      system.solveChanges("velocities");
      this.push(registered, this.change);
    }
    if (closes) {
      system.solveChanges("values");
      this.movePoses(registered, y, 1);
    }
    if (stops) this.addChange(y);
  }

  /** Closes gaps of first values, which may be far from a solution: by shorter moves if whole moves overshoot. */
  private closeGaps(registered: ReadonlyNumbers, y: Float64Array): void {
    const { length } = this;
    const from = y.slice();
    let last = Number.POSITIVE_INFINITY;
    let share = 1;
    for (let i = 0; i < mostMoves; i++) {
      this.look(registered, y);
      const gap = this.system.worst("all values")[0];
      const isFar = gap > mostOpen * length;
      if (isFar && !(gap < (1 - leastGain * share) * last)) {
        if (share < leastShare) return;
        share /= 2;
        y.set(from);
        this.look(registered, y);
      } else {
        if (gap <= gapTolerance * length || (!isFar && gap > last / 2)) return;
        share = last < Number.POSITIVE_INFINITY ? Math.min(1, 2 * share) : 1;
        last = gap;
        from.set(y);
      }
      this.beginPush(registered);
      this.system.solveChanges("all values");
      this.movePoses(registered, y, share);
    }
    this.look(registered, y);
  }

  /** Whether the evaluated velocities violate projected constraints. */
  get isGrowing(): boolean {
    return this.system.worst("velocities")[0] > growthTolerance * this.length;
  }

  /**
   * Finds velocities that satisfy all constraints, or the projected ones, as after a jump. They must have been
   * evaluated.
   */
  stopGrowth(
    registered: ReadonlyNumbers,
    y: Float64Array,
    what: "all velocities" | "velocities" = "all velocities",
  ): void {
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < mostIterations; i++) {
      const growth = this.system.worst(what)[0];
      // The second pass corrects rounding; more are needed if velocities do not enter linearly.
      if (i >= 2 && (growth <= growthTolerance * this.length || growth > last / 2)) break;
      last = growth;
      this.beginPush(registered);
      this.system.solveChanges(what);
      this.push(registered, this.change);
      this.addChange(y);
      this.look(registered, y);
    }
    this.refuseGap(registered, what, `at t = ${this.stage.t}, after a jump`, adviceAfterJump);
  }

  /**
   * Says which links an event or an input has opened: closing them moves bodies at once and leaves their velocities, so
   * energy may come from nowhere. They must have been evaluated.
   */
  noteOpened(): void {
    if (this.system.worst("values")[0] <= mostOpen * this.length) return;
    for (const { instance, constraint, gap } of this.system.rowsBeyond("values", mostOpen * this.length)) {
      const { name, context, declaration } = instance.link;
      const which = context.constraints.length > 1 ? `constraint '${constraint}'` : "constraint";
      this.stages.laws.warnOnce(`opened ${name}`, {
        severity: "warning",
        code: "constraint",
        message:
          `an event or input at t = ${this.stage.t} opens '${name}': its ${which} is ${gap} instead of 0, and the ` +
          "next step moves what it joins by that at once, with unchanged velocities",
        span: declaration.name.span,
        notes: ["change what it depends on by a rate, or give positions that satisfy it in the event, too"],
      });
    }
  }

  private addChange(y: Float64Array): void {
    const { driven, change } = this;
    for (let i = 0; i < driven.length; i++) y[driven[i]] += change[driven[i]];
  }

  /** Evaluates the gaps before a step. */
  lookAt(registered: ReadonlyNumbers, t: number, y: Float64Array): void {
    this.stage.at(t, t);
    this.look(registered, y);
  }

  private look(registered: ReadonlyNumbers, y: Float64Array): void {
    this.stages.prepare(this.stage, registered, y, "looked at");
  }

  /** Saves the evaluated rates as the reference for pushes. */
  private beginPush(registered: ReadonlyNumbers): void {
    this.stage.forget();
    this.system.factor();
    this.stages.derivative(this.stage.numbers, registered, this.before, null);
  }

  /** Computes the effect of the unknowns on the rates that they change. */
  private push(registered: ReadonlyNumbers, out: Float64Array): void {
    const { before, pushed, driven } = this;
    const { sums } = this.system;
    const stage = this.stage.numbers;
    for (let i = 0; i < sums.length; i++) pushed[i] = stage[sums[i]];
    this.system.push(stage);
    this.stages.derivative(stage, registered, out, null);
    for (let i = 0; i < sums.length; i++) stage[sums[i]] = pushed[i];
    for (let i = 0; i < driven.length; i++) out[driven[i]] -= before[driven[i]];
  }

  /** Moves poses by a share of the move that closes the gaps to first order. */
  private movePoses(registered: ReadonlyNumbers, y: Float64Array, share: number): void {
    const { before, moved, driven, led } = this;
    const { turning, places } = this.stages.terms;
    const stage = this.stage.numbers;
    this.push(registered, moved);
    for (let i = 0; i < driven.length; i++) stage[places[driven[i]]] = y[driven[i]] + share * moved[driven[i]];
    this.stages.derivative(stage, registered, moved, null);
    for (let i = 0; i < led.length; i++) y[led[i]] += moved[led[i]] - before[led[i]];
    for (let i = 0; i < turning.length; i++) normalizeOrientation(y, turning[i].at, turning[i].slot.size);
  }
}
