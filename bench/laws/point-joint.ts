// The contest of a point joint: value, Jacobian and J̇q̇. One operation is one joint. Outputs are these, joint after
// joint. The text states the value alone; the rest is the compiler's.
import type { Contender, Contest } from "../measure.ts";
import { compiledJoint } from "./point-joint-compiled.ts";
import { evaluateJoints, prepareJoints } from "./point-joint-expert.ts";
import { type JointBody, type PointJoint, pointJoint } from "./point-joint-idiomatic.ts";
import { byItem, type Kind, States } from "./states.ts";
import { components, quaternion, vec3 } from "./vector.ts";

export type JointStates = ReturnType<typeof jointStates>;

export function jointStates(kind: Kind, count: number) {
  const states = new States(kind, "joint");
  return {
    position: states.vectors(2 * count, -10, 10),
    orientation: states.quaternions(2 * count),
    w: states.vectors(2 * count, -5, 5),
    anchor: states.vectors(2 * count, -1, 1),
  };
}

export function jointContest(kind: Kind, count: number): Contest {
  const states = jointStates(kind, count);
  const contenders = [expertJoint(states, count), idiomaticJoint(states, count), compiledJoint(states, count)];
  // The value has the bits of the text. The compiler finds derivatives by rules of its own: zeros of the Jacobian may
  // have another sign, J̇q̇ another rounding.
  return { name: "point joint", operations: count, contenders, isRounded: (output) => output % 42 >= 3 };
}

function expertJoint({ position, orientation, w, anchor }: JointStates, count: number): Contender {
  const bodies = byItem(2 * count, position, orientation, w);
  const memory = { bodies, anchors: anchor, rows: new Float64Array(42 * count) };
  prepareJoints(memory, count);
  return { name: "expert", run: () => evaluateJoints(memory, count), outputs: () => memory.rows };
}

function idiomaticJoint({ position, orientation, w, anchor }: JointStates, count: number): Contender {
  const bodies = Array.from({ length: 2 * count }, (_, i): JointBody => {
    const at = 3 * i;
    const turned = quaternion(orientation, 4 * i);
    return { position: vec3(position, at), orientation: turned, w: vec3(w, at), anchor: vec3(anchor, at) };
  });
  const joints = Array.from({ length: count }, (_, i) => ({ first: bodies[2 * i], second: bodies[2 * i + 1] }));
  let found: PointJoint[] = [];
  return {
    name: "idiomatic",
    run: () => {
      found = joints.map(({ first, second }) => pointJoint(first, second));
    },
    outputs: () =>
      Float64Array.from(
        found.flatMap(({ value, jacobian, velocityProduct }) => {
          const rows = [0, 1, 2].flatMap((row) => jacobian.flatMap((block) => block.slice(3 * row, 3 * row + 3)));
          return [...components(value), ...rows, ...components(velocityProduct)];
        }),
      ),
  };
}
