// `event { when = … functions = { … } }`: watches the condition, locates the instant to the tolerance of an impact, and
// applies the functions.
import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import { ContextScope } from "../../language/declare/context-scope.ts";
import type { EventDeclaration } from "../../language/declare/experiment.ts";
import { type Laws, MemoryRegisters } from "../laws/laws.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { RunError } from "../model/run-error.ts";
import type { Flow } from "../motion/flow.ts";
import type { Players } from "../state/application.ts";
import type { State } from "../state/state.ts";
import { ConditionGaps } from "./condition-gaps.ts";
import { ConditionKernel } from "./condition-kernel.ts";

/** Number of samples of a condition within a step. */
const looks = 4;
const none: readonly number[] = [];
const nobody: Players = { bodies: [], attributes: [], given: [] };

export interface Located {
  readonly time: number;
  readonly numbers: readonly number[];
  readonly before: readonly boolean[];
}

export class EventBlocks {
  private readonly laws: Laws;
  private readonly events: readonly EventDeclaration[];
  private readonly scopes: readonly ContextScope[];
  private readonly conditions: ConditionKernel | null;
  private readonly gaps: ConditionGaps | null;
  /** The end of the search for events, and the precision of the located instant. */
  until = 0;
  private readonly tolerance: number;
  /** Whether each condition holds, and whether it held before. */
  private readonly now: boolean[] = [];
  private readonly before: boolean[] = [];
  private readonly earlier: boolean[] = [];
  private readonly next: boolean[] = [];
  private readonly seen: boolean[] = [];

  constructor(laws: Laws) {
    this.laws = laws;
    this.events = laws.model.events;
    this.tolerance = laws.model.settings.tolerance;
    this.scopes = this.events.map(({ functions, aliases, scope }) => {
      const parts = { functions, aliases, attributes: new Set<string>(), context: null, below: scope };
      return new ContextScope(parts, { objects: [], link: null }, laws.model.environment);
    });
    this.conditions = ConditionKernel.create(laws.model, laws.memory, this.events, this.scopes);
    this.gaps = ConditionGaps.create(laws, this.events, this.scopes);
  }

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  /** Writes whether each condition holds in this part of the run's memory. */
  evaluate(memory: ReadonlyNumbers, out: boolean[]): void {
    if (!this.conditions?.evaluate(memory, out)) this.interpret(memory, out);
  }

  private interpret(memory: ReadonlyNumbers, out: boolean[]): void {
    const time = memory[this.laws.memory.time];
    for (const [i, event] of this.events.entries()) {
      out[i] = false;
      if (!event.when) continue;
      const evaluation = new Evaluation(this.scopes[i], new MemoryRegisters(this.laws.model, memory, memory, nobody));
      // In the condition every attribute means its value, not what the event will make of it.
      const place = { scope: this.scopes[i], definition: null, args: [], registered: true };
      const value = this.laws.guard(null, [], time, () => evaluation.interpreter.evaluate(event.when!, place));
      if (typeof value !== "boolean") throw new RunError("shape", event.when.span, "a condition must be true or false");
      out[i] = value;
    }
  }

  /** The conditions that hold now and did not before. */
  risen(before: readonly boolean[], memory: ReadonlyNumbers): readonly number[] {
    const { now } = this;
    this.evaluate(memory, now);
    let risen = none;
    for (let i = 0; i < now.length; i++) if (now[i] && !before[i]) risen = [...risen, i];
    return risen;
  }

