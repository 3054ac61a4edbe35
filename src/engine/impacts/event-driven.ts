// The event-driven schedule: free motion up to the next step or event, then what happens there, and again.
//
// `next` continues to the end of a step or to what happens before it, in seven steps:
//
//   1 beginMotion      the laws at work make a Flow, the motion from state.time to the end of the step
//   2 findImpact       Impacts: of all pairs, the first instant at which two bodies meet
//   3 findEvent        EventBlocks: the first instant before it at which a condition of an event begins to hold
//   4 goThere          the state becomes that of the flow at this instant; frames up to it are recorded
//   5 fireLocated      event blocks change attributes; laws of the bodies that they change end
//   6 releaseParted    pairs that are apart by now are forgotten
//   7 resolveContacts  Collisions: pairs that touch and close are struck; those that stay together are held by contact
//                      laws; bodies that nobody holds any more fall freely
//
// Stage 7 in detail: `settle` does at one instant, again as long as bodies become held (at most `mostRounds`):
//
//   countMeetings   state.meetings: pairs that meet beyond `mostImpactsOfPair` are endless, and no longer struck
//   strike          collision.ts: laws strike touching pairs that close, the fastest first; those that still close are
//                   stuck, and so are pairs that nothing struck and that stay together (`stays`)
//   retestContacts  contacts that would part in free fall are touching again, or forgotten
//   holdOrPass      a contact law takes a stuck pair; without one it passes if it closes
//   restart         the laws of all bodies concerned begin again: free falls and groups of contacts
//   holdResting     touching pairs that neither close nor part become contacts
//   fireRisen       in the last round: events whose conditions have begun to hold by all that
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
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { inOrder } from "../model/pair-order.ts";
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
import { overlapNotes } from "./inside.ts";
import { TouchingPairs } from "./touching-pairs.ts";

/** Number of impacts of one pair at one instant, within rounding, beyond which the pair counts as in contact. */
const mostImpactsOfPair = 300;
/** First values with this many digits still make bodies touch: relative to their size and place. */
const overlap = 1e-9;
/** The most rounds at one instant in which bodies become held and the others are examined again. */
const mostRounds = 100;
/** The most pairs overlapping at the start that are reported by name. */
const mostOverlapNotes = 20;

export class EventDriven extends Schedule {
  private readonly collisions: Collisions;
  private readonly impacts: Impacts;
  private readonly pairs: TouchingPairs;
  // What the stages of `next` have found. Fields, since a record for each step would be allocated. hot: every step.
  /** The time up to which the motion continues: the end of the step, an impact or an event. */
  private until = 0;
  private isStepEnd = false;
  private isImpact = false;
  private fired: Located | null = null;

  constructor(model: Model, observer: Observer, options: ScheduleOptions = {}) {
    super(model, observer, options);
    this.collisions = new Collisions(this.laws);
    this.impacts = new Impacts(this.laws, this.collisions);
    this.pairs = new TouchingPairs(this.laws, this.state);
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
        `so do ${overlaps.length - mostOverlapNotes} other pairs: they pass through each other until they separate`,
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
    const { body, notes } = overlapNotes(one, other, this.state.memory);
    this.laws.onWarning(
      {
        severity: "warning",
        code: "overlap",
        message:
          `'${one.name}' and '${other.name}' overlap at the start: they pass through each other until they ` +
          `separate`,
        span: body.declaration.name.span,
        notes,
      },
      [passing([one.name, other.name], this.state.time)],
    );
  }

