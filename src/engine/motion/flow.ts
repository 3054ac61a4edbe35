// How all bodies move during one step, between two events. Looking at an instant commits nothing; the end of the step
// does.

import { isFiniteValue, type Value } from "../../compiler/values/value.ts";
import { type Pose, straighten } from "../../geometry/shapes/pose.ts";
import type { Shape } from "../../geometry/shapes/shape.ts";
import { attributeKey } from "../../language/names/scope.ts";
import type { PosePart } from "../laws/context-kernels.ts";
import type { Interpret } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LawSource, Source } from "../laws/pose-sources.ts";
import type { Body } from "../model/model.ts";
import { orientationRoom, rotationOf } from "../model/orientation.ts";
import { RunError } from "../model/run-error.ts";
import { copySlot, moveSlot, type Slot } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import { playersOf } from "../state/application.ts";
import { Integration, type Trace, type TwoWays } from "./integration.ts";
import type { StageLaws } from "./stage-laws.ts";

const nothing = new Float64Array(0);

/** The motion under the same laws; step after step, each by a `begin` of its own. */
export class Flow {
  from = 0;
  to = 0;
  readonly stages: StageLaws;
  private readonly laws: Laws;
  /** A part of the run's memory. */
  private readonly registered: Float64Array;
  private readonly integration: Integration;
  /** The integrated vector as it was looked at last. */
  private path: Float64Array = nothing;
  /**
   * The instant that is asked for, and who gave values then to attributes that several laws may write: the world's,
   * and those named by aliases.
   */
  time = 0;
  /** The instant whose memory the results are, if nobody else has computed anything since. */
  private computed = Number.NaN;
  private readonly sharedWriters = new Map<string, { value: Value; application: Application }>();

  constructor(
    laws: Laws,
    registered: Float64Array,
    stages: StageLaws,
    integration = new Integration(laws, registered, stages),
  ) {
    this.laws = laws;
    this.registered = registered;
    this.stages = stages;
    this.integration = integration;
  }

  /** A step from the registered values as they are now. */
  begin(from: number, to: number): this {
    this.from = from;
    this.to = to;
    this.start();
    return this;
  }

  /** Ends the step where its integrator would divide it into too many parts; what is left of it is another step. */
  cut(): void {
    if (!this.integration.divides) return;
    for (let to = this.integration.reachable(); to > this.from && to < this.to; to = this.integration.reachable())
      this.begin(this.from, to);
  }

  /** The same where the instants are known already. */
  start(): void {
    this.computed = Number.NaN;
    this.integration.begin(this);
  }

  /** The integrated vector where the step begins, and at the instant that is asked for. Neither is to be kept. */
  get started(): Float64Array {
    return this.integration.start;
  }

  get reached(): Float64Array {
    return this.integration.at(this);
  }

  /** The step to an instant in two ways, as a look at its error. */
  takeTwice(ways: TwoWays): void {
    this.computed = Number.NaN;
    this.integration.takeTwice(ways);
  }

  /** Steps one after the other, each in two ways. */
  traceTwice(ways: Omit<TwoWays, "until">, trace: Trace, look: () => void): void {
    this.computed = Number.NaN;
    this.integration.traceTwice(ways, trace, look);
  }

  /** Where a step to the instant asked for leads from another vector, which becomes that. */
  leadFrom(y: Float64Array): void {
    this.computed = Number.NaN;
    this.integration.leadFrom(y, this);
  }

  /** Whether orientations are brought back to unit length, or to rotations, after the step. */
  get normalises(): boolean {
    return this.stages.terms.turning.some(({ slot }) => slot.size > 3);
  }

