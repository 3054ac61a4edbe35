// How fast integrators come nearer to the truth as the step gets shorter, and what they keep.
import { describe, expect, test } from "vitest";
import type { System } from "../../src/engine/motion/integrators/method.ts";
import { dormandPrinceOnce, steps } from "../../src/engine/motion/integrators/steps.ts";
import { Run } from "../../src/lab.ts";
import { experiment, lastWord, modelOf, number, numbers, object, runText } from "./lab.ts";

/** The torque-free box, written as rates: all that moves is `orientation`, since L stays. */
const torqueFree = `context { name = torque_free  type = free fall  functions = {
  R = rotation(orientation)
  w = R * (inverse(inertia) * (matrixTranspose(R) * L))
  orientation' = orientationRate(orientation, w)
  L' = [0, 0, 0] } }\n`;

const box = (orientation: string) =>
  object(
    "box",
    "dynamic",
    "cuboid",
    `position = [0, 0, 0]  orientation = ${orientation}  size = [1, 2, 3]
    inertia = [[13, 0, 0], [0, 10, 0], [0, 0, 5]] / 12  L = [1.1, 0.4, 0.7]  w = [0, 0, 0]`,
  );

function spin(integrator: string, step: number, orientation = "[1, 0, 0, 0]", duration = 2): number[] {
  const recording = runText(`${box(orientation)} ${torqueFree}
    simulation { name = s  initial time = 0  duration = ${duration}  step = ${step}  integrator = ${integrator}
    frames = 1 }`);
  return numbers(recording, "box.orientation");
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) ** 2, 0));
}

/** log2 of the ratio of the errors at a step and at half of it. */
const orderOf = (coarse: number, fine: number) => Math.log2(coarse / fine);

// The truth: the adaptive method, whose every step errs by about 1e-13.
const truth = spin("dormand-prince", 0.05);

test.each([
  ["explicit euler", 1, 1 / 128],
  ["semi-implicit euler", 1, 1 / 128],
  ["implicit midpoint", 2, 1 / 32],
  ["rk4", 4, 1 / 16],
] as const)("%s converges at order %i on the torque-free box", (integrator, order, step) => {
  const coarse = distance(spin(integrator, step), truth);
  const fine = distance(spin(integrator, step / 2), truth);
  expect(coarse).toBeGreaterThan(1e-9);
  expect(orderOf(coarse, fine)).toBeGreaterThan(order - 0.1);
  expect(orderOf(coarse, fine)).toBeLessThan(order + 0.25);
});

test.each(["[0.2, -0.3, 0.5]", "identityMatrix(3)"])("RK4 converges at order 4 with the orientation %s", (form) => {
  const exact = spin("dormand-prince", 0.05, form, 1);
  const coarse = distance(spin("rk4", 1 / 16, form, 1), exact);
  const fine = distance(spin("rk4", 1 / 32, form, 1), exact);
  expect(orderOf(coarse, fine)).toBeGreaterThan(3.9);
  expect(orderOf(coarse, fine)).toBeLessThan(4.3);
});

/** A system in TypeScript, with one rank for each stretch of `ranks`. */
function system(size: number, f: (t: number, y: Float64Array, out: Float64Array) => void, ranks = [size]): System {
  const starts = ranks.map((_, rank) => ranks.slice(0, rank).reduce((sum, length) => sum + length, 0));
  const of: System = {
    watch: null,
    parts: 100_000,
    size,
    t: 0,
    h: 0,
    ranks: ranks.length,
    derivative: (y, out) => f(of.t, y, out),
    derivativeOfRank: (_rank, y, out) => f(of.t, y, out),
    components: (rank) => Int32Array.from({ length: ranks[rank] }, (_, k) => starts[rank] + k),
    work: [],
  };
  return of;
}

