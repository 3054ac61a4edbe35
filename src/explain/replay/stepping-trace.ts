// A step of time stepping computed again from a state of the run, laws of bodies by the interpreter and those of
// contact points one by one, with everything kept.

import type { RateTerms } from "../../engine/laws/rate-terms.ts";
import { writableSlot } from "../../engine/laws/writable-slot.ts";
import type { Model } from "../../engine/model/model.ts";
import type { ReadonlyNumbers } from "../../engine/model/numbers.ts";
import { placesOfSlots } from "../../engine/model/slot.ts";
import type { ContactObserver, ObservedPoint, ObservedRates, StepObserver } from "../../engine/motion/step-observer.ts";
import type { Collision, Observer } from "../../engine/state/observer.ts";
import type { Snapshot } from "../../engine/state/state.ts";
import { TimeStepping } from "../../engine/stepping/time-stepping.ts";
import type { TimeStretch } from "../../geometry/motion/time-of-impact.ts";
import { isValue } from "../../language/syntax/statement.ts";
import { Journal } from "./journal.ts";
import { type Look, lookAt, type StepTrace, stepTrace } from "./step-trace.ts";

const nobody: Observer = { input() {}, frame() {}, happening() {}, note() {}, stopped() {} };

/** Records a step, and writes its actions into the journal. */
class SteppingTracer implements StepObserver, ContactObserver {
  readonly looks: Look[] = [];
  readonly journal: Journal;
  raw: Float64Array | null = null;
  /** The points that contribute in this step. */
  added: readonly ObservedPoint[] = [];
  private readonly model: Model;
  private readonly timeStep: number;
  /** The places that a law writes, by the law and the bodies. */
  private readonly writes = new Map<string, Int32Array>();

  constructor(model: Model) {
    this.model = model;
    const [time, timeStep] = ["t", "dt"].map((name) => model.world.get(name)!.offset);
    this.timeStep = timeStep;
    this.journal = new Journal(new Set([time, timeStep]));
  }

  began({ from, to }: TimeStretch, registered: ReadonlyNumbers): void {
    const memory = registered.slice();
    memory[this.timeStep] = to - from;
    this.journal.begin(memory);
    this.looks.length = 0;
    this.added = [];
  }

  rates(rates: ObservedRates): void {
    this.looks.push({ ...lookAt(rates), deeds: this.journal.entries.length, added: this.added });
  }

  advanced(y: Float64Array, terms: RateTerms): void {
    const memory = this.journal.latest();
    terms.scatter(y, memory);
    this.journal.note({ kind: "rates", look: this.looks.length - 1 }, memory);
  }

  /** Steps of time stepping have no pieces. */
  tookPiece(): void {}

  led(y: Float64Array): void {
    this.raw = y.slice();
  }

  collided(collision: Collision): void {
    this.journal.note({ kind: "collision", collision }, collision.after);
  }

  pointBegan(point: ObservedPoint, memory: Float64Array): void {
    this.journal.note({ kind: "first", point }, memory);
  }

  pointApplied(point: ObservedPoint, iteration: number, memory: Float64Array): void {
    this.journal.noteAt({ kind: "sweep", point, iteration }, memory, this.placesOf(point));
  }

  newtonMoved(memory: Float64Array): void {
    this.journal.note({ kind: "newton" }, memory, "if it changed anything");
  }

  linksKept(memory: Float64Array): void {
    this.journal.note({ kind: "links" }, memory, "if it changed anything");
  }

  pointsContributed(points: readonly ObservedPoint[]): void {
    this.added = points;
  }

  private placesOf({ scope, context, pair, players }: ObservedPoint): Int32Array {
    const key = `${context.name.name} ${pair}`;
    let places = this.writes.get(key);
    if (!places) {
      const slots = scope.laws.functions.flatMap((definition) => {
        const attribute = isValue(definition) ? scope.attribute(definition.name) : null;
        return (attribute && writableSlot(this.model, attribute, players)) ?? [];
      });
      this.writes.set(key, (places = Int32Array.from(placesOfSlots(slots))));
    }
    return places;
  }
}

/** Computes the step from `before` up to `until` again. */
export function traceStepping(model: Model, before: Snapshot, until: number): StepTrace {
  const tracer = new SteppingTracer(model);
  const observers = { stepObserver: tracer, contactObserver: tracer };
  const options = { resume: before, evaluation: "points compiled", ...observers } as const;
  const flow = new TimeStepping(model, nobody, options).takeStep();
  const { stages, to } = flow;
  const { laws } = stages;
  const memory = flow.memoryAt(until).slice();
  const end = flow.reached.slice();
  const stage = laws.memory.stage.numbers.slice();
  flow.time = to;
  const last = flow.reached.slice();
  const { looks, added, raw, journal } = tracer;
  return stepTrace({
    laws,
    stages,
    from: before.time,
    until,
    registered: before.memory,
    memory,
    stage,
    start: flow.started,
    raw: raw ?? end,
    end,
    looks,
    pieces: [],
    added,
    swept: { journal, to, last },
  });
}
