// Time stepping: contact points with rows of their own, contact laws iterated in a step, an order that follows from
// what they write.
import { describe, expect, test } from "vitest";
import { rowHeader } from "../../src/engine/stepping/contact/places.ts";
import { type Recording, Run } from "../../src/lab.ts";
import { modelOf, number, numbers, object, refusal, runText } from "./lab.ts";

const g = 9.81;
const world = (more = "") => `world attributes { g = [0, 0, -${g}]  friction = 0.5  restitution = 0  relaxation = 0.2
  slop = 1e-4  bounce_speed = 0.5  ${more} }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"\n`;
const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const moving = "v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]";
const ball = (name: string, z: number, more = moving) =>
  object(
    name,
    "dynamic",
    "sphere",
    `position = [0, 0, ${z}]  orientation = [1, 0, 0, 0]  size = 0.5  mass = 2
    inertia = sphereInertia(mass, size)  ${more}`,
  );
const block = (name: string, position: string, more = moving) =>
  object(
    name,
    "dynamic",
    "cuboid",
    `position = ${position}  orientation = [1, 0, 0, 0]  size = [1, 1, 0.5]  mass = 10
    inertia = cuboidInertia(mass, size)  ${more}`,
  );
const speedOf = (record: Recording, name: string) => Math.hypot(...numbers(record, `${name}.v`));
const laws = "newton_euler, contact_impulses, contact_impulses_with_static";
const simulation = (duration: number, more = "", contexts = laws) => `simulation { name = s  initial time = 0
  duration = ${duration}  step = 0.01  frames = 100  scheme = time stepping  ${more}
    contexts_involved = {${contexts}} }\n`;

describe("bodies at rest", () => {
  test("a ball that falls comes to rest on the ground, within the slop", () => {
    const record = runText(`${world()}${ground}${ball("ball", 1)}${simulation(2, "margin = 0.01")}`);
    expect(number(record, "ball.position # 3")).toBeCloseTo(0.5, 3);
    expect(speedOf(record, "ball")).toBeLessThan(1e-9);
  });

  test("the impulses at the corners of a block carry its weight in every step", () => {
    const text = `${world()}${ground}${block("block", "[0, 0, 0.25]")}${simulation(
      1,
      "margin = 0.01  iterations = 30",
    )}`;
    const run = new Run(modelOf(text));
    run.finish();
    const { points } = run.snapshot();
    expect(points!.pairs).toHaveLength(4);
    // A row: what the geometry tells, then the attributes of the context, jn first.
    const rows = points!.numbers.length / 4;
    const sum = [0, 1, 2, 3].reduce((total, i) => total + points!.numbers[i * rows + rowHeader], 0);
    expect(sum).toBeCloseTo(10 * g * 0.01, 6);
  });

  test("a ball as fast as ten of its radii a step stops at a plate a twentieth of its radius thick", () => {
    const plate = object("plate", "static", "cuboid", "position = [0, 0, 0]  size = [2, 2, 0.025]");
    const fast = ball("ball", 20.3, moving.replace("v = [0, 0, 0]", "v = [0, 0, -500]"));
    const record = runText(`${world()}${plate}${fast}${simulation(0.2, "margin = 0.01")}`);
    expect(number(record, "ball.position # 3")).toBeCloseTo(0.5125, 2);
  });
});

describe("Coulomb's cone", () => {
  const slope = (angle: number) => {
    const half = (angle * Math.PI) / 360;
    const turned = `orientation = [${Math.cos(half)}, 0, ${Math.sin(half)}, 0]`;
    const text = `${world()}${object("slope", "static", "half space", `position = [0, 0, 0]  ${turned}`)}
      ${block("block", `[${0.25 * Math.sin(2 * half)}, 0, ${0.25 * Math.cos(2 * half)}]`).replace(
        "orientation = [1, 0, 0, 0]",
        turned,
      )}
      ${simulation(2, "margin = 0.01  iterations = 40")}`;
    return runText(text);
  };
  const frictionAngle = (Math.atan(0.5) * 180) / Math.PI;

  test("a block on a slope a tenth of a degree below the friction angle stays", () => {
    expect(speedOf(slope(frictionAngle - 0.1), "block")).toBeLessThan(1e-4);
  });

  test("a tenth of a degree above it slides, as fast as Coulomb says", () => {
    const angle = ((frictionAngle + 0.1) * Math.PI) / 180;
    const speed = 2 * g * (Math.sin(angle) - 0.5 * Math.cos(angle));
    expect(speedOf(slope(frictionAngle + 0.1), "block")).toBeCloseTo(speed, 3);
  });
});

