// Impacts of linkages: closed ones, geared ones, led ones, bodies of one linkage that strike each other.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
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
import { largest, modelOf, number, object, runText } from "./lab.ts";

describe("linkages", () => {
  const bar = (name: string, position: Vector, size: Vector, v: Vector, w: Vector) =>
    object(
      name,
      "dynamic",
      "cuboid",
      `position = [${position}]  ${upright}  size = [${size}]  mass = 1  inertia = cuboidInertia(mass, size)
        ${moving(v, w)}`,
    );
  const hinge = (name: string, between: string) =>
    `link { name = ${name}  kind = hinge  between = {${between}}  attributes = { axis = [0, 1, 0]
      other_axis = [0, 1, 0] } }`;

  test.each(["smooth", "rough"] as const)(
    "%s: a closed one with one freedom, whose hinges repeat each other, comes back as fast",
    (law) => {
      const recording = runText(`${imports}
      world attributes { g = [0, 0, 0]  restitution = 1  friction = 0.3 }
      ${bar("left", [0, 0, -0.5], [0.1, 0.1, 0.9], [-1, 0, 0], [0, 2, 0])}
      ${bar("right", [1, 0, -0.5], [0.1, 0.1, 0.9], [-1, 0, 0], [0, 2, 0])}
      ${bar("lower", [0.5, 0, -1], [0.9, 0.1, 0.1], [-2, 0, 0], [0, 0, 0])}
      ${object("ball", "static", "sphere", `size = 0.1  position = [-0.4, 0, -0.7]  ${upright}`)}
      ${hinge("one", "left at [0, 0, 0.5], world")}
      ${hinge("two", "right at [0, 0, 0.5], world at [1, 0, 0]")}
      ${hinge("three", "lower at [-0.5, 0, 0], left at [0, 0, -0.5]")}
      ${hinge("four", "lower at [0.5, 0, 0], right at [0, 0, -0.5]")}
      ${simulation(`hinge, ${laws[law][1]}`)}`);
      const [event] = collisionsOf(recording);
      for (const name of ["left", "right"]) expect(afterwards(recording, event, name, "w")[1]).toBeCloseTo(-2, 10);
      expect(afterwards(recording, event, "lower", "w")[1]).toBeCloseTo(0, 10);
    },
  );

  test("a rod whose pivot is led: the ball leaves it as fast as it came, and the pivot goes on as it is led", () => {
    const recording = runText(`${imports}
      world attributes { g = [0, 0, 0]  restitution = 1 }
      context { name = led  type = constraint  unknowns = {lambda}  constraints = {C}
        functions = { C = anchor1 - [0.3 * sine(3 * t), 0, 0]
        force1 += matrixTranspose(derivative(C, position1)) * lambda
        torque1 += matrixTranspose(derivative(C, orientation1)) * lambda } }
      ${bar("rod", [0, 0, -0.6], [0.1, 0.1, 1.2], [0.9, 0, 0], [0, 0, 0])}
      ${object(
        "ball",
        "dynamic",
        "sphere",
        `position = [-0.3, 0, -0.9]  ${upright}  size = 0.1  mass = 0.5
        inertia = sphereInertia(mass, size)  ${moving([3, 0, 0], [0, 0, 0])}`,
      )}
      link { name = pivot  kind = led  between = {rod at [0, 0, 0.6], world} }
      measures { gap = totalLinks(norm(C)) + totalLinks(norm(C')) }
      ${simulation("led, frictionless_collision", "duration = 0.12  step = 0.004  frames = 10")}`);
    const [event] = collisionsOf(recording);
    const speed = (of: typeof afterwards) => {
      const [x, , z] = beforehand(recording, event, "rod", "position").map((c, k) => event.point![k] - c);
      const [, turning] = of(recording, event, "rod", "w");
      const rod = of(recording, event, "rod", "v").map((v, k) => v + turning * [z, 0, -x][k]);
      return dot(
        [...event.normal!],
        of(recording, event, "ball", "v").map((v, k) => v - rod[k]),
      );
    };
    expect(speed(afterwards)).toBeCloseTo(-speed(beforehand), 10);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });

  test.each([0.3, 1])(
    "an arm that gears turn a flywheel with: p = (1 + e) v / (1/m + a²/(I + I₂/9)), e = %f",
    (restitution) => {
      const sphere = `position = [-0.5, 0, -0.8]  ${upright}  size = 0.1  mass = 0.5
        inertia = sphereInertia(mass, size)`;
      const recording = runText(`${imports}
      world attributes { g = [0, 0, 0]  restitution = ${restitution} }
      ${bar("arm", [0, 0, -0.5], [0.1, 0.1, 1], [0, 0, 0], [0, 0, 0])}
      ${bar("wheel", [2, 0, 0], [0.6, 0.1, 0.6], [0, 0, 0], [0, 0, 0])}
      ${object("ball", "dynamic", "sphere", `${sphere}  ${moving([4, 0, 0], [0, 0, 0])}`)}
      ${hinge("one", "arm at [0, 0, 0.5], world")}
      ${hinge("two", "wheel, world at [2, 0, 0]")}
      link { name = teeth  kind = gear  between = {arm, wheel}
        attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0]  ratio = 3 } }
      ${simulation("hinge, gear, frictionless_collision")}`);
      const [event] = collisionsOf(recording);
      const moment = 1.01 / 12 + 0.25 + 0.72 / 12 / 9;
      const impulse = ((1 + restitution) * 4) / (1 / 0.5 + 0.64 / moment);
      expect(afterwards(recording, event, "ball", "v")[0]).toBeCloseTo(4 - impulse / 0.5, 11);
      expect(afterwards(recording, event, "arm", "w")[1]).toBeCloseTo((-impulse * 0.8) / moment, 11);
      expect(afterwards(recording, event, "wheel", "w")[1]).toBeCloseTo((impulse * 0.8) / moment / 3, 11);
    },
  );

  test.each(["smooth", "rough"] as const)(
    "%s: two bars on one hinge that strike each other open again at half the speed, and keep their momenta",
    (law) => {
      const recording = runText(`${imports}
        world attributes { g = [0, 0, 0]  restitution = 0.5  friction = 0.3 }
        ${bar("left", [0.1, 0, -0.6], [0.1, 0.1, 1], [0, 0, 0], [0, 0, 0])}
        ${bar("right", [0.5, 0, -0.6], [0.1, 0.1, 1], [-0.9, 0, 0], [0, 1.5, 0])}
        link { name = pin  kind = hinge  collisions = on  between = {right at [-0.2, 0, 0.6], left at [0.2, 0, 0.6]}
          attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] } }
        measures { momentum = total(mass * v # 1)
          spin = total(angularMomentum(mass, position, v, inertia, orientation, w) # 2) }
        ${simulation(`hinge, ${laws[law][0]}`, "duration = 0.3  step = 0.004  frames = 10  start = projected")}`);
      const [event] = collisionsOf(recording);
      const opening = (of: typeof afterwards) =>
        of(recording, event, "left", "w")[1] - of(recording, event, "right", "w")[1];
      expect(opening(beforehand)).toBeLessThan(-1);
      expect(opening(afterwards)).toBeCloseTo(-0.5 * opening(beforehand), 10);
      for (const name of ["momentum", "spin"])
        expect(largest(recording, name, number(recording, name, 0))).toBeLessThan(1e-10);
    },
  );

  /** Bars in a row, on hinges and ball joints, that tumble between six walls and strike these and each other. */
  const velocities = [
    [1.5, 0, 1],
    [-1, 2, 0],
    [0, -1, 2],
    [1, 1, 1],
  ];
  const turnings = [
    [1, 4, 0],
    [0, 3, -2],
    [2, 0, 3],
    [-3, 1, 2],
  ];
  const joint = (i: number) => {
    const ends = `between = {bar${i} at [-0.25, 0, 0], bar${i - 1} at [0.25, 0, 0]}`;
    const axes = "attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] }";
    return `link { name = joint${i}  ${i === 2 ? `kind = hinge  ${axes}` : "kind = ball_joint"}  ${ends} }`;
  };
  const tumbling = (axes: string, turned: (v: Vector) => Vector, law: keyof typeof laws, friction: number) => {
    const bars = velocities.map((v, i) =>
      object(
        `bar${i}`,
        "dynamic",
        "cuboid",
        `position = [${turned([(i - 1.5) * 0.5, 0, 0])}]  orientation = ${axes}  size = [0.4, 0.1, 0.1]
        mass = ${1 + 0.4 * i}  inertia = cuboidInertia(mass, size)  ${moving(turned(v), turned(turnings[i]))}`,
      ),
    );
    const walls = Array.from({ length: 6 }, (_, i) => {
      const axis = i >> 1;
      const across = (along: number, others: number) => [0, 1, 2].map((k) => (k === axis ? along : others));
      const position = turned(across((i % 2 === 0 ? -1 : 1) * (axis === 0 ? 1.2 : 0.6), 0));
      const shape = `position = [${position}]  orientation = ${axes}  size = [${across(0.2, 9)}]`;
      return object(`wall${i}`, "static", "cuboid", shape);
    });
    const lasting = "duration = 0.8  step = 0.002  frames = 20  start = projected";
    return `${imports}
      world attributes { g = [0, 0, 0]  restitution = 1  friction = ${friction} }
      ${[...bars, ...walls, ...[1, 2, 3].map(joint)].join("\n")}
      measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w))
        gap = totalLinks(norm(anchor1 - anchor2)) }
      ${simulation(`ball_joint, hinge, ${laws[law].join(", ")}`, lasting)}`;
  };

  test("a chain in a box, elastic and smooth, strikes the walls and itself and keeps its energy and its joints", () => {
    const recording = runText(tumbling("[1, 0, 0, 0]", (v) => v, "smooth", 0));
    const collisions = collisionsOf(recording);
    expect(collisions.length).toBeGreaterThan(5);
    const energy = number(recording, "energy", 0);
    expect(largest(recording, "energy", energy)).toBeLessThan(1e-8 * energy);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });

  test("with friction and energetic restitution it never gains energy", () => {
    const recording = runText(tumbling("[1, 0, 0, 0]", (v) => v, "energetic", 0.4));
    const energies = recording.frames.map(({ time }) => number(recording, "energy", time));
    expect(collisionsOf(recording).length).toBeGreaterThan(3);
    for (const [i, energy] of energies.entries())
      expect(energy).toBeLessThan((energies[i - 1] ?? Number.POSITIVE_INFINITY) * (1 + 1e-9));
  });

  test("has the same bits by the interpreter, and from a snapshot between two impacts", () => {
    const text = tumbling("[1, 0, 0, 0]", (v) => v, "rough", 0.3).replace("duration = 0.8", "duration = 0.5");
    const whole = runText(text);
    const [first, second] = collisionsOf(whole);
    expect(runText(text, { evaluation: "interpreted" }).digest).toBe(whole.digest);
    const run = new Run(modelOf(text));
    while (run.snapshot().time < (first.time + second.time) / 2) run.advance();
    const resumed = new Run(modelOf(text), { resume: run.snapshot() }).finish();
    expect(resumed.frames.at(-1)!.memory).toEqual(whole.frames.at(-1)!.memory);
  });

  test("the same scene turned moves the same, turned", () => {
    // By 120 degrees about the diagonal: x becomes y, y becomes z, z becomes x.
    const cycle = ([x, y, z]: Vector) => [z, x, y];
    const plain = runText(tumbling("[1, 0, 0, 0]", (v) => v, "rough", 0.3));
    const turned = runText(tumbling("[0.5, 0.5, 0.5, 0.5]", cycle, "rough", 0.3));
    const [one, other] = [plain, turned].map(collisionsOf);
    for (const [i, { time, objects }] of one.slice(0, 4).entries()) {
      expect(other[i].objects).toEqual(objects);
      expect(other[i].time).toBeCloseTo(time, 9);
      for (const name of ["bar0", "bar3"])
        for (const [k, v] of cycle(afterwards(plain, one[i], name, "v")).entries())
          expect(afterwards(turned, other[i], name, "v")[k]).toBeCloseTo(v, 7);
    }
  });
});
