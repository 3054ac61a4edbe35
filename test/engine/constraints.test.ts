// What the engine makes of constraints: closed loops, contradictions, first values, gaps, solvers.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { experiment, frameAt, largest, lastWord, modelOf, number, numbers, object, refusal, runText } from "./lab.ts";
import { placesOf, swing } from "./rod-chain.ts";

const gravity = 9.81;
const point = { count: 1, mass: 1, moment: 0, gravity };

/** A particle under gravity with constraints of its own; `laws` are the contexts, `links` the links. */
const particle = (laws: string, links: string, attributes = "position = [0, 0, 0]  v = [0, 0, 0]", simulation = "") => `
  world attributes { g = [0, 0, -${gravity}] }
  ${object("bead", "dynamic", "sphere", `${attributes}  size = 0.1  mass = 2  force = [0, 0, 0]`)}
  context { name = newton  type = free fall  functions = { force += mass * g  v' = force / mass  position' = v } }
  ${laws} ${links}
  simulation { name = s  initial time = 0  duration = 1  step = 0.001  frames = 50  integrator = rk4 ${simulation} }`;

/** A constraint C of one particle that acts along its derivative. */
const held = (name: string, C: string, settings = "") => `
  context { name = ${name}  type = constraint  unknowns = {lambda}  constraints = {C}  ${settings}
    functions = { C = ${C}  force1 += matrixTranspose(derivative(C, position1)) * [lambda] } }`;
const link = (name: string, kind: string) => `link { name = ${name}  kind = ${kind}  between = {bead, world} }`;

/** The diagnostic with which a run ends. */
function stopOf(text: string) {
  return new Run(modelOf(text)).finish().stop?.diagnostic;
}

describe("closed loops and redundant equations", () => {
  test("a four-bar linkage with four hinges in space keeps its energy, its joints and its plane", () => {
    const recording = runText(experiment("four-bar-linkage"), { simulation: "free" });
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-8 * 2 * gravity);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
    for (const name of ["crank", "coupler", "rocker"])
      expect(Math.abs(numbers(recording, `${name}.position`)[1])).toBeLessThan(1e-9);
  });

  test.each([
    // Grübler: a hinge states 5 numbers, a ball 3, a slider 5; three bodies have 18 freedoms, and the mechanism has 1.
    ["four-bar-linkage", 4 * 5 - 17],
    ["slider-crank", 5 + 5 + 3 + 5 - 17],
    ["double-pendulum", 0],
  ])("%s: %i numbers follow from others", (name, count) => {
    const recording = runText(experiment(name), { overrides: { duration: 0.1 } });
    for (const { time } of recording.frames.slice(1)) expect(number(recording, "solver.redundant", time)).toBe(count);
  });

  /** A door under sideways gravity on hinges at these heights. */
  const door = (heights: readonly number[]) => `import "laws/bodies.vfl"
    import "laws/newton-euler.vfl"
    import "laws/joints.vfl"
    world attributes { g = [0, -${gravity}, 0] }
    ${object(
      "door",
      "dynamic",
      "cuboid",
      "position = [0.5, 0, 0]  orientation = [1, 0, 0, 0]  size = [1, 0.05, 2]  " +
        "mass = 20  inertia = cuboidInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  " +
        "force = [0, 0, 0]  torque = [0, 0, 0]",
    )}
    ${heights
      .map(
        (z, k) => `link { name = h${k}  kind = hinge
      between = {door at [-0.5, 0, ${z}], world at [0, 0, ${z}]} attributes = { axis = [0, 0, 1]
      other_axis = [0, 0, 1] } }`,
      )
      .join("\n")}
    measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w) - mass * (g . position)) }
    simulation { name = s  initial time = 0  duration = 2  step = 0.002  frames = 10  integrator = rk4
    contexts_involved = {newton_euler, hinge} }`;

  test("a door on three hinges swings as the pendulum that it is, and they share its weight evenly", () => {
    const [one, three] = [[0], [-0.8, 0, 0.8]].map((heights) => runText(door(heights)));
    const chain = { count: 1, length: 1, mass: 20, moment: (20 * (1 + 0.05 ** 2)) / 12, gravity };
    const [[x, y]] = placesOf(chain, swing(chain, [Math.PI / 2], 2, 200)).centres;
    for (const recording of [one, three]) {
      const place = numbers(recording, "door.position");
      expect(Math.hypot(place[0] - x, place[1] - y, place[2])).toBeLessThan(1e-8);
    }
    const whole = numbers(one, "h0.lambda");
    for (const name of ["h0", "h1", "h2"])
      for (const [k, part] of numbers(three, `${name}.lambda`).entries())
        expect(Math.abs(part - whole[k] / 3)).toBeLessThan(1e-6);
  });

  test("the same constraint twice gives the same motion; each carries half", () => {
    const law = held("on_parabola", "position1 # 3 - (position1 # 1)^2");
    const start = "position = [1, 0, 1]  v = [0, 0, 0]";
    const once = runText(particle(law, link("a", "on_parabola"), start));
    const twice = runText(particle(law, link("a", "on_parabola") + link("b", "on_parabola"), start));
    for (const [k, x] of numbers(once, "bead.position").entries())
      expect(Math.abs(numbers(twice, "bead.position")[k] - x)).toBeLessThan(1e-12);
    expect(number(twice, "a.lambda")).toBeCloseTo(number(once, "a.lambda") / 2, 8);
    expect(number(twice, "b.lambda")).toBeCloseTo(number(once, "a.lambda") / 2, 8);
  });
});

