// One step taken again by the interpreter, with all that was looked at on the way kept: what laws saw at each stage, and the rates they
// gave.
import { Flow } from "../engine/flow.ts";
import { Integration } from "../engine/integration.ts";
import { Laws } from "../engine/laws.ts";
import type { Model } from "../engine/model.ts";
import { StageLaws } from "../engine/stage.ts";
import { findAccumulators } from "../engine/stage-places.ts";
import type { Application, State } from "../engine/state.ts";

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
}

class TracedIntegration extends Integration {
  readonly looks: Look[] = [];
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

  private note({ y, rates, ...rest }: Omit<Look, "stage">): void {
    this.looks.push({ ...rest, y: y.slice(), rates: rates.slice(), stage: this.laws.memory.stage.numbers.slice() });
  }

  protected override complete(y: Float64Array): void {
    this.raw = y.slice();
    super.complete(y);
  }
}

export class StepTrace {
  readonly laws: Laws;
  readonly stages: StageLaws;
  readonly from: number;
  readonly until: number;
  readonly registered: Float64Array;
  /** What laws saw at the end, where closed forms are evaluated, and all that held then. */
  readonly stage: Float64Array;
  readonly memory: Float64Array;
  readonly start: Float64Array;
  readonly raw: Float64Array;
  readonly end: Float64Array;
  readonly looks: readonly Look[];
  readonly active: readonly Application[];
  private readonly accumulators: ReadonlySet<number>;

  /** The step from `before`, as far as `until`. */
  constructor(model: Model, before: State, until: number) {
    this.laws = new Laws(model, "interpreted");
    const { registered, stage } = this.laws.memory;
    registered.set(before.memory);
    this.laws.memory.changed();
    this.from = before.time;
    this.until = until;
    this.registered = before.memory;
    this.active = before.applications.flatMap((one) => (one ? [{ ...one, attributes: new Map(one.attributes) }] : []));
    this.stages = new StageLaws(this.laws, this.active, registered);
    const integration = new TracedIntegration(this.laws, registered, this.stages);
    const flow = new Flow(this.laws, registered, this.stages, integration).begin(before.time, until);
    this.memory = flow.memoryAt(until).slice();
    this.stage = stage.numbers.slice();
    this.start = integration.start;
    this.end = integration.at(until).slice();
    this.raw = integration.raw ?? this.end;
    this.looks = integration.looks;
    const contributing = this.active.filter(({ context }) => context.functions.some(({ op }) => op === "+="));
    this.accumulators = new Set(findAccumulators(this.laws, contributing));
  }

  isAccumulator(place: number): boolean {
    return this.accumulators.has(place);
  }

  /** A stage as contributions see it: sums not yet begun. */
  withoutSums(stage: Float64Array): Float64Array {
    const empty = stage.slice();
    for (const place of this.accumulators) empty[place] = 0;
    return empty;
  }
}
