// Mistakes of lessons that a run does not refuse: each told once, at its place, with what to write; and texts that are
// nearly the same and right.
import { describe, expect, test } from "vitest";
import { checkSource, checkStart, createSource } from "../../src/lab.ts";
import { placeOf, spanText } from "../../src/language/syntax/span.ts";
import { read } from "../engine/lab.ts";

function told(text: string): string[] {
  return checkStart(checkSource(createSource("m.vfl", text), read)).map(({ code, message, notes, span }) => {
    const { line, column } = placeOf(span.source, span.from);
    return [`${line}:${column} ${code} ${spanText(span)}`, message, ...notes].join(" | ");
  });
}

/** The parts of all answers that `of` gives: code, text at the place, message. */
function brief(text: string): string[] {
  return told(text).map((one) => one.split(" | ").slice(0, 2).join(" | ").replace(/^\S+ /, ""));
}

const simulation = "simulation { name = run1  initial time = 0  duration = 1 }\n";
const body = (attributes: string, type = "sphere") =>
  `object { name = ball  physical type = dynamic  geometrical type = ${type}\n  attributes = { ${attributes} } }\n`;
const law = (functions: string, name = "law", type = "free fall", more = "") =>
  `context { name = ${name}  type = ${type}  ${more}  functions = { ${functions} } }\n`;

describe("an angle compared with degrees", () => {
  const pendulum = (when: string, more = "h = 0") =>
    body("size = 0.1  angle = 0  omega = 5  position = [0, 0, 0]  held = 1") +
    law("angle' = omega  omega' = -9.81 * held * sine(angle)") +
    `event { name = release  when = ${when}  aliases = { use a as attribute angle of object ball  use h as ` +
    `attribute held of object ball }  functions = { ${more} } }\n` +
    simulation;
  test.each(["a > 45", "45 < abs(a)", "a < -45", "a >= 45 | h < 0.5"])("%s", (when) => {
    expect(brief(pendulum(when)).join()).toMatch(
      /^degrees -?45 \| 'angle', which sine takes, is taken in radians, and -?45 looks like degrees$/,
    );
  });
  test("the place and the note", () => {
    expect(told(pendulum("a > 45"))).toEqual([
      "4:36 degrees 45 | 'angle', which sine takes, is taken in radians, and 45 looks like degrees | write 45 [°], " +
        "or the " +
        "angle in radians",
    ]);
  });
  test("an event that sets it", () => {
    expect(brief(pendulum("a > 0.5", "a = 90  h = 0"))).toEqual([
      "degrees 90 | 'angle', which sine takes, is taken in radians, and 90 looks like degrees",
    ]);
  });
  test.each(["a > 45 [°]", "a > 0.8", "a * 180 / pi > 45", "t > 45 & a > 2", "h > 45 & a > 1"])(
    "%s is right",
    (when) => {
      expect(brief(pendulum(when)).filter((one) => one.startsWith("degrees"))).toEqual([]);
    },
  );
});

