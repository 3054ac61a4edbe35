// Laws that switch: if, min, max, abs and sign inside rates are located, so that integrators keep their order across
// them.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { lastWord, modelOf, number, numbers, object, runText } from "./lab.ts";

const ball = (name: string, attributes: string) => object(name, "dynamic", "sphere", `size = 0.001  ${attributes}`);
const law = (functions: string, more = "") =>
  `context { name = moves  type = free fall  ${more}  functions = { ${functions} } }`;
const simulation = (duration: number, steps: number, more = "") =>
  `simulation { name = s  initial time = 0  duration = ${duration}  step = ${duration / steps}
    frames = ${1 / duration}  ${more} }`;

/** A body on a line, its law, how long it moves, and where it is then. */
interface Scene {
  readonly text: string;
  readonly duration: number;
  readonly x: number;
}

/** Thrown against a spring that only pushes: half a swing of 0.1 π, and back as fast as it came. */
const pushed: Scene = {
  text: `${ball("ball", "x = -1  v = 1")} ${law("x' = v  v' = -100 * max(0, x)")}`,
  duration: 2,
  x: -(2 - 1 - Math.PI / 10),
};
/** The same, said by if, as a force, and by a link. */
const pushedByIf = { ...pushed, text: pushed.text.replace("max(0, x)", "(if x > 0 then x else 0)") };
const pushedByForce = {
  ...pushed,
  text: `${ball("ball", "x = -1  v = 1  force = 0")} ${law("force += -50 * (abs(x) + x)  x' = v  v' = force")}`,
};
/** A swing with dry friction: about 0.1 to -0.8, about -0.1 to 0.6, about 0.1 to -0.4, and on about -0.1. */
const rubbed: Scene = {
  text: `${ball("ball", "x = 1  v = 0")} ${law("x' = v  v' = -x - 0.1 * sign(v)")}`,
  duration: 10,
  x: -0.1 - 0.3 * Math.cos(10 - 3 * Math.PI),
};
/** A push that is switched off by the clock, against a drag. */
const timed: Scene = {
  text: `${ball("ball", "x = 0  v = 0")} ${law("x' = v  v' = (if t < 0.7 then 2 else 0) - v")}`,
  duration: 2,
  x: 2 * 0.7 - 2 * (Math.exp(0.7) - 1) * Math.exp(-2),
};
/** Two bodies of mass 1 that push each other when they are nearer than 1: they change velocities after π / √200. */
const met: Scene = {
  text: `${ball("a", "x = 0  v = 1")} ${ball("b", "x = 2  v = 0")}
    ${law(
      "x' = v  v' = sumOthers(if abs(there - x) < 1 then 100 * (x - there) * (1 / abs(x - there) - 1) else 0)",
      "aliases = { use there as attribute x of each other object }",
    )}`,
  duration: 2,
  // Both at half the speed from t = 1 on, until they part; then the first rests.
  x: 1 + (0.5 * Math.PI) / Math.sqrt(200),
};

const endOf = ({ text, duration }: Scene, steps: number, integrator: string) => {
  const recording = runText(`${text} ${simulation(duration, steps, `integrator = ${integrator}`)}`);
  return numbers(recording, recording.model.byName.has("a") ? "a.x" : "ball.x")[0];
};

const scenes: [string, Scene][] = [
  ["a spring that only pushes, by max", pushed],
  ["by if", pushedByIf],
  ["as a force, by abs", pushedByForce],
  ["dry friction by sign", rubbed],
  ["a push that ends", timed],
  ["bodies that push each other", met],
];

describe.each(scenes)("%s", (_, scene) => {
  test.each([
    ["rk4", 4, 96],
    ["implicit midpoint", 2, 96],
  ])("%s keeps its order", (integrator, order, steps) => {
    const errors = [1, 2, 4].map((times) => Math.abs(endOf(scene, times * steps, integrator) - scene.x));
    const found = Math.log2(errors[0] / errors[2]) / 2;
    expect(errors[2]).toBeLessThan(order === 4 ? 1e-6 : 2e-3);
    if (errors[2] > 1e-11) expect(found).toBeGreaterThan(order - 0.5);
  });

  test("Dormand and Prince are exact, however long the step", () => {
    expect(endOf(scene, 7, "dormand-prince")).toBeCloseTo(scene.x, 10);
  });
});

