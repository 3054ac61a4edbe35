// How all bodies move during one step, between two events. Looking at an instant commits nothing; the end of the step does.

import { isFiniteValue, type Value } from "../compiler/value.ts";
import { type Pose, straighten } from "../geometry/pose.ts";
import { cubicAt, type DenseNode } from "./integrators/dense.ts";
import type { Node, System } from "./integrators/method.ts";
import { steps } from "./integrators/steps.ts";
import { type Laws, MemoryRegisters, playersOf } from "./laws.ts";
import { copySlot, type Slot } from "./layout.ts";
import { madeFrom } from "./made-from.ts";
import type { Body } from "./model.ts";
import { normalizeOrientation, rotationOf } from "./orientation.ts";
import { Problem } from "./problem.ts";
import { moveSlot, type StageLaws } from "./stage.ts";
import type { Application } from "./state.ts";
import { isTimeOnly } from "./time-only.ts";

export class Flow {
  readonly from: number;
  readonly to: number;
  readonly stages: StageLaws;
  private readonly laws: Laws;
  private readonly registered: Float64Array;
  private readonly stage: Float64Array;
  /** Where closed forms are looked at; always the registered values but for the time, unless laws see each other. */
  private readonly looked: Float64Array;
  private readonly start: Float64Array;
  /** Cubics through these nodes with the slopes there are the path within the step; null until asked for. */
  private nodes: DenseNode[] | null = null;
  private readonly integrated = new Map<number, Float64Array>();

  constructor(laws: Laws, registered: Float64Array, stages: StageLaws, from: number, to: number) {
    this.laws = laws;
    this.registered = registered;
    this.stages = stages;
    this.from = from;
    this.to = to;
    this.stage = laws.kernels?.stage ?? registered.slice();
    this.looked = laws.kernels?.looked ?? registered.slice();
    this.start = new Float64Array(this.stages.size);
    this.stages.gather(registered, this.start);
  }

  /** Whether orientations are brought back to unit length, or to rotations, after the step. */
  get normalises(): boolean {
    return this.stages.terms.some(({ slot, application }) => slot === application.body.orientation && slot.size > 3);
  }

  /** Fills the kernels' memory with this flow's values, if another has used it meanwhile. */
  private enter(): void {
    const { kernels } = this.laws;
    if (!kernels || kernels.filler === this) return;
    kernels.registered.set(this.registered);
    kernels.looked.set(this.registered);
    kernels.filler = this;
  }

  private system(until: number): System {
    const { stages, stage, registered } = this;
    const prepare = (t: number, y: Float64Array) => {
      this.enter();
      stages.prepare(stage, registered, t, until, y);
    };
    return {
      size: stages.size,
      ranks: stages.ranks,
      derivative(t, y, out) {
        prepare(t, y);
        stages.derivative(stage, registered, t, out, null);
      },
      derivativeOfRank(rank, t, y, out) {
        prepare(t, y);
        stages.derivative(stage, registered, t, out, rank);
      },
      components(rank) {
        const components: number[] = [];
        for (const term of stages.terms)
          if (term.rank === rank) for (let k = 0; k < term.slot.size; k++) components.push(term.at + k);
        return Int32Array.from(components);
      },
    };
  }

  /** The integrated vector at `t`, by one step of the integrator from the start. */
  private integrate(t: number, node?: Node): Float64Array {
    if (this.stages.size === 0 || t === this.from) return this.start;
    const known = node ? undefined : this.integrated.get(t);
    if (known) return known;
    const y = new Float64Array(this.stages.size);
    const failed = steps[this.stages.integrator](this.system(t), this.from, this.start, t - this.from, y, node);
    const term = this.stages.terms[0];
    if (failed) throw new Problem("integrator", term.application.context.name.span, `${failed}, at t = ${this.from}`, "take a shorter step, or another integrator"); // biome-ignore format: one sentence
    for (const { slot, at, application } of this.stages.terms) {
      if (slot === application.body.orientation) normalizeOrientation(y.subarray(at, at + slot.size));
      for (let k = 0; k < slot.size; k++) if (!Number.isFinite(y[at + k])) throw this.notFinite(application, slot, t);
    }
    this.stages.projection?.close(this.stage, this.registered, t, t, this.to - this.from, y);
    this.integrated.set(t, y);
    return y;
  }

