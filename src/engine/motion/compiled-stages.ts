// Evaluates the stages of linked bodies by a program, as long as everything is compiled and no other program uses its
// memory.
import type { Kernel } from "../../compiler/kernel/kernel.ts";
import type { Batches } from "../laws/acting-laws.ts";
import type { KernelPart } from "../laws/context-kernels.ts";
import type { Batch, Kernels } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LinkLaws } from "../links/link-laws.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Application } from "../state/application.ts";
import type { StageMemory } from "../state/run-memory.ts";
import type { System } from "./integrators/method.ts";
import type { StageEvaluation } from "./stage-evaluation.ts";
import type { StageLaws } from "./stage-laws.ts";
import { StageProgram, type StageProgramParts } from "./stage-program.ts";

/** Number of stages evaluated law by law before a program is compiled, since laws may change soon. */
const firstStages = 8;

/** The parts that do not depend on the kernels. */
type OwnParts = Pick<StageProgramParts, "accumulators" | "places" | "projection">;

export class CompiledStages implements StageEvaluation {
  private readonly stages: StageLaws;
  /** Evaluates what is not compiled, and what a kernel gives up. */
  private readonly otherwise: StageEvaluation;
  private readonly laws: Laws;
  private readonly kernels: Kernels;
  private readonly links: LinkLaws;
  private readonly parts: OwnParts;
  private program: StageProgram | null = null;
  /** The versions of the kernels and banks from which the program was compiled. */
  private version = -1;
  private held = -1;
  private holds = -1;
  private made: readonly { readonly batch: Batch; readonly part: KernelPart; readonly kernel: Kernel | null }[] = [];
  private waiting = firstStages;
  private readonly time: number;
  private readonly timeStep: number;

  constructor(stages: StageLaws, links: LinkLaws, parts: OwnParts, otherwise: StageEvaluation) {
    const { laws } = stages;
    this.stages = stages;
    this.otherwise = otherwise;
    this.time = laws.model.world.get("t")!.offset;
    this.timeStep = laws.model.world.get("dt")!.offset;
    this.laws = laws;
    this.kernels = laws.kernels!;
    this.links = links;
    this.parts = parts;
  }

  place(stage: StageMemory, registered: ReadonlyNumbers, y: Float64Array | null): void {
    const { stages } = this;
    if (y && !stages.contacts && this.isCompiled(stage, registered) && this.look(y)) stage.prepared(stages, y);
    else this.otherwise.place(stage, registered, y);
  }

  solve(stage: StageMemory): void {
    if (!this.solveCompiled(stage)) this.otherwise.solve(stage);
  }

  derivative(stage: Float64Array, registered: ReadonlyNumbers, out: Float64Array, rank: number | null): void {
    if (rank !== null || !this.findRates(stage, out)) this.otherwise.derivative(stage, registered, out, rank);
  }

  /** Takes a step, which must be one of RK4; the stage must have its times. */
  step(registered: ReadonlyNumbers, system: System, y: Float64Array, out: Float64Array): boolean {
    const { stages, laws, program } = this;
    const { stage } = laws.memory;
    if (!program || stages.switches || stages.integrator !== "rk4" || laws.onPhase || stages.contacts) return false;
    stages.prepare(stage, registered, this.begin(y, system));
    if (!this.findRates(stage.numbers, null) || !this.isCompiled(stage, registered)) return false;
    return this.goOn(system, out);
  }

  /** Whether there is a program for a stage, which then holds registered values and its times. */
  private isCompiled(stage: StageMemory, registered: ReadonlyNumbers): boolean {
    stage.refresh(registered, this.stages);
    stage.forget();
    stage.numbers[this.timeStep] = stage.until - registered[this.time];
    stage.numbers[this.time] = stage.t;
    return this.find(stage, registered);
  }

  /** Whether there is a program for this stage, which holds registered values; makes one if possible. */
  private find(stage: StageMemory, registered: ReadonlyNumbers): boolean {
    const { memory } = this.laws;
    const { acting } = this.stages;
    // The program must be made of the present kernels.
    const contributing = acting.batchesFor("contributions");
    const rated = acting.batchesFor("rates");
    if (stage !== memory.stage || registered !== memory.registered) return false;
    if (this.waiting > 0) {
      this.waiting--;
      return false;
    }
    this.links.hold(stage.numbers);
    if (!this.serves()) this.make(contributing, rated);
    return this.program !== null;
  }

