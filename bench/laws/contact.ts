// The contest of the force contact law, laws/force-contact.vfl (thesis 5.3). One operation is one body at one instant
// after the contact began. Outputs are v and position, body after body.
import { matrixOf, type Value, vectorOf } from "../../src/compiler/values/value.ts";
import type { Contender, Contest } from "../measure.ts";
import { compiledBodies } from "./compiled.ts";
import { slideAll } from "./contact-expert.ts";
import { type Resting, slide } from "./contact-idiomatic.ts";
import { interpretedBodies } from "./interpreted.ts";
import type { BodyStart } from "./law-model.ts";
import { byItem, type Kind, States } from "./states.ts";
import { components, vec3 } from "./vector.ts";

const t = 3.25;
const g = Float64Array.of(0, 0, -9.81);

export function contactContest(kind: Kind, count: number): Contest {
  const states = new States(kind, "contact");
  const memory = {
    mass: states.numbers(count, 0.5, 3),
    massAbove: states.numbers(count, 0, 5),
    isHeld: Uint8Array.from(states.numbers(count, 0, 1), (x) => (x < 0.9 ? 1 : 0)),
    normal: states.directions(count),
    t0: states.numbers(count, 0, 3),
    v0: states.vectors(count, -10, 10),
    position0: states.vectors(count, -10, 10),
    v: new Float64Array(3 * count),
    position: new Float64Array(3 * count),
  };
  const expert: Contender = {
    name: "expert",
    run: () => slideAll(memory, g, t, count),
    outputs: () => byItem(count, memory.v, memory.position),
  };
  const bodies = Array.from(memory.mass, (mass, i): Resting => {
    const surface = memory.isHeld[i] !== 0 ? vec3(memory.normal, 3 * i) : null;
    const [v, position] = [vec3(memory.v0, 3 * i), vec3(memory.position0, 3 * i)];
    const [massAbove, t0] = [memory.massAbove[i], memory.t0[i]];
    return { mass, massAbove, surface, t0, v0: v, position0: position, v, position };
  });
  const down = vec3(g, 0);
  const idiomatic: Contender = {
    name: "idiomatic",
    run: () => {
      for (const body of bodies) slide(body, down, t);
    },
    outputs: () => Float64Array.from(bodies.flatMap((body) => [body.v, body.position].flatMap(components))),
  };
  return {
    name: "force contact",
    operations: count,
    contenders: [expert, idiomatic, ...textOfContact(memory, count)],
  };
}

type Memory = Parameters<typeof slideAll>[0];

/** The contenders that read the text of the law. */
function textOfContact(memory: Memory, count: number): Contender[] {
  const start: BodyStart = {
    text: `
import "laws/force-contact.vfl"
world attributes { g = [0, 0, 0]  friction = 0  friction_static = 0 }
object { name = body  physical type = dynamic  geometrical type = sphere  copies = ${count}
         attributes = { size = 1  position = [0, 0, 0]  v = [0, 0, 0]  mass = 1 } }
simulation { name = bench  initial time = 0  duration = 1  contexts_involved = {force_contact} }
`,
    updates: ["v", "position"],
    fill(law) {
      law.setWorld("g", ...g);
      law.setWorld("t", t);
      for (const [i, body] of law.model.bodies.entries()) law.setBody(body, "mass", memory.mass.subarray(i, i + 1));
    },
    attributes: (i) =>
      new Map<string, Value>([
        ["t0", memory.t0[i]],
        ["v0", vectorOf(memory.v0.subarray(3 * i, 3 * i + 3))],
        ["position0", vectorOf(memory.position0.subarray(3 * i, 3 * i + 3))],
      ]),
    given: (i) =>
      new Map<string, Value>([
        ["massSumDirVec1", memory.massAbove[i]],
        ["hasPathToStaticObjectDirVec2", memory.isHeld[i] !== 0],
        ["collisionNormalsDirVec2", matrixOf(1, 3, memory.normal.subarray(3 * i, 3 * i + 3))],
      ]),
  };
  return [...compiledBodies(start), interpretedBodies(start)];
}
