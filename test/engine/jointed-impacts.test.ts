// Impacts of bodies that links hold: the law and the joints hold at once. Against closed forms and minimal coordinates.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  afterwards,
  beforehand,
  collisionsOf,
  dot,
  imports,
  laws,
  moving,
  simulation,
  upright,
  type Vector,
} from "./impact-scenes.ts";
import { attribute, largest, number, object, refusal, runText } from "./lab.ts";

const still = moving([0, 0, 0], [0, 0, 0]);

/** A rod of 1.2 m on a hinge that turns at 2 rad/s about y towards a fixed ball, at a height below the hinge. */
const onHinge = (law: keyof typeof laws, restitution: number, height: number, friction = 0.4) => `${imports}
  world attributes { g = [0, 0, 0]  restitution = ${restitution}  friction = ${friction} }
  ${object(
    "rod",
    "dynamic",
    "cuboid",
    `position = [0, 0, -0.6]  ${upright}  size = [0.1, 0.1, 1.2]  mass = 2
    inertia = cuboidInertia(mass, size)  ${moving([-1.2, 0, 0], [0, 2, 0])}`,
  )}
  ${object("ball", "static", "sphere", `size = 0.1  position = [-0.25, 0, -${height}]  ${upright}`)}
  link { name = pivot  kind = hinge  between = {rod at [0, 0, 0.6], world}  attributes = { axis = [0, 1, 0]
    other_axis = [0, 1, 0] } }
  ${simulation(`hinge, ${laws[law][1]}`, "duration = 0.5  step = 0.005  frames = 10")}`;

describe("a rod on a hinge that strikes a fixed ball", () => {
  const struck = (...scene: Parameters<typeof onHinge>) => {
    const recording = runText(onHinge(...scene));
    const [event] = collisionsOf(recording);
    return {
      recording,
      event,
      w: afterwards(recording, event, "rod", "w"),
      v: afterwards(recording, event, "rod", "v"),
    };
  };

  test.each([
    ["smooth", 1],
    ["smooth", 0.5],
    ["smooth", 0],
    ["rough", 1],
    ["rough", 0.3],
  ] as const)(
    "%s, with restitution %f, comes back at that part of its speed wherever it is struck",
    (law, restitution) => {
      for (const height of [0.15, 0.6, 0.8, 1.1]) {
        const { recording, event, w, v } = struck(law, restitution, height);
        const [, turning] = beforehand(recording, event, "rod", "w");
        for (const [k, wanted] of [0, -turning * restitution, 0].entries()) expect(w[k]).toBeCloseTo(wanted, 10);
        expect(Math.hypot(...v)).toBeCloseTo(0.6 * turning * restitution, 10);
      }
    },
  );

  test("with energetic restitution loses what sliding takes: w' = -e w sqrt((n - m t) / (n + m t))", () => {
    // n and t: how fast the struck point moves along the normal and across it, per turning.
    for (const [height, friction] of [
      [0.3, 0.2],
      [0.9, 0.6],
    ]) {
      const { event, w } = struck("energetic", 0.8, height, friction);
      const [x, , z] = event.point!;
      const turned = [z, 0, -x];
      const n = Math.abs(dot([...event.normal!], turned));
      const t = friction * Math.sqrt(dot(turned, turned) - n * n);
      expect(w[1]).toBeCloseTo(-2 * 0.8 * Math.sqrt((n - t) / (n + t)), 2);
    }
    expect(struck("energetic", 1, 0.9, 0).w[1]).toBeCloseTo(-2, 11);
  });

  test("gives the same bits by the interpreter", () => {
    for (const law of ["smooth", "rough", "energetic"] as const)
      expect(runText(onHinge(law, 0.7, 0.8), { evaluation: "interpreted" }).digest).toBe(
        runText(onHinge(law, 0.7, 0.8)).digest,
      );
  });
});

