// Laws applied to bodies: the bridge between the flat memory of a run and the evaluation of a context.

import type { Switches } from "../../compiler/graph/switches.ts";
import {
  beginApplication,
  Evaluation,
  type Registers,
  type SeenAttribute,
  type Update,
} from "../../compiler/interpret/evaluation.ts";
import type { CallFrame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { applyBinary, isMisfit } from "../../compiler/interpret/operators.ts";
import { Budget } from "../../compiler/values/budget.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { formatValue, isFiniteValue, type Value } from "../../compiler/values/value.ts";
import type { Curve } from "../../geometry/curves/curve.ts";
import type { BodyShape } from "../../geometry/shapes/shape.ts";
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
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { askOwnShape } from "../model/own-shape.ts";
import { RunError } from "../model/run-error.ts";
import { checkSizes } from "../model/size-check.ts";
import { readSlot, type Slot } from "../model/slot.ts";
import { type Application, type Players, playersOf } from "../state/application.ts";
import { Arena } from "../state/arena.ts";
import type { ContactGroup } from "../state/contact-group.ts";
import type { NoteFact } from "../state/observer.ts";
import type { PhaseListener } from "../state/phase.ts";
import { type EvaluationName, RunMemory, type Writer } from "../state/run-memory.ts";
import { initialAttributes } from "./context-attributes.ts";
import { givenByLinks } from "./held-values.ts";
import { Kernels } from "./kernels.ts";
import type { LawGraphs } from "./law-graph.ts";
import { othersNamed } from "./law-reads.ts";
import { LinkedBodies } from "./linked-bodies.ts";
import { switchesOf } from "./switch-form.ts";
import { writableSlot } from "./writable-slot.ts";

export class Laws {
  readonly model: Model;
  readonly memory: RunMemory;
  /** The compiled laws; null if the interpreter does everything. */
  readonly kernels: Kernels | null;
  /** Where programs of stages work; null if there are none. */
  readonly arena: Arena | null;
  /** Receives notes about the run for the person. */
  onNote: ((message: string, facts?: readonly NoteFact[]) => void) | null = null;
  /** Receives warnings, with their places in the text. */
  onWarning: (warning: Diagnostic, facts?: readonly NoteFact[]) => void = () => {};
  /** Where laws change their formulas. */
  readonly switches: LawGraphs<Switches>;
  /** Keys of notes already given. A schedule sets it to those of its state, so that a resumed run repeats nothing. */
  told = new Set<string>();
  /** Receives the phase that the work enters. */
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

  /**
   * An object that a higher room makes of these laws once and keeps for the run: kernels of links, derivatives of
   * rates.
   */
  once<T>(make: (laws: Laws) => T): T {
    if (!this.kept.has(make)) this.kept.set(make, make(this));
    return this.kept.get(make) as T;
  }

  /** Whether there is a listener, and nothing has been reported under a key. */
  isNews(key: string): boolean {
    return this.onNote !== null && !this.told.has(key);
  }

  /** Reports a note once under a key. The message may contain what changes, such as a time; the key may not. */
  tellOnce(key: string, message: string, facts: readonly NoteFact[] = []): void {
    if (!this.isNews(key)) return;
    this.told.add(key);
    this.onNote!(message, facts);
  }

  /** Reports a warning once, with its place in the text. */
  warnOnce(key: string, warning: Diagnostic, facts: readonly NoteFact[] = []): void {
    if (!this.isNews(key)) return;
    this.told.add(key);
    this.onWarning(warning, facts);
  }

  /** Number of notes under keys that begin with a text. */
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
    memory: ReadonlyNumbers,
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

  /** An application of a snapshot, possibly made by another model with the same laws, as one of this model. */
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
        if (attribute.owner.kind === "context") registers.store(attribute, value);
        const slot = this.slotOf(attribute, players);
        if (slot) this.memory.write(registers.registered, slot, value, "law");
      },
      new Budget(),
    );
  }

  /** `start` holds the values from the beginning of the step. */
  evaluation(
    scope: ContextScope,
    players: Players,
    registered: ReadonlyNumbers,
    stage: ReadonlyNumbers,
    start = registered,
  ): Evaluation {
    this.kernels?.bringBack();
    return new Evaluation(
      scope,
      new MemoryRegisters(this.model, registered, stage, players, null, start),
      new Budget(),
    );
  }

  /** The slot of an attribute, seen by these players; null if it is not in the memory or must not be written. */
  slotOf(attribute: Attribute, players: Players): Slot | null {
    return writableSlot(this.model, attribute, players);
  }

  /** Writes updates into memory and context attributes, all together. */
  commit(
    updates: readonly Update[],
    players: Players,
    memory: ReadonlyNumbers,
    time: number,
    start = memory,
    writer: Writer = "law",
  ): void {
    const wrong = updates.find(({ value }) => !isFiniteValue(value));
    if (wrong)
      throw this.notFinite(wrong, players, new MemoryRegisters(this.model, memory, memory, players, null, start), time);
    for (const { attribute, definition, value } of updates) {
      if (attribute.owner.kind === "context") {
        players.attributes[attribute.owner.index]?.set(attribute.name, value);
        continue;
      }
      const slot = this.slotOf(attribute, players);
      const misfit = slot && this.memory.write(memory, slot, value, writer);
      if (misfit) throw new RunError("shapes", definition.body.span, misfit);
    }
  }

  /** Ends the run if a size that a law or an event has just written makes no shape; the memory is restored first. */
  checkWritten(
    bodies: readonly Body[],
    memory: ReadonlyNumbers,
    before: ReadonlyNumbers,
    time: number,
    context: ContextDeclaration | null,
  ): void {
    try {
      checkSizes(bodies, memory, time, context);
    } catch (error) {
      this.memory.commit(memory, before);
      throw error;
    }
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
      `it is computed from ${inputs}`,
      ...(law ? [`in the law '${law.name.name}'`] : []),
      ...(event ? [`in the event '${event.name.name}'`] : []),
    );
  }

  /** Runs an evaluation, and adds the law, the objects and the time to the message of a mistake. */
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
  readonly registered: ReadonlyNumbers;
  private readonly staged: ReadonlyNumbers;
  private readonly players: Players;
  /** The body that `each other object` means now, inside sumOthers. */
  private readonly other: Body | null;
  /** The values from the beginning of the step. */
  private readonly start: ReadonlyNumbers;

  constructor(
    model: Model,
    registered: ReadonlyNumbers,
    staged: ReadonlyNumbers,
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

  /** Keeps a first-time-only attribute of the law. */
  store({ owner, name }: Attribute, value: Value): void {
    if (owner.kind === "context") this.players.attributes[owner.index]?.set(name, value);
  }

  private find(attribute: Attribute, memory: ReadonlyNumbers): Value | null {
    const { owner, name } = attribute;
    if (owner.kind === "context") return this.players.attributes[owner.index]?.get(name) ?? null;
    if (owner.kind === "given") return this.players.given[owner.index]?.get(name) ?? null;
    const slot = this.slot(attribute);
    return slot ? readSlot(memory, slot) : null;
  }

  /** The place of an attribute in the memory; null if it has none. */
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

  /** The shape of the body with index 0, for the size that a law sees. */
  private ownShape({ registered }: CallFrame, seen: SeenAttribute | undefined): BodyShape | null {
    const body = this.players.bodies[0];
    if (!body?.sizing) return body?.geometry ?? null;
    const attribute = { owner: { kind: "object", index: 0 }, name: "size" } as const;
    const size = seen ? seen(attribute, registered) : registered ? this.read(attribute) : this.stage(attribute);
    return size === null ? body.geometry : body.sizing.shapeOf(size);
  }

  private atStart(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value {
    const attribute = startAttribute(call.args, frame.scope);
    const value = attribute && this.find(attribute, this.start);
    return (
      value ??
      interpreter.fail("special", call.span, frame, `${atStepStart} takes the name of an attribute of an object`, [])
    );
  }

  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter, seen?: SeenAttribute): Value | null {
    if (call.name === heldByLinks) return givenByLinks(this.players.given[0], call, frame, interpreter);
    if (call.name === atStepStart) return this.atStart(call, frame, interpreter);
    if (call.name !== "sumOthers") return askOwnShape(() => this.ownShape(frame, seen), call, frame, interpreter);
    if (call.args.length !== 1)
      return interpreter.fail("arguments", call.span, frame, "write sumOthers(expression)", []);
    // The attributes of other objects that the expression names; an object that lacks one of them is left out.
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