/** Euler's equations of the torque-free box in its own frame, with the moments 13, 10 and 5. */
const euler = system(3, (_t, w, out) => {
  out[0] = ((10 - 5) / 13) * w[1] * w[2];
  out[1] = ((5 - 13) / 10) * w[2] * w[0];
  out[2] = ((13 - 10) / 5) * w[0] * w[1];
});

type Take = (system: System, y: Float64Array, out: Float64Array) => unknown;

function follow(take: Take, of: System, start: readonly number[], h: number, count: number): Float64Array {
  let y = Float64Array.from(start);
  let next = new Float64Array(of.size);
  for (let i = 0; i < count; i++) {
    of.t = i * h;
    of.h = h;
    take(of, y, next);
    [y, next] = [next, y];
  }
  return y;
}

test("the formula of Dormand and Prince converges at order 5 on the torque-free box, its steps fixed", () => {
  const start = [1, 0.3, 0.8];
  const once: Take = (system, y, out) => dormandPrinceOnce(system, y, out, new Float64Array(system.size));
  const exact = follow(once, euler, start, 2 / 2048, 2048);
  const errors = [16, 32, 64].map((count) => distance([...follow(once, euler, start, 2 / count, count)], [...exact]));
  expect(errors[2]).toBeGreaterThan(1e-13);
  for (const order of [orderOf(errors[0], errors[1]), orderOf(errors[1], errors[2])]) {
    expect(order).toBeGreaterThan(4.85);
    expect(order).toBeLessThan(5.4);
  }
});

test("Dormand and Prince's own steps keep the error small however long the step asked for", () => {
  const ends = [2, 0.5, 0.02].map((step) => spin("dormand-prince", step));
  for (const end of ends) expect(distance(end, truth)).toBeLessThan(1e-11);
});

test("all integrators agree with the exponential of a rate that depends on time", () => {
  // y' = -2 t y, so y = exp(-t²).
  const decay = system(1, (t, y, out) => {
    out[0] = -2 * t * y[0];
  });
  for (const [name, tolerance] of [
    ["rk4", 1e-9],
    ["dormand-prince", 1e-12],
    ["implicit midpoint", 1e-4],
  ] as const) {
    const [y] = follow(steps[name], decay, [1], 1 / 64, 64);
    expect(Math.abs(y - Math.exp(-1))).toBeLessThan(tolerance);
  }
});

test("the implicit midpoint keeps the energy of a linear oscillator to rounding, where RK4 loses some", () => {
  const oscillator = (integrator: string) =>
    runText(`${object("ball", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.1  v = [0, 0.5, 0.2]  k = 7")}
      context { name = spring  type = free fall  functions = { v' = -k * position  position' = v } }
      measures { energy = total(0.5 * (v . v) + 0.5 * k * (position . position)) }
      simulation { name = s  initial time = 0  duration = 50  step = 0.05  integrator = ${integrator}  frames = 1 }`);
  const drift = (integrator: string) => {
    const recording = oscillator(integrator);
    const start = number(recording, "energy", 0);
    return Math.max(...recording.frames.map(({ time }) => Math.abs(number(recording, "energy", time) / start - 1)));
  };
  expect(drift("implicit midpoint")).toBeLessThan(1e-13);
  expect(drift("rk4")).toBeGreaterThan(1e-6);
});

