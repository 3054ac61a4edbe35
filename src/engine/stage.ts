// The state of all bodies at one instant of a step, before anything is committed: what laws see.
import type { Update } from "../compiler/evaluation.ts";
import type { Value } from "../compiler/value.ts";
import type { Definition } from "../language/ast.ts";
import type { Part } from "./context-kernels.ts";
import { chooseIntegrator } from "./integrator-choice.ts";
import type { Batch, Kernels } from "./kernels.ts";
import { type Laws, playersOf } from "./laws.ts";
import { copySlot, fillSlot, type Slot, writeSlot } from "./layout.ts";
import { LinkLaws } from "./link-laws.ts";
import type { Body } from "./model.ts";
import { Problem } from "./problem.ts";
import { Projection } from "./projection.ts";
import type { IntegratorName } from "./settings.ts";
import type { Application } from "./state.ts";

/** An attribute that has a rate, and where it stands in the vector that is integrated. */
export interface RateTerm {
  readonly application: Application;
  readonly slot: Slot;
  readonly at: number;
  /** Its place in the order written. */
  readonly rank: number;
}

/** Where a body's position or orientation comes from during a step. */
export type Source =
  | { readonly kind: "still" }
  /** A rate: its place in the integrated vector. */
  | { readonly kind: "rate"; readonly at: number }
  | { readonly kind: "law"; readonly application: Application; readonly definition: Definition };

const still: Source = { kind: "still" };

/** The laws at work during a step, sorted by what they state; the same as long as the applications are. */
export class StageLaws {
  readonly laws: Laws;
  readonly active: readonly Application[];
  readonly terms: readonly RateTerm[];
  /** The length of the vector that is integrated. */
  readonly size: number;
  readonly ranks: number;
  readonly integrator: IntegratorName;
  private readonly byBody: ReadonlyMap<Body, Application>;
  private readonly sources = new Map<Slot, Source>();
  private readonly kernels: Kernels | null;
  private batches: readonly (Batch | Application)[];
  private ratedBatches: readonly (Batch | Application)[];
  /** That of the kernels when the batches were made. */
  private version = -1;
  private readonly contributing: readonly Application[];
  private readonly rated: readonly Application[];
  private readonly accumulators: readonly Slot[];
  private readonly readsOthers: boolean;
  /** Places of attributes to which several applications give a rate. */
  private readonly shared: ReadonlySet<number>;

  /** Links at work; which are attached is seen in the memory. */
  readonly links: LinkLaws | null;
  readonly projection: Projection | null;

  constructor(laws: Laws, active: readonly Application[], memory: Float64Array) {
    this.laws = laws;
    this.active = active;
    this.byBody = new Map(active.map((application) => [application.body, application]));
    this.integrator = chooseIntegrator(laws.model.settings, active);
    const has = (application: Application, test: (definition: Update["definition"]) => boolean) =>
      application.context.functions.some(test);
    this.contributing = this.active.filter((application) => has(application, (definition) => definition.op === "+="));
    this.rated = this.active.filter((application) => has(application, (definition) => definition.order === 1));
    this.readsOthers = this.active.some(({ context }) =>
      context.aliases.some(({ target }) => target.kind === "others" || target.kind === "object"),
    );
    const terms: RateTerm[] = [];
    const places = new Map<number, number>();
    const shared = new Set<number>();
    let size = 0;
    for (const application of this.rated) {
      const rates = application.context.functions.filter((definition) => definition.order === 1);
      for (const [rank, definition] of rates.entries()) {
        const attribute = application.scope.attribute(definition.name);
        if (attribute?.owner.kind === "context")
          throw new Problem("rate", definition.span, `'${definition.name}' belongs to the context: only attributes of objects and of the world have rates`); // biome-ignore format: one sentence
        const slot = attribute && laws.slotOf(attribute, playersOf(application));
        if (!slot) continue;
        let at = places.get(slot.offset);
        if (at !== undefined) shared.add(at);
        else {
          places.set(slot.offset, (at = size));
          size += slot.size;
        }
        terms.push({ application, slot, at, rank });
      }
    }
    this.terms = terms;
    this.shared = shared;
    this.size = size;
    this.ranks = terms.reduce((most, term) => Math.max(most, term.rank + 1), 0);
    this.accumulators = this.findAccumulators();
    this.kernels = laws.kernels;
    this.batches = this.active;
    this.ratedBatches = this.rated;
    this.links = LinkLaws.create(laws, memory, (body) => this.applicationOf(body));
    const system = this.links?.system;
    this.projection = system ? new Projection(this, system, memory) : null;
  }

