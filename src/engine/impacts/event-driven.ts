// The event-driven schedule: free motion up to the next step or event, then what happens there, and so on.
//
// `next` goes on to the end of a step or to what happens before it, in seven steps:
//
//   1 beginMotion      the laws at work make a Flow, the motion from state.time to the end of the step
//   2 findImpact       Impacts: of all pairs, the first instant at which two bodies meet
//   3 findEvent        EventBlocks: the first instant before it at which a condition of an event begins to hold
//   4 goThere          the state becomes that of the flow at this instant; frames up to it are recorded
//   5 fire             event blocks change attributes; laws of the bodies that they change end
//   6 releaseParted    pairs that are apart by now are forgotten
//   7 resolveContacts  Collisions: pairs that touch and close are struck; those that stay together are held by contact
//                      laws; bodies that nobody holds any more fall freely
//
// The data:
//
//   state.memory ──flow──> memory at `until` ──laws of events and collisions──> state.memory
//   state.pairs            pair → touching | passing | contact: what is known of the pairs that have met
//   state.applications     body → the law that moves it, from one event to the next
//   state.meetings         pair → how often it has met at this instant; ends endless bouncing
//
// Whether a pair meets is found from the whole path (impacts.ts, trajectory.ts), whether one in touch closes from a
// moment of free fall (separation.ts): the engine knows no velocities.

