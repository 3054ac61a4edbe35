// The law of a link, evaluated by the interpreter from the record: its contributions to objects, and its constraints.
// Derivatives are differences: nothing is taken from the compiler.

import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { CallFrame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { Budget } from "../../compiler/values/budget.ts";
import { matrixOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import { curveNamed } from "../../language/declare/environment.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import { anglesOf, plus, product, type Rotation, rotationOf, turn, type Vector } from "../math/vectors.ts";
import {
  type Application,
  Beyond,
  type Body,
  type Link,
  type Model,
  numbersOfValue,
  type Participants,
  RecordRegisters,
  readNumbers,
  type Slot,
  slotOfAttribute,
  writeNumbers,
} from "../reading/reading.ts";
import { ratesOf, settleUpdates } from "./body-law.ts";

/**
 * A share of the length 1, or of a turn by a radian: small enough for differences of fourth order, large enough for
 * their rounding.
 */
const nudge = 1e-3;
/** The time by which the motion is followed ahead and back to find a rate. */
const instant = 2e-5;

/** New numbers of an attribute from its numbers and their rates. */
type Change = (body: Body, slot: Slot, numbers: readonly number[], rates: readonly number[]) => readonly number[];

export type LawsByBody = readonly (Application | null)[];

/** What a link adds to an attribute of an object. */
export interface Contribution {
  readonly slot: Slot;
  readonly numbers: readonly number[];
}

class LinkRegisters extends RecordRegisters {
  private readonly law: LinkLaw;

  constructor(model: Model, memory: Float64Array, part: Participants, law: LinkLaw) {
    super(model, memory, memory, part);
    this.law = law;
  }

  protected override find(attribute: Attribute, memory: Float64Array): Value | null {
    const { owner, name } = attribute;
    const { link } = this.law;
    if (owner.kind === "object" && !link.bodies[owner.index]) {
      const shape = link.scope.cast.objects[owner.index]?.attributes.get(name);
      return shape ? zeroOf(shape) : null;
    }
    if (owner.kind !== "given") return super.find(attribute, memory);
    if (name === "anchor1" || name === "anchor2") return vectorOf(this.law.anchor(name === "anchor1" ? 0 : 1, memory));
    if (name === "iteration") return 1;
    return super.find({ owner: { kind: "link" }, name }, memory);
  }

  override curve(name: string) {
    const declared = curveNamed(this.model.environment, name, this.law.link.scope.cast.link);
    return declared ? (this.model.curves.get(declared.name.name) ?? null) : null;
  }

  override special(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null {
    if (call.name === "derivative") return this.law.derivative(call, frame, this.now);
    return super.special(call, frame, interpreter);
  }
}

/** `C'` in a law: how a function changes along the motion. */
class LinkEvaluation extends Evaluation {
  private readonly law: LinkLaw;
  private readonly memory: Float64Array;

  constructor(law: LinkLaw, registers: LinkRegisters, memory: Float64Array) {
    super(law.link.scope, registers, new Budget());
    this.law = law;
    this.memory = memory;
  }

  rate(name: string, order: number): Value {
    if (order !== 1) throw new Beyond("a law that uses second rates of a constraint");
    return this.law.rateOf(name, this.memory);
  }
}

export class LinkLaw {
  readonly link: Link;
  private readonly model: Model;
  private readonly part: Participants;
  private readonly laws: LawsByBody;

  /** `laws`: the laws that move the objects then. */
  constructor(model: Model, link: Link, laws: LawsByBody) {
    this.model = model;
    this.link = link;
    this.laws = laws;
    const attributes = new Map<string, Value>();
    if (link.context.attributes.length > 0) throw new Beyond("a link law with attributes of its own");
    this.part = { bodies: link.bodies, link, attributes: [attributes, attributes], given: [] };
  }

  private evaluation(memory: Float64Array): Evaluation {
    return new LinkEvaluation(this, new LinkRegisters(this.model, memory, this.part, this), memory);
  }

  anchor(index: number, memory: Float64Array): Vector {
    const at = readNumbers(memory, this.link.slots.get(`at ${index + 1}`)!);
    const body = this.link.bodies[index];
    if (!body) return at;
    const rotation = rotationOf(readNumbers(memory, body.orientation));
    return plus(readNumbers(memory, body.position), turn(rotation, at));
  }

  contributions(memory: Float64Array): Contribution[] {
    return this.evaluation(memory)
      .contributions()
      .flatMap(({ attribute, value }) => {
        const slot = slotOfAttribute(this.model, attribute, this.part);
        const body = attribute.owner.kind === "object" ? this.link.bodies[attribute.owner.index] : null;
        return slot && body?.physicalType === "dynamic" ? [{ slot, numbers: numbersOfValue(value) }] : [];
      });
  }

  private valueOf(name: string, memory: Float64Array): Value {
    const binding = this.link.scope.lookup(name);
    if (binding?.kind !== "function") throw new Beyond(`'${name}' of a link`);
    return this.evaluation(memory).interpreter.compute(binding.definition, binding.scope, false);
  }

  /** How a function of poses changes along the motion. */
  rateOf(name: string, memory: Float64Array): Value {
    const now = this.valueOf(name, memory);
    const numbers = (at: Float64Array) => numbersOfValue(this.valueOf(name, at));
    const shaken = numbers(this.shaken(memory));
    if (numbers(memory).some((x, k) => Math.abs(x - shaken[k]) > 1e-9))
      throw new Beyond(`a law that uses the rate of '${name}', which depends on velocities`);
    const rate = centralDifference((x) => numbers(this.after(memory, x)), instant);
    return typeof now === "number" ? rate[0] : vectorOf(rate);
  }

  /** The numbers of the constraints that do not depend on velocities. */
  ofPosesOnly(memory: Float64Array): boolean[] {
    const [now, shaken] = [this.gaps(memory), this.gaps(this.shaken(memory))];
    return now.map((x, k) => Math.abs(x - shaken[k]) < 1e-9);
  }

  gapRates(memory: Float64Array): number[] {
    return centralDifference((x) => this.gaps(this.after(memory, x)), instant);
  }

  /** The memory after a time, in which the poses of both ends have followed their rates, and driven ends their laws. */
  after(memory: Float64Array, time: number): Float64Array {
    const clock = this.model.world.get("t")!;
    return this.changed(
      memory,
      (body, slot, numbers, rates) => {
        const moves = slot === body.position || slot === body.orientation || body.physicalType !== "dynamic";
        return moves ? numbers.map((x, k) => x + time * rates[k]) : numbers;
      },
      (other) => writeNumbers(other, clock, [memory[clock.offset] + time]),
    );
  }

  /** A memory with other velocities: everything with a rate has changed, except poses. */
  private shaken(memory: Float64Array): Float64Array {
    return this.changed(memory, (body, slot, numbers) =>
      slot === body.position || slot === body.orientation ? numbers : numbers.map((x, k) => x + 0.37 + 0.11 * k),
    );
  }

  private changed(memory: Float64Array, change: Change, also: (other: Float64Array) => void = () => {}): Float64Array {
    const other = memory.slice();
    also(other);
    for (const body of this.link.bodies) {
      const law = body && this.laws[body.index];
      if (!law) continue;
      for (const { slot, numbers } of ratesOf(this.model, law, memory, memory))
        writeNumbers(other, slot, change(body, slot, readNumbers(memory, slot), numbers));
      settleUpdates(this.model, law, memory, other);
    }
    return other;
  }

  /** The numbers of all constraints, one after the other. */
  gaps(memory: Float64Array): number[] {
    const { interpreter } = this.evaluation(memory);
    return this.link.context.constraints.flatMap((word) => {
      const binding = this.link.scope.lookup(word.name);
      if (binding?.kind !== "function") throw new Beyond(`the constraint '${word.name}'`);
      return numbersOfValue(interpreter.compute(binding.definition, binding.scope, false));
    });
  }

  /**
   * `derivative(C, x)`: a column for each number of x; those of an orientation are turns about the axes of the world.
   */
  derivative(call: CallExpr, frame: CallFrame, memory: Float64Array): Value {
    const [what, by] = call.args;
    const attribute = by?.kind === "name" ? frame.scope.attribute(by.name) : null;
    if (attribute?.owner.kind !== "object") throw new Beyond("derivatives by other than the ends of a link");
    const valueIn = (at: Float64Array) => numbersOfValue(this.evaluation(at).interpreter.evaluate(what, frame));
    const body = this.link.bodies[attribute.owner.index];
    const rows = valueIn(memory).length;
    const slot = body?.slots.get(attribute.name);
    const isTurn = attribute.name === "orientation";
    const width = isTurn ? 3 : (slot?.size ?? this.worldSize(attribute));
    if (!body || !slot) return matrixOf(rows, width, new Float64Array(rows * width));
    const columns = Array.from({ length: width }, (_, k) =>
      centralDifference((x) => valueIn(this.moved(memory, body, slot, k, x))),
    );
    return matrixOf(
      rows,
      width,
      Array.from({ length: rows * width }, (_, i) => columns[i % width][(i - (i % width)) / width]),
    );
  }

  private worldSize(attribute: Attribute): number {
    const { owner, name } = attribute;
    const shape = owner.kind === "object" ? this.link.scope.cast.objects[owner.index]?.attributes.get(name) : null;
    return shape ? numbersOfValue(zeroOf(shape)).length : 0;
  }

  /** A memory with one number of an object, or a rotation about one axis, changed by x, and updated by laws. */
  private moved(memory: Float64Array, body: Body, slot: Slot, k: number, x: number): Float64Array {
    const other = memory.slice();
    const numbers = readNumbers(memory, slot);
    if (slot === body.orientation) writeNumbers(other, slot, turned(numbers, k, x));
    else
      writeNumbers(
        other,
        slot,
        numbers.map((number, i) => (i === k ? number + x : number)),
      );
    const law = this.laws[body.index];
    if (law) settleUpdates(this.model, law, memory, other);
    return other;
  }
}

/** The derivative at 0, exact for polynomials up to the fourth power. */
function centralDifference(f: (x: number) => readonly number[], h = nudge): number[] {
  const [a, b, c, d] = [f(-2 * h), f(-h), f(h), f(2 * h)];
  return a.map((_, i) => (8 * (c[i] - b[i]) - (d[i] - a[i])) / (12 * h));
}

/**
 * An orientation rotated by an angle about axis k of the world. Only for small angles: as a matrix first, then in its
 * own form.
 */
function turned(orientation: readonly number[], k: number, angle: number): number[] {
  const axis = [0, 1, 2].map((i) => (i === k ? 1 : 0));
  if (orientation.length === 4) {
    // A quaternion with the tangent of the half angle, normalised: its angle is 2 atan(angle / 2), so x is replaced by
    // its tangent.
    const half = tangentOfHalf(angle);
    const [w, x, y, z] = orientation;
    const [a, b, c] = axis.map((part) => part * half);
    const raw = [
      w - a * x - b * y - c * z,
      x + a * w + b * z - c * y,
      y + b * w + c * x - a * z,
      z + c * w + a * y - b * x,
    ];
    const length = Math.sqrt(1 + half * half);
    return raw.map((part) => part / length);
  }
  const about: Rotation = rotationOf(axis.map((part) => part * angle));
  const turnedBy = product(about, rotationOf(orientation));
  return orientation.length === 9 ? turnedBy.flat() : [...anglesOf(turnedBy)];
}

/** tan(x / 2) to the fifth power of x, which is exact to rounding for the nudges above. */
function tangentOfHalf(angle: number): number {
  const x = angle / 2;
  return x + (x * x * x) / 3 + (2 * x * x * x * x * x) / 15;
}

function zeroOf(shape: Shape): Value {
  if (shape.kind === "vector") return vectorOf(new Float64Array(shape.length ?? 0));
  if (shape.kind === "matrix")
    return matrixOf(shape.rows ?? 0, shape.cols ?? 0, new Float64Array((shape.rows ?? 0) * (shape.cols ?? 0)));
  return shape.kind === "boolean" ? false : 0;
}
