// Group contacts: what the geometry tells each body of a pile, how groups form, grow and break, and how bounces end in
// them.
import { expect, test } from "vitest";
import { type Recording, Run } from "../../src/lab.ts";
import {
  bounce,
  fall,
  fallByRates,
  floor,
  lastWord,
  modelOf,
  number,
  numbers,
  object,
  runText,
  timesOf,
} from "./lab.ts";

const gravity = "g = [0, 0, -10]";
const block = (name: string, z: number, more = "", x = 0) =>
  object(name, "dynamic", "cuboid", `position = [${x}, 0, ${z}]  size = [1, 1, 1]  mass = 1  v = [0, 0, 0]  ${more}`);

/** Two bodies go on with their common velocity. */
const join = `context { name = join  type = collision  applicability = { mandatory 2 dynamic objects }
  functions = { common = (mass1 * previous(v1) + mass2 * previous(v2)) / (mass1 + mass2)  v1 = common
    v2 = common } }\n`;
/** Equal bodies exchange velocities along the normal. */
const exchange = `context { name = exchange  type = collision  applicability = { mandatory 2 dynamic objects }
  functions = { given = ((previous(v2) - previous(v1)) . collisionNormal) * collisionNormal
    v1 = previous(v1) + given  v2 = previous(v2) - given } }\n`;
const rest = "context { name = rest  type = contact  functions = { v = [0, 0, 0] } }\n";
/** The contact law of the thesis' 5.3, as printed. */
const printed = `context { name = rest  type = contact  geometric_data_directions = {[0, 0, 1], [0, 0, -1]}
  attributes = {t0, v0, pos0}  compute_first_time_only_attributes = {t0, v0, pos0}
  functions = { t0 = t  v0 = v  pos0 = position
    Fr = Fg + Nr  Fg = total_mass * g  total_mass = mass + massSumDirVec1
    Nr = if hasPathToStaticObjectDirVec2 then Nr_norm * normal_vec else [0, 0, 0]
    Nr_norm = Fg . -normal_vec  normal_vec = collisionNormalsDirVec2 # 1
    a_final = Fr / total_mass
    position = pos0 + v0 * (t - t0) + 0.5 * a_final * (t - t0)^2
    v = v0 + a_final * (t - t0) } }\n`;
const simulation = (duration: number, more = "step = 0.1  frames = 10") =>
  `simulation { name = s  initial time = 0  duration = ${duration}  ${more} }`;
const height = (recording: Recording, name: string, time?: number) => numbers(recording, `${name}.position`, time)[2];
const lawsAt = (recording: Recording, frame: number) =>
  recording.frames[frame].applications.map((application) => application?.context.name.name ?? "none");

test.each([
  ["in closed form", fall],
  ["by rates", fallByRates],
])("a pile that stands at the start is held at once, %s", (_, law) => {
  const recording = runText(`world attributes { ${gravity}  restitution = 0 }
    ${["a", "b", "c"].map((name, k) => block(name, k + 0.5)).join("")}
    ${floor} ${law} ${bounce} ${join} ${rest} ${simulation(1)}`);
  expect(timesOf(recording, "contact").at(-1)).toBe(0);
  // The frame at an instant shows what holds after all that happens there.
  expect(lawsAt(recording, 0)).toEqual(["rest", "rest", "rest", "none"]);
  for (const [k, name] of ["a", "b", "c"].entries()) expect(height(recording, name)).toBe(k + 0.5);
});

/** The contact law of the library, which lets bodies fall that nothing carries. */
const carried = (names: string, duration: number) =>
  `import "laws/force-contact.vfl"
  ${simulation(duration, `step = 0.1  frames = 10  contexts_involved = {fall, ${names}, force_contact}`)}\n`;

test("blocks that touch from the start and fall together are a group, as they are after a collision", () => {
  const recording = runText(`${carried("bounce, join", 2)} world attributes { ${gravity}  restitution = 0 }
    ${["a", "b", "c"].map((name, k) => block(name, 5.5 + k)).join("")} ${floor} ${fall} ${bounce} ${join}`);
  const [first] = recording.events.filter(({ type }) => type === "contact");
  expect([first.time, first.objects]).toEqual([0, ["a", "b", "c"]]);
  // "We simply want to observe the pyramid falling as a whole" (5.3), for a second; then it stands.
  for (const [k, name] of ["a", "b", "c"].entries()) {
    expect(height(recording, name, 0.9)).toBeCloseTo(5.5 + k - 5 * 0.81, 12);
    expect(height(recording, name)).toBeCloseTo(0.5 + k, 7);
  }
  expect(recording.events.filter(({ type }) => type === "contact").at(-1)!.objects).toEqual(["a", "b", "c", "floor"]);
});