/**
 * A rope of length 1 between the world and a ball above it, elastic where it is taut: the ball falls 1, and as far as
 * the rope lets it.
 */
const rope = (
  more: string,
) => `${object("ball", "dynamic", "sphere", "size = 0.001  position = [0, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]")}
  link { name = cord  kind = rope  between = {ball, world at [0, 0, 0]} }
  context { name = rope  type = link  functions = { span = norm(anchor1 - anchor2)
    force1 += if span > 1 then -50 * (span - 1) / span * (anchor1 - anchor2) else [0, 0, 0] } }
  context { name = falls  type = free fall  functions = { force += [0, 0, -10]  position' = v  v' = force } }
  ${more}`;

test("a rope that is slack at first: RK4 keeps its order across a link's switch", () => {
  // Taut at √0.2 with speed √20; from there it swings about 1.2 with ω² = 50, z = 1.2 - 0.2 cos ωs + √20/ω sin ωs
  // downwards.
  const s = 0.7 - Math.sqrt(0.2);
  const omega = Math.sqrt(50);
  const z = -(1.2 - 0.2 * Math.cos(omega * s) + (Math.sqrt(20) / omega) * Math.sin(omega * s));
  const errors = [40, 80, 160].map((steps) => {
    const recording = runText(rope(simulation(0.7, steps)));
    return Math.abs(numbers(recording, "ball.position")[2] - z);
  });
  expect(errors[2]).toBeLessThan(1e-7);
  expect(Math.log2(errors[0] / errors[2]) / 2).toBeGreaterThan(3.5);
});

/** Three blocks that slow down and rest, while a force that friction outdoes comes and goes. */
const blocks = `object { name = block  physical type = dynamic  geometrical type = sphere  copies = 3
    attributes = { size = 0.001  x = 0  v = index / 2 } }
  ${law("x' = v  v' = 0.5 * sine(0.7 * t) - sign(v)")}`;