test("constraints that contradict each other are told, with the code 'constraint' and both sides of it", () => {
  const laws = held("quick", "position1 # 1 - 2 * t^2") + held("slow", "position1 # 1 - t^2");
  const stop = stopOf(particle(laws, link("a", "quick") + link("b", "slow")))!;
  expect(stop.code).toBe("constraint");
  expect(stop.message).toMatch(/cannot all be met at t = 0: '[ab]' contradicts the others/);
  // Each alone can be met: what moves by x = 2 t² is at 2.
  const alone = runText(particle(laws, link("a", "quick")));
  expect(numbers(alone, "bead.position")[0]).toBeCloseTo(2, 9);
});

describe("laws that no unknown can satisfy are told:", () => {
  const law = (C: string, contribution: string, unknowns = "lambda") =>
    particle(
      `context { name = odd  type = constraint  unknowns = {${unknowns}}  constraints = {C}
        functions = { C = ${C}  ${contribution} } }`,
      link("a", "odd"),
    );

  test.each([
    ["one that does not act", law("position1 # 3", "force1 += lambda * [1, 0, 0]"), /cannot be met|do not act/],
    [
      "one that acts by its square",
      law("position1 # 3", "force1 += lambda^2 * [0, 0, 1]"),
      /not proportional to its unknowns/,
    ],
    ["one that contributes nothing", law("position1 # 3", ""), /do not act on its constraints/],
    [
      "two for one constraint",
      law("position1 # 3", "force1 += lambda * [0, 0, 1]", "lambda, mu"),
      /1 constraints for 2 unknowns/,
    ],
    ["one of what never moves", law("position2 # 3", "force1 += lambda * [0, 0, 1]"), /do not act on its constraints/],
  ])("%s", (_, text, message) => {
    const word = refusal(text);
    expect(word === "it runs" ? lastWord(new Run(modelOf(text)).finish()) : word).toMatch(message);
  });
});

test("a constraint that its own unknowns cannot reach is told alone: there are no others", () => {
  const pin = `context { name = pin  type = constraint  unknowns = {lambda}  constraints = {C}
    functions = { C = anchor1 - anchor2  force1 += [lambda # 1, lambda # 2, 0] } }`;
  const stop = stopOf(`${object("ball", "dynamic", "sphere", "size = 0.1  v = [0, 0, 0]  mass = 1  force = [0, 0, 0]")}
    context { name = falls  type = free fall  functions = { force += [0, 0, -9.81]  v' = force / mass  position' = v } }
    ${pin} link { name = a  kind = pin  between = {ball, world} }
    simulation { name = s  initial time = 0  duration = 1 }`)!;
  expect(stop.message).toContain("'a' cannot be met at t = 0: its unknowns cannot change 9.81");
  expect(stop.message).not.toContain("others");
});

