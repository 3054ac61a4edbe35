// Which law governs whom, how long its own attributes live, whose attributes its names mean, and who may be written.
import { describe, expect, test } from "vitest";
import { bounce, fall, fallByRates, floor, number, numbers, object, refusal, runText, timesOf } from "./lab.ts";

const moving = (name: string, type: string, applicability: string, speed: number) =>
  `context { name = ${name}  type = ${type}  ${applicability && `applicability = { ${applicability} }`}
    functions = { position' = [${speed}, 0, 0] } }\n`;
const sphere = (name: string, x: number, more = "v = [0, 0, 0]", physicalType = "dynamic") =>
  object(name, physicalType, "sphere", `position = [${x}, 0, 0]  size = 1  ${more}`);
const simulation = (duration: number, more = "step = 0.1  frames = 10") =>
  `simulation { name = s  initial time = 0  duration = ${duration}  ${more} }`;
const x = (recording: ReturnType<typeof runText>, name: string, time?: number) =>
  numbers(recording, `${name}.position`, time)[0];
const drift = `context { name = drift  type = free fall  functions = { position' = v } }\n`;

describe("selection", () => {
  const ways = [
    moving("any", "free fall", "", 1),
    moving("by_type", "free fall", "mandatory 1 dynamic object", 2),
    moving("by_shape", "free fall", "mandatory 1 sphere", 3),
    moving("by_both", "free fall", "mandatory 1 dynamic sphere", 4),
    moving("by_name", "free fall", "object ball", 5),
  ];
  const scene = `${sphere("ball", 0, "")} ${sphere("other", 10, "")} ${object(
    "box",
    "dynamic",
    "cuboid",
    "position = [0, 9, 0]  size = [1, 1, 1]",
  )}
    ${sphere("crank", 20, "", "driven")} ${object("post", "static", "sphere", "position = [0, -9, 0]  size = 1")}`;

  test("a name beats a shape, a shape a physical type, and that nothing; static objects have no free fall", () => {
    for (const order of [ways, ways.toReversed()]) {
      const recording = runText(`${scene} ${order.join("")} ${simulation(1)}`);
      const at = (name: string) => x(recording, name) - x(recording, name, 0);
      expect(["ball", "other", "box", "crank", "post"].map(at).map(Math.round)).toEqual([5, 4, 2, 3, 0]);
    }
  });

  test("of the contexts that a simulation involves only", () => {
    const recording = runText(
      `${scene} ${ways.join("")} ${simulation(1, "step = 0.1  frames = 10  contexts_involved = {any, by_shape}")}`,
    );
    const at = (name: string) => x(recording, name) - x(recording, name, 0);
    expect(["ball", "other", "box", "crank"].map(at).map(Math.round)).toEqual([3, 3, 1, 3]);
  });

  test("a body that no context is for stays where it is", () => {
    const recording = runText(`${scene} ${ways[4]} ${simulation(1)}`);
    expect(["ball", "other"].map((name) => Math.round(x(recording, name)))).toEqual([5, 10]);
  });

  test("an empty context moves nothing", () => {
    const recording = runText(`${scene} context { name = empty  type = free fall } ${simulation(1)}`);
    expect(recording.frames.at(-1)!.memory.slice(2)).toEqual(recording.frames[0].memory.slice(2));
  });

  test("a tie is told with both names and for whom, also between pairs; a more specific third settles it", () => {
    const one = moving("one", "free fall", "mandatory 1 dynamic sphere", 1);
    const two = moving("two", "free fall", "mandatory 1 dynamic sphere", 2);
    expect(refusal(`${sphere("ball", 0, "")} ${one} ${two} ${simulation(1)}`)).toMatch(
      /'(one|two)' and '(one|two)' apply equally well to 'ball'/,
    );
    expect(
      refusal(
        `${sphere("ball", 0, "")} ${one} ${two} ${moving("by_name", "free fall", "object ball", 5)} ${simulation(1)}`,
      ),
    ).toBe("it runs");
    const law = (name: string) =>
      `context { name = ${name}  type = collision  applicability = { mandatory 2 spheres } }\n`;
    expect(refusal(`${sphere("a", 0, "")} ${sphere("b", 5, "")} ${law("one")} ${law("two")} ${simulation(1)}`)).toMatch(
      /'(one|two)' and '(one|two)' apply equally well to 'a' and 'b'/,
    );
  });

  test("of collision laws the most specific is applied to each pair", () => {
    const law = (name: string, applicability: string) =>
      `context { name = ${name}  type = collision  ${applicability && `applicability = { ${applicability} }`}
        functions = { v = -previous(v) } }\n`;
    const laws = [
      law("any", ""),
      law("pair_of_types", "mandatory 1 dynamic object and mandatory 1 static object"),
      law("with_sphere", "mandatory 1 dynamic sphere and mandatory 1 static object"),
      law("two_spheres", "mandatory 2 spheres"),
      law("named", "object c and mandatory 1 object"),
    ];
    const wall = (y: number, shape: string) =>
      object(`wall_${y}`, "static", shape, `position = [4, ${y}, 0]  size = ${shape === "sphere" ? "1" : "[1, 1, 1]"}`);
    const flying = (name: string, y: number, shape: string) =>
      object(
        name,
        "dynamic",
        shape,
        `position = [0, ${y}, 0]  size = ${shape === "sphere" ? "1" : "[1, 1, 1]"}  v = [4, 0, 0]`,
      );
    const recording =
      runText(`${flying("a", 0, "sphere")} ${wall(0, "sphere")} ${flying("b", 10, "sphere")} ${wall(10, "cuboid")}
      ${flying("c", 20, "sphere")} ${wall(20, "sphere")} ${flying("d", 30, "cuboid")} ${wall(30, "sphere")}
      ${drift} ${laws.join("")} ${simulation(1)}`);
    const law_of = (name: string) =>
      recording.events.find(({ type, objects }) => type === "collision" && objects.includes(name))!.context;
    expect(["a", "b", "c", "d"].map(law_of)).toEqual(["two_spheres", "with_sphere", "named", "pair_of_types"]);
  });

  test("a group law that asks for more objects than a group has is not for it", () => {
    const pile = (count: number) =>
      Array.from({ length: count }, (_, k) =>
        object(`block${k}`, "dynamic", "cuboid", `position = [0, 0, ${k + 0.5}]  size = [1, 1, 1]  v = [0, 0, 0]`),
      ).join("");
    const laws = `world attributes { g = [0, 0, -10]  restitution = 0 } ${floor} ${fall} ${bounce}
      context { name = join  type = collision  applicability = { mandatory 2 dynamic objects }
        functions = { common = (previous(v1) + previous(v2)) / 2  v1 = common  v2 = common } }
      context { name = few  type = contact  functions = { v = [0, 0, 0] } }
      context { name = many  type = contact  applicability = { mandatory 4 dynamic objects }
      functions = { v = [0, 0, 0] } }
      ${simulation(0.2)}`;
    const last = (count: number) =>
      runText(`${pile(count)} ${laws}`).events.findLast(({ type }) => type === "contact")!.context;
    expect([2, 3, 4, 5].map(last)).toEqual(["few", "few", "many", "many"]);
  });
});