describe("a condition that never or always holds", () => {
  const falling = (when: string) =>
    body("size = 0.1  position = [0, 0, 5]  v = [0, 0, 6]  drag = 0") +
    law("v' = [0, 0, -9.81] - drag * v  position' = v") +
    `event { name = top  when = ${when}  aliases = { use u as attribute v of object ball  use d as attribute drag ` +
    `of object ball }  functions = { d = 2 } }\n` +
    simulation;
  test.each([
    ["norm(u) < 0", "never holds, for 'norm(u)' is never below 0: 'top' cannot happen"],
    ["1 > 2", "never holds: 'top' cannot happen"],
    ["abs(u # 3) < 0", "never holds, for 'abs(u # 3)' is never below 0: 'top' cannot happen"],
    ["u . u < 0", "never holds, for 'u . u' is never below 0: 'top' cannot happen"],
    ["(u # 3)^2 <= -1", "never holds, for '(u # 3)^2' is never below 0: 'top' cannot happen"],
    ["cosine(t) > 2", "never holds, for 'cosine(t)' is never above 1: 'top' cannot happen"],
    ["norm(u) >= 0", "always holds, for 'norm(u)' is never below 0: 'top' happens at the start alone"],
  ])("%s", (when, says) => {
    expect(brief(falling(when)).map((one) => one.split(" | ")[1])).toEqual([`'${when}' ${says}`]);
  });
  test("the place and the note", () => {
    expect(told(falling("norm(u) < 0"))).toEqual([
      "4:36 condition < | 'norm(u) < 0' never holds, for 'norm(u)' is never below 0: 'top' cannot happen | compare " +
        "with " +
        "a number that it goes through, such as 0.01 for what becomes small",
    ]);
  });
  test("two that never hold together", () => {
    expect(brief(falling("u # 3 > 3 & u # 3 < 2"))).toEqual([
      "condition & | 'u # 3 > 3' and 'u # 3 < 2' never hold together: 'top' cannot happen",
    ]);
  });
  test("a part of an alternative decides nothing", () => {
    expect(brief(falling("u # 3 < 1 | norm(u) < 0"))).toEqual([
      "condition < | 'norm(u) < 0' never holds, for 'norm(u)' is never below 0: this part decides nothing",
    ]);
  });
  test.each([
    "norm(u) < 0.01",
    "norm(u) <= 0",
    "u # 3 > 2 & u # 3 < 3",
    "u # 3 < 2 | u # 3 > 3",
    "u # 3 - 1 < 0",
    "sine(t) > 0.9",
  ])("%s is right", (when) => {
    expect(brief(falling(when))).toEqual([]);
  });
});

describe("a friction that drives", () => {
  const sliding = (functions: string, world = "g = [0, 0, -9.81]  mu = 0.3") =>
    `world attributes { ${world} }\n` +
    body("size = 0.1  mass = 2  position = [0, 0, 0]  v = [1, 0, 0]  force = [0, 0, 0]") +
    law(`${functions}  position' = v`) +
    simulation;
  const says = (push: string, along = "v") =>
    `sign ${push} | '${push}' pushes the way '${along}' points, which makes the motion faster: friction and drag ` +
    `have a minus`;
  const signs = (text: string) => brief(text).filter((one) => one.startsWith("sign"));
  test.each([
    ["v' = mu * norm(g) * normalize(v)", "mu * norm(g) * normalize(v)", "v"],
    ["force += mu * mass * norm(g) * normalize(v)  v' = force / mass", "mu * mass * norm(g) * normalize(v)", "v"],
    ["v' = mu * norm(g) * v / max(0.001, norm(v))", "mu * norm(g) * v / max(0.001, norm(v))", "v"],
    ["v' = g + mu * norm(v) * v", "mu * norm(v) * v", "v"],
    ["rub = mu * norm(g) * v / norm(v)  v' = rub", "mu * norm(g) * v / norm(v)", "v"],
    ["way = v - (v . g) * g / (g . g)  v' = mu * norm(g) * normalize(way)", "mu * norm(g) * normalize(way)", "way"],
  ])("%s", (functions, push, along) => {
    expect(signs(sliding(functions))).toEqual([says(push, along)]);
  });
  test("what to write", () => {
    expect(told(sliding("v' = mu * norm(g) * normalize(v)")).join()).toContain(
      "write -mu * norm(g) * normalize(v); for a push that is meant, choose a name that says so, such as thrust",
    );
  });
  test.each([
    ["v' = -mu * norm(g) * normalize(v)", "g = [0, 0, -9.81]  mu = 0.3"],
    ["v' = -mu * norm(g) * v / max(0.001, norm(v))", "g = [0, 0, -9.81]  mu = 0.3"],
    ["v' = -(mu * norm(g)) * normalize(v)", "g = [0, 0, -9.81]  mu = 0.3"],
    ["v' = g + thrust / mass * normalize(v)", "g = [0, 0, -9.81]  thrust = 3"],
    ["v' = mu * normalize(v) - 0.5 * v", "g = [0, 0, -9.81]  mu = 0.3"],
    ["v' = mu * normalize(v)", "g = [0, 0, -9.81]  mu = -0.3"],
    ["v' = mu * normalize(position)", "g = [0, 0, -9.81]  mu = 0.3"],
  ])("%s is right", (functions, world) => {
    expect(signs(sliding(functions, world))).toEqual([]);
  });
});

