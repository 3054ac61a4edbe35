// Any number of a record: attributes, functions of the laws, measures, at any frame and at both sides of any event.
import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import { type CallFrame, type Host, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { applyBinary, isMisfit } from "../../compiler/interpret/operators.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Value } from "../../compiler/values/value.ts";
import { MemoryRegisters } from "../../engine/laws/laws.ts";
import { LinkValues } from "../../engine/links/values.ts";
import type { Body, Model } from "../../engine/model/model.ts";
import { readSlot } from "../../engine/model/slot.ts";
import { solverOf, solverQuantities } from "../../engine/model/solver.ts";
import { nothingGiven, type Players } from "../../engine/state/application.ts";
import { ContextScope, type ScopeLaws } from "../../language/declare/context-scope.ts";
import { attributeName } from "../../language/declare/environment.ts";
import { measuresScope } from "../../language/declare/measures-scope.ts";
import type { Attribute, Scope } from "../../language/names/scope.ts";
import type { CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import { spanText } from "../../language/syntax/span.ts";
import { isPlainValue } from "../../language/syntax/statement.ts";
import { suggestName } from "../../language/syntax/suggest.ts";
import type { ActSide, Frame } from "../run/record.ts";
import { refuseNoModel } from "../run/refusals.ts";
import { BodyScope } from "./body-scope.ts";
import { Reads, TotalTerms } from "./total-terms.ts";

/** Why a number is not available. */
export interface Missing {
  readonly missing: string;
}

export function isMissing(value: Value | Missing): value is Missing {
  return typeof value === "object" && "missing" in value;
}

const nobody: Players = { bodies: [], attributes: [], given: [] };

export class Probe {
  private readonly model: Model;
  /** The names that measures may use. */
  readonly measures: ContextScope;
  private readonly definitions: readonly Definition[];
  readonly links: LinkValues;
  private readonly terms = new TotalTerms();

  constructor(model: Model) {
    refuseNoModel("Probe", model);
    this.model = model;
    this.links = new LinkValues(model);
    this.definitions = model.measures.flatMap((measure) => measure.definitions);
    this.measures = measuresScope(model.measures, model.scope, model.environment);
  }

  get measureNames(): string[] {
    return this.definitions.filter((definition) => definition.params.length === 0).map((definition) => definition.name);
  }

  /** Every name of the form `body.attribute`, the measures and the world's attributes. */
  get names(): string[] {
    const own = this.model.bodies.flatMap((body) => [...body.slots.keys()].map((name) => `${body.name}.${name}`));
    const links = this.model.links.flatMap(({ name, slots }) =>
      [...slots.keys()].filter((key) => !key.includes(" ")).map((key) => `${name}.${key}`),
    );
    const solver = this.model.solver ? solverQuantities.filter(this.knows).map((name) => `solver.${name}`) : [];
    return [...own, ...links, ...solver, ...this.measureNames, ...this.model.world.keys()];
  }

  /**
   * `ball.v`, `ball.speed`, `energy`, `t`; a component as `ball.v#3`. At a side of a collision or of an event block
   * also the names of its law: `v1`, `v2`, aliases, `collisionNormal`, its functions and, as `ball.j`, its attributes
   * of an object.
   */
  value(frame: Frame, path: string): Value | Missing {
    if (typeof path !== "string") return { missing: `a name is text, such as "ball.v", and this is ${String(path)}` };
    if (!frame?.memory)
      return {
        missing: `${path}: there is no frame to read it from; take one of recording.frames, or a side of an event`,
      };
    const { time, memory, applications, act } = frame;
    return this.find({ time, memory, applications, act }, path);
  }

  /** `frame` must be plain: reading a side of an event builds its memory again. */
  private find(frame: Frame, path: string): Value | Missing {
    const part = /^(.*?)\s*#\s*(\d+)$/.exec(path);
    if (part) {
      const whole = this.find(frame, part[1]);
      if (isMissing(whole)) return whole;
      const element = applyBinary("#", whole, Number(part[2]));
      return typeof element === "object" && isMisfit(element)
        ? { missing: `${path}: ${element.misfit}` }
        : (element as Value);
    }
    const dot = path.indexOf(".");
    return attempt(path, () =>
      dot < 0 ? this.global(frame, path) : this.ofBody(frame, path.slice(0, dot), path.slice(dot + 1)),
    );
  }

  /** The value of an expression at a frame; `scope` resolves its names. */
  evaluate(frame: Frame, expr: Expr, scope: Scope): Value | Missing {
    return attempt(spanText(expr.span), () => this.interpreter(frame, nobody, null).run(expr, scope));
  }

  /**
   * The functions without arguments of the laws that act on these objects: by their names alone where a law is applied
   * once, as `ball.speed` where it continues. Those without a value are left out.
   */
  functions(frame: Frame, objects: readonly string[]): Map<string, Value> {
    const { act, applications } = frame;
    const values = new Map<string, Value>();
    const add = (path: string, compute: () => Value | Missing | null) => {
      const value = attempt(path, compute);
      if (value !== null && !isMissing(value)) values.set(path, value);
    };
    if (act) for (const name of functionNames(act.scope)) add(name, () => this.functionOf(act, name));
    else
      for (const object of objects) {
        const scope = applications[this.model.byName.get(object)?.index ?? -1]?.scope;
        if (scope)
          for (const name of functionNames(scope)) add(`${object}.${name}`, () => this.ofBody(frame, object, name));
      }
    return values;
  }

  private global(frame: Frame, name: string): Value | Missing {
    const slot = this.model.world.get(name);
    if (slot) return readSlot(frame.memory, slot);
    const measure = this.definitions.find((definition) => definition.name === name && definition.params.length === 0);
    if (measure) return this.interpreter(frame, nobody, null).compute(measure, this.measures, false);
    const { act } = frame;
    const said = act && (this.attributeOf(frame, act, name) ?? this.functionOf(act, name));
    return said ?? this.missing(name, name, "is not applied then");
  }

  /** Whether the solver of the constraints gives a quantity; only elimination finds redundant rows. */
  private readonly knows = (name: (typeof solverQuantities)[number]): boolean =>
    (name !== "condition" && name !== "redundant") || solverOf(this.model.links).kind === "direct";

  private ofBody(frame: Frame, bodyName: string, name: string): Value | Missing {
    const body = this.model.byName.get(bodyName);
    const link = body ? undefined : this.model.linkNamed.get(bodyName);
    if (link) {
      const value = this.links.of(link, attributeName(name), frame.memory, frame.applications);
      return value ?? this.unknown(`${bodyName}.${name}`);
    }
    const { solver } = this.model;
    const ofSolver = !body && solver && bodyName === "solver" && solverQuantities.find((each) => each === name);
    if (ofSolver && !this.knows(ofSolver))
      return {
        missing: `solver.${ofSolver} is known only with 'solver = direct': ` + `iterations do not compute it`,
      };
    if (ofSolver) return readSlot(frame.memory, solver[ofSolver]);
    if (!body) return this.unknown(`${bodyName}.${name}`);
    const slot = body.slots.get(attributeName(name));
    if (slot) return readSlot(frame.memory, slot);
    const struck = frame.act && this.ofPlayer(frame.act, body, name);
    if (struck !== null) return struck;
    const application = frame.applications[body.index];
    const kept = application?.attributes.get(name) ?? application?.given.get(name);
    if (kept !== undefined) return kept;
    const binding = application?.scope.lookup(name);
    if (binding?.kind === "function" && binding.definition.params.length === 0)
      return this.interpreter(frame, this.players(frame, body), null).compute(binding.definition, binding.scope, false);
    return this.missing(`${bodyName}.${name}`, name, `does not govern '${bodyName}' then`);
  }

  /** A law that is not active has no value; a name that no law has is a mistake. */
  private missing(path: string, name: string, why: string): Missing {
    const isKnown = this.model.contexts.some(({ functions, attributes }) =>
      [...functions, ...attributes].some((item) => item.name === name),
    );
    return isKnown ? { missing: `'${name}' belongs to a law that ${why}` } : this.unknown(path);
  }

  /** An attribute under its name in the law of a collision or event block, with its value at this side. */
  private attributeOf(frame: Frame, { scope, players }: ActSide, name: string): Value | null {
    const attribute = scope.attribute(name);
    return attribute && new MemoryRegisters(this.model, frame.memory, frame.memory, players).read(attribute);
  }

  /** A function of that law, with its value at the application. */
  private functionOf({ scope, seen }: ActSide, name: string): Value | null {
    const binding = scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) return null;
    const { memory } = seen.moment;
    const registers = new MemoryRegisters(this.model, memory, memory, seen.players);
    return new Evaluation(scope, registers).interpreter.compute(binding.definition, binding.scope, false);
  }

  /** A value in the law of a collision for one of its bodies, and its functions. */
  private ofPlayer(act: ActSide, body: Body, name: string): Value | null {
    const index = act.players.bodies.indexOf(body);
    if (index < 0) return null;
    const { attributes, given } = act.players;
    return attributes[index].get(name) ?? given[index].get(name) ?? this.functionOf(act, name);
  }

  private unknown(path: string): Missing {
    const near = suggestName(path, this.names);
    return { missing: `there is no '${path}'${near ? `; did you mean '${near}'?` : ""}` };
  }

  /** The participants in the law that moves a body. */
  players(frame: Frame, body: Body): Players {
    const application = frame.applications[body.index];
    return {
      bodies: [body],
      attributes: [application?.attributes ?? new Map()],
      given: [application?.given ?? nothingGiven],
    };
  }

  /** Evaluates laws and measures at a frame; `inTotal` is the current body of a sum. */
  interpreter(frame: Frame, players: Players, inTotal: Body | null, reads: Reads | null = null): Interpreter {
    const registers = new MemoryRegisters(this.model, frame.memory, frame.memory, players);
    const host: Host = {
      read: (attribute: Attribute) => {
        reads?.add(registers.slot(attribute));
        return registers.read(attribute);
      },
      curve: (name) => {
        if (reads) reads.isOther = true;
        return registers.curve(name);
      },
      special: (call, place, interpreter) => {
        if (reads) reads.isOther = true;
        if (call.name === "total" && inTotal === null) return this.total(frame, call, place, interpreter);
        if (call.name === "totalLinks") return this.totalLinks(frame, call, place, interpreter);
        if (call.name === "previous" && call.args.length === 1 && call.args[0].kind === "name") {
          const attribute = place.scope.attribute(call.args[0].name);
          return attribute && registers.read(attribute);
        }
        return registers.special(call, place, interpreter);
      },
    };
    return new Interpreter(host);
  }

  /** The sum over the dynamic bodies; names are those of each body's current law. */
  private total(frame: Frame, call: CallExpr, place: CallFrame, outer: Interpreter): Value {
    let sum: Value | null = null;
    for (const body of this.model.bodies) {
      if (body.physicalType !== "dynamic") continue;
      const term = this.term(frame, call, place, body);
      const next: Value | { misfit: string } = sum === null ? term : applyBinary("+", sum, term);
      if (typeof next === "object" && isMisfit(next))
        return outer.fail("shapes", call.span, place, `total: the term of '${body.name}' has another shape`, []);
      sum = next as Value;
    }
    return sum ?? outer.fail("no-value", call.span, place, "total has no dynamic object to sum over", []);
  }

  /** The names in a sum over the bodies: those of each body's law, then the surrounding ones. */
  scopeOf(frame: Frame, body: Body, around: Scope): Scope {
    return new BodyScope(frame.applications[body.index]?.scope ?? this.bare(body), around);
  }

  private term(frame: Frame, call: CallExpr, place: CallFrame, body: Body): Value {
    const { memory, applications } = frame;
    const application = applications[body.index] ?? null;
    // Inside a function the result may depend on its arguments.
    const isKept = place.args.length === 0;
    const known = isKept ? this.terms.find(call, body, memory, application) : null;
    if (known !== null) return known;
    const reads = new Reads();
    const scope = this.scopeOf(frame, body, place.scope);
    const value = this.interpreter(frame, this.players(frame, body), body, reads).evaluate(call.args[0], {
      ...place,
      scope,
    });
    if (isKept) this.terms.keep(call, body, memory, application, value, reads);
    return value;
  }

  /** The sum over the attached links whose law has all its names; zero without any. */
  private totalLinks(frame: Frame, call: CallExpr, place: CallFrame, outer: Interpreter): Value {
    let sum: Value | null = null;
    for (const link of this.model.links) {
      if (frame.memory[link.attached.offset] === 0) continue;
      const scope = new BodyScope(link.scope, place.scope);
      const term = this.links.expression(link, call.args[0], scope, frame.memory, frame.applications);
      if (isMissing(term)) return outer.fail("no-value", call.span, place, term.missing, []);
      const next: Value | { misfit: string } = sum === null ? term : applyBinary("+", sum, term);
      if (typeof next === "object" && isMisfit(next))
        return outer.fail("shapes", call.span, place, `totalLinks: the term of '${link.name}' has another shape`, []);
      sum = next as Value;
    }
    return sum ?? 0;
  }

  private bare(body: Body): ContextScope {
    const laws: ScopeLaws = {
      functions: [],
      aliases: [],
      attributes: new Set(),
      context: null,
      below: this.model.scope,
    };
    return new ContextScope(laws, { objects: [body.shapes], link: null }, this.model.environment);
  }
}

/** An error of an evaluation means that the number is not available. */
function attempt<T>(path: string, compute: () => T): T | Missing {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { missing: `${path}: ${error.message}` };
  }
}

/** The functions of a law that have a value and are not attributes. */
function functionNames(scope: ContextScope): string[] {
  const asked = scope.laws.functions.filter(isPlainValue);
  return asked.map(({ name }) => name).filter((name) => scope.attribute(name) === null);
}