test("a law at an end that asks for the shape of its body is refused in words", () => {
  const text = `${["bodies", "joints"].map((name) => `import "laws/${name}.vfl"`).join("\n")}
    ${object(
      "bob",
      "dynamic",
      "cuboid",
      `position = [0, 0, -0.5]  orientation = [1, 0, 0, 0]  size = [0.1, 0.1, 1]  mass = 1  inertia = inertiaTensor(1)
       v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`,
    )}
    context { name = fall  type = free fall  functions = { inertia = inertiaTensor(mass)  R = rotation(orientation)
      w = R * (inverse(inertia) * (matrixTranspose(R) * L))  v' = force / mass  position' = v  L' = torque
      orientation' = orientationRate(orientation, w) } }
    link { name = pin  kind = ball_joint  between = {bob at [0, 0, 0.5], world} }
    simulation { name = s  initial time = 0  duration = 1  contexts_involved = {fall, ball_joint} }`;
  expect(stopOf(text)!.message).toBe(
    "the law 'ball_joint' cannot act on 'pin': the law of a body asks for its inertiaTensor, which links do not " +
      "follow: state it in the attributes of the object",
  );
});

describe("first values", () => {
  test("of a law with several constraints: the one that is violated is named", () => {
    const two = `context { name = two  type = constraint  unknowns = {lambda, mu}  constraints = {C, tilt}
      functions = { C = anchor1 # 1  tilt = anchor1 # 2 - 1
        force1 += [lambda, mu, 0] } }`;
    const stop =
      stopOf(`${object("ball", "dynamic", "sphere", "size = 0.1  v = [0, 0, 0]  mass = 1  force = [0, 0, 0]")}
      context { name = falls  type = free fall  functions = { v' = force / mass  position' = v } }
      ${two} link { name = a  kind = two  between = {ball, world} }
      simulation { name = s  initial time = 0  duration = 1 }`)!;
    expect(stop.message).toBe("'a' is violated at the start: its constraint 'tilt' is 1 instead of 0");
  });

  const sphere = held("on_sphere", "norm(position1) - 1");

  test("that violate a constraint are told with the gap", () => {
    const stop = stopOf(particle(sphere, link("a", "on_sphere"), "position = [1.5, 0, 0]  v = [0, 0, 0]"))!;
    expect(stop.code).toBe("constraint");
    expect(stop.message).toBe("'a' is violated at the start: its constraint is 0.5 instead of 0");
    expect(stop.notes.join()).toContain("start = projected");
  });

  test("whose velocities violate it are told with the rate", () => {
    const stop = stopOf(particle(sphere, link("a", "on_sphere"), "position = [1, 0, 0]  v = [0.25, 0, 3]"))!;
    expect(stop.code).toBe("constraint");
    expect(stop.message).toContain("changes at a rate of 0.25 instead of 0");
  });

  test("are put right by start = projected, along the normal only", () => {
    const text = particle(
      sphere,
      link("a", "on_sphere"),
      "position = [1.2, 0, 1.6]  v = [3, 7, 4]",
      "start = projected",
    );
    const recording = runText(text, { overrides: { duration: 0.001, frames: 1000 } });
    const [place, v] = ["position", "v"].map((name) => numbers(recording, `bead.${name}`, 0));
    // The nearest point of the sphere, and the velocity without its part along the normal [0.6, 0, 0.8]: 5.
    for (const [k, x] of [0.6, 0, 0.8].entries()) expect(place[k]).toBeCloseTo(x, 12);
    for (const [k, x] of [0, 7, 0].entries()) expect(v[k]).toBeCloseTo(x, 12);
  });

  test("from which no motion along the constraint leads to it are told", () => {
    const nowhere = held("nowhere", "position1 # 1 ^ 2 + 1");
    const text = particle(nowhere, link("a", "nowhere"), "position = [1, 0, 0]  v = [0, 0, 0]", "start = projected");
    expect(stopOf(text)!.code).toBe("constraint");
  });
});

