// Scenes of many bodies. A scene is an experiment; other engines are given the bodies that its model has: shapes,
// places, masses, friction and restitution.

import { readFileSync } from "node:fs";
import type { ReadonlyNumbers } from "../../src/engine/model/numbers.ts";
import { type Body, checkSource, createSource, formatDiagnostic, type Model, prepare } from "../../src/lab.ts";
import { fromEulerXYZ } from "../../src/math/vectors/quaternion.ts";
import { libraryFile } from "../place.ts";

export interface Scene {
  readonly name: string;
  /** The experiment, and how many bodies it has where it has as many as asked for. */
  readonly path: string;
  readonly count?: number;
  /** Whether it stands on its own, and its height counts. */
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
  // No body sleeps, also where the experiment lets them.
  const awake = (text: string) => text.replace(/^ *sleep (speed|time) = .*\n/gm, "");
  const read = (file: string) => createSource(file, awake(readFileSync(libraryFile(file), "utf8")));
  const values = count === undefined ? undefined : new Map([["bodies", count]]);
  // Frames are told of once in a hundred seconds.
  const model = prepare(checkSource(read(path), read), { overrides: { duration: 1e6, frames: 0.01 }, values });
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  models.set(name, model);
  return model;
}

export function numbersOf(memory: ReadonlyNumbers, body: Body, name: string): number[] {
  const slot = body.slots.get(name);
  if (!slot) return name === "orientation" ? [1, 0, 0, 0] : [0, 0, 0];
  return Array.from({ length: slot.size }, (_, k) => memory[slot.offset + k * slot.stride]);
}

/** A number of the world; 0 where there is none. */
function worldNumber({ world, initial }: Model, name: string): number {
  const slot = world.get(name);
  return slot ? initial[slot.offset] : 0;
}

/** Of the moving bodies, in order. */
export function movingOf(model: Model): Body[] {
  return model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
}

/** What other engines are told of a body. */
export interface Described {
  readonly isMoving: boolean;
  readonly position: readonly [number, number, number];
  /** A unit quaternion: w, x, y, z. */
  readonly turn: readonly [number, number, number, number];
  /** Half the edges of a cuboid, the radius of a sphere in all places, or a half space, solid where its own z ≤ 0. */
  readonly kind: "cuboid" | "sphere" | "half space";
  readonly half: readonly [number, number, number];
  readonly mass: number;
  readonly velocity: readonly [number, number, number];
}

/** What other engines are told of the whole. */
export interface Environment {
  /** Along z. */
  readonly weight: number;
  readonly step: number;
  readonly friction: number;
  readonly restitution: number;
}

export function describeBody({ initial }: Model, body: Body): Described {
  const { geometry, physicalType } = body;
  if (geometry.kind !== "cuboid" && geometry.kind !== "sphere" && geometry.kind !== "half space")
    throw new Error(`'${body.name}' is a ${geometry.kind}, which not all engines have`);
  const three = (name: string) => numbersOf(initial, body, name) as [number, number, number];
  const half =
    geometry.kind === "cuboid"
      ? Array.from(geometry.half)
      : Array(3).fill(geometry.kind === "sphere" ? geometry.radius : 0);
  return {
    isMoving: physicalType === "dynamic",
    position: three("position"),
    turn: Array.from(quaternionOf(initial, body)) as [number, number, number, number],
    kind: geometry.kind,
    half: half as [number, number, number],
    mass: numbersOf(initial, body, "mass")[0],
    velocity: three("v"),
  };
}

export function describeEnvironment(model: Model): Environment {
  const hasWeight = model.initial[model.world.get("g")!.offset + 2] !== 0;
  return {
    weight: hasWeight ? -gravity : 0,
    step: model.settings.step,
    friction: worldNumber(model, "friction"),
    // A gas of the library has no number for it: all its collisions are elastic.
    restitution: model.world.has("restitution") ? worldNumber(model, "restitution") : 1,
  };
}

/** The orientation of a body, which is a quaternion or Euler angles. */
export function quaternionOf(memory: ReadonlyNumbers, body: Body): Float64Array {
  const q = Float64Array.from(numbersOf(memory, body, "orientation"));
  return q.length === 4 ? q : fromEulerXYZ(new Float64Array(4), q);
}

/** A pit of so many bodies. */
export function pit(bodies: string, count: number): Scene {
  return { name: `${count} ${bodies}`, path: `bench/scenes/${bodies}.vfl`, count, isPile: false };
}
