// Links at work during a step: what they contribute, and the unknowns of constraints among them.

import type { Sides } from "../../compiler/graph/switches.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import { sharedStep } from "../laws/body-cache.ts";
import type { Laws } from "../laws/laws.ts";
import type { Link } from "../model/link.ts";
import type { Body } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import { placesOfSlots } from "../model/slot.ts";
import { solverOf } from "../model/solver.ts";
import type { Application } from "../state/application.ts";
import { ConstraintSystem } from "./constraint-system.ts";
import type { LinkInstance } from "./instance.ts";
import { type HeldLinks, type LinkKernels, linkKernels } from "./kernels.ts";
import type { LinkPass } from "./pass.ts";

/**
 * What links do at a stage: kernels, and numbers that are moved, each from a place of the run's memory to one of the
 * stage.
 */
export interface LinkSteps {
  readonly contributing: readonly ProgramStep[];
  readonly contributions: readonly (readonly [number, number])[];
  readonly constraining: readonly ProgramStep[];
  readonly solving: readonly ProgramStep[];
  /** What the unknowns add to accumulators. */
  readonly pushing: readonly ProgramStep[];
  readonly found: readonly (readonly [number, number])[];
  /**
   * Places of unknowns, which are those of the step before until they are solved for, and of what links contribute to.
   */
  readonly kept: ArrayLike<number>;
  readonly accumulators: Int32Array;
}

export class LinkLaws {
  readonly system: ConstraintSystem | null;
  /** Where the links' laws switch: places in the run's memory of numbers whose sides tell it, and whose they are. */
  readonly switches: readonly {
    readonly place: number;
    readonly sides: Sides;
    readonly law: string;
    readonly whose: string;
  }[];
  private readonly laws: Laws;
  /** Under which constraints that follow from others are told, once for the same links. */
  private readonly redundancy: string;
  private readonly kernels: LinkKernels;
  private readonly numbers: Float64Array;
  /** Places of what links contribute to. */
  private readonly accumulators: Int32Array;
  /** Links without unknowns, and constraints, as kernels go through them; known once the kernels are held. */
  private readonly contributing: readonly LinkInstance[];
  private held: readonly HeldLinks[] = [];
  /** Of the registered values, when what stays was computed. */
  private jumps = -1;
  /** Counts how often they had to be held in another way than before. */
  holds = 0;
  /** The stage whose results the rooms hold, if these are the links at work. */
  private stage: Float64Array | null = null;
  /** Where a contribution is found and where it is added, by turns. */
  private readonly contributions: Int32Array;
  private readonly passes: readonly LinkPass[];

  private constructor(laws: Laws, links: readonly Link[], applicationOf: (body: Body) => Application | null) {
    const kernels = laws.once(linkKernels);
    this.laws = laws;
    this.kernels = kernels;
    this.numbers = laws.memory.numbers;
    const placesOf = (body: Body | null) => placesOfSlots(kernels.accumulatorsOf(body));
    const runs = links.map((link) =>
      kernels.of(
        link,
        link.bodies.map((body) => ({ body, application: body && applicationOf(body) })),
      ),
    );
    this.switches = runs.flatMap(({ link, form, at }) =>
      form.switches.sides.map((sides, k) => ({
        place: at + form.switches.at + k,
        sides,
        law: link.context.name.name,
        whose: link.name,
      })),
    );
    this.redundancy = `redundant ${links.map(({ name }) => name).join(", ")}`;
    this.contributing = runs.filter(({ form }) => form.rows === 0);
    const constrained = runs.filter(({ form }) => form.rows > 0);
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

  /** Those links that are attached and whose bodies are all governed here; null of none. */
  static create(laws: Laws, memory: Float64Array, applicationOf: (body: Body) => Application | null): LinkLaws | null {
    const links = laws.model.links.filter(
      ({ attached, bodies }) =>
        memory[attached.offset] !== 0 &&
        bodies.some((body) => body && applicationOf(body)) &&
        bodies.every((body) => body?.physicalType !== "dynamic" || applicationOf(body)),
    );
    return links.length === 0 ? null : new LinkLaws(laws, links, applicationOf);
  }

  /** Refuses rates that take for constant what a law leads; `led`: the laws by the places of what they lead. */
  refuseLed(led: ReadonlyMap<number, Application>): void {
    for (const { link, form } of [...this.contributing, ...(this.system?.runs ?? [])])
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
            "of other bodies, and of copies of a link, it knows no rates",
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
    const { jumps } = this.laws.memory;
    if (kernels.holder === this && this.jumps === jumps) return;
    this.stage = null;
    this.jumps = jumps;
    kernels.holder = this;
    if (!this.holdAgain(stage)) this.holdAnew(stage);
    kernels.holdPasses(this.passes);
  }

  private holdAnew(stage: Float64Array): void {
    this.held = [this.contributing, this.system?.runs ?? []].map((runs) => this.kernels.hold(runs, stage));
    this.holds++;
  }

  private holdAgain(stage: Float64Array): boolean {
    const { held, kernels } = this;
    for (let i = 0; i < held.length; i++) if (!kernels.holdAgain(held[i], stage)) return false;
    return held.length > 0;
  }

  /** Whether the rooms are those of these links. */
  get isHeld(): boolean {
    return this.kernels.holder === this;
  }

  /** Whether the rooms hold what was found at a stage. */
  isAt(stage: Float64Array): boolean {
    return this.isHeld && this.stage === stage;
  }

  /** They have been looked at in a stage. */
  lookedAt(stage: Float64Array): void {
    this.stage = stage;
  }

  /** What a program does for them; null where not all of it is compiled. They must be held. */
  steps(): LinkSteps | null {
    const { system, contributions } = this;
    const { stage } = this.laws.memory;
    const rows = this.held.map(({ shared, rows }) => [
      ...shared.map((range) => sharedStep(range, stage.numbers)),
      ...rows.map(({ runs }) => runs[0].stepOver(stage.numbers, runs.length)),
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

  /** Adds contributions to a stage that holds those of the bodies' own laws, and looks at constraints. */
  look(stage: Float64Array): void {
    const { kernels, numbers, contributions } = this;
    this.hold(stage);
    const { held } = this;
    // Links without unknowns see the sums of the bodies' own laws, constraints see theirs too.
    kernels.run(held[0], stage);
    for (let i = 0; i < contributions.length; i += 2) stage[contributions[i + 1]] += numbers[contributions[i]];
    kernels.run(held[1], stage);
    this.system?.take();
    this.lookedAt(stage);
  }

  /** Solves constraints that have been looked at, and adds what their unknowns contribute. */
  solve(stage: Float64Array): void {
    const { system } = this;
    if (!system) return;
    system.factor();
    system.solveRates(stage);
    system.act(stage);
  }

  /** Keeps what the solution is worth with the run, and tells once which constraints follow from others. */
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
      `some constraints follow from others (${system.redundant} of their numbers, in ${names}): of all unknowns ` +
        `that serve, the smallest are taken`,
    );
  }
}
