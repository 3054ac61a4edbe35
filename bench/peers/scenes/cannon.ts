// cannon-es: equations that yield like springs, by iteration, in double precision. JavaScript.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Body, Box, type GSSolver, Plane, Quaternion, Sphere, Vec3, World } from "cannon-es";
import type { Model } from "../../../src/lab.ts";
import { root } from "../../place.ts";
import {
  bodySize,
  type Described,
  describeBody,
  describeEnvironment,
  type Engine,
  type Motion,
} from "../../scenes/scene.ts";

export function loadCannon(): Engine {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", "cannon-es", "package.json"), "utf8"));
  return { name: `cannon-es ${version}`, create };
}

function create(model: Model): Motion {
  const { weight, step, friction, restitution } = describeEnvironment(model);
  const world = new World({ gravity: new Vec3(0, 0, weight) });
  world.defaultContactMaterial.friction = friction;
  world.defaultContactMaterial.restitution = restitution;
  const bodies = model.bodies.flatMap((body) => {
    const described = describeBody(model, body);
    const made = describeMotion(described);
    world.addBody(made);
    return described.isMoving ? [made] : [];
  });
  return {
    settings: `springs, ${(world.solver as GSSolver).iterations} iterations`,
    step() {
      world.step(step);
    },
    read(out) {
      for (const [i, { position: p, quaternion: q, velocity: v, angularVelocity: w }] of bodies.entries())
        out.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, w.x, w.y, w.z], i * bodySize);
    },
    free() {},
  };
}

/** cannon-es slows bodies down unless told not to. */
function describeMotion({ isMoving, position, turn: [w, x, y, z], kind, half, mass, velocity }: Described): Body {
  return new Body({
    mass: isMoving ? mass : 0,
    shape: kind === "half space" ? new Plane() : kind === "sphere" ? new Sphere(half[0]) : new Box(new Vec3(...half)),
    position: new Vec3(...position),
    quaternion: new Quaternion(x, y, z, w),
    velocity: new Vec3(...velocity),
    linearDamping: 0,
    angularDamping: 0,
  });
}
