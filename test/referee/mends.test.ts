// Faults that were mended, as they show in a record: the referee objects to each. Others of the table in
// docs/referee.md are in doctored.test.ts.
import { expect, test } from "vitest";
import { referee } from "../../src/lab.ts";
import type { Definition } from "../../src/language/syntax/ast.ts";
import { changed, doctored, record, withSide } from "./doctor.ts";

const turning = `
object { name = bob  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  x = 1  u = 1 } }
context { name = going  type = free fall  functions = { x' = u } }
event { name = back  when = x > 0.5
  aliases = { use x as attribute x of object bob  use u as attribute u of object bob }
  functions = { u = -previous(u) } }
simulation { name = s  initial time = 0  duration = 0.2  step = 0.01  frames = 100 }`;

test("an event whose condition holds at the start, and which does not happen", () => {
  const recording = record(turning);
  expect(recording.events.find(({ type }) => type === "event")!.time).toBe(0);
  expect(referee(recording)).toMatchObject({ faults: [], events: 1 });
  const events = recording.events.filter(({ type }) => type !== "event");
  const { faults } = referee(doctored(recording, { events }));
  expect(faults).toContainEqual(
    expect.objectContaining({ check: "event", words: "its condition holds at the start and it did not happen" }),
  );
});

const ball = (name: string, x: number) => `
object { name = ${name}  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [${x}, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0] } }`;

test("a spring beside a law that gives the force by itself", () => {
  const recording = record(`${ball("one", 0)} ${ball("two", 2)}
context { name = falling  type = free fall  functions = { position' = v  v' = force  force += [0, 0, -9.81] } }
context { name = spring  type = link
  functions = { force1 += position2 - position1  force2 += position1 - position2 } }
link { name = coil  kind = spring  between = { one, two } }
simulation { name = s  initial time = 0  duration = 0.1  step = 0.01  frames = 100 }`);
  expect(referee(recording).faults).toEqual([]);
  // The checker refuses such a text: here the law is changed after the run.
  const { functions } = recording.model.contexts.find(({ name }) => name.name === "falling")!;
  const definition = functions.find(({ name }) => name === "force")! as {
    -readonly [K in keyof Definition]: Definition[K];
  };
  definition.op = "=";
  const { faults } = referee(recording);
  expect(faults).toContainEqual(
    expect.objectContaining({
      check: "value",
      words: "other laws add to 'force', and this law sets it",
    }),
  );
});

test("a bar of which an event changes a velocity: links answer it, and nothing is wrong", () => {
  const recording = record(`${ball("one", 0)} ${ball("two", 2)}
context { name = free  type = free fall  functions = { position' = v  v' = force } }
context { name = bar  type = constraint  unknowns = { pull }  constraints = { C }
  functions = { C = norm(position2 - position1) - 2
    force1 += pull * (position2 - position1)  force2 += pull * (position1 - position2) } }
link { name = rod  kind = bar  between = { one, two } }
event { name = kick  when = t > 0.05  aliases = { use v as attribute v of object one }
  functions = { v = [1, 1, 0] } }
simulation { name = s  initial time = 0  duration = 0.2  step = 0.01  frames = 100 }`);
  const verdict = referee(recording);
  expect(verdict.faults).toEqual([]);
  expect(verdict.unchecked).toContain("what links answer to events, up to the next frame");
  const at = recording.events.findIndex(({ type }) => type === "event");
  const event = recording.events[at];
  const memory = changed(recording, event.after.memory, ["two", "v", 0], 1e-9);
  const events = recording.events.with(at, withSide(event, "after", memory));
  expect(referee(doctored(recording, { events })).faults.map(({ check }) => check)).toContain("update");
});
