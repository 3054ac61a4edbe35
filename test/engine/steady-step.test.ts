// What steps take from the heap while nothing happens in them: next to nothing, a few numbers at most.
import { expect, test } from "vitest";
import { heapProgram, lasting, whole } from "./heap-program.ts";
import { fall, object } from "./lab.ts";

/** Bytes of a calm step. A number on the heap takes 16; lists and closures would take more than these. */
const noise = 256;
const measure = heapProgram("steady-run.ts");

function bytesPerStep(text: string, bodies: number): number {
  const { bytes, events } = measure(text);
  expect(events).toBe(bodies);
  return bytes;
}

const rates = `context { name = fall  type = free fall  functions = { force += mass * g  v' = force / mass
  position' = v } }\n`;
const swap = `context { name = swap  type = collision  functions = { v1 = previous(v2)  v2 = previous(v1) } }\n`;
const simulation = (integrator: string) =>
  `simulation { name = s  initial time = 0  duration = 10000  step = 0.001  frames = 0.0001
    integrator = ${integrator} }`;

/** Spheres side by side, and boxes far from them; all fall together. */
function falling(count: number, laws: string, integrator: string): string {
  const attributes = (place: string) => `position = ${place}  mass = 1  v = [0, 0.2 * index, 1]  force = [0, 0, 0]`;
  return `world attributes { g = [0, 0, -9.81] }
    ${object(
      "ball",
      "dynamic",
      "sphere",
      `size = 0.1
      ${attributes("[3 * index, 0, 0]")}`,
    ).replace("physical", `copies = ${count}  physical`)}
    ${object(
      "box",
      "dynamic",
      "cuboid",
      `size = [0.1, 0.2, 0.3]
      ${attributes("[3 * index, 9000, 0]")}`,
    ).replace("physical", "copies = 5  physical")}
    ${laws} ${simulation(integrator)}`;
}

test.each(["rk4", "dormand-prince", "implicit midpoint", "semi-implicit euler", "explicit euler"])(
  "without collision laws a step by %s takes nothing from the heap",
  (integrator) => {
    expect(bytesPerStep(falling(10, rates, integrator), 15)).toBeLessThan(noise);
  },
);

test("nor do closed forms", () => {
  expect(bytesPerStep(falling(30, fall, "rk4"), 35)).toBeLessThan(noise);
});

test.each([
  ["rates", rates],
  ["closed forms", fall],
])("nor does looking for impacts under %s, among bodies that are far apart", (_, laws) => {
  expect(bytesPerStep(falling(25, laws + swap, "rk4"), 30)).toBeLessThan(noise);
});

/**
 * Ten boxes over each other, and as many balls, with gaps that are small against the way of a step. All fall together.
 */
function pile(laws: string): string {
  const attributes = (x: number) => `position = [${x}, 0, 1.0001 * index]  mass = 1  v = [0, 0, 1]  force = [0, 0, 0]`;
  return `world attributes { g = [0, 0, -9.81] }
    ${object(
      "box",
      "dynamic",
      "cuboid",
      `size = [1, 1, 1]
      ${attributes(0)}`,
    ).replace("physical", "copies = 10  physical")}
    ${object("ball", "dynamic", "sphere", `size = 0.5  ${attributes(9)}`).replace("physical", "copies = 10  physical")}
    ${laws} ${simulation("rk4")}`;
}

test.each([
  ["rates", rates],
  ["closed forms", fall],
])("nor do eighteen pairs that are near, under %s", (_, laws) => {
  expect(bytesPerStep(pile(laws + swap), 20)).toBeLessThan(noise);
});

/** Boxes that turn about their own axes, by quaternions, corner beside edge, with a ball in between. */
const tumbling = `
  ${object(
    "box",
    "dynamic",
    "cuboid",
    "position = [1.3 * index, 0.2 * index, 0]  orientation = [1, 0, 0, 0]  " +
      "size = [1, 0.6, 0.4]  w = [0.1 * index, 0.5, 0.3]",
  ).replace("physical", "copies = 4  physical")}
  ${object(
    "ball",
    "dynamic",
    "sphere",
    "position = [0.65, 0.9, 0]  orientation = [1, 0, 0, 0]  size = 0.1  w = [0, 0, 1]",
  )}
  ${object("floor", "static", "half space", "position = [0, 0, -0.7]  w = [0, 0, 0]")}
  context { name = turn  type = free fall  functions = { orientation' = orientationRate(orientation, w) } }
  context { name = swap  type = collision  functions = { w1 = previous(w2)  w2 = previous(w1) } }
  ${simulation("rk4")}`;

