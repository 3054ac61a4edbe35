// The state of all bodies at one instant of a step, before anything is committed: what laws see.

import type { Update } from "../../compiler/interpret/evaluation.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import { ActingLaws, renewPlaces } from "../laws/acting-laws.ts";
import type { Interpret } from "../laws/kernels.ts";
import { areMemoryless } from "../laws/law-reads.ts";
import type { Laws } from "../laws/laws.ts";
import { PoseSources } from "../laws/pose-sources.ts";
import { RateTerms } from "../laws/rate-terms.ts";
import { LinkLaws } from "../links/link-laws.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { RunError } from "../model/run-error.ts";
import { type IntegratorName, readIntegrator, type Settings } from "../model/settings.ts";
import type { Application } from "../state/application.ts";
import { playersOf } from "../state/application.ts";
import type { StageMemory } from "../state/run-memory.ts";
import type { State } from "../state/state.ts";
import { CompiledStages } from "./compiled-stages.ts";
import type { ContactActions } from "./contact-actions.ts";
import { mostOfLeap } from "./integrators/steps.ts";
import { Projection } from "./projection.ts";
import type { StageEvaluation } from "./stage-evaluation.ts";
import { type Closed, findAccumulators, findClosed, isShared } from "./stage-places.ts";
import { StagesByLaw } from "./stages-by-law.ts";
import { isSwitching, SwitchWatch } from "./switch-watch.ts";

type Constraints = "solved" | "looked at";
/** Used for the run, or for a short probe, which needs no program. */
type Stretch = "run" | "trial";

/** The laws active during a step, sorted by what they state; unchanged as long as the applications are. */
export class StageLaws {
  readonly laws: Laws;
  readonly acting: ActingLaws;
  readonly active: readonly Application[];
  readonly terms: RateTerms;
  readonly integrator: IntegratorName;
  readonly sources: PoseSources;
  /** The active links; the memory shows which are attached. */
  readonly links: LinkLaws | null;
  private readonly attached: readonly boolean[];
  readonly projection: Projection | null;
  /** How stages are evaluated: by a program of the whole stage, or law by law. */
  readonly evaluation: StageEvaluation;
  /** Watches where laws switch, for integrators whose order depends on it. */
  readonly switches: SwitchWatch | null;
  /** Whether rates follow from time and the integrated vector alone, not from the step before or its length. */
  readonly isMemoryless: boolean;
  /** The places of closed forms that other laws read. */
  private readonly closed: readonly Closed[];
  /** The contributions of contact points to the laws of bodies, in time stepping. */
  contacts: ContactActions | null = null;

  constructor(laws: Laws, active: readonly Application[], memory: ReadonlyNumbers, stretch: Stretch = "run") {
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
    const accumulators = findAccumulators(laws, contributing);
    const closed = findClosed(laws, updating);
    const isSeen = readsOthers || closed.some(isShared) || laws.model.links.some(({ context }) => looksAround(context));
    this.closed = isSeen ? closed : [];
    this.attached = laws.model.links.map(({ attached }) => memory[attached.offset] !== 0);
    const hasLinks = laws.model.links.length > 0;
    this.links = hasLinks ? LinkLaws.create(laws, memory, (body) => this.sources.applicationOf(body)) : null;
    const { links } = this;
    links?.refuseLed(this.ledBy(closed));
    this.switches = isWatched ? SwitchWatch.create(laws, this.acting, links, stretch === "run") : null;
    const system = links?.system;
    this.projection = system ? new Projection(this, system) : null;
    const { terms, projection } = this;
    const lawByLaw = new StagesByLaw(this, accumulators, this.closed);
    const parts = { accumulators, places: terms.places, projection: projection?.parts ?? null };
    const isCompiled = links && laws.kernels && !readsOthers && this.closed.length === 0 && stretch === "run";
    this.evaluation = isCompiled ? new CompiledStages(this, links, parts, lawByLaw) : lawByLaw;
  }

  /** Runs the updates of all laws into the kernels' results; calls `interpret` for those without a kernel. */
  runUpdates(registered: ReadonlyNumbers, stage: Float64Array, interpret: Interpret): void {
    this.acting.run("updates", registered, stage, interpret);
  }

