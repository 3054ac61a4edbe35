// The touching pairs, kept from one event to the next: which are held together, which have separated.

import type { Laws } from "../laws/laws.ts";
import type { Body } from "../model/model.ts";
import { inOrder } from "../model/pair-order.ts";
import type { Application } from "../state/application.ts";
import { findScale, findTouch, gapIn, nearnessIn } from "../state/gap.ts";
import { type PairStatus, pairOf, type State } from "../state/state.ts";
import { type Holds, Separation, type Tendency } from "./separation.ts";

/**
 * A contact has separated at this distance, relative to the size and place of its bodies: more than the drift of a law
 * that holds them.
 */
const drift = 1e-7;

/** From this number of known pairs on, pairs that no longer touch are removed. */
const fewestKnown = 256;

const nobodyHolds: Holds = () => null;

/** A pair, with the trials that are repeated at the end of each step. */
class TouchingPair {
  readonly a: Body;
  readonly b: Body;
  readonly hasContactLaw: boolean;
  private readonly laws: Laws;
  private readonly state: State;
  /** The trial in free fall, and the one under the contact laws that hold the bodies. */
  private free: Separation | null = null;
  private held: Separation | null = null;

  constructor(laws: Laws, state: State, [a, b]: [Body, Body]) {
    this.laws = laws;
    this.state = state;
    this.a = a;
    this.b = b;
    this.hasContactLaw = laws.choose("contact", inOrder(a, b)) !== null;
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
  private readonly state: State;
  /** The pairs tried so far, by number; some of them no longer touch, but may touch again. */
  private readonly known = new Map<number, TouchingPair>();
  /**
   * At this number of known pairs, those that do not touch are removed: twice the number left after the last removal,
   * so that it happens rarely.
   */
  private mostKnown = fewestKnown;
  /** The result of a loop over all pairs. A loop over the entries of a map would allocate memory. */
  private isFound = false;

  constructor(laws: Laws, state: State) {
    this.laws = laws;
    this.state = state;
  }

  private of(number: number): TouchingPair {
    let pair = this.known.get(number);
    if (!pair) {
      if (this.known.size >= this.mostKnown) this.forgetParted();
      pair = new TouchingPair(this.laws, this.state, pairOf(this.laws.model, number));
      this.known.set(number, pair);
    }
    return pair;
  }

  private forgetParted(): void {
    for (const number of this.known.keys()) if (!this.state.pairs.has(number)) this.known.delete(number);
    this.mostKnown = Math.max(fewestKnown, 2 * this.known.size);
  }

  /** An event has changed what laws treat as constant: numbers that only events change, or which links are attached. */
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

  /** Notes how deep a pair overlaps, if it does: it must not sink deeper. */
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

  /** Whether there are touching pairs other than those that pass through each other. */
  get some(): boolean {
    this.isFound = false;
    this.state.pairs.forEach(this.findSome);
    return this.isFound;
  }

  private readonly findSome = (status: PairStatus): void => {
    if (status !== "passing") this.isFound = true;
  };

  /** The contact law that holds a body; null if none does. */
  readonly held: Holds = (body: Body): Application | null => {
    const application = this.state.applications[body.index];
    return application?.context.type === "contact" ? application : null;
  };

  /**
   * Whether a pair is held by its bodies' other contacts and would not separate in free fall either: it belongs to
   * their group.
   */
  stays(number: number): boolean {
    const pair = this.of(number);
    return pair.hasContactLaw && this.isHeld(pair.a) && this.isHeld(pair.b) && pair.fall() !== "parting";
  }

  /** Whether a pair has a contact law and neither closes nor separates, in its present motion and in free fall. */
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

  /** Whether a contact has separated, or would separate in free fall. */
  private loosens(number: number): boolean {
    return this.hasLeft(number) || this.of(number).fall() === "parting";
  }

  /** Whether no pair closes, begins to be held or separates: nothing happens to them unless another body arrives. */
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

  /** Ends contacts that have separated, or would separate in free fall; returns their bodies. */
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

  /** Forgets pairs that are well apart, and watches pairs again that have passed through each other. */
  releaseParted(): void {
    this.state.pairs.forEach(this.releaseIfParted);
  }

  private readonly releaseIfParted = (status: PairStatus, number: number): void => {
    if (status === "contact" || !this.isApart(number)) return;
    this.state.pairs.delete(number);
    this.state.levels.delete(number);
  };
}
