// Bodies whose size laws change: the place of the size in the memory, and the shape that it defines.

import type { Value } from "../../compiler/values/value.ts";
import { createResizable, isResizable, type Resizable, type ResizableShape } from "../../geometry/composite/resize.ts";
import { type BodyShape, faultOf } from "../../geometry/shapes/shape.ts";
import { applies, mayGovern } from "../../language/declare/applicability.ts";
import type { ContextDeclaration, EventDeclaration, ObjectDeclaration } from "../../language/declare/experiment.ts";
import type { Alias, Definition } from "../../language/syntax/ast.ts";
import { isContribution, withoutEnd } from "../../language/syntax/statement.ts";
import type { ReadonlyNumbers } from "./numbers.ts";
import { copySlot, type Slot } from "./slot.ts";

/** A law or an event that writes the size of bodies. */
export interface Resizer {
  readonly words: string;
  readonly context: ContextDeclaration | null;
  readonly definition: Definition;
  /** Whether it may write the size of the object itself, or of the copy with this name. */
  readonly writes: (object: ObjectDeclaration, body: string) => boolean;
}

/** Who writes sizes, as far as names show. If nobody does, shapes are constant and are not recomputed. */
export function findResizers(
  contexts: readonly ContextDeclaration[],
  events: readonly EventDeclaration[],
): readonly Resizer[] {
  const found: Resizer[] = [];
  for (const context of contexts) {
    const words = `the law '${context.name.name}'`;
    for (const definition of context.functions) {
      const target = writtenBy(definition, context.aliases);
      if (target !== null)
        found.push({
          words,
          context,
          definition,
          writes: (object, body) => (target === "" ? governs(context, object) : target === body),
        });
    }
  }
  for (const { name, functions, aliases } of events)
    for (const definition of functions) {
      const target = writtenBy(definition, aliases);
      if (target)
        found.push({
          words: `the event '${name.name}'`,
          context: null,
          definition,
          writes: (_, body) => target === body,
        });
    }
  return found;
}

/** The name of the body whose size a function writes, "" for one that the law governs; null if it writes none. */
function writtenBy(definition: Definition, aliases: readonly Alias[]): string | null {
  const { name, params } = definition;
  if (params.length > 0 || isContribution(definition)) return null;
  const alias = aliases.find((one) => one.name.name === name);
  if (!alias) return withoutEnd(name) === "size" ? "" : null;
  if (alias.attribute.name !== "size") return null;
  return alias.target.kind === "object" ? alias.target.name.name : alias.target.kind === "index" ? "" : null;
}

function governs(context: ContextDeclaration, object: ObjectDeclaration): boolean {
  if (context.type === "free fall") return applies(context, [object]);
  return object.physicalType === "dynamic" && mayGovern(context, object);
}

export class Sizing {
  readonly slot: Slot;
  /** The laws and events that write it. */
  readonly resizers: readonly Resizer[];
  /** A buffer for the numbers of a size. */
  readonly numbers: Float64Array;
  private readonly shape: ResizableShape;
  /**
   * The size at the start, and the point of a polyhedron's or compound's coordinates that is the origin of the body.
   */
  readonly first: Float64Array;
  readonly origin: Float64Array;
  /** The shape asked for last, and the one given to laws last. */
  private readonly asked: Resizable;
  private readonly told: Resizable;

  constructor(slot: Slot, shape: ResizableShape, values: ReadonlyMap<string, Value>, resizers: readonly Resizer[]) {
    this.slot = slot;
    this.shape = shape;
    this.resizers = resizers;
    this.numbers = new Float64Array(slot.size);
    this.first = numbersOf(values.get("size"));
    this.origin = values.has("origin") ? numbersOf(values.get("origin")) : new Float64Array(3);
    this.asked = this.create();
    this.told = this.create();
  }

  /** A separate shape that changes with the size. */
  create(): Resizable {
    return createResizable(this.shape, this.first, this.origin);
  }

  /** The shape for a size, valid until the next call. */
  shapeFor(size: Float64Array): BodyShape {
    this.asked.resize(size);
    return this.asked.shape;
  }

  /** A copy of the shape with the given size, for laws that ask while the other is in use. */
  shapeOf(size: Value): BodyShape {
    this.told.resize(numbersOf(size));
    return this.told.shape;
  }

  shapeIn(memory: ReadonlyNumbers): BodyShape {
    return this.shapeFor(copySlot(memory, this.slot, this.numbers));
  }

  /**
   * The largest distance that any point moves from one size to another, relative to the centre and the axes of the
   * body.
   */
  farthest(from: ArrayLike<number>, to: ArrayLike<number>): number {
    const { reaches } = this.asked;
    let sum = 0;
    for (let k = 0; k < reaches.length; k++) sum += reaches[k] * Math.abs(to[k] - from[k]);
    return sum;
  }

  /** Where a point of the body, in its own frame, moves when the size changes. */
  stretch(out: Float64Array, point: Float64Array, from: Float64Array, to: Float64Array): void {
    this.asked.stretch(out, point, from, to);
  }

  /** What is wrong with the size in a memory; "" if it makes a shape. */
  faultIn(memory: ReadonlyNumbers): string {
    const { offset, stride, size } = this.slot;
    for (let k = 0; k < size; k++) {
      const fault = faultOf(memory[offset + k * stride]);
      if (fault !== "") return `${size > 1 ? "each of its numbers" : "it"} must be ${fault}`;
    }
    return "";
  }
}

/** The data of a body that its sizing needs. */
interface Sized {
  readonly name: string;
  readonly declaration: ObjectDeclaration;
  readonly geometry: BodyShape;
  /** The slot of its size. */
  readonly slot: Slot | undefined;
  readonly values: ReadonlyMap<string, Value>;
  readonly resizers: readonly Resizer[];
}

/** Null if the shape of the body is constant. */
export function sizingOf({ name, declaration, geometry, slot, values, resizers }: Sized): Sizing | null {
  if (!slot || declaration.physicalType === "static" || !isResizable(geometry)) return null;
  const own = resizers.filter(({ writes }) => writes(declaration, name));
  return own.length === 0 ? null : new Sizing(slot, geometry, values, own);
}

function numbersOf(value: Value | undefined): Float64Array {
  if (typeof value === "number") return Float64Array.of(value);
  return typeof value === "object" && value.kind !== "sequence" ? Float64Array.from(value.data) : new Float64Array(0);
}
