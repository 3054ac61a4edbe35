// Sleeping bodies: islands of bodies in contact or linked, all of which have moved slowly for a while. A sleeping body
// does not change: its rates are not evaluated, and points between bodies that sleep or are static are kept and not
// swept. Its velocities are zero.
//
// Slow is not still. An island that touches nothing and is linked to nothing is in flight: it falls asleep only if it
// does not move at all. And a body that gets faster from step to step has just begun to move: its quiet time restarts.
//
// None of this is physics: a body wakes, with its island, in the step in which its laws give it other rates than when
// it fell asleep, a contact or collision law would change one of its numbers, one of its attributes changes, or a
// driven body that it touches moves.

import type { Laws } from "../../laws/laws.ts";
import type { RateTerms } from "../../laws/rate-terms.ts";
import type { Body } from "../../model/model.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import type { Slot } from "../../model/slot.ts";
import type { Application } from "../../state/application.ts";
import type { KeptSleep } from "../../state/kept-points.ts";
import type { State } from "../../state/state.ts";
import type { ContactForm } from "../contact/form.ts";
import type { ContactPoints } from "../contact/points.ts";
import { Islands } from "./islands.ts";
import { areLasting, isSleepable, isSteady, motionSlots, readsWorld } from "./sleepable.ts";

const none: readonly Body[] = [];
/** Steps add up to the sleep time except for rounding, which depends on when the run began. */
const rounded = 1 - 1e-9;

export class Sleepers {
  /** Per body, 1 while it sleeps. */
  readonly asleep: Uint8Array;
  /** Whether a body has woken since this was set to false: then the step is repeated. */
  hasStirred = false;
  /**
   * Whether all sleep, and nothing that laws see has changed since a step in which none woke: then the next one changes
   * only the time.
   */
  isStill = false;
  /** Whether an event or a person has changed something since the last step. */
  private isDisturbed = false;
  /** Whether laws give the same as long as bodies are unchanged; null until it is needed. */
  private lasting: boolean | null = null;
  private readonly laws: Laws;
  private readonly state: State;
  private readonly points: ContactPoints;
  /** Per body, an upper bound of the move of any of its points in the last step. */
  private readonly moved: Float64Array;
  /** How long each body has been slow, has not moved at all, and has become faster with each step. */
  private readonly quiet: Float64Array;
  private readonly motionless: Float64Array;
  private readonly quickening: Float64Array;
  /** The speed of each body in the step before. */
  private readonly speed: Float64Array;
  /** By place in the memory: the rates of sleeping bodies, once they have slept for a step. */
  private readonly held: Float64Array;
  private readonly isHeld: Uint8Array;
  private readonly islands: Islands;
  /** Per body, the places of its attributes. */
  private readonly places: readonly Int32Array[];
  /** Per body, whether it is awake, and whether it has been slow for long enough. */
  private readonly awake: Uint8Array;
  private readonly isFit: Uint8Array;
  private readonly motion = new Map<Application, readonly Slot[] | null>();
  /** Number of sleeping bodies, and of bodies that could sleep. */
  count = 0;
  private readonly most: number;

  constructor(laws: Laws, state: State, points: ContactPoints, moved: Float64Array) {
    const { bodies } = laws.model;
    this.laws = laws;
    this.state = state;
    this.points = points;
    this.moved = moved;
    this.asleep = new Uint8Array(bodies.length);
    this.quiet = new Float64Array(bodies.length);
    this.motionless = new Float64Array(bodies.length);
    this.quickening = new Float64Array(bodies.length);
    this.speed = new Float64Array(bodies.length);
    this.isHeld = new Uint8Array(bodies.length);
    this.held = new Float64Array(state.memory.length);
    this.islands = new Islands(laws.model, points);
    this.places = bodies.map(({ slots }) => Int32Array.from([...slots.values()].flatMap(placesOf)));
    this.most = bodies.filter(({ physicalType }) => physicalType === "dynamic").length;
    this.awake = new Uint8Array(bodies.length);
    this.isFit = new Uint8Array(bodies.length);
  }

  /** Whether a body can be skipped: it sleeps, or nothing moves it now. */
  isResting(index: number): boolean {
    const { physicalType } = this.laws.model.bodies[index];
    return physicalType === "dynamic" ? this.asleep[index] === 1 : this.moved[index] === 0;
  }