  /**
   * Finds the first instant of the flow, up to `until`, at which a condition becomes true; returns it, which conditions
   * do so, and which held before. A condition that fails meanwhile may become true again.
   */
  locate(flow: Flow, state: State): Located | null {
    if (this.isEmpty) return null;
    const { until, before, earlier, next, gaps } = this;
    copyConditions(state.conditions, before);
    if (gaps) {
      gaps.t = flow.from;
      gaps.begin(state.memory);
    }
    let from = flow.from;
    let first = from;
    for (let look = 1; look <= looks; look++) {
      const to = look === looks ? until : flow.from + ((until - flow.from) * look) / looks;
      const memory = flow.memoryAt(to);
      if (gaps) {
        gaps.t = to;
        gaps.look(memory);
      }
      const hasRisen = this.risen(before, memory).length > 0;
      copyConditions(this.now, next);
      const found = gaps?.mayHideChanges ? this.search(flow, [first, from, to]) : null;
      if (found) return found;
      if (hasRisen) return this.narrow(flow, from, to);
      copyConditions(before, earlier);
      copyConditions(next, before);
      first = from;
      from = to;
    }
    return null;
  }

  /**
   * The first instant at which a condition begins to hold between the last three samples, even if it fails again before
   * the next of them.
   */
  private search(flow: Flow, [first, second, last]: readonly [number, number, number]): Located | null {
    const { before, earlier, next, seen } = this;
    const instants = this.gaps!.instants((t) => flow.memoryAt(t));
    const isFromFirst = instants.length > 0 && instants[0] < second;
    copyConditions(isFromFirst ? earlier : before, seen);
    let from = isFromFirst ? first : second;
    const locate = (to: number): Located => {
      copyConditions(seen, before);
      return this.narrow(flow, from, to);
    };
    for (const t of instants) {
      if (from < second && t > second) {
        if (hasRisenFrom(seen, before)) return locate(second);
        copyConditions(before, seen);
        from = second;
      }
      if (this.risen(seen, flow.memoryAt(t)).length > 0) return locate(t);
      copyConditions(this.now, seen);
      from = t;
    }
    if (from < second) {
      if (hasRisenFrom(seen, before)) return locate(second);
      return null;
    }
    return hasRisenFrom(seen, next) ? locate(last) : null;
  }

  /** Narrows the interval between an instant before and one after conditions begin to hold. */
  private narrow(flow: Flow, first: number, last: number): Located {
    const { before } = this;
    let [from, after] = [first, last];
    while (after - from > this.tolerance) {
      const middle = (from + after) / 2;
      if (middle <= from || middle >= after) break;
      if (this.risen(before, flow.memoryAt(middle)).length > 0) after = middle;
      else from = middle;
    }
    return { time: after, numbers: this.risen(before, flow.memoryAt(after)), before };
  }

  /** Carries out an event's functions; returns whose attributes they changed. */
  apply(
    number: number,
    memory: ReadonlyNumbers,
    time: number,
  ): { bodies: Body[]; world: boolean; links: boolean; scope: ContextScope } {
    const scope = this.scopes[number];
    const evaluation = new Evaluation(scope, new MemoryRegisters(this.laws.model, memory, memory, nobody));
    const updates = this.laws.guard(null, [], time, () => evaluation.updates());
    const before = this.laws.model.resized.length > 0 ? memory.slice() : null;
    this.laws.commit(updates, nobody, memory, time, memory, "event");
    const bodies = updates.flatMap(({ attribute: { owner } }) =>
      owner.kind === "named object" ? (this.laws.model.byName.get(owner.name) ?? []) : [],
    );
    if (before) this.laws.checkWritten(bodies, memory, before, time, null);
    const world = updates.some(({ attribute }) => attribute.owner.kind === "world");
    const links = updates.some(({ attribute }) => attribute.owner.kind === "named link");
    return { bodies: [...new Set(bodies)], world, links, scope };
  }
}

/** Whether a condition holds that did not before. */
function hasRisenFrom(before: readonly boolean[], now: readonly boolean[]): boolean {
  for (let i = 0; i < now.length; i++) if (now[i] && !before[i]) return true;
  return false;
}

export function copyConditions(from: readonly boolean[], to: boolean[]): void {
  for (let i = 0; i < from.length; i++) to[i] = from[i];
}