  /** After a jump: velocities change as the links demand, and the registered values with them. */
  keepLinks(): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    projection.lookAt(this.registered, this.from, y);
    projection.stopGrowth(this.registered, y);
    this.settle(y);
  }

  /** After an event or an input, which may have changed velocities or what constraints demand of them. */
  keepLinksAnew(): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    projection.lookAt(this.registered, this.from, y);
    if (!projection.isGrowing) return;
    projection.stopGrowth(this.registered, y, "velocities");
    this.settle(y);
  }

  /** After an event that attached links: as after a jump, but for gaps, which are told or closed. */
  attachLinks(start: "as given" | "projected"): void {
    const { projection } = this.stages;
    if (!projection) return;
    const y = this.integration.start.slice();
    projection.attach(this.registered, this.from, y, start);
    this.settle(y);
  }

  /** First values that violate constraints are told, or made to meet them. */
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
    for (const { link } of this.stages.links!.system!.runs)
      for (const slot of link.unknowns) moveSlot(stage.numbers, this.registered, slot);
    this.laws.memory.changed();
  }

  /** The integrated vector becomes this, and what laws make of it follows. */
  private settle(y: Float64Array): void {
    this.stages.terms.scatter(y, this.registered);
    this.laws.memory.changed();
    this.integration.start.set(y);
    this.registered.set(this.memoryAt(this.from));
    this.laws.memory.changed();
  }

  /** Where a body is at the instant that is asked for. */
  pose(body: Body, out: Pose): void {
    const { sources } = this.stages;
    const position = this.value(sources.position(body), body, body.position, out.position as Float64Array);
    if (position !== out.position) out.position.set(position);
    // Turning a sphere moves none of its points elsewhere; what `out` held before must not be seen.
    if (body.geometry.kind === "sphere") straighten(out);
    else {
      const room = orientationRoom(body.orientation.size);
      rotationOf(out.rotation, this.value(sources.orientation(body), body, body.orientation, room));
    }
  }

  /** The shape of a body at the instant that is asked for; one that laws change, until it is asked for again. */
  shape(body: Body): Shape {
    const { sizing } = body;
    return sizing === null ? body.geometry : sizing.shapeFor(this.size(body));
  }

  /** The size of a body whose shape laws change, at the instant that is asked for. */
  size(body: Body): Float64Array {
    const { slot, numbers } = body.sizing!;
    return this.value(this.stages.sources.size(body), body, slot, numbers);
  }

  /** Looks at all that has rates at an instant on the path; `seen` then tells where bodies are. */
  lookAtPath(t: number): void {
    this.time = t;
    this.integration.lookAt(this);
    this.path = this.integration.vectorOnPath();
  }

  /** The same for closed forms of laws without rates. Calls `missed` for those that have no kernel for it. */
  lookAtLaws(t: number, missed: Interpret): void {
    this.time = t;
    this.runLaws(missed);
  }

  private runLaws(missed: Interpret): void {
    const { looked } = this.laws.memory;
    this.stages.prepare(looked.at(this.time, this.time), this.registered, null);
    this.stages.runUpdates(this.registered, looked.numbers, missed);
  }

  /** Where a body is at the instant looked at. */
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

  /** The size of a body whose shape laws change, at the instant looked at. */
  seenSize(body: Body, out: Float64Array): void {
    this.seenValue(this.stages.sources.size(body), body.sizing!.slot, out);
  }

  private seenValue(source: Source, slot: Slot, out: Float64Array): void {
    if (source.kind === "rate") for (let k = 0; k < slot.size; k++) out[k] = this.path[source.at + k];
    else copySlot(source.kind === "still" ? this.registered : this.laws.memory.out, slot, out);
  }

  /** The value of a position, an orientation or a size: `room`, or what the interpreter found. */
  private value(source: Source, body: Body, slot: Slot, room: Float64Array): Float64Array {
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
   * The memory as it is at `t`: every update evaluated, every rate integrated. Registered values stay as they are. It
   * is the run's results, which the next to compute anything writes over.
   */
  memoryAt(t: number): Float64Array {
    this.time = t;
    return this.memoryThen();
  }

  /** The same at the instant that is asked for. */
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

  /** The same where nobody but this flow has computed anything since it was asked for last. */
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
   * The registered values have just become those of the instant asked for last: the next step begins with what is known
   * of it.
   */
  goOn(): void {
    const { isMemoryless, links } = this.stages;
    // Iterations go on from registered unknowns, which are others now.
    if (isMemoryless && !links?.system?.iterates) this.laws.memory.stage.carryOver(this.stages);
  }

  /** Keeps the context attributes' new values at the instant asked for last, by `memoryAt`, which leaves them alone. */
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
