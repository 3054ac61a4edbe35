// Limits on the number of bodies near each other, so that examining each pair does not take for ever.
import type { BodyShapeKind } from "../../geometry/shapes/shape.ts";
import type { Model } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import type { State } from "./state.ts";

/**
 * The most pairs under a law whose geometry is computed in one step; pairs of shapes without a short formula count
 * more.
 */
const mostNear = 300_000;
const costly = 40;
/** The most poses of pairs, weighted alike, in a search for the first impact of a step. */
const mostPoses = 10_000_000;
const simpleKinds: readonly BodyShapeKind[] = ["sphere", "cuboid", "capsule", "half space", "plane"];

export function refuseCrowd({ simulation }: Model, { time }: State, many: number): never {
  throw new RunError(
    "too-many",
    simulation.name.span,
    `more than ${many} pairs of bodies are near each other at t = ${time}`,
    "place the bodies apart from each other, or take fewer copies",
  );
}

/**
 * Counts the pairs whose geometry is computed in a step, weighted by cost: about half a millisecond where bodies of
 * curved shapes overlap.
 */
export class Crowd {
  private readonly model: Model;
  /** Per body, 1 if its shape has no short formula. */
  private readonly isCostly: Uint8Array;
  private cost = 0;
  private pairs = 0;
  private poses = 0;

  constructor(model: Model) {
    this.model = model;
    this.isCostly = Uint8Array.from(model.bodies, ({ geometry }) => (simpleKinds.includes(geometry.kind) ? 0 : 1));
  }

  begin(): void {
    this.cost = this.pairs = this.poses = 0;
  }

  /** Counts a pair, by the numbers of its bodies. */
  add(i: number, j: number, state: State): void {
    this.cost += (this.isCostly[i] | this.isCostly[j]) === 1 ? costly : 1;
    this.pairs++;
    if (this.cost > mostNear) refuseCrowd(this.model, state, this.pairs - 1);
  }

  /** Counts a pair, by the numbers of its bodies, that was followed to its first impact through `looks` poses. */
  follow(i: number, j: number, looks: number, { time }: State): void {
    this.poses += (this.isCostly[i] | this.isCostly[j]) === 1 ? costly * looks : looks;
    if (this.poses <= mostPoses) return;
    const { simulation, bodies } = this.model;
    throw new RunError(
      "too-many",
      simulation.name.span,
      `the first impact after t = ${time} takes too long to find: bodies such as '${bodies[i].name}' and ` +
        `'${bodies[j].name}' move too far within one step`,
      "take a smaller 'step', or check their accelerations and speeds",
    );
  }
}
