// Beads and bones on curves: motions whose laws are known in closed form, and what is said to curves that are none.
import { describe, expect, test } from "vitest";
import { type Recording, sampleCurve } from "../../src/lab.ts";
import { modelOf, number, numbers, refusal, runText } from "./lab.ts";

const falling =
  "context { name = falling  type = free fall  functions = { position' = v  v' = force / mass  " +
  "force += mass * [0, 0, -9.81] } }";
const onCurve = `context { name = on_curve  type = constraint  unknowns = {lambda}  constraints = {C}
  stabilisation = projection
  functions = {
    s = nearest(curve2, anchor1)
    C = normalsAt(curve2, s) * (anchor1 - pointAt(curve2, s))
    force1 += matrixTranspose(derivative(C, position1)) * lambda
  } }`;

const bead = (curve: string, s: number, duration: number, step: number) => `
${curve}
object { name = bead  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.01  mass = 0.3  position = pointAt(wire, ${s})  v = [0, 0, 0]  force = [0, 0, 0] } }
link { name = thread  kind = on_curve  between = {bead, wire} }
${falling} ${onCurve}
measures {
  use p as attribute position of object bead
  use v as attribute v of object bead
  place = nearest(wire, p)
  off = norm(p - pointAt(wire, place))
  energy = (v . v) / 2 + 9.81 * p # 3
}
simulation { name = slide  initial time = 0  duration = ${duration}  step = ${step}  integrator = rk4 }`;

function lastEvent(run: Recording): number {
  return run.events.at(-1)!.time;
}

test("on a cycloid a bead comes to the bottom after π √(r/g), from wherever it starts (Huygens, 1673)", () => {
  const r = 0.7;
  const cycloid = `curve { name = wire  point(s) = ${r} * [s + sine(s), 0, 1 - cosine(s)]  from = -3  to = 3 }`;
  const quarter = Math.PI * Math.sqrt(r / 9.81);
  for (const s of [0.2, 1, 2, -2.5]) {
    const passed = `event { name = bottom  aliases = { use p as attribute position of object bead }
    when = ${s} * p # 1 <= 0  functions = { } }`;
    const run = runText(`${bead(cycloid, s, 1, quarter / 200)} ${passed}`);
    expect(Math.abs(lastEvent(run) - quarter)).toBeLessThan(1e-8);
    expect(number(run, "off")).toBeLessThan(1e-9);
  }
});

test("a bead on a ring that stands keeps its energy and stays on the ring, below where it began", () => {
  const ring = "curve { name = wire  point(s) = 2 * [cosine(s), 0, sine(s)]  from = -pi  to = pi  closed = true }";
  const run = runText(bead(ring, 0.3, 3, 0.005));
  for (const { time } of run.frames) {
    expect(Math.abs(number(run, "energy", time) - 9.81 * 2 * Math.sin(0.3))).toBeLessThan(1e-6);
    expect(number(run, "off", time)).toBeLessThan(1e-9);
    expect(numbers(run, "bead.position", time)[2]).toBeLessThan(2 * Math.sin(0.3) + 1e-7);
  }
});

describe("compiled and interpreted runs are the same to the last bit:", () => {
  const wires = {
    "a spline": "curve { name = wire  points = {[0, 0, 1], [1, 0.3, 0], [2, 0, 0.4], [2.5, 1, 0.1], [3, 0, 1]} }",
    "a closed spline": "curve { name = wire  points = {[0, 0, 1], [1, 1, 0], [2, 0, 0.4], [1, -1, 0]}  closed = true }",
    "a polyline": "curve { name = wire  form = polyline  points = {[0, 0, 1], [1, 0, 0.6], [2, 0, 0]} }",
    "a helix": "curve { name = wire  point(s) = [cosine(s), sine(s), -0.1 * s]  to = 20 }",
  };
  for (const [name, wire] of Object.entries(wires))
    test(name, () => {
      const text = bead(wire, 0.2, 0.5, 0.01);
      const compiled = runText(text);
      expect(runText(text, { evaluation: "interpreted" }).digest()).toBe(compiled.digest());
      expect(number(compiled, "off")).toBeLessThan(1e-9);
    });
});

test("down a helix a bead goes as on an inclined plane, round after round", () => {
  // Along the wire the acceleration is g sin a, where tan a is the slope; the length is s √(r² + p²).
  const [r, p, time] = [1, 0.1, 1.5];
  const helix = `curve { name = wire  point(s) = [${r} * cosine(s), ${r} * sine(s), -${p} * s]  to = 20 }`;
  const run = runText(bead(helix, 0.5, time, 0.005));
  const steep = p / Math.hypot(r, p);
  const along = (9.81 * steep * time * time) / 2 / Math.hypot(r, p);
  expect(Math.abs(number(run, "place") - 0.5 - along)).toBeLessThan(1e-8);
});