  private notFinite(application: Application, slot: Slot, t: number): Problem {
    const rate = application.context.functions.find(
      (definition) => definition.order === 1 && application.scope.attribute(definition.name)?.name === slot.name,
    );
    const span = rate?.body.span ?? application.context.name.span;
    const registers = new MemoryRegisters(this.laws.model, this.registered, this.registered, playersOf(application));
    const inputs = rate ? `, made from ${madeFrom(rate, application.scope, registers)} at t = ${this.from}` : "";
    return new Problem("not-finite", span, `'${slot.name}' of '${application.body.name}' stops being finite before t = ${t}`, `its rate is stated in the law '${application.context.name.name}'${inputs}`); // biome-ignore format: one sentence
  }

  /** After a jump: velocities change as the links demand, and the registered values with them. */
  keepLinks(): void {
    const { projection } = this.stages;
    if (!projection) return;
    this.enter();
    const y = this.start.slice();
    projection.look(this.stage, this.registered, this.from, this.from, y);
    projection.stopGrowth(this.stage, this.registered, this.from, this.from, y, "all");
    this.settle(y);
  }

  /** First values that violate constraints are told, or made to meet them. */
  beginLinks(start: "as given" | "projected"): void {
    const { projection } = this.stages;
    if (!projection) return;
    this.enter();
    const y = this.start.slice();
    if (projection.begin(this.stage, this.registered, this.from, y, start)) this.settle(y);
    else {
      this.stages.prepare(this.stage, this.registered, this.from, this.from, y);
      for (const { link } of this.stages.links!.system!.runs)
        for (const slot of link.unknowns) moveSlot(this.stage, this.registered, slot);
    }
  }

  /** The integrated vector becomes this, and what laws make of it follows. */
  private settle(y: Float64Array): void {
    this.stages.scatter(y, this.registered);
    this.start.set(y);
    if (this.laws.kernels) this.laws.kernels.filler = null;
    this.registered.set(this.memoryAt(this.from));
  }

  /** The ends of the step, and those of its parts where the integrator divides it. */
  private dense(): DenseNode[] {
    if (this.nodes) return this.nodes;
    const nodes: DenseNode[] = [];
    const y1 = this.integrate(this.to, (t, y, f) => nodes.push({ t, y: y.slice(), f: f.slice() }));
    if (nodes.length > 0) nodes[nodes.length - 1] = { ...nodes[nodes.length - 1], y: y1 };
    else {
      const f0 = new Float64Array(this.stages.size);
      const f1 = new Float64Array(this.stages.size);
      if (this.stages.integrator.endsWith("euler")) {
        // The path between the ends of an Euler step is the straight line.
        for (let k = 0; k < y1.length; k++) f0[k] = f1[k] = (y1[k] - this.start[k]) / (this.to - this.from);
      } else if (y1.length > 0) {
        this.system(this.to).derivative(this.from, this.start, f0);
        this.system(this.to).derivative(this.to, y1, f1);
      }
      nodes.push({ t: this.from, y: this.start, f: f0 }, { t: this.to, y: y1, f: f1 });
    }
    this.nodes = nodes;
    return nodes;
  }

  private denseAt(at: number, size: number, t: number): Float64Array {
    return cubicAt(this.dense(), at, size, t);
  }

  /** Whether a body's place comes from rates, so that its path within the step is an interpolation. */
  isIntegrated(body: Body): boolean {
    return (
      this.stages.sourceOf(body, body.position).kind === "rate" ||
      this.stages.sourceOf(body, body.orientation).kind === "rate"
    );
  }

  moves(body: Body): boolean {
    return (
      this.stages.sourceOf(body, body.position).kind !== "still" ||
      this.stages.sourceOf(body, body.orientation).kind !== "still"
    );
  }

  /** Whether the way of a body depends on time alone, so that it stays the same when the others are stopped. */
  isTimeOnly(body: Body): boolean {
    return [body.position, body.orientation].every((slot) => {
      const source = this.stages.sourceOf(body, slot);
      if (source.kind === "rate") return false;
      return source.kind === "still" || isTimeOnly(source.application, source.definition, this.laws.changingWorld);
    });
  }