const rod = (inertia: string, size = "size = [0.1, 0.1, 1] [m]", type = "cuboid") =>
  `object { name = rod  physical type = dynamic  geometrical type = ${type}  attributes = { ${size}  position = ` +
  `[0, 0, 2] [m]\n` +
  `  orientation = [1, 0, 0, 0]  mass = 2 [kg]  inertia = ${inertia}\n` +
  "  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [kg m^2/s]  force = [0, 0, 0] [N]  torque = [0, 0, 0] " +
  "[N m] } }\n";
const rigid = (text: string, contexts: string) =>
  `import "laws/newton-euler.vfl"\nworld attributes { g = [0, 0, -9.81] [m/s^2] }\n${text}simulation { name = run1 ` +
  ` initial time = 0  ` +
  `duration = 0.1  contexts_involved = {newton_euler${contexts}} }\n`;

describe("torques of a link law", () => {
  const cord = (functions: string, at = " at [0.05, 0, 0.5]") =>
    rigid(
      `${rod("inertiaTensor(mass)")}link { name = s  kind = cord  between = {rod${at}, world at [1, 0, 4]}  ` +
        `attributes = { k = 20 [N/m] } }\n` +
        `context { name = cord  type = link  units = {k [N/m], force [N], torque [N m]}\n  functions = { ` +
        `${functions} } }\n`,
      ", cord",
    );
  test("none for an anchor off the centre", () => {
    expect(told(cord("force1 += k * (anchor2 - anchor1)"))).toEqual([
      "8:17 torque force1 | 'cord' pulls 'rod' at a place off its centre, where 's' holds it, and adds no torque: " +
        "it does " +
        "not turn by that | add torque1 += (anchor1 - position1) * (k * (anchor2 - anchor1))",
    ]);
  });
  const swapped =
    "arm and force are in the wrong order: the torque is the arm times the force, and this is its opposite";
  test.each([
    "pull = k * (anchor2 - anchor1)  force1 += pull  torque1 += pull * (anchor1 - position1)",
    "pull = k * (anchor2 - anchor1)  arm = anchor1 - position1  force1 += pull  torque1 += pull * arm",
  ])("arm and force swapped: %s", (functions) => {
    expect(brief(cord(functions)).map((one) => one.split(" | ")[1])).toEqual([swapped]);
  });
  test.each([
    ["pull = k * (anchor2 - anchor1)  force1 += pull  torque1 += (anchor1 - position1) * pull", " at [0.05, 0, 0.5]"],
    ["pull = k * (anchor2 - anchor1)  force1 += pull  torque1 += -pull * (anchor1 - position1)", " at [0.05, 0, 0.5]"],
    ["pull = k * (anchor2 - anchor1)  force1 += pull  torque1 += pull * (position1 - anchor1)", " at [0.05, 0, 0.5]"],
    ["force1 += k * (anchor2 - anchor1)", ""],
    ["force1 += k * (anchor2 - anchor1)", " at [0, 0, 0]"],
  ])("%s%s is right", (functions, at) => {
    expect(brief(cord(functions, at))).toEqual([]);
  });
});