test("nor do bodies that turn beside each other and over a floor", () => {
  expect(bytesPerStep(tumbling, 5)).toBeLessThan(noise);
});

test("nor do they by Euler angles", () => {
  const angles = tumbling
    .replaceAll("orientation = [1, 0, 0, 0]", "orientation = [0.1, 0.2, 0]")
    .replace("orientationRate(orientation, w)", "w");
  expect(bytesPerStep(angles, 5)).toBeLessThan(noise);
});

test("nor does what kernels ask their host for: solutions and inverses of large matrices, eigenvalues", () => {
  const asking = `
    shaken(x) = [[4 + x, 1, 0, 2], [1, 5, x, 0], [0, x, 6, 1], [2, 0, 1, 7]]
    main(v) = [[2 + (v # 1) ^ 2, v # 2, 0], [v # 2, 3, v # 3], [0, v # 3, 4 + (v # 2) ^ 2]]
    context { name = fall  type = free fall  functions = {
      s = v # 2 / 1000
      drag = subVector(solve(shaken(s), [1, 2, 3, 4]) + inverse(shaken(s)) * [1, 1, 1, 1])
      subVector(u) = [u # 1, u # 2, u # 4]
      v' = -1e-6 * (drag + determinant(shaken(s)) * v + eigenvalues(main(v)) + eigenvectors(main(v)) * v)
      position' = v } }\n`;
  expect(bytesPerStep(falling(3, asking, "rk4"), 8)).toBeLessThan(noise);
});

test("nor does watching for events", () => {
  const watch = `event { name = high  when = place # 3 > 1e9  functions = { place = [0, 0, 0] }
    aliases = { use place as attribute position of object lone } }
    event { name = fast  when = v # 3 > 1e9 | place # 3 > 1e9  functions = { place = [0, 0, 0] }
    aliases = { use v as attribute v of object lone  use place as attribute position of object lone } }
    ${object(
      "lone",
      "dynamic",
      "sphere",
      "size = 0.1  position = [0, 0, 50]  mass = 1  v = [0, 0, 0]  force = [0, 0, 0]",
    )}`;
  expect(bytesPerStep(falling(5, rates + watch, "rk4"), 11)).toBeLessThan(noise);
});

/** An experiment in steps of so many seconds, that hardly ever records a frame. */
function endless(name: string, step = 0.001): string {
  return lasting(name, 10000)
    .replace(/^ +step = .+$/m, "")
    .replace("duration", `step = ${step}  duration`);
}

test.each([
  ["double-pendulum", 2],
  ["rope", 20],
  ["bone-on-circle", 1],
  ["bone-on-spline", 1],
])("nor do the links of the %s", (name, bodies) => {
  expect(bytesPerStep(endless(name), bodies)).toBeLessThan(noise);
});

test("nor do redundant constraints, which kernels give up at every stage, and gaps that are closed", () => {
  expect(bytesPerStep(endless("four-bar-linkage", 0.005), 3)).toBeLessThan(noise);
});

test.each(["direct", "bicgstab", "gauss-seidel"])("nor does the general solver, %s", (solver) => {
  expect(bytesPerStep(endless("slider-crank").replace("frames =", `solver = ${solver}  frames =`), 3)).toBeLessThan(
    noise,
  );
});

test.each([
  ["ramp-sticks", 3],
  ["ball-slips-then-rolls", 5],
  ["thesis-figure-32", 155],
  ["trebuchet", 5],
])("nor does the contact of %s", (name, events) => {
  expect(bytesPerStep(endless(name), events)).toBeLessThan(noise);
});

test.each([
  ["slope-below-friction-angle", 0.01, 1],
  ["penalty-linear", 0.002, 3],
  ["rolling-resistance", 0.005, 2],
  // Every shape: GJK, EPA, rims.
  ["mixed-shapes", 0.01, 14],
])("nor do steps of time stepping through the contact points of %s, once it is at rest", (name, step, events) => {
  expect(bytesPerStep(endless(name, step), events)).toBeLessThan(noise);
});

test("nor does looking for the most urgent contact point", () => {
  const text = endless("worb-5a", 0.01).replace("blocks = 100 [1]", "blocks = 4 [1]");
  expect(bytesPerStep(text, 4)).toBeLessThan(noise);
});

test("nor do they for a body that slides on, out of the bounds that it was found by", () => {
  expect(bytesPerStep(endless("slope-above-friction-angle", 0.01), 1)).toBeLessThan(noise);
});