describe("a rod on a hinge that a ball strikes", () => {
  const own = (2 * (0.1 ** 2 + 1.2 ** 2)) / 12;
  const moment = own + 2 * 0.6 ** 2;
  const percussion = 0.6 + own / (2 * 0.6);
  const scene = (law: keyof typeof laws, restitution: number, height: number, friction = 0, up = 0) => `${imports}
    world attributes { g = [0, 0, 0]  restitution = ${restitution}  friction = ${friction} }
    ${object(
      "rod",
      "dynamic",
      "cuboid",
      `position = [0, 0, -0.6]  ${upright}  size = [0.1, 0.1, 1.2]  mass = 2
      inertia = cuboidInertia(mass, size)  ${still}`,
    )}
    ${object(
      "ball",
      "dynamic",
      "sphere",
      `position = [-0.65, 0, -${height}]  ${upright}  size = 0.1  mass = 0.5
      inertia = sphereInertia(mass, size)  ${moving([5, 0, up], [0, 0, 0])}`,
    )}
    link { name = pivot  kind = hinge  between = {rod at [0, 0, 0.6], world}  attributes = { axis = [0, 1, 0]
      other_axis = [0, 1, 0] } }
    ${simulation(`hinge, ${laws[law][0]}`, "duration = 0.12  step = 0.004  frames = 10")}`;

  test.each([0.2, 0.6, percussion, 1.1])("at %f m: p = (1 + e) v / (1/m + a²/I), for any restitution", (height) => {
    for (const [law, restitution] of [
      ["smooth", 0],
      ["smooth", 1],
      ["rough", 0.4],
      ["energetic", 1],
    ] as const) {
      const recording = runText(scene(law, restitution, height));
      const [event] = collisionsOf(recording);
      const impulse = ((1 + restitution) * 5) / (1 / 0.5 + height ** 2 / moment);
      expect(afterwards(recording, event, "ball", "v")[0]).toBeCloseTo(5 - impulse / 0.5, 11);
      expect(afterwards(recording, event, "rod", "w")[1]).toBeCloseTo((-impulse * height) / moment, 11);
    }
  });

  test("feels nothing at the hinge where it is struck at the centre of percussion: momentum stays", () => {
    const recording = runText(scene("smooth", 0.7, percussion));
    const [event] = collisionsOf(recording);
    const [ball] = afterwards(recording, event, "ball", "v");
    expect(2 * afterwards(recording, event, "rod", "v")[0] + 0.5 * ball).toBeCloseTo(0.5 * 5, 11);
  });

  test.each(["rough", "energetic"] as const)(
    "%s, without restitution: nothing slides at the point afterwards",
    (law) => {
      const recording = runText(scene(law, 0, 0.8, 0.5, 0.6));
      const [event] = collisionsOf(recording);
      const velocityOf = (body: string) => {
        const [x, , z] = beforehand(recording, event, body, "position").map((c, k) => event.point![k] - c);
        const [, turning] = afterwards(recording, event, body, "w");
        return afterwards(recording, event, body, "v").map((v, k) => v + turning * [z, 0, -x][k]);
      };
      const [ball, rod] = [velocityOf("ball"), velocityOf("rod")];
      for (const k of [0, 1, 2]) expect(ball[k] - rod[k]).toBeCloseTo(0, 11);
      // The hinge has no torque about its axis: of the ball x z - z x, and its spin.
      const momentum = (of: typeof afterwards) => {
        const [x, , z] = beforehand(recording, event, "ball", "position");
        const [u, , up] = of(recording, event, "ball", "v");
        return (
          0.5 * (z * u - x * up) + of(recording, event, "ball", "L")[1] + moment * of(recording, event, "rod", "w")[1]
        );
      };
      expect(momentum(afterwards)).toBeCloseTo(momentum(beforehand), 11);
    },
  );
});

