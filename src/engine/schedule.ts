// The event-driven schedule: free motion up to the next step or event, then what happens there, and so on.
import { EvaluationError } from "../compiler/evaluation-error.ts";
import { isFiniteValue, type Value } from "../compiler/value.ts";
import type { Diagnostic } from "../language/diagnostic.ts";
import { Collisions } from "./collision.ts";
import { Contacts, groupsOf } from "./contact.ts";
import { registersAtFirst } from "./context-attributes.ts";
import { EventBlocks } from "./event-block.ts";
import { Flow } from "./flow.ts";
import { scaleOf } from "./gap.ts";
import { Impacts } from "./impacts.ts";
import { Instants } from "./instants.ts";
import { Laws, nothingGiven } from "./laws.ts";
import { writeSlot } from "./layout.ts";
import type { Body, Model } from "./model.ts";
import type { Input, Observer } from "./observer.ts";
import { Problem } from "./problem.ts";
import type { ScheduleOptions } from "./schedule-options.ts";
import { StageLaws } from "./stage.ts";
import { copyState, createState, pairNumber, pairsWith, resumeState, type State } from "./state.ts";
import { Teller } from "./teller.ts";
import { TouchingPairs, touch } from "./touching-pairs.ts";

/** Impacts of one pair within a step beyond which it is taken for contact: a sequence without end has no other. */
const mostImpactsOfPair = 300;
/** How often at one instant bodies may come to be held and others then be looked at again. */
const mostRounds = 100;

export class Schedule {
  readonly model: Model;
  readonly state: State;
  private readonly laws: Laws;
  private readonly collisions: Collisions;
  private readonly contacts: Contacts;
  private readonly impacts: Impacts;
  private readonly pairs: TouchingPairs;
  private readonly blocks: EventBlocks;
  private readonly observer: Observer;
  private readonly teller: Teller;
  private readonly end: number;
  private readonly instants: Instants;
  private stopped: Diagnostic | null = null;
  private readonly inputs: readonly Input[];
  private replayed = 0;
  /** The motion of the last step, kept while its laws stay the same. */
  private flow: Flow | null = null;

  constructor(model: Model, observer: Observer, options: ScheduleOptions = {}) {
    const { at = [], resume, evaluation, inputs = [], onPhase = null } = options;
    this.inputs = inputs;
    this.model = model;
    this.observer = observer;
    this.laws = new Laws(model, evaluation, onPhase);
    this.laws.onNote = (message) => observer.note(message);
    this.collisions = new Collisions(this.laws);
    this.contacts = new Contacts(this.laws);
    this.impacts = new Impacts(this.laws, this.collisions);
    this.blocks = new EventBlocks(this.laws);
    const { initialTime, duration } = model.settings;
    this.end = initialTime + duration;
    const memory = this.laws.memory.registered;
    this.state = resume ? resumeState(resume, memory) : createState(model, memory);
    this.teller = new Teller(observer, this.state);
    this.pairs = new TouchingPairs(this.laws, this.collisions, this.state);
    this.instants = new Instants(model.settings, at, this.state.time);
    if (!resume) this.attempt(() => this.begin());
    if (this.isDone) this.record(this.state.time, "up to");
  }

  get isDone(): boolean {
    return this.stopped !== null || this.state.time >= this.end;
  }

  /** A person changes an input, now. A sentence if there is no such input, or not of this shape. */
  input(name: string, value: Value): string | null {
    const { state, model } = this;
    const slot = model.inputs.has(name) ? model.world.get(name) : undefined;
    if (!slot) return `there is no input '${name}'`;
    if (!isFiniteValue(value)) return `'${name}' must be finite`;
    const wrong = writeSlot(state.memory, slot, value);
    if (wrong) return wrong;
    this.laws.memory.changed();
    this.observer.input({ time: state.time, name, value });
    // Laws that note down how things are when they begin begin anew.
    const anew = state.applications.filter((one) => one !== null && one.context.firstTimeOnly.length > 0);
    this.attempt(() => this.restart(anew.map((one) => one!.body), state.time)); // biome-ignore format: one call
    return null;
  }

  /** Carries out the inputs of an earlier run that are due. */
  private replay(): void {
    const { inputs, state } = this;
    while (this.replayed < inputs.length && inputs[this.replayed].time <= state.time) {
      const { name, value } = inputs[this.replayed++];
      this.input(name, value);
    }
  }

