// Jolt: impulses of joints by iteration, then places by iteration, in single precision.
import loadJoltModule from "jolt-physics";
import {
  type Chain,
  direction,
  type Engine,
  end,
  gravity,
  type Motion,
  mass,
  rodSize,
  step,
  turn,
} from "../../joints/chain.ts";

type Jolt = Awaited<ReturnType<typeof loadJoltModule>>;

export async function loadJolt(version: string): Promise<Engine> {
  const jolt = await loadJoltModule();
  return { name: "Jolt", version, create: (chain) => create(jolt, chain) };
}

function create(jolt: Jolt, chain: Chain): Motion {
  const world = createWorld(jolt);
  const system = world.GetPhysicsSystem();
  system.SetGravity(new jolt.Vec3(0, 0, -gravity));
  const bodies = Array.from({ length: chain.links }, (_, i) => {
    const body = system.GetBodyInterface().CreateBody(describeRod(jolt, chain, i));
    system.GetBodyInterface().AddBody(body.GetID(), jolt.EActivation_Activate);
    return body;
  });
  bodies.forEach((body, i) => {
    const before = i === 0 ? jolt.JoltInterface.prototype.sGetFixedToWorldBody() : bodies[i - 1];
    system.AddConstraint(describeJoint(jolt, chain, i).Create(before, body));
  });
  const { mNumVelocitySteps, mNumPositionSteps } = system.GetPhysicsSettings();
  return {
    settings: `impulses, ${mNumVelocitySteps} + ${mNumPositionSteps} iterations`,
    step() {
      world.Step(step, 1);
    },
    read(rods) {
      bodies.forEach((body, i) => {
        const at = i * rodSize;
        // Answers lie in one place that the next one overwrites, so each is taken apart at once.
        const put = (place: number, v: { GetX(): number; GetY(): number; GetZ(): number }) =>
          rods.set([v.GetX(), v.GetY(), v.GetZ()], at + place);
        const q = body.GetRotation();
        turn(rods, at + 3, [q.GetW(), q.GetX(), q.GetY(), q.GetZ()], [1, 0, 0]);
        put(0, body.GetCenterOfMassPosition());
        put(6, body.GetLinearVelocity());
        put(9, body.GetAngularVelocity());
      });
    },
    free() {
      jolt.destroy(world);
    },
  };
}

/** One thread, one layer, and nothing in it meets anything. */
function createWorld(jolt: Jolt): InstanceType<Jolt["JoltInterface"]> {
  const settings = new jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const pairs = new jolt.ObjectLayerPairFilterTable(1);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  return new jolt.JoltInterface(settings);
}

/** A rod lies along the x axis of its body. Jolt slows bodies down, and limits how fast they go, unless told not to. */
function describeRod(jolt: Jolt, chain: Chain, i: number) {
  const { length, thickness } = chain;
  const [dx, , dz] = direction(chain);
  const shape = new jolt.BoxShape(new jolt.Vec3(length / 2, thickness / 2, thickness / 2), 0);
  const place = new jolt.RVec3(...end(chain, i + 0.5));
  const turned = jolt.Quat.prototype.sRotation(new jolt.Vec3(0, 1, 0), -Math.atan2(dz, dx));
  const rod = new jolt.BodyCreationSettings(shape, place, turned, jolt.EMotionType_Dynamic, 0);
  rod.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
  rod.mMassPropertiesOverride.mMass = mass;
  rod.mLinearDamping = 0;
  rod.mAngularDamping = 0;
  rod.mMaxLinearVelocity = 1e6;
  rod.mMaxAngularVelocity = 1e6;
  rod.mAllowSleeping = false;
  return rod;
}

/** Before rod i, in the frame of the world. */
function describeJoint(jolt: Jolt, chain: Chain, i: number) {
  const point = new jolt.RVec3(...end(chain, i));
  if (chain.joint === "ball") {
    const ball = new jolt.PointConstraintSettings();
    ball.mPoint1 = point;
    ball.mPoint2 = point;
    return ball;
  }
  const hinge = new jolt.HingeConstraintSettings();
  hinge.mPoint1 = point;
  hinge.mPoint2 = point;
  const [axis, normal] = [new jolt.Vec3(0, 1, 0), new jolt.Vec3(1, 0, 0)];
  hinge.mHingeAxis1 = axis;
  hinge.mHingeAxis2 = axis;
  hinge.mNormalAxis1 = normal;
  hinge.mNormalAxis2 = normal;
  return hinge;
}