test("a bone on a wire: its point stays on the wire, its energy is kept", () => {
  const text = `
curve { name = wire  points = {[-2, 0, 1], [-1, 0.5, 0], [0, 0, 0.2], [1, -0.5, 0], [2, 0, 1]} }
object { name = bone  physical type = dynamic  geometrical type = cuboid
  attributes = { size = [0.2, 0.1, 1]  mass = 2  inertia = inertiaTensor(2)
    position = pointAt(wire, 0.6) - [0, 0, 0.45]
    orientation = [1, 0, 0, 0]  v = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0] } }
link { name = hole  kind = on_wire  between = {bone at [0, 0, 0.45], wire} }
context { name = moving  type = free fall
  functions = {
    R = rotation(orientation)
    w = R * (inverse(inertia) * (matrixTranspose(R) * L))
    position' = v  v' = force / mass  orientation' = orientationRate(orientation, w)  L' = torque
    force += mass * [0, 0, -9.81]
    spinning = 0.5 * (w . L)
  } }
context { name = on_wire  type = constraint  unknowns = {lambda}  constraints = {C}  stabilisation = projection
  functions = {
    s = nearest(curve2, anchor1)
    C = normalsAt(curve2, s) * (anchor1 - pointAt(curve2, s))
    force1 += matrixTranspose(derivative(C, position1)) * lambda
    torque1 += matrixTranspose(derivative(C, orientation1)) * lambda
  } }
measures {
  use p as attribute position of object bone
  use o as attribute orientation of object bone
  tip = p + rotation(o) * [0, 0, 0.45]
  off = norm(tip - pointAt(wire, nearest(wire, tip)))
  energy = total(0.5 * mass * (v . v) + spinning + 9.81 * mass * position # 3)
}
simulation { name = swing  initial time = 0  duration = 1.5  step = 0.002  integrator = rk4 }`;
  const run = runText(text);
  const first = number(run, "energy", 0);
  let lowest = Number.POSITIVE_INFINITY;
  for (const { time } of run.frames) {
    expect(number(run, "off", time)).toBeLessThan(1e-9);
    expect(Math.abs(number(run, "energy", time) - first)).toBeLessThan(1e-5 * 20);
    lowest = Math.min(lowest, numbers(run, "bone.position", time)[2]);
  }
  expect(lowest).toBeLessThan(numbers(run, "bone.position", 0)[2] - 0.2);
});

test("beyond its end a bead goes on straight, and an event can tell", () => {
  const slope = "curve { name = wire  form = polyline  points = {[0, 0, 1], [1, 0, 0]} }";
  const event =
    "event { name = left  aliases = { use p as attribute position of object bead }  " +
    "when = nearest(wire, p) >= lengthOf(wire)  functions = { } }";
  const run = runText(`${bead(slope, 0.1, 1, 0.01)} ${event}`);
  const [x, , z] = numbers(run, "bead.position");
  expect(x).toBeGreaterThan(2);
  expect(Math.abs(x + z - 1)).toBeLessThan(1e-9);
  // Down an inclined plane of 45°: √2 - 0.1 along it.
  expect(Math.abs(lastEvent(run) - Math.sqrt((2 * (Math.SQRT2 - 0.1)) / (9.81 / Math.SQRT2)))).toBeLessThan(1e-6);
});

test("a model gives its curves as lines for drawing", () => {
  const { curves } = modelOf(
    bead("curve { name = wire  point(s) = [cosine(s), sine(s), 0]  to = 2 * pi  closed = true }", 0, 1, 0.1),
  );
  const line = sampleCurve(curves.get("wire")!);
  expect(line.length / 3).toBeGreaterThan(60);
  for (let i = 0; i < line.length; i += 3) expect(Math.abs(Math.hypot(line[i], line[i + 1]) - 1)).toBeLessThan(1e-14);
});

test("curves may speak of the world, which may be set before the run", () => {
  const text = `world attributes { r = 2 }\n${bead(
    "curve { name = wire  point(s) = r * [cosine(s), 0, sine(s)]  to = 2 * pi  closed = true }",
    4,
    0.1,
    0.01,
  )}`;
  expect(modelOf(text).curves.get("wire")!.length).toBeCloseTo(4 * Math.PI, 12);
  expect(modelOf(text, { values: new Map([["r", 5]]) }).curves.get("wire")!.length).toBeCloseTo(10 * Math.PI, 12);
});

test("what is no curve is told before the run, at its place", () => {
  const said = (curve: string) => refusal(bead(`curve { name = wire  ${curve} }`, 0, 1, 0.1));
  expect(said("points = {[0, 0, 0]}")).toBe("'wire' is not a curve: an open curve has at least 2 points");
  expect(said("points = {[0, 0, 0], [1, 0, 0], [1, 0, 0]}")).toBe(
    "'wire' is not a curve: point 3 is the same as point 2",
  );
  expect(said("points = {[0, 0, 0], [1, 0, 0]}  closed = true")).toBe(
    "'wire' is not a curve: a closed curve has at least 3 points",
  );
  expect(said("points = {[0, 0, 0], [1 / 0, 0, 0]}")).toBe("'wire' is not a curve: a point is not finite");
  expect(said("point(s) = [s, 0, 0]  from = 1  to = 0")).toBe(
    "'wire' is not a curve: its range must run upwards, and goes from 1 to 0",
  );
  expect(said("point(s) = [s, 0, 0]  closed = true")).toBe(
    "'wire' is not a curve: it does not close: its ends, at s = 0 and s = 1, lie apart",
  );
  expect(said("point(s) = [s * s, 0, 0]")).toBe("'wire' is not a curve: it stands still at s = 0: there is no tangent");
  expect(said("point(s) = [s, log(s), 0]")).toBe("'wire' is not a curve: it is not finite at s = 0");
  expect(said("point(s) = [s, 0, inverse([[s - 0.5, 1], [0, 1]]) # 1 # 1]")).toContain("'inverse' called with invalid");
  const halved = "halved(x) = if x < 1 then x else halved(x / 2)\n";
  expect(refusal(halved + bead("curve { name = wire  point(s) = [s, 0, halved(s)] }", 0, 1, 0.1))).toBe(
    "'wire' is not a curve: its formula cannot be differentiated: it calls a function that has no derivative",
  );
});
