// The pairs that touch, as they stand from one event to the next: which are held together, which have come apart.

import type { Laws } from "../laws/laws.ts";
import type { Body } from "../model/model.ts";
import type { Application } from "../state/application.ts";
import { findScale, findTouch, gapIn, nearnessIn } from "../state/gap.ts";
import { type PairStatus, pairOf, type State } from "../state/state.ts";
import type { Collisions } from "./collision.ts";
import { type Holds, Separation, type Tendency } from "./separation.ts";

/**
 * A contact has come apart by this, relative to the size and place of its bodies: more than the drift of a law that
 * holds them.
 */
const drift = 1e-7;

/** With so many pairs in mind, those that do not touch now are forgotten. */
const mostKnown = 256;

const nobodyHolds: Holds = () => null;

/** What is tried again at the end of each step. */
class TouchingPair {
  readonly a: Body;
  readonly b: Body;
  readonly hasContactLaw: boolean;
  private readonly laws: Laws;
  private readonly state: State;
  /** In free fall, and under the contact laws that hold them. */
  private free: Separation | null = null;
  private held: Separation | null = null;

  constructor(laws: Laws, collisions: Collisions, state: State, [a, b]: [Body, Body]) {
    this.laws = laws;
    this.state = state;
    this.a = a;
    this.b = b;
    this.hasContactLaw = laws.choose("contact", collisions.order(a, b)) !== null;
  }

  fall(): Tendency {
    if (!this.free?.repeat(this.state, nobodyHolds)) this.free = this.try(nobodyHolds);
    return this.free.tendency;
  }

  goOn(held: Holds): Tendency {
    if (!this.held?.repeat(this.state, held)) this.held = this.try(held);
    return this.held.tendency;
  }

  private try(held: Holds): Separation {
    const { laws, a, b } = this;
    const { memory, time } = this.state;
    return new Separation(laws, memory, a, b, time, held);
  }
}

export class TouchingPairs {
  private readonly laws: Laws;
  private readonly collisions: Collisions;
  private readonly state: State;
  /** Those that have been tried, by their numbers; some no longer touch, but may again. */
  private readonly known = new Map<number, TouchingPair>();
  /** What a look at all of them has found. A loop over the entries of a map would take memory. */
  private isFound = false;

  constructor(laws: Laws, collisions: Collisions, state: State) {
    this.laws = laws;
    this.collisions = collisions;
    this.state = state;
  }

  private of(number: number): TouchingPair {
    let pair = this.known.get(number);
    if (!pair) {
      if (this.known.size >= mostKnown) this.forgetParted();
      pair = new TouchingPair(this.laws, this.collisions, this.state, pairOf(this.laws.model, number));
      this.known.set(number, pair);
    }
    return pair;
  }

  private forgetParted(): void {
    for (const number of this.known.keys()) if (!this.state.pairs.has(number)) this.known.delete(number);
  }

  /**
   * An event has changed what laws take for lasting: numbers that nothing else changes, and which links are attached.
   */
  forget(): void {
    this.known.clear();
  }

  private isApart(number: number): boolean {
    const { bodies } = this.laws.model;
    const { memory } = this.state;
    const a = bodies[Math.floor(number / bodies.length)];
    const b = bodies[number % bodies.length];
    return nearnessIn(memory, a, b).distance > findTouch(memory, a, b)[0];
  }

  /** Keeps how deep a pair overlaps, if it does: deeper it is not to sink. */
  keepLevel(number: number): void {
    const { memory, levels } = this.state;
    const [a, b] = pairOf(this.laws.model, number);
    const gap = gapIn(memory, a, b);
    if (gap < -findTouch(memory, a, b)[0] / 2) levels.set(number, gap);
    else levels.delete(number);
  }

  /** Whether a contact came apart. */
  hasLeft(number: number): boolean {
    const { bodies } = this.laws.model;
    const { memory } = this.state;
    const a = bodies[Math.floor(number / bodies.length)];
    const b = bodies[number % bodies.length];
    return nearnessIn(memory, a, b).distance > drift * findScale(memory, a, b)[0];
  }

  /** Whether there are any but those that are let through. */
  get some(): boolean {
    this.isFound = false;
    this.state.pairs.forEach(this.findSome);
    return this.isFound;
  }

  private readonly findSome = (status: PairStatus): void => {
    if (status !== "passing") this.isFound = true;
  };

  /** The contact law that holds a body, if one does. */
  readonly held: Holds = (body: Body): Application | null => {
    const application = this.state.applications[body.index];
    return application?.context.type === "contact" ? application : null;
  };

  /**
   * Whether a pair is held by contacts with others and would not come apart in free fall either: it belongs to their
   * group.
   */
  stays(number: number): boolean {
    const pair = this.of(number);
    return pair.hasContactLaw && this.isHeld(pair.a) && this.isHeld(pair.b) && pair.fall() !== "parting";
  }

  /** Whether a pair has a contact law and neither closes nor comes apart, as it goes on now and in free fall. */
  rests(number: number): boolean {
    const pair = this.of(number);
    return pair.hasContactLaw && pair.goOn(this.held) === "resting" && pair.fall() === "resting";
  }

  private isHeld(body: Body): boolean {
    return body.physicalType !== "dynamic" || this.held(body) !== null;
  }

  isClosing(number: number): boolean {
    return this.of(number).goOn(this.held) === "closing";
  }

  /** Whether a contact came apart, or would come apart in free fall. */
  private loosens(number: number): boolean {
    return this.hasLeft(number) || this.of(number).fall() === "parting";
  }

  /** Whether none closes, comes to be held or comes apart: nothing happens to them now, unless somebody meets them. */
  get areSettled(): boolean {
    if (this.state.meetings.size > 0) return false;
    this.isFound = false;
    this.state.pairs.forEach(this.findUnsettled);
    return !this.isFound;
  }

  private readonly findUnsettled = (status: PairStatus, number: number): void => {
    if (this.isFound) return;
    if (status === "touching") this.isFound = this.isClosing(number) || this.stays(number) || this.rests(number);
    else if (status === "contact") this.isFound = this.loosens(number);
  };

  /** Lets go of contacts that came apart, or would come apart in free fall; tells whose. */
  retestContacts(): Set<Body> {
    const { pairs } = this.state;
    const changed = new Set<Body>();
    pairs.forEach((status, number) => {
      if (status !== "contact") return;
      if (!this.loosens(number)) return;
      if (this.hasLeft(number)) pairs.delete(number);
      else pairs.set(number, "touching");
      this.keepLevel(number);
      for (const body of pairOf(this.laws.model, number)) changed.add(body);
    });
    return changed;
  }

  /** Forgets pairs that are well apart, and watches again those that have passed through each other. */
  releaseParted(): void {
    this.state.pairs.forEach(this.releaseIfParted);
  }

  private readonly releaseIfParted = (status: PairStatus, number: number): void => {
    if (status === "contact" || !this.isApart(number)) return;
    this.state.pairs.delete(number);
    this.state.levels.delete(number);
  };
}