describe("the life of context attributes", () => {
  test("first-time-only attributes hold from one event of their body to the next", () => {
    const recording = runText(`world attributes { restitution = 1 }
      ${sphere("ball", 0, "v = [2, 0, 0]  begun = -1")} ${sphere("lone", -50, "v = [2, 0, 0]  begun = -1")}
      ${object("left", "static", "cuboid", "position = [-3, 0, 0]  size = [2, 9, 9]")}
      ${object("right", "static", "cuboid", "position = [3, 0, 0]  size = [2, 9, 9]")}
      context { name = stamped  type = free fall  attributes = {t0, p0}  compute_first_time_only_attributes = {t0, p0}
        functions = { t0 = t  p0 = position  position = p0 + v * (t - t0)  begun = t0 } }
      ${bounce} ${simulation(2.2)}`);
    // Two metres of room for a ball of two metres' width: a metre to each side, at two metres a second.
    const times = timesOf(recording, "collision");
    expect(times.length).toBe(2);
    for (const [n, time] of times.entries()) expect(time).toBeCloseTo(0.5 + n, 12);
    for (const [time, begun] of [
      [0.4, 0],
      [0.6, 0.5],
      [1.4, 0.5],
      [1.6, 1.5],
      [2.2, 1.5],
    ]) {
      expect(
        number(recording, "ball.begun", recording.frames.find((frame) => Math.abs(frame.time - time) < 1e-9)!.time),
      ).toBeCloseTo(begun, 12);
      expect(number(recording, "lone.begun")).toBe(0);
    }
  });

  test("they are computed in the order of their list, each seeing those before and registered values only", () => {
    const recording = runText(`${sphere("ball", 0, "v = [2, 0, 0]  seen = [0, 0, 0]")}
      context { name = ordered  type = free fall  attributes = {a, b, c}  compute_first_time_only_attributes = {c, a, b}
        functions = { doubled = 2 * v # 1  a = c + doubled  b = a * 10  c = 1  v = [7, 0, 0]  seen = [a, b, c] } }
      ${simulation(0.5)}`);
    expect(numbers(recording, "ball.seen")).toEqual([5, 50, 1]);
    expect(numbers(recording, "ball.v")).toEqual([7, 0, 0]);
  });

  test("an object's own attribute may be computed first time only: it is written once an application", () => {
    const recording = runText(`world attributes { restitution = 1 } ${sphere("ball", 0, "v = [1, 0, 0]  bounces = -1")}
      ${object("wall", "static", "cuboid", "position = [2.5, 0, 0]  size = [2, 9, 9]")}
      context { name = counted  type = free fall  compute_first_time_only_attributes = {bounces}
        functions = { bounces = previous(bounces) + 1  position' = v } }
      ${bounce} ${simulation(2)}`);
    expect([0, 0.4, 1, 2].map((time) => number(recording, "ball.bounces", time))).toEqual([0, 0, 1, 1]);
  });

  test("others keep their values from step to step, per body, and restart with the application", () => {
    const text = `world attributes { restitution = 1 }
    ${sphere("ball", 0, "v = [1, 0, 0]  count = 0")} ${sphere("lone", -50, "v = [1, 0, 0]  count = 0")}
      ${object("wall", "static", "cuboid", "position = [2.75, 0, 0]  size = [2, 9, 9]")}
      context { name = counted  type = free fall  attributes = {steps = 0}
        functions = { steps = previous(steps) + 1  count = steps  position' = v } }
      ${bounce}`;
    for (const frames of [1, 10, 77]) {
      const recording = runText(`${text} ${simulation(2, `step = 0.1  frames = ${frames}`)}`);
      // The wall is met at 0.75, amid the eighth step: 8 ends of steps before, the rest of it and 12 more after.
      expect(timesOf(recording, "collision")[0]).toBeCloseTo(0.75, 12);
      expect(number(recording, "ball.count")).toBe(13);
      // For the one left alone that event ends a step too: registered values are those at the end of the last step or
      // event.
      expect(number(recording, "lone.count")).toBe(21);
    }
  });

  test("a collision's own attributes are fresh at every impact, and per object", () => {
    const recording = runText(`${sphere("a", 0, "v = [1, 0, 0]  met = 0")} ${sphere(
      "b",
      4,
      "v = [-1, 0, 0]  met = 0",
    )} ${sphere("c", -4, "v = [0, 0, 0]  met = 0")} ${drift}
      context { name = exchange  type = collision  attributes = {before, n = 0}
      compute_first_time_only_attributes = {before}
        aliases = { use first as attribute before of object with index 0
        use second as attribute before of object with index 1
          use n_a as attribute n of object with index 0  use n_b as attribute n of object with index 1 }
        functions = { first = v1  second = v2  v1 = second  v2 = first  n_a = previous(n_a) + 1
        n_b = previous(n_b) + 10
          met1 = previous(met1) + n_a  met2 = previous(met2) + n_b } }
      ${simulation(5)}`);
    // a and b meet after 1 s, then a and c after 3 more.
    expect(timesOf(recording, "collision").map((time) => Math.round(1e9 * time) / 1e9)).toEqual([1, 4]);
    expect(["a", "b", "c"].map((name) => number(recording, `${name}.met`))).toEqual([2, 10, 10]);
    expect(["a", "b", "c"].map((name) => numbers(recording, `${name}.v`)[0])).toEqual([0, 1, -1]);
  });
});

