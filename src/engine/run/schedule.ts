// What all schedules share: laws that begin and end, events, inputs, notes. How a run advances from step to step is up
// to each schedule.

import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { blameSingular } from "../doubts/body-doubts.ts";
import { ErrorEstimate } from "../estimate/error-estimate.ts";
import { remedyFor } from "../estimate/judgement.ts";
import { registersAtFirst } from "../laws/context-attributes.ts";
import { Laws } from "../laws/laws.ts";
import { linkKernels } from "../links/kernels.ts";
import { faultLine, type PlainValue, plainOf, readInput } from "../model/given-values.ts";
import type { Link } from "../model/link.ts";
import type { Body, Model } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import { checkSizes } from "../model/size-check.ts";
import { placesOfSlots } from "../model/slot.ts";
import { Flow } from "../motion/flow.ts";
import { FlowCache } from "../motion/flow-cache.ts";
import { Integration } from "../motion/integration.ts";
import { StageLaws } from "../motion/stage-laws.ts";
import { findAccumulators } from "../motion/stage-places.ts";
import type { StepObserver } from "../motion/step-observer.ts";
import { nothingGiven } from "../state/application.ts";
import { ContactGroup, groupsOf } from "../state/contact-group.ts";
import { Contacts } from "../state/group-contacts.ts";
import type { ContactValue } from "../state/kept-points.ts";
import type { Input, Observer } from "../state/observer.ts";
import { RecordingTimes } from "../state/recording-times.ts";
import { keepSnapshot } from "../state/snapshot.ts";
import { copyState, createState, pairsWith, resumeState, type Snapshot, type State } from "../state/state.ts";
import { copyConditions, EventBlocks, type Located } from "./event-block.ts";
import { Reporter } from "./reporter.ts";
import type { ScheduleOptions } from "./schedule-options.ts";

/** Larger than any quantity of mechanics in units that a person would choose. */
const beyondMeasure = 1e40;

/** Whether an input of an earlier run is due now. */
export function isDue({ time, after = 0 }: Input, state: State): boolean {
  return time < state.time || (time === state.time && after <= state.advances);
}

/** Whether a snapshot was made after an input, and contains its effect. */
function isBehind({ time, after }: Input, state: State): boolean {
  return time < state.time || (time === state.time && after !== undefined && after < state.advances);
}

/** How often events may make each other happen at one instant. */
const mostPasses = 1000;

/** How orientations are kept; every run whose bodies turn has this note. */
export const normalisedNote =
  "orientations that have rates are normalised after each step: quaternions to length 1, matrices to rotations";

export abstract class Schedule {
  readonly model: Model;
  readonly state: State;
  protected readonly laws: Laws;
  private readonly contacts: Contacts;
  protected readonly blocks: EventBlocks;
  protected readonly observer: Observer;
  protected readonly reporter: Reporter;
  protected readonly end: number;
  protected readonly recordingTimes: RecordingTimes;
  protected readonly stepObserver: StepObserver | null;
  private readonly estimate: ErrorEstimate;
  private stopped: Diagnostic | null = null;
  private readonly inputs: readonly Input[];
  private replayed = 0;
  /** The motion of the last step, kept while its laws stay the same. */
  protected flow: Flow | null = null;
  private readonly flows = new FlowCache();
  /** The end of the step under way. */
  protected stepEnd = Number.NaN;

  constructor(model: Model, observer: Observer, options: ScheduleOptions = {}) {
    const { at = [], resume, evaluation, inputs = [], onPhase = null, stepObserver = null } = options;
    this.inputs = inputs;
    this.model = model;
    this.observer = observer;
    this.stepObserver = stepObserver;
    this.laws = new Laws(model, evaluation, onPhase);
    // Links reserve memory first: laws can run without kernels if it is full.
    if (model.links.length > 0) this.laws.once(linkKernels);
    this.laws.onNote = (message, facts) => observer.note(message, facts);
    this.laws.onWarning = (warning, facts) =>
      observer.warn ? observer.warn(warning, facts) : observer.note(warning.message, facts);
    const { memory } = this.laws;
    this.state = resume
      ? resumeState(resume, memory, (one) => this.laws.adopt(one))
      : createState(model, memory.registered);
    if (resume) this.replayed = inputs.filter((input) => isBehind(input, resume)).length;
    this.laws.told = this.state.told;
    this.estimate = new ErrorEstimate(this.laws);
    this.contacts = new Contacts(model);
    this.blocks = new EventBlocks(this.laws);
    const { initialTime, duration } = model.settings;
    this.end = initialTime + duration;
    this.reporter = new Reporter(observer, this.state);
    this.recordingTimes = new RecordingTimes(model.settings, at, this.state.time);
  }

