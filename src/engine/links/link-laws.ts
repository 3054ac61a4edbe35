// Active links during a step: their contributions, and the unknowns of constraints.

import type { Sides } from "../../compiler/graph/switches.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import { sharedStep } from "../laws/body-cache.ts";
import type { Laws } from "../laws/laws.ts";
import type { Link } from "../model/link.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { RunError } from "../model/run-error.ts";
import { placesOfSlots } from "../model/slot.ts";
import { solverOf } from "../model/solver.ts";
import type { Application } from "../state/application.ts";
import { ConstraintSystem } from "./constraint-system.ts";
import type { LinkInstance } from "./instance.ts";
import { type HeldLinks, type LinkKernels, linkKernels } from "./kernels.ts";
import type { LinkPass } from "./pass.ts";

/**
 * What links do at a stage: kernels, and numbers that are moved from a place of the run's memory to one of the stage.
 */
export interface LinkSteps {
  readonly contributing: readonly ProgramStep[];
  readonly contributions: readonly (readonly [number, number])[];
  readonly constraining: readonly ProgramStep[];
  readonly solving: readonly ProgramStep[];
  /** Steps that add the contributions of unknowns to accumulators. */
  readonly pushing: readonly ProgramStep[];
  readonly found: readonly (readonly [number, number])[];
  /**
   * Places of unknowns, which keep the values of the step before until they are solved for, and of accumulators of
   * links.
   */
  readonly kept: ArrayLike<number>;
  readonly accumulators: Int32Array;
}

export class LinkLaws {
  readonly system: ConstraintSystem | null;
  /** Where the links' laws switch: places in the run's memory of numbers whose sides show it, and their links. */
  readonly switches: readonly {
    readonly place: number;
    readonly sides: Sides;
    readonly law: string;
    readonly whose: string;
  }[];
  private readonly laws: Laws;
  /** The key under which redundant constraints are reported, once for the same links. */
  private readonly redundancy: string;
  private readonly kernels: LinkKernels;
  private readonly numbers: Float64Array;
  /** Places of the numbers to which links contribute. */
  private readonly accumulators: Int32Array;
  /** Links without unknowns, and constraints, in the order of the kernels; known once the kernels are held. */
  private readonly contributing: readonly LinkInstance[];
  private held: readonly HeldLinks[] = [];
  /** The epoch of the memory when constant values were computed. */
  private jumpEpoch = -1;
  /** Increases whenever the links are held by other kernels or workspaces; see the list in laws/kernels.ts. */
  holds = 0;
  /** The stage whose results the workspaces hold, if these links are the active ones. */
  private stage: Float64Array | null = null;
  /** Pairs of places: where a contribution is, and where it is added. */
  private readonly contributions: Int32Array;
  private readonly passes: readonly LinkPass[];

  private constructor(laws: Laws, links: readonly Link[], applicationOf: (body: Body) => Application | null) {
    const kernels = laws.once(linkKernels);
    this.laws = laws;
    this.kernels = kernels;
    this.numbers = laws.memory.numbers;
    const placesOf = (body: Body | null) => placesOfSlots(kernels.accumulatorsOf(body));
    const instances = links.map((link) =>
      kernels.of(
        link,
        link.bodies.map((body) => ({ body, application: body && applicationOf(body) })),
      ),
    );
    this.switches = instances.flatMap(({ link, form, at }) =>
      form.switches.sides.map((sides, k) => ({
        place: at + form.switches.at + k,
        sides,
        law: link.context.name.name,
        whose: link.name,
      })),
    );
    this.redundancy = `redundant ${links.map(({ name }) => name).join(", ")}`;
    this.contributing = instances.filter(({ form }) => form.rows === 0);
    const constrained = instances.filter(({ form }) => form.rows > 0);
    this.system =
      constrained.length === 0 ? null : new ConstraintSystem(constrained, laws.memory, kernels, solverOf(links));
    if (this.system) this.system.onPhase = laws.onPhase;
    this.passes = this.system?.passes ?? [];
    this.accumulators = Int32Array.from(new Set(links.flatMap(({ bodies }) => bodies.flatMap(placesOf))));
    this.contributions = Int32Array.from(
      this.contributing.flatMap(({ link, form, at }) =>
        link.bodies.flatMap((body, end) =>
          form.given[end] < 0 ? [] : placesOf(body).flatMap((place, k) => [at + form.given[end] + k, place]),
        ),
      ),
    );
  }

  /** The attached links whose bodies are all governed here; null if there are none. */
  static create(
    laws: Laws,
    memory: ReadonlyNumbers,
    applicationOf: (body: Body) => Application | null,
  ): LinkLaws | null {
    const links = laws.model.links.filter(
      ({ attached, bodies }) =>
        memory[attached.offset] !== 0 &&
        bodies.some((body) => body && applicationOf(body)) &&
        bodies.every((body) => body?.physicalType !== "dynamic" || applicationOf(body)),
    );
    return links.length === 0 ? null : new LinkLaws(laws, links, applicationOf);
  }

