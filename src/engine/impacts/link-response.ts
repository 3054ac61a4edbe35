// What links take back of the change that a collision law makes. The engine knows no masses: it lets the law act with
// values of its own choice in place of the cause, lets links change velocities as after any jump, and compares the
// requested quantity before and after. Because both the law and the links are affine in the cause, differences give the
// response.

import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import { Budget } from "../../compiler/values/budget.ts";
import { matrixOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { type HeldCall, heldCallsIn } from "../../language/names/held-by-links.ts";
import { beingFound } from "../laws/held-values.ts";
import { type Laws, MemoryRegisters } from "../laws/laws.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { Flow } from "../motion/flow.ts";
import type { Players } from "../state/application.ts";
import { applicationsOf, type Holds } from "./separation.ts";

/**
 * The tried cause changes the requested quantity by about this many times its size: large enough to be visible beside
 * it.
 */
const tried = 64;

const known = new WeakMap<ContextScope, readonly HeldCall[]>();

/** What a collision law asks about links. */
export function heldCallsOf(scope: ContextScope): readonly HeldCall[] {
  let calls = known.get(scope);
  if (!calls) known.set(scope, (calls = heldCallsIn(scope.laws.functions, scope)));
  return calls;
}

/** A collision that is about to happen: a law on a pair, at values that are a part of the run's memory. */
export interface Impending {
  readonly scope: ContextScope;
  readonly players: Players;
  readonly memory: ReadonlyNumbers;
  readonly time: number;
  readonly held: Holds;
}

/**
 * What links take back, by the keys of the law's calls; empty if no constraint is active. The memory is left
 * unchanged.
 */
export function findHeld(laws: Laws, impending: Impending): Map<string, Value> {
  const { scope, players, memory, time, held } = impending;
  const found = new Map<string, Value>();
  const calls = heldCallsOf(scope);
  if (calls.length === 0) return found;
  const flow = new Flow(laws, memory, applicationsOf(laws, memory, players.bodies, time, held));
  if (!flow.stages.projection) return found;
  const before = memory.slice();
  const probe = new ResponseProbe(laws, impending, before, flow, calls);
  try {
    for (const call of calls) found.set(call.key, probe.find(call));
  } finally {
    laws.memory.commit(memory, before);
  }
  return found;
}

/** The quantity that the law asks for, before and after links respond. */
interface Looks {
  readonly free: Float64Array;
  readonly kept: Float64Array;
}

class ResponseProbe {
  private readonly laws: Laws;
  private readonly impending: Impending;
  private readonly before: Float64Array;
  private readonly flow: Flow;
  private trying: Players;

  constructor(laws: Laws, impending: Impending, before: Float64Array, flow: Flow, calls: readonly HeldCall[]) {
    this.laws = laws;
    this.impending = impending;
    this.before = before;
    this.flow = flow;
    const unknown = calls.map(({ key }) => [key, beingFound] as const);
    const given = impending.players.given.map((values) => new Map<string, Value>([...values, ...unknown]));
    this.trying = { ...impending.players, given };
  }

  find(call: HeldCall): Value {
    const { change } = call;
    this.begin();
    const size = this.numbersOf(change).length;
    const isReal = typeof this.valueOf(change) === "number";
    const causeOf = (k: number, factor: number): Value => {
      if (isReal) return factor;
      const numbers = new Float64Array(size);
      numbers[k] = factor;
      return vectorOf(numbers);
    };
    const none = this.look(call, causeOf(0, 0));
    const out = new Float64Array(size * size);
    for (let k = 0; k < size; k++) {
      const factor = this.factorFor(call, none.free, (one) => causeOf(k, one));
      const { free, kept } = this.look(call, causeOf(k, factor));
      for (let i = 0; i < size; i++) out[i * size + k] = (free[i] - none.free[i] - (kept[i] - none.kept[i])) / factor;
    }
    return isReal ? out[0] : matrixOf(size, size, out);
  }

  /** The size of the cause to try: a power of two, so that dividing by it is exact. */
  private factorFor(call: HeldCall, without: Float64Array, causeOf: (factor: number) => Value): number {
    this.act(call, causeOf(1));
    const numbers = this.numbersOf(call.change);
    const change = sizeOf(numbers.map((x, i) => x - without[i]));
    const wanted = (tried * sizeOf(without)) / change;
    if (!(wanted > 0) || !Number.isFinite(wanted)) return 1;
    let factor = 1;
    while (factor < wanted) factor *= 2;
    while (factor > wanted) factor /= 2;
    return factor;
  }

  private look(call: HeldCall, cause: Value): Looks {
    const { time } = this.impending;
    this.act(call, cause);
    const free = this.numbersOf(call.change);
    this.flow.begin(time, time).keepLinks();
    return { free, kept: this.numbersOf(call.change) };
  }

  /** Applies the law with this value of the cause, from the values before the collision. */
  private act({ cause }: HeldCall, value: Value): void {
    const { laws } = this;
    const { scope, memory, time } = this.impending;
    this.begin();
    this.guard((registers) => {
      const evaluation = new Evaluation(scope, registers, new Budget());
      evaluation.interpreter.assume(cause, value);
      laws.commit(evaluation.updates(), this.trying, memory, time);
    });
  }

  /** Restores the values before the collision, except what the law computes first. */
  private begin(): void {
    const { laws } = this;
    const { scope, memory, time, players } = this.impending;
    laws.memory.commit(memory, this.before);
    this.trying = { ...this.trying, attributes: players.attributes.map((values) => new Map(values)) };
    this.guard((registers) => laws.first(scope, registers, this.trying, time));
  }

  private valueOf(change: HeldCall["change"]): Value {
    const { scope } = this.impending;
    return this.guard((registers) =>
      new Evaluation(scope, registers, new Budget()).interpreter.compute(change, scope, false),
    );
  }

  private guard<T>(run: (registers: MemoryRegisters) => T): T {
    const { laws } = this;
    const { scope, memory, time, players } = this.impending;
    return laws.guard(scope.laws.context, players.bodies, time, () =>
      run(new MemoryRegisters(laws.model, memory, memory, this.trying)),
    );
  }

  private numbersOf(change: HeldCall["change"]): Float64Array {
    const value = this.valueOf(change);
    if (typeof value === "number") return Float64Array.of(value);
    return typeof value === "object" && value.kind === "vector" ? value.data : nothing;
  }
}

const nothing = new Float64Array(0);

function sizeOf(numbers: Float64Array): number {
  let largest = 0;
  for (const x of numbers) largest = Math.max(largest, Math.abs(x));
  return largest;
}
