// The stages of linked bodies by a program, as long as all is compiled and nobody else has taken its room.
import type { Kernel } from "../../compiler/kernel/kernel.ts";
import type { ActingLaws, Batches } from "../laws/acting-laws.ts";
import type { Part } from "../laws/context-kernels.ts";
import type { Batch, Kernels } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LinkLaws } from "../links/link-laws.ts";
import type { Application } from "../state/application.ts";
import type { StageMemory } from "../state/run-memory.ts";
import type { System } from "./integrators/method.ts";
import { type StageParts, StageProgram } from "./stage-program.ts";

/**
 * So many stages are done in the general way before a program is made: laws that change soon again are not worth one.
 */
const firstStages = 8;

/** What stays whatever the kernels are. */
type OwnParts = Pick<StageParts, "accumulators" | "places" | "changes">;

export class CompiledStages {
  private readonly laws: Laws;
  private readonly kernels: Kernels;
  private readonly links: LinkLaws;
  private readonly parts: OwnParts;
  private program: StageProgram | null = null;
  /** What it was made of, and the state of the banks in which all of that was there. */
  private version = -1;
  private held = -1;
  private holds = -1;
  private made: readonly { readonly batch: Batch; readonly part: Part; readonly kernel: Kernel | null }[] = [];
  private waiting = firstStages;

  constructor(laws: Laws, links: LinkLaws, parts: OwnParts) {
    this.laws = laws;
    this.kernels = laws.kernels!;
    this.links = links;
    this.parts = parts;
  }

  /** Whether there is a program for this stage, which holds registered values; makes one if it can. */
  find(stage: StageMemory, registered: Float64Array, acting: ActingLaws): boolean {
    const { memory } = this.laws;
    // Of the kernels as they are now.
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

  get isMade(): boolean {
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
    const ready = (batches: readonly Batch[], part: Part) =>
      batches.map((batch) => ({ batch, part, kernel: batch.kernels.ready(part, batch, registered) }));
    this.made = [...ready(contributing, "contributions"), ...ready(rated, "rates")];
    this.held = kernels.banks.changes;
    if (this.made.some(({ kernel }) => !kernel)) return;
    this.program = StageProgram.create({ laws, links, contributing, rated, ...this.parts });
  }

  /** From a vector to constraints that have been looked at; false where a kernel gives up. There must be a program. */
  look(y: Float64Array): boolean {
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

  /** Solves constraints that have been looked at, and adds what their unknowns contribute. */
  solve(stage: StageMemory): boolean {
    const { laws, program } = this;
    if (!program || stage !== laws.memory.stage || !this.serves()) return false;
    laws.onPhase?.("solution");
    if (!program.solve()) return false;
    this.links.system?.solvedElsewhere();
    return true;
  }

  /** The rates at a stage, into `out` or for a step. */
  findRates(stage: Float64Array, out: Float64Array | null): boolean {
    const { laws, program } = this;
    if (!program || stage !== laws.memory.stage.numbers || !this.serves()) return false;
    laws.onPhase?.("laws");
    const isDone = program.findRates();
    laws.onPhase?.("motion");
    if (isDone) out?.set(program.rates);
    return isDone;
  }

  /** Whether a projection can be left to the program. */
  get canChange(): boolean {
    return this.program !== null && this.program.changes !== null && !this.laws.onPhase && this.serves();
  }

  /**
   * Changes a vector, at which links have been looked, as a projection does. False where a kernel gives up: the vector
   * is as it was, the stage is not.
   */
  change(y: Float64Array, stops: boolean, closes: boolean): boolean {
    const { point, changes } = this.program!;
    point.set(y);
    if (!changes![stops ? (closes ? "stop and close" : "stop") : "close"]()) return false;
    this.links.system!.solvedElsewhere();
    y.set(point);
    return true;
  }

  /** The first point of a step. */
  begin(y: Float64Array, { h }: System): Float64Array {
    const { start, point } = this.program!;
    for (let k = 0; k < y.length; k++) {
      start[k] = y[k];
      point[k] = y[k] + h * 0;
    }
    return point;
  }

  /** To the end of a step whose first rates are found. */
  step({ t, h }: System, out: Float64Array): boolean {
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