describe("gaps", () => {
  test.each([2, 10, 30])("with stabilisation = %f a gap dies away like a critically damped swing", (s) => {
    const text = particle(
      held("floor", "position1 # 3", `stabilisation = ${s}`),
      link("a", "floor"),
      "position = [0, 0, 0.01]  v = [0, 0, 0]",
    );
    const recording = runText(text);
    for (const { time } of recording.frames)
      expect(
        Math.abs(numbers(recording, "bead.position", time)[2] - 0.01 * (1 + s * time) * Math.exp(-s * time)),
      ).toBeLessThan(1e-9);
  });

  test("springs and dampers beside the unknowns, as in 003, bring a gap to rest", () => {
    const law = `context { name = floor  type = constraint  unknowns = {lambda}  constraints = {C}  stabilisation = none
      functions = { C = position1 # 3  force1 += (lambda - 200 * C - 40 * C') * [0, 0, 1] } }`;
    const recording = runText(particle(law, link("a", "floor"), "position = [10, 0, 1e-6]  v = [0, 0, 0]"));
    // 2 c'' + 40 c' + 200 c = 0; lambda carries the weight alone.
    for (const { time } of recording.frames)
      expect(
        Math.abs(numbers(recording, "bead.position", time)[2] - 1e-6 * (1 + 10 * time) * Math.exp(-10 * time)),
      ).toBeLessThan(1e-13);
    expect(number(recording, "a.lambda")).toBeCloseTo(2 * gravity, 9);
  });

  const gapAfter = (stabilisation: string, step: number) => {
    const law = held("on_sphere", "norm(position1) - 1", `stabilisation = ${stabilisation}`);
    const text = particle(law, link("a", "on_sphere"), "position = [1, 0, 0]  v = [0, 1, 0]");
    const [x, y, z] = numbers(runText(text, { overrides: { duration: 10, step, frames: 1 } }), "bead.position");
    return Math.abs(Math.hypot(x, y, z) - 1);
  };

  test("without stabilisation they grow, with it they stay small, projection closes them", () => {
    expect(gapAfter("none", 0.02)).toBeGreaterThan(1e-6);
    expect(gapAfter("5", 0.02)).toBeLessThan(gapAfter("none", 0.02) / 10);
    expect(gapAfter("projection", 0.02)).toBeLessThan(1e-12);
  });

  test("without stabilisation they shrink with the fourth power of the step", () => {
    expect(Math.log2(gapAfter("none", 0.01) / gapAfter("none", 0.005))).toBeGreaterThan(3.5);
  });
});

describe("solvers", () => {
  const withSolver = (name: string, solver: string) =>
    experiment(name)
      .replace(
        'import "laws/joints.vfl"',
        `import "laws/joints.vfl"
      context { name = ball_by_choice  type = constraint  unknowns = {lambda}  constraints = {C}  solver = ${solver}
        functions = { C = anchor1 - anchor2
          force1 += reaction(derivative(C, position1), lambda)  torque1 += reaction(derivative(C, orientation1), lambda)
          force2 += reaction(derivative(C, position2), lambda)
          torque2 += reaction(derivative(C, orientation2), lambda) } }`,
      )
      .replaceAll("kind = ball_joint", "kind = ball_by_choice")
      .replace("newton_euler, ball_joint", "newton_euler, ball_by_choice");

  test.each([
    ["double-pendulum-in-space", "rods2", 1],
    ["rope", "rods20", 0.1],
  ])("%s: BiCGSTAB and Gauss–Seidel come to the motion of the direct solver", (name, body, duration) => {
    const end = (solver: string) =>
      numbers(runText(withSolver(name, solver), { overrides: { duration, frames: 1 } }), `${body}.position`);
    const direct = end("direct");
    for (const solver of ["bicgstab", "gauss-seidel"]) {
      const found = end(solver);
      for (const [k, x] of direct.entries()) expect(Math.abs(found[k] - x)).toBeLessThan(1e-7);
    }
  });
});

describe("solvers that iterate", () => {
  const iterated = (solver: string) => `
    world attributes { g = [0, 0, -${gravity}] }
    object { name = bead  physical type = dynamic  geometrical type = sphere  copies = 8
      attributes = { position = [index, 0, 0.1 * index * (8 - index)]  size = 0.1  mass = 1  v = [0, 0, 0]
      force = [0, 0, 0] } }
    context { name = newton  type = free fall  functions = { force += mass * g  v' = force / mass  position' = v } }
    context { name = rod  type = constraint  unknowns = {lambda}  constraints = {C}  solver = ${solver}
      functions = { C = norm(anchor1 - anchor2) - length  force1 += lambda * normalize(anchor1 - anchor2)
      force2 += lambda * normalize(anchor2 - anchor1) } }
    link { name = hook  kind = rod  between = {bead[1], world}  attributes = { length = sqrt(1 + 0.49) } }
    link { name = rods  kind = rod  copies = 7  between = {bead[index], bead[index + 1]}
      attributes = { length = sqrt(1 + (0.1 * (7 - 2 * index))^2) } }
    simulation { name = s  initial time = 0  duration = 0.2  step = 0.005  integrator = rk4 }`;

  test.each(["gauss-seidel", "bicgstab"])(
    "%s: frames, the interpreter and a snapshot change no bit of the motion",
    (solver) => {
      const model = (frames: number) => modelOf(iterated(solver), { overrides: { frames } });
      const end = (run: Run) => [...run.finish().frames.at(-1)!.memory].join();
      const whole = end(new Run(model(5)));
      expect(end(new Run(model(330)))).toBe(whole);
      expect(end(new Run(model(60), { evaluation: "interpreted" }))).toBe(whole);
      const part = new Run(model(5));
      while (part.time < 0.1) part.advance();
      expect(end(new Run(model(5), { resume: part.snapshot() }))).toBe(whole);
    },
  );

  test("what they do not know of their solutions is not 0, but refused", () => {
    const recording = runText(iterated("bicgstab"), { overrides: { duration: 0.02 } });
    for (const name of ["condition", "redundant"])
      expect(() => number(recording, `solver.${name}`)).toThrow(`solver.${name} is known only with 'solver = direct'`);
    expect(number(recording, "solver.residual")).toBeLessThan(1e-10);
    const direct = runText(iterated("direct"), { overrides: { duration: 0.02 } });
    expect(number(direct, "solver.condition")).toBeGreaterThanOrEqual(1);
  });
});