  /** Puts neighbours under one law together, as far as that has changed. */
  private batch(): void {
    if (!this.kernels || this.version === this.kernels.version) return;
    this.version = this.kernels.version;
    this.batches = this.kernels.batches(this.active);
    this.ratedBatches = this.kernels.batches(this.rated);
  }

  /** Runs a part of all laws into the kernels' results; `interpret` is called for those that have no kernel for it. */
  runUpdates(stage: Float64Array, interpret: (application: Application) => void): void {
    this.batch();
    for (const batch of this.batches) this.runBatch(batch, "updates", stage, interpret);
  }

  private runBatch(batch: Batch | Application, part: Part, stage: Float64Array, interpret: (application: Application) => void): void {
    if ("kernels" in batch) this.kernels!.run(batch, part, stage, interpret);
    else interpret(batch);
  } // biome-ignore format: one signature

  applicationOf(body: Body): Application | null {
    return this.byBody.get(body) ?? null;
  }

  /** Whether these are the same applications. */
  isFor(applications: readonly (Application | null)[]): boolean {
    let count = 0;
    for (const application of applications) if (application && this.active[count++] !== application) return false;
    return count === this.active.length;
  }

  sourceOf(body: Body, slot: Slot): Source {
    const known = this.sources.get(slot);
    if (known) return known;
    const application = this.applicationOf(body);
    let source = still;
    if (application) {
      const term = this.rated.length > 0 ? this.terms.find((candidate) => candidate.slot === slot) : undefined;
      const update = application.scope.ownUpdate(slot.name);
      if (term) source = { kind: "rate", at: term.at };
      else if (update) source = { kind: "law", application, definition: update };
    }
    this.sources.set(slot, source);
    return source;
  }

  private findAccumulators(): Slot[] {
    const slots = new Map<number, Slot>();
    for (const application of this.contributing) {
      for (const definition of application.context.functions) {
        const attribute = definition.op === "+=" ? application.scope.attribute(definition.name) : null;
        const slot = attribute && this.laws.slotOf(attribute, playersOf(application));
        if (slot) slots.set(slot.offset, slot);
      }
    }
    return [...slots.values()];
  }

  gather(memory: Float64Array, y: Float64Array): void {
    for (const { slot, at } of this.terms) copySlot(memory, slot, y, at);
  }

  scatter(y: Float64Array, memory: Float64Array): void {
    for (const { slot, at } of this.terms) fillSlot(memory, slot, y, at);
  }

  /** Fills `stage` with what holds at time `t`: registered values, the integrated vector, sums of contributions. */
  prepare(
    stage: Float64Array,
    registered: Float64Array,
    t: number,
    /** The end of the step that is taken; `dt` is its length. */
    until: number,
    y: Float64Array | null,
    rest: "copied" | "kept" = "copied",
    constraints: "solved" | "looked at" = "solved",
  ): void {
    const { world } = this.laws.model;
    // A stage that only ever differed in its time need not be copied anew.
    if (rest === "copied" || y || this.readsOthers || this.contributing.length > 0 || this.links) stage.set(registered);
    const time = world.get("t")!;
    stage[world.get("dt")!.offset] = until - registered[time.offset];
    stage[time.offset] = t;
    if (y) this.scatter(y, stage);
    if (this.readsOthers) this.placeClosedForms(stage, registered, t);
    if (this.links) clearSlots(stage, this.links.accumulators);
    this.addOwn(stage, registered, t);
    if (y) this.links?.act(stage, t, constraints);
  }

  /** Adds what the bodies' own laws contribute. */
  private addOwn(stage: Float64Array, registered: Float64Array, t: number): void {
    if (this.contributing.length === 0) return;
    clearSlots(stage, this.accumulators);
    if (this.contribute(stage)) return;
    const sums: { slot: Slot; value: Value }[] = [];
    for (const application of this.contributing) {
      for (const { attribute, value } of this.evaluate(application, registered, stage, t, "contributions")) {
        const slot = this.laws.slotOf(attribute, playersOf(application));
        if (slot) sums.push({ slot, value });
      }
    }
    for (const { slot, value } of sums) addTo(stage, slot, value);
  }

  /** By kernels; false where the interpreter must add up everything, in its order. */
  private contribute(stage: Float64Array): boolean {
    const { kernels } = this;
    if (!kernels) return false;
    let isWhole = true;
    const giveUp = () => {
      isWhole = false;
    };
    for (const batch of kernels.batches(this.contributing)) this.runBatch(batch, "contributions", stage, giveUp);
    if (isWhole) for (const slot of this.accumulators) moveSlot(kernels.out, stage, slot);
    return isWhole;
  }

