// The limit on applications of contact laws within one step, so that no step takes for ever.
import type { Laws } from "../../laws/laws.ts";
import { RunError } from "../../model/run-error.ts";
import type { ContactPoints } from "../contact/points.ts";

/** 10,000 boxes with 40 iterations need a twentieth of it; all of it takes some seconds. */
const mostApplications = 3e7;
/** The urgency of one point counts as this many applications. */
export const weighing = 4;

/** Counts the applications of contact laws in a step, including its repetitions and the computation of urgencies. */
export class SweepWork {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  private count = 0;

  constructor(laws: Laws, points: ContactPoints) {
    this.laws = laws;
    this.points = points;
  }

  /** Begins a step. */
  begin(): void {
    this.count = 0;
  }

  add(applications: number): void {
    this.count += applications;
    if (this.count > mostApplications) this.refuse();
  }

  private refuse(): never {
    const { model, memory } = this.laws;
    const time = memory.current[model.world.get("t")!.offset];
    const order = model.settings.sweepOrder === "greatest first" ? " another 'sweep order'," : "";
    throw new RunError(
      "too-many",
      model.simulation.name.span,
      `the step at t = ${time} takes too long: contact laws are applied again and again to its ` +
        `${this.points.list.count} contact points`,
      `take fewer 'iterations', a smaller 'margin',${order} or fewer objects`,
    );
  }
}
