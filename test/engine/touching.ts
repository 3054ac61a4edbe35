// Pairs of bodies placed in touch at random, struck by a collision law through the engine.
import { readFileSync } from "node:fs";
import { Collisions } from "../../src/engine/impacts/collision.ts";
import { Laws } from "../../src/engine/laws/laws.ts";
import { poseIn } from "../../src/engine/model/body-pose.ts";
import type { Body, Model } from "../../src/engine/model/model.ts";
import { copySlot, fillSlot } from "../../src/engine/model/slot.ts";
import type { Collision } from "../../src/engine/state/observer.ts";
import { createProximity } from "../../src/geometry/contact/proximity.ts";
import { measureDistance } from "../../src/geometry/pairs/pairs.ts";
import { createPose } from "../../src/geometry/shapes/pose.ts";
import type { Random } from "../../src/math/random.ts";
import { modelOf } from "./lab.ts";

/** The text of a file of laws. */
export function lawText(name: string): string {
  return readFileSync(new URL(`../../laws/${name}.vfl`, import.meta.url), "utf8");
}

/** Two bodies `a` and `b`, b dynamic or static, of random sizes and masses, under laws. */
export function pairModel(laws: string, shapes: readonly [string, string], seed: number, settings: string): Model {
  const [first, second] = shapes.map((shape) => shape.replace("static ", ""));
  const isStatic = shapes[1].startsWith("static");
  return modelOf(
    `${laws}
     world attributes { ${settings} }
     ${body("a", "dynamic", first)} ${body("b", isStatic ? "static" : "dynamic", second)}
     simulation { name = s  initial time = 0  duration = 1 }`,
    { overrides: { seed } },
  );
}

function body(name: string, physicalType: string, shape: string): string {
  const size = { sphere: "random(0.2, 2)", cuboid: "[random(0.2, 2), random(0.2, 2), random(0.2, 2)]" }[shape];
  const inertia = shape === "sphere" ? "sphereInertia(mass, size)" : "cuboidInertia(mass, size)";
  const mass = size ? `size = ${size}  mass = random(0.1, 5)  inertia = ${inertia}` : "";
  return `object { name = ${name}  physical type = ${physicalType}  geometrical type = ${shape}
    attributes = { ${mass}  position = [0, 0, 0]  orientation = [1, 0, 0, 0]  v = [0, 0, 0]  w = [0, 0, 0] } }\n`;
}

type Vector = number[];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vector) => Math.sqrt(dot(a, a));
const cross = (a: Vector, b: Vector) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const minus = (a: Vector, b: ArrayLike<number>) => a.map((x, k) => x - b[k]);

function randomVector(chance: Random, size: number): Vector {
  return [0, 1, 2].map(() => chance.uniform(-size, size));
}

const pose = createPose();
const otherPose = createPose();
const proximity = createProximity();

/** Puts both bodies into a memory, turned at random, touching, moving at random. */
export function placeInTouch(model: Model, chance: Random): Float64Array {
  const memory = model.initial.slice();
  const [a, b] = model.bodies;
  for (const each of [a, b]) {
    const turn = [0, 1, 2, 3].map(() => chance.uniform(-1, 1));
    const norm = Math.hypot(...turn);
    fillSlot(
      memory,
      each.orientation,
      turn.map((x) => x / norm),
    );
    fillSlot(memory, each.position, randomVector(chance, 3));
    if (each.physicalType === "static") continue;
    fillSlot(memory, each.slots.get("v")!, randomVector(chance, 2));
    fillSlot(memory, each.slots.get("w")!, randomVector(chance, 2));
  }
  // Along the normal the distance of convex bodies is the way to touch; rounding asks for a second time.
  for (let i = 0; i < 3; i++) {
    poseIn(memory, a, pose);
    poseIn(memory, b, otherPose);
    const gap = measureDistance(proximity, a.geometry, pose, b.geometry, otherPose).distance;
    for (let k = 0; k < 3; k++) memory[a.position.offset + k * a.position.stride] -= gap * proximity.normal[k];
  }
  return memory;
}

const kept = new WeakMap<Model, Laws>();

function lawsOf(model: Model): Laws {
  let laws = kept.get(model);
  if (!laws) kept.set(model, (laws = new Laws(model)));
  return laws;
}

/** Strikes a pair once; if it does not close, with all velocities turned round. */
export function strike(model: Model, memory: Float64Array): Collision {
  const laws = lawsOf(model);
  const { registered } = laws.memory;
  const collisions = new Collisions(laws);
  const [a, b] = model.bodies;
  for (;;) {
    laws.memory.restore(memory);
    const happening = collisions.apply(registered, a, b, 0);
    memory.set(registered);
    const before = read(happening.before, a, "v");
    if (read(memory, a, "v").some((x, k) => x !== before[k])) return happening;
    for (const each of [a, b])
      for (const name of ["v", "w"]) {
        const slot = each.slots.get(name)!;
        fillSlot(
          memory,
          slot,
          read(memory, each, name).map((x) => -x),
        );
      }
  }
}

const read = (memory: Float64Array, each: Body, name: string): Vector => {
  const slot = each.slots.get(name)!;
  return [...copySlot(memory, slot, new Float64Array(slot.size))];
};

export interface Mechanics {
  momentum: Vector;
  /** About a point. */
  spin: Vector;
  energy: number;
  /** What rounding of these is measured against. */
  scale: { momentum: number; spin: number };
}

/** What the dynamic bodies have of momentum, of angular momentum about a point, and of kinetic energy. */
export function mechanicsOf(model: Model, memory: Float64Array, about: ArrayLike<number>): Mechanics {
  const all: Mechanics = { momentum: [0, 0, 0], spin: [0, 0, 0], energy: 0, scale: { momentum: 0, spin: 0 } };
  for (const each of model.bodies) {
    if (each.physicalType === "static") continue;
    const [mass] = read(memory, each, "mass");
    const v = read(memory, each, "v");
    const w = read(memory, each, "w");
    const inertia = read(memory, each, "inertia");
    poseIn(memory, each, pose);
    const r = [...pose.rotation];
    // Kinetic energy and spin by way of the body's own frame.
    const own = [0, 1, 2].map((k) => r[k] * w[0] + r[3 + k] * w[1] + r[6 + k] * w[2]);
    const turning = [0, 1, 2].map((k) => dot(inertia.slice(3 * k, 3 * k + 3), own));
    const world = [0, 1, 2].map((k) => dot(r.slice(3 * k, 3 * k + 3), turning));
    const moving = cross(minus(read(memory, each, "position"), about), v);
    for (let k = 0; k < 3; k++) {
      all.momentum[k] += mass * v[k];
      all.spin[k] += world[k] + mass * moving[k];
    }
    all.energy += 0.5 * mass * dot(v, v) + 0.5 * dot(own, turning);
    all.scale.momentum += mass * length(v);
    all.scale.spin += length(world) + mass * length(moving);
  }
  return all;
}