  /** Notes or compares the rates of sleeping bodies; `owners` has the body of each number of the vector, or -1. */
  compareRates({ places }: RateTerms, owners: Int32Array, components: Int32Array, rates: Float64Array): void {
    if (this.count === 0) return;
    for (let i = 0; i < components.length; i++) {
      const k = components[i];
      const body = owners[k];
      if (body < 0 || this.asleep[body] === 0) continue;
      if (this.isHeld[body] === 0) this.held[places[k]] = rates[k];
      else if (this.held[places[k]] !== rates[k]) this.wake(body);
    }
  }

  /** Wakes sleeping bodies in which contact laws have changed a number. */
  compareTouched(before: ReadonlyNumbers, after: ReadonlyNumbers): void {
    if (this.count === 0) return;
    const { list } = this.points;
    for (let i = 0; i < list.count; i++) {
      if (list.isResting[i] === 1) continue;
      this.compare(list.own[i], before, after);
      this.compare(list.other[i], before, after);
    }
  }

  /**
   * Compares all attributes of sleeping bodies at the end of a step, where all are known; and whether bodies that drive
   * them have moved.
   */
  compareAll(before: ReadonlyNumbers, after: ReadonlyNumbers): void {
    if (this.count === 0) return;
    for (let i = 0; i < this.asleep.length; i++) if (this.isHeld[i] === 1) this.compare(i, before, after);
    for (const { index, physicalType } of this.laws.model.bodies)
      if (physicalType === "driven" && this.moved[index] > 0) this.wakeAround(index);
  }

  private compare(index: number, before: ReadonlyNumbers, after: ReadonlyNumbers): void {
    if (this.asleep[index] === 0) return;
    const places = this.places[index];
    for (let k = 0; k < places.length; k++)
      if (before[places[k]] !== after[places[k]]) {
        this.wake(index);
        return;
      }
  }

  /** Wakes a body and its island. */
  private wake(index: number): void {
    if (this.asleep[index] === 0) return;
    this.islands.find(this.state.memory, this.asleep);
    for (const one of this.islands.membersWith(index)) {
      if (this.asleep[one] === 0) continue;
      this.asleep[one] = 0;
      this.quiet[one] = this.motionless[one] = this.quickening[one] = this.speed[one] = 0;
      this.count--;
    }
    this.isStill = false;
    this.hasStirred = true;
  }

  /** Wakes all bodies that touch a body or are linked to it. */
  private wakeAround(index: number): void {
    this.wake(index);
    for (const one of this.islands.neighbours(this.state.memory, index)) this.wake(one);
  }

  /** Notes that something that laws see may have changed, or that other laws are active. */
  disturb(): void {
    this.isStill = false;
    this.isDisturbed = true;
    this.lasting = null;
  }

  /** Notes that an event changed these bodies. */
  touch(bodies: readonly Body[]): void {
    this.disturb();
    for (const { index } of bodies) this.wakeAround(index);
    this.hasStirred = false;
  }

  /**
   * Notes that a person changed an attribute of the world: laws of bodies will show it in their rates, contact laws of
   * sleeping bodies would not.
   */
  input(name: string): void {
    this.disturb();
    if (this.count === 0 || !this.islands.forms().some((form) => readsWorld(form.scope).has(name))) return;
    this.touch(this.laws.model.bodies);
  }

  /**
   * Ends a step: islands that have been slow for long enough fall asleep. `length` is the length of the step, `passed`
   * how much of it has passed. Returns the bodies that fell asleep.
   */
  settle({ length, passed }: { readonly length: number; readonly passed: number }): readonly Body[] {
    if (this.isStill) return none;
    const { asleep, quiet, isHeld, moved } = this;
    const { bodies, settings } = this.laws.model;
    this.isStill = this.haveAllBeenHeld() && !this.isDisturbed && this.areLasting();
    this.isDisturbed = false;
    const shortest = rounded * settings.sleepTime;
    let isTime = false;
    for (const { index, physicalType } of bodies) {
      if (asleep[index] === 1) isHeld[index] = 1;
      if (asleep[index] === 1 || physicalType !== "dynamic") continue;
      const isSlow = moved[index] <= settings.sleepSpeed * length && this.slotsOf(index) !== null;
      const isQuickening = this.isQuickening(index, moved[index] / length, passed);
      quiet[index] = isSlow && !isQuickening ? quiet[index] + passed : 0;
      isTime ||= quiet[index] >= shortest;
    }
    return isTime ? this.layDown() : none;
  }

