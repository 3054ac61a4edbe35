// Evaluates a stage law by law: by kernels, and by the interpreter for laws without one.

import type { Update } from "../../compiler/interpret/evaluation.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { Interpret } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { RunError } from "../model/run-error.ts";
import { copySlot, moveSlot, type Slot, writeSlot } from "../model/slot.ts";
import { type Application, playersOf } from "../state/application.ts";
import type { StageMemory } from "../state/run-memory.ts";
import type { StageEvaluation } from "./stage-evaluation.ts";
import type { StageLaws } from "./stage-laws.ts";
import { addTo, areChained, type Closed, numbersIn } from "./stage-places.ts";

/** The longest chain of closed forms that depend on each other: a longer one counts as a circle. */
const mostLinksOfChain = 64;

export class StagesByLaw implements StageEvaluation {
  readonly canChange = false;
  private readonly stages: StageLaws;
  private readonly laws: Laws;
  /** The places of accumulators, and of what closed forms give to objects. */
  private readonly accumulators: Int32Array;
  private readonly closed: readonly Closed[];
  /** Whether laws read the results of closed forms, and whether these depend on each other. */
  private readonly placesClosed: boolean;
  private readonly isChained: boolean;
  private readonly time: number;
  private readonly timeStep: number;
  /** The applications left to the interpreter by the last run of the kernels. */
  private readonly interpreted = new Set<Application>();

  constructor(stages: StageLaws, accumulators: Int32Array, closed: readonly Closed[]) {
    const { laws } = stages;
    this.stages = stages;
    this.laws = laws;
    this.accumulators = accumulators;
    this.closed = closed;
    this.placesClosed = closed.length > 0;
    this.isChained = areChained(closed);
    this.time = laws.model.world.get("t")!.offset;
    this.timeStep = laws.model.world.get("dt")!.offset;
  }

  place(stage: StageMemory, registered: ReadonlyNumbers, y: Float64Array | null): void {
    const { numbers, t, until } = stage;
    const { stages } = this;
    const { acting, contacts, links } = stages;
    const writes = this.placesClosed || acting.contributing.length > 0 || contacts !== null;
    // Unknowns are written only when constraints are solved.
    if (links || (writes && !y)) stage.copy(registered, stages);
    else stage.refresh(registered, y ? stages : null);
    numbers[this.timeStep] = until - registered[this.time];
    numbers[this.time] = t;
    if (y) stages.terms.scatter(y, numbers);
    contacts?.place(numbers);
    if (this.placesClosed) this.placeClosedForms(numbers, registered);
    links?.clear(numbers);
    contacts?.clear(numbers);
    if (acting.contributing.length > 0) this.contribute(numbers, registered);
    contacts?.contribute(numbers, registered);
    if (!y || !links) return;
    this.laws.onPhase?.("constraints");
    links.look(numbers);
    this.laws.onPhase?.("motion");
    stage.prepared(stages, y);
  }

  solve(stage: StageMemory): void {
    this.stages.links!.solve(stage.numbers);
  }

  step(): boolean {
    return false;
  }

  change(): boolean {
    return false;
  }

  private readonly leave: Interpret = (application) => {
    this.interpreted.add(application);
  };

  /** Clearing an empty set would allocate memory too. */
  private forget(): void {
    if (this.interpreted.size > 0) this.interpreted.clear();
  }

  private contribute(stage: Float64Array, registered: ReadonlyNumbers): void {
    const { accumulators } = this;
    this.laws.onPhase?.("laws");
    for (let i = 0; i < accumulators.length; i++) stage[accumulators[i]] = 0;
    this.forget();
    this.stages.acting.run("contributions", registered, stage, this.leave);
    if (this.interpreted.size === 0) {
      const { out } = this.laws.memory;
      for (let i = 0; i < accumulators.length; i++) stage[accumulators[i]] = out[accumulators[i]];
      return;
    }
    // If the interpreter is needed for some, it adds up everything, in its order.
    const t = stage[this.time];
    const sums: { slot: Slot; value: Value }[] = [];
    for (const application of this.stages.acting.contributing) {
      for (const { attribute, value } of this.stages.evaluate(application, registered, stage, t, "contributions")) {
        const slot = this.laws.slotOf(attribute, playersOf(application));
        if (slot) sums.push({ slot, value });
      }
    }
    for (const { slot, value } of sums) addTo(stage, slot, value);
  }

