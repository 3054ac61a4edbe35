// Gaps of constraints closed after a step. Poses move only along what a push of the unknowns would make of them, (∂q'/∂x) B μ, and
// velocities only along B λ: what a push does is seen by letting the laws state their rates with it and without.
import { reachOf } from "../geometry/bounds.ts";
import { isInfinite } from "../geometry/shape.ts";
import type { ConstraintSystem } from "./constraint-system.ts";
import type { LinkRun } from "./link-kernels.ts";
import type { Body } from "./model.ts";
import { normalizeOrientation } from "./orientation.ts";
import { Problem } from "./problem.ts";
import type { StageMemory } from "./run-memory.ts";
import { stabilisationOf } from "./stabilisation.ts";
import type { StageLaws } from "./stage.ts";

/** Gaps smaller than this, relative to the lengths in play, are left alone. */
const gapTolerance = 1e-12;
/** So is the growth of gaps in a unit of time. */
const growthTolerance = 1e-11;
/** First values that violate a constraint by more, relative to the lengths in play, are a mistake. */
const firstTolerance = 1e-6;
const mostIterations = 10;
const hint = "place the objects so that it holds, or write start = projected in the simulation";

type Start = "as given" | "projected";

/** A gap that dies away at a rate is allowed at the start. */
function isYielding({ link }: LinkRun): boolean {
  return typeof stabilisationOf(link.context) === "number";
}

export class Projection {
  private readonly stages: StageLaws;
  private readonly stage: StageMemory;
  private readonly system: ConstraintSystem;
  /** Components of the integrated vector whose rates the unknowns change. */
  private readonly isDriven: Uint8Array;
  private readonly length: number;
  private readonly rates: readonly Float64Array[];
  private readonly moved: Float64Array;
  /** What accumulators held before a push. */
  private readonly pushed: Float64Array;

  constructor(stages: StageLaws, system: ConstraintSystem, memory: Float64Array) {
    this.stages = stages;
    this.stage = stages.laws.memory.stage;
    this.system = system;
    this.isDriven = new Uint8Array(stages.terms.size);
    const driven = new Map<Body, Set<string>>();
    let length = 0;
    for (const { link, form } of system.runs)
      for (const [end, body] of link.bodies.entries()) {
        if (!body) continue;
        const names = driven.get(body) ?? new Set();
        for (const name of form.driven[end]) names.add(name);
        driven.set(body, names);
        const { offset, stride } = body.position;
        for (let k = 0; k < 3; k++) length = Math.max(length, Math.abs(memory[offset + k * stride]));
        if (!isInfinite(body.geometry)) length = Math.max(length, reachOf(body.geometry));
      }
    this.length = length;
    for (const { application, slot, at } of stages.terms.all)
      if (driven.get(application.body)?.has(slot.name)) this.isDriven.fill(1, at, at + slot.size);
    this.rates = [0, 1, 2].map(() => new Float64Array(stages.terms.size));
    this.pushed = new Float64Array(system.sums.length);
    this.moved = new Float64Array(stages.terms.size);
  }

  /** Whether the first values had to be changed. Where they violate a constraint and are to stay as given, that is a mistake. */
  begin(registered: Float64Array, t: number, y: Float64Array, start: Start): boolean {
    const { system, length } = this;
    this.look(registered, t, t, y);
    if (start === "as given") {
      this.refuseGap("at the start");
      const growth = system.worst("rate", "all");
      const run = system.worstRun("rate");
      if (growth > firstTolerance * length && !isYielding(run))
        throw new Problem("constraint", run.link.declaration.name.span, `'${run.link.name}' is violated at the start: its constraint changes at a rate of ${growth} instead of 0`, hint);
      return false;
    }
    this.attach(registered, t, y, start);
    return true;
  } // biome-ignore format: one sentence

