// Laws applied to bodies: the bridge between the flat memory of a run and the evaluation of a context.

import type { Switches } from "../../compiler/graph/switches.ts";
import {
  beginApplication,
  Evaluation,
  type Registers,
  type Seen,
  type Update,
} from "../../compiler/interpret/evaluation.ts";
import type { Frame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { applyBinary, isMisfit } from "../../compiler/interpret/operators.ts";
import { Budget } from "../../compiler/values/budget.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { formatValue, isFiniteValue, type Value } from "../../compiler/values/value.ts";
import type { Curve } from "../../geometry/curves/curve.ts";
import type { Shape as Geometry } from "../../geometry/shapes/shape.ts";
import { selectContexts } from "../../language/declare/applicability.ts";
import { ContextScope, lawsOf } from "../../language/declare/context-scope.ts";
import type { ContextDeclaration, ContextType } from "../../language/declare/experiment.ts";
import { heldByLinks } from "../../language/names/held-by-links.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { atStepStart, startAttribute } from "../../language/names/step-start.ts";
import { shapeKey } from "../../language/shapes/shape.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { madeFrom } from "../model/made-from.ts";
import type { Body, Model } from "../model/model.ts";
import { askOwnShape } from "../model/own-shape.ts";
import { RunError } from "../model/run-error.ts";
import { readSlot, type Slot, writeSlot } from "../model/slot.ts";
import { type Application, type Players, playersOf } from "../state/application.ts";
import { Arena } from "../state/arena.ts";
import type { ContactGroup } from "../state/contact-group.ts";
import type { NoteFact } from "../state/observer.ts";
import type { PhaseListener } from "../state/phase.ts";
import { type EvaluationName, RunMemory } from "../state/run-memory.ts";
import { initialAttributes } from "./context-attributes.ts";
import { givenByLinks } from "./held-values.ts";
import { Kernels } from "./kernels.ts";
import type { LawGraphs } from "./law-graph.ts";
import { othersNamed } from "./law-reads.ts";
import { LinkedBodies } from "./linked-bodies.ts";
import { switchesOf } from "./switch-form.ts";

export class Laws {
  readonly model: Model;
  readonly memory: RunMemory;
  /** The compiled laws; null where the interpreter does everything. */
  readonly kernels: Kernels | null;
  /** Where programs of stages work; null where there are none. */
  readonly arena: Arena | null;
  /** Told what a person should know of the run. */
  onNote: ((message: string, facts?: readonly NoteFact[]) => void) | null = null;
  /** Told what is doubtful, with its place in the text. */
  onWarning: (warning: Diagnostic, facts?: readonly NoteFact[]) => void = () => {};
  /** Where laws change their formulas. */
  readonly switches: LawGraphs<Switches>;
  /**
   * Keys of what has been told once. A schedule gives it those of its state, so that a run that is resumed repeats
   * nothing.
   */
  told = new Set<string>();
  /** Told what the work goes into. */
  readonly onPhase: PhaseListener | null;
  readonly linked: LinkedBodies;
  private readonly kept = new Map<unknown, unknown>();
  private readonly scopes = new Map<ContextDeclaration, Map<string, ContextScope>>();
  private readonly signatures = new Map<Body, string>();
  private readonly chosen = new Map<string, ContextDeclaration | null>();
  /** World attributes that some context or a person may change. */
  readonly changingWorld: ReadonlySet<string>;

  constructor(model: Model, evaluation: EvaluationName = "compiled", onPhase: PhaseListener | null = null) {
    this.model = model;
    this.onPhase = onPhase;
    this.memory = new RunMemory(model, evaluation);
    const { machine } = this.memory;
    this.kernels = machine && evaluation === "compiled" ? new Kernels(model, this.memory, machine) : null;
    this.linked = new LinkedBodies(model);
    this.switches = switchesOf(model);
    this.arena = model.links.length > 0 ? Arena.create(model, this.memory) : null;
    const written = model.contexts.flatMap((context) => [
      ...context.functions.map((definition) => definition.name),
      ...context.aliases.filter(({ target }) => target.kind === "world").map(({ attribute }) => attribute.name),
    ]);
    this.changingWorld = new Set([...written.filter((name) => model.world.has(name)), ...model.inputs]);
    for (const body of model.bodies) {
      const shapes = [...body.slots.values()].map((slot) => `${slot.name}:${shapeKey(slot.shape)}`).join(" ");
      this.signatures.set(body, `${body.declaration.name.name} ${shapes}`);
    }
  }

  /** What a higher room makes of these laws once and keeps for the run: kernels of links, derivatives of rates. */
  once<T>(make: (laws: Laws) => T): T {
    if (!this.kept.has(make)) this.kept.set(make, make(this));
    return this.kept.get(make) as T;
  }

  /** Whether somebody listens, and nothing has been told under a key. */
  isNews(key: string): boolean {
    return this.onNote !== null && !this.told.has(key);
  }

  /**
   * Tells what a person should know of the run, once under a key. The message may hold what changes, such as a time;
   * the key may not.
   */
  tellOnce(key: string, message: string, facts: readonly NoteFact[] = []): void {
    if (!this.isNews(key)) return;
    this.told.add(key);
    this.onNote!(message, facts);
  }

  /** As `tellOnce`, of what has a place in the text. */
  warnOnce(key: string, warning: Diagnostic): void {
    if (!this.isNews(key)) return;
    this.told.add(key);
    this.onWarning(warning);
  }

  /** How much has been told under keys that begin so. */
  countTold(beginning: string): number {
    let count = 0;
    for (const key of this.told) if (key.startsWith(beginning)) count++;
    return count;
  }

  /** The context that governs these bodies, or null. */
  choose(type: ContextType, bodies: readonly Body[]): ContextDeclaration | null {
    const key = `${type} ${bodies.map((body) => body.declaration.name.name).join(" ")}`;
    const known = this.chosen.get(key);
    if (known !== undefined) return known;
    const found = selectContexts(
      this.model.contexts.filter((context) => !context.appliedToPairs),
      type,
      bodies.map((body) => body.declaration),
    );
    if (found.length > 1)
      throw new RunError(
        "tie",
        found[1].name.span,
        `'${found[0].name.name}' and '${found[1].name.name}' apply equally well to ` +
          `${bodies.map((body) => `'${body.name}'`).join(" and ")}`,
      );
    const context = found[0] ?? null;
    this.chosen.set(key, context);
    return context;
  }

  scopeOf(context: ContextDeclaration, bodies: readonly Body[]): ContextScope {
    const key = bodies.map((body) => this.signatures.get(body)).join(" | ");
    let byCast = this.scopes.get(context);
    if (!byCast) this.scopes.set(context, (byCast = new Map()));
    let scope = byCast.get(key);
    if (!scope) {
      const cast = { objects: bodies.map((body) => body.shapes), link: null };
      byCast.set(key, (scope = new ContextScope(lawsOf(context), cast, this.model.environment)));
    }
    return scope;
  }

  /** Begins the application of a continuous context to a body: its first-time-only attributes are computed. */
  begin(
    context: ContextDeclaration,
    body: Body,
    given: ReadonlyMap<string, Value>,
    memory: Float64Array,
    time: number,
    group: ContactGroup | null = null,
  ): Application {
    const scope = this.scopeOf(context, [body]);
    const attributes = initialAttributes(scope, this.model.curves);
    const application: Application = { context, scope, body, attributes, given, group, since: time };
    if (context.firstTimeOnly.length === 0) this.kernels?.of(application);
    if (context.firstTimeOnly.length === 0 || this.kernels?.begin(application, memory)) return application;
    const registers = new MemoryRegisters(this.model, memory, memory, playersOf(application));
    this.guard(context, [body], time, () => this.first(scope, registers, playersOf(application), time));
    return application;
  }

  /** An application of a snapshot, which another model with the same laws may have made, as one of this model. */
  adopt(application: Application): Application {
    const { contexts, bodies } = this.model;
    const body = bodies[application.body.index];
    if (body === application.body && contexts.includes(application.context)) return application;
    const { name } = application.context.name;
    const context = contexts.find((one) => one.name.name === name)!;
    const group = application.group?.within(bodies) ?? null;
    return { ...application, context, body, scope: this.scopeOf(context, [body]), group };
  }

  /** Computes and keeps the first-time-only attributes of an application that begins. */
  first(scope: ContextScope, registers: MemoryRegisters, players: Players, time: number): void {
    beginApplication(
      scope,
      registers,
      (attribute, value, definition) => {
        if (!isFiniteValue(value)) throw this.notFinite({ attribute, definition, value }, players, registers, time);
        if (attribute.owner.kind === "context" || this.slotOf(attribute, players)) registers.store(attribute, value);
      },
      new Budget(),
    );
    this.memory.changed();
  }

  /** `start` has the values with which the step began. */
  evaluation(
    scope: ContextScope,
    players: Players,
    registered: Float64Array,
    stage: Float64Array,
    start = registered,
  ): Evaluation {
    this.kernels?.bringBack();
    return new Evaluation(
      scope,
      new MemoryRegisters(this.model, registered, stage, players, null, start),
      new Budget(),
    );
  }

  /** The slot an attribute lives in, seen by these players; null if it is not in the memory or must not be written. */
  slotOf(attribute: Attribute, players: Players): Slot | null {
    const { owner, name } = attribute;
    if (owner.kind === "world") return this.model.world.get(name) ?? null;
    if (owner.kind === "named link") return this.model.linkNamed.get(owner.name)?.slots.get(name) ?? null;
    const body =
      owner.kind === "object"
        ? players.bodies[owner.index]
        : owner.kind === "named object"
          ? this.model.byName.get(owner.name)
          : null;
    if (!body || body.physicalType === "static") return null;
    if (body.physicalType === "driven" && body !== players.bodies[0]) return null;
    return body.slots.get(name) ?? null;
  }

  /** Writes updates into memory and context attributes, all together. */
  commit(updates: readonly Update[], players: Players, memory: Float64Array, time: number, start = memory): void {
    const wrong = updates.find(({ value }) => !isFiniteValue(value));
    if (wrong)
      throw this.notFinite(wrong, players, new MemoryRegisters(this.model, memory, memory, players, null, start), time);
    for (const { attribute, definition, value } of updates) {
      if (attribute.owner.kind === "context") {
        players.attributes[attribute.owner.index]?.set(attribute.name, value);
        continue;
      }
      const slot = this.slotOf(attribute, players);
      const misfit = slot && writeSlot(memory, slot, value);
      if (misfit) throw new RunError("shapes", definition.body.span, misfit);
    }
    this.memory.changed();
  }

  private notFinite({ definition, value }: Update, players: Players, registers: Registers, time: number): RunError {
    const names = players.bodies.map((body) => `'${body.name}'`).join(" and ");
    const law = this.model.contexts.find((context) => context.functions.includes(definition));
    const event = this.model.events.find(({ functions }) => functions.includes(definition));
    const whose = names === "" ? "" : ` of ${names}`;
    const inputs = madeFrom(definition, law ? this.scopeOf(law, players.bodies) : null, registers);
    return new RunError(
      "not-finite",
      definition.body.span,
      `'${definition.name}'${whose} became ${formatValue(value)} at t = ${time}`,
      `it is made from ${inputs}`,
      ...(law ? [`in the law '${law.name.name}'`] : []),
      ...(event ? [`in the event '${event.name.name}'`] : []),
    );
  }

  /** Runs an evaluation, telling in a mistake which law, whom and when. */
  guard<T>(context: ContextDeclaration | null, bodies: readonly Body[], time: number, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      const { code, span, message, notes } = error.diagnostic;
      const who = bodies.map((body) => `'${body.name}'`).join(" and ");
      const law = context ? `in the law '${context.name.name}' on ${who} at t = ${time}` : `at t = ${time}`;
      throw new RunError(code, span, message, ...notes, law);
    }
  }
}

