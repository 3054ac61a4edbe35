// The applications active during a step, sorted by what their laws state; neighbours under one law are grouped.

import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Application } from "../state/application.ts";
import type { Applications } from "../state/observer.ts";
import type { Batch, Interpret, Kernels } from "./kernels.ts";
import { remembers } from "./law-reads.ts";
import type { Laws } from "./laws.ts";

/** Groups of neighbours under one law, and single applications that have no kernels. */
export type Batches = (Batch | Application)[];

/** What all laws of a step compute, in this order. */
type Work = "updates" | "rates" | "contributions" | "switches";

export class ActingLaws {
  readonly active: Application[];
  readonly contributing: Application[];
  readonly rated: Application[];
  readonly updating: Application[];
  /** Applications whose context has attributes that change from step to step. */
  readonly remembering: Application[];
  /** Applications whose switches are watched. */
  readonly switching: Application[];
  private readonly kernels: Kernels | null;
  private readonly batches: Record<Work, Batches>;
  /** The version of the kernels when the batches were made. */
  private version = -1;

  constructor({ kernels }: Laws, active: readonly Application[], isSwitching: (application: Application) => boolean) {
    const having = (test: (definition: Definition) => boolean) =>
      active.filter(({ context }) => context.functions.some(test));
    this.active = [...active];
    this.contributing = having(isContribution);
    this.rated = having((definition) => definition.order === 1);
    this.updating = having((definition) => definition.order === 0 && definition.op === "=");
    this.remembering = active.filter(remembers);
    this.switching = active.filter(isSwitching);
    this.kernels = kernels;
    const { updating, rated, contributing, switching } = this;
    this.batches = { updates: updating, rates: rated, contributions: contributing, switches: switching };
  }

  /** The batches for a kind of work, with the present kernels. */
  batchesFor(work: Work): Batches {
    const { kernels, batches } = this;
    if (kernels && this.version !== kernels.version) {
      this.version = kernels.version;
      batches.updates = kernels.batches(this.updating);
      batches.rates = kernels.batches(this.rated);
      batches.contributions = kernels.batches(this.contributing);
      batches.switches = kernels.batches(this.switching);
    }
    return batches[work];
  }

  /**
   * Computes a part of all laws into the kernels' results; calls `interpret` for applications that have no kernel for
   * it.
   */
  run(work: Work, registered: ReadonlyNumbers, stage: Float64Array, interpret: Interpret): void {
    const batches = this.batchesFor(work);
    for (let i = 0; i < batches.length; i++) {
      const batch = batches[i];
      if ("kernels" in batch) this.kernels!.run(batch, work, registered, stage, interpret);
      else interpret(batch);
    }
  }

  /** Whether these are the same applications. */
  isFor(applications: Applications): boolean {
    let count = 0;
    for (let i = 0; i < applications.length; i++)
      if (applications[i] && this.active[count++] !== applications[i]) return false;
    return count === this.active.length;
  }

  /**
   * Replaces the applications, if the same laws apply to the same bodies and the same kernels serve them; otherwise
   * changes nothing.
   */
  renew(applications: Applications): boolean {
    let count = 0;
    for (let i = 0; i < applications.length; i++) {
      const application = applications[i];
      if (application && !this.isLike(this.active[count++], application)) return false;
    }
    if (count !== this.active.length) return false;
    if (this.kernels && this.version === this.kernels.version) {
      renewBatches(this.batches.updates, applications);
      renewBatches(this.batches.rates, applications);
      renewBatches(this.batches.contributions, applications);
      renewBatches(this.batches.switches, applications);
    }
    renewList(this.active, applications);
    renewList(this.contributing, applications);
    renewList(this.rated, applications);
    renewList(this.updating, applications);
    renewList(this.remembering, applications);
    renewList(this.switching, applications);
    return true;
  }

  private isLike(one: Application | undefined, other: Application): boolean {
    if (one === other) return true;
    if (one?.body !== other.body || one.scope !== other.scope) return false;
    return !this.kernels || this.kernels.of(one) === this.kernels.of(other);
  }
}

function renewBatches(batches: Batches, applications: Applications): void {
  for (let i = 0; i < batches.length; i++) {
    const batch = batches[i];
    if (!("kernels" in batch)) {
      batches[i] = applications[batch.body.index]!;
      continue;
    }
    renewList(batch.applications, applications);
    batch.held = -1;
    // A program stays valid while the banks stay the same; it must notice values that events have changed.
    batch.kernels.change();
  }
}

function renewList(list: Application[], applications: Applications): void {
  for (let i = 0; i < list.length; i++) list[i] = applications[list[i].body.index]!;
}

/** Replaces the applications in these places. */
export function renewPlaces(places: readonly { application: Application }[], applications: Applications): void {
  for (let i = 0; i < places.length; i++) places[i].application = applications[places[i].application.body.index]!;
}
