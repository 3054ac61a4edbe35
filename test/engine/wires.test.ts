// Bodies on wires: closed forms, what is kept, and what the air takes.
import { describe, expect, test } from "vitest";
import { experiment, largest, number, numbers, object, runText } from "./lab.ts";
import { placesOf, swing } from "./rod-chain.ts";

const gravity = 9.81;

/**
 * A thin rod of 1 m and 1 kg held at its end, or a bead held at its centre, on a wire; `air` adds the drag of 003 and
 * the work it does.
 */
const onWire = (curve: string, body: string, air = 0) => `import "laws/bodies.vfl"
  import "laws/wires.vfl"
  world attributes { g = [0, 0, -${gravity}]  air = ${air} }
  curve { name = wire  ${curve} }
  ${body}
  context { name = motion  type = free fall
    functions = {
      R = rotation(orientation)
      w = R * (inverse(inertia) * (matrixTranspose(R) * L))
      drag = -air * v
      spin_drag = -0.1 * air * w
      force += mass * g + drag
      torque += spin_drag
      v' = force / mass
      position' = v
      L' = torque
      orientation' = orientationRate(orientation, w)
      work' = drag . v + spin_drag . w
    } }
  measures {
    use p as attribute position of object body
    use q as attribute orientation of object body
    use grip as attribute grip of object body
    energy = total(kineticEnergy(mass, v, inertia, orientation, w) - mass * (g . position))
    balance = total(kineticEnergy(mass, v, inertia, orientation, w) - mass * (g . position) - work)
    held = p + rotation(q) * grip
    gap = norm(held - pointAt(wire, nearest(wire, held)))
    s = nearest(wire, held)
  }
  simulation { name = run  initial time = 0  duration = 10  step = 0.001  frames = 10  integrator = rk4
    contexts_involved = {motion, KIND} }`;

const common = "v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]  work = 0";
const rod = (start: number, kind = "point_on_curve") => `${object(
  "body",
  "dynamic",
  "cuboid",
  `grip = [0, 0, 0.5]
  orientation = quaternionFromAxisAndAngle([1, 0, 0], 0.3)
    position = pointAt(wire, ${start}) - rotation(orientation) * grip  size = [0.1, 0.1, 1]  mass = 1
    inertia = cuboidInertia(mass, size)  ${common}`,
)}
  link { name = ring  kind = ${kind}  between = {body at [0, 0, 0.5], wire}  attributes = { spring = 100
    damper = 20 } }`;
const bead = (start: number) => `${object(
  "body",
  "dynamic",
  "sphere",
  `grip = [0, 0, 0]  orientation = [1, 0, 0, 0]
  position = pointAt(wire, ${start})  size = 0.05  mass = 1  inertia = sphereInertia(mass, size)  ${common}`,
)}
  link { name = ring  kind = point_on_curve  between = {body, wire} }`;
const text = (curve: string, body: string, air = 0) =>
  onWire(curve, body, air).replace("KIND", /kind = (\w+)/.exec(body)![1]);

const circle = "point(s) = 2 * [cosine(s), 0, sine(s)]  from = -pi  to = pi  closed = true";
const helix = "point(s) = [2 * cosine(s), 2 * sine(s), -0.3 * s]  from = 0  to = 60";
const spline =
  "points = {[-3, 0, 2], [-2, 0.3, 0.6], [-1, 0.6, 0], [0, 0, 0.9], [1, -0.6, 0], [2, -0.3, 0.6], [3, 0, 2]}";

describe.each([
  // Let go at 45 degrees from the lowest point.
  ["circle", circle, -Math.PI / 4],
  ["helix", helix.replace("0.3", "0.15"), 0.5],
])("a rod of 1 m held by its end on a %s", (_, curve, start) => {
  test("keeps its energy to 1e-9 of m g l over 10 s, and the wire to 1e-9 m", () => {
    const recording = runText(text(curve, rod(start)));
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-9 * gravity);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });

  test("what it gains or loses by integration falls with the fourth power of the step, or faster", () => {
    const drift = (step: number) => {
      const recording = runText(text(curve, rod(start)), { overrides: { duration: 2, step } });
      return largest(recording, "energy", number(recording, "energy", 0));
    };
    expect(Math.log2(drift(0.01) / drift(0.005))).toBeGreaterThan(3.5);
  });

  test("loses in air what the drag takes, to 1e-6", () => {
    const recording = runText(text(curve, rod(start), 0.2), { overrides: { duration: 5 } });
    const lost = number(recording, "energy", 0) - number(recording, "energy");
    expect(lost).toBeGreaterThan(0.5);
    expect(largest(recording, "balance", number(recording, "balance", 0))).toBeLessThan(1e-6 * lost);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });
});

