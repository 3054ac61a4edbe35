// Group contacts: what the geometry says to each body of a group about the others.

import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { matrixOf, type Value, vectorOf } from "../../compiler/values/value.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Body, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { readSlot, type Slot } from "../model/slot.ts";
import type { ContactGroup } from "./contact-group.ts";

export class Contacts {
  private readonly model: Model;
  private readonly directions = new Map<ContextDeclaration, Float64Array[]>();

  constructor(model: Model) {
    this.model = model;
  }

  /** What the geometry supplies to each dynamic body of a group, per direction of the context. */
  given(
    context: ContextDeclaration,
    group: ContactGroup,
    memory: ReadonlyNumbers,
  ): Map<Body, ReadonlyMap<string, Value>> {
    const given = new Map<Body, Map<string, Value>>();
    for (const body of group.bodies) {
      if (body.physicalType !== "dynamic") continue;
      const values = new Map<string, Value>();
      for (const [k, direction] of this.directionsOf(context).entries())
        this.describe(values, k + 1, direction, body, group, memory);
      given.set(body, values);
    }
    return given;
  }

  directionsOf(context: ContextDeclaration): readonly Float64Array[] {
    let directions = this.directions.get(context);
    if (!directions) {
      directions = context.directions.map((expr) => {
        const value = new Interpreter().run(expr, context.scope);
        return typeof value === "object" && value.kind === "vector" ? value.data : new Float64Array(3);
      });
      this.directions.set(context, directions);
    }
    return directions;
  }

  private describe(
    out: Map<string, Value>,
    number: number,
    direction: Float64Array,
    body: Body,
    group: ContactGroup,
    memory: ReadonlyNumbers,
  ): void {
    const own = group.faced(body, direction);
    // A matrix needs at least one row: without a contact in that direction the names have no value, and a law that uses
    // them gets an error that says so.
    if (own.length > 0) {
      const rows = (values: readonly number[]) => matrixOf(own.length, 3, values);
      out.set(`collisionNormalsDirVec${number}`, rows(own.flatMap(({ normal }) => [...normal])));
      out.set(`collisionPointsDirVec${number}`, rows(own.flatMap(({ point }) => [...point])));
    }
    const chain = [...group.reached(body, direction).keys()];
    const hasPath = chain.some((other) => other.physicalType === "static");
    out.set(`hasPathToStaticObjectDirVec${number}`, hasPath);
    const names = new Set(this.model.bodies.flatMap((other) => [...other.slots.keys()]));
    for (const name of names) {
      const sum = this.sum(name, chain, memory);
      if (sum !== null) out.set(`${name}SumDirVec${number}`, sum);
    }
  }

  /** The attribute that a sum over a chain adds up, in its order; bodies without it count as zero. */
  summed(name: string, chain: Iterable<Body>): Slot[] {
    const sample = this.sampleOf(name);
    const slots = [...chain].sort((a, b) => a.index - b.index).map((body) => body.slots.get(name));
    return slots.filter((slot) => slot !== undefined).filter(({ size }) => size === sample?.size);
  }

  private sampleOf(name: string): Slot | undefined {
    return this.model.bodies.map((body) => body.slots.get(name)).find((slot) => slot !== undefined);
  }

  private sum(name: string, chain: Iterable<Body>, memory: ReadonlyNumbers): Value | null {
    const sample = this.sampleOf(name);
    if (!sample || sample.shape.kind === "boolean") return null;
    const total = new Float64Array(sample.size);
    for (const slot of this.summed(name, chain))
      for (let k = 0; k < slot.size; k++) total[k] += memory[slot.offset + k * slot.stride];
    if (sample.shape.kind === "real") return total[0];
    return sample.shape.kind === "vector" ? vectorOf(total) : readSlot(total, { ...sample, offset: 0, stride: 1 });
  }
}
