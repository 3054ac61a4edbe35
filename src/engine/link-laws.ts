// Links at work during a step: what they contribute, and the unknowns of constraints among them.

import { wordsOf } from "../language/check-settings.ts";
import type { ContextDeclaration } from "../language/experiment.ts";
import type { BlockSolverKind } from "../math/block-report.ts";
import { ConstraintSystem } from "./constraint-system.ts";
import type { Laws } from "./laws.ts";
import type { Slot } from "./layout.ts";
import type { Link } from "./link.ts";
import type { LinkRun } from "./link-kernels.ts";
import type { Body } from "./model.ts";
import { Problem } from "./problem.ts";
import { stabilisationOf } from "./stabilisation.ts";
import type { Application } from "./state.ts";

export class LinkLaws {
  /** What links contribute to. */
  readonly accumulators: readonly Slot[];
  readonly system: ConstraintSystem | null;
  private readonly contributing: readonly LinkRun[];
  private readonly numbers: Float64Array;
  private readonly accumulatorsOf: (body: Body | null) => readonly Slot[];

  private constructor(laws: Laws, links: readonly Link[], applicationOf: (body: Body) => Application | null) {
    const kernels = laws.links!;
    this.numbers = laws.memory.numbers;
    this.accumulatorsOf = (body) => kernels.accumulatorsOf(body);
    const runs = links.map((link) => kernels.of(link, link.bodies.map((body) => ({ body, application: body && applicationOf(body) }))));
    this.contributing = runs.filter(({ form }) => form.rows === 0);
    const constrained = runs.filter(({ form }) => form.rows > 0);
    this.system = constrained.length === 0 ? null : new ConstraintSystem(constrained, this.numbers, this.accumulatorsOf, solverOf(links), ({ link }) => stabilisationOf(link.context));
    this.accumulators = [...new Set(links.flatMap(({ bodies }) => bodies.flatMap((body) => this.accumulatorsOf(body))))];
  } // biome-ignore format: one sentence

  /** Those links that are attached and whose bodies are all governed here; null of none. */
  static create(laws: Laws, memory: Float64Array, applicationOf: (body: Body) => Application | null): LinkLaws | null {
    if (!laws.links) return null;
    const links = laws.model.links.filter(
      ({ attached, bodies }) =>
        memory[attached.offset] !== 0 &&
        bodies.some((body) => body && applicationOf(body)) &&
        bodies.every((body) => body?.physicalType !== "dynamic" || applicationOf(body)),
    );
    return links.length === 0 ? null : new LinkLaws(laws, links, applicationOf);
  }

  clear(stage: Float64Array): void {
    for (const { offset, stride, size } of this.accumulators)
      for (let k = 0; k < size; k++) stage[offset + k * stride] = 0;
  }

  /** Adds contributions to a stage that holds those of the bodies' own laws, and looks at constraints. */
  look(stage: Float64Array, t: number): void {
    this.contribute(stage, t);
    this.system?.evaluate(stage, t);
  }

  /** Solves constraints that have been looked at, and adds what their unknowns contribute. */
  solve(stage: Float64Array, t: number): void {
    const { system } = this;
    if (!system) return;
    system.factor();
    system.solve("rates", t);
    system.act(stage);
  }

  /** Those of links without unknowns; each sees the sums of the bodies' own laws. */
  private contribute(stage: Float64Array, t: number): void {
    for (const run of this.contributing) run.run(stage, t);
    for (const { link, form, at: first } of this.contributing)
      for (let end = 0; end < 2; end++) {
        if (form.given[end] < 0) continue;
        let at = first + form.given[end];
        for (const { offset, stride, size } of this.accumulatorsOf(link.bodies[end]))
          for (let k = 0; k < size; k++) stage[offset + k * stride] += this.numbers[at++];
      }
  }
}

/** One solver for all that is solved together: the one that laws name. */
function solverOf(links: readonly Link[]): BlockSolverKind {
  let chosen: { kind: BlockSolverKind; context: ContextDeclaration } | null = null;
  for (const { context } of links) {
    const setting = context.settings.get("solver");
    const kind = setting && (wordsOf(setting) as BlockSolverKind);
    if (kind && chosen && chosen.kind !== kind)
      throw new Problem("setting", setting.valueSpan, `'${context.name.name}' and '${chosen.context.name.name}' name different solvers`, "constraints are solved together"); // biome-ignore format: one sentence
    if (kind) chosen = { kind, context };
  }
  return chosen?.kind ?? "direct";
}
