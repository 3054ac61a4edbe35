// Jolt: impulses by iteration, then places by iteration, in single precision.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import loadJoltModule from "jolt-physics";
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

type Jolt = Awaited<ReturnType<typeof loadJoltModule>>;

/** Bodies that stay and bodies that move; those that stay do not meet each other. */
const still = 0;
const moving = 1;

/** A plane has an end here; bodies fall off beyond it. */
const reach = 500;

export async function loadJolt(): Promise<Engine> {
  const jolt = await loadJoltModule();
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", "jolt-physics", "package.json"), "utf8"));
  return { name: `Jolt ${version}`, create: (model) => create(jolt, model) };
}

function create(jolt: Jolt, model: Model): Motion {
  const { weight, step, friction, restitution } = describeEnvironment(model);
  const world = createWorld(jolt);
  const system = world.GetPhysicsSystem();
  const down = new jolt.Vec3(0, 0, weight);
  system.SetGravity(down);
  jolt.destroy(down);
  const bodies = model.bodies.flatMap((body) => {
    const described = describeBody(model, body);
    const settings = describeMotion(jolt, described);
    settings.mFriction = friction;
    settings.mRestitution = restitution;
    const made = system.GetBodyInterface().CreateBody(settings);
    jolt.destroy(settings);
    system.GetBodyInterface().AddBody(made.GetID(), jolt.EActivation_Activate);
    return described.isMoving ? [made] : [];
  });
  const { mNumVelocitySteps, mNumPositionSteps } = system.GetPhysicsSettings();
  return {
    settings: `impulses, ${mNumVelocitySteps} + ${mNumPositionSteps} iterations`,
    step() {
      world.Step(step, 1);
    },
    read(out) {
      bodies.forEach((body, i) => {
        const at = i * bodySize;
        // Answers lie in one place that the next one overwrites, so each is taken apart at once.
        const put = (place: number, v: { GetX(): number; GetY(): number; GetZ(): number }) =>
          out.set([v.GetX(), v.GetY(), v.GetZ()], at + place);
        put(0, body.GetCenterOfMassPosition());
        const q = body.GetRotation();
        out.set([q.GetW(), q.GetX(), q.GetY(), q.GetZ()], at + 3);
        put(7, body.GetLinearVelocity());
        put(10, body.GetAngularVelocity());
      });
    },
    free() {
      jolt.destroy(world);
    },
  };
}

/** One thread. */
function createWorld(jolt: Jolt): InstanceType<Jolt["JoltInterface"]> {
  const settings = new jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(still, moving);
  pairs.EnableCollision(moving, moving);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(still, new jolt.BroadPhaseLayer(still));
  layers.MapObjectToBroadPhaseLayer(moving, new jolt.BroadPhaseLayer(moving));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const world = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return world;
}

/** Jolt slows bodies down unless told not to. */
function describeMotion(jolt: Jolt, described: Described) {
  const { isMoving, position, turn, mass, velocity } = described;
  const place = new jolt.RVec3(...position);
  const [w, x, y, z] = turn;
  const turned = new jolt.Quat(x, y, z, w);
  const type = isMoving ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static;
  const shape = describeShape(jolt, described);
  const settings = new jolt.BodyCreationSettings(shape, place, turned, type, isMoving ? moving : still);
  if (isMoving) {
    settings.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
    settings.mMassPropertiesOverride.mMass = mass;
    settings.mLinearVelocity.Set(...velocity);
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
  }
  jolt.destroy(place);
  jolt.destroy(turned);
  return settings;
}

function describeShape(jolt: Jolt, { kind, half }: Described) {
  if (kind === "sphere") return new jolt.SphereShape(half[0]);
  if (kind === "cuboid") return new jolt.BoxShape(new jolt.Vec3(...half));
  const plane = new jolt.Plane(new jolt.Vec3(0, 0, 1), 0);
  return new jolt.PlaneShape(plane, undefined, reach);
}
