// How contact laws changed numbers within a step of time stepping: which law, at which contact point, in which sweep.
import type { Value } from "../../compiler/values/value.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import type { ObservedPoint } from "../../engine/motion/step-observer.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import type { Journal } from "../replay/journal.ts";
import type { ReplayMoment } from "../replay/moment.ts";
import { type Begun, LawSite } from "../sites/law-site.ts";
import type { Quantity } from "../sites/quantities.ts";
import { sameBits } from "../tree/literal.ts";
import type { ExplanationNode, Said, Term } from "../tree/node.ts";
import { changedNode } from "../tree/reckoning.ts";
import type { Origins } from "./origins.ts";

const context = { owner: { kind: "context", index: 0 } } as const;

export class PointOrigins {
  private readonly origins: Origins;
  /** The step, up to a time. */
  private readonly moment: ReplayMoment;

  constructor(origins: Origins, { piece, time }: ReplayMoment) {
    this.origins = origins;
    this.moment = { piece, index: 0, time };
  }

  private get journal(): Journal {
    return this.origins.moments.trace(this.moment).swept!.journal;
  }

  /** The step after this many of its actions. */
  after(deeds: number): ReplayMoment {
    return { ...this.moment, deeds };
  }

  /** The value of an attribute after this many actions of the step. */
  at(slot: Slot, count: number): ExplanationNode {
    const { path } = this.origins.quantities.of(slot);
    if (path === "t" || path === "dt") return this.origins.registered(slot, this.after(count));
    const n = this.journal.lastChange(slot, count);
    if (n < 0) return this.origins.registered(slot, this.origins.moments.end(this.moment.piece - 1));
    return this.origins.registered(slot, this.after(n + 1));
  }

  term(name: string, slot: Slot, count: number): Term {
    const value = readSlot(this.journal.memoryAt(count), slot);
    const dimension = this.origins.quantities.dimension(this.origins.quantities.of(slot).path);
    return { name, value, dimension, open: () => this.at(slot, count) };
  }

  /** What a contact law wrote in a sweep. */
  swept(quantity: Quantity, n: number, point: ObservedPoint, iteration: number): ExplanationNode {
    const { slot, path } = quantity;
    const definition = this.origins.writer(point.scope, point.players, slot)!;
    const node = this.site(n, point, iteration).explain(definition, path, false);
    const before = this.beforeSweeps(n);
    const hasMore = this.journal.lastChange(slot, n) >= before;
    return { ...node, earlier: hasMore ? this.term(`${path} before the sweeps`, slot, before) : null };
  }

  /** Number of actions before the first application of these contact laws. */
  private beforeSweeps(n: number): number {
    const { entries } = this.journal;
    let first = n;
    while (first > 0 && !["rates", "collision"].includes(entries[first - 1].deed.kind)) first--;
    return first;
  }

  /** What was computed when a point began. */
  first(quantity: Quantity, n: number, point: ObservedPoint): ExplanationNode | null {
    const memory = this.journal.memoryAt(n);
    return this.origins.beginnings.registeredAtPoint(
      quantity,
      point,
      memory,
      this.said(point),
      this.after(n),
      this.begun,
    );
  }

  /** A change by the engine's mathematics, not by a law. */
  changed(quantity: Quantity, n: number, words: string): ExplanationNode {
    const { slot, path } = quantity;
    const value = readSlot(this.journal.memoryAt(n + 1), slot);
    const about = { ...this.origins.about(quantity, this.after(n + 1)), words, time: null, value };
    return changedNode(about, this.term(`${path} before`, slot, n));
  }

  private said({ context: law, players }: ObservedPoint): Said {
    const [a, b] = players.bodies;
    const { time } = this.origins.moments.end(this.moment.piece - 1);
    const place = placeOf(players.given[0]);
    const words = `the contact law '${law.name.name}' on ${a.name} and ${b.name} at ${place}, t = ${time}`;
    return { words, time };
  }

  private site(n: number, point: ObservedPoint, iteration: number): LawSite {
    const { model, quantities } = this.origins;
    const memory = this.journal.memoryAt(n);
    const { words, time } = this.said(point);
    return new LawSite(model, quantities, {
      key: `${this.key} deed ${n}`,
      words: `sweep ${iteration} of ${words}`,
      time,
      scope: point.scope,
      players: point.players,
      registered: memory,
      stage: memory,
      ...this.begun,
      openSlot: (slot) => this.at(slot, n),
      openContext: (_, name) => this.context(point, name, n),
    });
  }

  private get begun(): Begun {
    return { start: this.origins.moments.trace(this.moment).registered, openStart: (slot) => this.at(slot, 0) };
  }