/** Reads attributes from a run's memory: registered values from one copy, stage values from another. */
export class MemoryRegisters implements Registers {
  private readonly model: Model;
  private readonly registered: Float64Array;
  private readonly staged: Float64Array;
  private readonly players: Players;
  /** The body that `each other object` means at the moment, inside sumOthers. */
  private readonly other: Body | null;
  /** The values with which the step began. */
  private readonly start: Float64Array;

  constructor(
    model: Model,
    registered: Float64Array,
    staged: Float64Array,
    players: Players,
    other: Body | null = null,
    start = registered,
  ) {
    this.start = start;
    this.model = model;
    this.registered = registered;
    this.staged = staged;
    this.players = players;
    this.other = other;
  }

  read(attribute: Attribute): Value | null {
    return this.find(attribute, this.registered);
  }

  stage(attribute: Attribute): Value | null {
    return this.find(attribute, this.staged);
  }

  /** Keeps a first-time-only attribute. */
  store(attribute: Attribute, value: Value): void {
    if (attribute.owner.kind === "context") this.players.attributes[attribute.owner.index]?.set(attribute.name, value);
    else {
      const slot = this.slot(attribute);
      if (slot) writeSlot(this.registered, slot, value);
    }
  }

  private find(attribute: Attribute, memory: Float64Array): Value | null {
    const { owner, name } = attribute;
    if (owner.kind === "context") return this.players.attributes[owner.index]?.get(name) ?? null;
    if (owner.kind === "given") return this.players.given[owner.index]?.get(name) ?? null;
    const slot = this.slot(attribute);
    return slot ? readSlot(memory, slot) : null;
  }

