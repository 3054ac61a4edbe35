// The numbers of a record, and the meaning of names in a law: the referee's own host for the interpreter.

import { Evaluation, type Registers, type SeenAttribute } from "../../compiler/interpret/evaluation.ts";
import type { CallFrame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { applyBinary } from "../../compiler/interpret/operators.ts";
import { Budget } from "../../compiler/values/budget.ts";
import { matrixOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { heldByLinks, heldCall } from "../../language/names/held-by-links.ts";
import type { Attribute, Scope } from "../../language/names/scope.ts";
import { type CallExpr, type Expr, partsOf } from "../../language/syntax/ast.ts";
import type { Recording } from "../../record/run/record.ts";

export type Model = Recording["model"];
export type Body = Model["bodies"][number];
export type Link = Model["links"][number];
export type Slot = Body["position"];
export type Application = NonNullable<Recording["frames"][number]["applications"][number]>;

export function readNumbers(memory: Float64Array, { offset, stride, size }: Slot): number[] {
  return Array.from({ length: size }, (_, k) => memory[offset + k * stride]);
}

export function writeNumbers(memory: Float64Array, { offset, stride, size }: Slot, numbers: ArrayLike<number>): void {
  for (let k = 0; k < size; k++) memory[offset + k * stride] = numbers[k];
}

function readValue(memory: Float64Array, slot: Slot): Value {
  const numbers = readNumbers(memory, slot);
  const { shape } = slot;
  if (shape.kind === "boolean") return numbers[0] !== 0;
  if (shape.kind === "vector") return vectorOf(numbers);
  if (shape.kind === "matrix") return matrixOf(shape.rows ?? 0, shape.cols ?? 0, numbers);
  return numbers[0];
}

/** The numbers of a value in the order in which slots have them. */
export function numbersOfValue(value: Value): number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "boolean") return [value ? 1 : 0];
  return value.kind === "sequence" ? value.items.flatMap(numbersOfValue) : [...value.data];
}

/** Something that the referee cannot compute: it says so instead of passing it. */
export class Beyond extends Error {}

/** The participants in a law: bodies by their index, or a link, with the law's values for each. */
export interface Participants {
  readonly bodies: readonly (Body | null)[];
  readonly link: Link | null;
  readonly attributes: readonly ReadonlyMap<string, Value>[];
  readonly given: readonly ReadonlyMap<string, Value>[];
}

/** The sides of all comparisons that laws make, while they are recorded. */
let heard: number[] | null = null;

/** The result of some work, and the sides of the comparisons that laws make in it. */
export function hearSides<T>(work: () => T): { readonly result: T; readonly sides: readonly number[] } {
  const before = heard;
  const sides: number[] = [];
  heard = sides;
  try {
    return { result: work(), sides };
  } finally {
    heard = before;
  }
}

/** Ends a list of sides, because the two sides of a comparison may have different numbers of them. */
const endOfSides = 2;

/** Tells who listens of sides that were heard apart. */
export function tellSides(sides: readonly number[]): void {
  heard?.push(...sides, endOfSides);
}

/** Whether laws used the same formulas both times. Side 0 is where two formulas meet. */
export function areSameSides(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((side, i) => side === b[i] || side === 0 || b[i] === 0);
}

/** What a law reads: registered values from one memory, the values of the instant from another. */
export class RecordRegisters implements Registers {
  protected readonly model: Model;
  protected readonly registered: Float64Array;
  protected readonly now: Float64Array;
  protected readonly part: Participants;
  private readonly other: Body | null;

  constructor(
    model: Model,
    registered: Float64Array,
    now: Float64Array,
    part: Participants,
    other: Body | null = null,
  ) {
    this.model = model;
    this.registered = registered;
    this.now = now;
    this.part = part;
    this.other = other;
  }

  read(attribute: Attribute): Value | null {
    return this.find(attribute, this.registered);
  }

  stage(attribute: Attribute): Value | null {
    return this.find(attribute, this.now);
  }

  protected find(attribute: Attribute, memory: Float64Array): Value | null {
    const { owner, name } = attribute;
    if (owner.kind === "context") return this.part.attributes[owner.index]?.get(name) ?? null;
    if (owner.kind === "given") return this.part.given[owner.index]?.get(name) ?? null;
    const slot = slotOfAttribute(this.model, attribute, this.part, this.other);
    return slot ? readValue(memory, slot) : null;
  }

  curve(name: string) {
    return this.model.curves.get(name) ?? null;
  }

