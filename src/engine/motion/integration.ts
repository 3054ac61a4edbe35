// The vector of all numbers with rates, during one step: its beginning, its end after one step of the integrator, and
// the path between.

import type { TimeStretch } from "../../geometry/motion/time-of-impact.ts";
import { isFirstRate } from "../../language/syntax/statement.ts";
import { type Laws, MemoryRegisters } from "../laws/laws.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import { madeFrom } from "../model/made-from.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { normalizeOrientation } from "../model/orientation.ts";
import { RunError } from "../model/run-error.ts";
import { playersOf } from "../state/application.ts";
import { DensePath } from "./integrators/dense.ts";
import type { System } from "./integrators/method.ts";
import { dormandPrinceOnce, mostOfLeap, steps, tooManyParts } from "./integrators/steps.ts";
import { RateJacobian } from "./rate-jacobian.ts";
import type { StageLaws } from "./stage-laws.ts";
import type { StepObserver } from "./step-observer.ts";
import type { SwitchWatch } from "./switch-watch.ts";

/**
 * The most parts of a step of the schedule before it ends early, for systems of `numbersAtOnce` numbers; and the most
 * of any other step.
 */
const partsAtOnce = 2_000;
const leastPartsAtOnce = 100;
const numbersAtOnce = 2_000_000;
const mostParts = 100_000;

/** The share of the reached time that counts: a step taken again from its start may need a few more parts. */
const shareKept = 0.9;

/** The time at which a step ends early. */
class StepCut {
  readonly time: number;

  constructor(time: number) {
    this.time = time;
  }
}

/** A computed vector, and its time. */
interface Reached {
  t: number;
  readonly y: Float64Array;
}

/** A step taken in two ways: whole, and in two parts of which the first has this share. */
export interface TwoWays {
  readonly until: number;
  readonly share: number;
  readonly once: Float64Array;
  readonly parted: Float64Array;
}

/** Steps of a length from a vector at an instant. */
export interface IntegrationTrace {
  readonly from: number;
  readonly y: Float64Array;
  readonly length: number;
  readonly count: number;
}

/** If all parts that the schedule waits for advance less than this share of a step, the run hardly makes progress. */
const crawling = 1e-5;
/** Below this share a step would take hours: the run stops. */
const standing = 1e-6;

export class Integration implements System {
  readonly size: number;
  readonly ranks: number;
  readonly work: Float64Array[] = [];
  readonly watch: SwitchWatch | null;
  parts = mostParts;
  evaluations = 0;
  t = 0;
  h = 0;
  protected readonly laws: Laws;
  protected readonly registered: ReadonlyNumbers;
  protected readonly stages: StageLaws;
  /** Null if nobody observes, and during work that is not part of the step. */
  protected observer: StepObserver | null;
  protected from = 0;
  protected to = 0;
  /** The end of the step under way; `dt` is its length. */
  protected until = 0;
  readonly start: Float64Array;
  /** The vectors computed in this step; they are reused in the next. */
  private readonly reached: Reached[] = [];
  private count = 0;
  /** The start of the step while another step is tried. */
  private kept: Float64Array | null = null;
  /** Whether steps may leap over places where rates are rough. */
  private isLeaping = true;
  private readonly path: DensePath;
  private jacobian: RateJacobian | null = null;
  /** The whole vector at a point of the path. */
  private readonly onPath: Float64Array;

  constructor(laws: Laws, registered: ReadonlyNumbers, stages: StageLaws, observer: StepObserver | null = null) {
    this.laws = laws;
    this.registered = registered;
    this.stages = stages;
    this.observer = observer;
    this.watch = stages.switches;
    this.size = stages.terms.size;
    this.ranks = stages.terms.ranks;
    this.start = new Float64Array(this.size);
    this.onPath = new Float64Array(this.size);
    this.path = new DensePath(this.size);
  }

  /** Begins a step from the registered values. */
  begin({ from, to }: TimeStretch): void {
    this.from = from;
    this.to = to;
    this.count = 0;
    this.path.clear();
    this.stages.terms.gather(this.registered, this.start);
  }

  /** Whether the integrator divides a step into parts of its own, and so may not reach its end. */
  get divides(): boolean {
    return this.stages.integrator === "dormand-prince" && this.size > 0;
  }