test("the implicit midpoint keeps a quaternion's length and both invariants of the torque-free box", () => {
  const start = [1, 0.3, 0.8];
  const invariants = (w: ArrayLike<number>) => [
    13 * w[0] ** 2 + 10 * w[1] ** 2 + 5 * w[2] ** 2,
    (13 * w[0]) ** 2 + (10 * w[1]) ** 2 + (5 * w[2]) ** 2,
  ];
  const end = invariants(follow(steps["implicit midpoint"], euler, start, 0.1, 1000));
  for (const [k, before] of invariants(start).entries()) expect(Math.abs(end[k] / before - 1)).toBeLessThan(1e-12);

  const quaternion = system(4, (t, q, out) => {
    const w = [Math.cos(t), 0.7, t];
    out[0] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
    out[1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
    out[2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
    out[3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
  });
  const q = follow(steps["implicit midpoint"], quaternion, [1, 0, 0, 0], 0.05, 200);
  expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-13);
});

test("the implicit midpoint ends where rounding is all that is left, far from the origin too", () => {
  const far = runText(`${object("ball", "dynamic", "sphere", "position = [1000001, 0, 0]  size = 0.1  v = [0, 0, 0]")}
    context { name = spring  type = free fall  functions = { v' = -1000 * (position - [1000000, 0, 0])
    position' = v } }
    simulation { name = s  initial time = 0  duration = 2  step = 0.01  integrator = implicit midpoint  frames = 1 }`);
  expect(Math.abs(numbers(far, "ball.position")[0] - 1e6)).toBeLessThan(1.001);
});

describe("the implicit midpoint where steps are long for the law", () => {
  const midpoint = (text: string, step: number, steps: number, more = "") =>
    `${text} simulation { name = s  initial time = 0  duration = ${steps * step}  step = ${step}
      integrator = implicit midpoint  frames = ${1 / step}  ${more} }`;

  test("decays as its formula says", () => {
    const stiff = runText(
      midpoint(
        `${object("ball", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.1")}
        context { name = stiff  type = free fall  functions = { position' = -1000 * position } }`,
        0.1,
        10,
      ),
    );
    // Each step multiplies by (1 - 50) / (1 + 50).
    expect(numbers(stiff, "ball.position")[0]).toBeCloseTo((49 / 51) ** 10, 13);
  });

  test.each([10, 1e3, 1e7])("keeps the energy of a spring with ω h = %s, and its formula's phase", (omega) => {
    const spring = runText(
      midpoint(
        `${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.1  x = 1  v = 0  force = 0")}
        context { name = spring  type = free fall  functions = { force += -${omega * omega} * x  v' = force
        x' = v } }`,
        1,
        40,
      ),
    );
    // A step turns by the angle 2 atan(ω h / 2).
    for (const steps of [1, 2, 7, 40]) {
      const [x, v] = [numbers(spring, "ball.x", steps)[0], numbers(spring, "ball.v", steps)[0]];
      expect(x).toBeCloseTo(Math.cos(steps * 2 * Math.atan(omega / 2)), 9);
      expect(x * x + (v / omega) ** 2).toBeCloseTo(1, 11);
    }
  });

  test("keeps energy and angular momentum of a free rigid body that turns by 6 rad a step", () => {
    const w = [0.1, 6, 0.2];
    const body = runText(
      midpoint(
        `${object(
          "box",
          "dynamic",
          "sphere",
          `position = [0, 0, 0]  size = 1  w = [${w.join()}]
          inertia = [13, 10, 5]`,
        )}
        context { name = euler  type = free fall
        functions = { w' = [5 / 13 * (w # 2) * (w # 3), -8 / 10 * (w # 3) * (w # 1), 3 / 5 * (w # 1) * (w # 2)] } }`,
        1,
        50,
      ),
    );
    const invariants = (u: readonly number[]) =>
      [1, 2].map((power) => 13 ** power * u[0] ** 2 + 10 ** power * u[1] ** 2 + 5 ** power * u[2] ** 2);
    const [energy, momentum] = invariants(w);
    const end = invariants(numbers(body, "box.w"));
    expect(end[0] / energy).toBeCloseTo(1, 11);
    expect(end[1] / momentum).toBeCloseTo(1, 11);
  });

  test("holds bodies that depend on each other, by a sum over others and by links", () => {
    // Two of mass 1 and a spring of k between them: ω² = 2 k. Their middle stays.
    const apart = "position = [0, 0, 0]  size = 0.1";
    const others = runText(
      midpoint(
        `${object("a", "dynamic", "sphere", `${apart}  x = 1  v = 0`)} ${object(
          "b",
          "dynamic",
          "sphere",
          `${apart}
          x = -1  v = 0`,
        )}
        context { name = pair  type = free fall  aliases = { use there as attribute x of each other object }
          functions = { v' = sumOthers(5e5 * (there - x))  x' = v } }`,
        0.1,
        20,
      ),
    );
    expect(numbers(others, "a.x")[0]).toBeCloseTo(Math.cos(40 * Math.atan(50)), 6);
    expect(numbers(others, "a.x")[0] + numbers(others, "b.x")[0]).toBeCloseTo(0, 9);
    const rod = runText(
      midpoint(
        `${object("a", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.1  v = [0, 0, 0]  force = [0, 0, 0]")}
        link { name = spring  kind = spring  between = {a, world at [0, 0, 0]} }
        context { name = spring  type = link  functions = { force1 += -1e6 * (anchor1 - anchor2) } }
        context { name = moves  type = free fall  functions = { v' = force  position' = v } }`,
        0.1,
        20,
      ),
    );
    expect(numbers(rod, "a.position")[0]).toBeCloseTo(Math.cos(40 * Math.atan(50)), 6);
  });

  test("a linkage runs that repetition ended: the same where the steps are short", () => {
    const ends = [0.02, 0.01, 0.005].map((step) => {
      const model = modelOf(experiment("four-bar-linkage"), {
        overrides: { integrator: "implicit midpoint", step, duration: 0.2, frames: 5 },
      });
      const recording = new Run(model).finish();
      expect(recording.stop).toBe(null);
      return recording.frames.at(-1)!.memory;
    });
    const [coarse, fine] = [0, 1].map((i) => Math.hypot(...ends[i].map((x, k) => x - ends[2][k])));
    expect(coarse / fine).toBeGreaterThan(2);
  });

  test("compiled and interpreted have the same bits", () => {
    const text = midpoint(
      `${object("ball", "dynamic", "sphere", "position = [1, 0.2, 0]  size = 0.1  v = [0, 0, 1]")}
      context { name = bowl  type = free fall  functions = { r = norm(position)
      v' = -1e5 * (r - 1) * position / r - 3 * v * norm(v)  position' = v } }`,
      0.1,
      20,
    );
    const [compiled, interpreted] = (["compiled", "interpreted"] as const).map((evaluation) =>
      new Run(modelOf(text), { evaluation }).finish(),
    );
    expect(compiled.stop).toBe(null);
    expect(compiled.digest()).toBe(interpreted.digest());
  });

  test("a step without a solution ends the run with attribute, object, law, time and step", () => {
    const recording = new Run(
      modelOf(
        midpoint(
          `${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.1  x = 1")}
      context { name = bursts  type = free fall  functions = { x' = x^2 } }`,
          1,
          2,
        ),
      ),
    ).finish();
    // m = 1 + m² / 2 has no solution.
    const word = lastWord(recording);
    expect(word).toMatch(/the implicit midpoint is not found for 'x' of 'ball' under the law 'bursts'.*at t = 0; /);
    expect(word).toContain("; take a shorter step than 1, or another integrator");
  });
});

const twoRates = (rates: string, step = 0.5) =>
  runText(`${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.1  x = 1  u = 0")}
    context { name = law  type = free fall  functions = { ${rates} } }
    simulation { name = s  initial time = 0  duration = ${step}  step = ${step}  integrator = semi-implicit euler
    frames = 2 }`);

test("semi-implicit Euler takes the rates in the order written, each seeing the new values of those before", () => {
  const first = twoRates("u' = -x  x' = u");
  expect([number(first, "ball.u"), number(first, "ball.x")]).toEqual([-0.5, 1 - 0.5 * 0.5]);
  const second = twoRates("x' = u  u' = -x");
  expect([number(second, "ball.u"), number(second, "ball.x")]).toEqual([-0.5, 1]);
});

test("semi-implicit Euler applies a rate to all objects before the next rate", () => {
  // b's velocity is changed before a's position is, although a comes first.
  const bodies = ["a", "b"].map((name) =>
    object(name, "dynamic", "sphere", `position = [0, 0, 0]  size = 0.1  x = 0  u = ${name === "a" ? 1 : 2}`),
  );
  const recording = runText(`${bodies.join("")}
    context { name = law  type = free fall
      aliases = { use other_u as attribute u of each other object }
      functions = { u' = 10  x' = sumOthers(other_u) } }
    simulation { name = s  initial time = 0  duration = 1  step = 1  integrator = semi-implicit euler  frames = 1 }`);
  expect([number(recording, "a.x"), number(recording, "b.x")]).toEqual([12, 11]);
});

test("semi-implicit Euler keeps the energy of an oscillator near, where explicit Euler feeds it", () => {
  const energy = (integrator: string) => {
    const recording = runText(`${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.1  x = 1  u = 0")}
      context { name = law  type = free fall  functions = { u' = -x  x' = u } }
      simulation { name = s  initial time = 0  duration = 60  step = 0.05  integrator = ${integrator}  frames = 1 }`);
    return number(recording, "ball.u") ** 2 + number(recording, "ball.x") ** 2;
  };
  expect(Math.abs(energy("semi-implicit euler") - 1)).toBeLessThan(0.06);
  expect(energy("explicit euler")).toBeGreaterThan(10);
});

test("rates and closed forms of t may be mixed: each sees the other at the integrator's stage", () => {
  // u' = 2 a with a = t in closed form: u = t², and c = u + 1 follows. At the start all have their initial values.
  const recording =
    runText(`${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.1  a = 0  u = 0  c = 0")}
    context { name = law  type = free fall  functions = { a = t  u' = 2 * a  c = u + 1 } }
    simulation { name = s  initial time = 0  duration = 1  step = 0.1  integrator = rk4  frames = 4 }`);
  for (const { time } of recording.frames.slice(1)) {
    expect(number(recording, "ball.u", time)).toBeCloseTo(time * time, 12);
    expect(number(recording, "ball.c", time)).toBeCloseTo(1 + time * time, 12);
  }
});

test("in a rate, dt is the step that is taken", () => {
  const recording = runText(`${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.1  q = 0")}
    context { name = law  type = free fall  functions = { q' = dt } }
    simulation { name = s  initial time = 0  duration = 1  step = 0.125  integrator = rk4  frames = 1 }`);
  expect(number(recording, "ball.q")).toBeCloseTo(0.125, 12);
});

test("a quaternion stays of unit length and a matrix a rotation, and the record says so", () => {
  const recording = runText(`${box("[1, 0, 0, 0]")} ${torqueFree}
    simulation { name = s  initial time = 0  duration = 1  step = 0.1  integrator = explicit euler  frames = 1 }`);
  expect(Math.hypot(...numbers(recording, "box.orientation"))).toBeCloseTo(1, 15);
  expect(recording.notes.join(" ")).toMatch(/normalised/);
});

test("a motion that a step is too long for ends with the step, one that was wrong from the start does not", () => {
  // An explicit method doubles and more in every step: h k / m = 0.01 · 1e6.
  const text = (rate: string) => `${object("ball", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.1")}
    context { name = law  type = free fall  functions = { position' = ${rate} } }
    simulation { name = s  initial time = 0  duration = 10  integrator = rk4 }`;
  const stiff = lastWord(new Run(modelOf(text("-1e6 * position"))).finish());
  const said =
    /the step 0\.01 is too long for rk4 here.*; write step = ([\de.-]+), or integrator = dormand-prince$/.exec(stiff);
  // RK4 is stable up to h k = 2.78, and errs by (h k)^5 / 120 in a step.
  expect(Number(said?.[1])).toBeGreaterThan(3e-7);
  expect(Number(said?.[1])).toBeLessThan(2.78e-6);
  const wrong = lastWord(new Run(modelOf(text("position / (position # 2)"))).finish());
  expect(wrong).toMatch(/finite|zero|NaN|Infinity/);
  expect(wrong).not.toMatch(/step/);
});