  /** Where an attribute lies in the memory, if it does. */
  slot({ owner, name }: Attribute): Slot | null {
    switch (owner.kind) {
      case "world":
        return this.model.world.get(name) ?? null;
      case "object":
        return this.players.bodies[owner.index]?.slots.get(name) ?? null;
      case "named object":
        return this.model.byName.get(owner.name)?.slots.get(name) ?? null;
      case "named link":
        return this.model.linkNamed.get(owner.name)?.slots.get(name) ?? null;
      case "others":
        return this.other?.slots.get(name) ?? null;
      default:
        return null;
    }
  }

  curve(name: string): Curve | null {
    return this.model.curves.get(name) ?? null;
  }

  /** The shape of the body with index 0, of the size that a law sees. */
  private ownShape({ registered }: Frame, seen: Seen | undefined): Geometry | null {
    const body = this.players.bodies[0];
    if (!body?.sizing) return body?.geometry ?? null;
    const attribute = { owner: { kind: "object", index: 0 }, name: "size" } as const;
    const size = seen ? seen(attribute, registered) : registered ? this.read(attribute) : this.stage(attribute);
    return size === null ? body.geometry : body.sizing.shapeOf(size);
  }

  private atStart(call: CallExpr, frame: Frame, interpreter: Interpreter): Value {
    const attribute = startAttribute(call.args, frame.scope);
    const value = attribute && this.find(attribute, this.start);
    return (
      value ??
      interpreter.fail("special", call.span, frame, `${atStepStart} takes the name of an attribute of an object`, [])
    );
  }