  /** The time that an integrator which divides the step reaches within the schedule's limit of parts. */
  reachable(): number {
    const { from, to, size, path } = this;
    if (!this.divides || to === from || !path.isEmpty) return to;
    this.parts = Math.max(leastPartsAtOnce, Math.min(partsAtOnce, Math.floor(numbersAtOnce / size)));
    try {
      this.findPath();
      return to;
    } catch (error) {
      if (!(error instanceof StepCut)) throw error;
      const advance = (error.time - from) / this.laws.model.settings.step;
      if (advance < standing) throw this.standsStill(from);
      if (advance < crawling) this.noteCrawling(from);
      return error.time;
    } finally {
      this.parts = mostParts;
    }
  }

  private noteCrawling(t: number): void {
    this.laws.tellOnce(
      "dormand-prince crawls",
      `'dormand-prince' makes almost no progress at t = ${t}: the rates are unbounded there, like v / norm(v) at ` +
        "rest; bound them, as in v / max(0.001, norm(v)), or take integrator = rk4",
    );
  }

  private standsStill(t: number): RunError {
    return new RunError(
      "integrator",
      this.stages.terms.all[0].application.context.name.span,
      `'dormand-prince' makes no more progress at t = ${t}: the rates change without limit there`,
      "v / norm(v) does so where a body stops: give it a limit, such as v / max(0.001, norm(v)), or take " +
        "integrator = rk4",
    );
  }

  derivative(y: Float64Array, out: Float64Array): void {
    this.rates(y, out, null);
  }

  derivativeOfRank(rank: number, y: Float64Array, out: Float64Array): void {
    this.rates(y, out, rank);
  }

  private rates(y: Float64Array, out: Float64Array, rank: number | null): void {
    this.evaluations++;
    const { stage } = this.laws.memory;
    this.stages.prepare(stage.at(this.t, this.until), this.registered, y);
    this.stages.derivative(stage.numbers, this.registered, out, rank);
    this.watch?.look(this.registered, stage.numbers);
    this.observer?.rates({ t: this.t, h: this.h, rank, y, rates: out, stage: stage.numbers });
  }

  tookPiece(y: Float64Array, isSlid: boolean): void {
    this.observer?.tookPiece(y, isSlid);
  }

  showWatch(y: Float64Array, out: Float64Array | null): void {
    this.evaluations++;
    const { stage } = this.laws.memory;
    this.stages.prepare(stage.at(this.t, this.until), this.registered, y);
    if (out) this.stages.derivative(stage.numbers, this.registered, out, null);
    this.watch?.look(this.registered, stage.numbers);
  }

  jacobianAt(y: Float64Array): RateJacobian {
    this.stages.prepare(this.laws.memory.stage.at(this.t, this.until), this.registered, y);
    this.jacobian ??= new RateJacobian(this.laws, this.stages);
    return this.jacobian;
  }

  describe(component: number): string {
    const { application, slot } = this.stages.terms.all.find(
      ({ at, slot: { size } }) => component >= at && component < at + size,
    )!;
    return `'${slot.name}' of '${application.body.name}' under the law '${application.context.name.name}'`;
  }

  components(rank: number): Int32Array {
    return this.stages.terms.components(rank);
  }

  /** The vector at an instant, by one step of the integrator from the start. Valid during the step only. */
  at({ time }: { readonly time: number }): Float64Array {
    this.until = time;
    return this.arrive();
  }

  protected arrive(): Float64Array {
    const { until: t, reached } = this;
    if (this.size === 0 || t === this.from) return this.start;
    for (let i = 0; i < this.count; i++) if (reached[i].t === t) return reached[i].y;
    return this.reach();
  }

  /** Takes the step to an instant, whole and in two parts, to estimate its error; keeps nothing of it. */
  takeTwice({ until, share, once, parted }: TwoWays): void {
    this.aside(() => {
      this.until = until;
      once.set(this.arrive());
      this.inParts(until, share, parted);
    });
  }

  /** Takes several steps in two parts, each also at once; `look` receives them. */
  traceTwice({ share, once, parted }: Omit<TwoWays, "until">, trace: IntegrationTrace, look: () => void): void {
    const { from, y, length, count } = trace;
    this.aside(() => {
      const { count: known } = this;
      this.start.set(y);
      for (let i = 0; i < count; i++) {
        this.from = from + i * length;
        this.count = known;
        this.until = from + (i + 1) * length;
        once.set(this.reach());
        this.inParts(this.until, share, parted);
        look();
        this.start.set(parted);
      }
    });
  }

