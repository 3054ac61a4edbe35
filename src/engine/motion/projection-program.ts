// The changes of a projection as functions of a program, with the same bits as projection.ts.
import type { ProgramStep, Scattered } from "../../compiler/kernel/program-step.ts";
import type { LinkSteps } from "../links/link-laws.ts";
import type { DrivenNumbers } from "./driven-numbers.ts";

/** Per row of constraints: the place of the number to correct, or -1, and the place of its right-hand side. */
type Undone = readonly (readonly [from: number, right: number])[];

export interface ProjectionParts extends DrivenNumbers {
  readonly velocities: Undone;
  readonly values: Undone;
  /** The accumulators that constraints act on. */
  readonly sums: Int32Array;
  /** Where quaternions begin in the integrated vector. */
  readonly turning: readonly number[];
}

/** What a program has already; addresses are in bytes. */
export interface ProgramInputs {
  readonly linked: LinkSteps;
  readonly stage: number;
  /** Per number of the integrated vector, its place in the stage. */
  readonly places: Int32Array;
  /** The vector that is changed, and other work vectors. */
  readonly point: number;
  readonly work: readonly number[];
  /** Space to save the accumulators. */
  readonly saved: number;
  list(places: readonly number[], region: number): Scattered;
  findRates(vector: number): ProgramStep[];
}

export type ProjectionName = "stop" | "close" | "stop and close";

export function projectionFunctions(
  parts: ProjectionParts,
  ground: ProgramInputs,
): [ProjectionName, readonly ProgramStep[]][] {
  const { driven, led, turning } = parts;
  const { linked, stage, places, point, work, saved, findRates } = ground;
  const [before, stopped, pushed, target] = work;
  const list = (numbers: readonly number[], region: number) => ground.list(numbers, region);
  const sums = list(Array.from(parts.sums), stage);
  const undo = (rows: Undone, out: number): ProgramStep[] => {
    const meant = rows.filter(([from]) => from >= 0);
    const from = list(
      meant.map(([place]) => place),
      0,
    );
    const to = list(
      meant.map(([, right]) => right),
      0,
    );
    const others = list(
      rows.flatMap(([place, right]) => (place < 0 ? [right] : [])),
      0,
    );
    return [
      { kind: "negate", from, to },
      { kind: "zero", numbers: others },
      ...linked.solving,
      ...linked.pushing,
      ...findRates(out),
      { kind: "scatter", vector: saved, numbers: sums },
    ];
  };
  const drivenPlaces = list(Array.from(driven), target);
  const ledPlaces = list(Array.from(led), point);
  const change = (at: Scattered, after: number, out: number): ProgramStep => ({
    kind: "change",
    ...at,
    out,
    y: point,
    after,
    before,
  });
  const begin: ProgramStep[] = [{ kind: "gather", vector: saved, numbers: sums }, ...findRates(before)];
  const stop = undo(parts.velocities, stopped);
  const goOn = change(drivenPlaces, stopped, point);
  const close: ProgramStep[] = [
    ...undo(parts.values, pushed),
    change(drivenPlaces, pushed, target),
    {
      kind: "move",
      from: drivenPlaces,
      to: list(
        Array.from(driven, (k) => places[k]),
        stage,
      ),
    },
    ...findRates(pushed),
    change(ledPlaces, pushed, point),
    { kind: "normalise", numbers: list(turning, point) },
  ];
  return [
    ["stop", [...begin, ...stop, goOn]],
    ["close", [...begin, ...close]],
    ["stop and close", [...begin, ...stop, ...close, goOn]],
  ];
}
