// Collisions at an instant: pair by pair, the fastest closing first, until none closes. The engine knows no velocities:
// to see how fast a pair closes, it simulates free fall for a moment.
import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { adviseBoth, movedNames, oneSidedOf, oneSidedWords } from "../../language/laws/one-sided.ts";
import { initialAttributes, registersAtFirst } from "../laws/context-attributes.ts";
import { type Laws, MemoryRegisters } from "../laws/laws.ts";
import { impactRow, impactValues } from "../laws/pair-row.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { inOrder } from "../model/pair-order.ts";
import type { Slot } from "../model/slot.ts";
import { Flow } from "../motion/flow.ts";
import type { Players } from "../state/application.ts";
import { gapIn, impactIn, scaleOf } from "../state/gap.ts";
import type { Act, Collision } from "../state/observer.ts";
import { findHeld, heldCallsOf, type Impending } from "./link-response.ts";
import { applicationsOf, type Holds, Separation } from "./separation.ts";

const mostPasses = 1000;

type Pair = readonly [Body, Body];

/** A pair that still closes with more than this part of its speed counts as not slowed down. */
const slowed = 0.999;
/** Speeds with a smaller relative difference are equal. */
const equally = 1e-9;

/** Links that change less than this share of what a law set count as inactive. */
const leftAlone = 1e-9;

/** Whether a slot differs from the value that a law gave it, relative to the law's change. */
function isElsewhere(before: ReadonlyNumbers, given: ReadonlyNumbers, now: ReadonlyNumbers, slot: Slot): boolean {
  let change = 0;
  let rest = 0;
  for (let k = 0, at = slot.offset; k < slot.size; k++, at += slot.stride) {
    change = Math.max(change, Math.abs(given[at] - before[at]));
    rest = Math.max(rest, Math.abs(now[at] - given[at]));
  }
  return change > 0 && rest > leftAlone * change;
}

export class Collisions {
  private readonly laws: Laws;
  /** Scopes that have been tested for changing only one of two objects. */
  private readonly looked = new WeakSet<ContextScope>();

  constructor(laws: Laws) {
    this.laws = laws;
  }

  hasLaw(a: Body, b: Body): boolean {
    const pair = inOrder(a, b);
    return pair[0].physicalType === "dynamic" && this.laws.choose("collision", pair) !== null;
  }

  /** How a pair would continue from values that are a part of the run's memory. */
  try(memory: ReadonlyNumbers, a: Body, b: Body, time: number, held: Holds): Separation {
    return new Separation(this.laws, memory, a, b, time, held);
  }