test("a block that rests against a wall from the start is in contact with it; blocks that part are not", () => {
  const recording = runText(`${carried("exchange, bounce", 1)} world attributes { g = [0, 0, 0]  restitution = 1 }
    ${block("a", 0)} ${object("wall", "static", "cuboid", "position = [1, 0, 0]  size = [1, 2, 2]")}
    ${block("b", 9)} ${block("c", 10).replace("v = [0, 0, 0]", "v = [0, 0, 1e-3]")} ${fall} ${bounce} ${exchange}`);
  expect(recording.events.filter(({ type }) => type === "contact").map(({ objects }) => objects)).toEqual([
    ["a", "wall"],
  ]);
  expect(timesOf(recording, "collision")).toEqual([]);
  expect(height(recording, "c")).toBeCloseTo(10.001, 12);
});

test.each([
  ["from the floor's height", 0, 0],
  ["together from above", 0.1, 0],
  ["onto one that lies there", 0, 0.1],
])("a pile dropped %s stands under the thesis' contact law", (_, low, gap) => {
  const recording = runText(`world attributes { ${gravity}  restitution = 0 }
    ${block("a", 0.5 + low)} ${block("b", 1.5 + low + gap)} ${block("c", 2.5 + low + gap)}
    ${floor} ${fall} ${bounce} ${join} ${printed} ${simulation(2)}`);
  for (const [k, name] of ["a", "b", "c"].entries()) {
    expect(Math.abs(height(recording, name) - k - 0.5)).toBeLessThan(1e-7);
    expect(Math.abs(numbers(recording, `${name}.v`)[2])).toBeLessThan(1e-7);
  }
});

test("a ball on a block at rest on the floor bounces as on the floor: the block hands the blow on and back", () => {
  const recording = runText(`world attributes { ${gravity}  restitution = 1 }
    ${block("a", 0.5)} ${object(
      "ball",
      "dynamic",
      "sphere",
      "position = [0, 0, 2.75]  size = 0.5  mass = 1  v = [0, 0, 0]",
    )}
    ${floor} ${fall} ${bounce} ${exchange} ${rest} ${simulation(2)}`);
  // It falls by 1.25, which takes 0.5 s, and is back at 1 s.
  expect(timesOf(recording, "collision", "ball").every((time) => Math.abs((time % 1) - 0.5) < 1e-6)).toBe(true);
  expect(timesOf(recording, "collision", "ball").length).toBe(4);
  expect(height(recording, "ball", 1)).toBeCloseTo(2.75, 6);
  expect(height(recording, "ball")).toBeCloseTo(2.75, 6);
  expect(height(recording, "a")).toBeCloseTo(0.5, 6);
});

/** Writes what the directions give into attributes. */
const told = `context { name = told  type = contact
  geometric_data_directions = {[0, 0, 1], [0, 0, -1], [1, 0, 0], [3, 0, -1]}
  functions = { v = [0, 0, 0]
    above = tagSumDirVec1  below = tagSumDirVec2  aside = tagSumDirVec3  askew = tagSumDirVec4
    places = positionSumDirVec1
    up = hasPathToStaticObjectDirVec1  down = hasPathToStaticObjectDirVec2
    right = hasPathToStaticObjectDirVec3  tilted = hasPathToStaticObjectDirVec4
    normal = if down then collisionNormalsDirVec2 # 1 else [0, 0, 0]
    point = if down then collisionPointsDirVec2 # 1 else [0, 0, 0]
    roof = if above > 0 then collisionNormalsDirVec1 # 1 else [0, 0, 0]
    roof_point = if above > 0 then collisionPointsDirVec1 # 1 else [0, 0, 0] } }\n`;
const blank = `tag = 1  above = -1  below = -1  aside = -1  askew = -1  places = [0, 0, 0]  up = true  down = false
  right = true  tilted = false
  normal = [0, 0, 0]  point = [0, 0, 0]  roof = [0, 0, 0]  roof_point = [0, 0, 0]`;

test("figure 14: each block of a pile knows how much stands on it and beneath it, and on what", () => {
  const names = ["a", "b", "c", "d"];
  const recording = runText(`world attributes { ${gravity}  restitution = 0 }
    ${names.map((name, k) => block(name, k + 0.5, blank)).join("")}
    ${floor} ${fallByRates} ${bounce} ${join} ${told} ${simulation(0.2)}`);
  for (const [k, name] of names.entries()) {
    const of = (attribute: string) => numbers(recording, `${name}.${attribute}`);
    expect(of("above")).toEqual([3 - k]);
    // The floor has no tag and counts nothing.
    expect(of("below")).toEqual([k]);
    expect(of("aside")).toEqual([0]);
    // [3, 0, -1] faces what lies below too.
    expect(of("askew")).toEqual([k]);
    expect([of("up"), of("down"), of("right"), of("tilted")].flat()).toEqual([0, 1, 0, 1]);
    const over = names.slice(k + 1).reduce((sum, _, j) => sum + k + j + 1.5, 0);
    expect(of("places")).toEqual([0, 0, over]);
    expect(of("normal")).toEqual([0, 0, 1]);
    expect(of("point")[2]).toBeCloseTo(k, 12);
    expect(of("roof")).toEqual(k < 3 ? [0, 0, -1] : [0, 0, 0]);
    if (k < 3) expect(of("roof_point")[2]).toBeCloseTo(k + 1, 12);
    // A face's one point is the middle of its extremities.
    for (const axis of [0, 1]) expect(of("point")[axis]).toBeCloseTo(0, 12);
  }
});