  /** Begins the run, unless it continues from a snapshot. */
  start({ resume }: ScheduleOptions): this {
    if (!resume) for (const note of this.model.notes) this.observer.note(note);
    if (!resume) for (const warning of this.model.warnings) this.laws.onWarning(warning);
    if (!resume) this.attempt(() => this.begin());
    if (this.isDone) this.tellLast();
    return this;
  }

  get isDone(): boolean {
    return this.stopped !== null || this.state.time >= this.end;
  }

  /**
   * Changes an input now, for a person. Returns a sentence if there is no such input, its shape differs, or the run is
   * over.
   */
  input(name: string, said: PlainValue): string | null {
    const { state, model } = this;
    if (this.isDone)
      return `the run has ${this.stopped ? "stopped" : "ended"} at t = ${state.time}: inputs no longer change it`;
    const found = readInput(name, said, model);
    if ("code" in found) return faultLine(found);
    this.laws.memory.write(state.memory, found.slot, found.value, "event");
    this.observer.input({ time: state.time, after: state.advances, name, value: plainOf(found.value) });
    // Laws with first-time-only attributes restart.
    const anew = state.applications.filter((one) => one !== null && one.context.firstTimeOnly.length > 0);
    this.attempt(() => {
      this.restart(
        anew.map((one) => one!.body),
        state.time,
      );
      this.keepLinks();
      this.fireRisen();
    });
    if (this.stopped) this.tellLast();
    return null;
  }

  /** Makes velocities satisfy constraints again after an event or an input. */
  private keepLinks(): void {
    const { state, model } = this;
    if (model.links.length > 0) this.flowOf(state).begin(state.time, state.time).keepLinksAnew();
  }

  /** Carries out the inputs of an earlier run that are due. */
  private replay(): void {
    const { inputs, state } = this;
    while (!this.isDone && this.replayed < inputs.length && isDue(inputs[this.replayed], state)) {
      const { name, value } = inputs[this.replayed++];
      this.input(name, value);
    }
  }

  /** Where bodies touched at a snapshot of this run, and by which laws; only time stepping keeps contact points. */
  contactsOf(_state: State): ContactValue[] {
    return [];
  }

  /** Continues to the end of the next step or to an event. An error is reported and ends the run; the record stays. */
  advance(): void {
    if (this.isDone) return;
    this.replay();
    if (this.stopped) return;
    this.state.advances++;
    this.attempt(this.goOn);
    if (this.isDone) this.tellLast();
  }