describe("rolling and spinning friction between two balls that are pressed together by 20 N", () => {
  // Each has the moment of inertia 0.4 m r² = 0.2 kg m².
  const pressed = (spins: [string, string], duration: number) => {
    const pushed = (name: string, z: number, push: string, spin: string) =>
      ball(name, z, `push = ${push}  ${moving.replace("L = [0, 0, 0]", `L = 0.2 * ${spin}`)}`);
    return runText(`${world("rolling = 0.02  spinning = 0.01")}import "laws/contact-rolling.vfl"
      ${pushed("upper", 1, "[0, 0, -20]", spins[0])}${pushed("lower", 0, "[0, 0, 20]", spins[1])}
      context { name = pressed  type = free fall  functions = { force += push  R = rotation(orientation)
        w = R * (inverse(inertia) * (matrixTranspose(R) * L))  v' = force / mass  position' = v  L' = torque
        orientation' = orientationRate(orientation, w) } }
      ${simulation(duration, "margin = 0.01  iterations = 30", "pressed, contact_rolling")}`);
  };

  test("a ball that spins on another takes it along, evenly, until both spin alike", () => {
    const spins: [string, string] = ["[0, 0, 4]", "[0, 0, 0]"];
    // The torque is 0.01 m · 20 N = 0.2 N m, and so each ball's spin changes by 1 rad/s in a second.
    const early = pressed(spins, 1);
    expect(number(early, "upper.w # 3")).toBeCloseTo(3, 6);
    expect(number(early, "lower.w # 3")).toBeCloseTo(1, 6);
    const late = pressed(spins, 2.5);
    expect(number(late, "upper.w # 3")).toBeCloseTo(2, 6);
    expect(number(late, "lower.w # 3")).toBeCloseTo(2, 6);
  });

  test("two that roll on each other like gears slow each other down, evenly, to rest", () => {
    const spins: [string, string] = ["[3, 0, 0]", "[-3, 0, 0]"];
    // The torque is 0.02 m · 20 N = 0.4 N m: 2 rad/s in a second.
    const early = pressed(spins, 1);
    expect(number(early, "upper.w # 1")).toBeCloseTo(1, 6);
    expect(number(early, "lower.w # 1")).toBeCloseTo(-1, 6);
    expect(speedOf(early, "upper")).toBeLessThan(1e-9);
    const late = pressed(spins, 2);
    expect(Math.hypot(...numbers(late, "upper.w"), ...numbers(late, "lower.w"))).toBeLessThan(1e-9);
  });
});

describe("the same bits", () => {
  const pile = `${world()}${ground}${block("a", "[0.01, 0, 0.25]")}${block("b", "[0, 0.02, 0.75]")}${ball("c", 1.52)}`;

  test("compiled and interpreted", () => {
    const text = `${pile}${simulation(0.1, "margin = 0.01  iterations = 4")}`;
    expect(runText(text).digest()).toBe(runText(text, { evaluation: "interpreted" }).digest());
  });

  test("whatever the order of the text", () => {
    const [a, b] = [block("a", "[0.01, 0, 0.25]"), block("b", "[0, 0.02, 0.75]")];
    const text = (first: string, second: string) =>
      `${world()}${first}${ground}${second}${simulation(0.5, "margin = 0.01")}`;
    expect(runText(text(a, b)).digest()).toBe(runText(text(b, a)).digest());
  });

  test("gone on from a snapshot", () => {
    const model = modelOf(`${pile}${simulation(0.6, "margin = 0.01")}`);
    const whole = new Run(model);
    whole.finish();
    const first = new Run(model);
    while (first.time < 0.3) first.advance();
    const rest = new Run(model, { resume: first.snapshot() });
    rest.finish();
    expect(rest.recording.frames.at(-1)!.memory).toEqual(whole.recording.frames.at(-1)!.memory);
  });

  test("gone on from a snapshot whose pairs come in another order than their laws were met", () => {
    // Two blocks meet each other in the air, and the floor later; its pair is the first of a snapshot.
    const floor = object("a_floor", "static", "half space", "position = [0, 0, 0]");
    const two = `${block("block", "[0.2, 0, 0.5]")}${block("other", "[0, 0, 1.001]")}`;
    const model = modelOf(`${world()}${floor}${two}${simulation(0.6, "margin = 0.01")}`);
    const whole = new Run(model);
    whole.finish();
    const first = new Run(model);
    while (first.time < 0.4) first.advance();
    const rest = new Run(model, { resume: first.snapshot() });
    rest.finish();
    expect(rest.recording.frames.at(-1)!.memory).toEqual(whole.recording.frames.at(-1)!.memory);
  });
});