describe.each(["rk4", "implicit midpoint", "dormand-prince"])("dry friction that holds a body, by %s", (integrator) => {
  const run = (text: string, duration: number, steps: number) =>
    runText(
      `${text} ${simulation(duration, steps, `integrator = ${integrator}`).replace(/frames = \S+/, "frames = 10")}`,
    );
  // Implicit midpoint is of the second order where the force is not constant.
  const digits = integrator === "implicit midpoint" ? 3 : 9;

  test.each([0.5, 0, -0.3])("a block on an incline that pulls by %s stops, and stays where it is", (pull) => {
    for (const steps of [100, 1000]) {
      const recording = run(`${ball("ball", "x = 0  v = 1")} ${law(`x' = v  v' = ${pull} - sign(v)`)}`, 10, steps);
      const stop = 1 / (1 - pull);
      for (const { time } of recording.frames)
        if (time > stop + 1e-9) {
          expect(Math.abs(number(recording, "ball.v", time))).toBeLessThan(1e-15);
          expect(Math.abs(number(recording, "ball.x", time) - stop / 2)).toBeLessThan(1e-12);
        }
      const told = recording.notes.filter((note) => note.includes("(Filippov)"));
      expect(told.length).toBe(1);
      expect(told[0]).toContain("a switch in the law 'moves' holds 'ball' from t = ");
      expect(Number(/from t = (\S+) on/.exec(told[0])![1])).toBeCloseTo(stop, 9);
    }
  });

  test("a force that grows lets it go when friction is outdone", () => {
    // v = 0.5 + t²/4 - t is zero at 2 - √2; from t = 2 on v = (t - 2)²/4.
    const recording = run(`${ball("ball", "x = 0  v = 0.5")} ${law("x' = v  v' = t / 2 - sign(v)")}`, 4, 133);
    const stop = 2 - Math.SQRT2;
    const rest = stop / 2 + stop ** 3 / 12 - stop ** 2 / 2;
    expect(number(recording, "ball.x", 1.5)).toBeCloseTo(rest, digits);
    expect(number(recording, "ball.v", 1.5)).toBe(0);
    expect(number(recording, "ball.x")).toBeCloseTo(rest + 8 / 12, digits);
    expect(number(recording, "ball.v")).toBeCloseTo(1, digits);
  });

  test("a block on a belt, drawn back by a spring, sticks and slips", () => {
    const text = `${ball("ball", "x = 0  v = 0")} ${law("x' = v  v' = -x + 0.5 * sign(0.1 - v)")}`;
    const stick = Math.asin(0.2);
    const from = 0.5 * (1 - Math.cos(stick));
    const slip = stick + (0.5 - from) / 0.1;
    const recording = run(text, 6, 200);
    expect(number(recording, "ball.v", 3)).toBeCloseTo(0.1, 14);
    expect(number(recording, "ball.x", 3)).toBeCloseTo(from + 0.1 * (3 - stick), digits);
    expect(number(recording, "ball.x")).toBeCloseTo(0.5 + 0.1 * Math.sin(6 - slip), digits);
  });

  test("several rest at once, each from its own time", () => {
    const recording = run(blocks, 10, 500);
    for (const index of [1, 2, 3]) {
      const v = (t: number) => index / 2 - t + (0.5 / 0.7) * (1 - Math.cos(0.7 * t));
      let [low, high] = [0, 10];
      while (high - low > 1e-14) {
        const middle = (low + high) / 2;
        if (middle <= low || middle >= high) break;
        if (v(middle) > 0) low = middle;
        else high = middle;
      }
      const x = (index / 2) * low - low ** 2 / 2 + (0.5 / 0.7) * (low - Math.sin(0.7 * low) / 0.7);
      expect(number(recording, `block${index}.v`)).toBe(0);
      expect(number(recording, `block${index}.x`)).toBeCloseTo(x, digits === 9 ? 7 : 3);
    }
    expect(recording.notes.filter((note) => note.includes("(Filippov)")).length).toBe(3);
  });
});

describe("beside a body that a switch holds", () => {
  const both = (block: string, rate: string) =>
    `${ball("block", block)} ${ball("swing", "y = 1  u = 0")}
     context { name = dry  type = free fall  applicability = { object block }  functions = { x' = v  v' = ${rate} } }
     context { name = swings  type = free fall  applicability = { object swing }  functions = { y' = u
     u' = -100 * y } }`;
  const dry = both("x = 0  v = 1", "3 * sine(2 * t) - 5 * (if v > 0 then 1 else -1)");
  const dormandPrince = "integrator = dormand-prince";

  test("dormand-prince keeps the error of other bodies small while it holds", () => {
    const recording = runText(`${dry} ${simulation(5, 10, dormandPrince)}`);
    expect(number(recording, "block.v")).toBeCloseTo(0, 14);
    expect(number(recording, "swing.y")).toBeCloseTo(Math.cos(50), 9);
  });

  test("dormand-prince keeps it small where it steps over switches, but for their roughness", () => {
    const recording = runText(
      `${both("x = 0  v = 100", "if floor(x) == 2 * floor(x / 2) then 1 else -1")} ${simulation(1, 2, dormandPrince)}`,
    );
    expect(recording.notes.join()).toMatch(/change sides too often within the step/);
    expect(number(recording, "swing.y")).toBeCloseTo(Math.cos(10), 7);
  });

  test.each(["rk4", "implicit midpoint", "dormand-prince"])(
    "it meets what lies on its way between the ends of a step: %s",
    (integrator) => {
      // At x = 1 from t = 10/9 on, with y = t: it grazes the post in the first half of the step from 1.5 to 2.
      const recording = runText(`${object("ball", "dynamic", "sphere", "size = 0.1  position = [0, 0, 0]  hits = 0")}
      ${object("post", "static", "sphere", "size = 0.1  position = [1.199, 1.65, 0]  hits = 0")}
      context { name = led  type = free fall
      functions = { position' = [if position # 1 < 1 then 0.9 else -0.9, 1, 0] } }
      context { name = hit  type = collision  functions = { hits1 = previous(hits1) + 1 } }
      ${simulation(3, 6, `integrator = ${integrator}`)}`);
      const { time } = recording.events.find(({ type }) => type === "collision")!;
      expect(time).toBeCloseTo(1.65 - Math.sqrt(0.2 ** 2 - 0.199 ** 2), 7);
      expect(numbers(recording, "ball.position")[0]).toBeCloseTo(1, 12);
    },
  );
});