describe("two rods in a chain, in minimal coordinates", () => {
  const mass = 1.5;
  const size = [0.06, 0.06, 1];
  const own = (mass * (size[0] ** 2 + size[2] ** 2)) / 12;
  const turn = (angle: number) => `quaternionFromAxisAndAngle([0, 1, 0], ${angle})`;
  const [first, second] = [0.3, -0.5];
  const rates = [0.4, -0.7];
  /** Down along a rod that is turned by an angle about y, and how that changes with the angle. */
  const down = (angle: number) => [-Math.sin(angle), 0, -Math.cos(angle)];
  const across = (angle: number) => [-Math.cos(angle), 0, Math.sin(angle)];
  const scaled = (a: Vector, s: number) => a.map((x) => s * x);
  const plus = (a: Vector, b: Vector) => a.map((x, i) => x + b[i]);
  const rod = (name: string, angle: number, from: Vector, v: Vector, rate: number) =>
    object(
      name,
      "dynamic",
      "cuboid",
      `position = [${plus(from, scaled(down(angle), 0.5))}]  orientation = ${turn(angle)}  size = [${size}]
        mass = ${mass}  inertia = cuboidInertia(mass, size)  ${moving(v, [0, rate, 0])}`,
    );
  const scene = (restitution: number, ball = "ball") => {
    const tip = scaled(down(first), 1);
    const v1 = scaled(across(first), 0.5 * rates[0]);
    const v2 = plus(scaled(across(first), rates[0]), scaled(across(second), 0.5 * rates[1]));
    return `${imports}
      world attributes { g = [0, 0, 0]  restitution = ${restitution} }
      ${rod("upper", first, [0, 0, 0], v1, rates[0])}
      ${rod("lower", second, tip, v2, rates[1])}
      ${object(
        ball,
        "dynamic",
        "sphere",
        `position = [${plus(plus(tip, scaled(down(second), 0.9)), [-0.3, 0, 0])}]
        ${upright}  size = 0.08  mass = 0.8  inertia = sphereInertia(mass, size)  ${moving([4, 0, 0.3], [0, 0, 0])}`,
      )}
      link { name = hook  kind = ball_joint  between = {upper at [0, 0, 0.5], world} }
      link { name = elbow  kind = ball_joint  between = {lower at [0, 0, 0.5], upper at [0, 0, -0.5]} }
      measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w)) }
      ${simulation("ball_joint, frictionless_collision", "duration = 0.3  step = 0.001  frames = 10")}`;
  };
  const angleOf = ([a, , c]: Vector) => 2 * Math.atan2(c, a);

  test.each([0, 0.6, 1])("a ball that strikes the last, with restitution %f: M q'' = J^T p", (restitution) => {
    const recording = runText(scene(restitution));
    const [event] = collisionsOf(recording);
    const [a, b] = ["upper", "lower"].map((name) => angleOf(beforehand(recording, event, name, "orientation")));
    const was = ["upper", "lower"].map((name) => beforehand(recording, event, name, "w")[1]);
    // M of the two angles; J of how fast the ball leaves the struck point, along the normal that points to the ball.
    const coupling = mass * 0.5 * dot(across(a), across(b));
    const m = [
      [own + mass * 0.25 + mass, coupling],
      [coupling, own + mass * 0.25],
    ];
    const determinant = m[0][0] * m[1][1] - m[0][1] ** 2;
    const inverse = [
      [m[1][1] / determinant, -m[0][1] / determinant],
      [-m[0][1] / determinant, m[0][0] / determinant],
    ];
    const normal = event.objects[0] === "ball" ? [...event.normal!] : scaled([...event.normal!], -1);
    const [x, , z] = plus([...event.point!], scaled(down(a), -1));
    const jacobian = [-dot(across(a), normal), -dot([z, 0, -x], normal)];
    const ball = beforehand(recording, event, "ball", "v");
    const closing = dot(normal, ball) + dot(jacobian, was);
    const response =
      1 / 0.8 +
      dot(
        jacobian,
        inverse.map((row) => dot(row, jacobian)),
      );
    const impulse = (-(1 + restitution) * closing) / response;
    for (const [i, name] of ["upper", "lower"].entries())
      expect(afterwards(recording, event, name, "w")[1]).toBeCloseTo(was[i] + impulse * dot(inverse[i], jacobian), 10);
    for (const [k, v] of afterwards(recording, event, "ball", "v").entries())
      expect(v).toBeCloseTo(ball[k] + (impulse * normal[k]) / 0.8, 10);
    if (restitution === 1) expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-9);
  });

  test("under another name, which makes the ball the first of the pair, moves the same", () => {
    const [plain, renamed] = [scene(0.6), scene(0.6, "a_ball")].map((text) => runText(text));
    for (const [one, other] of [
      ["upper", "upper"],
      ["lower", "lower"],
      ["ball", "a_ball"],
    ]) {
      const values = [
        attribute(plain.model, plain.frames.at(-1)!.memory, one, "v"),
        attribute(renamed.model, renamed.frames.at(-1)!.memory, other, "v"),
      ];
      for (const k of [0, 1, 2]) expect(values[0][k]).toBeCloseTo(values[1][k], 10);
    }
  });
});

test("of two equal rods on hinges side by side the one that strikes stops, and the other takes its turning", () => {
  const rod = (name: string, x: number, w: number) =>
    object(
      name,
      "dynamic",
      "cuboid",
      `position = [${x}, 0, -0.5]  ${upright}  size = [0.1, 0.1, 1]  mass = 1  inertia = cuboidInertia(mass, size)
        ${moving([-0.5 * w, 0, 0], [0, w, 0])}`,
    );
  const ball = (name: string, x: number, w: number) =>
    object(
      name,
      "dynamic",
      "sphere",
      `position = [${x}, 0, -1]  ${upright}  size = 0.1  mass = 3  inertia = sphereInertia(mass, size)
        ${moving([-w, 0, 0], [0, w, 0])}`,
    );
  const pendulum = (k: number, x: number, w: number) => `${rod(`rod${k}`, x, w)}${ball(`bob${k}`, x, w)}
    link { name = hinge${k}  kind = hinge  between = {rod${k} at [0, 0, 0.5], world at [${x}, 0, 0]}
      attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] } }
    link { name = weld${k}  kind = weld  between = {bob${k}, rod${k} at [0, 0, -0.5]}
      attributes = { turn = [1, 0, 0, 0] } }`;
  const recording = runText(`${imports}
    world attributes { g = [0, 0, 0]  restitution = 1 }
    ${pendulum(1, 0, 0)}${pendulum(2, 0.21, 0.5)}
    ${simulation("hinge, weld, frictionless_collision", "duration = 0.1  step = 0.002  frames = 50")}`);
  const [event] = collisionsOf(recording);
  expect(event.objects).toEqual(["bob1", "bob2"]);
  const turning = [1, 2].map((k) => afterwards(recording, event, `rod${k}`, "w")[1]);
  // They touch a little before they hang straight, so that the normals of both pendulums differ by their angle alone.
  expect(turning[0]).toBeCloseTo(0.5, 3);
  expect(0.5 * (turning[0] ** 2 + turning[1] ** 2)).toBeCloseTo(0.125, 11);
});

