// The state of all bodies at one instant of a step, before anything is committed: what laws see.
import type { Update } from "../../compiler/interpret/evaluation.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import { ActingLaws, renewPlaces } from "../laws/acting-laws.ts";
import type { Interpret } from "../laws/kernels.ts";
import { areMemoryless } from "../laws/law-reads.ts";
import type { Laws } from "../laws/laws.ts";
import { PoseSources } from "../laws/pose-sources.ts";
import { RateTerms } from "../laws/rate-terms.ts";
import { LinkLaws } from "../links/link-laws.ts";
import { RunError } from "../model/run-error.ts";
import type { IntegratorName } from "../model/settings.ts";
import { copySlot, moveSlot, type Slot, writeSlot } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import { playersOf } from "../state/application.ts";
import type { StageMemory } from "../state/run-memory.ts";
import type { State } from "../state/state.ts";
import { CompiledStages } from "./compiled-stages.ts";
import type { ContactActions } from "./contact-actions.ts";
import { chooseIntegrator } from "./integrator-choice.ts";
import type { System } from "./integrators/method.ts";
import { mostOfLeap } from "./integrators/steps.ts";
import { Projection } from "./projection.ts";
import { addTo, areChained, type Closed, findAccumulators, findClosed, isShared, numbersIn } from "./stage-places.ts";
import { isSwitching, SwitchWatch } from "./switch-watch.ts";

/** Closed forms that follow from each other, one after the other: more are taken for a circle. */
const mostLinksOfChain = 64;

type Constraints = "solved" | "looked at";
/** What laws are at work for: the run, or a moment that is tried out, which is not worth a program of its own. */
type Stretch = "run" | "trial";

/** The laws at work during a step, sorted by what they state; the same as long as the applications are. */
export class StageLaws {
  readonly laws: Laws;
  readonly acting: ActingLaws;
  readonly active: readonly Application[];
  readonly terms: RateTerms;
  readonly integrator: IntegratorName;
  readonly sources: PoseSources;
  /** Links at work; which are attached is seen in the memory. */
  readonly links: LinkLaws | null;
  private readonly attached: readonly boolean[];
  readonly projection: Projection | null;
  readonly compiled: CompiledStages | null;
  /** Watches where laws switch, for integrators whose order depends on it. */
  readonly switches: SwitchWatch | null;
  /** Whether rates follow from time and the integrated vector alone, not from the step before or its length. */
  readonly isMemoryless: boolean;
  /** Places of what contributions are added to, and of what closed forms give the objects. */
  private readonly accumulators: Int32Array;
  private readonly closed: readonly Closed[];
  /** Whether laws look at what others give by closed forms, and whether these follow from each other. */
  private readonly placesClosed: boolean;
  private readonly isChained: boolean;
  private readonly time: number;
  private readonly timeStep: number;
  /** What contact points add to the laws of bodies, in time stepping. */
  contacts: ContactActions | null = null;
  /** Whom the kernels left to the interpreter, the last time they ran. */
  private readonly interpreted = new Set<Application>();

