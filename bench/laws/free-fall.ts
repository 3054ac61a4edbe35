// Contests of free fall in closed form, laws/free-fall-closed.vfl: translation alone, and with rotation (thesis 5.1).
// One operation is one body at one instant. Outputs are v, position and, where it turns, orientation, body after body.
import { type Value, vectorOf } from "../../src/compiler/values/value.ts";
import type { Contender, Contest } from "../measure.ts";
import { compiledBodies } from "./compiled.ts";
import { fallAll } from "./free-fall-expert.ts";
import { type Falling, fall } from "./free-fall-idiomatic.ts";
import { interpretedBodies } from "./interpreted.ts";
import type { BodyStart } from "./law-model.ts";
import { byItem, type Kind, States } from "./states.ts";
import { fallTurningAll } from "./turning-fall-expert.ts";
import { fallTurning, type Turning } from "./turning-fall-idiomatic.ts";
import { components, quaternion, vec3 } from "./vector.ts";

const t = 3.25;
const g = Float64Array.of(0.25, -0.125, -9.81);

type FallStates = ReturnType<typeof fallStates>;

function fallStates(kind: Kind, count: number) {
  const states = new States(kind, "fall");
  return {
    t0: states.numbers(count, 0, 3),
    v0: states.vectors(count, -10, 10),
    position0: states.vectors(count, -10, 10),
    w: states.vectors(count, -5, 5),
    quaternion0: states.quaternions(count),
  };
}

/** The i-th body as an object. */
function bodyOf({ t0, v0, position0, w, quaternion0 }: FallStates, i: number): Turning {
  const [v, position] = [vec3(v0, 3 * i), vec3(position0, 3 * i)];
  const turning = { w: vec3(w, 3 * i), quaternion0: quaternion(quaternion0, 4 * i), orientation: vec3(w, 3 * i) };
  return { t0: t0[i], v0: v, position0: position, v, position, ...turning };
}

export function fallContest(kind: Kind, count: number): Contest {
  const states = fallStates(kind, count);
  const memory = { ...states, v: new Float64Array(3 * count), position: new Float64Array(3 * count) };
  const expert: Contender = {
    name: "expert",
    run: () => fallAll(memory, g, t, count),
    outputs: () => byItem(count, memory.v, memory.position),
  };
  const bodies = Array.from({ length: count }, (_, i): Falling => {
    const { t0, v0, position0, v, position } = bodyOf(states, i);
    return { t0, v0, position0, v, position };
  });
  const down = vec3(g, 0);
  const idiomatic: Contender = {
    name: "idiomatic",
    run: () => {
      for (const body of bodies) fall(body, down, t);
    },
    outputs: () => Float64Array.from(bodies.flatMap((body) => [body.v, body.position].flatMap(components))),
  };
  const text = textOfFall("free_fall", ["v", "position"], states, count);
  return { name: "translation free fall", operations: count, contenders: [expert, idiomatic, ...text] };
}

export function turningFallContest(kind: Kind, count: number): Contest {
  const states = fallStates(kind, count);
  const [v, position, orientation] = [0, 1, 2].map(() => new Float64Array(3 * count));
  const memory = { ...states, v, position, orientation };
  const expert: Contender = {
    name: "expert",
    run: () => fallTurningAll(memory, g, t, count),
    outputs: () => byItem(count, v, position, orientation),
  };
  const bodies = Array.from({ length: count }, (_, i) => bodyOf(states, i));
  const down = vec3(g, 0);
  const idiomatic: Contender = {
    name: "idiomatic",
    run: () => {
      for (const body of bodies) fallTurning(body, down, t);
    },
    outputs: () =>
      Float64Array.from(bodies.flatMap((body) => [body.v, body.position, body.orientation].flatMap(components))),
  };
  const text = textOfFall("free_fall_euler", ["v", "position", "orientation"], states, count);
  return { name: "full 5.1 free fall", operations: count, contenders: [expert, idiomatic, ...text] };
}

/** The contenders that read the text of the law. */
function textOfFall(context: string, updates: readonly string[], states: FallStates, count: number): Contender[] {
  const start: BodyStart = {
    text: `
import "laws/free-fall-closed.vfl"
world attributes { g = [0, 0, 0] }
object { name = body  physical type = dynamic  geometrical type = sphere  copies = ${count}
         attributes = { size = 1  position = [0, 0, 0]  orientation = [0, 0, 0]  v = [0, 0, 0]  w = [0, 0, 0] } }
simulation { name = bench  initial time = 0  duration = 1  contexts_involved = {${context}} }
`,
    updates,
    fill(law) {
      law.setWorld("g", ...g);
      law.setWorld("t", t);
      for (const [i, body] of law.model.bodies.entries()) law.setBody(body, "w", states.w.subarray(3 * i, 3 * i + 3));
    },
    attributes: (i) =>
      new Map<string, Value>([
        ["t0", states.t0[i]],
        ["v0", vectorOf(states.v0.subarray(3 * i, 3 * i + 3))],
        ["position0", vectorOf(states.position0.subarray(3 * i, 3 * i + 3))],
        ["quaternion0", vectorOf(states.quaternion0.subarray(4 * i, 4 * i + 4))],
      ]),
    given: () => new Map(),
  };
  return [...compiledBodies(start), interpretedBodies(start)];
}