test("an arch: the sums count each of two supports once, and what carries both once", () => {
  const recording = runText(`world attributes { ${gravity}  restitution = 0 }
    ${block("base", 0.5, blank).replace("size = [1, 1, 1]", "size = [5, 1, 1]")}
    ${block("left", 1.5, blank, -1.5)} ${block("right_", 1.5, blank, 1.5)}
    ${block("top", 2.5, blank).replace("size = [1, 1, 1]", "size = [5, 1, 1]")}
    ${floor} ${fallByRates} ${bounce} ${join} ${told} ${simulation(0.2)}`);
  expect(["base", "left", "right_", "top"].map((name) => number(recording, `${name}.above`))).toEqual([3, 1, 1, 0]);
  expect(["base", "left", "right_", "top"].map((name) => number(recording, `${name}.below`))).toEqual([0, 1, 1, 3]);
});

test("of several contacts in a direction the rows come by how much they face it, and all are there", () => {
  // Unit normals (-sin, 0, cos) and (sin, 0, cos) of two slopes that hold a ball between them.
  const slope = (name: string, angle: number, x: number) =>
    object(name, "static", "half space", `position = [${x}, 0, 0]  orientation = [0, ${angle}, 0]`);
  const [steep, flat] = [-1, 0.3];
  // The ball's centre at unit distance from both slopes through the origin.
  const [s1, c1, s2, c2] = [Math.sin(steep), Math.cos(steep), Math.sin(flat), Math.cos(flat)];
  const det = s1 * c2 - s2 * c1;
  const centre = [(c2 - c1) / det, 0, (s1 - s2) / det];
  const recording = runText(`world attributes { ${gravity}  restitution = 0 }
    ${object(
      "ball",
      "dynamic",
      "sphere",
      `position = [${centre}]  size = 1  v = [0, 0, 0]  n1 = [0, 0, 0]
      n2 = [0, 0, 0]  p1 = [0, 0, 0]  rows = 0  n3 = [0, 0, 0]`,
    )}
    ${slope("one", steep, 0)} ${slope("two", flat, 0)} ${fallByRates} ${bounce}
    context { name = between  type = contact  geometric_data_directions = {[0, 0, -1], [1, 0, 0]}
      functions = { v = [0, 0, 0]  n1 = collisionNormalsDirVec1 # 1  n2 = collisionNormalsDirVec1 # 2
      p1 = collisionPointsDirVec1 # 1
        rows = matrixDimension(collisionNormalsDirVec1) # 1  n3 = collisionNormalsDirVec2 # 1 } }
    ${simulation(0.2)}`);
  const near = (path: string, expected: readonly number[]) => {
    for (const [k, x] of numbers(recording, path).entries()) expect(x).toBeCloseTo(expected[k], 9);
  };
  expect(number(recording, "ball.rows")).toBe(2);
  near("ball.n1", [s2, 0, c2]);
  near("ball.n2", [s1, 0, c1]);
  near("ball.p1", [centre[0] - s2, 0, centre[2] - c2]);
  // Only the steep slope leans against +x.
  near("ball.n3", [s1, 0, c1]);
});

test("a group that another joins, or one leaves, begins anew for all its members", () => {
  const stamped = `context { name = rest  type = contact  attributes = {since}
    compute_first_time_only_attributes = {since}
    functions = { since = t  v = [0, 0, 0]  begun = since } }`;
  const recording = runText(
    `world attributes { ${gravity}  restitution = 0 }
    ${block("a", 0.5, "begun = -1")} ${block("b", 1.5 + 0.2, "begun = -1")} ${block("far", 0.5, "begun = -1", 9)}
    ${floor} ${fall} ${bounce} ${join} ${stamped}
    event { name = lift  when = t >= 0.6
    aliases = { use v_b as attribute v of object b } functions = { v_b = [0, 0, 1] } }
    ${simulation(1)}`,
  );
  const landed = Math.sqrt(0.04);
  expect(number(recording, "a.begun", 0.1)).toBe(0);
  expect(number(recording, "a.begun", 0.5)).toBeCloseTo(landed, 9);
  expect(number(recording, "b.begun", 0.5)).toBeCloseTo(landed, 9);
  // Lifted by the event, b leaves for 0.2 s, and lands again.
  expect(number(recording, "a.begun", 0.7)).toBeCloseTo(0.6, 9);
  expect(height(recording, "b", 0.7)).toBeCloseTo(1.55, 9);
  expect(number(recording, "a.begun", 1)).toBeCloseTo(0.8, 6);
  // Who takes no part is left alone, also one that stands on the same floor.
  expect(number(recording, "far.begun", 1)).toBe(0);
});