  /**
   * Writes the results of closed forms at the stage's time where others read them. If closed forms depend on each
   * other, this is repeated until nothing changes.
   */
  private placeClosedForms(stage: Float64Array, registered: ReadonlyNumbers): void {
    if (!this.isChained) {
      this.placeClosedOnce(stage, registered);
      return;
    }
    const before = new Float64Array(stage.length);
    for (let i = 0; i < mostLinksOfChain; i++) {
      before.set(stage);
      this.placeClosedOnce(stage, registered);
      if (this.closed.every(({ slot }) => isSame(before, stage, slot))) return;
    }
    const { application, attribute, definition } = this.closed.find(({ slot }) => !isSame(before, stage, slot))!;
    throw new RunError(
      "cycle",
      definition.body.span,
      `'${attribute.name}' in the law '${application.context.name.name}' of '${application.body.name}' depends on ` +
        `itself, through values that other laws state by '='`,
      "break the circle: write previous(…) for what another law gives, or state a rate",
    );
  }

  private placeClosedOnce(stage: Float64Array, registered: ReadonlyNumbers): void {
    this.forget();
    this.stages.runUpdates(registered, stage, this.leave);
    const found: { slot: Slot; value: Value }[] = [];
    for (const application of this.interpreted) {
      for (const { attribute, value } of this.stages.evaluate(
        application,
        registered,
        stage,
        stage[this.time],
        "updates",
      )) {
        const isOwn = attribute.owner.kind === "context" || attribute.owner.kind === "given";
        const slot = isOwn ? null : this.laws.slotOf(attribute, playersOf(application));
        if (slot) found.push({ slot, value });
      }
    }
    for (const { application, slot } of this.closed)
      if (!this.interpreted.has(application)) moveSlot(this.laws.memory.out, stage, slot);
    for (const { slot, value } of found) writeSlot(stage, slot, value);
  }

  derivative(stage: Float64Array, registered: ReadonlyNumbers, out: Float64Array, rank: number | null): void {
    this.forget();
    this.laws.onPhase?.("laws");
    this.stages.acting.run("rates", registered, stage, this.leave);
    this.laws.onPhase?.("motion");
    const { out: found } = this.laws.memory;
    if (this.interpreted.size > 0) this.interpretRates(stage, registered, out, rank);
    else if (rank === null) this.stages.terms.gather(found, out);
    else this.stages.terms.gatherRank(rank, found, out);
  }

  /** The derivative of the integrated vector, if the kernels have left some laws to the interpreter. */
  private interpretRates(
    stage: Float64Array,
    registered: ReadonlyNumbers,
    out: Float64Array,
    rank: number | null,
  ): void {
    const t = stage[this.time];
    const { all } = this.stages.terms;
    const isAsked = (term: RateTerm) => rank === null || term.rank === rank;
    const given = new Map<number, Application>();
    for (const application of this.interpreted) {
      const updates = this.stages.evaluate(application, registered, stage, t, "rates");
      for (const term of all.filter((one) => one.application === application && isAsked(one))) {
        const isOwn = ({ attribute }: Update) => this.laws.slotOf(attribute, playersOf(application)) === term.slot;
        const update = updates.find(isOwn)!;
        if (this.stages.terms.shared.has(term.at)) {
          this.refuseOther(term, update, given.get(term.at), out, t);
          given.set(term.at, application);
        }
        this.writeRate(term, update, stage, out);
      }
    }
    for (const term of all)
      if (isAsked(term) && !this.interpreted.has(term.application))
        copySlot(this.laws.memory.out, term.slot, out, term.at);
  }

  /** Refuses a rate that differs from the one that another law has given the same attribute. */
  private refuseOther(
    term: RateTerm,
    update: Update,
    other: Application | undefined,
    out: Float64Array,
    t: number,
  ): void {
    const { application, slot, at } = term;
    if (!other || numbersIn(update.value).every((x, k) => x === out[at + k])) return;
    throw new RunError(
      "world",
      update.definition.body.span,
      `'${application.body.name}' and '${other.body.name}' give '${slot.name}' different rates at t = ${t}`,
    );
  }

  private writeRate({ application, slot, at }: RateTerm, update: Update, stage: Float64Array, out: Float64Array): void {
    const { value } = update;
    if (typeof value === "number") out[at] = value;
    else if (typeof value === "object" && value.kind !== "sequence" && value.data.length === slot.size)
      out.set(value.data, at);
    else this.laws.commit([update], playersOf(application), stage, stage[this.time]);
  }
}

/** Whether two memories hold the same numbers of a slot. */
function isSame(a: Float64Array, b: Float64Array, { offset, stride, size }: Slot): boolean {
  for (let k = 0; k < size; k++) if (!Object.is(a[offset + k * stride], b[offset + k * stride])) return false;
  return true;
}
