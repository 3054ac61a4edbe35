// What all schedules share: laws that begin and end, events, inputs, what is told. How a run goes on from step to step
// they say themselves.

import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
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
import { placesOfSlots, writeSlot } from "../model/slot.ts";
import { Flow } from "../motion/flow.ts";
import { FlowCache } from "../motion/flow-cache.ts";
import { StageLaws } from "../motion/stage-laws.ts";
import { findAccumulators } from "../motion/stage-places.ts";
import { nothingGiven } from "../state/application.ts";
import { ContactGroup, groupsOf } from "../state/contact-group.ts";
import { Contacts } from "../state/group-contacts.ts";
import type { ContactValue } from "../state/kept-points.ts";
import type { Input, Observer } from "../state/observer.ts";
import { RecordingTimes } from "../state/recording-times.ts";
import { keepSnapshot } from "../state/snapshot.ts";
import { copyState, createState, pairsWith, resumeState, type State } from "../state/state.ts";
import { copyConditions, EventBlocks, type Located } from "./event-block.ts";
import { Reporter } from "./reporter.ts";
import type { ScheduleOptions } from "./schedule-options.ts";

/** Larger than any quantity of mechanics in units that a person would choose. */
const beyondMeasure = 1e40;

/** Whether an input of an earlier run is to be carried out now. */
export function isDue({ time, after = 0 }: Input, state: State): boolean {
  return time < state.time || (time === state.time && after <= state.advances);
}

