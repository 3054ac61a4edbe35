// The motion of all bodies during one step, between two events. Evaluating an instant commits nothing; the end of the
// step does.

import { isFiniteValue, type Value } from "../../compiler/values/value.ts";
import type { TimeStretch } from "../../geometry/motion/time-of-impact.ts";
import { type Pose, straighten } from "../../geometry/shapes/pose.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
import { attributeKey } from "../../language/names/scope.ts";
import type { PosePart } from "../laws/context-kernels.ts";
import type { Interpret } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LawSource, PoseSource } from "../laws/pose-sources.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { orientationRoom, rotationOf } from "../model/orientation.ts";
import { RunError } from "../model/run-error.ts";
import { copySlot, type Slot } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import { playersOf } from "../state/application.ts";
import { Integration, type IntegrationTrace, type TwoWays } from "./integration.ts";
import type { StageLaws } from "./stage-laws.ts";

const nothing = new Float64Array(0);

/** The motion under the same laws, step after step; each step is started by `begin`. */
export class Flow {
  from = 0;
  to = 0;
  readonly stages: StageLaws;
  private readonly laws: Laws;
  /** A part of the run's memory. */
  private readonly registered: ReadonlyNumbers;
  private readonly integration: Integration;
  /** The integrated vector at the last evaluated instant. */
  private path: Float64Array = nothing;
  /**
   * The present instant, and which laws gave values then to attributes that several laws may write: the world's, and
   * those named by aliases.
   */
  time = 0;
  /** The instant of the memory in the results, if nothing else has been computed since. */
  private computed = Number.NaN;
  private readonly sharedWriters = new Map<string, { value: Value; application: Application }>();

  constructor(
    laws: Laws,
    registered: ReadonlyNumbers,
    stages: StageLaws,
    integration = new Integration(laws, registered, stages),
  ) {
    this.laws = laws;
    this.registered = registered;
    this.stages = stages;
    this.integration = integration;
  }

  /** Begins a step from the present registered values. */
  begin(from: number, to: number): this {
    this.from = from;
    this.to = to;
    this.start();
    return this;
  }

  /** Ends the step early if its integrator would divide it into too many parts; the rest is another step. */
  cut(): void {
    if (!this.integration.divides) return;
    for (let to = this.integration.reachable(); to > this.from && to < this.to; to = this.integration.reachable())
      this.begin(this.from, to);
  }

  /** Begins a step whose instants are already known. */
  start(): void {
    this.computed = Number.NaN;
    this.integration.begin(this);
  }

  /** The integrated vector at the beginning of the step, and at the present instant. Callers must not keep either. */
  get started(): Float64Array {
    return this.integration.start;
  }

  get reached(): Float64Array {
    return this.integration.at(this);
  }

  /** Takes the step to an instant in two ways, to estimate its error. */
  takeTwice(ways: TwoWays): void {
    this.computed = Number.NaN;
    this.integration.takeTwice(ways);
  }

  /** Takes several steps, each in two ways. */
  traceTwice(ways: Omit<TwoWays, "until">, trace: IntegrationTrace, look: () => void): void {
    this.computed = Number.NaN;
    this.integration.traceTwice(ways, trace, look);
  }

  /** Takes a step to the present instant from another vector, which receives the result. */
  leadFrom(y: Float64Array): void {
    this.computed = Number.NaN;
    this.integration.leadFrom(y, this);
  }

  /** Takes one step of a precise formula between two instants, from a vector that receives the result. */
  refer(stretch: TimeStretch, y: Float64Array, error: Float64Array): void {
    this.computed = Number.NaN;
    this.integration.refer(stretch, y, error);
  }

  /** The rates of a vector at an instant. */
  ratesAt(t: number, y: Float64Array, out: Float64Array): void {
    this.computed = Number.NaN;
    this.integration.ratesAt(t, y, out);
  }

  /** Whether orientations are normalised after the step. */
  get normalises(): boolean {
    return this.stages.terms.turning.some(({ slot }) => slot.size > 3);
  }

