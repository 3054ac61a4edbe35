// What links share of a body: whatever hangs on it, and whatever an event changes of it, kernels give the interpreter's
// bits.
import { expect, test } from "vitest";
import { type EvaluationName, Run } from "../../src/lab.ts";
import { lastWord, modelOf } from "./lab.ts";

interface Net {
  readonly inertia?: string;
  readonly event?: string;
}

/** Rods of one group and a ball of another: hinges, ball joints and a spring on the same bodies. */
const net = ({ inertia = "cuboidInertia(mass, size)", event = "" }: Net) => `import "laws/bodies.vfl"
  import "laws/newton-euler.vfl"
  import "laws/joints.vfl"
  import "laws/links.vfl"
  world attributes { g = [0, 0, -9.81] }
  object { name = rods  physical type = dynamic  geometrical type = cuboid  copies = 4
    attributes = { position = [index - 0.5, 0, 0]  orientation = quaternionFromAxisAndAngle([0, 1, 0], pi / 2)
    size = [0.1, 0.2, 1]
      mass = index  inertia = ${inertia}  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]
      torque = [0, 0, 0] } }
  object { name = ball  physical type = dynamic  geometrical type = sphere
    attributes = { position = [2, 0, -1]  orientation = [1, 0, 0, 0]  size = 0.2  mass = 2
    inertia = sphereInertia(mass, size)
      v = [0.3, 0.1, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0] } }
  link { name = hook  kind = ball_joint  between = {rods[1] at [0, 0, -0.5], world at [0, 0, 0]} }
  link { name = knots  kind = ball_joint  copies = 2
    between = {rods[index + 1] at [0, 0, -0.5], rods[index] at [0, 0, 0.5]} }
  link { name = last  kind = hinge  between = {rods[4] at [0, 0, -0.5], rods[3] at [0, 0, 0.5]}
    attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] } }
  link { name = cord  kind = spring  between = {ball, rods[2] at [0, 0, 0.5]}  attributes = { k = 40  c = 1
    rest = 0.8 } }
  ${event}
  simulation { name = s  initial time = 0  duration = 0.016  step = 0.002  integrator = rk4
    contexts_involved = {newton_euler, ball_joint, hinge, spring} }`;

function outcome(text: string, evaluation: EvaluationName): string {
  const recording = new Run(modelOf(text), { evaluation }).finish();
  return `${recording.digest()} ${recording.events.length} ${lastWord(recording)}`;
}

test("several links of several laws on one body", () => {
  const text = net({});
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
});

test("an event changes the mass of a body between two links", () => {
  const event = `event { name = heavier  when = t > 0.009
    aliases = { use own_mass as attribute mass of object rods2  use own_inertia as attribute inertia of object rods2 }
    functions = { own_mass = 7  own_inertia = 7 * previous(own_inertia) } }`;
  const text = net({ event });
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
  expect(outcome(text, "compiled")).not.toBe(outcome(net({}), "compiled"));
});

test("an event lets a link go", () => {
  const event = `event { name = snaps  when = t > 0.009
    aliases = { use holds as attribute attached of link knots2 }
    functions = { holds = false } }`;
  const text = net({ event });
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
});

test("a body that cannot turn by any torque is told alike", () => {
  const text = net({ inertia: "0 * cuboidInertia(mass, size)" });
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
  expect(outcome(text, "compiled")).not.toContain("went on to the end");
});

interface Heap {
  readonly matrix?: string;
  readonly law?: string;
  readonly event?: string;
}

/**
 * Blocks of one group and a ball of another on the ground and on each other, by a law that inverts a matrix of each
 * body alone.
 */
const heap = ({
  matrix = "inertia",
  law = "spin1 = previous(spin1) + inverse(answer1) * [0, 0, 1e-3]",
  event = "",
}: Heap) => `import "laws/bodies.vfl"
  import "laws/newton-euler.vfl"
  import "laws/contact-impulses.vfl"
  world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 1e-4
    bounce_speed = 0.5 }
  object { name = ground  physical type = static  geometrical type = half space  attributes = { position = [0, 0, 0] } }
  object { name = blocks  physical type = dynamic  geometrical type = cuboid  copies = 3
    attributes = { position = [0.1 * index, 0, 0.52 * index - 0.25]
    orientation = quaternionFromAxisAndAngle([0.1, 0.2, 1], 0.2 * index)
      size = [1, 1, 0.5]  mass = index  inertia = cuboidInertia(mass, size)  answer = ${matrix}  spin = [0, 0, 0]
      v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0] } }
  object { name = ball  physical type = dynamic  geometrical type = sphere
    attributes = { position = [0.3, 0.1, 2.1]  orientation = [1, 0, 0, 0]  size = 0.5  mass = 2
    inertia = sphereInertia(mass, size)
      answer = inertia  spin = [0, 0, 0]
      v = [0, 0, -1]  w = [1, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0] } }
  context { name = turning  type = contact  applied to = pair
    applicability = { mandatory 2 dynamic objects }
    functions = { ${law} } }
  ${event}
  simulation { name = s  initial time = 0  duration = 0.3  step = 0.01  scheme = time stepping  margin = 0.01
    iterations = 5
    contexts_involved = {newton_euler, contact_impulses_with_static, ${law === "" ? "contact_impulses" : "turning"}} }`;

test("contact points of several laws and groups on one body", () => {
  const text = heap({ law: "" });
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
  expect(outcome(text, "compiled")).toContain("went on to the end");
});

test("an event changes how a body with contact points answers", () => {
  const event = `event { name = heavier  when = t > 0.099
    aliases = { use own_mass as attribute mass of object blocks2
    use own_inertia as attribute inertia of object blocks2 }
    functions = { own_mass = 7  own_inertia = 7 * previous(own_inertia) } }`;
  const text = heap({ law: "", event });
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
  expect(outcome(text, "compiled")).not.toBe(outcome(heap({ law: "" }), "compiled"));
});

test("a body of which a contact law asks what it has not is told alike, once a law asks it", () => {
  const singular = "if index == 3 then 0 * inertia else inertia";
  expect(outcome(heap({}), "compiled")).toBe(outcome(heap({}), "interpreted"));
  expect(outcome(heap({}), "compiled")).toContain("went on to the end");
  const text = heap({ matrix: singular, law: "spin2 = previous(spin2) + inverse(answer2) * [0, 0, 1e-3]" });
  expect(outcome(text, "compiled")).toBe(outcome(text, "interpreted"));
  expect(outcome(text, "compiled")).not.toContain("went on to the end");
  // Where only laws of pairs with a smaller mass ask, no body that has none is asked.
  const guarded = `spin2 = if mass2 < 3 then previous(spin2) + inverse(answer2) * [0, 0, 1e-3] else previous(spin2)`;
  const careful = heap({ matrix: singular, law: guarded });
  expect(outcome(careful, "compiled")).toBe(outcome(careful, "interpreted"));
  expect(outcome(careful, "compiled")).toContain("went on to the end");
});
