// How many bodies may be near each other: looking at each pair must not take for ever.
import type { ShapeKind } from "../../geometry/shapes/shape.ts";
import type { Model } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import type { State } from "./state.ts";

/**
 * Pairs under a law whose geometry is looked at in one step; those of shapes without a short formula count for more.
 */
const mostNear = 300_000;
const costly = 40;
const quickKinds: readonly ShapeKind[] = ["sphere", "cuboid", "capsule", "half space", "plane"];

export function refuseCrowd({ simulation }: Model, { time }: State, many: number): never {
  throw new RunError(
    "too-many",
    simulation.name.span,
    `more than ${many} pairs of bodies are near each other at t = ${time}`,
    "place the bodies apart from each other, or take fewer copies",
  );
}

/**
 * Counts the pairs whose geometry is looked at in a step, by what that takes: about half a millisecond where bodies of
 * curved shapes overlap.
 */
export class Crowd {
  private readonly model: Model;
  /** Per body, 1 where its shape has no short formula. */
  private readonly isCostly: Uint8Array;
  private cost = 0;
  private pairs = 0;

  constructor(model: Model) {
    this.model = model;
    this.isCostly = Uint8Array.from(model.bodies, ({ geometry }) => (quickKinds.includes(geometry.kind) ? 0 : 1));
  }

  begin(): void {
    this.cost = this.pairs = 0;
  }

  /** One more pair, by the numbers of its bodies. */
  add(i: number, j: number, state: State): void {
    this.cost += (this.isCostly[i] | this.isCostly[j]) === 1 ? costly : 1;
    this.pairs++;
    if (this.cost > mostNear) refuseCrowd(this.model, state, this.pairs - 1);
  }
}
