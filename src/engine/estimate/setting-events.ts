// Events that restart a motion: neither what they write nor their time depends on errors of the motion before. So
// errors end there.
//
// Attributes are told apart by their names alone. In doubt a name counts as reached: then errors are kept.

import { attributeName } from "../../language/declare/environment.ts";
import type { ContextDeclaration, EventDeclaration } from "../../language/declare/experiment.ts";
import type { Alias, Definition, Expr } from "../../language/syntax/ast.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import { isFirstRate, withoutEnd } from "../../language/syntax/statement.ts";
import type { Model } from "../model/model.ts";
import type { Slot } from "../model/slot.ts";
import type { ErrorLedger } from "../state/error-ledger.ts";

/** Errors below this part of the motion, for each step, are rounding. */
const leastError = 1e-12;

interface Reading {
  readonly functions: readonly Definition[];
  readonly aliases: readonly Alias[];
}

/** Which errors of a run end at events. */
export class SettingEvents {
  /** Per event, the rows of a ledger that it sets. */
  private readonly set: readonly (readonly number[])[];
  /** Rows whose errors affect each other: those of a body, or all where bodies act on each other. */
  private readonly groups: readonly (readonly number[])[];

  constructor(model: Model, rowOf: (slot: Slot) => number) {
    this.set = findSet(model).map((slots) => slots.map(rowOf));
    const world = [...model.world.values()].map(rowOf);
    const own = model.bodies.map(({ slots }) => [...slots.values()].map(rowOf));
    this.groups = areApart(model) ? own.map((rows) => [...rows, ...world]) : [[...own.flat(), ...world]];
  }

  /** Handles these events at an instant. Returns whether errors end with them. */
  happen(numbers: Iterable<number>, ledger: ErrorLedger, steps: number): boolean {
    const set = new Set([...numbers].flatMap((number) => this.set[number]));
    if (set.size === 0) return false;
    const { sums, reach, since, longest } = ledger;
    const isOff = (row: number) => sums[row] > leastError * (steps + 1) * reach[row];
    let hasEnded = false;
    for (const group of this.groups) {
      const off = group.filter(isOff);
      if (off.length === 0 || !off.every((row) => set.has(row))) continue;
      hasEnded = true;
      for (const row of group) {
        longest[row] = Math.max(longest[row], steps - since[row]);
        since[row] = steps;
      }
    }
    return hasEnded;
  }
}

/** Whether no body can act on another. */
function areApart({ contexts, links }: Model): boolean {
  const isAlone = ({ type, aliases }: ContextDeclaration) =>
    type === "free fall" && aliases.every(({ target }) => target.kind === "index" || target.kind === "world");
  return links.length === 0 && contexts.every(isAlone);
}

/** Per event: the attributes that it sets to values without errors; none if errors decide when it happens. */
function findSet(model: Model): readonly (readonly Slot[])[] {
  const reached = reachedByLaws(model);
  for (let count = -1; count < reached.size; ) {
    count = reached.size;
    for (const event of model.events)
      for (const one of event.functions) if (!isClean(event, one, reached)) reached.add(writtenBy(event, one));
  }
  return model.events.map((event) =>
    event.functions.filter((one) => isClean(event, one, reached)).flatMap((one) => slotOf(model, event, one) ?? []),
  );
}

/** Whether neither the value that an event writes nor its time depends on errors. */
function isClean(event: EventDeclaration, { body }: Definition, reached: ReadonlySet<string>): boolean {
  const { aliases, when } = event;
  // In a condition every attribute means its value, not what the event makes of it.
  const condition = when ? [...readBy(when, { functions: [], aliases }), ...readBy(when, event)] : [];
  return ![...condition, ...readBy(body, event)].some((name) => reached.has(name));
}

/** All that laws write, except what grows by a constant rate, which every method follows up to rounding. */
function reachedByLaws({ contexts, events }: Model): Set<string> {
  const written = new Set(["t", "dt"]);
  for (const of of [...contexts, ...events]) for (const one of of.functions) written.add(writtenBy(of, one));
  const reached = new Set(["dt"]);
  for (const context of contexts) {
    for (const { name } of context.unknowns) reached.add(name);
    for (const one of context.functions) {
      const read = readBy(one.body, { functions: [], aliases: context.aliases });
      const isSteady = isFirstRate(one) && !read.some((name) => written.has(name));
      if (!isSteady) reached.add(writtenBy(context, one));
    }
  }
  return reached;
}

/** The name of the attribute that a definition writes. */
export function writtenBy({ aliases }: Pick<Reading, "aliases">, { name }: Definition): string {
  const alias = aliases.find((one) => one.name.name === name);
  return attributeName(alias ? alias.attribute.name : withoutEnd(name));
}

/** The attributes that an expression reads, itself and by the functions beside it. */
function readBy(expr: Expr, { functions, aliases }: Reading): string[] {
  const found = new Set<string>();
  const seen = new Set<Definition>();
  const read = (name: string) => {
    const alias = aliases.find((one) => one.name.name === name);
    const unprimed = name.replace(/'+$/, "");
    for (const one of [alias?.attribute.name ?? name, withoutEnd(unprimed), unprimed]) found.add(attributeName(one));
  };
  const look = (inside: Expr) =>
    visitNames(inside, (name, args) => {
      const [first] = args ?? [];
      if (name === "previous" && first?.kind === "name") {
        read(first.name);
        return false;
      }
      const own = functions.find((one) => one.name === name);
      if (own === undefined) read(name);
      else if (!seen.has(own)) {
        seen.add(own);
        look(own.body);
      }
      // What laws say about the body's own shape follows from its size.
      if (name === "inertiaTensor") read("size");
      return true;
    });
  look(expr);
  return [...found];
}

function slotOf({ world, byName }: Model, { aliases }: EventDeclaration, { name }: Definition): Slot | null {
  const alias = aliases.find((one) => one.name.name === name);
  if (!alias) return world.get(name) ?? null;
  const { target } = alias;
  const attribute = attributeName(alias.attribute.name);
  if (target.kind === "world") return world.get(attribute) ?? null;
  return target.kind === "object" ? (byName.get(target.name.name)?.slots.get(attribute) ?? null) : null;
}