describe("a bead", () => {
  test("on a ring that stands swings like a pendulum", () => {
    const recording = runText(text(circle, bead(0)), { overrides: { duration: 3 } });
    // θ'' = -g/2 sin θ; a rod of length 4 without a moment of its own has its centre 2 m from the pivot.
    const chain = { count: 1, length: 4, mass: 1, moment: 0, gravity };
    const [[x, z]] = placesOf(chain, swing(chain, [Math.PI / 2], 3, 600)).centres;
    const [px, py, pz] = numbers(recording, "body.position");
    expect(Math.hypot(px - x, py, pz - z)).toBeLessThan(1e-9);
  });

  test("on a helix slides down evenly faster, with g times the sine of its slope along the wire", () => {
    const recording = runText(text(helix, bead(0.5)), { overrides: { duration: 3 } });
    // Along s: s'' (r² + h²) = g h.
    for (const { time } of recording.frames)
      expect(number(recording, "s", time)).toBeCloseTo(0.5 + (0.5 * gravity * 0.3 * time ** 2) / (4 + 0.09), 8);
  });

  test("is pressed against the wire by its weight and by what leads it round: at the bottom of a ring 3 m g", () => {
    // From the height of the centre v² = 2 g r at the bottom: m g + m v²/r.
    const recording = runText(text(circle, bead(0)), { overrides: { duration: 3, frames: 1000 } });
    const loads = recording.frames.map(({ time }) => Math.hypot(...numbers(recording, "ring.lambda", time)));
    expect(Math.max(...loads)).toBeCloseTo(3 * gravity, 3);
  });

  test.each(["way_1", "way_5"])("on a cycloid is at the bottom when all others are: %s", (way) => {
    const recording = runText(experiment("beads-on-a-cycloid"));
    for (const { time } of recording.frames)
      expect(Math.abs(number(recording, way, time) - number(recording, `${way}_expected`, time))).toBeLessThan(1e-8);
  });
});

test.each([["without_air"], ["with_air"]])("a bone on a straight wire, by the two normals of 003, %s", (simulation) => {
  const recording = runText(experiment("bone-on-straight-wire"), { simulation });
  const expected = simulation === "with_air" ? "speed_in_air" : "speed_without_air";
  for (const { time } of recording.frames)
    expect(Math.abs(number(recording, "speed", time) - number(recording, expected, time))).toBeLessThan(1e-9);
});

describe("the two normals of 003 and the exact distance", () => {
  test.each([
    ["circle", circle, 0.1, 1e-7],
    ["helix", helix, 0.5, 1e-7],
    // The bend of a spline has a kink at each of its points.
    ["spline", spline, 1, 1e-6],
  ])("move a rod on a %s alike", (_, curve, start, tolerance) => {
    const end = (kind: string) =>
      numbers(runText(text(curve, rod(start, kind)), { overrides: { duration: 1, step: 0.0005 } }), "body.position");
    const [exact, printed] = [end("point_on_curve"), end("bone_on_wire")];
    for (const [k, x] of exact.entries()) expect(Math.abs(printed[k] - x)).toBeLessThan(tolerance);
  });
});

test("a rod on a free spline keeps its energy to 1e-6 of m g l and the wire to 1e-9 m", () => {
  const recording = runText(text(spline, rod(1)), { overrides: { duration: 5 } });
  expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-6 * gravity);
  expect(largest(recording, "gap")).toBeLessThan(1e-9);
});

test("equal beads on one straight wire exchange their velocities when they meet", () => {
  const beads = ["left", "right"]
    .map((name, k) =>
      object(
        name,
        "dynamic",
        "sphere",
        `position = [${k}, 0, 0]  orientation = [1, 0, 0, 0]  size = 0.1  mass = 1
          inertia = sphereInertia(mass, size)  v = [${2 - 3 * k}, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]
          force = [0, 0, 0]  torque = [0, 0, 0]`,
      ),
    )
    .join("");
  const recording = runText(`import "laws/bodies.vfl"
    import "laws/newton-euler.vfl"
    import "laws/wires.vfl"
    import "laws/frictionless-collision.vfl"
    world attributes { g = [0, 0, -${gravity}]  restitution = 1 }
    curve { name = wire  points = {[-9, 0, 0], [9, 0, 0]}  form = polyline }
    ${beads}
    link { name = a  kind = point_on_curve  between = {left, wire} }
    link { name = b  kind = point_on_curve  between = {right, wire} }
    simulation { name = s  initial time = 0  duration = 1  step = 0.01  integrator = rk4
    contexts_involved = {newton_euler, point_on_curve, frictionless_collision} }`);
  expect(recording.events.filter(({ type }) => type === "collision").map(({ time }) => time)[0]).toBeCloseTo(
    0.8 / 3,
    12,
  );
  for (const [name, speed] of [
    ["left", -1],
    ["right", 2],
  ] as const)
    for (const [k, x] of numbers(recording, `${name}.v`).entries()) expect(x).toBeCloseTo(k === 0 ? speed : 0, 10);
});
