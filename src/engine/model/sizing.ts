// Bodies whose size laws change: where it lies in the memory, and the shape that it makes there.

import type { Value } from "../../compiler/values/value.ts";
import { createResizable, isResizable, type Resizable, type ResizableShape } from "../../geometry/composite/resize.ts";
import { faultOf, type Shape } from "../../geometry/shapes/shape.ts";
import { applies, mayGovern } from "../../language/declare/applicability.ts";
import type { ContextDeclaration, EventDeclaration, ObjectDeclaration } from "../../language/declare/experiment.ts";
import type { Alias, Definition } from "../../language/syntax/ast.ts";
import { isContribution, withoutEnd } from "../../language/syntax/statement.ts";
import { copySlot, type Slot } from "./slot.ts";

/** A law or an event that writes the size of bodies. */
export interface Resizer {
  readonly words: string;
  readonly context: ContextDeclaration | null;
  readonly definition: Definition;
  /** Whether it may write that of the object itself, or of the copy with this name. */
  readonly writes: (object: ObjectDeclaration, body: string) => boolean;
}

/** Who writes sizes, as far as names tell: where none does, shapes stay as they are, and nobody asks for them again. */
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

/** The name of the body whose size a function writes, "" for one that the law governs; null where it writes none. */
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
  /** Who writes it. */
  readonly resizers: readonly Resizer[];
  /** Room for the numbers of a size. */
  readonly numbers: Float64Array;
  private readonly shape: ResizableShape;
  /**
   * The size at first, and the point of the coordinates of a polyhedron or a compound that is the origin of the body.
   */
  readonly first: Float64Array;
  readonly origin: Float64Array;
  /** What was asked for last, and what laws were told last. */
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

  /** A shape of its own that changes with the size. */
  create(): Resizable {
    return createResizable(this.shape, this.first, this.origin);
  }

  /** The shape for a size, until it is asked for another. */
  shapeFor(size: Float64Array): Shape {
    this.asked.resize(size);
    return this.asked.shape;
  }

  /** The same for the value of a size, where a law asks: it may, while somebody else looks at the shape. */
  shapeOf(size: Value): Shape {
    this.told.resize(numbersOf(size));
    return this.told.shape;
  }

  shapeIn(memory: Float64Array): Shape {
    return this.shapeFor(copySlot(memory, this.slot, this.numbers));
  }

  /** How far any point moves at most, relative to the centre and the axes of the body, from one size to another. */
  farthest(from: Float64Array, to: Float64Array): number {
    const { reaches } = this.asked;
    let sum = 0;
    for (let k = 0; k < reaches.length; k++) sum += reaches[k] * Math.abs(to[k] - from[k]);
    return sum;
  }

  /** Where a point of the body, in its own frame, goes when the size changes. */
  stretch(out: Float64Array, point: Float64Array, from: Float64Array, to: Float64Array): void {
    this.asked.stretch(out, point, from, to);
  }

  /** What is wrong with the size in a memory: "" if it makes a shape. */
  faultIn(memory: Float64Array): string {
    const { offset, stride, size } = this.slot;
    for (let k = 0; k < size; k++) {
      const fault = faultOf(memory[offset + k * stride]);
      if (fault !== "") return `${size > 1 ? "each of its numbers" : "it"} must be ${fault}`;
    }
    return "";
  }
}

/** A body as its sizing needs to know it. */
interface Sized {
  readonly name: string;
  readonly declaration: ObjectDeclaration;
  readonly geometry: Shape;
  /** Of its size. */
  readonly slot: Slot | undefined;
  readonly values: ReadonlyMap<string, Value>;
  readonly resizers: readonly Resizer[];
}

/** Null where the shape of the body stays. */
export function sizingOf({ name, declaration, geometry, slot, values, resizers }: Sized): Sizing | null {
  if (!slot || declaration.physicalType === "static" || !isResizable(geometry)) return null;
  const own = resizers.filter(({ writes }) => writes(declaration, name));
  return own.length === 0 ? null : new Sizing(slot, geometry, values, own);
}

function numbersOf(value: Value | undefined): Float64Array {
  if (typeof value === "number") return Float64Array.of(value);
  return typeof value === "object" && value.kind !== "sequence" ? Float64Array.from(value.data) : new Float64Array(0);
}