  /** Velocities, and gaps where they are to be closed, become what the constraints demand from now on. */
  attach(registered: Float64Array, t: number, y: Float64Array, start: Start): void {
    this.look(registered, t, t, y);
    if (start === "as given") this.refuseGap(`at t = ${t}, when links have changed`);
    else {
      this.closeGaps(registered, t, t, y, "all");
      const left = this.system.worst("value", "all");
      const { link } = this.system.worstRun("value");
      if (left > firstTolerance * this.length)
        throw new Problem("constraint", link.declaration.name.span, `'${link.name}' cannot be met from where the objects are: ${left} is left of its constraint`, "place them nearer to where it holds");
    }
    this.stopGrowth(registered, t, t, y, "all");
  } // biome-ignore format: one sentence

  private refuseGap(when: string): void {
    const gap = this.system.worst("value", "all");
    const run = this.system.worstRun("value");
    if (gap > firstTolerance * this.length && !isYielding(run))
      throw new Problem("constraint", run.link.declaration.name.span, `'${run.link.name}' is violated ${when}: its constraint is ${gap} instead of 0`, hint);
  } // biome-ignore format: one sentence

  /** Changes the integrated vector so that poses and velocities meet the constraints that are to be projected. */
  close(registered: Float64Array, t: number, until: number, y: Float64Array): void {
    this.closeGaps(registered, t, until, y, "projected");
    if (this.system.worst("rate", "projected") > growthTolerance * this.length)
      this.stopGrowth(registered, t, until, y, "projected");
  }

  private closeGaps(registered: Float64Array, t: number, until: number, y: Float64Array, which: "projected" | "all"): void {
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < mostIterations; i++) {
      this.look(registered, t, until, y);
      const size = this.system.worst("value", which);
      if (size <= gapTolerance * this.length || size > last / 2) return;
      last = size;
      this.system.factor();
      this.system.solve(which === "all" ? "all values" : "values", t);
      this.movePoses(registered, t, y);
    }
    this.look(registered, t, until, y);
  } // biome-ignore format: one signature

  /** Velocities that keep the constraints, as after a jump. The constraints must have been looked at. */
  stopGrowth(registered: Float64Array, t: number, until: number, y: Float64Array, which: "projected" | "all"): void {
    for (let i = 0; i < 2; i++) {
      this.system.factor();
      this.system.solve(which === "all" ? "all velocities" : "velocities", t);
      const change = this.push(registered, t);
      for (let k = 0; k < y.length; k++) if (this.isDriven[k]) y[k] += change[k];
      this.look(registered, t, until, y);
    }
  } // biome-ignore format: one signature

  look(registered: Float64Array, t: number, until: number, y: Float64Array): void {
    this.stages.prepare(this.stage, registered, t, until, y, "looked at");
  }

  /** What the unknowns do to the rates. */
  private push(registered: Float64Array, t: number): Float64Array {
    const [before, after] = this.rates;
    const { sums } = this.system;
    const { pushed } = this;
    const stage = this.stage.numbers;
    this.stages.derivative(stage, registered, t, before, null);
    for (let i = 0; i < sums.length; i++) pushed[i] = stage[sums[i]];
    this.system.push(stage);
    this.stages.derivative(stage, registered, t, after, null);
    for (let i = 0; i < sums.length; i++) stage[sums[i]] = pushed[i];
    for (let k = 0; k < after.length; k++) after[k] -= before[k];
    return after;
  }

  private movePoses(registered: Float64Array, t: number, y: Float64Array): void {
    const change = this.push(registered, t);
    const [before, , moved] = this.rates;
    for (let k = 0; k < y.length; k++) this.moved[k] = this.isDriven[k] ? y[k] + change[k] : y[k];
    this.stage.forget();
    this.stages.terms.scatter(this.moved, this.stage.numbers);
    this.stages.derivative(this.stage.numbers, registered, t, moved, null);
    for (let k = 0; k < y.length; k++) if (!this.isDriven[k]) y[k] += moved[k] - before[k];
    for (const { slot, at } of this.stages.terms.turning) normalizeOrientation(y, at, slot.size);
  }
}