/** Whether a snapshot was made after an input, and holds what it did. */
function isBehind({ time, after }: Input, state: State): boolean {
  return time < state.time || (time === state.time && after !== undefined && after < state.advances);
}

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
  private readonly estimate: ErrorEstimate;
  private stopped: Diagnostic | null = null;
  private readonly inputs: readonly Input[];
  private replayed = 0;
  /** The motion of the last step, kept while its laws stay the same. */
  protected flow: Flow | null = null;
  private readonly flows = new FlowCache();
  /** When the step under way is over. */
  protected stepEnd = Number.NaN;

  constructor(model: Model, observer: Observer, options: ScheduleOptions = {}) {
    const { at = [], resume, evaluation, inputs = [], onPhase = null } = options;
    this.inputs = inputs;
    this.model = model;
    this.observer = observer;
    this.laws = new Laws(model, evaluation, onPhase);
    // Links take their part of the memory before laws, of which some may do without, take theirs.
    if (model.links.length > 0) this.laws.once(linkKernels);
    this.laws.onNote = (message, facts) => observer.note(message, facts);
    this.laws.onWarning = (warning, facts) =>
      observer.warn ? observer.warn(warning, facts) : observer.note(warning.message, facts);
    const memory = this.laws.memory.registered;
    this.state = resume ? resumeState(resume, memory, (one) => this.laws.adopt(one)) : createState(model, memory);
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

  /** Begins, unless it goes on from a snapshot. */
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

  /** A person changes an input, now. A sentence if there is no such input, or not of this shape, or the run is over. */
  input(name: string, said: PlainValue): string | null {
    const { state, model } = this;
    if (this.isDone)
      return `the run has ${this.stopped ? "stopped" : "ended"} at t = ${state.time}: no input changes it any more`;
    const found = readInput(name, said, model);
    if ("code" in found) return faultLine(found);
    writeSlot(state.memory, found.slot, found.value);
    this.laws.memory.jumped();
    this.observer.input({ time: state.time, after: state.advances, name, value: plainOf(found.value) });
    // Laws that note down how things are when they begin begin anew.
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

  /** What constraints say of velocities holds again after an event or an input. */
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

  /** Where bodies touched at a snapshot of this run, by which laws; only time stepping keeps contact points. */
  contactsOf(_state: State): ContactValue[] {
    return [];
  }

  /** Goes on to the next step's end or event. What cannot go on is told and ends the run; what was recorded stays. */
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
      this.stopped = this.withStep(error.diagnostic);
      this.observer.stopped(this.stopped, this.state.time);
    }
  }

  /** What ends a run may come of a step that is too long for the laws. */
  private withStep(diagnostic: Diagnostic): Diagnostic {
    const note = this.lastDoubt() ?? this.wordOnStep(diagnostic);
    return note === null ? diagnostic : { ...diagnostic, notes: [...diagnostic.notes, note] };
  }

  /** Of a value that is not finite, unless it was so from the start; and where numbers had grown beyond all measure. */
  private wordOnStep({ code }: Diagnostic): string | null {
    const { state, flow, model } = this;
    const { step, initialTime } = model.settings;
    const method = flow && this.estimate.methodOf(flow);
    if (!method || state.time === initialTime) return null;
    const remedy = remedyFor(model.settings, null);
    if (state.memory.some((x) => Math.abs(x) > beyondMeasure))
      return `numbers had grown without end before: the step ${step} is too long for ${method} here; ${remedy}`;
    return code === "not-finite" ? `the step ${step} may be too long for ${method} here; ${remedy}` : null;
  }

  /** What is said of the errors of steps when the run is over. */
  private lastDoubt(): string | null {
    const { state, model } = this;
    const flow = this.flowAtEnd();
    if (!flow) return null;
    return this.estimate.judge(flow.begin(state.time, state.time + model.settings.step), state, "at the end");
  }

  /** The motion that would go on; laws may have begun anew at the last instant. */
  private flowAtEnd(): Flow | null {
    const { state, flow, flows } = this;
    if (flow?.stages.isFor(state)) return flow;
    return flow && flows.renew(state) ? flows.first : null;
  }

  /** The laws begin. */
  protected abstract begin(): void;

  /** Goes on to the end of the step, or to what happens before. */
  protected abstract next(): void;

  /** The motion under the laws at work. */
  protected flowOf(state: State): Flow {
    const { applications, memory } = state;
    if (this.flow?.stages.isFor(state)) return this.flow;
    this.lawsChanged();
    this.releaseLinks();
    if (this.flows.renew(state)) return (this.flow = this.flows.first);
    const active = applications.filter((application) => application !== null);
    this.flow = this.createFlow(new StageLaws(this.laws, active, memory));
    this.flows.add(this.flow);
    if (this.flow.normalises)
      this.laws.tellOnce(
        "normalised",
        "orientations that have rates are normalised after each step: quaternions to length 1, matrices to rotations",
      );
    return this.flow;
  }

  /** What links that have let go contributed last does not act on: it becomes zero where nothing else contributes. */
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
    for (const place of placesAt(model.links.filter(isLoose))) if (!contributed.has(place)) memory[place] = 0;
    laws.memory.changed();
  }

  /** Places of the memory that contact laws contribute to; they are cleared in every step. */
  protected placesOfContacts(): Iterable<number> {
    return [];
  }

  /** Laws begin or end. */
  protected lawsChanged(): void {}

  protected createFlow(stages: StageLaws): Flow {
    return new Flow(this.laws, this.state.memory, stages);
  }

  /** Finds the end of the step that is under way; one that an event made end early is counted. */
  protected findStepEnd(): void {
    const { state } = this;
    const { initialTime, step } = this.model.settings;
    this.stepEnd = initialTime + (state.steps + 1) * step;
    if (this.stepEnd <= state.time) this.stepEnd = initialTime + (++state.steps + 1) * step;
  }

  /** The state becomes that of the motion at the instant in `recordingTimes.until`; frames before it are told. */
  protected reach(flow: Flow): void {
    const { state, recordingTimes } = this;
    // What is recorded at an instant is what holds after all that happens there.
    this.tellFrames("before");
    flow.time = recordingTimes.until;
    const doubt = this.estimate.look(flow, state);
    if (doubt !== null) this.observer.note(doubt);
    const memory = this.memoryOf(flow);
    // A number that is handed on takes room on the heap.
    if (this.model.resized.length > 0) checkSizes(this.model.resized, memory, recordingTimes.until);
    flow.commitContexts();
    state.memory.set(memory);
    this.laws.memory.changed();
    flow.goOn();
    state.time = recordingTimes.until;
  }

  /** The memory at the instant that a flow is asked for. */
  protected memoryOf(flow: Flow): Float64Array {
    return flow.memoryThen();
  }

  /** Ends the applications of these bodies, and of all who are in contact with them, and begins new ones. */
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

  /** Keeps what held when the motion ended: just before an event, where it ended with one. */
  protected keepConditions(fired: Located | null): void {
    const { state, blocks } = this;
    if (fired) copyConditions(fired.before, state.conditions);
    else if (!blocks.isEmpty) blocks.evaluate(state.memory, state.conditions);
  }

  /** Before the start no condition holds: one that holds then has come to hold. */
  protected beginConditions(): void {
    const { conditions } = this.state;
    for (let i = 0; i < this.model.events.length; i++) conditions[i] = false;
  }

  /** Carries out the events whose conditions have come to hold. */
  protected fireRisen(): void {
    const { state, blocks } = this;
    if (blocks.isEmpty) return;
    const risen = blocks.risen(state.conditions, state.memory);
    if (risen.length > 0) this.fire(risen);
  }

  /** Carries out events, and those that they bring about in turn; each once at an instant. */
  protected fire(numbers: readonly number[]): void {
    const { state } = this;
    const fired = new Set<number>();
    const now: boolean[] = [];
    let due = numbers;
    while (due.length > 0) {
      for (const number of due) {
        fired.add(number);
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
      due = now.flatMap((holds, i) => (holds && !state.conditions[i] && !fired.has(i) ? [i] : []));
      for (const [i, holds] of now.entries()) state.conditions[i] = fired.has(i) || holds;
    }
    this.estimate.happened(fired, state);
  }

  /** An event changed attributes of these bodies, or of what all of them see; `before` is the memory as it was. */
  protected changed(_bodies: readonly Body[], _before: Float64Array): void {}

  /** Per body, 1 while it sleeps; null where none may. */
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

  /** Inputs of an earlier run that this one did not come to. */
  private tellLeftInputs(): void {
    const { inputs, replayed, state } = this;
    if (replayed >= inputs.length) return;
    const { name, time } = inputs[replayed];
    const count = inputs.length - replayed;
    this.observer.note(
      `${count} of the ${inputs.length} inputs to replay ${count === 1 ? "was" : "were"} not carried out: ` +
        `the run was over at t = ${state.time}, and the first of them, '${name}', is of t = ${time}`,
    );
  }

  /**
   * Tells the frames up to an instant within the motion of this step, or at its beginning; `recordingTimes` knows it.
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

  /** A copy of the state, to go on from. */
  snapshot(): State {
    return keepSnapshot(this.copy(), this.model);
  }

  protected copy(): State {
    return copyState(this.state);
  }
}