describe("first-time-only attributes of contact points", () => {
  // The law notes the height of its ball when a point begins, and hands it to the ball.
  const noting = (more: string) => `${world()}${ground}
    context { name = fall  type = free fall  functions = { v' = force / mass  position' = v } }
    context { name = note  type = contact  applied to = pair
    applicability = { mandatory 1 dynamic object and 1 static object }
      attributes = { first = -1 }  compute_first_time_only_attributes = {first}
      functions = { first = position1 # 3 + 10  ${more} } }\n`;
  const still = (z: number) => ball("ball", z, "v = [0, 0, -0.1]  noted = 0  force = [0, 0, 0]");
  const run = (law: string, z: number, evaluation: "compiled" | "interpreted") =>
    runText(`${noting(law)}${still(z)}${simulation(0.1, "", "fall, note")}`, { evaluation });

  test.each(["compiled", "interpreted"] as const)("are taken of a point that is there from the start, %s", (way) => {
    expect(number(run("noted1 = first", 0.5, way), "ball.noted")).toBe(10.5);
  });

  test.each(["compiled", "interpreted"] as const)("are taken when a point begins, and kept, %s", (way) => {
    expect(number(run("noted1 = first", 0.505, way), "ball.noted")).toBeCloseTo(10.5, 2);
    expect(number(run("noted1 = first", 0.505, way), "ball.noted")).toBeGreaterThan(10.499);
  });

  test.each(["compiled", "interpreted"] as const)("are there for laws that only push, %s", (way) => {
    // 10.5 N on 2 kg over 0.1 s, in steps of which the first has begun with the point.
    expect(number(run("force1 += [0, first, 0]", 0.5, way), "ball.v # 2")).toBeCloseTo((10.5 / 2) * 0.1, 12);
  });
});

describe("Newton's method for the fixed point of the sweeps", () => {
  const askew = `object { name = block  physical type = dynamic  geometrical type = cuboid  copies = blocks
    attributes = {
    position = [random(-0.001, 0.001), random(-0.001, 0.001), 0.4 * index - 0.2]
    orientation = [0, 0, random(-0.1, 0.1) * pi / 180]
    size = [2, 2, 0.4]  mass = 100  inertia = cuboidInertia(mass, size)  ${moving} } }\n`;
  const pile = (n: number, duration: number, more = "") =>
    `${world(`blocks = ${n}`)}${ground}${askew}${simulation(
      duration,
      `margin = 0.01  iterations = 5
      sweep order = bottom up ${more}`,
    )}`;
  const accelerated = "acceleration = newton";

  test("a pile of 60 blocks, which five sweeps do not hold, stands", () => {
    const heightOf = (text: string) => number(runText(text), "block60.position # 3");
    expect(heightOf(pile(60, 0.3, accelerated))).toBeCloseTo(60 * 0.4 - 0.2, 5);
    expect(heightOf(pile(60, 0.3))).toBeLessThan(60 * 0.4 - 0.2 - 1e-3);
  });

  test("its bits are those of the interpreter", () => {
    const text = pile(2, 0.02, accelerated);
    expect(runText(text).digest()).toBe(runText(text, { evaluation: "interpreted" }).digest());
  });
});

