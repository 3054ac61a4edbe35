// The comparisons in the conditions of events. For each, the gap between the compared values is a number whose side
// shows whether it holds. Evaluating the conditions at two instants does not show what happens in between; the gaps do:
// a gap that has changed sides has a zero in between, one that turns towards zero may have two. Between neighbouring
// zeros no condition changes.

import type { KernelSource } from "../../compiler/emit/module.ts";
import type { Graph } from "../../compiler/graph/graph.ts";
import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import type { MemoryPlace, Node } from "../../compiler/graph/node.ts";
import { isRefusal } from "../../compiler/graph/refusal.ts";
import { findSwitches, isOtherSide, type Sides, type Switch } from "../../compiler/graph/switches.ts";
import { Kernel, type Machine } from "../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../compiler/kernel/kernel-source.ts";
import type { Lowering } from "../../compiler/lower/lower.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { EventDeclaration } from "../../language/declare/experiment.ts";
import type { Laws } from "../laws/laws.ts";
import { LawPlaces } from "../laws/places.ts";
import { lawRegions } from "../laws/regions.ts";
import { movingIn } from "../laws/switch-form.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";

/** The most steps of the search for the nearest point of a gap. */
const mostApproaches = 4;
/** The most instants between two samples, and the most probes for each zero. */
const mostInstants = 60;
const mostProbes = 200;

/** A sample: an instant, and the gaps then. */
interface Look {
  t: number;
  readonly gaps: Float64Array;
}

/** The run's memory at an instant; valid until the next call. */
export type MemoryAt = (t: number) => Float64Array;

export class ConditionGaps {
  /** The instant of the present sample. */
  t = 0;
  /** The last three samples, the earliest first. */
  private readonly looks: [Look, Look, Look];
  private known = 0;
  private readonly sides: readonly Sides[];
  private readonly laws: Laws;
  private readonly source: KernelSource;
  private readonly machine: Machine | null;
  private readonly kernel: Kernel | null;
  private readonly bank: number;

  private constructor(source: KernelSource, sides: readonly Sides[], laws: Laws) {
    const { memory } = laws;
    const count = sides.length;
    const look = (): Look => ({ t: 0, gaps: new Float64Array(count) });
    this.looks = [look(), look(), look()];
    this.sides = sides;
    this.laws = laws;
    this.source = source;
    const bank = memory.machine && memory.allocate(count);
    this.machine = bank === null ? null : memory.machine;
    this.bank = bank ?? 0;
    this.kernel = this.machine?.compile(source) ?? null;
  }

  /** Null if conditions compare no numbers that change. Notes which conditions cannot be examined in this way. */
  static create(
    laws: Laws,
    events: readonly EventDeclaration[],
    scopes: readonly ContextScope[],
  ): ConditionGaps | null {
    if (events.length === 0) return null;
    const places = new LawPlaces(laws.model, [], () => null, 1);
    const switches: Switch[] = [];
    const source = lowerKernel(places, (lowering) => {
      for (const [i, event] of events.entries()) switches.push(...switchesOf(laws, lowering, event, scopes[i]));
      return switches.map(({ node }, i) => ({
        node,
        place: { base: lawRegions.out, offset: 8 * i, index: null },
        mustBeFinite: false,
      }));
    });
    if (switches.length === 0) return null;
    const sides = switches.map((one) => one.sides);
    return new ConditionGaps({ ...source, duties: [] }, sides, laws);
  }

  /** Takes the first sample, at `t`, in a part of the run's memory. */
  begin(memory: ReadonlyNumbers): void {
    this.known = 0;
    this.look(memory);
  }

  look(memory: ReadonlyNumbers): void {
    const { looks } = this;
    const oldest = looks[0];
    looks[0] = looks[1];
    looks[1] = looks[2];
    looks[2] = oldest;
    oldest.t = this.t;
    this.find(memory, oldest.gaps);
    this.known++;
  }