describe("driven bodies", () => {
  const shaker = object("plate", "driven", "cuboid", "position = [0, 0, 0]  size = [4, 4, 1]  v = [0, 0, 0]  hits = 0");
  const shaking = `context { name = shaken  type = free fall  applicability = { object plate }
    functions = { position = [0, 0, sine(2 * t)]  v = [0, 0, 2 * cosine(2 * t)] } }\n`;

  test("move by their own law, strike, and are not written by those they strike", () => {
    const recording = runText(`world attributes { g = [0, 0, 0] } ${shaker} ${shaking}
      ${object("ball", "dynamic", "sphere", "position = [0, 0, 1.5]  size = 0.5  v = [0, 0, 0]  hits = 0")} ${fall}
      context { name = struck  type = collision
      applicability = { mandatory 1 dynamic object and mandatory 1 driven object }
        functions = { along = collisionNormal . (previous(v1) - previous(v2))
        v1 = previous(v1) - 2 * along * collisionNormal
          v2 = [9, 9, 9]  hits1 = previous(hits1) + 1  hits2 = previous(hits2) + 1 } }
      ${simulation(2)}`);
    // The plate's upper face is at 0.5 + sin 2t, the ball's lower end at 1.
    const time = Math.asin(0.5) / 2;
    const times = timesOf(recording, "collision");
    expect(times.length).toBe(1);
    expect(Math.abs(times[0] - time)).toBeLessThan(1e-12);
    expect(numbers(recording, "ball.v")[2]).toBeCloseTo(4 * Math.cos(2 * time), 9);
    expect(numbers(recording, "plate.v")).toEqual([0, 0, 2 * Math.cos(4)].map((v) => expect.closeTo(v, 12)));
    expect([number(recording, "ball.hits"), number(recording, "plate.hits")]).toEqual([1, 0]);
  });

  test("do not collide with static or other driven ones", () => {
    const recording =
      runText(`${shaker} ${shaking} ${object("other", "driven", "cuboid", "position = [0, 0, 1]  size = [1, 1, 1]")}
      ${object("post", "static", "cuboid", "position = [0, 0, -1]  size = [1, 1, 1]")}
      context { name = any  type = collision } ${simulation(2)}`);
    expect(timesOf(recording, "collision")).toEqual([]);
  });
});