describe("an inertia that no body has", () => {
  test("one moment beyond the sum of the others", () => {
    expect(told(rigid(rod("[[1, 0, 0], [0, 1, 0], [0, 0, 5]] [kg m^2]"), ""))).toEqual([
      "4:56 first-value [[1, 0, 0], [0, 1, 0], [0, 0, 5]] [kg m^2] | the inertia of 'rod' is [[1, 0, 0], [0, 1, " +
        "0], [0, 0, 5]]: " +
        "one of its principal moments is larger than the other two together, and no body has this | about each " +
        "axis a " +
        "moment is at most the sum of the other two; that of the shape is inertiaTensor(mass)",
    ]);
  });
  test.each(["[[1, 0, 0], [0, 1, 0], [0, 0, 2]] [kg m^2]", "[[0.083, 0, 0], [0, 0.083, 0], [0, 0, 0.167]] [kg m^2]"])(
    "%s is right",
    (inertia) => {
      expect(brief(rigid(rod(inertia), ""))).toEqual([]);
    },
  );
  const ball = (inertia: string) => rigid(rod(inertia, "size = 0.1 [m]", "sphere"), "");
  test("a length for its square beside any number", () => {
    expect(told(ball("0.4 * mass * size * identityMatrix(3)"))).toEqual([
      "4:56 dimensions 0.4 * mass * size * identityMatrix(3) | 'inertia' of 'rod' is a mass times a length, and a " +
        "moment of " +
        "inertia is a mass times a length squared | is a square missing: size^2?",
    ]);
    expect(told(ball("2 / 5 * mass * size * identityMatrix(3)")).join()).toContain("is a square missing: size^2?");
    expect(told(ball("2 / 5 * mass * size * identityMatrix(3)"))).toHaveLength(1);
  });
  test("also without units", () => {
    const plain = ball("0.4 * mass * size * identityMatrix(3)").replace(/ \[[^\]]*[mksN][^\]]*\](?= |$)/g, "");
    expect(brief(plain).join()).toContain("'inertia' of 'rod' is a mass times a length, and");
  });
  test.each([
    "0.4 * mass * size^2 * identityMatrix(3)",
    "0.4 * mass * size * size * identityMatrix(3)",
    "0.016 * identityMatrix(3)",
  ])("%s is right", (inertia) => {
    expect(brief(ball(inertia))).toEqual([]);
  });
});

describe("a restitution by any name", () => {
  const bouncing = (e: string, factor = "(1 + e)") =>
    `world attributes { e = ${e} }\n` +
    body("size = 0.1  position = [0, 0, 5]  v = [1, 0, 0]") +
    "object { name = floor  physical type = static  geometrical type = half space  attributes = { } }\n" +
    law("v' = [0, 0, -9.81]  position' = v") +
    law(`v = previous(v) - ${factor} * (previous(v) . collisionNormal) * collisionNormal`, "bouncing", "collision") +
    simulation;
  test("above one", () => {
    expect(told(bouncing("15"))).toEqual([
      "1:24 first-value 15 | 'e' is 15: what collides would part faster than it met | a restitution is a share " +
        "between 0 " +
        "and 1: 15 % is 0.15",
    ]);
  });
  test.each([
    ["0.5", "(1 + e)"],
    ["1", "(1 + e)"],
    ["15", "2 * 1 / (1 + e)"],
  ])("%s in %s is right", (e, factor) => {
    expect(brief(bouncing(e, factor)).filter((one) => one.startsWith("first-value"))).toEqual([]);
  });
});

describe("gravity without units", () => {
  const falling = (functions: string, mass = 2) =>
    "world attributes { g = [0, 0, -9.81] }\n" +
    body(`size = 0.1  mass = ${mass}  position = [0, 0, 5]  v = [1, 0, 0]  force = [0, 0, 0]`) +
    law(`${functions}  position' = v`) +
    simulation;
  test("the mass is missing", () => {
    expect(told(falling("force += g  v' = force / mass"))).toEqual([
      "4:66 dimensions g | 'g' is an acceleration, and what is added to 'force' is divided by mass, as a force is " +
        "| write " +
        "mass * g",
    ]);
  });
  test("the mass is too much", () => {
    expect(brief(falling("v' = mass * g")).join()).toContain(
      "'mass * g' is a force, and the rate of 'v' is an acceleration",
    );
  });
  test("right ones", () => {
    expect(brief(falling("force += mass * g  v' = force / mass"))).toEqual([]);
    expect(brief(falling("force += g  v' = force / mass", 1))).toEqual([]);
  });
});