test("a block that slides off a table falls from the step at which it has left it", () => {
  const recording = runText(`import "laws/force-contact.vfl"
    world attributes { ${gravity}  restitution = 0 }
    ${object("table", "static", "cuboid", "position = [0, 0, -0.5]  size = [4, 4, 1]")}
    ${block("a", 0.5).replace("v = [0, 0, 0]", "v = [2, 0, 0]")}
    ${fall} ${bounce}
    simulation { name = s  initial time = 0  duration = 2  step = 0.01  frames = 10
    contexts_involved = {fall, bounce, force_contact} }`);
  // The block's trailing face passes the edge at x = 2 when its centre is at 2.5.
  const [, left] = timesOf(recording, "free fall", "a");
  expect(left).toBeGreaterThanOrEqual(1.25 - 1e-9);
  expect(left).toBeLessThanOrEqual(1.26 + 1e-9);
  expect(height(recording, "a", 1.2)).toBe(0.5);
  expect(height(recording, "a")).toBeCloseTo(0.5 - 5 * (2 - left) ** 2, 9);
  expect(numbers(recording, "a.position")[0]).toBeCloseTo(4, 9);
});

test("bounces without end of a ball on a slope end in contact, at the sum of their series", () => {
  // Along the normal a ball falls with g cos, from a height that takes 0.5 s; each bounce takes half the time of the
  // one before.
  const angle = 0.4;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const d = 0.25 + (10 * c * 0.5 ** 2) / 2;
  const recording = runText(`import "laws/force-contact.vfl"
    world attributes { ${gravity}  restitution = 0.5 }
    ${object("ball", "dynamic", "sphere", `position = [${s * d}, 0, ${c * d}]  size = 0.25  mass = 1  v = [0, 0, 0]`)}
    ${object("slope", "static", "half space", `position = [0, 0, 0]  orientation = [0, ${angle}, 0]`)} ${fall} ${bounce}
    simulation { name = s  initial time = 0  duration = 3  step = 0.01  frames = 10
    contexts_involved = {fall, bounce, force_contact} }`);
  const times = timesOf(recording, "collision");
  for (let n = 0; n < 10; n++) expect(Math.abs(times[n] - (0.5 + (1 - 0.5 ** n)))).toBeLessThan(1e-9);
  const [held] = timesOf(recording, "contact");
  expect(Math.abs(held - 1.5)).toBeLessThan(1e-4);
  // Restitution leaves the speed along the slope alone: g sin t all the way, also when it slides.
  const v = numbers(recording, "ball.v");
  expect(v[0] * c - v[2] * s).toBeCloseTo(10 * s * 3, 5);
  expect(v[0] * s + v[2] * c).toBeCloseTo(0, 6);
});

test("bounces of a ball on a ball held on the floor end in contact too", () => {
  const ball = (name: string, z: number) =>
    object(name, "dynamic", "sphere", `position = [0, 0, ${z}]  size = 0.5  mass = 1  v = [0, 0, 0]`);
  const half = exchange.replace("exchange", "half").replace("((previous", "0.75 * ((previous");
  const recording = runText(`world attributes { ${gravity}  restitution = 0.5 }
    ${ball("a", 0.5)} ${ball("b", 2)} ${floor} ${fall} ${bounce} ${half} ${rest} ${simulation(4)}`);
  expect(lawsAt(recording, 39)).toEqual(["rest", "rest", "none"]);
  expect(height(recording, "a")).toBeCloseTo(0.5, 6);
  expect(height(recording, "b")).toBeCloseTo(1.5, 6);
});

test("a law that asks for the normals where nothing is faced is told so", () => {
  const run = new Run(
    modelOf(`world attributes { ${gravity}  restitution = 0 } ${block("a", 0.5)} ${floor} ${fall} ${bounce}
    context { name = wrong  type = contact  geometric_data_directions = {[0, 0, 1]}
    functions = { v = collisionNormalsDirVec1 # 1 } }
    ${simulation(1)}`),
  );
  expect(lastWord(run.finish())).toMatch(/collisionNormalsDirVec1.*in the law 'wrong' on 'a' at t = 0/);
});
