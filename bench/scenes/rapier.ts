// Rapier, plain and with instructions for several numbers at once: impulses by iteration in substeps, single precision.
import plain from "@dimforge/rapier3d-compat";
import simd from "@dimforge/rapier3d-simd-compat";
import type { Model } from "../../src/lab.ts";
import {
  bodySize, type Engine, gravity, type Motion, measuresOf, movingOf, numbersOf, quaternionOf, worldNumber,
} from "./scene.ts"; // biome-ignore format: a list

type Rapier = typeof plain;

export async function loadRapiers(): Promise<Engine[]> {
  await plain.init();
  await simd.init();
  // Both have the same interface, but names of their own for its types.
  const vectors = simd as unknown as Rapier;
  return [
    { name: `Rapier ${plain.version()}`, create: (model) => create(plain, model) },
    { name: `Rapier ${simd.version()}, SIMD`, create: (model) => create(vectors, model) },
  ];
}

function create(rapier: Rapier, model: Model): Motion {
  const hasGravity = model.initial[model.world.get("g")!.offset + 2] !== 0;
  const world = new rapier.World({ x: 0, y: 0, z: hasGravity ? -gravity : 0 });
  world.timestep = model.settings.step;
  const friction = worldNumber(model, "friction");
  // A gas of the library has no number for it: all its collisions are elastic.
  const restitution = model.world.has("restitution") ? worldNumber(model, "restitution") : 1;
  for (const body of model.bodies) {
    if (body.physicalType === "dynamic") continue;
    const [x, y, z] = numbersOf(model.initial, body, "position");
    const [qw, qx, qy, qz] = quaternionOf(model.initial, body);
    const still = rapier.RigidBodyDesc.fixed().setTranslation(x, y, z).setRotation({ w: qw, x: qx, y: qy, z: qz });
    const surface = new rapier.ColliderDesc(new rapier.HalfSpace({ x: 0, y: 0, z: 1 }));
    world.createCollider(surface.setFriction(friction).setRestitution(restitution), world.createRigidBody(still));
  }
  const bodies = movingOf(model).map((body) => {
    const [x, y, z] = numbersOf(model.initial, body, "position");
    const [qw, qx, qy, qz] = quaternionOf(model.initial, body);
    const [vx, vy, vz] = numbersOf(model.initial, body, "v");
    const described = rapier.RigidBodyDesc.dynamic()
      .setTranslation(x, y, z)
      .setRotation({ w: qw, x: qx, y: qy, z: qz })
      .setLinvel(vx, vy, vz)
      .setCanSleep(false);
    const [a, b, c] = measuresOf(body);
    const shape = b === undefined ? rapier.ColliderDesc.ball(a) : rapier.ColliderDesc.cuboid(a, b, c);
    const made = world.createRigidBody(described);
    const mass = numbersOf(model.initial, body, "mass")[0];
    world.createCollider(shape.setMass(mass).setFriction(friction).setRestitution(restitution), made);
    return made;
  });
  const { numSolverIterations, numInternalPgsIterations } = world.integrationParameters;
  return {
    settings: `impulses, ${numSolverIterations} × ${numInternalPgsIterations} iterations`,
    step() {
      world.step();
    },
    read(out) {
      for (const [i, body] of bodies.entries()) {
        const [p, q, v, w] = [body.translation(), body.rotation(), body.linvel(), body.angvel()];
        out.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, w.x, w.y, w.z], i * bodySize);
      }
    },
    free() {
      world.free();
    },
  };
}
