// The event-driven schedule: free motion up to the next step or event, then what happens there, and so on.

import type { Body, Model } from "../model/model.ts";
import type { Located } from "../run/event-block.ts";
import { Schedule } from "../run/schedule.ts";
import type { ScheduleOptions } from "../run/schedule-options.ts";
import { scaleOf } from "../state/gap.ts";
import { type Observer, passing } from "../state/observer.ts";
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
        state.pairs.set(pairNumber(this.model, ...pair), "passing");
        overlaps.push(pair);
        if (overlaps.length <= mostOverlapNotes) this.warnOverlap(...pair);
      } else state.pairs.set(pairNumber(this.model, ...pair), "touching");
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
    const { state } = this;
    this.findStepEnd();
    const flow = this.flowOf(state).begin(state.time, Math.min(this.stepEnd, this.end));
    flow.cut();
    const { to } = flow;
    const isImpact = this.impacts.first(flow, state);
    let until = isImpact ? this.impacts.time : to;
    this.blocks.until = until;
    const fired = this.blocks.locate(flow, state);
    if (fired) until = fired.time;
    this.instants.until = until;
    this.reach(flow);
    const isStepEnd = until === to;
    if (isStepEnd && to === this.stepEnd) state.steps++;
    if (state.meetings.size > 0 && (isStepEnd || until - flow.from > this.impacts.resolution(until)))
      state.meetings.clear();
    this.keepConditions(fired);
    if (fired) this.fire(fired.numbers);
    const isMeeting = isImpact && until === this.impacts.time;
    // Who has touched before may be far apart by now: what strikes is decided by where the bodies are.
    if (state.pairs.size > 0 && (isMeeting || isStepEnd || fired)) this.pairs.releaseParted();
    if (isMeeting) this.meet(fired);
    else if (state.pairs.size > 0 && (isStepEnd || fired) && this.pairs.some) this.settleAgain();
  }

  /** The pairs found to meet strike; an event at the same instant may have moved them, or turned them round. */
  private meet(fired: Located | null): void {
    const { state, model } = this;
    const { meeting } = this.impacts;
    for (const pair of meeting) state.pairs.set(pairNumber(model, ...pair), "touching");
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
    const { state, model } = this;
    for (const { pair, gap } of this.impacts.pairsInTouch(state)) {
      if (!pair.some((body) => jumped.includes(body)) || state.pairs.has(pairNumber(model, ...pair))) continue;
      if (gap >= -overlap * scaleOf(state.memory, ...pair)) continue;
      const [one, other] = pair;
      this.laws.tellOnce(
        `overlap ${one.name}, ${other.name}`,
        `'${one.name}' and '${other.name}' overlap at t = ${state.time}, after a jump: they are let through until they are apart`,
        [passing([one.name, other.name], state.time)],
      );
    }
  }

  private settleAgain(): void {
    if (this.pairs.areSettled) this.fireRisen();
    else this.settle(this.state.time);
  }

  /** Resolves collisions among the pairs in touch, and begins and ends contacts and free falls accordingly. */
  private settle(time: number, meeting: readonly (readonly [Body, Body])[] = [], round = 0): void {
    const { state, model } = this;
    const met = new Set(meeting.map((pair) => pairNumber(model, ...pair)));
    const touching = pairsWith(model, state, "touching");
    const contacts = pairsWith(model, state, "contact").filter(
      (pair) => !this.pairs.hasLeft(pairNumber(model, ...pair)),
    );
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
    this.tellOverlaps(
      collided.flatMap(({ bodies, before, after }) => bodies.filter((body) => hasJumped(body, before, after))),
    );
    for (const { bodies } of collided) this.pairs.keepLevel(pairNumber(model, bodies[0], bodies[1]));
    const struck = new Set<Body>(collided.flatMap(({ bodies }) => [...bodies]));
    for (const pair of open)
      if (!pair.some((body) => struck.has(body)) && this.pairs.stays(pairNumber(model, ...pair))) stuck.push(pair);
    const changed = this.pairs.retestContacts();
    for (const pair of stuck) {
      const context = this.laws.choose("contact", this.collisions.order(...pair));
      const passes =
        !context && (endless.some((other) => other === pair) || this.pairs.isClosing(pairNumber(model, ...pair)));
      state.pairs.set(pairNumber(model, ...pair), context ? "contact" : passes ? "passing" : "touching");
      if (passes)
        this.laws.tellOnce(
          `unheld ${pair[0].name}, ${pair[1].name}`,
          `no contact law holds '${pair[0].name}' and '${pair[1].name}': their collision did not part them, and they pass through each other`,
          [
            passing(
              pair.map((body) => body.name),
              time,
            ),
          ],
        );
      for (const body of pair) changed.add(body);
    }
    for (const body of struck) changed.add(body);
    const free = [...changed].filter((body) => body.physicalType === "dynamic");
    this.restart(free, time);
    // A body that is held from now on may be in the way of those that fell with it.
    const isHeld = stuck.some((pair) => state.pairs.get(pairNumber(model, ...pair)) === "contact");
    if ((isHeld || this.holdResting(time)) && round < mostRounds) this.settle(time, [], round + 1);
    else this.fireRisen();
  }

  /** Pairs that neither close nor part stay together: contact laws take them, whether or not something carries them. */
  private holdResting(time: number): boolean {
    const { state, model } = this;
    const resting = pairsWith(model, state, "touching").filter((pair) => this.pairs.rests(pairNumber(model, ...pair)));
    for (const pair of resting) state.pairs.set(pairNumber(model, ...pair), "contact");
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