describe("a law that does not ask about links", () => {
  const rod = `position = [0, 0, -0.6]  ${upright}  size = [0.1, 0.1, 1.2]  mass = 2
    inertia = cuboidInertia(mass, size)`;
  const scene = (law: string) => `${imports}
    world attributes { g = [0, 0, 0]  restitution = 1 }
    ${object("rod", "dynamic", "cuboid", `${rod}  ${moving([-1.2, 0, 0], [0, 2, 0])}`)}
    ${object("peg", "static", "sphere", `size = 0.1  position = [-0.3, 0, -0.9]  ${upright}`)}
    link { name = pivot  kind = ball_joint  between = {rod at [0, 0, 0.6], world} }
    context { name = strike  type = collision  functions = { ${law} } }
    ${simulation("ball_joint, strike")}`;

  test("is named in a note where links change what it gave", () => {
    const { notes } = runText(scene("v = reflectVector(previous(v), collisionNormal)"));
    expect(notes.filter((note) => note.includes("ignores links"))).toEqual([
      expect.stringContaining("the collision law 'strike'"),
    ]);
    const asking = `closing = previous(v)  impulse = heldByLinks(closing, impulse) * closing
      v = previous(v) + 0.1 * impulse`;
    expect(runText(scene(asking)).notes.join()).not.toContain("ignores links");
  });

  test.each([
    ["u = previous(v)  v = heldByLinks(u)", "write heldByLinks(u, p) with the names of two functions of this law"],
    ["u = previous(v)  v = heldByLinks(u, mass) * u", "write heldByLinks(u, p)"],
    ["u = heldByLinks(u, p) * previous(v)  p = u  v = u", "'u' needs its own value"],
    ["u = true  p = heldByLinks(u, p)  v = previous(v)", "heldByLinks takes a real or a vector, and this is a boolean"],
  ])("refuses %s", (law, said) => {
    expect(refusal(scene(law))).toContain(said);
  });

  test("is refused where it asks by no way of p, or is no collision law", () => {
    const falling = scene("u = v  force += heldByLinks(u, u) * u")
      .replace("type = collision", "type = free fall")
      .replace("newton_euler, ball_joint, strike", "ball_joint, strike");
    expect(refusal(falling)).toContain("heldByLinks is for collision laws");
    const text = scene("u = previous(v)  p = 0.1 * u  v = previous(v) + heldByLinks(u, p) * p");
    expect(() => runText(text)).toThrow("the law may use it only to compute that");
  });
});

test("in time stepping a contact law is applied as often as it says, whether links agree or not", () => {
  const law = readFileSync(new URL("../../laws/contact-impulses.vfl", import.meta.url), "utf8");
  const scene = (contact: string, more: string) => `${imports} ${contact}
    world attributes { g = [0, 0, 0]  friction = 0.4  restitution = 1  relaxation = 0.2  slop = 0.001
    bounce_speed = 0.1 }
    ${object(
      "rod",
      "dynamic",
      "cuboid",
      `position = [0, 0, -0.6]  ${upright}  size = [0.1, 0.1, 1.2]  mass = 2
       inertia = cuboidInertia(mass, size)  ${moving([-1.2, 0, 0], [0, 2, 0])}`,
    )}
    ${object("peg", "static", "sphere", `size = 0.1  position = [-0.2, 0, -0.15]  ${upright}`)}
    link { name = pivot  kind = ball_joint  between = {rod at [0, 0, 0.6], world} }
    ${simulation(
      "ball_joint, contact_impulses_with_static",
      `duration = 0.5  step = 0.005  frames = 2
      scheme = time stepping  ${more}`,
    )}`;
  const byLaw = runText(scene(law.replaceAll("applied to = pair", "applied to = pair  iterations = 10"), ""));
  const bySimulation = runText(scene(law, "iterations = 10"));
  expect(byLaw.notes.join()).toContain("contact laws and links did not converge");
  expect(byLaw.notes).toEqual(bySimulation.notes);
  expect(byLaw.frames.at(-1)!.memory).toEqual(bySimulation.frames.at(-1)!.memory);
});