describe("located switches", () => {
  const halves = "halves(x) = if x < 1 then x else halves(x / 2)";
  const recursing = (rate: string) => `${ball("ball", "x = 1.3  v = 0")} ${law(`v' = ${rate}  x' = v + 1`)}`;
  const texts: [string, string][] = [
    ...scenes.map(([name, { text, duration }]): [string, string] => [name, `${text} ${simulation(duration, 37)}`]),
    ["a rope", rope(simulation(1, 33))],
    [
      "an event in a step that switches",
      `world attributes { k = 1 } ${ball("ball", "x = 1  v = 0")} ${law("x' = v  v' = -k * x - 0.1 * sign(v)")}
       event { name = stiffer  when = x < -0.7  aliases = { use x as attribute x of object ball }
       functions = { k = 4 } } ${simulation(6, 40)}`,
    ],
    ["sliding", `${ball("ball", "x = 0  v = 1")} ${law("x' = v  v' = -sign(v)")} ${simulation(1.5, 20)}`],
    [
      "held by friction that pulls",
      `${ball("ball", "x = 0  v = 1")} ${law(
        "x' = v  v' = 3 * sine(2 * t) - 5 * (if v > 0 then 1 else -1)",
      )} ${simulation(3, 7)}`,
    ],
    ["held by friction", `${blocks} ${simulation(3, 40)}`],
    [
      "many bodies",
      `object { name = ball  physical type = dynamic  geometrical type = sphere  copies = 5
        attributes = { size = 0.001  x = index / 7  v = 1 } }
       ${law("x' = v  v' = -30 * max(0, x - 1) + floor(x)")} ${simulation(2, 31)}`,
    ],
    ["what a recursion gives", `${halves} ${recursing("if halves(x) > 0.7 then 1 else -2")} ${simulation(3, 30)}`],
    [
      "what a recursion gives by way of another function",
      `${halves} more(x) = 0.1 + halves(x) ${recursing("max(more(x), 0.9) + max(0, x - 1.5)")} ${simulation(3, 30)}`,
    ],
    [
      "a switch on one side of what a recursion gives",
      `${halves} ${recursing("if halves(x) > 0.7 then max(0, x - 1.5) else -2")} ${simulation(3, 30)}`,
    ],
    [
      "what a recursion gives, in the condition of an event",
      `${halves} ${ball("ball", "n = 0  x = 1.3")} ${law("x' = 40 * cosine(40 * t)")}
       event { name = e  when = halves(x * x) > 0.94  aliases = { use n as attribute n of object ball
       use x as attribute x of object ball }
         functions = { n = previous(n) + 1 } } ${simulation(2, 20)}`,
    ],
  ];

  test.each(texts)("compiled and interpreted have the same bits: %s", (_, text) => {
    for (const integrator of ["rk4", "implicit midpoint", "dormand-prince"] as const) {
      const model = modelOf(text, { overrides: { integrator } });
      const [compiled, interpreted] = (["compiled", "interpreted"] as const).map((evaluation) =>
        new Run(model, { evaluation }).finish(),
      );
      expect(compiled.digest()).toBe(interpreted.digest());
      expect(compiled.notes).toEqual(interpreted.notes);
    }
  });

  test.each(texts)("a run that is resumed goes on as it was, and frames change nothing: %s", (_, text) => {
    const model = modelOf(text);
    const end = new Run(model).finish().frames.at(-1)!.memory;
    for (const steps of [3, 11]) {
      const run = new Run(model);
      for (let i = 0; i < steps; i++) run.advance();
      expect(new Run(model, { resume: run.snapshot() }).finish().frames.at(-1)!.memory).toEqual(end);
    }
    expect(new Run(modelOf(text, { overrides: { frames: 50 } })).finish().frames.at(-1)!.memory).toEqual(end);
  });

  test("more switches in a step than are followed are told", () => {
    const recording =
      runText(`${ball("ball", "x = 0  v = 100")} ${law("x' = v  v' = if floor(x) == 2 * floor(x / 2) then 1 else -1")}
      ${simulation(1, 2)}`);
    expect(recording.notes.join()).toMatch(
      /switches in the law 'moves' of 'ball' change sides too often within the step from t = 0:/,
    );
    expect(number(recording, "ball.x")).toBeCloseTo(100, 0);
  });

  test("a step across too many switches that has no solution ends the run", () => {
    const recording = new Run(
      modelOf(`${ball("ball", "u = 0  y = 1")} ${law("u' = -1e4 * floor(y * 200) / 200  y' = u")}
        ${simulation(2, 200, "integrator = implicit midpoint")}`),
    ).finish();
    expect(lastWord(recording)).toMatch(/^the implicit midpoint is not found for 'u' of 'ball' under the law 'moves'/);
  });

  test("switches behind a function that calls itself are told", () => {
    const recording = runText(`${ball("ball", "x = 0.3  v = 1")}
      depth(x) = if x < 1 then 0 else 1 + depth(x / 2)
      ${law("x' = v  v' = -depth(x)")} ${simulation(1, 10)}`);
    expect(recording.notes.join()).toMatch(
      /the law 'moves' switches where it is not located, in a function that calls itself/,
    );
  });

  test("a law that asks for the inertia of its shape and compares nothing has no switch, and no note", () => {
    const { notes } = runText(`object { name = skater  physical type = dynamic  geometrical type = sphere
      attributes = { size = 0.2  mass = 3  L = [0, 0, 0.6]  w = [0, 0, 0]  orientation = [1, 0, 0, 0] } }
      ${law("w = inverse(inertiaTensor(mass)) * L  L' = [0, 0, 0]  orientation' = orientationRate(orientation, w)")}
      ${simulation(1, 10)}`);
    expect(notes.filter((note) => note.includes("switch"))).toEqual([]);
  });

  test("a switch beside the inertia of a shape is located; one that depends on it is told", () => {
    const { text, duration, x } = pushed;
    const beside = text.replace("max(0, x)", "(max(0, x) + 0 * (inertiaTensor(1) # 1 # 1))");
    const record = runText(`${beside} ${simulation(duration, 384, "integrator = rk4")}`);
    expect(record.notes.filter((note) => note.includes("switch"))).toEqual([]);
    expect(Math.abs(number(record, "ball.x") - x)).toBeLessThan(1e-6);
    const behind = text.replace("max(0, x)", "max(0, x / (inertiaTensor(1) # 1 # 1)) * (inertiaTensor(1) # 1 # 1)");
    expect(runText(`${behind} ${simulation(duration, 200)}`).notes.join()).toContain(
      "switches where it is not located",
    );
  });

  test("pivots and other comparisons of natives are no switches: a body that tumbles is not divided", () => {
    const text = `object { name = box  physical type = dynamic  geometrical type = cuboid
    attributes = { size = [1, 2, 3]
        orientation = [1, 0, 0, 0]  inertia = [[13, 0, 0], [0, 10, 0], [0, 0, 5]]  L = [0.1, 20, 0.1] } }
      context { name = tumbles  type = free fall  functions = { R = rotation(orientation)
        w = solve(R * (inertia * matrixTranspose(R)), L)  orientation' = orientationRate(orientation, w)
        L' = [0, 0, 0] } }`;
    const twice = [1, 1e-12].map((tolerance) => runText(`${text} ${simulation(3, 100, `tolerance = ${tolerance}`)}`));
    expect(twice[0].frames.at(-1)!.memory).toEqual(twice[1].frames.at(-1)!.memory);
  });
});