  constructor(laws: Laws, active: readonly Application[], memory: Float64Array, stretch: Stretch = "run") {
    this.laws = laws;
    const { settings } = laws.model;
    this.integrator = chooseIntegrator(settings, active);
    const isWatched = settings.scheme === "event driven" && !this.integrator.endsWith("euler");
    this.acting = new ActingLaws(laws, active, (application) => isWatched && isSwitching(laws, application));
    this.active = this.acting.active;
    const { contributing, rated, updating, remembering } = this.acting;
    const looksAround = ({ aliases }: ContextDeclaration) =>
      aliases.some(({ target }) => target.kind === "others" || target.kind === "object");
    const readsOthers = active.some(({ context }) => looksAround(context));
    this.isMemoryless = remembering.length === 0 && areMemoryless(laws, active);
    this.terms = new RateTerms(laws, rated);
    this.sources = new PoseSources(active, this.terms, laws.changingWorld);
    this.accumulators = findAccumulators(laws, contributing);
    const closed = findClosed(laws, updating);
    const isSeen = readsOthers || closed.some(isShared) || laws.model.links.some(({ context }) => looksAround(context));
    this.closed = isSeen ? closed : [];
    this.placesClosed = this.closed.length > 0;
    this.isChained = areChained(this.closed);
    this.time = laws.model.world.get("t")!.offset;
    this.timeStep = laws.model.world.get("dt")!.offset;
    this.attached = laws.model.links.map(({ attached }) => memory[attached.offset] !== 0);
    this.links = LinkLaws.create(laws, memory, (body) => this.sources.applicationOf(body));
    const { links } = this;
    links?.refuseLed(this.ledBy(closed));
    this.switches = isWatched ? SwitchWatch.create(laws, this.acting, links, stretch === "run") : null;
    const system = links?.system;
    this.projection = system ? new Projection(this, system) : null;
    const { terms, accumulators, projection } = this;
    const parts = { accumulators, places: terms.places, changes: projection?.changes ?? null };
    const isCompiled = links && laws.kernels && !readsOthers && !this.placesClosed && stretch === "run";
    this.compiled = isCompiled ? new CompiledStages(laws, links, parts) : null;
  }

  /**
   * Runs the updates of all laws into the kernels' results; `interpret` is called for those that have no kernel for it.
   */
  runUpdates(registered: Float64Array, stage: Float64Array, interpret: Interpret): void {
    this.acting.run("updates", registered, stage, interpret);
  }

  /** Whether these are still the applications at work, and the links that are attached. */
  isFor({ applications, memory }: State): boolean {
    return this.acting.isFor(applications) && this.hasLinks(memory);
  }

  /** Whether the same links are attached as when it was made. */
  private hasLinks(memory: Float64Array): boolean {
    const { links } = this.laws.model;
    for (let i = 0; i < links.length; i++)
      if ((memory[links[i].attached.offset] !== 0) !== this.attached[i]) return false;
    return true;
  }

  /**
   * Other applications of the same laws to the same bodies are at work from now on; false, with nothing changed, where
   * they are not such or other links are attached.
   */
  renew({ applications, memory }: State): boolean {
    if (!this.hasLinks(memory) || !this.acting.renew(applications)) return false;
    this.terms.renew(applications);
    this.sources.renew(applications);
    renewPlaces(this.closed, applications);
    this.laws.memory.changed();
    return true;
  }

  /** Fills `stage` with what holds at its instant: registered values, the integrated vector, sums of contributions. */
  prepare(
    stage: StageMemory,
    registered: Float64Array,
    y: Float64Array | null,
    constraints: Constraints = "solved",
  ): void {
    const { numbers, t, until } = stage;
    // Where constraints have been solved, what they contribute is among the sums: that is not what is looked at.
    const isFit = constraints === "solved" || !stage.isSolved;
    if (y && isFit && !this.contacts?.contributes && this.links?.isAt(numbers) && stage.isPrepared(this, y)) {
      if (constraints === "solved") this.solve(stage);
      return;
    }
    if (y && this.placeQuickly(stage, registered, y)) {
      if (constraints === "solved") this.solve(stage);
      return;
    }
    const writes = this.placesClosed || this.acting.contributing.length > 0 || this.contacts !== null;
    // Unknowns are written where constraints are solved only.
    if (this.links || (writes && !y)) stage.copy(registered, this);
    else stage.refresh(registered, y ? this : null);
    numbers[this.timeStep] = until - registered[this.time];
    numbers[this.time] = t;
    if (y) this.terms.scatter(y, numbers);
    this.contacts?.place(numbers);
    if (this.placesClosed) this.placeClosedForms(numbers, registered);
    this.links?.clear(numbers);
    this.contacts?.clear(numbers);
    if (this.acting.contributing.length > 0) this.contribute(numbers, registered);
    this.contacts?.contribute(numbers, registered);
    if (!y || !this.links) return;
    this.laws.onPhase?.("constraints");
    this.links.look(numbers);
    this.laws.onPhase?.("motion");
    stage.prepared(this, y);
    if (constraints === "solved") this.solve(stage);
  }