  /** Whether a body, now with this speed, has become faster in each step of half the sleep time. */
  private isQuickening(index: number, speed: number, passed: number): boolean {
    const { motionless, quickening } = this;
    motionless[index] = speed === 0 ? motionless[index] + passed : 0;
    quickening[index] = speed > this.speed[index] ? quickening[index] + passed : 0;
    this.speed[index] = speed;
    return quickening[index] > 0 && quickening[index] >= (rounded * this.laws.model.settings.sleepTime) / 2;
  }

  /** Whether all slept through this step, and were compared with their state before. */
  private haveAllBeenHeld(): boolean {
    if (this.count < this.most) return false;
    for (let i = 0; i < this.asleep.length; i++) if (this.asleep[i] === 1 && this.isHeld[i] === 0) return false;
    return true;
  }

  private areLasting(): boolean {
    const active = () => this.state.applications.filter((one) => one !== null);
    this.lasting ??=
      areLasting(this.laws, active()) && this.islands.forms().every(({ accumulators }) => accumulators.length === 0);
    return this.lasting;
  }

  private layDown(): readonly Body[] {
    const { asleep, quiet, islands, awake, isFit } = this;
    const { memory } = this.state;
    const { bodies, settings } = this.laws.model;
    for (const { index, physicalType } of bodies) {
      awake[index] = physicalType === "dynamic" && asleep[index] === 0 ? 1 : 0;
      isFit[index] = awake[index] === 1 && quiet[index] >= rounded * settings.sleepTime ? 1 : 0;
    }
    islands.find(memory, awake);
    islands.refuse(memory, isFit, this.staysPut, this.isSteady, this.isMotionless);
    const fallen = bodies.filter(({ index }) => awake[index] === 1 && islands.areAll(index));
    for (const { index } of fallen) {
      asleep[index] = 1;
      this.isHeld[index] = 0;
      this.moved[index] = 0;
      this.count++;
      for (const slot of this.slotsOf(index)!) this.laws.memory.clear(memory, placesOf(slot));
    }
    return fallen;
  }

  /** A moving body among those that fall asleep together is refused. */
  private readonly staysPut = (index: number): boolean => this.awake[index] === 1 || this.isResting(index);
  private readonly isSteady = (form: ContactForm): boolean => isSteady(this.laws, form.scope);
  private readonly isMotionless = (index: number): boolean =>
    this.motionless[index] > 0 && this.motionless[index] >= rounded * this.laws.model.settings.sleepTime;

  /** The velocities of a body; null if it does not sleep. */
  private slotsOf(index: number): readonly Slot[] | null {
    const application = this.state.applications[index];
    if (!application) return [];
    let slots = this.motion.get(application);
    if (slots === undefined)
      this.motion.set(application, (slots = isSleepable(application) ? motionSlots(application) : null));
    return slots;
  }

  keep(): KeptSleep {
    const { asleep, quiet, motionless, quickening, speed, isHeld, held } = this;
    return {
      asleep: asleep.slice(),
      quiet: quiet.slice(),
      motionless: motionless.slice(),
      quickening: quickening.slice(),
      speed: speed.slice(),
      isHeld: isHeld.slice(),
      held: held.slice(),
    };
  }

  restore(kept: KeptSleep): void {
    this.asleep.set(kept.asleep);
    this.quiet.set(kept.quiet);
    this.motionless.set(kept.motionless);
    this.quickening.set(kept.quickening);
    this.speed.set(kept.speed);
    this.isHeld.set(kept.isHeld);
    this.held.set(kept.held);
    this.count = kept.asleep.reduce((sum, one) => sum + one, 0);
  }
}

function placesOf({ offset, stride, size }: Slot): number[] {
  return Array.from({ length: size }, (_, k) => offset + k * stride);
}