describe("more than joints", () => {
  test("a ball that rolls without slipping comes down a slope of 30° with 5/7 g sin 30°", () => {
    const recording = runText(`import "laws/bodies.vfl"
      import "laws/newton-euler.vfl"
      world attributes { g = [${gravity} * 0.5, 0, -${gravity} * sqrt(0.75)]  n = [0, 0, 1] }
      ${object(
        "ball",
        "dynamic",
        "sphere",
        "position = [0, 0, 0.2]  orientation = [1, 0, 0, 0]  size = 0.2  " +
          "mass = 3  inertia = sphereInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  " +
          "force = [0, 0, 0]  torque = [0, 0, 0]",
      )}
      context { name = rolling  type = constraint  unknowns = {F}  constraints = {slip}
        functions = { arm = -size1 * n  slip = v1 + w1 * arm  force1 += F  torque1 += arm * F } }
      link { name = ground  kind = rolling  between = {ball, world} }
      simulation { name = s  initial time = 0  duration = 2  step = 0.01  integrator = rk4
      contexts_involved = {newton_euler, rolling} }`);
    const a = (5 / 7) * gravity * 0.5;
    expect(numbers(recording, "ball.position")[0]).toBeCloseTo((a * 4) / 2, 9);
    expect(numbers(recording, "ball.w")[1]).toBeCloseTo((a * 2) / 0.2, 9);
    // Friction makes up for 2/7 of the pull downhill.
    expect(numbers(recording, "ground.F")[0]).toBeCloseTo((-2 / 7) * 3 * gravity * 0.5, 9);
  });

  test("a pendulum on a carriage that speeds up evenly stays at the angle whose tangent is a / g", () => {
    const angle = Math.atan(4 / gravity);
    const recording = runText(`import "laws/bodies.vfl"
      import "laws/newton-euler.vfl"
      import "laws/joints.vfl"
      world attributes { g = [0, 0, -${gravity}] }
      ${object(
        "carriage",
        "driven",
        "cuboid",
        "position = [0, 0, 0]  orientation = [1, 0, 0, 0]  size = [1, 1, 0.1]  v = [0, 0, 0]  w = [0, 0, 0]",
      )}
      ${object(
        "bob",
        "dynamic",
        "sphere",
        `position = [-${Math.sin(angle)}, 0, -${Math.cos(angle)}]
        orientation = [1, 0, 0, 0]  size = 0.05  mass = 1  inertia = sphereInertia(mass, size)  v = [0, 0, 0]
        w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`,
      )}
      context { name = speeding_up  type = free fall  applicability = { object carriage }
      functions = { v' = [4, 0, 0]  position' = v } }
      link { name = string  kind = rod  between = {bob, carriage}  attributes = { length = 1 } }
      simulation { name = s  initial time = 0  duration = 2  step = 0.005  integrator = rk4
      contexts_involved = {newton_euler, speeding_up, rod} }`);
    const [bob, carriage] = ["bob", "carriage"].map((name) => numbers(recording, `${name}.position`));
    expect(carriage[0]).toBeCloseTo(8, 12);
    expect(bob[0] - carriage[0]).toBeCloseTo(-Math.sin(angle), 9);
    expect(bob[2] - carriage[2]).toBeCloseTo(-Math.cos(angle), 9);
    expect(-number(recording, "string.lambda")).toBeCloseTo(Math.hypot(4, gravity), 9);
  });

  test.each([
    ["explicit euler", 1],
    ["semi-implicit euler", 1],
    ["implicit midpoint", 2],
    ["rk4", 4],
  ] as const)("a particle on a sphere, swinging in a plane, converges by %s at order %i", (integrator, order) => {
    // θ'' = -g sin θ for a string of 1 m; a rod of length 2, mass 1 and no moment of its own has its centre there.
    const [[x, z]] = placesOf({ ...point, length: 2 }, swing({ ...point, length: 2 }, [Math.PI / 2], 1, 200)).centres;
    const errorOf = (step: number) => {
      const text = particle(
        held("on_sphere", "norm(position1) - 1"),
        link("a", "on_sphere"),
        "position = [1, 0, 0]  v = [0, 0, 0]",
      );
      const place = numbers(runText(text, { overrides: { step, integrator, frames: 1 } }), "bead.position");
      return Math.hypot(place[0] - x, place[2] - z);
    };
    const step = order === 1 ? 1 / 1024 : 1 / 64;
    expect(Math.abs(Math.log2(errorOf(step) / errorOf(step / 2)) - order)).toBeLessThan(0.3);
  });

  test("frames asked for at other times change no bit of the motion", () => {
    const text = experiment("double-pendulum-in-space");
    const end = (frames: number) =>
      frameAt(runText(text, { overrides: { duration: 0.5, frames }, at: [0.5] }), 0.5).memory;
    expect(end(7)).toEqual(end(100));
  });

  test("a run that stops for a constraint says so last", () => {
    const laws = held("quick", "position1 # 1 - 2 * t^2") + held("slow", "position1 # 1 - t^2");
    const recording = new Run(modelOf(particle(laws, link("a", "quick") + link("b", "slow")))).finish();
    expect(lastWord(recording)).toContain("remove one of them");
  });
});

