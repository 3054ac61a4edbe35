// Rapier: impulses of joints by iteration, in single precision.
import RAPIER from "@dimforge/rapier3d-simd-compat";
import {
  type Chain,
  direction,
  type Engine,
  end,
  gravity,
  inertia,
  type Motion,
  mass,
  rodSize,
  step,
  turn,
} from "../../joints/chain.ts";

export async function loadRapier(): Promise<Engine> {
  await RAPIER.init();
  return { name: "Rapier", version: RAPIER.version(), create };
}

/** A rod lies along the x axis of its body. */
function create(chain: Chain): Motion {
  const world = new RAPIER.World({ x: 0, y: 0, z: -gravity });
  world.timestep = step;
  const { along, across } = inertia(chain);
  const [dx, , dz] = direction(chain);
  // About the y axis, which takes x to the direction.
  const angle = -Math.atan2(dz, dx);
  const rotation = { x: 0, y: Math.sin(angle / 2), z: 0, w: Math.cos(angle / 2) };
  const still = { x: 0, y: 0, z: 0, w: 1 };
  const half = chain.length / 2;
  const bodies = Array.from({ length: chain.links }, (_, i) => {
    const [x, y, z] = end(chain, i + 0.5);
    const body = RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(x, y, z)
      .setRotation(rotation)
      .setCanSleep(false)
      .setAdditionalMassProperties(mass, { x: 0, y: 0, z: 0 }, { x: along, y: across, z: across }, still);
    return world.createRigidBody(body);
  });
  const ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setRotation(rotation));
  bodies.forEach((body, i) => {
    const before = { x: i === 0 ? 0 : half, y: 0, z: 0 };
    const own = { x: -half, y: 0, z: 0 };
    const joint =
      chain.joint === "ball"
        ? RAPIER.JointData.spherical(before, own)
        : RAPIER.JointData.revolute(before, own, { x: 0, y: 1, z: 0 });
    world.createImpulseJoint(joint, i === 0 ? ground : bodies[i - 1], body, true);
  });
  const { numSolverIterations, numInternalPgsIterations } = world.integrationParameters;
  return {
    settings: `impulses, ${numSolverIterations} × ${numInternalPgsIterations} iterations`,
    step() {
      world.step();
    },
    read(rods) {
      bodies.forEach((body, i) => {
        const at = i * rodSize;
        const put = (place: number, { x, y, z }: { x: number; y: number; z: number }) =>
          rods.set([x, y, z], at + place);
        const { w, x, y, z } = body.rotation();
        put(0, body.translation());
        turn(rods, at + 3, [w, x, y, z], [1, 0, 0]);
        put(6, body.linvel());
        put(9, body.angvel());
      });
    },
    free() {
      world.free();
    },
  };
}