  /**
   * An integrator has leapt over a line on which constraints lose their rank, with an error of about this share of a
   * number.
   */
  tellLeap(t: number, error: number): void {
    this.laws.tellOnce(
      "leap",
      `after t = ${t} constraints lose their rank for an instant, as where bars come to lie on one line: ` +
        `dormand-prince takes such steps at once, without dividing them, where their estimated error is small (here ` +
        `${error.toPrecision(2)} of a number; at most ${mostOfLeap})`,
    );
  }

  private solve(stage: StageMemory): void {
    if (!stage.isSolved && !this.compiled?.solve(stage)) this.links!.solve(stage.numbers);
    stage.isSolved = true;
    this.laws.onPhase?.("motion");
  }

  /** What `prepare` does, by a program; false where there is none, or it gives up. */
  private placeQuickly(stage: StageMemory, registered: Float64Array, y: Float64Array): boolean {
    if (!this.compiled || this.contacts || !this.isCompiled(stage, registered) || !this.compiled.look(y)) return false;
    stage.prepared(this, y);
    return true;
  }

  /** Whether there is a program for a stage, which then holds registered values and its times. */
  private isCompiled(stage: StageMemory, registered: Float64Array): boolean {
    stage.refresh(registered, this);
    stage.forget();
    stage.numbers[this.timeStep] = stage.until - registered[this.time];
    stage.numbers[this.time] = stage.t;
    return this.compiled!.find(stage, registered, this.acting);
  }

  /**
   * The system's step by a program, if it is one of RK4; false where there is none, or it gives up: then nothing has
   * come of it. The stage has its times.
   */
  stepCompiled(registered: Float64Array, system: System, y: Float64Array, out: Float64Array): boolean {
    const { compiled } = this;
    const { stage } = this.laws.memory;
    if (!compiled?.isMade || this.switches || this.integrator !== "rk4" || this.laws.onPhase || this.contacts)
      return false;
    this.prepare(stage, registered, compiled.begin(y, system));
    if (!compiled.findRates(stage.numbers, null) || !this.isCompiled(stage, registered)) return false;
    return compiled.step(system, out);
  }

  private readonly leave: Interpret = (application) => {
    this.interpreted.add(application);
  };

  /** Clearing what is empty would take memory too. */
  private forget(): void {
    if (this.interpreted.size > 0) this.interpreted.clear();
  }

  private contribute(stage: Float64Array, registered: Float64Array): void {
    const { accumulators } = this;
    this.laws.onPhase?.("laws");
    for (let i = 0; i < accumulators.length; i++) stage[accumulators[i]] = 0;
    this.forget();
    this.acting.run("contributions", registered, stage, this.leave);
    if (this.interpreted.size === 0) {
      const { out } = this.laws.memory;
      for (let i = 0; i < accumulators.length; i++) stage[accumulators[i]] = out[accumulators[i]];
      return;
    }
    // Where the interpreter must do some it adds up everything, in its order.
    const t = stage[this.time];
    const sums: { slot: Slot; value: Value }[] = [];
    for (const application of this.acting.contributing) {
      for (const { attribute, value } of this.evaluate(application, registered, stage, t, "contributions")) {
        const slot = this.laws.slotOf(attribute, playersOf(application));
        if (slot) sums.push({ slot, value });
      }
    }
    for (const { slot, value } of sums) addTo(stage, slot, value);
  }