  /** Whether these are still the active applications and the attached links. */
  isFor({ applications, memory }: State): boolean {
    return this.acting.isFor(applications) && this.hasLinks(memory);
  }

  /** Whether the same links are attached as when this was made. */
  private hasLinks(memory: ReadonlyNumbers): boolean {
    const { links } = this.laws.model;
    for (let i = 0; i < links.length; i++)
      if ((memory[links[i].attached.offset] !== 0) !== this.attached[i]) return false;
    return true;
  }

  /**
   * Switches to other applications of the same laws to the same bodies; false, with nothing changed, if the laws differ
   * or other links are attached.
   */
  renew({ applications, memory }: State): boolean {
    if (!this.hasLinks(memory) || !this.acting.renew(applications)) return false;
    this.terms.renew(applications);
    this.sources.renew(applications);
    renewPlaces(this.closed, applications);
    this.laws.memory.forgetStages();
    return true;
  }

  /** Fills `stage` with the values of its instant: registered values, the integrated vector, sums of contributions. */
  prepare(
    stage: StageMemory,
    registered: ReadonlyNumbers,
    y: Float64Array | null,
    constraints: Constraints = "solved",
  ): void {
    if (!(y && this.isReady(stage, y, constraints))) this.evaluation.place(stage, registered, y);
    if (y && this.links && constraints === "solved") this.solve(stage);
  }

  /**
   * Reports that an integrator has leapt over a line on which constraints lose their rank, with an error of about this
   * share of a number.
   */
  tellLeap(t: number, error: number): void {
    this.laws.tellOnce(
      "leap",
      `after t = ${t} constraints lose their rank for an instant, as where bars line up: ` +
        `dormand-prince takes such a step without dividing it if its estimated error is small (here ` +
        `${error.toPrecision(2)} of a number; at most ${mostOfLeap})`,
    );
  }

  /** Whether the stage was prepared at this vector, and nothing has changed it since. */
  private isReady(stage: StageMemory, y: Float64Array, constraints: Constraints): boolean {
    // Solved constraints have added their contributions to the sums; such a stage is not the one evaluated.
    if (constraints !== "solved" && stage.isSolved) return false;
    return !this.contacts?.contributes && this.links?.isAt(stage.numbers) === true && stage.isPrepared(this, y);
  }

  private solve(stage: StageMemory): void {
    if (!stage.isSolved) this.evaluation.solve(stage);
    stage.isSolved = true;
    this.laws.onPhase?.("motion");
  }

  /** The laws that determine numbers of the memory by rates or closed forms, by place. */
  private ledBy(closed: readonly Closed[]): ReadonlyMap<number, Application> {
    const led = new Map<number, Application>();
    for (const { application, slot } of [...this.terms.all, ...closed]) led.set(slot.offset, application);
    return led;
  }

  evaluate(
    application: Application,
    registered: ReadonlyNumbers,
    stage: Float64Array,
    t: number,
    what: "updates" | "rates" | "contributions",
  ): Update[] {
    const { scope, context, body } = application;
    return this.laws.guard(context, [body], t, () =>
      this.laws.evaluation(scope, playersOf(application), registered, stage)[what](),
    );
  }

  /** Writes the derivative of the integrated vector; of one rank only, if one is given. */
  derivative(stage: Float64Array, registered: ReadonlyNumbers, out: Float64Array, rank: number | null): void {
    this.evaluation.derivative(stage, registered, out, rank);
  }
}

/**
 * One integrator for everything that moves together: the one asked for, the one that contexts name, or the
 * simulation's.
 */
function chooseIntegrator(settings: Settings, active: readonly Application[]): IntegratorName {
  const { integrator, askedIntegrator } = settings;
  if (askedIntegrator) return askedIntegrator;
  let chosen: { name: IntegratorName; application: Application } | null = null;
  for (const application of active) {
    const name = readIntegrator(application.context);
    if (name && chosen && name !== chosen.name)
      throw new RunError(
        "setting",
        application.context.name.span,
        `'${application.context.name.name}' and '${chosen.application.context.name.name}' name different integrators`,
        "bodies that move together are integrated together",
      );
    if (name) chosen = { name, application };
  }
  return chosen?.name ?? integrator;
}
