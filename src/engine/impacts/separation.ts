// Simulates two touching bodies for a moment under their laws, as if these began now, and tests whether they separate.

import type { Value } from "../../compiler/values/value.ts";
import { thicknessOf } from "../../geometry/shapes/thickness.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import { registersAtFirst } from "../laws/context-attributes.ts";
import type { Laws } from "../laws/laws.ts";
import { shapeIn } from "../model/body-pose.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { Flow } from "../motion/flow.ts";
import { findWay, nearnessAt, partingAt } from "../motion/motion-gap.ts";
import { StageLaws } from "../motion/stage-laws.ts";
import type { Application } from "../state/application.ts";
import { nothingGiven } from "../state/application.ts";
import { findScale, gapRounding, nearnessIn } from "../state/gap.ts";
import { SeparationRegisters } from "./separation-registers.ts";

export type Tendency = "closing" | "resting" | "parting";

/** The contact law that holds a body, if one does. */
export type Holds = (body: Body) => Application | null;

interface Beginning {
  readonly context: ContextDeclaration;
  readonly scope: ContextScope;
  readonly body: Body;
  readonly given: ReadonlyMap<string, Value>;
}

/** The laws that would govern the bodies, and all bodies that links join to them, if they began now. */
function beginningsOf(laws: Laws, memory: ReadonlyNumbers, bodies: readonly Body[], held: Holds): Beginning[] {
  const found: Beginning[] = [];
  for (const body of laws.linked.together(memory, bodies)) {
    if (body.physicalType === "static") continue;
    const hold = held(body);
    const context = hold?.context ?? laws.choose("free fall", [body]);
    if (context)
      found.push({ context, scope: laws.scopeOf(context, [body]), body, given: hold?.given ?? nothingGiven });
  }
  return found;
}

/** Begins these laws on given values. */
function begin(
  laws: Laws,
  beginnings: readonly Beginning[],
  memory: ReadonlyNumbers,
  first: ReadonlyNumbers,
  time: number,
): StageLaws {
  const applications = beginnings.map(({ context, body, given }) => laws.begin(context, body, given, first, time));
  applications.sort((one, other) => one.body.index - other.body.index);
  return new StageLaws(laws, applications, memory, "trial");
}

/**
 * The applications of laws to bodies, and to all that links join to them, as they would begin now; attributes that they
 * register in objects are restored.
 */
export function applicationsOf(
  laws: Laws,
  memory: ReadonlyNumbers,
  bodies: readonly Body[],
  time: number,
  held: Holds,
): StageLaws {
  const beginnings = beginningsOf(laws, memory, bodies, held);
  const registers = beginnings.some(({ scope }) => registersAtFirst(scope));
  return begin(laws, beginnings, memory, registers ? memory.slice() : memory, time);
}

export class Separation {
  /** How much the gap grows during the trial, and how much of that rounding can cause. */
  growth = 0;
  noise = 0;
  tendency: Tendency = "resting";
  /** The motion of the trial. */
  private readonly flow: Flow;
  private readonly laws: Laws;
  /** A part of the run's memory. */
  private readonly memory: ReadonlyNumbers;
  private readonly a: Body;
  private readonly b: Body;
  /** The moving bodies, and the contact law that holds each of them. */
  private readonly moving: readonly Body[];
  private readonly holds: readonly (Application | null)[];
  private readonly registers: SeparationRegisters | null;
  /** The distance that the bodies may move against each other before one could pass through the other. */
  private most: number;
  private from = 0;

  /** Bodies are in free fall, except that a body held by a contact law continues under that law. */
  constructor(laws: Laws, memory: ReadonlyNumbers, a: Body, b: Body, time: number, held: Holds) {
    this.laws = laws;
    this.memory = memory;
    this.a = a;
    this.b = b;
    this.most = this.thickness();
    this.from = time;
    const beginnings = beginningsOf(laws, memory, [a, b], held);
    this.moving = beginnings.map(({ body }) => body);
    this.holds = this.moving.map(held);
    this.registers = SeparationRegisters.create(laws, beginnings);
    this.registers?.keep(memory);
    try {
      const stages = begin(laws, beginnings, memory, memory, time);
      this.registers?.begun(memory);
      this.flow = new Flow(laws, memory, stages);
      this.look();
    } finally {
      this.registers?.leave(memory);
    }
  }

  /**
   * Repeats the trial from the present memory, as long as no event has changed what laws treat as constant. False if
   * other laws apply, or if the interpreter must begin them.
   */
  repeat(state: { readonly time: number }, held: Holds): boolean {
    const { laws, memory, moving, holds, registers } = this;
    for (let i = 0; i < moving.length; i++) if (held(moving[i]) !== holds[i]) return false;
    if (!laws.kernels) return false;
    const { stages } = this.flow;
    registers?.keep(memory);
    try {
      if (!laws.kernels.beginAgain(stages.active, memory)) return false;
      registers?.begun(memory);
      this.from = state.time;
      this.look();
      return true;
    } finally {
      laws.kernels.leave();
      registers?.leave(memory);
    }
  }

  /** How far the touching points move apart along the normal during the trial. */
  parting(): number {
    const { memory, flow, a, b, registers } = this;
    registers?.enter(memory);
    try {
      return partingAt(memory, flow, a, b, flow.to);
    } finally {
      registers?.leave(memory);
    }
  }

  private thickness(): number {
    const { memory, a, b } = this;
    return (thicknessOf(shapeIn(memory, a)) + thicknessOf(shapeIn(memory, b))) / 4;
  }

  private look(): void {
    const { flow, memory, a, b, from } = this;
    const { separation } = this.laws.model.settings;
    flow.from = from;
    flow.to = from + separation;
    flow.start();
    const before = nearnessIn(memory, a, b).distance;
    const noise = gapRounding * findScale(memory, a, b)[0];
    flow.time = flow.to;
    let growth = nearnessAt(flow, a, b).distance - before;
    // A body that is thin compared to its speed would come out on the other side: it is examined earlier.
    if (a.sizing || b.sizing) this.most = this.thickness();
    const { most } = this;
    const way = growth > noise && most < Number.POSITIVE_INFINITY ? findWay(memory, flow, a, b)[0] : 0;
    if (way > most) {
      flow.time = from + (separation * most) / way;
      const sooner = nearnessAt(flow, a, b).distance - before;
      if (sooner < -noise) growth = (sooner * way) / most;
    }
    this.growth = growth;
    this.noise = noise;
    this.tendency = growth < -noise ? "closing" : growth > noise ? "parting" : "resting";
  }
}