  private find(memory: ReadonlyNumbers, out: Float64Array): void {
    const { bank, machine, kernel } = this;
    const at = memory.byteOffset;
    if (machine && kernel!.over(at, at, 0, 8 * bank, 0, 1) === Kernel.done) {
      for (let i = 0; i < out.length; i++) out[i] = machine.reals[bank + i];
      return;
    }
    const values = new GraphValues(this.source.graph, ({ offset }) => memory[offset / 8]);
    try {
      for (const [i, { node }] of this.source.stores.entries()) out[i] = values.of(node);
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      out.fill(Number.NaN);
    }
  }

  /**
   * Whether conditions may have changed and changed back between the last samples: where a gap turns towards zero,
   * where several have changed sides, or one with a bend or a jump there.
   */
  get mayHideChanges(): boolean {
    const { sides } = this;
    const [first, second, last] = this.looks;
    let crossed = 0;
    for (let i = 0; i < sides.length; i++) {
      if (isOtherSide(sides[i], second.gaps[i], last.gaps[i]))
        crossed += sides[i] === "below" || sides[i] === "up to" ? 1 : 2;
      if (this.known > 2 && canTurn(sides[i]) && findVertex(i, first, second, last)) return true;
    }
    return crossed > 1;
  }

  /**
   * The instants on both sides of each zero between the last samples, in order: a condition that holds anywhere holds
   * at one of these or at a sample. They begin at the first of the three samples only where a gap turns.
   */
  instants(memoryAt: MemoryAt): number[] {
    const [first, second, last] = this.looks;
    const lookAt = (t: number): Look => {
      const gaps = new Float64Array(this.sides.length);
      this.find(memoryAt(t), gaps);
      return { t, gaps };
    };
    const found: Look[] = [second, last];
    const hasThree = this.known > 2;
    for (let i = 0; hasThree && i < this.sides.length; i++) {
      const turned = canTurn(this.sides[i]) ? approach(i, this.looks, this.sides[i], lookAt) : null;
      if (turned) found.push(turned);
    }
    if (found.some(({ t }) => t < second.t)) found.push(first);
    this.refine(found, lookAt);
    const from = hasThree ? first.t : second.t;
    return found.map(({ t }) => t).filter((t) => t > from && t < last.t && t !== second.t);
  }

  /** Adds the ends of narrow intervals until no gap changes sides elsewhere; sorts them. */
  private refine(looks: Look[], lookAt: (t: number) => Look): void {
    const { sides } = this;
    const { tolerance } = this.laws.model.settings;
    const order = () => looks.sort((a, b) => a.t - b.t);
    order();
    for (let k = 0; k + 1 < looks.length; ) {
      const [from, to] = [looks[k], looks[k + 1]];
      const isWide = to.t - from.t > tolerance;
      const crossed = sides.findIndex((side, i) => isOtherSide(side, from.gaps[i], to.gaps[i]));
      if (!isWide || crossed < 0) k++;
      else if (looks.length < mostInstants) {
        const ends = narrow(crossed, sides[crossed], [from, to], tolerance, lookAt).filter(
          (one) => !looks.includes(one),
        );
        looks.push(...ends);
        order();
        if (ends.length === 0) k++;
      } else {
        this.laws.tellOnce(
          "conditions change often",
          `comparisons in the conditions of events change sides too often within a step, as at t = ${from.t}: some ` +
            `changes may be missed; take a shorter step`,
        );
        return;
      }
    }
  }
}