  private inParts(until: number, share: number, parted: Float64Array): void {
    this.until = this.from + share * (until - this.from);
    this.start.set(this.reach());
    this.from = this.until;
    this.until = until;
    parted.set(this.reach());
  }

  /** Does work that is not part of the step and restores everything. */
  private aside(work: () => void): void {
    const { from, until, count, start, observer } = this;
    this.kept ??= new Float64Array(this.size);
    this.kept.set(start);
    this.observer = null;
    try {
      work();
    } finally {
      this.observer = observer;
      start.set(this.kept);
      this.from = from;
      this.until = until;
      this.count = count;
    }
  }

  /** Takes the step to an instant from another vector, which receives the result. */
  leadFrom(y: Float64Array, { time }: { readonly time: number }): void {
    this.aside(() => {
      this.until = time;
      this.start.set(y);
      y.set(this.reach());
    });
  }

  /**
   * Takes a step by Dormand and Prince's formula of fifth order, whatever the integrator, from a vector that receives
   * the result; `error` receives the difference from the formula of fourth order.
   */
  refer({ from, to }: TimeStretch, y: Float64Array, error: Float64Array): void {
    this.aside(() => {
      this.from = this.t = from;
      this.until = to;
      this.h = to - from;
      this.start.set(y);
      dormandPrinceOnce(this, this.start, y, error);
      for (let k = 0; k < y.length; k++) error[k] = y[k] - error[k];
      this.complete(y);
    });
  }

  /** The rates of a vector at an instant. */
  ratesAt(t: number, y: Float64Array, out: Float64Array): void {
    this.aside(() => {
      this.t = this.until = t;
      this.derivative(y, out);
    });
  }

  private reach(node?: typeof this.keepNode): Float64Array {
    const { until: t } = this;
    if (this.count === this.reached.length) this.reached.push({ t: 0, y: new Float64Array(this.size) });
    const { y } = this.reached[this.count];
    this.t = this.from;
    this.h = t - this.from;
    this.observer?.began({ from: this.from, to: t }, this.registered);
    this.laws.memory.stage.at(this.from, t);
    const isDone = !node && !this.observer && this.stages.evaluation.step(this.registered, this, this.start, y);
    const failed = isDone ? null : this.integrate(y, node);
    const { all } = this.stages.terms;
    if (failed === tooManyParts && this.parts < mostParts)
      throw new StepCut(this.from + shareKept * (this.t - this.from));
    if (failed)
      throw new RunError(
        "integrator",
        all[0].application.context.name.span,
        `${failed}, at t = ${this.from}`,
        `take a shorter step than ${this.laws.model.settings.step}, or another integrator`,
      );
    this.observer?.led(y);
    this.complete(y);
    this.reached[this.count++].t = t;
    return y;
  }

  /**
   * Takes a step of the integrator. Dormand and Prince's method can stall at a line on which constraints lose their
   * rank, where no part of a step is short enough: it leaps over the line.
   */
  private integrate(y: Float64Array, node?: typeof this.keepNode): string | null {
    const { integrator, links } = this.stages;
    const step = steps[integrator];
    if (integrator !== "dormand-prince" || !links?.system) return step(this, this.start, y, node);
    let failed: string | RunError | null;
    try {
      failed = step(this, this.start, y, node);
    } catch (error) {
      if (!(error instanceof RunError && error.diagnostic.code === "constraint")) throw error;
      failed = error;
    }
    if (failed === null || (typeof failed === "string" && !this.isRough)) return failed;
    if (this.leap(y)) return null;
    if (typeof failed !== "string") throw failed;
    this.beginAgain();
    this.isLeaping = false;
    try {
      return step(this, this.start, y, node);
    } finally {
      this.isLeaping = true;
    }
  }

  /** Within a step joints open a little; redundant constraints then contradict each other by as much. */
  isForShorter(error: unknown): boolean {
    return error instanceof RunError && error.diagnostic.code === "constraint" && !this.isRough;
  }

  get isRough(): boolean {
    return this.isLeaping && this.stages.links?.system?.isNearlySingular === true;
  }