  tookSide(side: number): void {
    heard?.push(side);
  }

  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter, seen?: SeenAttribute): Value | null {
    if (call.name === heldByLinks) return this.held(call, frame, interpreter);
    if (call.name === "inertiaTensor" && call.args.length === 1) return this.ownInertia(call, frame, interpreter, seen);
    if (call.name === "centerOfMass" && call.args.length === 0) return this.ownCenter();
    return call.name === "sumOthers" ? this.sumOthers(call, frame, interpreter) : null;
  }

  /** The value in the record; zero where no link holds. */
  private held(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null {
    const asked = heldCall(call, frame.scope);
    if (typeof asked === "string") return null;
    const value = this.part.given[0]?.get(asked.key);
    if (value !== undefined) return value;
    const { length } = numbersOfValue(interpreter.evaluate(call.args[0], frame));
    return length === 1 ? 0 : matrixOf(length, length, new Float64Array(length * length));
  }

  private sumOthers(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null {
    const asked = othersIn(call.args[0], frame.scope);
    let sum: Value | null = null;
    for (const other of this.model.bodies) {
      if (this.part.bodies.includes(other) || !asked.every((name) => other.slots.has(name))) continue;
      const registers = new RecordRegisters(this.model, this.registered, this.now, this.part, other);
      const inner = new Evaluation(frame.scope as ContextScope, registers, interpreter.budget).interpreter;
      const term = inner.evaluate(call.args[0], frame);
      sum = sum === null ? term : (applyBinary("+", sum, term) as Value);
    }
    return sum;
  }

  /** For shapes defined by their size alone, the position is the centre of mass. */
  private ownCenter(): Value {
    const kind = this.part.bodies[0]?.geometry.kind;
    if (!kind || !sized.has(kind)) throw new Beyond(`centerOfMass of ${kind ? `a ${kind}` : "this"}`);
    return vectorOf([0, 0, 0]);
  }

  /** Moments of inertia of uniformly filled shapes, from a table of formulas. */
  private ownInertia(
    call: CallExpr,
    frame: CallFrame,
    interpreter: Interpreter,
    seen: SeenAttribute | undefined,
  ): Value {
    const body = this.part.bodies[0];
    const mass = interpreter.evaluate(call.args[0], frame);
    const attribute: Attribute = { owner: { kind: "object", index: 0 }, name: "size" };
    const read = frame.registered ? this.read(attribute) : this.stage(attribute);
    const size = seen ? seen(attribute, frame.registered) : read;
    if (!body || typeof mass !== "number" || size === null) throw new Beyond("inertiaTensor of this object");
    const diagonal = momentsOf(body.geometry.kind, numbersOfValue(size));
    if (!diagonal) throw new Beyond(`inertiaTensor of a ${body.geometry.kind}`);
    const [x, y, z] = diagonal.map((moment) => mass * moment);
    return matrixOf(3, 3, [x, 0, 0, 0, y, 0, 0, 0, z]);
  }
}

const sized: ReadonlySet<string> = new Set(["sphere", "cuboid", "capsule", "cylinder", "cone"]);

/** Moments for unit mass. */
function momentsOf(kind: string, [a, b, c]: readonly number[]): readonly number[] | null {
  if (kind === "sphere") return [0.4 * a * a, 0.4 * a * a, 0.4 * a * a];
  if (kind === "cuboid") return [(b * b + c * c) / 12, (a * a + c * c) / 12, (a * a + b * b) / 12];
  if (kind === "cylinder") return [(3 * a * a + b * b) / 12, (3 * a * a + b * b) / 12, (a * a) / 2];
  if (kind === "cone") return [(12 * a * a + 3 * b * b) / 80, (12 * a * a + 3 * b * b) / 80, 0.3 * a * a];
  if (kind === "capsule") return capsuleMoments(a, b);
  return null;
}

/** A cylinder and two halves of a ball at its ends, whose centres of mass lie 3/8 of the radius beyond them. */
function capsuleMoments(radius: number, length: number): readonly number[] {
  const caps = (4 * radius) / (4 * radius + 3 * length);
  const middle = 1 - caps;
  const across =
    (middle * (3 * radius * radius + length * length)) / 12 +
    caps * (0.4 * radius * radius + (length * length) / 4 + (3 * length * radius) / 8);
  return [across, across, (middle / 2 + 0.4 * caps) * radius * radius];
}

/** The slot of the attribute that a law means. */
export function slotOfAttribute(
  model: Model,
  { owner, name }: Attribute,
  part: Participants,
  other: Body | null = null,
): Slot | null {
  switch (owner.kind) {
    case "world":
      return model.world.get(name) ?? null;
    case "object":
      return part.bodies[owner.index]?.slots.get(name) ?? null;
    case "named object":
      return model.byName.get(owner.name)?.slots.get(name) ?? null;
    case "link":
      return part.link?.slots.get(name) ?? null;
    case "named link":
      return model.linkNamed.get(owner.name)?.slots.get(name) ?? null;
    case "others":
      return other?.slots.get(name) ?? null;
    default:
      return null;
  }
}

/** Whether a law's value for an attribute is written: values for static objects are dropped. */
export function isWritten(model: Model, attribute: Attribute, part: Participants): boolean {
  const { owner } = attribute;
  const body =
    owner.kind === "object"
      ? part.bodies[owner.index]
      : owner.kind === "named object"
        ? model.byName.get(owner.name)
        : undefined;
  if (body === undefined || body === null) return owner.kind === "world" || owner.kind === "named link";
  if (body.physicalType === "driven") return body === part.bodies[0];
  return body.physicalType !== "static";
}

function othersIn(expr: Expr, scope: Scope): string[] {
  const own = expr.kind === "name" ? scope.attribute(expr.name) : null;
  const inside = partsOf(expr).flatMap((part) => othersIn(part, scope));
  return own?.owner.kind === "others" ? [own.name, ...inside] : inside;
}

export function partOf(application: Application): Participants {
  const { body, attributes, given } = application;
  return { bodies: [body], link: null, attributes: [attributes], given: [given] };
}

export function evaluationOf(
  model: Model,
  scope: ContextScope,
  part: Participants,
  registered: Float64Array,
  now: Float64Array,
): Evaluation {
  return new Evaluation(scope, new RecordRegisters(model, registered, now, part), new Budget());
}