/** The comparisons in a condition that depend on numbers that change. */
function switchesOf(
  laws: Laws,
  lowering: Lowering,
  { name, when }: EventDeclaration,
  scope: ContextScope,
): readonly Switch[] {
  const missed = (why: string) =>
    laws.tellOnce(
      `condition ${name.name}, ${why}`,
      `the condition of the event '${name.name}' is evaluated only four times a step, because ${why}: it may be ` +
        "missed if it holds for a shorter time",
    );
  const moving = movingIn(laws.model);
  const isMoving = (place: MemoryPlace) => moving({ ...place, base: lawRegions.stage });
  try {
    const frame = { scope, definition: null, args: [], registered: true };
    const value = when && lowering.into(lowering.graph).lower(when, frame);
    if (value?.kind !== "boolean") return [];
    const roots: Node[] = [value.node];
    const found = findSwitches(lowering.graph as Graph, roots, lowering.outlines.functions, isMoving, "all");
    if (found.isHidden) missed("it compares in a function that calls itself, or in a sum over many");
    return found.all;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    missed("it cannot be compiled");
    return [];
  }
}

/** A switch that counts jumps; all others may turn. */
function canTurn(sides: Sides): boolean {
  return sides !== "count";
}

/** Whether both are nonzero and have different signs. */
function areOpposite(a: number, b: number): boolean {
  return (a < 0 && b > 0) || (a > 0 && b < 0);
}

/**
 * The last instant before a gap changes sides and the first after it, closer than the tolerance. By Illinois' rule, or
 * bisection.
 */
function narrow(
  number: number,
  sides: Sides,
  [from, to]: readonly [Look, Look],
  tolerance: number,
  lookAt: (t: number) => Look,
): Look[] {
  let [low, high] = [from, to];
  let below = low.gaps[number];
  let above = high.gaps[number];
  let moved = 0;
  for (let probe = 0; probe < mostProbes && high.t - low.t > tolerance; probe++) {
    const isBracketed = sides !== "count" && areOpposite(below, above);
    let t = isBracketed && probe % 3 !== 2 ? (low.t * above - high.t * below) / (above - below) : (low.t + high.t) / 2;
    t = Math.min(Math.max(t, low.t + tolerance / 4), high.t - tolerance / 4);
    if (!(t > low.t && t < high.t)) break;
    const look = lookAt(t);
    const gap = look.gaps[number];
    if (isOtherSide(sides, from.gaps[number], gap)) {
      [high, above] = [look, gap];
      if (moved > 0) below /= 2;
      moved = 1;
    } else {
      [low, below] = [look, gap];
      if (moved < 0) above /= 2;
      moved = -1;
    }
  }
  return [low, high];
}

/**
 * An instant between three samples at which a gap is on the other side than at all of them; null if none is found.
 */
function approach(
  number: number,
  [first, second, last]: readonly [Look, Look, Look],
  sides: Sides,
  lookAt: (t: number) => Look,
): Look | null {
  let [a, b, c] = [first, second, last];
  for (let k = 0; k < mostApproaches && findVertex(number, a, b, c); k++) {
    const t = vertex[0];
    if (!(t > a.t && t < c.t) || t === b.t) return null;
    const look = lookAt(t);
    if (isOtherSide(sides, second.gaps[number], look.gaps[number])) return look;
    [a, b, c] = t < b.t ? [a, look, b] : [b, look, c];
  }
  return null;
}

/** Where the last parabola is nearest to zero. */
const vertex = new Float64Array(1);

/**
 * Finds where the parabola through three samples of a gap is nearest to zero; false if that is not between them, or
 * not near zero.
 */
function findVertex(number: number, first: Look, second: Look, last: Look): boolean {
  const a = first.gaps[number];
  const b = second.gaps[number];
  const c = last.gaps[number];
  const isOneSided = (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
  if (!isOneSided) return false;
  const u = second.t - first.t;
  const w = last.t - second.t;
  const before = (b - a) / u;
  const after = (c - b) / w;
  const bend = (after - before) / (u + w);
  // Towards zero: below a positive number, above a negative one.
  if (!(bend * b > 0)) return false;
  const slope = before + bend * u;
  const aside = -slope / (2 * bend);
  if (!(aside > -u && aside < w)) return false;
  const nearest = b + (slope * aside) / 2;
  const range = Math.max(a, b, c) - Math.min(a, b, c);
  vertex[0] = second.t + aside;
  return nearest * b < 0 || Math.abs(nearest) <= range;
}