test("nor do they for a pair that has a collision law too", () => {
  const struck = `context { name = struck  type = collision
    applicability = { mandatory 1 dynamic object and 1 static object }
    functions = { v1 = previous(v1) } }\n`;
  const text = endless("slope-below-friction-angle", 0.01).replace(
    "contexts_involved = {",
    "contexts_involved = {struck, ",
  );
  expect(bytesPerStep(struck + text, 1)).toBeLessThan(noise);
});

test.each([
  ["at rest, with Newton's method for its contacts", ""],
  ["that sleeps", "sleep speed = 0.05  sleep time = 0.1  "],
])("nor does a pile %s", (_, more) => {
  const text = endless("pile-10", 0.01).replace("contexts_involved", `${more}contexts_involved`);
  expect(bytesPerStep(text, 10)).toBeLessThan(noise);
});

test("nor does a pile of fifty, in which steps of Newton's method lead away and are taken back", () => {
  expect(bytesPerStep(endless("pile-50", 0.01), 50)).toBeLessThan(noise);
});

/** Blocks held by a floor, under one that flies by the same law, and two balls in touch that fall together. */
const resting = whole(`import "laws/free-fall-closed.vfl"
  import "laws/frictionless-collision.vfl"
  import "laws/force-contact.vfl"
  world attributes { g = [0, 0, -9.81]  restitution = 0  friction = 0.4  friction_static = 0.5 }
  ${object(
    "block",
    "dynamic",
    "cuboid",
    "size = [1, 1, 1]  position = [3 * index, 0, if index == 4 then 1000 else " +
      "0.5]  orientation = [0, 0, 0]  mass = 1  inertia = cuboidInertia(mass, size)  " +
      "v = [0, 0, if index == 4 then 100 else 0]  w = [0, 0, 0]",
  ).replace("physical", "copies = 4  physical")}
  ${object(
    "ball",
    "dynamic",
    "sphere",
    "size = 0.5  position = [index, 50, 9000]  orientation = [0, 0, 0]  " +
      "mass = 1  inertia = sphereInertia(mass, size)  v = [0, 0, 100]  " +
      "w = [0, 0, 0]",
  ).replace("physical", "copies = 2  physical")}
  ${object("floor", "static", "half space", "position = [0, 0, 0]  orientation = [0, 0, 0]")}
  ${simulation("rk4").replace(
    "}",
    " contexts_involved = {free_fall, frictionless_collision, " +
      "frictionless_collision_with_static, force_contact} }",
  )}`);

test("nor do blocks on a floor, and balls that touch and fall", () => {
  expect(bytesPerStep(resting, 13)).toBeLessThan(noise);
});

/** Two balls on a rod turn about their middle on a floor, beside two on a spring that is as long as it wants to be. */
const linked = whole(`import "laws/joints.vfl"
  import "laws/links.vfl"
  world attributes { g = [0, 0, -9.81] }
  ${[-1, 1]
    .flatMap((side) =>
      [
        ["a", 0, side],
        ["b", 9, 0],
      ].map(([name, y, v]) =>
        object(
          `${name}${side < 0 ? 1 : 2}`,
          "dynamic",
          "sphere",
          `size = 0.1  position = [${0.5 * side}, ${y}, 0.1]  orientation = [1, 0, 0, 0]  mass = 1  v = [0, ${v}, 0]
            w = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`,
        ),
      ),
    )
    .join("\n")}
  ${object("floor", "static", "half space", "position = [0, 0, 0]")}
  link { name = string  kind = rod  between = {a1, a2}  attributes = { length = 1 } }
  link { name = coil  kind = spring  between = {b1, b2}  attributes = { k = 12  c = 0  rest = 1 } }
  context { name = fly  type = free fall  functions = { force += mass * g  v' = force / mass  position' = v } }
  context { name = strike  type = collision  functions = { v1 = [previous(v1) # 1, previous(v1) # 2, 0] } }
  context { name = slide  type = contact  functions = { force += mass * g  v' = [force # 1, force # 2, 0] / mass
    position' = v } }
  ${simulation("rk4")}`);

test("nor do pairs in touch that links hold", () => {
  expect(bytesPerStep(linked, 12)).toBeLessThan(noise);
});

test("nor do they where the law registers an attribute of the object when it begins", () => {
  const registering = resting
    .replace("{t0, v0, position0}\n", "{begun, t0, v0, position0}\n")
    .replace("t0 = t\n", "begun = t  t0 = t\n")
    .replaceAll("mass = 1  ", "mass = 1  begun = 0  ");
  expect(bytesPerStep(registering, 13)).toBeLessThan(noise);
});