  /**
   * What closed forms give holds at the stage's time when others look at it. Where closed forms follow from each other
   * they are placed again until nothing changes.
   */
  private placeClosedForms(stage: Float64Array, registered: Float64Array): void {
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
      `'${attribute.name}' in the law '${application.context.name.name}' of '${application.body.name}' follows from ` +
        `itself, through what other laws state by '='`,
      "break the circle: write previous(…) for what another law gives, or state a rate",
    );
  }

  private placeClosedOnce(stage: Float64Array, registered: Float64Array): void {
    this.forget();
    this.runUpdates(registered, stage, this.leave);
    const found: { slot: Slot; value: Value }[] = [];
    for (const application of this.interpreted) {
      for (const { attribute, value } of this.evaluate(application, registered, stage, stage[this.time], "updates")) {
        const isOwn = attribute.owner.kind === "context" || attribute.owner.kind === "given";
        const slot = isOwn ? null : this.laws.slotOf(attribute, playersOf(application));
        if (slot) found.push({ slot, value });
      }
    }
    for (const { application, slot } of this.closed)
      if (!this.interpreted.has(application)) moveSlot(this.laws.memory.out, stage, slot);
    for (const { slot, value } of found) writeSlot(stage, slot, value);
  }

  /** Which laws lead which numbers of the memory, by rates or closed forms. */
  private ledBy(closed: readonly Closed[]): ReadonlyMap<number, Application> {
    const led = new Map<number, Application>();
    for (const { application, slot } of [...this.terms.all, ...closed]) led.set(slot.offset, application);
    return led;
  }

  evaluate(
    application: Application,
    registered: Float64Array,
    stage: Float64Array,
    t: number,
    what: "updates" | "rates" | "contributions",
  ): Update[] {
    const { scope, context, body } = application;
    return this.laws.guard(context, [body], t, () =>
      this.laws.evaluation(scope, playersOf(application), registered, stage)[what](),
    );
  }

  /** Writes the derivative of the integrated vector; of one rank only, where one is given. */
  derivative(stage: Float64Array, registered: Float64Array, out: Float64Array, rank: number | null): void {
    if (rank === null && this.compiled?.findRates(stage, out)) return;
    this.forget();
    this.laws.onPhase?.("laws");
    this.acting.run("rates", registered, stage, this.leave);
    this.laws.onPhase?.("motion");
    const { out: found } = this.laws.memory;
    if (this.interpreted.size > 0) this.interpretRates(stage, registered, out, rank);
    else if (rank === null) this.terms.gather(found, out);
    else this.terms.gatherRank(rank, found, out);
  }

  /** As `derivative`, where the kernels have left some to the interpreter. */
  private interpretRates(stage: Float64Array, registered: Float64Array, out: Float64Array, rank: number | null): void {
    const t = stage[this.time];
    const given = new Map<number, Application>();
    for (const application of this.interpreted) {
      const updates = this.evaluate(application, registered, stage, t, "rates");
      for (const { slot, at, rank: place } of this.terms.all.filter((term) => term.application === application)) {
        if (rank !== null && place !== rank) continue;
        const update = updates.find(({ attribute }) => this.laws.slotOf(attribute, playersOf(application)) === slot)!;
        const { value } = update;
        if (this.terms.shared.has(at)) {
          const other = given.get(at);
          if (other && numbersIn(value).some((x, k) => x !== out[at + k]))
            throw new RunError(
              "world",
              update.definition.body.span,
              `'${application.body.name}' and '${other.body.name}' give '${slot.name}' different rates at t = ${t}`,
            );
          given.set(at, application);
        }
        if (typeof value === "number") out[at] = value;
        else if (typeof value === "object" && value.kind !== "sequence" && value.data.length === slot.size)
          out.set(value.data, at);
        else this.laws.commit([update], playersOf(application), stage, t);
      }
    }
    for (const { application, slot, at, rank: place } of this.terms.all)
      if ((rank === null || place === rank) && !this.interpreted.has(application))
        copySlot(this.laws.memory.out, slot, out, at);
  }
}

/** Whether two memories hold the same numbers of a slot. */
function isSame(a: Float64Array, b: Float64Array, { offset, stride, size }: Slot): boolean {
  for (let k = 0; k < size; k++) if (!Object.is(a[offset + k * stride], b[offset + k * stride])) return false;
  return true;
}