  private serves(): boolean {
    const { kernels, laws, links } = this;
    if (this.version !== kernels.version || this.holds !== links.holds) return false;
    if (laws.arena?.owner !== this || !links.isHeld) return false;
    if (this.held === kernels.banks.changes) return true;
    let isReady = true;
    for (let i = 0; i < this.made.length; i++) {
      const { batch, part, kernel } = this.made[i];
      if (batch.kernels.ready(part, batch, laws.memory.registered) !== kernel) isReady = false;
    }
    this.held = kernels.banks.changes;
    return isReady;
  }

  private make(contributing: Batches, rated: Batches): void {
    const { laws, links, kernels } = this;
    const { registered } = laws.memory;
    this.version = kernels.version;
    this.holds = links.holds;
    this.program = null;
    this.made = [];
    if (!laws.arena) return;
    laws.arena.owner = this;
    if (!contributing.every(isBatch) || !rated.every(isBatch)) return;
    const ready = (batches: readonly Batch[], part: KernelPart) =>
      batches.map((batch) => ({ batch, part, kernel: batch.kernels.ready(part, batch, registered) }));
    this.made = [...ready(contributing, "contributions"), ...ready(rated, "rates")];
    this.held = kernels.banks.changes;
    if (this.made.some(({ kernel }) => !kernel)) return;
    this.program = StageProgram.create({ laws, links, contributing, rated, ...this.parts });
  }

  /** Evaluates constraints from a vector; false if a kernel gives up. There must be a program. */
  private look(y: Float64Array): boolean {
    const { onPhase, memory } = this.laws;
    const program = this.program!;
    this.links.lookedAt(memory.stage.numbers);
    program.point.set(y);
    if (!onPhase) return program.look();
    onPhase("laws");
    if (!program.lookAtBodies()) return false;
    onPhase("constraints");
    const isDone = program.lookAtLinks();
    onPhase("motion");
    return isDone;
  }

  /** Solves by a program; false if there is none, or a kernel gives up. */
  private solveCompiled(stage: StageMemory): boolean {
    const { laws, program } = this;
    if (!program || stage !== laws.memory.stage || !this.serves()) return false;
    laws.onPhase?.("solution");
    if (!program.solve()) return false;
    this.links.system?.solvedElsewhere();
    return true;
  }

  /** Writes the rates at a stage to `out` or for a step; false if there is no program, or a kernel gives up. */
  private findRates(stage: Float64Array, out: Float64Array | null): boolean {
    const { laws, program } = this;
    if (!program || stage !== laws.memory.stage.numbers || !this.serves()) return false;
    laws.onPhase?.("laws");
    const isDone = program.findRates();
    laws.onPhase?.("motion");
    if (isDone) out?.set(program.rates);
    return isDone;
  }

  get canChange(): boolean {
    return this.program !== null && this.program.projections !== null && !this.laws.onPhase && this.serves();
  }

  change(y: Float64Array, stops: boolean, closes: boolean): boolean {
    const { point, projections } = this.program!;
    point.set(y);
    if (!projections![stops ? (closes ? "stop and close" : "stop") : "close"]()) return false;
    this.links.system!.solvedElsewhere();
    y.set(point);
    return true;
  }

  /** Begins a step: returns its first point. */
  private begin(y: Float64Array, { h }: System): Float64Array {
    const { start, point } = this.program!;
    for (let k = 0; k < y.length; k++) {
      start[k] = y[k];
      point[k] = y[k] + h * 0;
    }
    return point;
  }

  /** Completes a step whose first rates are found. */
  private goOn({ t, h }: System, out: Float64Array): boolean {
    const program = this.program!;
    program.step[0] = t;
    program.step[1] = h;
    if (!program.goOn()) return false;
    this.links.system?.solvedElsewhere();
    out.set(program.end);
    return true;
  }
}

function isBatch(batch: Batch | Application): batch is Batch {
  return "kernels" in batch;
}