describe("figure 17: a collision that changes nothing", () => {
  const slab = object("slab", "static", "cuboid", "position = [0, 0, 10]  size = [50, 50, 1]");
  const through = (law: string) => `world attributes { g = [0, 0, -10] }
    ${object("ball", "dynamic", "sphere", "position = [0, 0, 0]  size = 1  v = [1, 0, 20]")} ${slab} ${law}
    context { name = nothing  type = collision } ${simulation(5)}`;

  test.each([
    ["in closed form", fall],
    ["by rates", fallByRates],
  ])("lets the ball through on one parabola, %s, and is applied again when it comes back", (_, law) => {
    const recording = runText(through(law));
    // Up: the ball's top is at 9.5 when 20 t - 5 t² = 8.5; down: its lower end is at 10.5 when 20 t - 5 t² = 11.5.
    const times = timesOf(recording, "collision");
    expect(times.length).toBe(2);
    expect(Math.abs(times[0] - (2 - Math.sqrt(4 - 1.7)))).toBeLessThan(1e-9);
    expect(Math.abs(times[1] - (2 + Math.sqrt(4 - 2.3)))).toBeLessThan(1e-9);
    for (const { time } of recording.frames)
      expect(numbers(recording, "ball.position", time)[2]).toBeCloseTo(20 * time - 5 * time ** 2, 9);
    expect(recording.notes.join()).toMatch(/no contact law holds 'ball' and 'slab'/);
  });

  test("without a collision law nothing happens at all, and that is told", () => {
    const recording = runText(through(fall).replace("context { name = nothing  type = collision }", ""));
    expect(recording.events.map(({ type }) => type)).toEqual(["free fall"]);
    expect(recording.notes).toEqual([
      "'ball' and 'slab' can meet, and no law says what happens then: they pass through each other",
    ]);
  });
});

