// Rapier, plain and with instructions for several numbers at once: impulses by iteration in substeps, single precision.
// Also tuned as an expert would for piles, with more substeps and stiffer contacts; and as stiff as it becomes, to keep
// the height that ours keep.
import plain from "@dimforge/rapier3d-compat";
import simd from "@dimforge/rapier3d-simd-compat";
import type { Model } from "../../../src/lab.ts";
import {
  bodySize,
  type Described,
  describeBody,
  describeEnvironment,
  type Engine,
  type Motion,
} from "../../scenes/scene.ts";

type Rapier = typeof plain;

interface Tuning {
  readonly iterations: number;
  /** Hertz; Rapier's own is 30. */
  readonly stiffness: number;
}

const tuned: Tuning = { iterations: 16, stiffness: 120 };
const stiff: Tuning = { iterations: 64, stiffness: 960 };

export async function loadRapiers(isPile: boolean): Promise<Engine[]> {
  await plain.init();
  await simd.init();
  // Both have the same interface, but names of their own for its types.
  const vectors = simd as unknown as Rapier;
  const name = `Rapier ${simd.version()}, SIMD`;
  const engines: Engine[] = [
    { name: `Rapier ${plain.version()}`, create: (model) => create(plain, model, null) },
    { name, create: (model) => create(vectors, model, null) },
    { name: `${name}, tuned`, create: (model) => create(vectors, model, tuned) },
  ];
  return isPile ? [...engines, { name: `${name}, stiff`, create: (model) => create(vectors, model, stiff) }] : engines;
}

function create(rapier: Rapier, model: Model, tuning: Tuning | null): Motion {
  const { weight, step, friction, restitution } = describeEnvironment(model);
  const world = new rapier.World({ x: 0, y: 0, z: weight });
  world.timestep = step;
  const parameters = world.integrationParameters;
  if (tuning) {
    parameters.numSolverIterations = tuning.iterations;
    parameters.contact_natural_frequency = tuning.stiffness;
  }
  const bodies = model.bodies.flatMap((body) => {
    const described = describeBody(model, body);
    const made = world.createRigidBody(describeMotion(rapier, described));
    const shape = describeShape(rapier, described).setFriction(friction).setRestitution(restitution);
    world.createCollider(described.isMoving ? shape.setMass(described.mass) : shape, made);
    return described.isMoving ? [made] : [];
  });
  const { numSolverIterations, numInternalPgsIterations } = parameters;
  const stiffness = tuning ? `, ${tuning.stiffness} Hz` : "";
  return {
    settings: `impulses, ${numSolverIterations} × ${numInternalPgsIterations} iterations${stiffness}`,
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

function describeMotion(rapier: Rapier, { isMoving, position, turn: [w, x, y, z], velocity }: Described) {
  const { RigidBodyDesc } = rapier;
  const motion = isMoving
    ? RigidBodyDesc.dynamic()
        .setLinvel(...velocity)
        .setCanSleep(false)
    : RigidBodyDesc.fixed();
  return motion.setTranslation(...position).setRotation({ w, x, y, z });
}

function describeShape({ ColliderDesc, HalfSpace }: Rapier, { kind, half }: Described) {
  if (kind === "half space") return new ColliderDesc(new HalfSpace({ x: 0, y: 0, z: 1 }));
  return kind === "sphere" ? ColliderDesc.ball(half[0]) : ColliderDesc.cuboid(...half);
}
