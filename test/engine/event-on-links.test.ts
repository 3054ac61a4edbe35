// What an event changes of a linked body is seen by all of its laws from then on, compiled as interpreted.
import { expect, test } from "vitest";
import { referee } from "../../src/lab.ts";
import { runText } from "../experiments/gallery.ts";

const text = `
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [0, 0, 1]  mass = 1  v = [0, 0, 0]  force = [0, 0, 0] } }
context { name = newton  type = free fall
  functions = { force += mass * [0, 0, -9.81]  v' = force / mass  position' = v } }
link { name = s  kind = spring  between = {bob, world at [0, 0, 2]}  attributes = { k = 0.001  rest = 1 } }
context { name = spring  type = link
  functions = { d = anchor2 - anchor1  pull = k * (norm(d) - rest) * normalize(d)  force1 += pull } }
event { name = heavier  when = t > 0.3  aliases = { use m as attribute mass of object bob }  functions = { m = 3 } }
simulation { name = bobbing  initial time = 0  duration = 1  step = 0.01  frames = 100 }`;

test("a bob on a soft spring that becomes heavier falls on with g", () => {
  const { recording, value } = runText(text);
  // The spring pulls with less than 0.01 N: what is left is free fall.
  expect(value("bob.v#3", 1)).toBeCloseTo(-9.81, 2);
  expect(recording.digest()).toBe(runText(text, { evaluation: "interpreted" }).recording.digest());
  expect(referee(recording).faults).toEqual([]);
});

test("a body that an event moves off its constraint comes back, to the same bit compiled and interpreted", () => {
  const lifted = `
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [0, 0, 2]  mass = 0.397  v = [0, 0, 0]  force = [0, 0, 0] } }
context { name = newton  type = free fall
  functions = { force += mass * [0, 0, -9.81]  v' = force / mass  position' = v } }
link { name = shelf  kind = level  between = {bob, world at [0, 0, 2]} }
context { name = level  type = constraint  unknowns = { lambda }  constraints = { C }
  functions = { C = (anchor1 - anchor2) # 3  force1 += [0, 0, lambda] } }
event { name = lifted  when = t >= 0  aliases = { use place as attribute position of object bob }
  functions = { place = previous(place) + [0, 0, 0.3] } }
simulation { name = s  initial time = 0  duration = 0.2  step = 0.02 }`;
  const { recording, value } = runText(lifted);
  expect(value("bob.position#3", 0.2)).toBeCloseTo(2, 12);
  expect(recording.notes.join()).toMatch(
    /an event or input at t = 0 opens 'shelf': its constraint is 0\.\d+ instead of 0/,
  );
  expect(recording.digest()).toBe(runText(lifted, { evaluation: "interpreted" }).recording.digest());
});
