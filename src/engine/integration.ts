// The vector of all that has rates, during one step: where it begins, where one step of the integrator takes it, the path within.
import type { Stretch } from "../geometry/time-of-impact.ts";
import { DensePath } from "./integrators/dense.ts";
import type { System } from "./integrators/method.ts";
import { steps } from "./integrators/steps.ts";
import { type Laws, MemoryRegisters, playersOf } from "./laws.ts";
import { madeFrom } from "./made-from.ts";
import { normalizeOrientation } from "./orientation.ts";
import { Problem } from "./problem.ts";
import type { RateTerm } from "./rate-terms.ts";
import type { StageLaws } from "./stage.ts";

/** A vector that was reached, and when. */
interface Reached {
  t: number;
  readonly y: Float64Array;
}

export class Integration implements System {
  readonly size: number;
  readonly ranks: number;
  readonly work: Float64Array[] = [];
  t = 0;
  h = 0;
  protected readonly laws: Laws;
  protected readonly registered: Float64Array;
  protected readonly stages: StageLaws;
  protected from = 0;
  protected to = 0;
  /** The end of the step that is being taken, or is asked for; `dt` is its length. */
  protected until = 0;
  readonly start: Float64Array;
  /** What has been asked for in this step; vectors are used again in the next. */
  private readonly reached: Reached[] = [];
  private count = 0;
  private readonly path: DensePath;
  /** The whole vector on the path. */
  private readonly onPath: Float64Array;

  constructor(laws: Laws, registered: Float64Array, stages: StageLaws) {
    this.laws = laws;
    this.registered = registered;
    this.stages = stages;
    this.size = stages.terms.size;
    this.ranks = stages.terms.ranks;
    this.start = new Float64Array(this.size);
    this.onPath = new Float64Array(this.size);
    this.path = new DensePath(this.size);
  }

  /** A step from the registered values. */
  begin({ from, to }: Stretch): void {
    this.from = from;
    this.to = to;
    this.count = 0;
    this.path.clear();
    this.stages.terms.gather(this.registered, this.start);
  }

  derivative(y: Float64Array, out: Float64Array): void {
    this.rates(y, out, null);
  }

  derivativeOfRank(rank: number, y: Float64Array, out: Float64Array): void {
    this.rates(y, out, rank);
  }

  private rates(y: Float64Array, out: Float64Array, rank: number | null): void {
    const { stage } = this.laws.memory;
    this.stages.prepare(stage.at(this.t, this.until), this.registered, y);
    this.stages.derivative(stage.numbers, this.registered, out, rank);
  }

  components(rank: number): Int32Array {
    return this.stages.terms.components(rank);
  }

  /** The vector at an instant, by one step of the integrator from the start. Not to be kept beyond the step. */
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

  private reach(node?: typeof this.keepNode): Float64Array {
    const { until: t } = this;
    if (this.count === this.reached.length) this.reached.push({ t: 0, y: new Float64Array(this.size) });
    const { y } = this.reached[this.count];
    this.t = this.from;
    this.h = t - this.from;
    this.laws.memory.stage.at(this.from, t);
    const isDone = !node && this.stages.stepQuickly(this.registered, this, this.start, y);
    const failed = isDone ? null : steps[this.stages.integrator](this, this.start, y, node);
    const { all } = this.stages.terms;
    if (failed) throw new Problem("integrator", all[0].application.context.name.span, `${failed}, at t = ${this.from}`, "take a shorter step, or another integrator"); // biome-ignore format: one sentence
    this.complete(y);
    this.reached[this.count++].t = t;
    return y;
  }

  /** What is done to a vector that a step has led to. */
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

  private notFinite(y: Float64Array, t: number): Problem {
    const isWrong = ({ at, slot }: RateTerm) => !y.subarray(at, at + slot.size).every(Number.isFinite);
    const { application, slot } = this.stages.terms.all.find(isWrong)!;
    const rate = application.context.functions.find(
      (definition) => definition.order === 1 && application.scope.attribute(definition.name)?.name === slot.name,
    );
    const span = rate?.body.span ?? application.context.name.span;
    const registers = new MemoryRegisters(this.laws.model, this.registered, this.registered, playersOf(application));
    const inputs = rate ? `, made from ${madeFrom(rate, application.scope, registers)} at t = ${this.from}` : "";
    return new Problem("not-finite", span, `'${slot.name}' of '${application.body.name}' stops being finite before t = ${t}`, `its rate is stated in the law '${application.context.name.name}'${inputs}`); // biome-ignore format: one sentence
  }

  /** The instant at which the path is looked at. */
  lookAt({ time }: { readonly time: number }): void {
    this.path.t = time;
  }

  /** Writes components `at` to `at + size` of the vector on the path. */
  read(at: number, size: number, out: Float64Array): void {
    if (this.path.isEmpty) this.findPath();
    this.path.read(at, size, out);
  }

  /** The whole vector on the path, until it is asked for again. */
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

  /** The ends of the step, and those of its parts where the integrator divides it. */
  private findPath(): void {
    const { path, from, to, start } = this;
    this.until = to;
    const end = this.size === 0 || to === from ? start : this.reach(this.keepNode);
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