  /** Bodies that move by closed forms stand where they are at the stage's time when others look at them. */
  private placeClosedForms(stage: Float64Array, registered: Float64Array, t: number): void {
    const found: { slot: Slot; value: Value }[] = [];
    const interpreted = new Set<Application>();
    this.runUpdates(stage, (application) => {
      interpreted.add(application);
      for (const { attribute, value } of this.evaluate(application, registered, stage, t, "updates")) {
        const slot = attribute.owner.kind === "object" ? this.laws.slotOf(attribute, playersOf(application)) : null;
        if (slot) found.push({ slot, value });
      }
    });
    for (const application of this.active) {
      if (interpreted.has(application)) continue;
      for (const definition of application.context.functions) {
        const attribute = definition.order === 0 && definition.op === "=" ? application.scope.attribute(definition.name) : null;
        const slot = attribute?.owner.kind === "object" && !application.scope.firstTime.has(definition) ? this.laws.slotOf(attribute, playersOf(application)) : null;
        if (slot && definition.params.length === 0) moveSlot(this.kernels!.out, stage, slot);
      }
    } // biome-ignore format: one test a line
    for (const { slot, value } of found) writeSlot(stage, slot, value);
  }

  evaluate(
    application: Application,
    registered: Float64Array,
    stage: Float64Array,
    t: number,
    what: "updates" | "rates" | "contributions",
  ): Update[] {
    const { scope, context, body } = application;
    return this.laws.guard(context, [body], t, () =>
      this.laws.evaluation(scope, playersOf(application), registered, stage)[what](),
    );
  }

  /** Writes the derivative of the integrated vector; of one rank only, where one is given. */
  derivative(stage: Float64Array, registered: Float64Array, t: number, out: Float64Array, rank: number | null): void {
    const given = new Map<number, Application>();
    const interpreted = new Set<Application>();
    this.batch();
    for (const batch of this.ratedBatches)
      this.runBatch(batch, "rates", stage, (application) => {
        interpreted.add(application);
        this.interpretRates(application, stage, registered, t, out, rank, given);
      });
    for (const { application, slot, at, rank: place } of this.terms)
      if ((rank === null || place === rank) && !interpreted.has(application))
        copySlot(this.kernels!.out, slot, out, at);
  }

  private interpretRates(application: Application, stage: Float64Array, registered: Float64Array, t: number, out: Float64Array, rank: number | null, given: Map<number, Application>): void {
      const updates = this.evaluate(application, registered, stage, t, "rates");
      for (const { slot, at, rank: place } of this.terms.filter((term) => term.application === application)) {
        if (rank !== null && place !== rank) continue;
        const update = updates.find(({ attribute }) => this.laws.slotOf(attribute, playersOf(application)) === slot)!;
        const { value } = update;
        if (this.shared.has(at)) {
          const other = given.get(at);
          if (other && numbersOf(value).some((x, k) => x !== out[at + k]))
            throw new Problem("world", update.definition.body.span, `'${application.body.name}' and '${other.body.name}' give '${slot.name}' different rates at t = ${t}`); // biome-ignore format: one sentence
          given.set(at, application);
        }
        if (typeof value === "number") out[at] = value;
        else if (typeof value === "object" && value.kind !== "sequence" && value.data.length === slot.size)
          out.set(value.data, at);
        else this.laws.commit([update], playersOf(application), stage, t);
      }
  } // biome-ignore format: one signature
}

function clearSlots(memory: Float64Array, slots: readonly Slot[]): void {
  for (const { offset, stride, size } of slots) for (let k = 0; k < size; k++) memory[offset + k * stride] = 0;
}

export function moveSlot(from: Float64Array, to: Float64Array, { offset, stride, size }: Slot): void {
  for (let k = 0; k < size; k++) to[offset + k * stride] = from[offset + k * stride];
}

function numbersOf(value: Value): Float64Array {
  return Float64Array.from(typeof value === "object" && value.kind !== "sequence" ? value.data : [Number(value)]);
}

function addTo(memory: Float64Array, slot: Slot, value: Value): void {
  if (typeof value === "number") memory[slot.offset] += value;
  else if (typeof value === "object" && value.kind !== "sequence")
    for (let k = 0; k < slot.size; k++) memory[slot.offset + k * slot.stride] += value.data[k];
}
