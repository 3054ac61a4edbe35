// The contest of the collision law of two dynamic bodies, laws/impulse-collision.vfl (thesis 5.2.2). One operation is
// one collision. Outputs are v and w of all first bodies, then of all second ones.
import { impactRow, impactValues } from "../../src/engine/laws/pair-row.ts";
import type { Contender, Contest } from "../measure.ts";
import { collide as collideExpertly } from "./collision-expert.ts";
import { type Body, collide, type Impact, type Velocities } from "./collision-idiomatic.ts";
import { compiledPairs } from "./compiled.ts";
import { interpretedPairs } from "./interpreted.ts";
import type { PairStart } from "./law-model.ts";
import { byItem, type Kind, States } from "./states.ts";
import { components, mat3, quaternion, vec3 } from "./vector.ts";

const restitution = 0.6;
const friction = 0.4;

type CollisionStates = ReturnType<typeof collisionStates>;

/** Body i meets body count + i at point i. Half of them stick, half slide; in special states many come apart. */
function collisionStates(kind: Kind, count: number) {
  const states = new States(kind, "collision");
  const mass = states.numbers(2 * count, 0.5, 3);
  const normal = states.directions(count);
  const v = states.vectors(2 * count, -1, 1);
  // The normal points to the first body: they approach along it.
  if (kind === "plain") for (let i = 0; i < 3 * count; i++) v[i] -= 6 * normal[i];
  return {
    mass,
    inertia: states.inertias(mass),
    position: states.vectors(2 * count, -1, 1),
    orientation: states.quaternions(2 * count),
    v,
    w: states.vectors(2 * count, -3, 3),
    point: states.vectors(count, -1, 1),
    normal,
  };
}

export function collisionContest(kind: Kind, count: number): Contest {
  const states = collisionStates(kind, count);
  const contenders = [
    expertCollision(states, count),
    idiomaticCollision(states, count),
    ...textOfCollision(states, count),
  ];
  return { name: "two-body collision", operations: count, contenders };
}

function expertCollision(states: CollisionStates, count: number): Contender {
  const v = new Float64Array(6 * count);
  const w = new Float64Array(6 * count);
  const { mass, position, orientation, inertia } = states;
  const bodies = byItem(2 * count, mass, position, orientation, states.v, states.w, inertia);
  return {
    name: "expert",
    run: () => {
      for (let i = 0; i < count; i++) collideExpertly(bodies, states, i, i, count + i, restitution, friction, v, w);
    },
    outputs: () => byItem(2 * count, v, w),
  };
}

function idiomaticCollision(states: CollisionStates, count: number): Contender {
  const bodies = Array.from(states.mass, (mass, i): Body => {
    const inertia = mat3(states.inertia, 9 * i);
    const position = vec3(states.position, 3 * i);
    const orientation = quaternion(states.orientation, 4 * i);
    return { mass, inertia, position, orientation, v: vec3(states.v, 3 * i), w: vec3(states.w, 3 * i) };
  });
  const impacts = Array.from({ length: count }, (_, i): Impact => {
    return { point: vec3(states.point, 3 * i), normal: vec3(states.normal, 3 * i), restitution, friction };
  });
  let found: Velocities[] = [];
  return {
    name: "idiomatic",
    run: () => {
      found = impacts.map((impact, i) => collide(bodies[i], bodies[count + i], impact));
    },
    outputs: () =>
      Float64Array.from([
        ...found.flatMap(({ v1, w1 }) => [v1, w1].flatMap(components)),
        ...found.flatMap(({ v2, w2 }) => [v2, w2].flatMap(components)),
      ]),
  };
}

/** The contenders that read the text of the law. */
function textOfCollision(states: CollisionStates, count: number): Contender[] {
  const body = (name: string) => `
object { name = ${name}  physical type = dynamic  geometrical type = sphere  copies = ${count}
         attributes = { size = 1  position = [0, 0, 0]  orientation = [1, 0, 0, 0]  v = [0, 0, 0]  w = [0, 0, 0]
                        mass = 1  inertia = identityMatrix(3) } }`;
  const sizes = [
    ["mass", 1],
    ["inertia", 9],
    ["position", 3],
    ["orientation", 4],
    ["v", 3],
    ["w", 3],
  ] as const;
  const start: PairStart = {
    text: `
import "laws/impulse-collision.vfl"
world attributes { restitution = ${restitution}  friction = ${friction} }
${body("a")}${body("b")}
simulation { name = bench  initial time = 0  duration = 1  contexts_involved = {impulse_collision} }
`,
    pairs: count,
    updates: ["v", "w"],
    fill(law) {
      for (const [i, body] of law.model.bodies.entries())
        for (const [name, size] of sizes) law.setBody(body, name, states[name].subarray(size * i, size * i + size));
    },
    players({ model: { bodies } }, i) {
      const normal = states.normal.subarray(3 * i, 3 * i + 3);
      const impact = impactRow(states.point.subarray(3 * i, 3 * i + 3), normal, 0);
      return {
        bodies: [bodies[i], bodies[count + i]],
        attributes: [new Map(), new Map()],
        given: impactValues(impact),
        impact,
      };
    },
  };
  return [...compiledPairs(start), interpretedPairs(start)];
}