  /** After a jump: changes velocities as links demand, in the registered values too. */
  keepLinks(): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    projection.lookAt(this.registered, this.from, y);
    projection.stopGrowth(this.registered, y);
    this.settle(y);
  }

  /**
   * Changes velocities as links demand after an event or an input, which may have changed velocities or the demands of
   * constraints.
   */
  keepLinksAnew(): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    projection.lookAt(this.registered, this.from, y);
    projection.noteOpened();
    if (!projection.isGrowing) return;
    projection.stopGrowth(this.registered, y, "velocities");
    this.settle(y);
  }

  /** After an event that attached links: like after a jump, but gaps are reported or closed. */
  attachLinks(start: "as given" | "projected"): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    projection.attach(this.registered, this.from, y, start);
    this.settle(y);
  }

  /** Reports first values that violate constraints, or corrects them. */
  beginLinks(start: "as given" | "projected"): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    if (projection.begin(this.registered, this.from, y, start)) {
      this.settle(y);
      return;
    }
    const { stage } = this.laws.memory;
    this.stages.prepare(stage.at(this.from, this.from), this.registered, y);
    for (const { link } of this.stages.links!.system!.instances)
      for (const slot of link.unknowns) this.laws.memory.move(stage.numbers, this.registered, slot);
  }

  /** Sets the integrated vector and updates what laws compute from it. */
  private settle(y: Float64Array): void {
    const { memory } = this.laws;
    memory.scatter(this.registered, this.stages.terms.places, y);
    this.integration.start.set(y);
    memory.commit(this.registered, this.memoryAt(this.from));
  }

  /** The pose of a body at the present instant. */
  pose(body: Body, out: Pose): void {
    const { sources } = this.stages;
    const position = this.value(sources.position(body), body, body.position, out.position as Float64Array);
    if (position !== out.position) out.position.set(position);
    // Turning a sphere moves none of its points; what `out` held before must not be used.
    if (body.geometry.kind === "sphere") straighten(out);
    else {
      const room = orientationRoom(body.orientation.size);
      rotationOf(out.rotation, this.value(sources.orientation(body), body, body.orientation, room));
    }
  }

  /** The shape of a body at the present instant; if laws change it, it is valid until the next call. */
  shape(body: Body): BodyShape {
    const { sizing } = body;
    return sizing === null ? body.geometry : sizing.shapeFor(this.size(body));
  }

  /** The size of a body whose shape laws change, at the present instant. */
  size(body: Body): Float64Array {
    const { slot, numbers } = body.sizing!;
    return this.value(this.stages.sources.size(body), body, slot, numbers);
  }

  /** Evaluates everything that has rates at an instant on the path; afterwards `seen` returns poses. */
  lookAtPath(t: number): void {
    this.time = t;
    this.integration.lookAt(this);
    this.path = this.integration.vectorOnPath();
  }

  /** Evaluates closed forms of laws without rates. Calls `missed` for those without a kernel. */
  lookAtLaws(t: number, missed: Interpret): void {
    this.time = t;
    this.runLaws(missed);
  }

  private runLaws(missed: Interpret): void {
    const { looked } = this.laws.memory;
    this.stages.prepare(looked.at(this.time, this.time), this.registered, null);
    this.stages.runUpdates(this.registered, looked.numbers, missed);
  }

  /** The pose of a body at the evaluated instant. */
  seen(body: Body, out: Pose): void {
    const { sources } = this.stages;
    this.seenValue(sources.position(body), body.position, out.position as Float64Array);
    if (body.geometry.kind === "sphere") straighten(out);
    else {
      const room = orientationRoom(body.orientation.size);
      this.seenValue(sources.orientation(body), body.orientation, room);
      rotationOf(out.rotation, room);
    }
  }

  /** The size of a body whose shape laws change, at the evaluated instant. */
  seenSize(body: Body, out: Float64Array): void {
    this.seenValue(this.stages.sources.size(body), body.sizing!.slot, out);
  }

  private seenValue(source: PoseSource, slot: Slot, out: Float64Array): void {
    if (source.kind === "rate") for (let k = 0; k < slot.size; k++) out[k] = this.path[source.at + k];
    else copySlot(source.kind === "still" ? this.registered : this.laws.memory.out, slot, out);
  }

  /** The value of a position, an orientation or a size: `room`, or what the interpreter found. */
  private value(source: PoseSource, body: Body, slot: Slot, room: Float64Array): Float64Array {
    if (source.kind === "still") return copySlot(this.registered, slot, room);
    this.integration.lookAt(this);
    if (source.kind === "rate") {
      this.integration.read(source.at, slot.size, room);
      return room;
    }
    const { looked } = this.laws.memory;
    const y = source.hasRates ? this.integration.vectorOnPath() : null;
    looked.t = looked.until = this.time;
    this.stages.prepare(looked, this.registered, y);
    const part = slot.name as PosePart;
    if (this.laws.kernels?.posePart(source.application, part, this.registered, looked.numbers, room)) return room;
    return this.interpret(source, body, slot);
  }

  private interpret({ application, definition }: LawSource, body: Body, slot: Slot): Float64Array {
    const { time: t } = this;
    const stage = this.laws.memory.looked.numbers;
    const evaluation = this.laws.evaluation(application.scope, playersOf(application), this.registered, stage);
    const value = this.laws.guard(application.context, [body], t, () =>
      evaluation.interpreter.compute(definition, application.scope, false),
    );
    if (!isFiniteValue(value))
      this.laws.commit(
        [{ attribute: { owner: { kind: "object", index: 0 }, name: slot.name }, definition, value }],
        playersOf(application),
        stage,
        t,
      );
    return numbersOf(value);
  }

  /**
   * The memory at `t`: every update evaluated, every rate integrated. Registered values stay unchanged. The result is
   * the run's own memory, which the next computation overwrites.
   */
  memoryAt(t: number): Float64Array {
    this.time = t;
    return this.memoryThen();
  }

  /** The memory at the present instant. */
  memoryThen(): Float64Array {
    const { time: t } = this;
    const y = this.integration.at(this);
    const { out, stage } = this.laws.memory;
    this.stages.prepare(stage.at(t, t), this.registered, y);
    this.stages.links?.report(stage.numbers);
    out.set(stage.numbers);
    if (this.sharedWriters.size > 0) this.sharedWriters.clear();
    this.stages.runUpdates(this.registered, stage.numbers, this.interpretUpdates);
    this.computed = t;
    return out;
  }

  /** The memory at the present instant, if only this flow has computed anything since the last call. */
  memoryStill(): Float64Array {
    return this.computed === this.time ? this.laws.memory.out : this.memoryThen();
  }

  private readonly interpretUpdates = (application: Application): void => {
    const { time, sharedWriters } = this;
    const { out, stage } = this.laws.memory;
    const updates = this.stages.evaluate(application, this.registered, stage.numbers, time, "updates");
    for (const { attribute, value, definition } of updates) {
      const { owner } = attribute;
      if (owner.kind !== "world" && owner.kind !== "named object" && owner.kind !== "named link") continue;
      const key = attributeKey(attribute);
      const other = sharedWriters.get(key);
      if (other && JSON.stringify(readBack(other.value)) !== JSON.stringify(readBack(value))) {
        const whose =
          owner.kind === "world" ? `the world attribute '${attribute.name}'` : `'${attribute.name}' of '${owner.name}'`;
        throw new RunError(
          "world",
          definition.body.span,
          `'${application.body.name}' and '${other.application.body.name}' give ${whose} different ` +
            `values at t = ${time}`,
        );
      }
      sharedWriters.set(key, { value, application });
    }
    // Context attributes change only when the step is committed, by commitContexts.
    const own = updates.filter(({ attribute }) => attribute.owner.kind !== "context");
    this.laws.commit(own, playersOf(application), out, time);
  };

  /**
   * The registered values have just become those of the present instant: the next step starts with what is known about
   * it.
   */
  goOn(): void {
    const { isMemoryless, links } = this.stages;
    // Iterations start from registered unknowns, which have changed.
    if (isMemoryless && !links?.system?.iterates) this.laws.memory.stage.carryOver(this.stages);
  }

  /** Stores the new values of context attributes at the instant of the last `memoryAt`, which does not store them. */
  commitContexts(): void {
    const { remembering } = this.stages.acting;
    if (remembering.length === 0) return;
    const { time: t } = this;
    const { numbers } = this.laws.memory.stage;
    for (const application of remembering) {
      const updates = this.stages.evaluate(application, this.registered, numbers, t, "updates");
      const own = updates.filter(({ attribute }) => attribute.owner.kind === "context");
      this.laws.commit(own, playersOf(application), numbers, t);
      this.laws.kernels?.changed(application);
    }
  }
}

function numbersOf(value: Value): Float64Array {
  if (typeof value === "number") return Float64Array.of(value);
  return typeof value === "object" && value.kind !== "sequence" ? value.data : nothing;
}

function readBack(value: Value): unknown {
  return typeof value === "object" && value.kind !== "sequence" ? Array.from(value.data) : value;
}