  /** Goes on to the next step's end or event. What cannot go on is told and ends the run; what was recorded stays. */
  advance(): void {
    if (this.isDone) return;
    this.replay();
    this.attempt(this.next);
    if (this.isDone) this.record(this.state.time, "up to");
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof EvaluationError)) throw error;
      this.stopped = error.diagnostic;
      this.observer.stopped(error.diagnostic, this.state.time);
    }
  }

  private begin(): void {
    const { state } = this;
    const moving = this.model.bodies.filter((body) => body.physicalType !== "static");
    this.fall(moving);
    if (this.model.links.length > 0)
      this.flowOf(state).begin(state.time, state.time).beginLinks(this.model.settings.start);
    const touching = this.impacts.pairsInTouch(state, touch);
    for (const { pair, gap } of touching) {
      const noise = touch * scaleOf(state.memory, ...pair);
      if (gap < -noise) {
        state.pairs.set(pairNumber(this.model, ...pair), "passing");
        this.observer.note(
          `'${pair[0].name}' and '${pair[1].name}' overlap at the start: they are let through until they are apart`,
        );
      } else state.pairs.set(pairNumber(this.model, ...pair), "touching");
    }
    state.conditions = this.blocks.evaluate(state.memory, state.time);
    this.settle(state.time);
  }

  private readonly next = (): void => {
    const { state, model } = this;
    const { initialTime, step, tolerance } = model.settings;
    let stepEnd = initialTime + (state.steps + 1) * step;
    if (stepEnd <= state.time) stepEnd = initialTime + (++state.steps + 1) * step;
    const to = Math.min(stepEnd, this.end);
    const flow = this.flowOf(state).begin(state.time, to);
    const impact = this.impacts.first(flow, state);
    const fired = this.blocks.locate(flow, state, impact ?? to, tolerance);
    const until = fired?.time ?? impact ?? to;
    // What is recorded at an instant is what holds after all that happens there.
    this.record(until, "before");
    const memory = flow.memoryAt(until);
    flow.commitContexts(until);
    state.memory.set(memory);
    this.laws.memory.changed();
    flow.goOn();
    state.time = until;
    const isStepEnd = until === to;
    if (isStepEnd) {
      if (to === stepEnd) state.steps++;
      if (state.meetings.size > 0) state.meetings.clear();
    }
    state.conditions = fired?.before ?? this.blocks.evaluate(state.memory, state.time);
    if (fired) this.fire(fired.numbers);
    if (impact !== null && until === impact) {
      for (const pair of this.impacts.meeting) state.pairs.set(pairNumber(model, ...pair), "touching");
      this.settle(until, this.impacts.meeting);
    } else if (state.pairs.size > 0 && (isStepEnd || fired)) {
      this.pairs.releaseParted();
      if (this.pairs.some) this.settle(until);
    }
  };

  /** The motion under the laws at work. */
  private flowOf({ applications, memory }: State): Flow {
    if (this.flow?.stages.isFor(applications)) return this.flow;
    const active = applications.filter((application) => application !== null);
    this.flow = new Flow(this.laws, memory, new StageLaws(this.laws, active, memory));
    if (this.flow.normalises)
      this.observer.note(
        "orientations that have rates are normalised after each step: quaternions to length 1, matrices to rotations",
      );
    return this.flow;
  }

  /** Resolves collisions among the pairs in touch, and begins and ends contacts and free falls accordingly. */
  private settle(time: number, meeting: readonly (readonly [Body, Body])[] = [], round = 0): void {
    const { state, model } = this;
    const met = new Set(meeting.map((pair) => pairNumber(model, ...pair)));
    const touching = pairsWith(model, state, "touching");
    const contacts = pairsWith(model, state, "contact");
    for (const number of met) this.state.meetings.set(number, (this.state.meetings.get(number) ?? 0) + 1);
    const endless = touching.filter(
      (pair) => (this.state.meetings.get(pairNumber(model, ...pair)) ?? 0) > mostImpactsOfPair,
    );
    const open = touching.filter((pair) => !endless.includes(pair));
    const { collided, stuck } = this.collisions.resolve(
      state.memory,
      open,
      contacts,
      (pair) => met.has(pairNumber(model, ...pair)),
      this.pairs.held,
      time,
    );
    stuck.push(...endless);
    this.teller.collided(collided);
    const struck = new Set<Body>(collided.flatMap(({ bodies }) => [...bodies]));
    for (const pair of open)
      if (!pair.some((body) => struck.has(body)) && this.pairs.stay(pair, time)) stuck.push(pair);
    const changed = this.pairs.retestContacts(time);
    for (const pair of stuck) {
      const context = this.laws.choose("contact", this.collisions.order(...pair));
      const passes = !context && (endless.some((other) => other === pair) || this.pairs.isClosing(pair, time));
      state.pairs.set(pairNumber(model, ...pair), context ? "contact" : passes ? "passing" : "touching");
      if (passes)
        this.observer.note(
          `no contact law holds '${pair[0].name}' and '${pair[1].name}': their collision did not part them, and they pass through each other`,
        );
      for (const body of pair) changed.add(body);
    }
    for (const body of struck) changed.add(body);
    const free = [...changed].filter((body) => body.physicalType === "dynamic");
    this.restart(free, time);
    // A body that is held from now on may be in the way of those that fell with it.
    const isHeld = stuck.some((pair) => state.pairs.get(pairNumber(model, ...pair)) === "contact");
    if (isHeld && round < mostRounds) this.settle(time, [], round + 1);
    else this.fire(this.blocks.risen(state.conditions, state.memory, time));
  }

  /** Ends the applications of these bodies, and of all who are in contact with them, and begins new ones. */
  private restart(bodies: readonly Body[], time: number): void {
    if (bodies.length === 0) return;
    const { state, model } = this;
    for (const body of bodies) state.applications[body.index] = null;
    const pairs = pairsWith(model, state, "contact");
    const falling = new Set(bodies);
    for (const group of groupsOf(pairs)) {
      if (!group.some((body) => falling.has(body))) continue;
      const context = this.laws.choose("contact", group);
      if (!context) continue;
      const before = this.teller.now();
      const given = this.contacts.given(context, group, pairs, state.memory);
      for (const [body, values] of given) {
        falling.delete(body);
        state.applications[body.index] = this.laws.begin(context, body, values, state.memory, time);
      }
      this.teller.began("contact", context.name.name, group, before);
    }
    this.fall([...falling].sort((a, b) => a.index - b.index));
  }

  /** Begins the free fall of bodies. */
  private fall(bodies: readonly Body[]): void {
    const { state } = this;
    let before = this.teller.now();
    for (const body of bodies) {
      const context = this.laws.choose("free fall", [body]);
      const application = context && this.laws.begin(context, body, nothingGiven, state.memory, state.time);
      state.applications[body.index] = application;
      if (!application) continue;
      const memory = registersAtFirst(application.scope) ? state.memory.slice() : before.memory;
      const after = { memory, applications: [...state.applications] };
      this.teller.began("free fall", application.context.name.name, [body], before, after);
      before = after;
    }
  }

  /** Carries out events, and those that they bring about in turn; each once at an instant. */
  private fire(numbers: readonly number[]): void {
    const { state } = this;
    const fired = new Set<number>();
    let due = numbers;
    while (due.length > 0) {
      for (const number of due) {
        fired.add(number);
        const before = this.teller.now();
        const changed = this.blocks.apply(number, state.memory, state.time);
        if (changed.links) this.flow = null;
        const touched = changed.world ? this.model.bodies : changed.bodies;
        const restarted = touched.filter(({ physicalType }) => physicalType !== "static");
        this.teller.fired(this.model.events[number].name.name, changed.bodies, restarted, before, changed.scope);
        this.restart(restarted, state.time);
        if (changed.links) this.flowOf(state).begin(state.time, state.time).attachLinks(this.model.settings.start);
      }
      const now = this.blocks.evaluate(state.memory, state.time);
      due = now.flatMap((holds, i) => (holds && !state.conditions[i] && !fired.has(i) ? [i] : []));
      state.conditions = now.map((holds, i) => fired.has(i) || holds);
    }
  }

  /** Tells the frames up to an instant within the motion of this step, or at its beginning. */
  private record(until: number, bound: "before" | "up to"): void {
    const { time, memory, applications } = this.state;
    for (let t = this.instants.take(until, bound); t !== null; t = this.instants.take(until, bound))
      this.observer.frame(t, (t <= time ? memory : this.flow!.memoryAt(t)).slice(), applications);
  }

  snapshot(): State {
    return copyState(this.state);
  }
}