  applicationOf(body: Body): Application | null {
    return this.stages.applicationOf(body);
  }

  /** Where a body is at an instant of the step. */
  pose(body: Body, t: number, out: Pose): void {
    this.readPose(body, out, (slot) => this.valueAt(body, slot, t));
  }

  private valueAt(body: Body, slot: Slot, t: number): ArrayLike<number> {
    const source = this.stages.sourceOf(body, slot);
    if (source.kind === "still") return copySlot(this.registered, slot, new Float64Array(slot.size));
    if (source.kind === "rate") return this.denseAt(source.at, slot.size, t);
    const { application, definition } = source;
    this.enter();
    const mixed = application.context.functions.some((candidate) => candidate.order === 1);
    this.stages.prepare(
      this.looked,
      this.registered,
      t,
      t,
      mixed ? this.denseAt(0, this.stages.size, t) : null,
      "kept",
    );
    const found = this.laws.kernels?.posePart(application, slot.name as "position" | "orientation", this.looked);
    if (found) return found;
    const evaluation = this.laws.evaluation(application.scope, playersOf(application), this.registered, this.looked);
    const value = this.laws.guard(application.context, [body], t, () =>
      evaluation.interpreter.compute(definition, application.scope, false),
    );
    if (!isFiniteValue(value)) this.laws.commit([{ attribute: { owner: { kind: "object", index: 0 }, name: slot.name }, definition, value }], playersOf(application), this.looked, t); // biome-ignore format: one call
    return numbersOf(value);
  }

  private readPose(body: Body, out: Pose, read: (slot: Slot) => ArrayLike<number>): void {
    out.position.set(read(body.position));
    // Turning a sphere moves none of its points elsewhere; what `out` held before must not be seen.
    if (body.geometry.kind === "sphere") straighten(out);
    else rotationOf(out.rotation, read(body.orientation));
  }

  /** The memory as it is at `t`: every update evaluated, every rate integrated. Registered values stay as they are. */
  memoryAt(t: number): Float64Array {
    const y = this.integrate(t);
    this.enter();
    const next = this.laws.kernels?.out ?? new Float64Array(this.registered.length);
    this.stages.prepare(this.stage, this.registered, t, t, y);
    next.set(this.stage);
    const worldWriters = new Map<string, { value: Value; application: Application }>();
    this.stages.runUpdates(this.stage, (application) => {
      const updates = this.stages.evaluate(application, this.registered, this.stage, t, "updates");
      for (const { attribute, value, definition } of updates) {
        if (attribute.owner.kind !== "world") continue;
        const other = worldWriters.get(attribute.name);
        if (other && JSON.stringify(readBack(other.value)) !== JSON.stringify(readBack(value)))
          throw new Problem("world", definition.body.span, `'${application.body.name}' and '${other.application.body.name}' give the world attribute '${attribute.name}' different values at t = ${t}`); // biome-ignore format: one sentence
        worldWriters.set(attribute.name, { value, application });
      }
      const kept = playersOf(application);
      // Context attributes change only when the step is committed, by commitContexts.
      this.laws.commit(
        updates.filter(({ attribute }) => attribute.owner.kind !== "context"),
        kept,
        next,
        t,
      );
    });
    return this.laws.kernels ? next.slice() : next;
  }

  /** Keeps the context attributes' new values at the end of a step; `memoryAt` leaves them alone. */
  commitContexts(t: number): void {
    for (const application of this.stages.active) {
      if (
        !application.context.attributes.some(
          (item) => !application.context.firstTimeOnly.some((word) => word.name === item.name),
        )
      )
        continue;
      const updates = this.stages.evaluate(application, this.registered, this.stage, t, "updates");
      this.laws.commit(
        updates.filter(({ attribute }) => attribute.owner.kind === "context"),
        playersOf(application),
        this.stage,
        t,
      );
      this.laws.kernels?.changed(application);
    }
  }
}

function numbersOf(value: Value): ArrayLike<number> {
  return typeof value === "object" && value.kind !== "sequence" ? value.data : [];
}

function readBack(value: Value): unknown {
  return typeof value === "object" && value.kind !== "sequence" ? Array.from(value.data) : value;
}