describe("what a constraint is made of", () => {
  const start = "position = [1, 0, 0]  v = [0, 0, 0]";
  const four = "[[norm(position1), 0, 0, 0], [0, 2, 1, 0], [0, 1, 3, 0], [0, 0, 0, 1]]";

  test.each([
    ["an eigenvalue", "eigenvalues([[norm(position1), 0], [0, 5]]) # 1 - 1"],
    ["the solution of four equations", `solve(${four}, [1, 1, 1, 1]) # 1 - 1`],
    ["an inverse of four rows", `inverse(${four}) # 1 # 1 - 1`],
    ["a determinant of four rows", `determinant(${four}) / 5 - 1`],
  ])("the length of a string as %s: the pendulum swings as by angles", (_, C) => {
    const recording = runText(particle(held("string", C), link("hold", "string"), start));
    const pendulum = { ...point, length: 2 };
    const [[x, y]] = placesOf(pendulum, swing(pendulum, [Math.PI / 2], 1, 200)).centres;
    const [px, , pz] = numbers(recording, "bead.position");
    expect(Math.hypot(px - x, pz - y)).toBeLessThan(1e-9);
  });

  test("a recursion has no derivative, and that is said", () => {
    const text =
      `halved(x) = if x < 1 then x else halved(x / ` +
      `2)\n${particle(held("string", "halved(norm(position1)) - 0.5"), link("hold", "string"), start)}`;
    expect(stopOf(text)?.message).toContain(
      "a function that calls itself, or is too large to be written out, has no derivative",
    );
  });
});

test("a gap that projection does not close ends the run; an integrator that chooses its steps goes on", () => {
  const rope = (integrator: "rk4" | "dormand-prince") =>
    new Run(modelOf(experiment("rope"), { overrides: { step: 0.1, duration: 0.6, integrator } })).finish();
  const lost = rope("rk4");
  expect(lastWord(lost)).toMatch(
    /'knots\d' cannot be satisfied at t = 0\.[45].*: its constraint is 0\..* instead of 0 after a step/,
  );
  expect(lastWord(lost)).toMatch("take a smaller step, or integrator = dormand-prince");
  expect(largest(lost, "gap")).toBeLessThan(1e-6);
  const kept = rope("dormand-prince");
  expect(kept.stop).toBeNull();
  expect(largest(kept, "gap")).toBeLessThan(1e-6);
});