import type { Body, Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { Located } from "../run/event-block.ts";
import { Schedule } from "../run/schedule.ts";
import type { ScheduleOptions } from "../run/schedule-options.ts";
import type { Pairs } from "../state/contact-group.ts";
import { scaleOf } from "../state/gap.ts";
import { type Collision, type Observer, passing } from "../state/observer.ts";
import { pairNumber, pairsWith } from "../state/state.ts";
import { Collisions } from "./collision.ts";
import { Impacts } from "./impacts.ts";
import { TouchingPairs } from "./touching-pairs.ts";

/** Impacts of one pair at one instant, as near as instants can be told apart, beyond which it is taken for contact. */
const mostImpactsOfPair = 300;
/** First values with this many digits still make bodies touch: relative to their size and place. */
const overlap = 1e-9;
/** How often at one instant bodies may come to be held and others then be looked at again. */
const mostRounds = 100;
/** Pairs that overlap at the start and are told by their names. */
const mostOverlapNotes = 20;

export class EventDriven extends Schedule {
  private readonly collisions: Collisions;
  private readonly impacts: Impacts;
  private readonly pairs: TouchingPairs;
  // What the stages of `next` have found. Fields, since a record for each step would be allocated. hot: every step.
  /** How far the motion goes: to the end of the step, an impact or an event. */
  private until = 0;
  private isStepEnd = false;
  private isImpact = false;
  private fired: Located | null = null;

  constructor(model: Model, observer: Observer, options: ScheduleOptions = {}) {
    super(model, observer, options);
    this.collisions = new Collisions(this.laws);
    this.impacts = new Impacts(this.laws, this.collisions);
    this.pairs = new TouchingPairs(this.laws, this.collisions, this.state);
  }

  protected begin(): void {
    const { state } = this;
    const moving = this.model.bodies.filter((body) => body.physicalType !== "static");
    this.fall(moving);
    if (this.model.links.length > 0)
      this.flowOf(state).begin(state.time, state.time).beginLinks(this.model.settings.start);
    const overlaps: (readonly [Body, Body])[] = [];
    for (const { pair, gap } of this.impacts.pairsInTouch(state)) {
      if (gap < -overlap * scaleOf(state.memory, ...pair)) {
        state.pairs.set(this.numberOf(pair), "passing");
        overlaps.push(pair);
        if (overlaps.length <= mostOverlapNotes) this.warnOverlap(...pair);
      } else state.pairs.set(this.numberOf(pair), "touching");
    }
    if (overlaps.length > mostOverlapNotes)
      this.observer.note(
        `so do ${overlaps.length - mostOverlapNotes} other pairs: they are let through until they are apart`,
        overlaps.slice(mostOverlapNotes).map((pair) =>
          passing(
            pair.map((body) => body.name),
            state.time,
          ),
        ),
      );
    this.beginConditions();
    this.settle(state.time);
  }

  private warnOverlap(one: Body, other: Body): void {
    this.laws.onWarning(
      {
        severity: "warning",
        code: "overlap",
        message: `'${one.name}' and '${other.name}' overlap at the start: they are let through until they are apart`,
        span: one.declaration.name.span,
        notes: ["give them positions at which they are apart"],
      },
      [passing([one.name, other.name], this.state.time)],
    );
  }

  protected next(): void {
    const flow = this.beginMotion();
    this.findImpact(flow);
    this.findEvent(flow);
    this.goThere(flow);
    if (this.fired) this.fire(this.fired.numbers);
    this.releaseParted();
    this.resolveContacts();
  }

  /** Stage 1: the motion under the laws at work, from now to the end of the step, or to where a law has no value. */
  private beginMotion(): Flow {
    const { state } = this;
    this.findStepEnd();
    const flow = this.flowOf(state).begin(state.time, Math.min(this.stepEnd, this.end));
    flow.cut();
    return flow;
  }

  /** Stage 2: the first instant at which a pair meets. */
  private findImpact(flow: Flow): void {
    this.isImpact = this.impacts.first(flow, this.state);
    this.until = this.isImpact ? this.impacts.time : flow.to;
  }

  /** Stage 3: the first instant before it at which the condition of an event begins to hold. */
  private findEvent(flow: Flow): void {
    this.blocks.until = this.until;
    this.fired = this.blocks.locate(flow, this.state);
    if (this.fired) this.until = this.fired.time;
  }

  /** Stage 4: the state becomes that of the motion at the first of these instants; frames on the way are recorded. */
  private goThere(flow: Flow): void {
    const { state, until } = this;
    this.recordingTimes.until = until;
    this.reach(flow);
    this.isStepEnd = until === flow.to;
    if (this.isStepEnd && flow.to === this.stepEnd) state.steps++;
    if (state.meetings.size > 0 && (this.isStepEnd || until - flow.from > this.impacts.resolution(until)))
      state.meetings.clear();
    this.keepConditions(this.fired);
  }

  private get isMeeting(): boolean {
    return this.isImpact && this.until === this.impacts.time;
  }

  /** Stage 6: pairs that have touched before may be far apart by now; where the bodies are decides what strikes. */
  private releaseParted(): void {
    if (this.state.pairs.size > 0 && (this.isMeeting || this.isStepEnd || this.fired)) this.pairs.releaseParted();
  }

  /** Stage 7: collisions, and the contacts and free falls that begin or end with them. */
  private resolveContacts(): void {
    if (this.isMeeting) this.meet();
    else if (this.state.pairs.size > 0 && (this.isStepEnd || this.fired) && this.pairs.some) this.settleAgain();
  }

  /** The pairs found to meet strike; an event at the same instant may have moved them, or turned them round. */
  private meet(): void {
    const { state, fired } = this;
    const { meeting } = this.impacts;
    for (const pair of meeting) state.pairs.set(this.numberOf(pair), "touching");
    if (fired) this.pairs.releaseParted();
    this.settle(state.time, fired ? [] : meeting);
  }

  protected override fire(numbers: readonly number[]): void {
    this.pairs.forget();
    super.fire(numbers);
  }

  protected override changed(bodies: readonly Body[], before: Float64Array): void {
    const { memory } = this.state;
    this.tellOverlaps(bodies.filter((body) => hasJumped(body, before, memory)));
  }

  /** Bodies whose place or size has jumped may overlap others: nobody parts these. */
  private tellOverlaps(jumped: readonly Body[]): void {
    if (jumped.length === 0) return;
    const { state } = this;
    for (const { pair, gap } of this.impacts.pairsInTouch(state)) {
      if (!pair.some((body) => jumped.includes(body)) || state.pairs.has(this.numberOf(pair))) continue;
      if (gap >= -overlap * scaleOf(state.memory, ...pair)) continue;
      const [one, other] = pair;
      this.laws.tellOnce(
        `overlap ${one.name}, ${other.name}`,
        `'${one.name}' and '${other.name}' overlap at t = ${state.time}, after a jump: they are let through until ` +
          `they are apart`,
        [passing([one.name, other.name], state.time)],
      );
    }
  }

  private settleAgain(): void {
    if (this.pairs.areSettled) this.fireRisen();
    else this.settle(this.state.time);
  }

  /**
   * Resolves collisions among the pairs in touch, and begins and ends contacts and free falls accordingly. `round`
   * counts how often that has been done at this instant.
   */
  private settle(time: number, meeting: Pairs = [], round = 0): void {
    const { state, model } = this;
    const met = this.countMeetings(meeting);
    const touching = pairsWith(model, state, "touching");
    const endless = touching.filter((pair) => (state.meetings.get(this.numberOf(pair)) ?? 0) > mostImpactsOfPair);
    const open = touching.filter((pair) => !endless.includes(pair));
    const { collided, stuck } = this.collisions.resolve(
      state.memory,
      open,
      pairsWith(model, state, "contact").filter((pair) => !this.pairs.hasLeft(this.numberOf(pair))),
      (pair) => met.has(this.numberOf(pair)),
      this.pairs.held,
      time,
    );
    stuck.push(...endless);
    this.noteCollisions(collided);
    const struck = new Set<Body>(collided.flatMap(({ bodies }) => [...bodies]));
    for (const pair of open)
      if (!pair.some((body) => struck.has(body)) && this.pairs.stays(this.numberOf(pair))) stuck.push(pair);
    const changed = this.pairs.retestContacts();
    for (const pair of stuck) {
      this.holdOrPass(
        pair,
        endless.some((one) => one === pair),
        time,
      );
      for (const body of pair) changed.add(body);
    }
    for (const body of struck) changed.add(body);
    const free = [...changed].filter((body) => body.physicalType === "dynamic");
    this.restart(free, time);
    // A body that is held from now on may be in the way of those that fell with it.
    const isHeld = stuck.some((pair) => state.pairs.get(this.numberOf(pair)) === "contact");
    if ((isHeld || this.holdResting(time)) && round < mostRounds) this.settle(time, [], round + 1);
    else this.fireRisen();
  }

  private numberOf([one, other]: readonly [Body, Body]): number {
    return pairNumber(this.model, one, other);
  }

  /** Counts pairs that have just met. Returns their numbers. */
  private countMeetings(meeting: Pairs): Set<number> {
    const { meetings } = this.state;
    const met = new Set(meeting.map((pair) => this.numberOf(pair)));
    for (const number of met) meetings.set(number, (meetings.get(number) ?? 0) + 1);
    return met;
  }

  /** Reports collisions, and keeps how far apart the struck pairs are. */
  private noteCollisions(collided: readonly Collision[]): void {
    this.reporter.collided(collided);
    this.tellOverlaps(
      collided.flatMap(({ bodies, before, after }) => bodies.filter((body) => hasJumped(body, before, after))),
    );
    for (const { bodies } of collided) this.pairs.keepLevel(pairNumber(this.model, bodies[0], bodies[1]));
  }

  /** A pair that its collision did not part: a contact law holds it, or it is let through if it closes. */
  private holdOrPass(pair: readonly [Body, Body], isEndless: boolean, time: number): void {
    const context = this.laws.choose("contact", this.collisions.order(...pair));
    const passes = !context && (isEndless || this.pairs.isClosing(this.numberOf(pair)));
    this.state.pairs.set(this.numberOf(pair), context ? "contact" : passes ? "passing" : "touching");
    if (!passes) return;
    const [one, other] = pair.map((body) => body.name);
    this.laws.tellOnce(
      `unheld ${one}, ${other}`,
      `no contact law holds '${one}' and '${other}': their collision did not part them, and they pass through each ` +
        "other",
      [passing([one, other], time)],
    );
  }

  /** Pairs that neither close nor part stay together: contact laws take them, whether or not something carries them. */
  private holdResting(time: number): boolean {
    const { state, model } = this;
    const resting = pairsWith(model, state, "touching").filter((pair) => this.pairs.rests(this.numberOf(pair)));
    for (const pair of resting) state.pairs.set(this.numberOf(pair), "contact");
    const bodies = new Set(resting.flat().filter((body) => body.physicalType === "dynamic"));
    this.restart([...bodies], time);
    return resting.length > 0;
  }
}

/** Whether a body is elsewhere, turned or of another size after a law than before. */
function hasJumped({ position, orientation, sizing }: Body, before: Float64Array, after: Float64Array): boolean {
  for (const slot of [position, orientation, sizing?.slot]) {
    if (!slot) continue;
    const { offset, stride, size } = slot;
    for (let k = offset; k < offset + size * stride; k += stride) if (before[k] !== after[k]) return true;
  }
  return false;
}