describe("aliases and numbers", () => {
  test("names reach index 0 and 1, a named object, the world; a write through an alias is a write", () => {
    const recording = runText(`world attributes { gravity = [0, 0, 0]  hits = 0 }
      ${sphere("a", 0, "v = [3, 0, 0]  n = [0, 0, 0]")} ${sphere(
        "b",
        4,
        "v = [0, 0, 0]  n = [0, 0, 0]",
      )} ${sphere("watcher", 100, "v = [0, 0, 0]  seen = 0")}
      context { name = drift  type = free fall  aliases = { use g as attribute gravity of world
      use place as attribute position of object with index 0 }
        functions = { v' = g  place' = v } }
      context { name = exchange  type = collision  applicability = { object a and object b }
        aliases = { use u as attribute v of object with index 0  use w as attribute v of object with index 1
          use n_a as attribute n of object with index 0  use n_b as attribute n of object with index 1
          use to_a as attribute collisionNormal of object with index 0
          use to_b as attribute collisionNormal of object with index 1
          use seen as attribute seen of object watcher  use count as attribute hits of world }
        functions = { u = previous(w)  w = previous(u)  n_a = to_a  n_b = to_b  seen = previous(seen) + norm(u)
        count = previous(count) + 1 } }
      ${simulation(2)}`);
    expect(numbers(recording, "a.v")).toEqual([0, 0, 0]);
    expect(numbers(recording, "b.v")).toEqual([3, 0, 0]);
    // Each normal points to the object it is asked for.
    expect(numbers(recording, "a.n").map((n) => n + 0)).toEqual([-1, 0, 0]);
    expect(numbers(recording, "b.n").map((n) => n + 0)).toEqual([1, 0, 0]);
    // The new value of u is what w was.
    expect(number(recording, "watcher.seen")).toBe(0);
    expect(number(recording, "hits")).toBe(1);
  });

  test("in a pair with a static object the dynamic one has index 0, and the other is not written", () => {
    for (const [ball, wall] of [
      ["a", "z"],
      ["z", "a"],
    ]) {
      const recording = runText(`${sphere(ball, 0, "v = [3, 0, 0]  mark = 0")} ${sphere(
        wall,
        4,
        "v = [0, 0, 0]  mark = 0",
        "static",
      )} ${drift}
        context { name = back  type = collision  functions = { v = -previous(v)  mark = 1  mark2 = 2  v2 = [5, 5, 5] } }
        ${simulation(2)}`);
      expect(numbers(recording, `${ball}.v`)).toEqual([-3, 0, 0].map((v) => expect.closeTo(v, 12)));
      expect([number(recording, `${ball}.mark`), number(recording, `${wall}.mark`)]).toEqual([1, 0]);
      expect(numbers(recording, `${wall}.v`)).toEqual([0, 0, 0]);
      expect(recording.events.find(({ type }) => type === "collision")!.objects).toEqual([ball, wall]);
    }
  });

  test("a collision ends both applications and no other", () => {
    const recording = runText(`${sphere("a", 0, "v = [3, 0, 0]")} ${sphere("b", 4)} ${sphere("c", 40)} ${drift}
      context { name = exchange  type = collision  functions = { v1 = previous(v2)  v2 = previous(v1) } }
      ${simulation(1)}`);
    const begun = recording.events.filter(({ type, time }) => type === "free fall" && time > 0);
    expect(begun.map(({ objects }) => objects.join())).toEqual(["a", "b"]);
  });
});

test("a world attribute keeps its value beside a library's helper of that name", () => {
  const text = `import "laws/newton-euler.vfl"
world attributes { g = [0, 0, -10]  R = 0.5 }
object { name = box physical type = dynamic geometrical type = cuboid attributes = {
  size = [1, 1, 1]  mass = 1  inertia = inertiaTensor(mass)  orientation = [1, 0, 0, 0]  position = [0, 0, 0]
  v = [0, 0, 0]  w = [1, 0, 0]  L = inertia * w  force = [0, 0, 0]  torque = [0, 0, 0] } }
measures { radius = R }
simulation { name = s initial time = 0 duration = 1 frames = 1 contexts_involved = {newton_euler} }`;
  const recording = runText(text);
  expect(number(recording, "radius", 1)).toBe(0.5);
  // What the law calls R is still there to be read: the rotation, by 1 rad about x.
  expect(numbers(recording, "box.R", 1)[4]).toBeCloseTo(Math.cos(1), 9);
  expect(numbers(recording, "box.position", 1)[2]).toBeCloseTo(-5, 9);
});