describe("answers that name what to write", () => {
  const units = (g: string, k: string, force: string) =>
    `world attributes { g = [0, 0, -9.81] ${g}  k = 20 ${k} }\n` +
    body("size = 0.1 [m]  mass = 2 [kg]  position = [0, 0, 5] [m]  v = [1, 0, 0] [m/s]  force = [0, 0, 0] [N]") +
    law(`force += ${force}  v' = force / mass  position' = v`) +
    simulation;
  const both = "mass * g - k * position";
  test("a unit unlike its name", () => {
    expect(told(units("[m/s]", "[N/m]", both))).toEqual([
      "1:38 dimensions [m/s] | 'g' is given as a velocity, m/s, and the laws take it as an acceleration, m/s^2 | " +
        "write [m/s^2] " +
        "in place of [m/s]",
    ]);
    expect(told(units("[m/s^2]", "[N/s]", both))).toEqual([
      "1:54 dimensions [N/s] | 'k' is given as a force per time, kg m/s^3, and the laws take it as a stiffness, " +
        "N/m | write " +
        "[N/m] in place of [N/s]",
    ]);
    expect(told(units("[m/s^2]", "[N/m]", both))).toEqual([]);
    expect(told(units("[m/s^2]", "[N/m]", "g - k * position")).join()).not.toContain("is given as");
  });
  test("a prime for the transpose", () => {
    const motion = (turn: string) =>
      `R = rotation(orientation)  w = R * (inverse(inertia) * (${turn} * L))  v' = force / mass  position' = v ` +
      "L' = torque  orientation' = orientationRate(orientation, w)";
    const turning = (turn: string) => `${rod("inertiaTensor(mass)")}${law(motion(turn))}${simulation}`;
    const found = told(turning("R'"));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/no-rate R' .*: for the transpose, write matrixTranspose\(R\)$/);
    expect(told(turning("matrixTranspose(R)"))).toEqual([]);
  });
  test("a range of MATLAB is one mistake", () => {
    const ball = body("size = 0.1  mass = 2  position = [0, 0, 5]  v = [1, 0, 0]");
    const measures = "measures { height = total(position # 3) }\n";
    const study = "study { name = s  vary mass of ball = 1:5  keep low = minimum(height) }\n";
    const text = ball + law("v' = [0, 0, -9.81] / mass  position' = v") + measures + simulation + study;
    expect(brief(text)).toEqual(["syntax : | unexpected ':'"]);
  });
  test.each(["newton-euler", "laws/newton-euler", "newton-euler.vfl", "newton_euler", "./laws/newton_euler.vfl"])(
    'import "%s"',
    (path) => {
      expect(told(`import "${path}"\n`).join()).toContain('did you mean "laws/newton-euler.vfl"');
    },
  );
  const pivot = (at: string) =>
    rigid(
      `${rod("inertiaTensor(mass)")}link { name = pivot  kind = ball_joint  between = {rod at ${at}, world at [0, ` +
        `0, 2.5]} }\n`,
      ", ball_joint",
    ).replace("\n", '\nimport "laws/joints.vfl"\n');
  test("an anchor in the frame of the world", () => {
    expect(told(pivot("[0, 0, 2.5]")).join()).toContain(
      "| 'at' is a place in the frame of 'rod', from its centre: if [0, 0, 2.5] is meant in the world, write rod " +
        "at [0, 0, 0.5] |",
    );
    expect(told(pivot("[0, 0, 0.4]")).join()).not.toContain("is a place in the frame");
    expect(told(pivot("[0, 0, 0.5]"))).toEqual([]);
  });
});
