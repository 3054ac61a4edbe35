// Scenes of many bodies. A scene is an experiment; other engines are given the bodies that its model has: shapes, places, masses, friction
// and restitution.
import { readFileSync } from "node:fs";
import type { Sphere } from "../../src/geometry/shape.ts";
import { type Body, checkSource, createSource, formatDiagnostic, type Model, prepare } from "../../src/lab.ts";
import { fromEulerXYZ } from "../../src/math/quaternion.ts";
import { libraryFile } from "../place.ts";

export interface Scene {
  readonly name: string;
  /** The experiment, and how many bodies it has where it has as many as asked for. */
  readonly path: string;
  readonly count?: number;
  /** Whether it is a pile, whose height counts. */
  readonly isPile: boolean;
}

/** A motion in some engine. */
export interface Motion {
  /** What solves the contacts, in a few words. */
  readonly settings: string;
  step(): void;
  /** For each body in a row: centre, unit quaternion, velocity, angular velocity, in the world's frame. */
  read(out: Float64Array): void;
  /** Gives its memory back. */
  free(): void;
}

export interface Engine {
  readonly name: string;
  create(model: Model): Motion;
}

/** Numbers a body in `read`. */
export const bodySize = 13;

export const gravity = 9.81;

const models = new Map<string, Model>();

/** Models do not change; one is enough for all motions of a scene. */
export function modelOf({ name, path, count }: Scene): Model {
  const known = models.get(name);
  if (known) return known;
  const read = (file: string) => createSource(file, readFileSync(libraryFile(file), "utf8"));
  const values = count === undefined ? undefined : new Map([["bodies", count]]);
  // One frame is recorded per hundred seconds: a record is no part of the step.
  const model = prepare(checkSource(read(path), read), { overrides: { duration: 1e6, frames: 0.01 }, values });
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  models.set(name, model);
  return model;
}

export function numbersOf(memory: Float64Array, body: Body, name: string): number[] {
  const slot = body.slots.get(name);
  if (!slot) return name === "orientation" ? [1, 0, 0, 0] : [0, 0, 0];
  return Array.from({ length: slot.size }, (_, k) => memory[slot.offset + k * slot.stride]);
}

/** A number of the world; 0 where there is none. */
export function worldNumber({ world, initial }: Model, name: string): number {
  const slot = world.get(name);
  return slot ? initial[slot.offset] : 0;
}

/** Of the moving bodies, in order. */
export function movingOf(model: Model): Body[] {
  return model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
}

/** The orientation of a body, which is a quaternion or Euler angles. */
export function quaternionOf(memory: Float64Array, body: Body): Float64Array {
  const q = Float64Array.from(numbersOf(memory, body, "orientation"));
  return q.length === 4 ? q : fromEulerXYZ(new Float64Array(4), q);
}

/** Half the edges of a cuboid, or the radius of a sphere. */
export function measuresOf({ geometry }: Body): readonly number[] {
  if (geometry.kind === "cuboid") return Array.from(geometry.half);
  return [(geometry as Sphere).radius];
}