  /**
   * Applies the collision law of a pair to a part of the run's memory. If links hold one of the bodies, they
   * respond: a law that asks what they take back has accounted for it. Any other law and the links alternate as long as
   * that slows the pair down; this counts as one collision.
   */
  apply(memory: ReadonlyNumbers, a: Body, b: Body, time: number, held: Holds = () => null): Collision {
    const isLinked = [a, b].some((body) => this.laws.linked.isLinked(memory, body));
    const first = this.applyOnce(memory, a, b, time, isLinked ? held : null);
    if (!isLinked) return first;
    if (heldCallsOf(first.act.scope).length > 0) {
      this.keepLinks(memory, a, b, time, held);
      return { ...first, after: memory.slice() };
    }
    let closing = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < mostPasses; pass++) {
      this.keepLinks(memory, a, b, time, held);
      if (pass === 0) this.noteChange(first, memory);
      const { growth, tendency } = this.try(memory, a, b, time, held);
      if (tendency !== "closing" || -growth > slowed * closing) break;
      closing = -growth;
      this.applyOnce(memory, a, b, time);
    }
    return { ...first, after: memory.slice() };
  }

  private keepLinks(memory: ReadonlyNumbers, a: Body, b: Body, time: number, held: Holds): void {
    new Flow(this.laws, memory, applicationsOf(this.laws, memory, [a, b], time, held)).begin(time, time).keepLinks();
  }

  /** Reports once that links changed the result of a law that did not ask about links. */
  private noteChange({ context, bodies, before, after, time }: Collision, memory: ReadonlyNumbers): void {
    const key = `links change what '${context}' gave`;
    if (!this.laws.isNews(key)) return;
    const changed = bodies.find(({ slots }) =>
      [...slots.values()].some((slot) => isElsewhere(before, after, memory, slot)),
    );
    if (!changed) return;
    this.laws.tellOnce(
      key,
      `the collision law '${context}' ignores links: at t = ${time} they changed what it gave ` +
        `'${changed.name}'; let it subtract heldByLinks(u, p) from the change of u per unit of p`,
    );
  }

  /** `held`: what else changes if links hold one of the bodies; null if no link does. */
  private applyOnce(memory: ReadonlyNumbers, a: Body, b: Body, time: number, held: Holds | null = null): Collision {
    const bodies = inOrder(a, b);
    const context = this.laws.choose("collision", bodies)!;
    const scope = this.laws.scopeOf(context, bodies);
    const margin = 1e-7 * Math.max(1e-12, scaleOf(memory, a, b));
    const { point, normal } = impactIn(memory, bodies[0], bodies[1], margin);
    const impact = impactRow(point, normal, Math.max(0, -gapIn(memory, a, b)));
    const attributes = bodies.map(() => initialAttributes(scope, this.laws.model.curves));
    const bare: Players = { bodies, attributes, given: impactValues(impact) };
    const players = held ? this.withHeld({ scope, players: bare, memory, time, held }) : bare;
    const before = memory.slice();
    const compiled = this.applyCompiled(scope, players, impact, memory, before);
    const act =
      compiled ??
      this.laws.guard(context, bodies, time, (): Act => {
        const registers = new MemoryRegisters(this.laws.model, memory, memory, players);
        this.laws.first(scope, registers, players, time);
        const registered = registersAtFirst(scope) ? memory.slice() : before;
        const seen = { ...players, attributes: players.attributes.map((attributes) => new Map(attributes)) };
        this.laws.commit(new Evaluation(scope, registers).updates(), players, memory, time);
        return { scope, players: seen, registered, written: players.attributes };
      });
    this.laws.checkWritten(bodies, memory, before, time, context);
    if (bodies[1].physicalType === "dynamic" && !this.looked.has(scope)) this.noteOneSided(scope, bodies, time);
    return { time, context: context.name.name, bodies, before, after: memory.slice(), act, point, normal };
  }

  /** Reports once a law that changed only one of two dynamic bodies. For laws of such pairs only, the checker warns. */
  private noteOneSided(scope: ContextScope, bodies: Pair, time: number): void {
    this.looked.add(scope);
    const context = scope.laws.context!;
    const { model } = this.laws;
    const found = oneSidedOf(scope, movedNames(model.contexts));
    const isForWalls = model.bodies.some(
      (still) =>
        still.physicalType !== "dynamic" &&
        bodies.some((body) => this.laws.choose("collision", [body, still]) === context),
    );
    if (!found || !isForWalls) return;
    const [changed, left] = [bodies[found.index], bodies[1 - found.index]];
    this.laws.tellOnce(
      `'${context.name.name}' changes one alone`,
      `${oneSidedWords(context, found, changed.name, left.name)} (first at t = ${time}); ` +
        `${adviseBoth(found.attribute)}; a law for walls alone says applicability = {mandatory 1 dynamic object and ` +
        `1 static object}`,
    );
  }

  /** The players of a collision that is about to happen, with what links take back. */
  private withHeld(impending: Impending): Players {
    const { players } = impending;
    const found = findHeld(this.laws, impending);
    if (found.size === 0) return players;
    return { ...players, given: players.given.map((values) => new Map([...values, ...found])) };
  }

  /** Applies the law by a kernel; null, with nothing changed, if the interpreter is needed. */
  private applyCompiled(
    scope: ContextScope,
    players: Players,
    impact: Float64Array,
    memory: ReadonlyNumbers,
    before: Float64Array,
  ): Act | null {
    const { kernels } = this.laws;
    const bodies = players.bodies as [Body, Body];
    const kernel = kernels?.pair(scope, bodies, players.attributes[0]);
    if (!kernels || !kernel) return null;
    kernel.supply(players.given[0]);
    const written = players.attributes.map((attributes) => new Map(attributes));
    const out = this.laws.memory.opened(memory);
    const isDone = kernel.apply(bodies, memory, out, impact, players.attributes, written);
    return isDone ? { scope, players, registered: before, written } : null;
  }

  /** The pair whose touching points close fastest, among pairs in the order of their names; null of none. */
  private fastest(pairs: readonly Pair[], separationOf: (pair: Pair) => Separation): Pair | null {
    if (pairs.length < 2) return pairs[0] ?? null;
    const partings = pairs.map((pair) => separationOf(pair).parting());
    const least = Math.min(...partings);
    return pairs[partings.findIndex((parting) => parting <= least + equally * Math.abs(least))];
  }

  /**
   * Resolves what closes among the touching pairs, some of which have just `met`, and changes the memory. A collision
   * ends the contacts of its bodies: they collide too if it makes them close faster. Returns what happened, and the
   * pairs to which a law was applied without parting them.
   */
  resolve(
    memory: ReadonlyNumbers,
    touching: readonly Pair[],
    contacts: readonly Pair[],
    met: (pair: Pair) => boolean,
    held: Holds,
    time: number,
  ): { collided: Collision[]; stuck: Pair[] } {
    const collided: Collision[] = [];
    const applied = new Set<Pair>();
    const struck = new Set<Body>();
    const separations = new Map<Pair, Separation>();
    const holds = (body: Body) => (struck.has(body) ? null : held(body));
    const separationOf = (pair: Pair) => {
      let trial = separations.get(pair);
      if (!trial) separations.set(pair, (trial = this.try(memory, pair[0], pair[1], time, holds)));
      return trial;
    };
    // If a law leaves its own pair closing, it is applied again only when others make the pair close faster; so is a
    // contact law.
    const left = new Map<Pair, number>();
    const { earlier } = this.laws.memory;
    if (contacts.length > 0) this.laws.memory.commit(earlier, memory);
    const isLeft = (pair: Pair) => {
      const isHeld = contacts.includes(pair) && !applied.has(pair);
      const limit = isHeld ? this.try(earlier, pair[0], pair[1], time, holds).growth : left.get(pair);
      const { growth, noise } = separationOf(pair);
      return limit !== undefined && growth >= limit - noise;
    };
    // Pairs that have met, until something happens to their bodies: they collide once, whatever a trial shows at its
    // end (a fast turning corner may dip in and come out again meanwhile).
    const due = new Set(touching.filter(met));
    for (let pass = 0; pass < mostPasses; pass++) {
      const open = contacts.filter((pair) => pair.some((body) => struck.has(body)));
      const closing = [...touching, ...open].filter((pair) => {
        const { tendency } = separationOf(pair);
        if (due.has(pair) || (tendency === "resting" && met(pair) && !applied.has(pair))) return true;
        return tendency === "closing" && !isLeft(pair);
      });
      const fastest = this.fastest(closing, separationOf);
      if (!fastest) break;
      collided.push(this.apply(memory, fastest[0], fastest[1], time, holds));
      applied.add(fastest);
      for (const body of fastest) struck.add(body);
      const shaken = this.laws.linked.together(memory, fastest);
      for (const pair of [...touching, ...contacts]) {
        if (!pair.some((body) => shaken.includes(body))) continue;
        separations.delete(pair);
        due.delete(pair);
      }
      const after = separationOf(fastest);
      if (after.tendency === "closing") left.set(fastest, after.growth);
      else left.delete(fastest);
    }
    // Later collisions may have parted pairs that seemed stuck.
    const stuck = [...touching, ...contacts].filter(
      (pair) => applied.has(pair) && separationOf(pair).tendency !== "parting",
    );
    return { collided, stuck };
  }
}