  /** Takes the whole step at once; false if its error is too large. */
  private leap(y: Float64Array): boolean {
    this.beginAgain();
    const other = new Float64Array(this.size);
    dormandPrinceOnce(this, this.start, y, other);
    const error = this.differenceOnceClosed(y.slice(), other);
    if (!(error <= mostOfLeap)) return false;
    this.stages.tellLeap(this.from, error);
    return true;
  }

  /**
   * The difference between two vectors after both satisfy the constraints, relative to each number's size, and to 1
   * below that.
   */
  private differenceOnceClosed(one: Float64Array, other: Float64Array): number {
    let most = 0;
    try {
      this.complete(one);
      this.complete(other);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      return Number.POSITIVE_INFINITY;
    }
    for (let k = 0; k < one.length; k++)
      most = Math.max(most, Math.abs(one[k] - other[k]) / Math.max(1, Math.abs(one[k]), Math.abs(other[k])));
    return most;
  }

  /** Restarts the step. */
  private beginAgain(): void {
    this.observer?.began({ from: this.from, to: this.until }, this.registered);
    this.path.clear();
    this.t = this.from;
    this.h = this.until - this.from;
  }

  /** Completes a vector at the end of a step: normalises orientations and closes constraints. */
  protected complete(y: Float64Array): void {
    const { until: t } = this;
    const { turning } = this.stages.terms;
    for (let i = 0; i < turning.length; i++) normalizeOrientation(y, turning[i].at, turning[i].slot.size);
    for (let k = 0; k < y.length; k++) if (!Number.isFinite(y[k])) throw this.notFinite(y, t);
    const { projection } = this.stages;
    if (!projection) return;
    this.laws.memory.stage.at(t, t);
    projection.close(this.registered, y);
  }

  private notFinite(y: Float64Array, t: number): RunError {
    const isWrong = ({ at, slot }: RateTerm) => !y.subarray(at, at + slot.size).every(Number.isFinite);
    const { application, slot } = this.stages.terms.all.find(isWrong)!;
    const rate = application.context.functions.find(
      (definition) => isFirstRate(definition) && application.scope.attribute(definition.name)?.name === slot.name,
    );
    const span = rate?.body.span ?? application.context.name.span;
    const registers = new MemoryRegisters(this.laws.model, this.registered, this.registered, playersOf(application));
    const inputs = rate ? `, computed from ${madeFrom(rate, application.scope, registers)} at t = ${this.from}` : "";
    return new RunError(
      "not-finite",
      span,
      `'${slot.name}' of '${application.body.name}' stops being finite before t = ${t}`,
      `its rate is stated in the law '${application.context.name.name}'${inputs}`,
    );
  }

  /** Chooses the instant at which the path is read. */
  lookAt({ time }: { readonly time: number }): void {
    this.path.t = time;
  }

  /** Writes components `at` to `at + size` of the vector on the path. */
  read(at: number, size: number, out: Float64Array): void {
    if (this.path.isEmpty) this.findPath();
    this.path.read(at, size, out);
  }

  /** The whole vector on the path; valid until the next call. */
  vectorOnPath(): Float64Array {
    this.read(0, this.size, this.onPath);
    return this.onPath;
  }

  private readonly keepNode = (y: Float64Array, f: Float64Array): void => {
    const node = this.path.add();
    node.t = this.t;
    node.y.set(y);
    node.f.set(f);
  };

  /** A failed step leaves no nodes: asking again fails again. */
  private reachWithNodes(): Float64Array {
    try {
      return this.reach(this.keepNode);
    } catch (error) {
      this.path.clear();
      throw error;
    }
  }

  /** Finds the nodes of the path: the ends of the step, and those of its parts where the integrator divides it. */
  private findPath(): void {
    const { path, from, to, start } = this;
    this.until = to;
    const end = this.size === 0 || to === from ? start : this.reachWithNodes();
    if (!path.isEmpty) {
      path.last.y.set(end);
      return;
    }
    const first = path.add();
    const last = path.add();
    first.t = from;
    first.y.set(start);
    last.t = to;
    last.y.set(end);
    if (this.stages.integrator.endsWith("euler")) {
      // The path between the ends of an Euler step is the straight line.
      for (let k = 0; k < this.size; k++) first.f[k] = last.f[k] = (end[k] - start[k]) / (to - from);
    } else if (this.size > 0) {
      this.t = from;
      this.derivative(start, first.f);
      this.t = to;
      this.derivative(end, last.f);
    }
  }
}