  protected next(): void {
    const flow = this.beginMotion();
    this.findImpact(flow);
    this.findEvent(flow);
    this.goThere(flow);
    this.fireLocated(this.fired);
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

  /** Stage 2: finds the first instant at which a pair meets. */
  private findImpact(flow: Flow): void {
    this.isImpact = this.impacts.first(flow, this.state);
    this.until = this.isImpact ? this.impacts.time : flow.to;
  }

  /** Stage 3: finds the first instant before it at which the condition of an event begins to hold. */
  private findEvent(flow: Flow): void {
    this.blocks.until = this.until;
    this.fired = this.blocks.locate(flow, this.state);
    if (this.fired) this.until = this.fired.time;
  }

  /** Stage 4: advances the state to the first of these instants; frames on the way are recorded. */
  private goThere(flow: Flow): void {
    const { state, until } = this;
    this.recordingTimes.until = until;
    this.reach(flow);
    this.isStepEnd = until === flow.to;
    if (this.isStepEnd && flow.to === this.stepEnd) state.steps++;
    if (state.meetings.size > 0 && (this.isStepEnd || until - flow.from > this.impacts.resolution(until)))
      state.meetings.clear();
  }

  private get isMeeting(): boolean {
    return this.isImpact && this.until === this.impacts.time;
  }

  /**
   * Stage 6: releases pairs that touched before and are apart now; the positions of the bodies decide what collides.
   */
  private releaseParted(): void {
    if (this.state.pairs.size > 0 && (this.isMeeting || this.isStepEnd || this.fired)) this.pairs.releaseParted();
  }

  /** Stage 7: resolves collisions, and begins and ends contacts and free falls. */
  private resolveContacts(): void {
    if (this.isMeeting) this.meet();
    else if (this.state.pairs.size > 0 && (this.isStepEnd || this.fired) && this.pairs.some) this.settleAgain();
  }

  /** Collides the pairs found to meet; an event at the same instant may have moved or turned them. */
  private meet(): void {
    const { state, fired } = this;
    const { meeting } = this.impacts;
    for (const pair of meeting) state.pairs.set(this.numberOf(pair), "touching");
    if (fired) this.pairs.releaseParted();
    this.settle(state.time, fired ? [] : meeting);
  }

  /** Stage 5, and events that others or collisions cause: what is known of touching pairs does not outlast an event. */
  protected override fire(numbers: readonly number[]): void {
    this.pairs.forget();
    super.fire(numbers);
  }

  protected override changed(bodies: readonly Body[], before: ReadonlyNumbers): void {
    const { memory } = this.state;
    this.tellOverlaps(bodies.filter((body) => hasJumped(body, before, memory)));
  }

  /** Reports overlaps of bodies whose place or size has jumped: nothing parts them. */
  private tellOverlaps(jumped: readonly Body[]): void {
    if (jumped.length === 0) return;
    const { state } = this;
    for (const { pair, gap } of this.impacts.pairsInTouch(state)) {
      if (!pair.some((body) => jumped.includes(body)) || state.pairs.has(this.numberOf(pair))) continue;
      if (gap >= -overlap * scaleOf(state.memory, ...pair)) continue;
      const [one, other] = pair;
      this.laws.tellOnce(
        `overlap ${one.name}, ${other.name}`,
        `'${one.name}' and '${other.name}' overlap at t = ${state.time}, after a jump: they pass through each other ` +
          "until they separate",
        [passing([one.name, other.name], state.time)],
      );
    }
  }

  private settleAgain(): void {
    if (this.pairs.areSettled) this.fireRisen();
    else this.settle(this.state.time);
  }

  /**
   * Resolves collisions among the touching pairs, and begins and ends contacts and free falls accordingly. `round`
   * counts how often that has been done at this instant.
   */
  private settle(time: number, meeting: Pairs = [], round = 0): void {
    const { state } = this;
    const met = this.countMeetings(meeting);
    const { stuck, endless, struck } = this.strike(met, time);
    const changed = this.pairs.retestContacts();
    for (const pair of stuck) {
      const isEndless = endless.some((one) => one === pair);
      this.holdOrPass(pair, isEndless, time);
      for (const body of pair) changed.add(body);
    }
    for (const body of struck) changed.add(body);
    const free = [...changed].filter((body) => body.physicalType === "dynamic");
    this.restart(free, time);
    // A body that is held from now on may be in the way of bodies that fell with it.
    const isHeld = stuck.some((pair) => state.pairs.get(this.numberOf(pair)) === "contact");
    if ((isHeld || this.holdResting(time)) && round < mostRounds) this.settle(time, [], round + 1);
    else this.fireRisen();
  }

  /** Lets collision laws strike touching pairs that close. Returns those that are to be held, and the struck bodies. */
  private strike(met: ReadonlySet<number>, time: number) {
    const { state, model } = this;
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
    return { stuck, endless, struck };
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

  /** Reports collisions, and notes the distances of the collided pairs. */
  private noteCollisions(collided: readonly Collision[]): void {
    this.reporter.collided(collided);
    this.tellOverlaps(
      collided.flatMap(({ bodies, before, after }) => bodies.filter((body) => hasJumped(body, before, after))),
    );
    for (const { bodies } of collided) this.pairs.keepLevel(pairNumber(this.model, bodies[0], bodies[1]));
  }

  /** A pair that its collision did not separate: a contact law holds it, or it may pass through if it closes. */
  private holdOrPass(pair: readonly [Body, Body], isEndless: boolean, time: number): void {
    const context = this.laws.choose("contact", inOrder(...pair));
    const passes = !context && (isEndless || this.pairs.isClosing(this.numberOf(pair)));
    this.state.pairs.set(this.numberOf(pair), context ? "contact" : passes ? "passing" : "touching");
    if (!passes) return;
    this.warnUnheld(pair, isEndless, time);
  }

  private warnUnheld(pair: readonly [Body, Body], isEndless: boolean, time: number): void {
    const { main } = this.model.environment;
    const law = this.laws.choose("collision", inOrder(...pair))!;
    const [one, other] = pair.map((body) => body.name);
    const at = Number(time.toPrecision(5));
    const why = isEndless
      ? `from t = ${at} on '${law.name.name}' lets them bounce ever more weakly, without end`
      : `they do not separate after their collision at t = ${at}`;
    const contact =
      "a body that rests on another needs a context with type = contact, such as force_contact of " +
      "laws/force-contact.vfl";
    this.laws.warnOnce(
      `unheld ${one}, ${other}`,
      {
        severity: "warning",
        code: "no-law",
        message: `no contact law holds '${one}' and '${other}': ${why}, and they pass through each other`,
        span: law.block.span.source === main ? law.name.span : pair[0].declaration.name.span,
        notes: [isEndless ? contact : `${contact}; if they should separate, is a sign wrong in '${law.name.name}'?`],
      },
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

/** Whether a law has moved, turned or resized a body. */
function hasJumped({ position, orientation, sizing }: Body, before: ReadonlyNumbers, after: ReadonlyNumbers): boolean {
  for (const slot of [position, orientation, sizing?.slot]) {
    if (!slot) continue;
    const { offset, stride, size } = slot;
    for (let k = offset; k < offset + size * stride; k += stride) if (before[k] !== after[k]) return true;
  }
  return false;
}