  private readonly goOn = (): void => this.next();

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RunError || error instanceof EvaluationError)) throw error;
      const isFirst = this.state.time === this.model.settings.initialTime;
      this.stopped = this.withStep(isFirst ? blameSingular(this.model, error.diagnostic) : error.diagnostic);
      this.observer.stopped(this.stopped, this.state.time);
    }
  }

  /** Adds that the error may come from a step that is too long for the laws. */
  private withStep(diagnostic: Diagnostic): Diagnostic {
    const note = this.lastDoubt() ?? this.wordOnStep(diagnostic);
    return note === null ? diagnostic : { ...diagnostic, notes: [...diagnostic.notes, note] };
  }

  /**
   * The remark for a value that is not finite, unless it was so from the start; and for numbers that have grown
   * extremely large.
   */
  private wordOnStep({ code }: Diagnostic): string | null {
    const { state, flow, model } = this;
    const { step, initialTime } = model.settings;
    const method = flow && this.estimate.methodOf(flow);
    if (!method || state.time === initialTime) return null;
    const remedy = remedyFor(model.settings, null);
    if (state.memory.some((x) => Math.abs(x) > beyondMeasure))
      return `values had grown without limit: the step ${step} is too long for ${method} here; ${remedy}`;
    if (code !== "not-finite") return null;
    return (
      `either the law has no finite value from about t = ${state.time} on, as the root of a negative number has ` +
      `none; or the step ${step} is too long for ${method} here: then ${remedy}`
    );
  }

  /** The note on errors of steps at the end of the run, or null. */
  private lastDoubt(): string | null {
    const { state, model } = this;
    const flow = this.flowAtEnd();
    if (!flow) return null;
    return this.estimate.judge(flow.begin(state.time, state.time + model.settings.step), state, "at the end");
  }

  /** The flow that would continue; laws may have restarted at the last instant. */
  private flowAtEnd(): Flow | null {
    const { state, flow, flows } = this;
    if (flow?.stages.isFor(state)) return flow;
    return flow && flows.renew(state) ? flows.first : null;
  }

  /** Begins the laws. */
  protected abstract begin(): void;

  /** Continues to the end of the step, or to what happens before. */
  protected abstract next(): void;

  /** The flow of the active laws. */
  protected flowOf(state: State): Flow {
    const { applications, memory } = state;
    if (this.flow?.stages.isFor(state)) return this.flow;
    this.lawsChanged();
    this.releaseLinks();
    if (this.flows.renew(state)) return (this.flow = this.flows.first);
    const active = applications.filter((application) => application !== null);
    this.flow = this.createFlow(new StageLaws(this.laws, active, memory));
    this.flows.add(this.flow);
    if (this.flow.normalises) this.laws.tellOnce("normalised", normalisedNote);
    return this.flow;
  }

  /** Clears the last contributions of links that have let go, if nothing else contributes. */
  private releaseLinks(): void {
    const { laws, state, model } = this;
    const { memory, applications } = state;
    const isLoose = ({ attached }: Link) => memory[attached.offset] === 0;
    if (!model.links.some(isLoose)) return;
    const kernels = laws.once(linkKernels);
    const placesAt = (links: readonly Link[]) =>
      links.flatMap(({ bodies }) => bodies.flatMap((body) => placesOfSlots(kernels.accumulatorsOf(body))));
    const active = applications.filter((application) => application !== null);
    const contributed = new Set([
      ...findAccumulators(laws, active),
      ...placesAt(model.links.filter((link) => !isLoose(link))),
      ...this.placesOfContacts(),
    ]);
    const places = placesAt(model.links.filter(isLoose)).filter((place) => !contributed.has(place));
    laws.memory.clear(memory, places);
  }

  /** The places to which contact laws contribute; they are cleared in every step. */
  protected placesOfContacts(): Iterable<number> {
    return [];
  }

  /** Called when laws begin or end. */
  protected lawsChanged(): void {}

  protected createFlow(stages: StageLaws): Flow {
    const { laws, state, stepObserver } = this;
    return new Flow(laws, state.memory, stages, new Integration(laws, state.memory, stages, stepObserver));
  }

  /** Finds the end of the step under way; a step that an event ended early counts as one. */
  protected findStepEnd(): void {
    const { state } = this;
    const { initialTime, step } = this.model.settings;
    this.stepEnd = initialTime + (state.steps + 1) * step;
    if (this.stepEnd <= state.time) this.stepEnd = initialTime + (++state.steps + 1) * step;
  }

  /** Advances the state to the instant in `recordingTimes.until`; reports frames before it. */
  protected reach(flow: Flow): void {
    const { state, recordingTimes } = this;
    // A frame at an instant shows the state after everything that happens there.
    this.tellFrames("before");
    flow.time = recordingTimes.until;
    const doubt = this.estimate.look(flow, state);
    if (doubt !== null) this.observer.note(doubt);
    const memory = this.memoryOf(flow);
    // A number passed as an argument is allocated on the heap.
    if (this.model.resized.length > 0) checkSizes(this.model.resized, memory, recordingTimes.until);
    flow.commitContexts();
    this.laws.memory.commit(state.memory, memory);
    flow.goOn();
    state.time = recordingTimes.until;
  }

  /** The memory at the present instant of a flow. */
  protected memoryOf(flow: Flow): Float64Array {
    return flow.memoryThen();
  }

  /** Ends the applications of these bodies, and of all bodies in contact with them, and begins new ones. */
  protected restart(bodies: readonly Body[], time: number): void {
    if (bodies.length === 0) return;
    const { state, model } = this;
    for (const body of bodies) state.applications[body.index] = null;
    const pairs = pairsWith(model, state, "contact");
    const falling = new Set(bodies);
    for (const together of groupsOf(pairs)) {
      if (!together.some((body) => falling.has(body))) continue;
      const context = this.laws.choose("contact", together);
      if (!context) continue;
      const before = this.reporter.now();
      const group = ContactGroup.of(together, pairs, state.memory);
      const given = this.contacts.given(context, group, state.memory);
      for (const [body, values] of given) {
        falling.delete(body);
        state.applications[body.index] = this.laws.begin(context, body, values, state.memory, time, group);
      }
      this.reporter.began("contact", context.name.name, together, before);
    }
    this.fall([...falling].sort((a, b) => a.index - b.index));
  }

  /** Begins the free fall of bodies. */
  protected fall(bodies: readonly Body[]): void {
    const { state } = this;
    let before = this.reporter.now();
    for (const body of bodies) {
      const context = this.laws.choose("free fall", [body]);
      const application = context && this.laws.begin(context, body, nothingGiven, state.memory, state.time);
      state.applications[body.index] = application;
      if (!application) continue;
      const memory = registersAtFirst(application.scope) ? state.memory.slice() : before.memory;
      const after = { memory, applications: [...state.applications] };
      this.reporter.began("free fall", application.context.name.name, [body], before, after);
      before = after;
    }
  }

  /** Stores which conditions held when the motion ended, and carries out the events that ended it. */
  protected fireLocated(fired: Located | null): void {
    this.keepConditions(fired);
    if (fired) this.fire(fired.numbers);
  }

  /** Stores which conditions held when the motion ended: just before an event, if one ended it. */
  protected keepConditions(fired: Located | null): void {
    const { state, blocks } = this;
    if (fired) copyConditions(fired.before, state.conditions);
    else if (!blocks.isEmpty) blocks.evaluate(state.memory, state.conditions);
  }

  /** Before the start no condition holds, so one that holds at the start has begun to hold. */
  protected beginConditions(): void {
    const { conditions } = this.state;
    for (let i = 0; i < this.model.events.length; i++) conditions[i] = false;
  }

  /** Carries out the events whose conditions have begun to hold. */
  protected fireRisen(): void {
    const { state, blocks } = this;
    if (blocks.isEmpty) return;
    const risen = blocks.risen(state.conditions, state.memory);
    if (risen.length > 0) this.fire(risen);
  }

  /**
   * Carries out events, and those that they cause in turn; one again only after its condition has failed in
   * between.
   */
  protected fire(numbers: readonly number[]): void {
    const { state } = this;
    const fired = new Set<number>();
    const held = [...state.conditions];
    const now: boolean[] = [];
    let due = numbers;
    for (let pass = 0; due.length > 0; pass++) {
      if (pass === mostPasses) this.refuseCircle(due[0]);
      for (const number of due) {
        fired.add(number);
        held[number] = true;
        const before = this.reporter.now();
        const changed = this.blocks.apply(number, state.memory, state.time);
        const touched = changed.world ? this.model.bodies : changed.bodies;
        const restarted = touched.filter(({ physicalType }) => physicalType !== "static");
        this.changed(changed.links ? this.model.bodies : touched, before.memory);
        this.reporter.fired(this.model.events[number].name.name, changed.bodies, restarted, before, changed.scope);
        this.restart(restarted, state.time);
        if (changed.links) this.flowOf(state).begin(state.time, state.time).attachLinks(this.model.settings.start);
        else this.keepLinks();
      }
      this.blocks.evaluate(state.memory, now);
      due = now.flatMap((holds, i) => (holds && !held[i] ? [i] : []));
      for (const [i, holds] of now.entries()) {
        held[i] = holds;
        // An event that undoes its own condition must not begin again as soon as time advances.
        state.conditions[i] = fired.has(i) || holds;
      }
    }
    this.estimate.happened(fired, state);
  }

  private refuseCircle(number: number): never {
    const { name } = this.model.events[number];
    throw new RunError(
      "too-many",
      name.span,
      `events make each other happen without end at t = ${this.state.time}: '${name.name}' has happened ` +
        `${mostPasses} times there`,
      "what one of them changes must not make the condition of another true again at the same instant",
    );
  }

  /**
   * An event changed attributes of these bodies, or of something that all of them see; `before` is the memory before
   * it.
   */
  protected changed(_bodies: readonly Body[], _before: Float64Array): void {}

  /** Per body, 1 while it sleeps; null if bodies cannot sleep. */
  get inactive(): Uint8Array | null {
    return null;
  }

  private tellLast(): void {
    const doubt = this.stopped ? null : this.lastDoubt();
    if (doubt !== null) this.observer.note(doubt);
    this.tellLeftInputs();
    this.recordingTimes.until = this.state.time;
    this.tellFrames("up to");
  }

  /** Reports inputs of an earlier run that this one did not reach. */
  private tellLeftInputs(): void {
    const { inputs, replayed, state } = this;
    if (replayed >= inputs.length) return;
    const { name, time } = inputs[replayed];
    const count = inputs.length - replayed;
    this.observer.note(
      `${count} of the ${inputs.length} inputs to replay ${count === 1 ? "was" : "were"} not applied: ` +
        `the run ended at t = ${state.time}, before the first of them, '${name}' at t = ${time}`,
    );
  }

  /**
   * Reports the frames up to an instant within the motion of this step, or at its beginning; the instant is in
   * `recordingTimes`.
   */
  protected tellFrames(bound: "before" | "up to"): void {
    while (this.recordingTimes.take(bound)) {
      const { time, memory, applications } = this.state;
      const { t } = this.recordingTimes;
      const then = t <= time ? memory : this.flow!.memoryAt(t);
      if (t > time && this.model.resized.length > 0) checkSizes(this.model.resized, then, t);
      this.observer.frame(t, then.slice(), applications, this.inactive);
    }
  }

  /** A copy of the state, from which a run can continue. */
  snapshot(): Snapshot {
    return keepSnapshot(this.copy(), this.model);
  }

  protected copy(): Snapshot {
    return copyState(this.state);
  }
}
