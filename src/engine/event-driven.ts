// The event-driven schedule: free motion up to the next step or event, then what happens there, and so on.
import { Collisions } from "./collision.ts";
import { scaleOf } from "./gap.ts";
import { Impacts } from "./impacts.ts";
import type { Body, Model } from "./model.ts";
import type { Observer } from "./observer.ts";
import { Schedule } from "./schedule.ts";
import type { ScheduleOptions } from "./schedule-options.ts";
import { pairNumber, pairsWith } from "./state.ts";
import { TouchingPairs, touch } from "./touching-pairs.ts";

/** Impacts of one pair within a step beyond which it is taken for contact: a sequence without end has no other. */
const mostImpactsOfPair = 300;
/** How often at one instant bodies may come to be held and others then be looked at again. */
const mostRounds = 100;

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
    this.keepConditions(null);
    this.settle(state.time);
  }

  protected next(): void {
    const { state, model } = this;
    this.findStepEnd();
    const to = Math.min(this.stepEnd, this.end);
    const flow = this.flowOf(state).begin(state.time, to);
    const isImpact = this.impacts.first(flow, state);
    let until = isImpact ? this.impacts.time : to;
    this.blocks.until = until;
    const fired = this.blocks.locate(flow, state);
    if (fired) until = fired.time;
    this.instants.until = until;
    this.reach(flow);
    const isStepEnd = until === to;
    if (isStepEnd) {
      if (to === this.stepEnd) state.steps++;
      state.meetings.clear();
    }
    this.keepConditions(fired);
    if (fired) this.fire(fired.numbers);
    if (isImpact && until === this.impacts.time) {
      for (const pair of this.impacts.meeting) state.pairs.set(pairNumber(model, ...pair), "touching");
      this.settle(until, this.impacts.meeting);
    } else if (state.pairs.size > 0 && (isStepEnd || fired)) {
      this.pairs.releaseParted();
      if (this.pairs.some) this.settleAgain();
    }
  }

  protected override fire(numbers: readonly number[]): void {
    this.pairs.forget();
    super.fire(numbers);
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
      if (!pair.some((body) => struck.has(body)) && this.pairs.stays(pairNumber(model, ...pair))) stuck.push(pair);
    const changed = this.pairs.retestContacts();
    for (const pair of stuck) {
      const context = this.laws.choose("contact", this.collisions.order(...pair));
      const passes =
        !context && (endless.some((other) => other === pair) || this.pairs.isClosing(pairNumber(model, ...pair)));
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
    else this.fireRisen();
  }
}
