// Everything that laws and links do at a stage, and the stages of a step of RK4, as functions over the run's memory,
// with almost no work between kernels. Used only if everything is compiled; if a kernel gives up, the stage is repeated
// in the general way.
import type { Program } from "../../compiler/kernel/kernel.ts";
import { type ProgramStep, type Scattered, stretchesOf } from "../../compiler/kernel/program-step.ts";
import type { KernelPart } from "../laws/context-kernels.ts";
import type { Batch } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LinkLaws, LinkSteps } from "../links/link-laws.ts";
import type { Arena } from "../state/arena.ts";
import { rk4Tableau } from "./integrators/method.ts";
import { type ProjectionName, type ProjectionParts, projectionFunctions } from "./projection-program.ts";

/** What a program is made of. */
export interface StageProgramParts {
  readonly laws: Laws;
  readonly links: LinkLaws;
  readonly contributing: readonly Batch[];
  readonly rated: readonly Batch[];
  /** The places of accumulators, and of the numbers of the integrated vector. */
  readonly accumulators: Int32Array;
  readonly places: Int32Array;
  /** The parts of a projection; null where there is none. */
  readonly projection: ProjectionParts | null;
}

const stages = rk4Tableau.b.length;
/** Vectors: start, end, the point of a stage, and the rates of each. */
const vectorCount = stages + 3;
const stepNumbers = 2;

export class StageProgram {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly point: Float64Array;
  readonly rates: Float64Array;
  /** The start time of the step, and its length. */
  readonly step: Float64Array;
  /** Computes the contributions of the bodies' own laws at `point`. */
  readonly lookAtBodies: ReturnType<Program["function"]>;
  readonly lookAtLinks: ReturnType<Program["function"]>;
  readonly look: ReturnType<Program["function"]>;
  readonly solve: ReturnType<Program["function"]>;
  /** Writes the rates to `rates`. */
  readonly findRates: ReturnType<Program["function"]>;
  /** Completes a step from `start` and the rates there, in `rates`, to `end`. */
  readonly goOn: ReturnType<Program["function"]>;
  /** What a projection does to `point`, at which links have been evaluated; null where that is not compiled. */
  readonly projections: Readonly<Record<ProjectionName, ReturnType<Program["function"]>>> | null;

  private constructor(program: Program, vectors: readonly Float64Array[], step: Float64Array, projects: boolean) {
    this.step = step;
    [this.start, this.end, this.point, this.rates] = vectors;
    this.lookAtBodies = program.function("bodies");
    this.lookAtLinks = program.function("links");
    this.look = program.function("look");
    this.solve = program.function("solve");
    this.findRates = program.function("rates");
    this.goOn = program.function("go on");
    const projection = (name: ProjectionName) => program.function(name);
    this.projections = projects
      ? { stop: projection("stop"), close: projection("close"), "stop and close": projection("stop and close") }
      : null;
  }

  /** Null if something is not compiled, or there is no space. */
  static create(parts: StageProgramParts): StageProgram | null {
    const { laws, links, places } = parts;
    const { memory, kernels } = laws;
    const linked = links.steps();
    const room = laws.arena;
    if (!kernels || !linked || !room || places.length > room.most) return null;
    room.clear();
    const vectors = room.vectors(vectorCount, places.length);
    const step = room.vectors(1, stepNumbers)[0];
    const functions = new StageWriter(parts, linked, room, vectors, step).functions();
    if (room.isFull) return null;
    return new StageProgram(memory.machine!.program(functions), vectors, step, parts.projection !== null);
  }
}

/** Writes the functions of a program: their steps, over regions of the run's memory. */
class StageWriter {
  private readonly parts: StageProgramParts;
  private readonly linked: LinkSteps;
  private readonly room: Arena;
  /** The addresses of registered values, the stage, the results of kernels, and the numbers of the step. */
  private readonly registered: number;
  private readonly stage: number;
  private readonly out: number;
  private readonly step: number;
  /** The addresses of the vectors. */
  private readonly start: number;
  private readonly end: number;
  private readonly point: number;
  private readonly rates: readonly number[];
  /** The numbers of the integrated vector in the stage. */
  private readonly own: Scattered;

