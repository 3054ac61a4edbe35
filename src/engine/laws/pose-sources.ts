// Where the positions, orientations and sizes of bodies come from during a step.

import type { Definition } from "../../language/syntax/ast.ts";
import { isFirstRate } from "../../language/syntax/statement.ts";
import type { Body } from "../model/model.ts";
import type { Slot } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import type { Applications } from "../state/observer.ts";
import { isTimeOnly } from "./law-reads.ts";
import type { RateTerms } from "./rate-terms.ts";

/** A closed form that gives a body's position, orientation or size. */
export interface LawSource {
  readonly kind: "law";
  application: Application;
  readonly definition: Definition;
  /** Whether the same law states rates too. */
  readonly hasRates: boolean;
}

export type PoseSource =
  | { readonly kind: "still" }
  /** A rate: the place in the integrated vector. */
  | { readonly kind: "rate"; readonly at: number }
  | LawSource;

const still: PoseSource = { kind: "still" };

/** The sources by body number, found on demand and kept. */
export class PoseSources {
  private readonly terms: RateTerms;
  private readonly changingWorld: ReadonlySet<string>;
  private readonly applications: (Application | undefined)[] = [];
  private readonly positions: PoseSource[] = [];
  private readonly orientations: PoseSource[] = [];
  private readonly sizes: PoseSource[] = [];
  private readonly timeOnly: boolean[] = [];

  constructor(active: readonly Application[], terms: RateTerms, changingWorld: ReadonlySet<string>) {
    for (const application of active) this.applications[application.body.index] = application;
    this.terms = terms;
    this.changingWorld = changingWorld;
  }

  /** Replaces the applications by others of the same laws to the same bodies. */
  renew(applications: Applications): void {
    for (let i = 0; i < applications.length; i++) {
      const application = applications[i];
      if (!application) continue;
      this.applications[i] = application;
      const position = this.positions[i];
      const orientation = this.orientations[i];
      const size = this.sizes[i];
      if (position?.kind === "law") position.application = application;
      if (orientation?.kind === "law") orientation.application = application;
      if (size?.kind === "law") size.application = application;
    }
  }

  /** The law at work on a body. */
  applicationOf(body: Body): Application | null {
    return this.applications[body.index] ?? null;
  }

  position(body: Body): PoseSource {
    return (this.positions[body.index] ??= this.find(body, body.position));
  }

  orientation(body: Body): PoseSource {
    return (this.orientations[body.index] ??= this.find(body, body.orientation));
  }

  /** The source of a body's size; `still` if no law changes its shape. */
  size(body: Body): PoseSource {
    return (this.sizes[body.index] ??= body.sizing ? this.find(body, body.sizing.slot) : still);
  }

  private find(body: Body, slot: Slot): PoseSource {
    const application = this.applicationOf(body);
    if (!application) return still;
    const at = this.terms.placeOf(slot);
    if (at !== undefined) return { kind: "rate", at };
    const definition = application.scope.ownUpdate(slot.name);
    if (!definition) return still;
    return {
      kind: "law",
      application,
      definition,
      hasRates: application.context.functions.some(isFirstRate),
    };
  }

  /** Whether laws move or resize a body. */
  moves(body: Body): boolean {
    return (
      this.position(body).kind !== "still" ||
      this.orientation(body).kind !== "still" ||
      this.size(body).kind !== "still"
    );
  }

  /** Whether a body's place or size comes from rates, so that its path within a step is an interpolation. */
  isIntegrated(body: Body): boolean {
    return (
      this.position(body).kind === "rate" || this.orientation(body).kind === "rate" || this.size(body).kind === "rate"
    );
  }

  /** Whether the trajectory of a body depends on time alone, so that it stays the same when others are stopped. */
  isTimeOnly(body: Body): boolean {
    return (this.timeOnly[body.index] ??=
      this.hangsOnTime(this.position(body)) &&
      this.hangsOnTime(this.orientation(body)) &&
      this.hangsOnTime(this.size(body)));
  }

  private hangsOnTime(source: PoseSource): boolean {
    if (source.kind !== "law") return source.kind === "still";
    return isTimeOnly(source.application, source.definition, this.changingWorld);
  }
}