  private get key(): string {
    return `step ${this.moment.piece} ${this.moment.time}`;
  }

  /** The contribution of a point to sums, as laws see them at a stage after this many actions. */
  contribution(
    point: ObservedPoint,
    look: string,
    stage: Float64Array,
    count: number,
    openSlot: (slot: Slot, isRegistered: boolean) => ExplanationNode,
  ): LawSite {
    const { model, quantities, moments } = this.origins;
    return new LawSite(model, quantities, {
      key: `${this.key} ${look} point ${point.pair} ${point.feature}`,
      ...this.said(point),
      scope: point.scope,
      players: point.players,
      registered: moments.trace(this.moment).registered,
      stage,
      openSlot,
      openContext: (_, name) => this.context(point, name, count),
    });
  }

  /** An attribute of the context of a point, after this many actions. */
  private context(point: ObservedPoint, name: string, count: number): ExplanationNode {
    const value = point.players.attributes[0].get(name)!;
    const n = this.lastAt(point, name, count);
    if (n >= 0) return this.asSeen(name, value, count, this.writtenAt(name, n));
    const node = point.isNew ? this.atFirst(point, name, count) : this.before(point, name);
    return this.asSeen(name, value, count, node);
  }

  /** The last action at this point that gave an attribute a value; -1 for none. */
  private lastAt(point: ObservedPoint, name: string, count: number): number {
    const { entries } = this.journal;
    const { scope, context: law } = point;
    const updates = scope.updateOf({ ...context, name }) !== null;
    const writes = (kind: string) => (kind === "sweep" && updates) || (kind === "first" && isFirst(point, name));
    let near = -1;
    for (let n = count - 1; n >= 0; n--) {
      const { deed } = entries[n];
      if ((deed.kind !== "sweep" && deed.kind !== "first") || !writes(deed.kind)) continue;
      const { pair, feature, written } = deed.point;
      if (pair !== point.pair || deed.point.context !== law) continue;
      if (feature === point.feature) return n;
      const isLike = [...written].every(([key, one]) => sameBits(one, point.players.attributes[0].get(key)!));
      if (near < 0 && isLike) near = n;
    }
    return near;
  }

  private writtenAt(name: string, n: number): ExplanationNode {
    const { deed } = this.journal.entries[n];
    if (deed.kind === "first") return this.atFirst(deed.point, name, n);
    const { point, iteration } = deed as { point: ObservedPoint; iteration: number };
    const definition = point.scope.updateOf({ ...context, name }) as Definition;
    return this.site(n, point, iteration).explain(definition, name, false);
  }

  private atFirst(point: ObservedPoint, name: string, n: number): ExplanationNode {
    const memory = this.journal.memoryAt(n);
    return this.origins.beginnings.contextOfPoint(point, memory, this.said(point), name, this.after(n), this.begun);
  }

  /** The value from the steps before. */
  private before(point: ObservedPoint, name: string): ExplanationNode {
    const { moments } = this.origins;
    for (let piece = this.moment.piece - 1; piece > 0; piece--) {
      const { kind, before, until } = moments.piece(piece);
      const hasBegun = !before!.points?.pairs.includes(point.pair);
      // Attributes that no sweep writes keep their value from the beginning of the point.
      const isSteady = !hasBegun && point.scope.updateOf({ ...context, name }) === null;
      if (kind !== "step" || isSteady) continue;
      const step = new PointOrigins(this.origins, { piece, index: 0, time: until });
      const { length } = step.journal.entries;
      const n = step.lastAt(point, name, length);
      if (n >= 0) return step.writtenAt(name, n);
      if (hasBegun) return step.atFirst(point, name, length);
    }
    return this.atFirst(point, name, 0);
  }

  /** The written value, or what Newton's method has made of it since. */
  private asSeen(name: string, value: Value, count: number, node: ExplanationNode): ExplanationNode {
    if (sameBits(node.value, value)) return node;
    const { dimension } = node;
    const about = { name, words: newtonWords, time: null, value, dimension, key: `${node.key} moved ${count}` };
    return changedNode(about, { name: `${name} before`, value: node.value, dimension, open: () => node });
  }
}

export const newtonWords = "moved by Newton's method, which seeks where the sweeps would change nothing more";

function isFirst({ scope }: ObservedPoint, name: string): boolean {
  return [...scope.firstTime].some((definition) => definition.name === name);
}

function placeOf(given: ReadonlyMap<string, Value>): string {
  const point = given.get("collisionPoint") as { data: Float64Array };
  return `[${Array.from(point.data, (x) => Number(x.toPrecision(4))).join(", ")}]`;
}
