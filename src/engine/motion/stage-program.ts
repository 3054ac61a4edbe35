// All that laws and links do at a stage, and the stages of a step of RK4, as functions over the run's memory: next to
// nothing is left to do between kernels. Only where everything is compiled; where a kernel gives up, the stage is done
// again in the general way.
import type { Program } from "../../compiler/kernel/kernel.ts";
import { type ProgramStep, type Scattered, stretchesOf } from "../../compiler/kernel/program-step.ts";
import type { Part } from "../laws/context-kernels.ts";
import type { Batch } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LinkLaws } from "../links/link-laws.ts";
import { rk4Tableau } from "./integrators/method.ts";
import { type ChangeName, type ChangeParts, changeFunctions } from "./projection-program.ts";

/** What a program is made of. */
export interface StageParts {
  readonly laws: Laws;
  readonly links: LinkLaws;
  readonly contributing: readonly Batch[];
  readonly rated: readonly Batch[];
  /** Places of what contributions are added to, and of the numbers of the integrated vector. */
  readonly accumulators: Int32Array;
  readonly places: Int32Array;
  /** What a projection changes; null where there is none. */
  readonly changes: ChangeParts | null;
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
  /** When the step begins, and its length. */
  readonly step: Float64Array;
  /** From `point` to the contributions of the bodies' own laws. */
  readonly lookAtBodies: ReturnType<Program["function"]>;
  readonly lookAtLinks: ReturnType<Program["function"]>;
  readonly look: ReturnType<Program["function"]>;
  readonly solve: ReturnType<Program["function"]>;
  /** Into `rates`. */
  readonly findRates: ReturnType<Program["function"]>;
  /** From `start` and the rates there, `rates`, to `end`. */
  readonly goOn: ReturnType<Program["function"]>;
  /** What a projection does to `point`, at which links have been looked; null where that is not for a program. */
  readonly changes: Readonly<Record<ChangeName, ReturnType<Program["function"]>>> | null;

  private constructor(program: Program, vectors: readonly Float64Array[], step: Float64Array, changes: boolean) {
    this.step = step;
    [this.start, this.end, this.point, this.rates] = vectors;
    this.lookAtBodies = program.function("bodies");
    this.lookAtLinks = program.function("links");
    this.look = program.function("look");
    this.solve = program.function("solve");
    this.findRates = program.function("rates");
    this.goOn = program.function("go on");
    const change = (name: ChangeName) => program.function(name);
    this.changes = changes
      ? { stop: change("stop"), close: change("close"), "stop and close": change("stop and close") }
      : null;
  }

  /** Null where something is not compiled, or there is no room. */
  static create(parts: StageParts): StageProgram | null {
    const { laws, links, places } = parts;
    const { memory, kernels } = laws;
    const linked = links.steps();
    const room = laws.arena;
    if (!kernels || !linked || !room || places.length > room.most) return null;
    const [stage, registered, out] = [memory.stage.numbers, memory.registered, memory.out].map(
      (region) => region.byteOffset,
    );
    const list = (numbers: ArrayLike<number>, region: number): Scattered => ({
      places: room.list(Array.from(numbers, (place) => 8 * place)),
      count: numbers.length,
      region,
    });
    const run = (batches: readonly Batch[], part: Part): ProgramStep[] =>
      batches.map(({ kernels: of, first, applications }) => ({
        kind: "run",
        kernel: of.kernel(part)!,
        args: [registered, stage, 8 * of.bank, out, 8 * first, 0, 8 * (first + applications.length)],
      }));
    room.clear();
    const vectors = room.vectors(vectorCount, places.length);
    const step = room.vectors(1, stepNumbers)[0];
    const at = step.byteOffset;
    const [start, end, point, ...rates] = vectors.map(({ byteOffset }) => byteOffset);
    const own = list(places, stage);
    const ofOut = { ...own, region: out };
    const bodies: ProgramStep[] = [
      { kind: "scatter", vector: point, numbers: own },
      { kind: "copy", stretches: stretchesOf(linked.kept, registered, stage) },
      {
        kind: "clear",
        stretches: stretchesOf([...new Set([...linked.accumulators, ...parts.accumulators])], stage, stage),
      },
      ...run(parts.contributing, "contributions"),
      { kind: "copy", stretches: stretchesOf(parts.accumulators, out, stage) },
    ];
    const moves = (pairs: readonly (readonly [number, number])[], kind: "move" | "add"): ProgramStep => ({
      kind,
      from: list(
        pairs.map(([from]) => from),
        0,
      ),
      to: list(
        pairs.map(([, to]) => to),
        stage,
      ),
    });
    const findRates = (vector: number): ProgramStep[] => [
      ...run(parts.rated, "rates"),
      { kind: "gather", vector, numbers: ofOut },
    ];
    const call = (name: string): ProgramStep => ({ kind: "call", name });
    const time = stage + 8 * laws.model.world.get("t")!.offset;
    const weigh = (weights: Float64Array) =>
      Array.from(weights).flatMap((weight, i) => (weight === 0 ? [] : [[weight, rates[i]] as const]));
    const combine = (to: number, weights: Float64Array): ProgramStep => ({
      kind: "combine",
      step: at,
      out: to,
      y: start,
      terms: weigh(weights),
      count: places.length,
    });
    const later = Array.from(rk4Tableau.c).flatMap((c, i): ProgramStep[] =>
      i === 0
        ? []
        : [
            combine(point, rk4Tableau.a[i]),
            { kind: "time", step: at, to: time, c },
            call("look"),
            call("solve"),
            ...findRates(rates[i]),
          ],
    );
    const { changes } = parts;
    const saved = changes ? room.vectors(1, changes.sums.length)[0].byteOffset : 0;
    const functions = new Map<string, readonly ProgramStep[]>([
      ["bodies", bodies],
      ["links", [...linked.contributing, moves(linked.contributions, "add"), ...linked.constraining]],
      ["look", [call("bodies"), call("links")]],
      ["solve", [...linked.solving, ...linked.pushing, moves(linked.found, "move")]],
      ["rates", findRates(rates[0])],
      ["go on", [...later, combine(end, rk4Tableau.b)]],
      ...(changes
        ? changeFunctions(changes, { linked, stage, places, point, work: rates, saved, list, findRates })
        : []),
    ]);
    if (room.isFull) return null;
    return new StageProgram(memory.machine!.program(functions), vectors, step, changes !== null);
  }
}