  /** Refuses rates that treat as constant what a law changes; `led`: the laws by the places of what they change. */
  refuseLed(led: ReadonlyMap<number, Application>): void {
    for (const { link, form } of [...this.contributing, ...(this.system?.instances ?? [])])
      for (const { owner, name } of form.still) {
        const { model } = this.laws;
        const slots =
          owner.kind === "link"
            ? link.slots
            : owner.kind === "named link"
              ? model.linkNamed.get(owner.name)?.slots
              : owner.kind === "named object"
                ? model.byName.get(owner.name)?.slots
                : model.world;
        const law = led.get(slots?.get(name)?.offset ?? -1);
        if (!law) continue;
        const { context, declaration } = link;
        throw new RunError(
          "link",
          declaration.name.span,
          `the law '${context.name.name}' of '${link.name}' needs the rate of '${name}', which ` +
            `'${law.context.name.name}' of '${law.body.name}' changes: ` +
            "it does not know the rates of other bodies or of copies of a link",
          `change '${name}' in the law of a body that the link joins, or write a formula of t for it in ` +
            `'${context.name.name}'`,
        );
      }
  }

  clear(stage: Float64Array): void {
    const { accumulators } = this;
    for (let i = 0; i < accumulators.length; i++) stage[accumulators[i]] = 0;
  }

  /** Makes the kernels ready for these links; `stage` holds registered values. */
  hold(stage: Float64Array): void {
    const { kernels } = this;
    const { jumpEpoch } = this.laws.memory;
    if (kernels.holder === this && this.jumpEpoch === jumpEpoch) return;
    this.stage = null;
    this.jumpEpoch = jumpEpoch;
    kernels.holder = this;
    if (!this.holdAgain(stage)) this.holdAnew(stage);
    kernels.holdPasses(this.passes);
  }

  private holdAnew(stage: Float64Array): void {
    this.held = [this.contributing, this.system?.instances ?? []].map((instances) =>
      this.kernels.hold(instances, stage),
    );
    this.holds++;
  }

  private holdAgain(stage: Float64Array): boolean {
    const { held, kernels } = this;
    for (let i = 0; i < held.length; i++) if (!kernels.holdAgain(held[i], stage)) return false;
    return held.length > 0;
  }

  /** Whether the workspaces belong to these links. */
  get isHeld(): boolean {
    return this.kernels.holder === this;
  }

  /** Whether the workspaces hold the results of a stage. */
  isAt(stage: Float64Array): boolean {
    return this.isHeld && this.stage === stage;
  }

  /** Notes that the links have been evaluated at a stage. */
  lookedAt(stage: Float64Array): void {
    this.stage = stage;
  }

  /** The program steps for these links; null if not all of them are compiled. They must be held. */
  steps(): LinkSteps | null {
    const { system, contributions } = this;
    const { stage } = this.laws.memory;
    const rows = this.held.map(({ shared, rows }) => [
      ...shared.map((range) => sharedStep(range, stage.numbers)),
      ...rows.map(({ instances }) => instances[0].stepOver(stage.numbers, instances.length)),
    ]);
    const solving = system ? system.steps(stage.numbers) : { solving: [], pushing: [], found: [], kept: [] };
    if (!solving || rows.flat().includes(null)) return null;
    const [contributing, constraining] = rows as ProgramStep[][];
    const pairs = Array.from(
      { length: contributions.length / 2 },
      (_, i) => [contributions[2 * i], contributions[2 * i + 1]] as const,
    );
    return { contributing, constraining, contributions: pairs, accumulators: this.accumulators, ...solving };
  }

  /** Adds contributions to a stage that holds those of the bodies' own laws, and evaluates constraints. */
  look(stage: Float64Array): void {
    const { kernels, numbers, contributions } = this;
    this.hold(stage);
    const { held } = this;
    // Links without unknowns see the sums of the bodies' own laws; constraints also see those of such links.
    kernels.run(held[0], stage);
    for (let i = 0; i < contributions.length; i += 2) stage[contributions[i + 1]] += numbers[contributions[i]];
    kernels.run(held[1], stage);
    this.system?.take();
    this.lookedAt(stage);
  }

  /** Solves the evaluated constraints, and adds the contributions of their unknowns. */
  solve(stage: Float64Array): void {
    const { system } = this;
    if (!system) return;
    system.factor();
    system.solveRates(stage);
    system.act(stage);
  }

  /** Stores the quality of the solution in the run, and reports once which constraints are redundant. */
  report(stage: Float64Array): void {
    const { system } = this;
    if (!system) return;
    const { solver } = this.laws.model;
    if (solver) {
      system.findResidual(stage, solver.residual.offset);
      stage[solver.iterations.offset] = system.iterations;
      system.findCondition(stage, solver.condition.offset);
      stage[solver.redundant.offset] = system.redundant;
    }
    if (system.redundant === 0 || !this.laws.isNews(this.redundancy)) return;
    const names = [...new Set(system.redundantRuns().map(({ link }) => `'${link.name}'`))].join(", ");
    this.laws.tellOnce(
      this.redundancy,
      `some constraints follow from others (${system.redundant} of their numbers, in ${names}): of all ` +
        `solutions for the unknowns, the smallest is taken`,
    );
  }
}