  special(call: CallExpr, frame: Frame, interpreter: Interpreter, seen?: Seen): Value | null {
    if (call.name === heldByLinks) return givenByLinks(this.players.given[0], call, frame, interpreter);
    if (call.name === atStepStart) return this.atStart(call, frame, interpreter);
    if (call.name !== "sumOthers") return askOwnShape(() => this.ownShape(frame, seen), call, frame, interpreter);
    if (call.args.length !== 1)
      return interpreter.fail("arguments", call.span, frame, "write sumOthers(expression)", []);
    // Those attributes of the others that the expression names; an object without one of them takes no part.
    const asked = othersNamed(call, frame.scope);
    let sum: Value | null = null;
    for (const other of this.model.bodies) {
      if (this.players.bodies.includes(other) || !asked.every((name) => other.slots.has(name))) continue;
      const registers = new MemoryRegisters(this.model, this.registered, this.staged, this.players, other, this.start);
      const term = new Evaluation(frame.scope as ContextScope, registers, interpreter.budget).interpreter.evaluate(
        call.args[0],
        frame,
      );
      const next: Value | { misfit: string } = sum === null ? term : applyBinary("+", sum, term);
      if (typeof next === "object" && isMisfit(next))
        return interpreter.fail("shapes", call.span, frame, "the terms of sumOthers must be of one shape", []);
      sum = next as Value;
    }
    return sum ?? interpreter.fail("no-value", call.span, frame, "sumOthers has no other object to sum over", []);
  }
}