  constructor(
    parts: StageProgramParts,
    linked: LinkSteps,
    room: Arena,
    vectors: readonly Float64Array[],
    step: Float64Array,
  ) {
    const { memory } = parts.laws;
    this.parts = parts;
    this.linked = linked;
    this.room = room;
    this.registered = memory.registered.byteOffset;
    this.stage = memory.stage.numbers.byteOffset;
    this.out = memory.out.byteOffset;
    this.step = step.byteOffset;
    [this.start, this.end, this.point, ...this.rates] = vectors.map(({ byteOffset }) => byteOffset);
    this.own = this.list(parts.places, this.stage);
  }

  functions(): Map<string, readonly ProgramStep[]> {
    const { linked, room, rates } = this;
    const { projection } = this.parts;
    const saved = projection ? room.vectors(1, projection.sums.length)[0].byteOffset : 0;
    return new Map<string, readonly ProgramStep[]>([
      ["bodies", this.bodies()],
      ["links", [...linked.contributing, this.moves(linked.contributions, "add"), ...linked.constraining]],
      ["look", [call("bodies"), call("links")]],
      ["solve", [...linked.solving, ...linked.pushing, this.moves(linked.found, "move")]],
      ["rates", this.findRates(rates[0])],
      ["go on", this.goOn()],
      ...(projection ? this.projectionFunctions(projection, saved) : []),
    ]);
  }

  /** The steps from the point to the contributions of the bodies' own laws. */
  private bodies(): ProgramStep[] {
    const { registered, stage, out, linked } = this;
    const { accumulators, contributing } = this.parts;
    const cleared = [...new Set([...linked.accumulators, ...accumulators])];
    return [
      { kind: "scatter", vector: this.point, numbers: this.own },
      { kind: "copy", stretches: stretchesOf(linked.kept, registered, stage) },
      { kind: "clear", stretches: stretchesOf(cleared, stage, stage) },
      ...this.run(contributing, "contributions"),
      { kind: "copy", stretches: stretchesOf(accumulators, out, stage) },
    ];
  }

  /** The steps from the start and the rates there, through the later stages, to the end. */
  private goOn(): ProgramStep[] {
    const { step, stage, point, rates } = this;
    const time = stage + 8 * this.parts.laws.model.world.get("t")!.offset;
    const later = Array.from(rk4Tableau.c).flatMap((c, i): ProgramStep[] =>
      i === 0
        ? []
        : [
            this.combine(point, rk4Tableau.a[i]),
            { kind: "time", step, to: time, c },
            call("look"),
            call("solve"),
            ...this.findRates(rates[i]),
          ],
    );
    return [...later, this.combine(this.end, rk4Tableau.b)];
  }

  private projectionFunctions(parts: ProjectionParts, saved: number) {
    const { linked, stage, point, rates: work } = this;
    const list = (numbers: ArrayLike<number>, region: number) => this.list(numbers, region);
    const findRates = (vector: number) => this.findRates(vector);
    const { places } = this.parts;
    return projectionFunctions(parts, { linked, stage, places, point, work, saved, list, findRates });
  }

  private findRates(vector: number): ProgramStep[] {
    return [
      ...this.run(this.parts.rated, "rates"),
      { kind: "gather", vector, numbers: { ...this.own, region: this.out } },
    ];
  }

  /** The step from the start along the rates, each with its weight. */
  private combine(to: number, weights: Float64Array): ProgramStep {
    const terms = Array.from(weights).flatMap((weight, i) => (weight === 0 ? [] : [[weight, this.rates[i]] as const]));
    return { kind: "combine", step: this.step, out: to, y: this.start, terms, count: this.parts.places.length };
  }

  private run(batches: readonly Batch[], part: KernelPart): ProgramStep[] {
    const { registered, stage, out } = this;
    return batches.map(({ kernels, first, applications }) => ({
      kind: "run",
      kernel: kernels.kernel(part)!,
      args: [registered, stage, 8 * kernels.bank, out, 8 * first, 0, 8 * (first + applications.length)],
    }));
  }

  /** Steps that move numbers of links to the stage, or add them there; the first of each pair is the source. */
  private moves(pairs: readonly (readonly [number, number])[], kind: "move" | "add"): ProgramStep {
    const from = this.list(
      pairs.map(([from]) => from),
      0,
    );
    const to = this.list(
      pairs.map(([, to]) => to),
      this.stage,
    );
    return { kind, from, to };
  }

  private list(numbers: ArrayLike<number>, region: number): Scattered {
    const places = this.room.list(Array.from(numbers, (place) => 8 * place));
    return { places, count: numbers.length, region };
  }
}

function call(name: string): ProgramStep {
  return { kind: "call", name };
}