describe("the order of a step", () => {
  const still = object("wall", "static", "half space", "position = [0, 0, 0]");
  const body = object("body", "dynamic", "sphere", "position = [0, 0, 0.4]  size = 0.5  v = [0, 0, 0]  seen = 0");
  const law = (functions: string) => `context { name = law  type = contact  applied to = pair  iterations = 3
    applicability = { mandatory 1 dynamic object and mandatory 1 static object }
    attributes = { n = 0, depth = 0 }  functions = { ${functions} } }\n`;
  const fall = "context { name = fall  type = free fall  functions = { position' = v  v' = [0, 0, -10] } }\n";
  const run = (functions: string) =>
    runText(`${still}${body}${fall}${law(functions)}${simulation(0.01, "", "fall, law")}`);

  test("a law that writes v comes after the rate of v and before that of position", () => {
    const record = run("v = previous(v) + [0, 0, 1]  n = previous(n) + 1  depth = penetration  seen = depth");
    expect(number(record, "body.v # 3")).toBeCloseTo(-0.1 + 3, 12);
    expect(number(record, "body.position # 3")).toBeCloseTo(0.4 + 0.01 * 2.9, 12);
    expect(number(record, "body.seen")).toBeCloseTo(0.1, 12);
  });

  test("a law that writes position comes after its rate, and sees how deep it is each time", () => {
    const record = run("position = previous(position) + [0, 0, 0.5 * penetration]  seen = penetration");
    // The rates in the order written: position first, by the old velocity.
    expect(number(record, "body.position # 3")).toBeCloseTo(0.5 - 0.1 / 8, 12);
    expect(number(record, "body.seen")).toBeCloseTo(0.1 / 4, 12);
  });

  test("a law that contributes is a force like others", () => {
    const penalty = `context { name = law  type = contact  applied to = pair
      applicability = { mandatory 1 dynamic object and mandatory 1 static object }
      functions = { force += (1000 * penetration - 40 * v . collisionNormal) * collisionNormal } }`;
    const heavy = object(
      "body",
      "dynamic",
      "sphere",
      "position = [0, 0, 0.5]  size = 0.5  v = [0, 0, 0]  force = [0, 0, 0]",
    );
    const fall =
      "context { name = fall  type = free fall  functions = { force += [0, 0, -10]  v' = force  position' = v } }\n";
    const record = runText(`${still}${heavy}${fall}${penalty}${simulation(4, "", "fall, law")}`);
    expect(number(record, "body.position # 3")).toBeCloseTo(0.5 - 0.01, 6);
  });

  test("a collision law is applied once, where a pair comes to touch", () => {
    const bounce = `context { name = law  type = collision
      applicability = { mandatory 1 dynamic object and mandatory 1 static object }
      functions = { v = -previous(v) } }`;
    const falling = object("body", "dynamic", "sphere", "position = [0, 0, 0.55]  size = 0.5  v = [0, 0, -1]");
    const fall = "context { name = fall  type = free fall  functions = { v' = [0, 0, 0]  position' = v } }\n";
    const record = runText(`${still}${falling}${fall}${bounce}${simulation(0.2, "", "fall, law")}`);
    expect(numbers(record, "body.v")).toEqual([0, 0, 1]);
    expect(record.events.filter(({ type }) => type === "collision")).toHaveLength(1);
  });
});

test("what only contact laws contribute to begins from nothing at every look", () => {
  const record = runText(`${object("ground", "static", "half space", "position = [0, 0, 0]")}
    ${object(
      "ball",
      "dynamic",
      "sphere",
      "position = [0, 0, 0.4]  orientation = [1, 0, 0, 0]  size = 0.5  push = [0, 0, 0]",
    )}
    context { name = still  type = free fall  functions = { position' = [0, 0, 0] } }
    context { name = yielding  type = contact  applied to = pair
    functions = { push += 3 * penetration * collisionNormal } }
    simulation { name = s  initial time = 0  duration = 0.05  step = 0.01  scheme = time stepping }`);
  expect(number(record, "ball.push # 3")).toBeCloseTo(3 * 0.1, 12);
});

test("a context attribute without a first value is asked for", () => {
  const law = `context { name = law  type = contact  applied to = pair  attributes = { j }
    applicability = { mandatory 1 dynamic object and mandatory 1 static object }  functions = { j = 1
    v = previous(v) } }`;
  const body = object("body", "dynamic", "sphere", "position = [0, 0, 0.4]  size = 0.5  v = [0, 0, 0]");
  const text = `${ground}${body}${law}${simulation(0.01, "", "law")}`;
  expect(() => runText(text)).toThrow(/needs a first value, such as j = 0/);
  expect(refusal(`${ground}${body}${simulation(1, "sweep order = sideways", "")}`)).toContain(
    "fixed, bottom up, alternating",
  );
});

test("what a collision law writes stays, also where it has no rate", () => {
  const hit = `context { name = hit  type = collision
    functions = { v = previous(v) - 2 * (previous(v) . collisionNormal) * collisionNormal
    hits = previous(hits) + 1 } }\n`;
  const fall = "context { name = fall  type = free fall  functions = { v' = [0, 0, 0]  position' = v } }\n";
  const thing = object("ball", "dynamic", "sphere", "position = [0, 0, 1]  size = 0.5  v = [0, 0, -1]  hits = 0");
  const roof = object("roof", "static", "half space", "position = [0, 0, 3]  orientation = [0, 1, 0, 0]");
  const text = `${ground}${roof}${thing}${fall}${hit}${simulation(5, "", "fall, hit")}`;
  for (const evaluation of ["compiled", "interpreted"] as const) {
    const run = new Run(modelOf(text), { evaluation });
    while (!run.isDone) run.advance();
    // From 1 down to 0.5, up to 2.5 and down again: hits at 0.5, 2.5 and 4.5 s.
    expect(run.recording.events.filter(({ type }) => type === "collision").length).toBe(3);
    expect(number(run.recording, "ball.hits")).toBe(3);
  }
});
